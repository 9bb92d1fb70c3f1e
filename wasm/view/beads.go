package view

import (
	"math"

	"ringside/core"
)

// beads is the scratch space of placing the queues around a consistent hash ring.
type beads struct {
	order []int     // queues by position
	want  []float32 // angle of each in that order, from the cut onwards
	got   []float32 // angle after spreading
	size  []int     // blocks of the spreading
	mean  []float32
	rank  []float32 // room that the beads before each need
}

// placeBeads puts each queue at its position: as a bead with its name, moved
// aside where two would cover each other, or as a plain dot on the ring's edge
// when there are too many for names.
func (s *Scene) placeBeads(v *core.View, font Font, w, h float32, named bool) {
	n := len(v.Queues)
	if n == 0 {
		return
	}
	away := s.place.outer + 7 + h/2
	apart := (float32(math.Hypot(float64(w), float64(h))) + 2) / away
	if !named || float32(n)*apart > fullTurn*0.9 {
		s.beadDots(v)
		return
	}
	s.sortBeads(v)
	s.spreadBeads(away, w, h, apart)
	for k, i := range s.beads.order {
		s.bead(v, i, s.beads.want[k], s.beads.got[k], font, w, h)
	}
}

// spreadBeads first gives neighbours only the distance that their direction
// needs, which is less where pills stand one above the other, and where that
// leaves two overlapping the distance that is enough everywhere.
func (s *Scene) spreadBeads(away, w, h, apart float32) {
	b := &s.beads
	for k := range b.want {
		b.rank[k] = 0
		if k > 0 {
			need := max(separation(b.want[k-1], w, h), separation(b.want[k], w, h))
			b.rank[k] = b.rank[k-1] + (need+3)/away
		}
	}
	if float32(fullTurn)-b.rank[len(b.rank)-1] > 2*apart {
		s.spread(apart)
		if !s.beadsOverlap(w, h) {
			return
		}
	}
	for k := range b.rank {
		b.rank[k] = float32(k) * apart
	}
	s.spread(apart)
}

// separation is how far two upright boxes w by h must be apart along a circle's
// tangent at an angle.
func separation(angle, w, h float32) float32 {
	sin, cos := math.Sincos(float64(angle))
	x, y := w/max(0.01, abs(float32(cos))), h/max(0.01, abs(float32(sin)))
	return min(x, y)
}

func (s *Scene) beadsOverlap(w, h float32) bool {
	b := &s.beads
	n := len(b.got)
	for k := range n {
		if n > 1 && s.beadRect(b.got[k], w+1, h+1).Overlaps(s.beadRect(b.got[(k+1)%n], w+1, h+1)) {
			return true
		}
	}
	return false
}

// beadRect is the box w by h that clears the ring at an angle.
func (s *Scene) beadRect(angle, w, h float32) Rect {
	sin, cos := math.Sincos(float64(angle))
	reach := (w*abs(float32(sin)) + h*abs(float32(cos))) / 2
	x, y := around(s.place.x, s.place.y, angle, s.place.outer+8+reach)
	return Rect{x - w/2, y - h/2, w, h}
}

// bead is a pill with the queue's name and a line to its true position.
func (s *Scene) bead(v *core.View, i int, at, angle float32, font Font, w, h float32) {
	q := &v.Queues[i]
	p := s.place
	r := s.beadRect(angle, w, h)
	x0, y0 := around(p.x, p.y, at, p.outer+1)
	x1, y1 := around(p.x, p.y, angle, p.outer+8)
	s.Curves = append(s.Curves, beadLine(x0, y0, x1, y1, s.shade(i, 255)))

	b, ink := s.ownedBox(q, r, s.shade(i, 255))
	b.Radius = h / 2
	if t := s.transferOf(v, q); !t.still() {
		b = s.movingBead(b, t)
	}
	if s.isLit(i) {
		b.Edge, b.EdgeWidth = solid(InkFocus), 2
	}
	s.box(b)
	if b.Style == StyleHatched {
		// Nothing can be read on stripes: a plate for the name.
		plate := r.Inset(4, 3)
		s.box(Box{Rect: plate, Radius: plate.H / 2, Fill: solid(InkBackground)})
		ink = InkText
	}
	word := r.Inset(1, 0)
	if room := s.markRoom(font.Size); room > 0 && len(q.Owners) == 1 {
		s.ownerMark(q.Owners[0], r.X+4*s.unit+room*0.4, r.Y+h/2, font.Size*0.36, Paint{ink, s.shade(i, 255)})
		_, word = word.cutLeft(room+2, 0)
	}
	s.label(word, AlignCentre, font, ink, name(s.names.short[i]))
	s.hitRect(HitQueue, i, r)
}

// beadLine joins a bead with its queue's true place on the ring.
func beadLine(x0, y0, x1, y1 float32, alpha uint8) Curve {
	return straight(x0, y0, x1, y1, 1, Paint{InkMuted, alpha})
}

// ownedBox fills a rectangle by a queue's owners and tells the ink for text on it.
func (s *Scene) ownedBox(q *core.QueueView, r Rect, alpha uint8) (Box, Ink) {
	switch len(q.Owners) {
	case 0:
		return Box{Rect: r, Fill: solid(InkBackground), Style: StyleDashed, Edge: Paint{InkHollow, alpha}, EdgeWidth: 1.5}, InkText
	case 1:
		return Box{Rect: r, Fill: Paint{ConsumerFill(q.Owners[0]), alpha}}, OnConsumer(q.Owners[0])
	}
	return Box{
		Rect: r, Style: StyleHatched, Edge: Paint{InkDuplicate, alpha}, EdgeWidth: 1.5,
		Fill: Paint{ConsumerFill(q.Owners[0]), alpha}, Second: Paint{ConsumerFill(q.Owners[1]), alpha},
	}, OnConsumer(q.Owners[0])
}

