package report

import (
	"slices"

	"ringside/core/trace"
)

// owners follows who holds what: as rows of belief per consumer, and as the
// times in which nobody or more than one held a queue.
type owners struct {
	names *names
	rows  []Ownership
	last  map[int32]int // index of a consumer's last row
	holds map[int32][]int32
	left  map[int32][]int32 // dropped and still in the table of an orderly consumer
	// spans by group and queue
	spans map[[2]int]*span
}

// span is the ownership of one queue by one group.
type span struct {
	holders         []int32 // that count; who stops cleanly counts until it unregisters
	level           int     // 0 nobody, 1 somebody, 2 two that each should be the only one
	since           int64   // ns of the last change between nobody, one and more
	owned           bool    // it had an owner
	unowned, double int64   // longest so far
}

func newOwners(n *names) *owners {
	return &owners{names: n, last: map[int32]int{}, holds: map[int32][]int32{}, left: map[int32][]int32{}, spans: map[[2]int]*span{}}
}

func (o *owners) span(e *trace.Event, q int32) *span {
	key := [2]int{o.names.groupOf(e), int(q)}
	s := o.spans[key]
	if s == nil {
		s = &span{}
		o.spans[key] = s
	}
	return s
}

// close ends the present span at time at.
func (s *span) close(at int64) {
	switch {
	case s.level == 0 && s.owned:
		s.unowned = max(s.unowned, at-s.since)
	case s.level > 1:
		s.double = max(s.double, at-s.since)
	}
}

// level counts holders as far as it matters. Those that read all queues, whoever
// else does, make nobody a second owner.
func (o *owners) level(holders []int32) int {
	only := 0
	for _, c := range holders {
		if !o.names.all[c] {
			only++
		}
	}
	return max(min(only, 2), min(len(holders), 1))
}

// set changes the holders; the time with two and with three holders is one time.
func (o *owners) set(s *span, at int64, holders []int32) {
	if level := o.level(holders); level != s.level {
		s.close(at)
		s.since, s.level = at, level
	}
	s.holders = holders
	s.owned = s.owned || len(holders) > 0
}

func (o *owners) take(e *trace.Event) {
	if slices.Contains(o.holds[e.Consumer], e.Queue) {
		return
	}
	o.holds[e.Consumer] = append(o.holds[e.Consumer], e.Queue)
	s := o.span(e, e.Queue)
	o.set(s, e.At, append(slices.Clone(s.holders), e.Consumer))
	o.row(e)
}

func (o *owners) drop(e *trace.Event) {
	i := slices.Index(o.holds[e.Consumer], e.Queue)
	if i < 0 {
		return
	}
	o.holds[e.Consumer] = slices.Delete(o.holds[e.Consumer], i, i+1)
	if o.names.orderly[e.Consumer] {
		o.left[e.Consumer] = append(o.left[e.Consumer], e.Queue)
	}
	o.lose(e, e.Queue)
	o.row(e)
}

// remove takes a dropped queue out of an orderly consumer's table.
func (o *owners) remove(e *trace.Event) {
	if i := slices.Index(o.left[e.Consumer], e.Queue); i >= 0 {
		o.left[e.Consumer] = slices.Delete(o.left[e.Consumer], i, i+1)
		o.row(e)
	}
}

// release ends what counts as held by a consumer that unregisters; its own
// table is emptied only when shutdown() returns.
func (o *owners) release(e *trace.Event) {
	for _, q := range o.holds[e.Consumer] {
		o.lose(e, q)
	}
}

// clear empties a consumer's table: it died, shut down, or is about to start.
func (o *owners) clear(e *trace.Event) {
	o.release(e)
	delete(o.holds, e.Consumer)
	delete(o.left, e.Consumer)
	o.row(e)
}

func (o *owners) lose(e *trace.Event, q int32) {
	s := o.span(e, q)
	if i := slices.Index(s.holders, e.Consumer); i >= 0 {
		o.set(s, e.At, slices.Delete(slices.Clone(s.holders), i, i+1))
	}
}

// row writes down what the consumer holds; changes within a millisecond are one.
func (o *owners) row(e *trace.Event) {
	held := slices.Clone(o.holds[e.Consumer])
	slices.Sort(held) // index order is MessageQueue.compareTo's, topic by topic
	left := slices.Clone(o.left[e.Consumer])
	slices.Sort(left)
	now := Ownership{ms(e.At), o.names.consumer(e.Consumer), o.names.queueList(held), o.names.queueList(left)}
	if i, ok := o.last[e.Consumer]; ok {
		if o.rows[i].T == now.T {
			o.rows[i] = now
			return
		}
		if equal(o.rows[i].Queues, now.Queues) && equal(o.rows[i].Dropped, now.Dropped) {
			return
		}
	}
	o.last[e.Consumer] = len(o.rows)
	o.rows = append(o.rows, now)
}
