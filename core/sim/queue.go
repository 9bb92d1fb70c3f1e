package sim

import "math"

// Event is a typed entry of the Queue. What the numbers mean is the business
// of whoever schedules it; keeping them plain is what makes an event free of
// allocations.
type Event struct {
	// At is when it is due.
	At Time
	// Kind selects the handler.
	Kind uint16
	// Actor is the process whose life decides whether the event still counts, and
	// Life that process's incarnation when the event was scheduled.
	Actor int32
	Life  uint32
	// A, B, N and M are whatever the handler of Kind needs.
	A, B int32
	N, M int64
}

// key is the order of events: by time, and at the same time as they were put in.
type key struct {
	at  Time
	seq uint64
}

func (k key) before(o key) bool { return k.at < o.at || (k.at == o.at && k.seq < o.seq) }

// never comes after every event.
var never = key{math.MaxInt64, math.MaxUint64}

// Queue orders events by time; events of the same time come out in the order
// they were put in. In steady state it allocates nothing: places are reused.
// The zero Queue is ready to use.
//
// Nearly all events are due after one of a few short times: the network's latency,
// the work on a message, a producer's interval. Those of one such time come in the
// order in which they are due, so they wait in lanes, first in, first out. The
// rest, such as timers of seconds, lie in a heap.
type Queue struct {
	now  Time
	seq  uint64
	live int
	// heads are the keys of the first events in the lanes, tails the times of the
	// last that were put in.
	heads [numLanes]key
	tails [numLanes]Time
	lanes [numLanes]lane
	far   heap
}

// Now is the time of the last event taken out, or what Idle moved it to.
func (q *Queue) Now() Time { return q.now }

// Len is the number of events that are due some time and not cancelled.
func (q *Queue) Len() int { return q.live }

// Post schedules ev for good. A time in the past means now: a process that was
// frozen catches up on missed timers this way.
func (q *Queue) Post(ev Event) {
	p := q.Place(ev.At, ev.Kind, ev.Actor, ev.Life)
	p.A, p.B, p.N, p.M = ev.A, ev.B, ev.N, ev.M
}

// Place is Post of an event that the caller fills in where it lies, before it
// calls the Queue again: its A, B, N and M are 0.
func (q *Queue) Place(at Time, kind uint16, actor int32, life uint32) *Event {
	k := q.nextKey(at)
	best, tail := numLanes, Time(-1)
	if k.at-q.now <= laneSpan {
		// Of the lanes that end before the event the one that ends last, which leaves
		// the most room for what comes after it.
		for i := range q.tails {
			if t := q.tails[i]; t <= k.at && t > tail {
				best, tail = i, t
			}
		}
	}
	var ev *Event
	if best < numLanes {
		l := &q.lanes[best]
		if l.n == 0 {
			q.heads[best] = k
		}
		q.tails[best] = k.at
		w := l.push()
		w.seq = k.seq
		ev = &w.ev
	} else {
		ev, _ = q.far.add(k)
	}
	// Field by field: as js/wasm a copy of more than 16 bytes is a call of the engine's.
	ev.At, ev.Kind, ev.Actor, ev.Life = k.at, kind, actor, life
	ev.A, ev.B, ev.N, ev.M = 0, 0, 0, 0
	return ev
}

// Add is Post of an event that may be cancelled.
func (q *Queue) Add(ev Event) Timer {
	k := q.nextKey(ev.At)
	p, t := q.far.add(k)
	*p = ev
	p.At = k.at
	return t
}

// nextKey is the place in the order of an event put in now.
func (q *Queue) nextKey(at Time) key {
	if q.seq == 0 {
		for i := range q.heads {
			q.heads[i] = never
		}
	}
	q.live++
	q.seq++
	return key{max(at, q.now), q.seq}
}

// Cancel takes a scheduled event back. It reports false when the event has
// already come out or been cancelled.
func (q *Queue) Cancel(t Timer) bool {
	if !q.far.pending(t) {
		return false
	}
	q.far.slots[t.slot-1].live = false
	q.live--
	return true
}

// Pending reports whether the event that t names is still to come.
func (q *Queue) Pending(t Timer) bool { return q.far.pending(t) }

// Next takes out the first event due at or before limit and moves the time to
// it; nil when there is none. The event is valid until the next call of Next.
func (q *Queue) Next(limit Time) *Event {
	for q.live > 0 {
		first, k := numLanes, q.far.top()
		for i := range q.heads {
			if q.heads[i].before(k) {
				first, k = i, q.heads[i]
			}
		}
		if k.at > limit {
			return nil
		}
		var ev *Event
		if first < numLanes {
			l := &q.lanes[first]
			ev, q.heads[first] = l.shift()
		} else if ev = q.far.take(); ev == nil {
			continue // it was cancelled
		}
		q.live--
		q.now = k.at
		return ev
	}
	return nil
}

// Idle moves the time forward to t when nothing is due before it.
func (q *Queue) Idle(t Time) {
	if t > q.now {
		q.now = t
	}
}
