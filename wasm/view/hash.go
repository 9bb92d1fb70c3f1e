package view

import "ringside/core"

// hashRing draws the arcs that end at each virtual node in its consumer's
// colour: a key goes to the next node clockwise.
func (s *Scene) hashRing(v *core.View) {
	n := len(v.Ring)
	if n == 0 {
		s.hollow(s.segment(0, fullTurn))
		return
	}
	for i := 0; i < n; {
		j := i
		for j+1 < n && v.Ring[j+1].Consumer == v.Ring[i].Consumer {
			j++
		}
		from := positionAngle(v.Ring[(i+n-1)%n].Position)
		to := positionAngle(v.Ring[j].Position)
		if i == 0 {
			from -= fullTurn
		}
		s.nodeArc(v, i, j, from, to)
		i = j + 1
	}
	s.takenPaths(v)
	s.nodes(v)
	s.walkPath(v)
}

// nodeArc draws the arc that ends at the nodes first to last, all of one
// consumer. When that one has just come, its colour grows from its nodes
// backwards over that of the next, who had the arc before.
func (s *Scene) nodeArc(v *core.View, first, last int, from, to float32) {
	consumer := v.Ring[first].Consumer
	a := s.segment(from, to)
	if came := s.placed(v, consumer); came < 1 {
		a.Fill = Paint{ConsumerFill(s.heir(v, last)), s.nodeShade(consumer)}
		s.arc(a)
		if s.Viewport.ReducedMotion {
			a.Fill = Paint{ConsumerFill(consumer), part(s.nodeShade(consumer), ease(came))}
		} else {
			a.Fill = Paint{ConsumerFill(consumer), s.nodeShade(consumer)}
			a.From = to - (to-from)*ease(came)
		}
		s.arc(a)
		a.From = from
	} else {
		a.Fill = Paint{ConsumerFill(consumer), s.nodeShade(consumer)}
		s.arc(a)
		s.nodeMark(a, consumer)
	}
	if a.From < 0 {
		a.From, a.To = a.From+fullTurn, a.To+fullTurn
	}
	s.hitArc(HitConsumer, consumer, a)
}

// nodeMark puts the consumer's mark on the middle of its arc, clear of the nodes at the ends.
func (s *Scene) nodeMark(a Arc, consumer int) {
	r, middle := min((a.Outer-a.Inner)*0.34, 6*s.unit), (a.Inner+a.Outer)/2
	if (a.To-a.From)*middle < 6*r+8 {
		return
	}
	x, y := around(a.X, a.Y, (a.From+a.To)/2, middle)
	s.ownerMark(consumer, x, y, r, Paint{OnConsumer(consumer), s.nodeShade(consumer)})
}

// nodeShade is the opacity of a consumer's arcs.
func (s *Scene) nodeShade(consumer int) uint8 {
	if len(s.lit) > 0 && !s.focused(HitConsumer, consumer) {
		return 110
	}
	return 255
}

// placed is how far a consumer's nodes have come onto the ring.
func (s *Scene) placed(v *core.View, consumer int) float32 {
	if consumer < 0 || consumer >= len(v.Consumers) {
		return 1
	}
	return s.progress(v.Now, v.Consumers[consumer].FirstRebalance)
}

// heir is who has the arc of a node without its consumer: that of the next node
// whose consumer has long been there.
func (s *Scene) heir(v *core.View, node int) int {
	n := len(v.Ring)
	for k := 1; k < n; k++ {
		if c := v.Ring[(node+k)%n].Consumer; s.placed(v, c) >= 1 {
			return c
		}
	}
	return v.Ring[node].Consumer
}

// nodes marks the virtual nodes while they are far enough apart to be seen.
func (s *Scene) nodes(v *core.View) {
	p := s.place
	r := clamp((p.outer-p.inner)*0.3, 2, 5*s.unit)
	if float32(len(v.Ring))*r*2.6 > fullTurn*p.outer {
		return
	}
	for i := range v.Ring {
		a := positionAngle(v.Ring[i].Position)
		x, y := around(p.x, p.y, a, (p.inner+p.outer)/2)
		d := nodeDot(v.Ring[i].Consumer, x, y, r)
		if s.focused(HitNode, i) {
			d.R, d.Edge = r*1.5, solid(InkFocus)
		}
		s.dot(d)
		s.hitRect(HitNode, i, Rect{x - r, y - r, 2 * r, 2 * r})
	}
}

// nodeDot is a consumer's virtual node.
func nodeDot(consumer int, x, y, r float32) Dot {
	return Dot{X: x, Y: y, R: r, Fill: solid(InkBackground), Edge: solid(ConsumerText(consumer))}
}
