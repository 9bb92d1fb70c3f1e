package view

import (
	"slices"
	"strings"

	"ringside/core"
)

// ringPlace is where a ring came to lie in a scene, and which queues it shows:
// n of them from the index first on.
type ringPlace struct {
	x, y, inner, outer float32
	first, n           int
	named              bool // with names around it
}

// hashed tells whether the group's strategy has a ring of its own.
func hashed(v *core.View) bool {
	return dealt(v) && (len(v.Ring) > 0 || strings.HasPrefix(v.Strategy, "consistent-hash"))
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
	how, undealt := Undealt(v)
	head := KeyRingTitle
	if how != core.SharedNot {
		head = KeySharedTitle
	}
	if s.Viewport.Mode == ModeBelief {
		head = KeyBeliefTitle
	}
	s.label(title, AlignLeft, Font{Size: 13 * u, Bold: true}, InkMuted, key(head))
	if undealt {
		s.label(about, AlignRight, Font{Size: 11.5 * u}, InkMuted, s.undealt(v, how))
		return
	}
	s.label(about, AlignRight, Font{Size: 11.5 * u}, InkMuted, ringAbout(v))
}

// ringAbout names the topic and the strategy of a ring; once when they are
// called the same.
func ringAbout(v *core.View) words {
	topic, ok := oneTopic(v)
	if !ok {
		return key(KeyRingAboutTopics).with(integer(len(v.Topics))).with(text(v.Strategy))
	}
	nodes := func(one, many string) words {
		if v.VNodes == 1 {
			return key(one)
		}
		return key(many)
	}
	switch {
	case hashed(v) && topic == v.Strategy:
		return nodes(KeyRingNode, KeyRingNodes).with(text(topic)).with(integer(v.VNodes))
	case hashed(v):
		return nodes(KeyRingAboutHashOne, KeyRingAboutHash).with(text(topic)).with(text(v.Strategy)).with(integer(v.VNodes))
	case topic == v.Strategy:
		return name(topic)
	}
	return key(KeyRingAbout).with(text(topic)).with(text(v.Strategy))
}

// undealt says what is read where no strategy divides it.
func (s *Scene) undealt(v *core.View, how core.Sharing) words {
	one, many := KeyRingAboutAll, KeyRingAboutAllTopics
	if how == core.SharedPop {
		one, many = KeyRingAboutPop, KeyRingAboutPopTopics
	}
	if topic, ok := oneTopic(v); ok {
		return key(one).with(text(topic))
	}
	return key(many).with(integer(len(v.Topics)))
}

// oneTopic is the topic whose queues are shown, when it is one.
func oneTopic(v *core.View) (string, bool) {
	switch {
	case v.Topic >= 0 && v.Topic < len(v.Topics):
		return v.Topics[v.Topic], true
	case len(v.Topics) == 1:
		return v.Topics[0], true
	}
	return "", false
}

// ring draws the ownership ring as large as the place allows: for consistent
// hash its true arcs with the queues at their true places, for the others the
// queues as equal arcs in the order in which the strategies deal them, with a
// ring per topic, as topics are dealt one by one.
func (s *Scene) ring(v *core.View, r Rect) {
	s.places = s.places[:0]
	onHash := hashed(v) && s.Viewport.Mode == ModeTruth
	if onHash {
		names, widest := s.beadNames(v, r)
		placed := s.placeRing(r, 0, len(v.Queues), widest)
		if placed && !s.beadsNamed(v, s.pillW(widest)) && s.cramped() {
			s.marked, s.dotted = true, true
			placed = s.placeRing(r, 0, len(v.Queues), widest)
		}
		if placed {
			s.hashRing(v)
			s.placeBeads(v, names, s.pillW(widest))
			s.centre(v)
			s.places = append(s.places, s.place)
		}
		return
	}
	n := s.topics.count()
	if n < 2 || !s.topicRings(v, r, n) {
		if s.placeRing(r, 0, len(v.Queues), s.names.widest) {
			s.equalRing(v)
			if s.place.named {
				s.arcNames(v, s.ringFont(), s.arcNameW(s.names.widest), s.pillH(), s.names.short)
			}
			s.centre(v)
			s.places = append(s.places, s.place)
		}
	}
}

func (s *Scene) ringFont() Font { return Font{Size: clamp(10*s.unit, 9, 24), Mono: true} }
func (s *Scene) pillH() float32 { return s.ringFont().Size + 7*s.unit }
func (s *Scene) pillW(widest float32) float32 {
	return s.arcNameW(widest) + s.markRoom(s.ringFont().Size)
}

// arcNameW is the width of a name that stands beside an arc, without a pill.
func (s *Scene) arcNameW(widest float32) float32 { return widest*s.ringFont().Size + 8*s.unit }

// placeRing finds the place of a ring of n queues in r, false without room.
func (s *Scene) placeRing(r Rect, first, n int, widest float32) bool {
	u := s.unit
	w := s.pillW(widest)
	outer := min(r.W/2-w-9, r.H/2-s.pillH()-9-0.06*w) // pills beside the top reach a little above it
	named := outer >= 40 && n > 0 && !s.dotted
	if !named {
		outer = min(r.W, r.H)/2 - 8
		if s.marks() {
			outer -= 4 // for the queues' marks
		}
	}
	outer = min(outer, 260*u)
	s.place = ringPlace{}
	if outer < 16 {
		return false
	}
	thick := clamp(outer*0.085, 5, 18*u)
	if s.marks() { // room for the consumers' marks
		thick = clamp(outer*0.115, 9, 20*u)
	}
	s.place = ringPlace{r.X + r.W/2, r.Y + r.H/2, outer - thick, outer, first, n, named}
	return true
}

