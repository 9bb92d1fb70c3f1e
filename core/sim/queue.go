package sim

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
	A, B  int32
	N, M  int64
}

// Timer names a scheduled event so that it can be cancelled. The zero Timer names none.
type Timer struct {
	slot int32 // index + 1
	gen  uint32
}

// entry is what the heap moves: the order, and where the event lies.
type entry struct {
	at   Time
	seq  uint64
	slot int32
}

func (e entry) before(o entry) bool { return e.at < o.at || (e.at == o.at && e.seq < o.seq) }

type slot struct {
	ev   Event
	gen  uint32
	live bool
}

// Queue orders events by time; events of the same time come out in the order
// they were put in. In steady state it allocates nothing: slots are reused.
// The zero Queue is ready to use.
type Queue struct {
	now   Time
	seq   uint64
	heap  []entry
	slots []slot
	free  []int32
	live  int
}

// Now is the time of the last event taken out, or what Idle moved it to.
func (q *Queue) Now() Time { return q.now }

// Len is the number of events that are due some time and not cancelled.
func (q *Queue) Len() int { return q.live }

// Add schedules ev. A time in the past means now: a process that was frozen
// catches up on missed timers this way.
func (q *Queue) Add(ev Event) Timer {
	if ev.At < q.now {
		ev.At = q.now
	}
	var s int32
	if n := len(q.free); n > 0 {
		s = q.free[n-1]
		q.free = q.free[:n-1]
	} else {
		s = int32(len(q.slots))
		q.slots = append(q.slots, slot{})
	}
	sl := &q.slots[s]
	sl.ev, sl.live = ev, true
	sl.gen++
	q.seq++
	q.push(entry{ev.At, q.seq, s})
	q.live++
	return Timer{s + 1, sl.gen}
}

// Cancel takes a scheduled event back. It reports false when the event has
// already come out or been cancelled.
func (q *Queue) Cancel(t Timer) bool {
	if t.slot == 0 {
		return false
	}
	sl := &q.slots[t.slot-1]
	if !sl.live || sl.gen != t.gen {
		return false
	}
	// The heap entry stays until its time comes; taking it out of the middle would
	// cost more than meeting it once.
	sl.live = false
	q.live--
	return true
}

// Pending reports whether the event that t names is still to come.
func (q *Queue) Pending(t Timer) bool {
	return t.slot != 0 && q.slots[t.slot-1].live && q.slots[t.slot-1].gen == t.gen
}

// Next takes out the first event due at or before limit and moves the time to
// it. ok is false when there is none.
func (q *Queue) Next(limit Time) (ev Event, ok bool) {
	for len(q.heap) > 0 {
		top := q.heap[0]
		sl := &q.slots[top.slot]
		if !sl.live {
			q.pop()
			q.free = append(q.free, top.slot)
			continue
		}
		if top.at > limit {
			return Event{}, false
		}
		q.pop()
		ev = sl.ev
		sl.live = false
		q.live--
		q.free = append(q.free, top.slot)
		q.now = top.at
		return ev, true
	}
	return Event{}, false
}

// Peek is the time of the next event, ok false when there is none.
func (q *Queue) Peek() (Time, bool) {
	for len(q.heap) > 0 {
		top := q.heap[0]
		if q.slots[top.slot].live {
			return top.at, true
		}
		q.pop()
		q.free = append(q.free, top.slot)
	}
	return 0, false
}

// Idle moves the time forward to t when nothing is due before it.
func (q *Queue) Idle(t Time) {
	if t > q.now {
		q.now = t
	}
}

// The heap has four children a node: fewer levels, and the children lie in one
// or two cache lines.
const arity = 4

func (q *Queue) push(e entry) {
	q.heap = append(q.heap, e)
	h := q.heap
	i := len(h) - 1
	for i > 0 {
		p := (i - 1) / arity
		if !e.before(h[p]) {
			break
		}
		h[i] = h[p]
		i = p
	}
	h[i] = e
}

func (q *Queue) pop() {
	h := q.heap
	n := len(h) - 1
	e := h[n]
	q.heap = h[:n]
	if n == 0 {
		return
	}
	h = h[:n]
	i := 0
	for {
		c := i*arity + 1
		if c >= n {
			break
		}
		m := c
		for k := c + 1; k < c+arity && k < n; k++ {
			if h[k].before(h[m]) {
				m = k
			}
		}
		if !h[m].before(e) {
			break
		}
		h[i] = h[m]
		i = m
	}
	h[i] = e
}
