package view

import "ringside/core"

// A queue that several consumers have by design is drawn without alarm. In POP each
// message goes to one of those that a broker lets pop, so the arc is split among
// them; in broadcasting and where each loops over all queues every one of them reads
// all of it, so each has a band along the whole arc. In a rectangle, where the length
// means offsets, both are bands.

// InkShared is the colour of a queue that more consumers share than can be drawn.
const InkShared = InkMuted

// mostBands is how many consumers a queue is shown to be shared by; more are one grey.
const mostBands = 6

// shared tells whether several consumers have a queue and none is one too many.
func shared(q *core.QueueView) bool { return q.Shared != core.SharedNot && len(q.Owners) > 1 }

// bandInk is the ink of band k of a shared queue that has n of them.
func bandInk(q *core.QueueView, k, n int) Ink {
	if n < len(q.Owners) {
		return InkShared
	}
	return ConsumerFill(q.Owners[k])
}

// bandsIn is in how many bands a shared queue is drawn when each needs some room: one
// per consumer, or a single one.
func bandsIn(q *core.QueueView, room, least float32) int {
	if n := len(q.Owners); n <= mostBands && room >= least*float32(n) {
		return n
	}
	return 1
}

// sharedArc draws the arc of a queue that is shared.
func (s *Scene) sharedArc(q *core.QueueView, a Arc, alpha uint8) {
	if q.Shared == core.SharedPop {
		n := bandsIn(q, (a.To-a.From)*a.Outer, 4)
		step := (a.To - a.From) / float32(n)
		for k := range n {
			piece := a
			piece.From, piece.To = a.From+float32(k)*step, a.From+float32(k+1)*step
			piece.Fill = Paint{bandInk(q, k, n), alpha}
			s.arc(piece)
			if n == len(q.Owners) && s.marks() {
				s.markedArc(q.Owners[k], piece, alpha)
			}
		}
		return
	}
	n := bandsIn(q, a.Outer-a.Inner, 1.6)
	step := (a.Outer - a.Inner) / float32(n)
	for k := range n { // the first outside, where it is longest
		band := a
		band.Outer = a.Outer - float32(k)*step
		band.Inner = band.Outer - step
		band.Fill = Paint{bandInk(q, k, n), alpha}
		s.arc(band)
	}
	if n == len(q.Owners) {
		s.arcMarks(q.Owners, a, alpha)
	}
}

// sharedBox fills a rectangle with a shared queue's bands.
func (s *Scene) sharedBox(q *core.QueueView, b Box) {
	n := bandsIn(q, b.H, 1.6)
	h := b.H / float32(n)
	top := b.Y
	for k := range n {
		band := b
		band.Y, band.H = top+float32(k)*h, h
		band.Fill.Ink = bandInk(q, k, n)
		if b.Style == StyleHatched {
			band.Second.Ink = band.Fill.Ink
		}
		if n > 1 {
			band.Radius = 0
		}
		s.box(band)
	}
}

// sampleOwners are those that share the queue in the words below a map.
var sampleOwners = []int{0, 1, 2}

// sharing is how the queues shown are shared: by how many at least and at most.
type sharing struct {
	how         core.Sharing
	least, most int
}

// sharingOf looks at n queues from the index first on. Queues of different kinds, in
// a group that mixes them, are told by the first.
func sharingOf(v *core.View, first, n int) (h sharing) {
	for i := first; i < first+n; i++ {
		q := &v.Queues[i]
		if q.Shared == core.SharedNot || len(q.Owners) == 0 {
			continue
		}
		if h.how == core.SharedNot {
			h = sharing{q.Shared, len(q.Owners), len(q.Owners)}
		}
		h.least, h.most = min(h.least, len(q.Owners)), max(h.most, len(q.Owners))
	}
	return h
}

// words say how the queues are shared.
func (h sharing) words() words {
	switch {
	case h.how == core.SharedAll && h.most == 1:
		return key(KeyReadsAll)
	case h.how == core.SharedAll:
		return key(KeyEachReads).with(integer(h.most))
	case h.least < h.most:
		return key(KeySharedRange).with(integer(h.least)).with(integer(h.most))
	}
	return key(KeyShared).with(integer(h.most))
}

// Undealt tells whether no strategy divides the queues of a view, and how they are
// shared instead.
func Undealt(v *core.View) (how core.Sharing, ok bool) {
	how = sharingOf(v, 0, len(v.Queues)).how
	return how, how != core.SharedNot && !dealt(v)
}

// dealt tells whether a consumer divides the queues by a strategy of its own: none
// does that broadcasts, loops over all queues or pops, which a broker sees to.
func dealt(v *core.View) bool {
	for i := range v.Consumers {
		if c := &v.Consumers[i]; !readsAll(c) && !pops(c) {
			return true
		}
	}
	return len(v.Consumers) == 0
}

// readsAll tells of a consumer that reads all queues; pops of one that a broker lets
// pop from some, or all.
func readsAll(c *core.ConsumerView) bool { return c.Broadcast || c.Mode == "pull-all" }
func pops(c *core.ConsumerView) bool     { return c.Mode == "pop" }
