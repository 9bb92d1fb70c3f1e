package trace

import "math/bits"

// Log collects the events of one run. Events that are rare are stored and can
// be the cause of others; those that come with every message are hashed,
// handed to the sink, and forgotten.
type Log struct {
	// Names that the indexes of events refer to.
	Brokers, Consumers, Queues, Topics, Groups []string
	// Processes are the name servers, the brokers and the consumers, in this order.
	Processes []string

	events []Event
	ints   []int64
	digest uint64
	count  int64
	sink   func(*Event)
	note   Event
}

// NewLog makes an empty log.
func NewLog() *Log { return &Log{digest: offset64} }

// Tail makes the log hand each event to sink as it happens, those that are not
// stored included. The event is only valid during the call.
func (l *Log) Tail(sink func(*Event)) { l.sink = sink }

// Events are the stored events in the order they happened; event ID n is at index n-1.
func (l *Log) Events() []Event { return l.events }

// Event is the stored event with the given ID, nil when there is none.
func (l *Log) Event(id int32) *Event {
	if id <= 0 || int(id) > len(l.events) {
		return nil
	}
	return &l.events[id-1]
}

// Count is the number of events so far, stored or not.
func (l *Log) Count() int64 { return l.count }

// None is an event in which nothing is named.
func None(kind Kind, at int64) Event {
	return Event{Kind: kind, At: at, Broker: -1, Consumer: -1, Queue: -1, Topic: -1, Group: -1}
}

// Add stores an event with its variable-length numbers and returns its ID.
func (l *Log) Add(e Event, data ...int64) int32 {
	e.ID = int32(len(l.events) + 1)
	if len(data) > 0 {
		e.data, e.dataLen = int32(len(l.ints)+1), int32(len(data))
		l.ints = append(l.ints, data...)
		for _, v := range data {
			l.fold(uint64(v))
		}
	}
	l.events = append(l.events, e)
	stored := &l.events[len(l.events)-1]
	l.hash(stored)
	if l.sink != nil {
		l.sink(stored)
	}
	return stored.ID
}

// Note hashes an event that comes with every message and hands it to the sink.
func (l *Log) Note(e *Event) {
	l.hash(e)
	if l.sink != nil {
		// A copy, so that the caller's event need not live on the heap.
		l.note = *e
		l.sink(&l.note)
	}
}

// Tell is Note of an event that names a consumer, a queue, a topic and a group at
// most, -1 for none. Some five come with every message, so without a sink none of
// them is made up: that took a fifteenth of a run.
func (l *Log) Tell(kind Kind, at int64, consumer, queue int32, topic, group int16, a, b, c int64) {
	if l.sink != nil {
		l.note = Event{Kind: kind, At: at, Broker: -1, Consumer: consumer, Queue: queue, Topic: topic, Group: group, A: a, B: b, C: c}
		l.hash(&l.note)
		l.sink(&l.note)
		return
	}
	l.count++
	d := mix(l.digest, uint64(at))
	d = mix(d, uint64(kind)<<56^uint64(uint32(consumer))<<24^uint64(noBroker)<<40^uint64(uint32(queue)))
	l.digest = mix(d, uint64(a)^bits.RotateLeft64(uint64(b), 32)^bits.RotateLeft64(uint64(c), 56)^
		uint64(uint16(topic))<<48^uint64(uint16(group))<<16)
}

// noBroker is -1 as the digest takes a broker.
const noBroker = ^uint16(0)

// Grow adds n to B of the stored event id, a run of duplicates that goes on.
// Each of them was hashed as a completion.
func (l *Log) Grow(id int32, n int64) { l.events[id-1].B += n }

// Data are the variable-length numbers of a stored event.
func (l *Log) Data(e *Event) []int64 {
	if e.data == 0 {
		return nil
	}
	return l.ints[e.data-1 : e.data-1+e.dataLen]
}

// Allocation is one topic's allocation as one consumer computed it.
type Allocation struct {
	// IDs are the client ids it saw, sorted, as consumer indexes (the first
	// consumer with that id); an id listed twice stands twice.
	IDs []int32
	// Queues are the result, sorted.
	Queues []int32
	// Seen is the number of queues in its route, per broker index.
	Seen []int32
	// Asked is the broker that gave the id list.
	Asked int
	// Failed: the strategy refused, and the consumer kept what it had.
	Failed bool
}

// EncodeAllocation packs an allocation into the numbers of a KindAllocate event.
func EncodeAllocation(dst []int64, a *Allocation) []int64 {
	failed := int64(0)
	if a.Failed {
		failed = 1
	}
	dst = append(dst, int64(a.Asked), failed, int64(len(a.IDs)), int64(len(a.Queues)))
	for _, list := range [][]int32{a.IDs, a.Queues, a.Seen} {
		for _, v := range list {
			dst = append(dst, int64(v))
		}
	}
	return dst
}

// Allocation unpacks the numbers of a KindAllocate event.
func (l *Log) Allocation(e *Event) Allocation {
	d := l.Data(e)
	if e.Kind != KindAllocate || len(d) < 4 {
		return Allocation{Asked: -1}
	}
	ids, queues := int(d[2]), int(d[3])
	narrow := func(v []int64) []int32 {
		out := make([]int32, len(v))
		for i, x := range v {
			out[i] = int32(x)
		}
		return out
	}
	return Allocation{
		Asked:  int(d[0]),
		Failed: d[1] != 0,
		IDs:    narrow(d[4 : 4+ids]),
		Queues: narrow(d[4+ids : 4+ids+queues]),
		Seen:   narrow(d[4+ids+queues:]),
	}
}

// Locks calls f for each queue that a KindLock event is about.
func (l *Log) Locks(e *Event, f func(queue int32, granted bool)) {
	d := l.Data(e)
	for i := 0; i+1 < len(d); i += 2 {
		f(int32(d[i]), d[i+1] != 0)
	}
}

// IDs unpacks the consumer indexes of a KindMembers event, or the queue indexes
// of a KindUnlock.
func (l *Log) IDs(e *Event) []int32 {
	d := l.Data(e)
	out := make([]int32, len(d))
	for i, v := range d {
		out[i] = int32(v)
	}
	return out
}

// Pairs calls f for each queue and offset of a KindCommit event.
func (l *Log) Pairs(e *Event, f func(queue int32, offset int64)) {
	d := l.Data(e)
	for i := 0; i+1 < len(d); i += 2 {
		f(int32(d[i]), d[i+1])
	}
}
