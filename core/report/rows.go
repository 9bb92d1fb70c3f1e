package report

import "encoding/json"

// Rows are JSON lists, as in the recordings; here they are structs with names.

func row(v ...any) ([]byte, error) { return json.Marshal(v) }

// Action is [t, action, target].
type Action struct {
	T      int64  // ms
	Word   string // produce, start, stop, kill, freeze, thaw, rate, set, burst, broker-stop, ns-start, topic, cut, …
	Target string // the consumer, broker, name server, topic, group or end of a link
	// Detail is for rate messages/s, for set "key=value", for burst the count, for
	// topic broker, read and write queues, for perm broker and permission, for cut
	// and heal the other end; else nil.
	Detail any
}

// MarshalJSON writes the recordings' form; a target with a detail is a list.
func (a Action) MarshalJSON() ([]byte, error) {
	if list, ok := a.Detail.([]any); ok {
		return row(a.T, a.Word, append([]any{a.Target}, list...))
	}
	if a.Detail != nil {
		return row(a.T, a.Word, []any{a.Target, a.Detail})
	}
	return row(a.T, a.Word, a.Target)
}

// Rebalance is [t, consumer, topic or "retry", {broker: queues seen}, ids seen,
// result or "exception: …", broker asked, [t of directly following runs with
// identical input and result]].
type Rebalance struct {
	T         int64          // ms
	Consumer  string         // who allocated
	Topic     string         // "retry" stands for %RETRY%group
	Seen      map[string]int // by broker: the queues of its route's readQueueNums
	IDs       []string       // client ids the broker listed, sorted as the strategy got them
	Result    []string       // queues it got, as broker/queueId
	Exception string         // why there is no Result, "" when there is
	Asked     string         // the broker that gave the ids
	Again     []int64        // ms of the runs after this one with the same input and result
}

// MarshalJSON writes the recordings' form.
func (r Rebalance) MarshalJSON() ([]byte, error) {
	var result any = r.Result
	if r.Exception != "" {
		result = "exception: " + r.Exception
	}
	return row(r.T, r.Consumer, r.Topic, r.Seen, r.IDs, result, r.Asked, r.Again)
}

