package view

import (
	"time"

	"ringside/core"
)

// handOver is how long on the screen a queue takes to travel from hand to hand.
const handOver = 700 * time.Millisecond

// progress is how much of a hand-over has passed since a change, from 0 to 1,
// in the simulation's time at the viewport's speed, so that scrubbing shows the
// same; 1 at speeds where it would only lag behind.
func (s *Scene) progress(now, changed time.Duration) float32 {
	if s.Viewport.Speed > blurSpeed || changed < 0 || now < changed {
		return 1
	}
	return min(1, float32(float64(now-changed)/(float64(handOver)*s.Viewport.Speed)))
}

// ease starts fast and ends softly.
func ease(x float32) float32 { return 1 - (1-x)*(1-x)*(1-x) }

// smooth starts and ends softly.
func smooth(x float32) float32 { return x * x * (3 - 2*x) }

// transfer is a queue on its way from one consumer to another. A RocketMQ
// consumer lets go long before the next one takes, so each half has its own
// time; the old owner is seen during both.
type transfer struct {
	from, to int     // consumers; -1: nobody
	left     float32 // how far the old owner is gone
	came     float32 // how far the new owner is there
}

// still tells whether nothing moves.
func (t *transfer) still() bool { return t.left >= 1 && t.came >= 1 }

// transferOf is what queue q goes through now.
func (s *Scene) transferOf(v *core.View, q *core.QueueView) transfer {
	t := transfer{from: -1, to: -1, left: 1, came: 1}
	if len(q.Owners) > 0 {
		t.to = q.Owners[len(q.Owners)-1]
	}
	if shared(q) {
		return t // it goes from nobody to nobody
	}
	// A change at the moment of letting go brought no new owner: one of two left.
	if t.to >= 0 && q.Changed != q.LetGoAt {
		t.came = s.progress(v.Now, q.Changed)
	}
	if q.LetGo < 0 || q.LetGo >= len(v.Consumers) || owns(q, q.LetGo) {
		return t
	}
	t.from = q.LetGo
	t.left = s.progress(v.Now, q.LetGoAt)
	if t.came < 1 {
		t.left = t.came // as it arrives, the old owner is shown once more
	}
	return t
}

// lift is how far an arc that changes hands leaves the ring.
func (s *Scene) lift() float32 {
	if s.Viewport.ReducedMotion {
		return 0
	}
	return 9 * s.unit
}

// movingArc draws an arc whose queue changes hands: the old owner's arc goes
// outwards and the new one's comes from inside, both seen while they travel.
// Without motion they fade in place.
func (s *Scene) movingArc(a Arc, t transfer, alpha uint8) {
	old, fresh := a, a
	rim := a
	rim.Style, rim.Edge, rim.Fill, rim.Second = StyleDashed, Paint{InkHollow, 255}, Paint{}, Paint{}
	if t.to >= 0 {
		rim.Edge.Alpha = part(255, 1-t.came)
	}
	s.arc(rim)
	if t.from >= 0 && t.left < 1 {
		far := s.lift() * ease(t.left)
		old.Inner, old.Outer = a.Inner+far, a.Outer+far
		old.Fill, old.Second, old.Edge, old.Style = Paint{ConsumerFill(t.from), part(alpha, 1-t.left)}, Paint{}, Paint{}, StyleSolid
		s.arc(old)
	}
	if t.to < 0 {
		return
	}
	far := s.lift() * 1.6 * (1 - ease(t.came))
	fresh.Inner, fresh.Outer = max(1, a.Inner-far), a.Outer-far
	fresh.Fill.Alpha, fresh.Second.Alpha = part(a.Fill.Alpha, ease(t.came)), part(a.Second.Alpha, ease(t.came))
	fresh.Edge.Alpha = part(a.Edge.Alpha, ease(t.came))
	s.arc(fresh)
}

// movingBead shows the old owner's pill going and gives the new one's as it comes.
func (s *Scene) movingBead(b Box, t transfer) Box {
	if t.from >= 0 && t.left < 1 {
		old := Box{Rect: b.Rect, Radius: b.Radius, Fill: Paint{ConsumerFill(t.from), part(255, 1-t.left)}}
		s.box(old)
	}
	if t.to >= 0 && b.Style == StyleSolid {
		b.Fill.Alpha = part(b.Fill.Alpha, ease(t.came))
	}
	return b
}

// part is a share of an opacity.
func part(alpha uint8, share float32) uint8 { return uint8(float32(alpha)*clamp(share, 0, 1) + 0.5) }

// maxMoving bounds the pills on their way in one frame.
const maxMoving = 24

// handOvers draws, between the columns, the queues that travel: with a pill on
// the way back from the consumer that lets go, or on the way to the one that
// takes, and the old owner's curve as it goes.
func (s *Scene) handOvers(v *core.View) {
	s.pills = s.pills[:0]
	for i := range v.Queues {
		q := &v.Queues[i]
		t := s.transferOf(v, q)
		if t.still() || !s.from[i].ok || len(v.Queues) > maxCurves && !s.isLit(i) {
			continue // among so many, pills and curves would only cover each other
		}
		if t.from >= 0 && t.left < 1 && s.to[t.from].ok {
			c := s.path(v, i, t.from)
			c.Width, c.Dashed, c.Paint = 1.3, true, Paint{ConsumerFill(t.from), part(s.shade(i, 200), 1-t.left)}
			s.Curves = append(s.Curves, c)
			if t.to < 0 {
				s.travel(&c, i, 1-smooth(t.left), t.from)
			}
		}
		if t.to >= 0 && t.came < 1 && s.to[t.to].ok {
			c := s.swung(v, i, t)
			s.travel(&c, i, smooth(t.came), t.to)
		}
	}
}

// swung is the curve to the new owner, whose end comes over from the old one.
func (s *Scene) swung(v *core.View, i int, t transfer) Curve {
	c := s.path(v, i, t.to)
	if s.Viewport.ReducedMotion || t.came >= 1 || t.from < 0 || !s.to[t.from].ok {
		return c
	}
	old := s.path(v, i, t.from)
	e := smooth(t.came)
	for k := range c.X {
		c.X[k] = old.X[k] + (c.X[k]-old.X[k])*e
		c.Y[k] = old.Y[k] + (c.Y[k]-old.Y[k])*e
	}
	return c
}

// travel puts the queue's pill on a curve, unless it would cover another.
func (s *Scene) travel(c *Curve, i int, at float32, consumer int) {
	if s.Viewport.ReducedMotion || len(s.pills) >= maxMoving {
		return
	}
	f := Font{Size: 10 * s.unit, Mono: true}
	w, h := textWidth(s.names.short[i], f)+8*s.unit, 16*s.unit
	left, right := c.X[0]+2, c.X[3]-2
	if right-left < w {
		return
	}
	x, y := c.At(at)
	r := Rect{clamp(x-w/2, left, right-w), y - h/2, w, h}
	if !s.Free.Contains(r.X, r.Y) || r.Bottom() > s.Free.Bottom() {
		return
	}
	for _, other := range s.pills {
		if other.Overlaps(r) {
			return
		}
	}
	s.pills = append(s.pills, r)
	s.Plates = append(s.Plates, Box{Rect: r, Radius: h / 2, Fill: solid(ConsumerFill(consumer)), Edge: solid(InkFocus), EdgeWidth: 1.5})
	s.label(r.Inset(1, 0), AlignCentre, f, OnConsumer(consumer), name(s.names.short[i]))
}
