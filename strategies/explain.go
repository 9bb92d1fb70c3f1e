package strategies

import (
	"fmt"
	"slices"
	"strings"
)

// Explainer is a [Strategy] that can say why a queue goes to a consumer.
type Explainer interface {
	Strategy

	// Explain says who of ids takes the queue, and why. The queue must be one
	// of queues. Errors are those of Allocate, and [ErrUnknownQueue].
	Explain(queue Queue, group string, queues []Queue, ids []string) (Explanation, error)
}

// Reason is the rule that decided in an [Explanation].
type Reason uint8

// The reasons.
const (
	ReasonAsked      Reason = iota // no rule known: every consumer was asked
	ReasonBlock                    // contiguous block of the list: Averagely
	ReasonCircle                   // queue index modulo consumers: AveragelyByCircle
	ReasonRing                     // next virtual node on the ring: ConsistentHash, GoConsistentHash
	ReasonRoomBlock                // block among the queues of the consumer rooms: MachineRoom
	ReasonRoomLeft                 // leftover of those blocks, at the end of the list: MachineRoom
	ReasonOwnRoom                  // consumers of the queue's own room share it, by Inner: MachineRoomNearby, SameRoom
	ReasonNoConsumer               // no consumer in the queue's room, so all share it, by Inner: MachineRoomNearby
	ReasonNoQueue                  // the owner's room has no queue, so it shares in all, by Inner: SameRoom
	ReasonConfig                   // configured list: ByConfig
)

var reasonNames = [...]string{"asked", "block", "circle", "ring", "room-block", "room-leftover",
	"own-room", "room-without-consumer", "room-without-queue", "config"}

// String names the reason, for logs and tests.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Nobody says why no consumer takes a queue.
type Nobody uint8

// The causes.
const (
	SomebodyOwns      Nobody = iota // a consumer takes it
	NobodyAsked                     // every consumer was asked and none takes it
	NobodyDuplicateID               // OwnerIndex holds an id that occurs earlier in the list and counts only there
	NobodyEmptyRing                 // there is no virtual node
	NobodyRoomLeftOut               // the broker's room is not among the consumer rooms, or its name holds no room
	NobodyInRoom                    // no consumer in the queue's room, and nobody else may take it
	NobodyConfigured                // the configured list does not hold it
)

var nobodyNames = [...]string{"owned", "asked", "duplicate-id", "empty-ring", "room-left-out", "no-consumer-in-room", "not-configured"}

// String names the cause, for logs and tests.
func (n Nobody) String() string {
	if int(n) < len(nobodyNames) {
		return nobodyNames[n]
	}
	return fmt.Sprintf("Nobody(%d)", uint8(n))
}

// Explanation says why a queue goes to a consumer, as plain data; words are
// made from it elsewhere, in the reader's language. Fields that the reason does
// not use are zero.
type Explanation struct {
	Reason Reason // the rule that decided
	Queue  Queue  // the queue asked about

	Owner      string   // the client id that takes the queue, "" when nobody does
	OwnerIndex int      // the index in ids that the rule points to, -1 when to none
	Others     []string // further ids that take the queue too, in list order
	Nobody     Nobody   // why Owner is empty

	// Index arithmetic: block, circle, room block and room leftover.
	QueueIndex int // the queue's index among the Queues counted
	Queues     int // how many queues the rule counted
	Consumers  int // how many consumers it counted
	Remainder  int // Queues % Consumers; for the circle QueueIndex % Consumers
	BlockStart int // where the owner's block begins
	BlockSize  int // and how many queues it holds

	// The ring.
	QueuePosition int64  // hash of the queue's key
	Node          Node   // the virtual node found; its Index is an index in ids
	NodeKey       string // the text whose hash is the node's position
	Wrapped       bool   // no node lies after the queue, so the first of the ring was taken

	// Rooms.
	QueueRoom string // the machine room of the queue's broker
	OwnerRoom string // the machine room of the owner

	// Inner is the inner strategy's explanation, over the queues and ids of one
	// room or all; its indexes count in those lists.
	Inner *Explanation
}