// segment is the arc from..to of the ring.
func (s *Scene) segment(from, to float32) Arc {
	p := s.place
	return Arc{X: p.x, Y: p.y, Inner: p.inner, Outer: p.outer, From: from, To: to}
}

// equalRing gives each queue the same arc, the first beginning at twelve o'clock.
func (s *Scene) equalRing(v *core.View) {
	n, base := s.place.n, s.place.first
	if n == 0 {
		s.hollow(s.segment(0, fullTurn))
		return
	}
	step := float32(fullTurn) / float32(n)
	gap := min(3.5/s.place.outer, step*0.2)
	merge := step*s.place.outer < 7
	for i := 0; i < n; i++ {
		first := i
		for merge && i+1 < n && s.sameLook(v, base+first, base+i+1) && s.isLit(base+first) == s.isLit(base+i+1) {
			i++
		}
		a := s.segment(float32(first)*step+gap/2, float32(i+1)*step-gap/2)
		if merge {
			a = s.segment(float32(first)*step, float32(i+1)*step)
		}
		if q := &v.Queues[base+first]; merge && shared(q) && q.Shared == core.SharedPop { // split, a run would look as if it were dealt out
			a.Fill = Paint{InkShared, s.shade(base+first, 255)}
			s.arc(a)
			s.haloArc(base+first, a)
			continue
		}
		s.ownedArc(v, base+first, a)
	}
	for i := range n {
		s.hitArc(HitQueue, base+i, s.segment(float32(i)*step, float32(i+1)*step))
	}
}

// queueAngle is where on its ring a queue stands; ok is false when it is on none.
func (s *Scene) queueAngle(v *core.View, i int) (p ringPlace, angle float32, ok bool) {
	for _, p := range s.places {
		if i < p.first || i >= p.first+p.n {
			continue
		}
		if hashed(v) && s.Viewport.Mode == ModeTruth {
			return p, positionAngle(v.Queues[i].Position), true
		}
		return p, (float32(i-p.first) + 0.5) * fullTurn / float32(p.n), true
	}
	return ringPlace{}, 0, false
}

// sameLook tells whether two neighbours can be drawn as one arc.
func (s *Scene) sameLook(v *core.View, first, second int) bool {
	a, b := &v.Queues[first], &v.Queues[second]
	if shared(a) && a.Shared == b.Shared && slices.Equal(a.Owners, b.Owners) {
		return true
	}
	if len(a.Owners) != len(b.Owners) || len(a.Owners) > 1 {
		return false
	}
	if len(a.Owners) == 1 && a.Owners[0] != b.Owners[0] {
		return false
	}
	x, y := s.transferOf(v, a), s.transferOf(v, b)
	return x == y || x.still() && y.still()
}

// ownedArc draws one queue's arc by its owners.
func (s *Scene) ownedArc(v *core.View, i int, a Arc) {
	q := &v.Queues[i]
	alpha := s.shade(i, 255)
	t := s.transferOf(v, q)
	switch n := len(q.Owners); {
	case n == 0:
		if t.still() {
			s.hollow(a)
		} else {
			s.movingArc(a, t, alpha)
		}
		return
	case n == 1:
		a.Fill = Paint{ConsumerFill(q.Owners[0]), alpha}
	case shared(q):
		s.sharedArc(q, a, alpha)
		s.haloArc(i, a)
		return
	default:
		a.Style = StyleHatched
		a.Fill, a.Second = Paint{ConsumerFill(q.Owners[0]), alpha}, Paint{ConsumerFill(q.Owners[1]), alpha}
		a.Edge = Paint{InkDuplicate, alpha}
		if sliver(a) { // no room for stripes
			a.Style, a.Fill, a.Second, a.Edge = StyleSolid, a.Edge, Paint{}, Paint{}
		}
	}
	if t.still() {
		s.arc(a)
		s.arcMarks(q.Owners, a, alpha)
	} else {
		s.movingArc(a, t, alpha)
	}
	s.haloArc(i, a)
}

// haloArc puts a rim around the arc of a queue that is pointed at or chosen.
func (s *Scene) haloArc(i int, a Arc) {
	if s.isLit(i) {
		halo := a
		halo.Inner, halo.Outer, halo.Style = a.Outer+2, a.Outer+4, StyleSolid
		halo.Fill, halo.Second, halo.Edge = solid(InkFocus), Paint{}, Paint{}
		s.arc(halo)
	}
}

// sliver tells whether an arc is too short for dashes and stripes to be seen.
func sliver(a Arc) bool { return (a.To-a.From)*a.Outer < 6 }

// hollow is an arc without an owner: a dashed outline, or where it is only a
// sliver, a gap with a rim.
func (s *Scene) hollow(a Arc) {
	if sliver(a) {
		a.Inner, a.Style, a.Fill, a.Edge = a.Outer-1.5, StyleSolid, solid(InkHollow), Paint{}
		s.arc(a)
		return
	}
	a.Style, a.Edge, a.Fill = StyleDashed, solid(InkHollow), Paint{}
	s.arc(a)
}
