package view

import (
	"sort"

	"ringside/core"
)

// walk is the way from a queue's place on the consistent hash ring clockwise to
// the node that takes it.
type walk struct {
	on    bool
	queue int
	node  int // index into View.Ring
}

// nextNode is the node that takes the keys at a position: the first at or after
// it, or the first of all beyond the last.
func nextNode(ring []core.RingNode, position uint32) int {
	k := sort.Search(len(ring), func(k int) bool { return ring[k].Position >= position })
	return k % len(ring)
}

// walkPath draws the way of the queue that is hovered or selected, and makes
// its node stand out.
func (s *Scene) walkPath(v *core.View) {
	h := s.pointed()
	if h.Kind != HitQueue || h.Index < 0 || h.Index >= len(v.Queues) || len(v.Ring) == 0 {
		return
	}
	s.walk = walk{true, h.Index, nextNode(v.Ring, v.Queues[h.Index].Position)}
	node := &v.Ring[s.walk.node]
	from, to := positionAngle(v.Queues[h.Index].Position), positionAngle(node.Position)
	if to < from {
		to += fullTurn
	}
	s.drawWalk(s.segment(from, to), node.Consumer, from, to)
}

// drawWalk draws the way along a ring from one angle to another, where the node
// of a consumer is.
func (s *Scene) drawWalk(ring Arc, consumer int, from, to float32) {
	a := ring
	a.From, a.To = from, max(to, from+0.004)
	a.Inner, a.Outer, a.Fill = ring.Outer+2, ring.Outer+5, solid(InkFocus)
	s.arc(a)
	x, y := around(ring.X, ring.Y, from, ring.Outer+3.5)
	s.dot(Dot{X: x, Y: y, R: 3.5, Fill: solid(InkFocus)})
	x, y = around(ring.X, ring.Y, to, (ring.Inner+ring.Outer)/2)
	r := clamp((ring.Outer-ring.Inner)*0.62, 5, 10*s.unit)
	s.dot(Dot{X: x, Y: y, R: r, Fill: solid(ConsumerFill(consumer)), Edge: solid(InkFocus)})
}

// takenPaths draws the ways of the queues that have just been taken, as they are walked.
func (s *Scene) takenPaths(v *core.View) {
	p := s.place
	for i := range v.Queues {
		q := &v.Queues[i]
		t := s.transferOf(v, q)
		if t.to < 0 || t.came >= 1 || len(q.Owners) != 1 {
			continue
		}
		from := positionAngle(q.Position)
		to := positionAngle(v.Ring[nextNode(v.Ring, q.Position)].Position)
		if to < from {
			to += fullTurn
		}
		if !s.Viewport.ReducedMotion {
			to = from + (to-from)*smooth(min(1, 1.4*t.came))
		}
		a := s.segment(from, max(to, from+0.004))
		a.Inner, a.Outer, a.Fill = p.outer+2, p.outer+5, Paint{ConsumerFill(t.to), part(255, 2*(1-t.came))}
		s.arc(a)
	}
}

// walkWords names, in the middle of the ring, the node that a queue goes to, or
// the node pointed at; false when neither is.
func (s *Scene) walkWords(v *core.View, big, small float32) bool {
	h := s.pointed()
	switch {
	case s.walk.on:
		q, node := &v.Queues[s.walk.queue], &v.Ring[s.walk.node]
		s.lines = append(s.lines[:0],
			line{Font{Size: big, Bold: true}, InkText, 0, key(KeyWalk).with(text(s.names.short[s.walk.queue])).with(text(consumerName(v, node.Consumer))).with(integer(node.Replica))},
			line{Font{Size: small}, InkMuted, 4, key(KeyWalkNext)},
			line{Font{Size: small, Mono: true}, InkMuted, 3, key(KeyWalkFrom).with(position(q.Position)).with(position(node.Position))})
		return true
	case h.Kind == HitNode && h.Index >= 0 && h.Index < len(v.Ring):
		node := &v.Ring[h.Index]
		s.lines = append(s.lines[:0],
			line{Font{Size: big, Bold: true}, ConsumerText(node.Consumer), 0, key(KeyNode).with(text(consumerName(v, node.Consumer))).with(integer(node.Replica))},
			line{Font{Size: small, Mono: true}, InkMuted, 4, plain(position(node.Position))})
		return true
	}
	return false
}

// pointed is what is hovered or, without that, selected.
func (s *Scene) pointed() Hit {
	if s.Viewport.Hover.Kind != HitNone {
		return s.Viewport.Hover
	}
	return s.Viewport.Selected
}

func consumerName(v *core.View, i int) string {
	if i < 0 || i >= len(v.Consumers) {
		return "?"
	}
	return v.Consumers[i].Name
}