// same reports whether two runs had the same input and result.
func (r *Rebalance) same(o *Rebalance) bool {
	if r.Exception != o.Exception || len(r.Seen) != len(o.Seen) || !equal(r.IDs, o.IDs) || !equal(r.Result, o.Result) {
		return false
	}
	for b, n := range r.Seen {
		if o.Seen[b] != n {
			return false
		}
	}
	return true
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Ownership is [t, consumer, queues held, queues dropped but still in the
// table]: as the consumer believes, on change; the last one is left out when empty.
type Ownership struct {
	T        int64    // ms
	Consumer string   // whose table it is
	Queues   []string // in its processQueueTable and not dropped
	Dropped  []string // ProcessQueue.isDropped, a message of it still in an orderly listener
}

// MarshalJSON writes the recordings' form.
func (o Ownership) MarshalJSON() ([]byte, error) {
	if len(o.Dropped) > 0 {
		return row(o.T, o.Consumer, o.Queues, o.Dropped)
	}
	return row(o.T, o.Consumer, o.Queues)
}

// Members is [t, broker, ids the broker lists] and, with several groups, the group.
type Members struct {
	T      int64    // ms
	Broker string   // whose ConsumerManager it is
	IDs    []string // client ids of ConsumerGroupInfo's channels, in order of registration
	Group  string   // "" when the script has one group only
}

// MarshalJSON writes the recordings' form.
func (m Members) MarshalJSON() ([]byte, error) {
	if m.Group != "" {
		return row(m.T, m.Broker, m.IDs, m.Group)
	}
	return row(m.T, m.Broker, m.IDs)
}

// Event is [t, consumer, kind, broker or "ns", …]: heartbeat, notice, route,
// id_list_error, offset_read (queue, offset), pull (queue, offset, commit
// offset carried; only when the queue was not pulled within the last second),
// pull_answer (queue, code; at most one per queue and code in 3 s), unregister,
// lock (queues asked for, queues granted), unlock (queues).
type Event struct {
	T        int64  // ms
	Consumer string // the client
	Kind     string // heartbeat, notice, …
	Broker   string // the other side, "ns" for a name server
	More     []any  // what else the kind has, in the order said above
}

// MarshalJSON writes the recordings' form.
func (e Event) MarshalJSON() ([]byte, error) {
	return row(append([]any{e.T, e.Consumer, e.Kind, e.Broker}, e.More...)...)
}

// Pair is a queue and an offset.
type Pair struct {
	Queue  string // as broker/queueId
	Offset int64  // the next one to consume, as brokers store it
}

// MarshalJSON writes [queue, offset].
func (p Pair) MarshalJSON() ([]byte, error) { return row(p.Queue, p.Offset) }

// Commit is [t, consumer, [[queue, offset], …]]: one-way offset updates sent.
// Offsets carried by pull requests are not among them.
type Commit struct {
	T        int64  // ms, when they were sent
	Consumer string // by whom
	Pairs    []Pair // UPDATE_CONSUMER_OFFSET, one for each queue
}

// MarshalJSON writes the recordings' form.
func (c Commit) MarshalJSON() ([]byte, error) { return row(c.T, c.Consumer, c.Pairs) }

// Delivery is [queue, consumer, first offset, last offset, count, t first
// start, t last end]: a run of completed messages whose listeners were entered
// in the order of their offsets, none left out.
type Delivery struct {
	Queue, Consumer    string // where the messages lay and who completed them
	First, Last, Count int64  // lowest and highest offset completed, and the number of messages
	Start, End         int64  // ms: the first listener entered, the last one left
}

// MarshalJSON writes the recordings' form.
func (d Delivery) MarshalJSON() ([]byte, error) {
	return row(d.Queue, d.Consumer, d.First, d.Last, d.Count, d.Start, d.End)
}

// By is [consumer, t end]: one completion of a message.
type By struct {
	Consumer string // whose listener
	End      int64  // ms when it returned
}

// MarshalJSON writes the recordings' form.
func (b By) MarshalJSON() ([]byte, error) { return row(b.Consumer, b.End) }

// Duplicate is [queue, offset, [[consumer, t end], …]]: all completions of a
// message completed more than once.
type Duplicate struct {
	Queue  string // the message's own, also where a copy in a retry topic was completed
	Offset int64  // in Queue
	By     []By   // the first completion and every repeat, by time
}

// MarshalJSON writes the recordings' form.
func (d Duplicate) MarshalJSON() ([]byte, error) { return row(d.Queue, d.Offset, d.By) }

// MaxDuplicateRows is how many duplicates are listed one by one.
const MaxDuplicateRows = 2000

// Duplicates lists the messages completed more than once; with more than
// MaxDuplicateRows of them PerQueue, {queue: repeats}, stands instead.
type Duplicates struct {
	Rows     []Duplicate      // in the order of their first repeats
	PerQueue map[string]int64 // repeats by queue, zeros left out; nil while Rows has them all
}

// MarshalJSON writes the list, or the summary.
func (d Duplicates) MarshalJSON() ([]byte, error) {
	if d.PerQueue != nil {
		return json.Marshal(d.PerQueue)
	}
	return json.Marshal(d.Rows)
}

// Repeats is [t, action, target, count, {queue: count}]: repeat completions
// between this action and the next one.
type Repeats struct {
	Action   Action           // "begin" stands for the time before the first one
	Count    int64            // repeat completions of all queues
	PerQueue map[string]int64 // the same by queue, zeros left out
}

// MarshalJSON writes the recordings' form.
func (r Repeats) MarshalJSON() ([]byte, error) {
	return row(r.Action.T, r.Action.Word, r.Action.Target, r.Count, r.PerQueue)
}

// Committed is [t, queue, offset] as the broker holds it, on change, thinned to
// one per second and queue; a step back is always kept.
type Committed struct {
	T      int64  // ms
	Queue  string // as broker/queueId
	Offset int64  // in ConsumerOffsetManager's offsetTable
}

// MarshalJSON writes the recordings' form.
func (c Committed) MarshalJSON() ([]byte, error) { return row(c.T, c.Queue, c.Offset) }

// Produced is [first offset, last offset, count, t first, t last]: what was
// appended to a queue.
type Produced struct {
	First, Last, Count int64 // offsets, and the number of messages
	TFirst, TLast      int64 // ms when the broker appended the first and the last
}

// MarshalJSON writes the recordings' form.
func (p Produced) MarshalJSON() ([]byte, error) {
	return row(p.First, p.Last, p.Count, p.TFirst, p.TLast)
}
