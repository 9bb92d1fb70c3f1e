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

// crowdedTurn is how much of a turn beads may need with their full names; more,
// and those of a lone broker go by their numbers.
const crowdedTurn = 0.7

// beadNames are the names for beads around a ring in r: where the queues' own
// would push each other far from their places, and there is but one broker, the
// numbers alone.
func (s *Scene) beadNames(v *core.View, r Rect) (names []string, widest float32) {
	names, widest = s.names.short, s.names.widest
	if len(v.Brokers) != 1 || len(v.Queues) == 0 || !s.placeRing(r, 0, len(v.Queues), widest) {
		return names, widest
	}
	if s.place.named && float32(len(v.Queues))*s.beadsApart(s.pillW(widest)) <= fullTurn*crowdedTurn {
		return names, widest
	}
	return s.names.rows, s.names.rowsWidest
}

// beadsApart is the angle that two beads of width w are apart at most.
func (s *Scene) beadsApart(w float32) float32 {
	h := s.pillH()
	return (float32(math.Hypot(float64(w), float64(h))) + 2) / (s.place.outer + 7 + h/2)
}

// beadsNamed tells whether the beads around the ring have room for names of width w.
func (s *Scene) beadsNamed(v *core.View, w float32) bool {
	return s.place.named && float32(len(v.Queues))*s.beadsApart(w) <= fullTurn*0.9
}

// placeBeads puts each queue at its position: as a bead with its name, moved
// aside where two would cover each other, or as a plain dot on the ring's edge
// when there are too many for names.
func (s *Scene) placeBeads(v *core.View, names []string, w float32) {
	n := len(v.Queues)
	if n == 0 {
		return
	}
	h, apart := s.pillH(), s.beadsApart(w)
	if !s.beadsNamed(v, w) {
		s.beadDots(v)
		return
	}
	s.sortBeads(v)
	s.spreadBeads(s.place.outer+7+h/2, w, h, apart)
	for k, i := range s.beads.order {
		s.bead(v, i, s.beads.want[k], s.beads.got[k], names[i], w, h)
	}
}

// spreadTries is how often the beads' directions are taken from where they have
// come to stand.
const spreadTries = 6

// spreadBeads gives neighbours only the distance that their direction needs,
// which is less where pills stand one above the other. Where they are pushed
// their direction changes, so it tries again from there; where two overlap in
// the end all get the distance that is enough everywhere.
func (s *Scene) spreadBeads(away, w, h, apart float32) {
	b := &s.beads
	copy(b.got, b.want)
	for range spreadTries {
		for k := range b.got {
			b.rank[k] = 0
			if k > 0 {
				need := max(separation(b.got[k-1], w, h), separation(b.got[k], w, h))
				b.rank[k] = b.rank[k-1] + (need+3)/away
			}
		}
		if float32(fullTurn)-b.rank[len(b.rank)-1] <= 2*apart {
			break
		}
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
func (s *Scene) bead(v *core.View, i int, at, angle float32, called string, w, h float32) {
	q := &v.Queues[i]
	font := s.ringFont()
	r := s.beadRect(angle, w, h)
	s.Curves = append(s.Curves, s.leader(at, angle, r, s.shade(i, 255)))
	x, y := around(s.place.x, s.place.y, at, s.place.outer+1)
	s.dot(Dot{X: x, Y: y, R: 1.7 * s.unit, Fill: Paint{InkText, s.shade(i, 255)}})

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
	s.label(word, AlignCentre, font, ink, name(called))
	s.hitRect(HitQueue, i, r)
}

// leader joins a queue's true place on the ring with its bead r, up to the
// bead's edge. It keeps outside the ring and turns with it, so that the lines of
// neighbours do not cross.
func (s *Scene) leader(at, angle float32, r Rect, alpha uint8) Curve {
	p := s.place
	x0, y0 := around(p.x, p.y, at, p.outer+1)
	if abs(angle-at)*p.outer < 22 { // the straight way stays outside
		x1, y1 := r.pillEdge(x0, y0)
		return straight(x0, y0, x1, y1, 1.2, Paint{InkMuted, alpha})
	}
	bx, by := around(p.x, p.y, at+(angle-at)/3, p.outer+4)
	cx, cy := around(p.x, p.y, at+(angle-at)*0.8, p.outer+6)
	x1, y1 := r.pillEdge(cx, cy)
	return Curve{X: [4]float32{x0, bx, cx, x1}, Y: [4]float32{y0, by, cy, y1}, Width: 1.2, Paint: Paint{InkMuted, alpha}}
}

// pillEdge is where the way from a point outside to the middle of a rectangle
// with round ends meets its edge.
func (r Rect) pillEdge(x, y float32) (float32, float32) {
	inside := func(x, y float32) bool {
		half := r.H / 2
		dx, dy := max(0, abs(x-r.X-r.W/2)-(r.W/2-half)), abs(y-r.Y-half)
		return dx*dx+dy*dy < half*half
	}
	mx, my := r.X+r.W/2, r.Y+r.H/2
	low, high := float32(0), float32(1) // parts of the way from the middle
	for range 10 {
		if t := (low + high) / 2; inside(mx+(x-mx)*t, my+(y-my)*t) {
			low = t
		} else {
			high = t
		}
	}
	return mx + (x-mx)*high, my + (y-my)*high
}

// ownedBox fills a rectangle by a queue's owners and tells the ink for text on it.
func (s *Scene) ownedBox(q *core.QueueView, r Rect, alpha uint8) (Box, Ink) {
	switch len(q.Owners) {
	case 0:
		return Box{Rect: r, Fill: solid(InkBackground), Style: StyleDashed, Edge: Paint{InkHollow, alpha}, EdgeWidth: 1.5}, InkText
	case 1:
		return Box{Rect: r, Fill: Paint{ConsumerFill(q.Owners[0]), alpha}}, OnConsumer(q.Owners[0])
	}
	if shared(q) { // the bands are drawn by sharedBox
		return Box{Rect: r, Fill: Paint{InkShared, alpha}}, InkBackground
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
	size := clamp(0.3*fullTurn*p.outer/float32(len(v.Queues)), 3, 3.8)
	for i := range v.Queues {
		q := &v.Queues[i]
		if s.marks() && len(q.Owners) == 1 { // the mark is the dot
			x, y := around(p.x, p.y, positionAngle(q.Position), p.outer+6)
			s.drawOwner(q.Owners[0], x, y, size, Paint{ConsumerText(q.Owners[0]), s.shade(i, 255)})
			s.hitRect(HitQueue, i, Rect{x - 4, y - 4, 8, 8})
			continue
		}
		x, y := around(p.x, p.y, positionAngle(q.Position), p.outer+4)
		d := s.beadDot(q, i, x, y)
		if s.marks() {
			d.R = size
		}
		s.dot(d)
		s.hitRect(HitQueue, i, Rect{x - 4, y - 4, 8, 8})
	}
}

// beadDot is a queue without its name.
func (s *Scene) beadDot(q *core.QueueView, i int, x, y float32) Dot {
	d := Dot{X: x, Y: y, R: 2.5, Form: FormRing, Edge: Paint{InkHollow, s.shade(i, 255)}}
	if len(q.Owners) > 0 {
		d.Form, d.Fill, d.Edge = FormDisc, Paint{ConsumerFill(q.Owners[0]), s.shade(i, 255)}, Paint{}
	}
	if shared(q) {
		d.Fill.Ink = InkShared
	}
	if q.Doubled() {
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