// String is a line for logs and test failures.
func (e Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s[%s/%d] -> %q by %v", e.Queue.Topic, e.Queue.Broker, e.Queue.ID, e.Owner, e.Reason)
	if e.Nobody != SomebodyOwns {
		fmt.Fprintf(&b, ", nobody: %v", e.Nobody)
	}
	switch e.Reason {
	case ReasonBlock, ReasonCircle, ReasonRoomBlock, ReasonRoomLeft:
		fmt.Fprintf(&b, ", index %d of %d among %d", e.QueueIndex, e.Queues, e.Consumers)
	case ReasonRing:
		fmt.Fprintf(&b, ", at %d, node %s at %d", e.QueuePosition, e.NodeKey, e.Node.Position)
	case ReasonOwnRoom, ReasonNoConsumer, ReasonNoQueue:
		fmt.Fprintf(&b, ", room %q", e.QueueRoom)
	}
	if len(e.Others) > 0 {
		fmt.Fprintf(&b, ", also %q", e.Others)
	}
	if e.Inner != nil {
		fmt.Fprintf(&b, " (%v)", *e.Inner)
	}
	return b.String()
}

// Explain asks s why a queue goes where it goes. A strategy that is no
// [Explainer] is asked for the share of every id, and the reason is
// [ReasonAsked].
func Explain(s Strategy, queue Queue, group string, queues []Queue, ids []string) (Explanation, error) {
	if x, ok := s.(Explainer); ok {
		return x.Explain(queue, group, queues, ids)
	}
	return explainByAsking(s, queue, group, queues, ids)
}

// explainByAsking asks for the share of every id.
func explainByAsking(s Strategy, queue Queue, group string, queues []Queue, ids []string) (Explanation, error) {
	e, err := explainStart(s.Name(), ReasonAsked, queue, queues, ids)
	if err != nil {
		return e, err
	}
	for i, id := range ids {
		if slices.Index(ids, id) < i {
			continue
		}
		share, err := s.Allocate(group, id, queues, ids)
		switch {
		case err != nil:
			return e, err
		case !slices.Contains(share, queue):
		case e.Owner == "":
			e.Owner, e.OwnerIndex = id, i
		default:
			e.Others = append(e.Others, id)
		}
	}
	if e.Owner == "" {
		e.Nobody = NobodyAsked
	}
	return e, nil
}

// explainStart validates and fills what every explanation holds.
func explainStart(name string, reason Reason, queue Queue, queues []Queue, ids []string) (Explanation, error) {
	e := Explanation{Reason: reason, Queue: queue, OwnerIndex: -1, Queues: len(queues), Consumers: len(ids)}
	if err := checkLists(name, queues, ids); err != nil {
		return e, err
	}
	e.QueueIndex = slices.Index(queues, queue)
	if e.QueueIndex < 0 {
		return e, &InputError{Kind: ErrUnknownQueue, Strategy: name,
			Detail: fmt.Sprintf("%v is not among the queues; ask about one of them", queue)}
	}
	return e, nil
}

// seat makes the id at index i of ids the owner, unless it stands earlier in
// the list as well: then nobody computes the share of this place.
func (e *Explanation) seat(ids []string, i int) {
	e.OwnerIndex = i
	if slices.Index(ids, ids[i]) < i {
		e.Nobody = NobodyDuplicateID
		return
	}
	e.Owner = ids[i]
}

// takers are the owner and the others.
func (e Explanation) takers() []string {
	if e.Owner == "" {
		return nil
	}
	return append([]string{e.Owner}, e.Others...)
}

// adopt takes over the inner strategy's verdict.
func (e *Explanation) adopt(inner Explanation, resolver MachineRoomResolver, ids []string) {
	e.Inner = &inner
	e.Owner, e.Others, e.Nobody = inner.Owner, slices.Clone(inner.Others), inner.Nobody
	if e.Owner != "" {
		e.OwnerIndex = slices.Index(ids, e.Owner)
		e.OwnerRoom = resolver.ConsumerDeployIn(e.Owner)
	}
}
