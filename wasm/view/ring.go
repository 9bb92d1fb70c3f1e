package view

import (
	"strings"
	"time"

	"ringside/core"
)

// ringPlace is where the ring came to lie in a scene.
type ringPlace struct {
	x, y, inner, outer float32
}

// hashed tells whether the group's strategy has a ring of its own.
func hashed(v *core.View) bool {
	return len(v.Ring) > 0 || strings.HasPrefix(v.Strategy, "consistent-hash")
}

func (s *Scene) ringHead(v *core.View, r Rect) {
	u := s.unit
	share := float32(0.45)
	if hashed(v) {
		share = 0.3
	}
	if r.W < 340*u {
		share = 1 // the strategy is in the page's own controls too
	}
	title, about := r.cutLeft(share*r.W, 8)
	s.label(title, AlignLeft, Font{Size: 13 * u, Bold: true}, InkMuted, key(KeyRingTitle))
	w := key(KeyRingAboutTopics).with(integer(len(v.Topics))).with(text(v.Strategy))
	if len(v.Topics) == 1 {
		w = key(KeyRingAbout).with(text(v.Topics[0])).with(text(v.Strategy))
		if hashed(v) {
			w = key(KeyRingAboutHash).with(text(v.Topics[0])).with(text(v.Strategy)).with(integer(v.VNodes))
		}
	}
	s.label(about, AlignRight, Font{Size: 11.5 * u}, InkMuted, w)
}

// ring draws the ownership ring as large as the place allows: for consistent
// hash its true arcs with the queues at their true places, for the others the
// queues as equal arcs in the order in which the strategies deal them.
func (s *Scene) ring(v *core.View, r Rect) {
	u := s.unit
	font := Font{Size: clamp(10*u, 9, 13), Mono: true}
	pillW, pillH := s.names.widest*font.Size+8*u, font.Size+7*u
	outer := min(r.W/2-pillW-9, r.H/2-pillH-9)
	named := outer >= 48 && len(v.Queues) > 0
	if !named {
		outer = min(r.W, r.H)/2 - 8
	}
	outer = min(outer, 260*u)
	if outer < 16 {
		return
	}
	thick := clamp(outer*0.085, 5, 18*u)
	s.place = ringPlace{r.X + r.W/2, r.Y + r.H/2, outer - thick, outer}
	if hashed(v) {
		s.hashRing(v)
		s.placeBeads(v, font, pillW, pillH, named)
	} else {
		s.equalRing(v)
		if named {
			s.arcNames(v, font, pillW, pillH)
		}
	}
	s.centre(v)
}

// segment is the arc from..to of the ring.
func (s *Scene) segment(from, to float32) Arc {
	p := s.place
	return Arc{X: p.x, Y: p.y, Inner: p.inner, Outer: p.outer, From: from, To: to}
}

// equalRing gives each queue the same arc, the first beginning at twelve o'clock.
func (s *Scene) equalRing(v *core.View) {
	n := len(v.Queues)
	if n == 0 {
		s.hollow(s.segment(0, fullTurn))
		return
	}
	step := float32(fullTurn) / float32(n)
	gap := min(3.5/s.place.outer, step*0.2)
	merge := step*s.place.outer < 7
	for i := 0; i < n; i++ {
		first := i
		for merge && i+1 < n && sameLook(&v.Queues[first], &v.Queues[i+1]) && s.isLit(first) == s.isLit(i+1) {
			i++
		}
		a := s.segment(float32(first)*step+gap/2, float32(i+1)*step-gap/2)
		if merge {
			a = s.segment(float32(first)*step, float32(i+1)*step)
		}
		s.ownedArc(v, first, a)
	}
	for i := range v.Queues {
		s.hitArc(HitQueue, i, s.segment(float32(i)*step, float32(i+1)*step))
	}
}

// sameLook tells whether two neighbours can be drawn as one arc.
func sameLook(a, b *core.QueueView) bool {
	if len(a.Owners) != len(b.Owners) || len(a.Owners) > 1 {
		return false
	}
	return len(a.Owners) == 0 || a.Owners[0] == b.Owners[0]
}

// ownedArc draws one queue's arc by its owners.
func (s *Scene) ownedArc(v *core.View, i int, a Arc) {
	q := &v.Queues[i]
	alpha := s.shade(i, 255)
	switch len(q.Owners) {
	case 0:
		s.hollow(a)
		return
	case 1:
		a.Fill = Paint{ConsumerFill(q.Owners[0]), alpha}
	default:
		a.Style = StyleHatched
		a.Fill, a.Second = Paint{ConsumerFill(q.Owners[0]), alpha}, Paint{ConsumerFill(q.Owners[1]), alpha}
		a.Edge = Paint{InkDuplicate, alpha}
	}
	if part := s.progress(v.Now, q.Changed); part < 1 {
		s.hollow(a)
		a.To = a.From + (a.To-a.From)*ease(part)
	}
	s.arc(a)
	if s.isLit(i) {
		halo := a
		halo.Inner, halo.Outer, halo.Style = a.Outer+2, a.Outer+4, StyleSolid
		halo.Fill, halo.Edge = solid(InkFocus), Paint{}
		s.arc(halo)
	}
}

func (s *Scene) hollow(a Arc) {
	a.Style, a.Edge, a.Fill = StyleDashed, solid(InkHollow), Paint{}
	s.arc(a)
}

// handOver is how long on the screen a new owner's colour takes to fill its arc.
const handOver = 350 * time.Millisecond

// progress is how much of that has passed since a change, from 0 to 1, in the
// simulation's time at the viewport's speed; 1 without motion and at speeds
// where it would only lag behind.
func (s *Scene) progress(now, changed time.Duration) float32 {
	if s.Viewport.ReducedMotion || s.Viewport.Speed > 4 || changed < 0 || now < changed {
		return 1
	}
	return min(1, float32(float64(now-changed)/(float64(handOver)*s.Viewport.Speed)))
}

// ease starts fast and ends softly.
func ease(x float32) float32 { return 1 - (1-x)*(1-x)*(1-x) }

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
		s.nodeArc(v.Ring[i].Consumer, from, to)
		i = j + 1
	}
	s.nodes(v)
}

func (s *Scene) nodeArc(consumer int, from, to float32) {
	a := s.segment(from, to)
	a.Fill = Paint{ConsumerFill(consumer), 255}
	if len(s.lit) > 0 && !s.focused(HitConsumer, consumer) {
		a.Fill.Alpha = 110
	}
	s.arc(a)
	if a.From < 0 {
		a.From, a.To = a.From+fullTurn, a.To+fullTurn
	}
	s.hitArc(HitConsumer, consumer, a)
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
		d := Dot{X: x, Y: y, R: r, Fill: solid(InkBackground), Edge: Paint{ConsumerText(v.Ring[i].Consumer), 255}}
		if s.focused(HitNode, i) {
			d.R, d.Edge = r*1.5, solid(InkFocus)
		}
		s.dot(d)
		s.hitRect(HitNode, i, Rect{x - r, y - r, 2 * r, 2 * r})
	}
}
