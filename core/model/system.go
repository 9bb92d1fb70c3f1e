package model

import (
	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// System is one message queue being played: RocketMQ, or another behind the
// same few methods. A System is driven by one caller at a time.
type System interface {
	// Play plays the events due at or before limit, at most so many, and returns how
	// many there were. When they were fewer, none is left and the time is limit.
	Play(limit sim.Time, most int) int
	// Now is the simulated time reached.
	Now() sim.Time
	// Act schedules one more action of the script; its time must not be before Now.
	Act(a script.Action)
	// Groups are the consumer groups, in the script's order.
	Groups() []*ledger.Group
	// View fills v with the state at Now as the group v.Group sees it.
	View(v *View)
	// Log is the record of what happened.
	Log() *trace.Log
}
