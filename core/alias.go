package core

import "ringside/core/model"

// The view's types live in package model, where the systems can fill them.
type (
	View            = model.View
	BrokerView      = model.BrokerView
	TopicConfigView = model.TopicConfigView
	NameServerView  = model.NameServerView
	ProducerView    = model.ProducerView
	CutView         = model.CutView
	MemberView      = model.MemberView
	LockView        = model.LockView
	QueueView       = model.QueueView
	ConsumerView    = model.ConsumerView
	ConsumerState   = model.ConsumerState
	RingNode        = model.RingNode
	Flight          = model.Flight
	FlightKind      = model.FlightKind
	Counters        = model.Counters
	Delivery        = model.Delivery
	QueueHarms      = model.QueueHarms
	Pauses          = model.Pauses
	Spike           = model.Spike
	Sharing         = model.Sharing
)

// The states of a consumer, what a queue lacks, how it is shared, and the kinds of
// flight, as in package model, which says what they mean.
const (
	ConsumerAbsent   = model.ConsumerAbsent
	ConsumerStarting = model.ConsumerStarting
	ConsumerRunning  = model.ConsumerRunning
	ConsumerAckWait  = model.ConsumerAckWait
	ConsumerFrozen   = model.ConsumerFrozen
	ConsumerStopped  = model.ConsumerStopped
	ConsumerDead     = model.ConsumerDead
	ConsumerLockWait = model.ConsumerLockWait

	PausedUnowned   = model.PausedUnowned
	PausedFirstPull = model.PausedFirstPull
	PausedLock      = model.PausedLock

	SharedNot = model.SharedNot
	SharedPop = model.SharedPop
	SharedAll = model.SharedAll

	FlightMessages  = model.FlightMessages
	FlightCommit    = model.FlightCommit
	FlightNotice    = model.FlightNotice
	FlightHeartbeat = model.FlightHeartbeat
)
