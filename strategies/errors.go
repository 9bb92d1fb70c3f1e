package strategies

import (
	"errors"
	"strings"
)

// The kinds of [InputError], for errors.Is.
var (
	// ErrEmptyID: the id to allocate for is empty (upstream's "currentCID is empty").
	ErrEmptyID = errors.New("empty client id")
	// ErrNoQueues: the list of queues is empty (upstream's "mqAll is null or mqAll empty").
	ErrNoQueues = errors.New("no queues")
	// ErrNoIDs: the list of client ids is empty (upstream's "cidAll is null or cidAll empty").
	ErrNoIDs = errors.New("no client ids")
	// ErrEmptyMember: an id within the list is empty where upstream cannot
	// work with a null one.
	ErrEmptyMember = errors.New("empty client id in the list")
	// ErrVirtualNodes: a number of virtual nodes that cannot be used.
	ErrVirtualNodes = errors.New("bad number of virtual nodes")
	// ErrTooLarge: the input is beyond a limit of this package.
	ErrTooLarge = errors.New("too large")
	// ErrNilIDCs: by machine room was not told the consumer rooms.
	ErrNilIDCs = errors.New("no consumer rooms set")
	// ErrQueueRoom: a broker's machine room is not known.
	ErrQueueRoom = errors.New("no machine room for a queue")
	// ErrConsumerRoom: a consumer's machine room is not known.
	ErrConsumerRoom = errors.New("no machine room for a consumer")
	// ErrNilStrategy: an inner strategy is missing, or cannot be used inside another.
	ErrNilStrategy = errors.New("no inner strategy")
	// ErrNilResolver: the [MachineRoomResolver] is missing.
	ErrNilResolver = errors.New("no machine room resolver")
	// ErrUnknownQueue: the queue asked about is not in the list.
	ErrUnknownQueue = errors.New("unknown queue")
	// ErrForeignQueue: a share holds a queue that is not in the list.
	ErrForeignQueue = errors.New("queue outside the list")
	// ErrGoIndex: rocketmq-client-go would panic with an index out of range.
	ErrGoIndex = errors.New("index out of range in rocketmq-client-go")
	// ErrUnsupported: a strategy that the broker does not know.
	ErrUnsupported = errors.New("strategy not known to the broker")
	// ErrUnknownWord: a strategy word that [Parse] does not know.
	ErrUnknownWord = errors.New("unknown strategy word")
)

// InputError says which input a strategy cannot work with, and what would be
// right. It stands where upstream throws, panics or answers null.
type InputError struct {
	Kind     error  // one of the kinds above; errors.Is finds it
	Strategy string // the strategy's Name, or "" when there is none yet
	Detail   string // what was wrong and what would be right
	Upstream string // upstream's own message, "" when it has none
}

// Error is one line: strategy, detail, and upstream's message in parentheses.
func (e *InputError) Error() string {
	var b strings.Builder
	if e.Strategy != "" {
		b.WriteString(e.Strategy)
		b.WriteString(": ")
	}
	b.WriteString(e.Detail)
	if e.Upstream != "" {
		b.WriteString(" (upstream: ")
		b.WriteString(e.Upstream)
		b.WriteString(")")
	}
	return b.String()
}

// Unwrap returns the kind.
func (e *InputError) Unwrap() error { return e.Kind }