func straight(x0, y0, x1, y1, width float32, p Paint) Curve {
	dx, dy := (x1-x0)/3, (y1-y0)/3
	return Curve{X: [4]float32{x0, x0 + dx, x0 + 2*dx, x1}, Y: [4]float32{y0, y0 + dy, y0 + 2*dy, y1}, Width: width, Paint: p}
}

// beadDots marks the queues outside the ring without names; it leaves them out
// when they would only be a smear.
func (s *Scene) beadDots(v *core.View) {
	p := s.place
	if float32(len(v.Queues))*2.5 > fullTurn*p.outer {
		return
	}
	for i := range v.Queues {
		x, y := around(p.x, p.y, positionAngle(v.Queues[i].Position), p.outer+4)
		s.dot(s.beadDot(&v.Queues[i], i, x, y))
		s.hitRect(HitQueue, i, Rect{x - 4, y - 4, 8, 8})
	}
}

// beadDot is a queue without its name.
func (s *Scene) beadDot(q *core.QueueView, i int, x, y float32) Dot {
	d := Dot{X: x, Y: y, R: 2.5, Form: FormRing, Edge: Paint{InkHollow, s.shade(i, 255)}}
	if len(q.Owners) > 0 {
		d.Form, d.Fill, d.Edge = FormDisc, Paint{ConsumerFill(q.Owners[0]), s.shade(i, 255)}, Paint{}
	}
	if len(q.Owners) > 1 {
		d.Form, d.Edge = FormDiamond, solid(InkDuplicate)
	}
	return d
}

// sortBeads orders the queues by position, beginning after the widest gap, so
// that the spreading can treat the circle as a line.
func (s *Scene) sortBeads(v *core.View) {
	b, n := &s.beads, len(v.Queues)
	b.order = resize(b.order, n)
	b.want, b.got, b.mean, b.rank = resize(b.want, n), resize(b.got, n), resize(b.mean, n), resize(b.rank, n)
	b.size = resize(b.size, n)
	for i := range b.order {
		// Insertion keeps it free of allocation; named beads are few.
		j := i
		for ; j > 0 && v.Queues[b.order[j-1]].Position > v.Queues[i].Position; j-- {
			b.order[j] = b.order[j-1]
		}
		b.order[j] = i
	}
	cut, widest := 0, float32(-1)
	for k := range b.order {
		before := positionAngle(v.Queues[b.order[(k+n-1)%n]].Position)
		gap := positionAngle(v.Queues[b.order[k]].Position) - before
		if k == 0 {
			gap += fullTurn
		}
		if gap > widest {
			cut, widest = k, gap
		}
	}
	rotate(b.order, cut)
	for k, i := range b.order {
		b.want[k] = positionAngle(v.Queues[i].Position)
		if k > 0 && b.want[k] < b.want[0] {
			b.want[k] += fullTurn
		}
	}
}

func rotate(list []int, k int) {
	reverse := func(l []int) {
		for i, j := 0, len(l)-1; i < j; i, j = i+1, j-1 {
			l[i], l[j] = l[j], l[i]
		}
	}
	reverse(list[:k])
	reverse(list[k:])
	reverse(list)
}

// spread moves the wanted angles as little as possible (least squares) until
// each is its rank's distance after the first: pooling adjacent violators on
// want − rank, kept within one turn less the distance of the last to the first.
func (s *Scene) spread(apart float32) {
	b := &s.beads
	blocks := 0
	for k := range b.want {
		b.mean[blocks], b.size[blocks] = b.want[k]-b.rank[k], 1
		blocks++
		for blocks > 1 && b.mean[blocks-2] > b.mean[blocks-1] {
			i, j := blocks-2, blocks-1
			total := b.size[i] + b.size[j]
			b.mean[i] = (b.mean[i]*float32(b.size[i]) + b.mean[j]*float32(b.size[j])) / float32(total)
			b.size[i] = total
			blocks--
		}
	}
	slack := float32(fullTurn) - b.rank[len(b.rank)-1] - apart
	// The line's two ends meet at the widest gap: keep them apart there too.
	middle := (b.mean[0] + b.mean[blocks-1]) / 2
	low, high := middle-slack/2, middle+slack/2
	k := 0
	for i := range blocks {
		m := clamp(b.mean[i], low, high)
		for range b.size[i] {
			b.got[k] = m + b.rank[k]
			k++
		}
	}
}

// arcNames writes the queues' names outside their equal arcs, all of them or
// every second, fifth, tenth … as they fit.
func (s *Scene) arcNames(v *core.View, font Font, w, h float32, names []string) {
	p := s.place
	n := p.n
	apart := (float32(math.Hypot(float64(w), float64(h))) + 2) / (p.outer + 7 + h/2)
	step := float32(fullTurn) / float32(n)
	every := 1
	for _, e := range [...]int{2, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100} {
		if float32(every)*step >= apart {
			break
		}
		every = e
	}
	if every > 1 && every*2 > s.mostQueues(v) {
		every = math.MaxInt32 // one for each broker's first
	}
	last := float32(-fullTurn)
	for k := range n {
		i := p.first + k
		angle := (float32(k) + 0.5) * step
		if v.Queues[i].ID%every != 0 || angle-last < apart || angle+apart > fullTurn+step/2 && k > 0 {
			continue
		}
		last = angle
		ink := InkMuted
		if s.isLit(i) || len(v.Queues[i].Owners) != 1 {
			ink = InkText
		}
		r := s.beadRect(angle, w, h)
		s.label(r, AlignCentre, font, ink, name(names[i]))
		s.hitRect(HitQueue, i, r)
	}
}
