package report

import (
	"sort"

	"ringside/core/trace"
)

// counts are one group's messages.
type counts struct {
	queues                []tally
	acts                  []Action
	distinct, completions int64
	interrupted, failed   int64
	found                 int64 // messages completed that a broker had lost
	tries                 tries
	alone                 []bool          // per consumer
	id                    []int32         // per consumer: the first with its client id
	busy                  map[int32]int64 // per consumer: messages in its listeners
	repeats               map[int]map[int32]int64
	rows                  []dup
	runs                  []*run
	byConsumer            map[int32]*worker
}

// worker is one consumer's work.
type worker struct{ completions, repeats int64 }

// tally is one queue of one group.
type tally struct {
	// first is, per offset, the first completion: consumer+1 above 40 bits of
	// milliseconds; 0 is not completed.
	first             []uint64
	of                map[int32][]uint64 // the same for each broadcasting client id
	again             map[int64]int      // offset: index in counts.rows
	distinct, repeats int64
	// shared are those of distinct that members who share the queue completed.
	shared            int64
	last              int64 // ns of the last completion, -1 none
	silence, silentAt int64
	latest            map[int32]*run // per consumer
	gone              []goneTally    // by truncation of the queue's log
}

const endBits = 40

type dup struct {
	queue  int32
	offset int64
	by     []by
}

type by struct {
	consumer int32
	end      int64
}

// run is a Delivery being made.
type run struct {
	queue, consumer    int32
	next               int64 // offset after the last one begun
	begun              int64 // first offset begun
	first, last, count int64
	start, end         int64
	before             *run
}

func newCounts(queues int, acts []Action) *counts {
	c := &counts{acts: acts, busy: map[int32]int64{}, repeats: map[int]map[int32]int64{}, byConsumer: map[int32]*worker{}}
	c.queues = make([]tally, queues)
	for i := range c.queues {
		c.queues[i].last = -1
	}
	return c
}

// message takes a listener's begin or end.
func (r *Recorder) message(e *trace.Event) {
	c := r.groups[r.names.groupOf(e)]
	retry := r.names.queues[e.Queue].retry
	c.tries.see(e)
	if e.Kind == trace.KindBegin {
		if !retry {
			r.lived(e, "first_message")
		}
		r.ordering(e).begin(e)
		c.busy[e.Consumer] += e.B
		c.begin(e)
		return
	}
	r.ordering(e).complete(e)
	c.busy[e.Consumer] = max(c.busy[e.Consumer]-e.B, 0)
	if e.Kind == trace.KindFail {
		if e.C == 1 {
			c.interrupted += e.B
		} else {
			c.failed += e.B
		}
		return
	}
	c.complete(e)
}

// begin opens a run, or goes on with the consumer's latest one.
func (c *counts) begin(e *trace.Event) {
	t := &c.queues[e.Queue]
	if t.latest == nil {
		t.latest = map[int32]*run{}
	}
	now := t.latest[e.Consumer]
	if now == nil || now.next != e.A {
		now = &run{queue: e.Queue, consumer: e.Consumer, begun: e.A, start: ms(e.At), before: now}
		t.latest[e.Consumer] = now
		c.runs = append(c.runs, now)
	}
	now.next = e.A + e.B
}

func (c *counts) complete(e *trace.Event) {
	t := &c.queues[e.Queue]
	if t.last >= 0 && e.At-t.last > t.silence {
		t.silence, t.silentAt = e.At-t.last, t.last
	}
	t.last = e.At
	w := c.byConsumer[e.Consumer]
	if w == nil {
		w = &worker{}
		c.byConsumer[e.Consumer] = w
	}
	for o := e.A; o < e.A+e.B; o++ {
		c.completions++
		w.completions++
		if !c.one(e, o) {
			w.repeats++
		}
	}
	for r := t.latest[e.Consumer]; r != nil; r = r.before {
		if e.A < r.begun || e.A >= r.next {
			continue
		}
		if r.count == 0 || e.A < r.first {
			r.first = e.A
		}
		if r.count == 0 || e.A+e.B-1 > r.last {
			r.last = e.A + e.B - 1
		}
		r.count += e.B
		r.end = ms(e.At)
		return
	}
}

// one counts one completion and says whether it was the message's first.
func (c *counts) one(e *trace.Event, offset int64) bool {
	m := c.tries.original(e.Queue, offset)
	offset = m.offset
	t := &c.queues[m.queue]
	seen := c.seen(t, e, offset)
	done := *seen
	if done == 0 {
		*seen = uint64(e.Consumer+1)<<endBits | uint64(ms(e.At))
		t.distinct++
		if int(e.Consumer) >= len(c.alone) || !c.alone[e.Consumer] {
			t.shared++
		}
		c.distinct++
		return true
	}
	t.repeats++
	at := c.action(ms(e.At))
	if c.repeats[at] == nil {
		c.repeats[at] = map[int32]int64{}
	}
	c.repeats[at][m.queue]++
	if t.again == nil {
		t.again = map[int64]int{}
	}
	i, listed := t.again[offset]
	switch {
	case !listed && len(c.rows) > MaxDuplicateRows:
		return false // there will be a summary
	case !listed:
		i = len(c.rows)
		t.again[offset] = i
		first := by{int32(done>>endBits) - 1, int64(done & (1<<endBits - 1))}
		c.rows = append(c.rows, dup{m.queue, offset, []by{first}})
	}
	c.rows[i].by = append(c.rows[i].by, by{e.Consumer, ms(e.At)})
	return false
}

// firsts are the first completions of a queue as a consumer counts them, long
// enough for an offset.
func (c *counts) firsts(t *tally, consumer int32, offset int64) []uint64 {
	if int(consumer) >= len(c.alone) || !c.alone[consumer] {
		for int64(len(t.first)) <= offset {
			t.first = append(t.first, 0)
		}
		return t.first
	}
	if t.of == nil {
		t.of = map[int32][]uint64{}
	}
	id := c.id[consumer]
	for int64(len(t.of[id])) <= offset {
		t.of[id] = append(t.of[id], 0)
	}
	return t.of[id]
}

// action is the index of the last action at or before t, -1 before the first.
func (c *counts) action(t int64) int {
	return sort.Search(len(c.acts), func(i int) bool { return c.acts[i].T > t }) - 1
}

// interrupt counts what was in the listeners of a consumer that shut down.
func (c *counts) interrupt(consumer int32) {
	c.interrupted += c.busy[consumer]
	c.forget(consumer)
}

func (c *counts) forget(consumer int32) { delete(c.busy, consumer) }
