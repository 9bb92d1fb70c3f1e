package view

import (
	"ringside/core"
)

// Paint is an ink and its opacity; the zero Paint leaves no mark.
type Paint struct {
	Ink   Ink   // the colour, by its role in the theme
	Alpha uint8 // 0 cannot be seen, 255 covers what is below
}

// Style is how a shape is filled.
type Style uint8

const (
	StyleSolid   Style = iota // filled with Fill
	StyleDashed               // hollow: only a dashed outline in Edge
	StyleHatched              // Fill with stripes of Second
)

// Box is a rectangle with round corners: a card, a track, a part of a bar, a cell.
// Lengths here and below are CSS pixels, with x to the right and y down.
type Box struct {
	Rect
	Radius       float32 // of the corners; half the height makes a pill
	Fill, Second Paint   // of the ground, and of the stripes over it; Style says which count
	Edge         Paint   // of the outline
	EdgeWidth    float32 // of the outline, which lies inside the rectangle
	Style        Style   // how Fill, Second and Edge are used
}

// Arc is a part of a ring from angle From clockwise to To.
type Arc struct {
	// X and Y are the ring's centre, Inner and Outer its radii; angles are in radians,
	// clockwise from twelve o'clock.
	X, Y, Inner, Outer, From, To float32
	Fill, Second, Edge           Paint // as of a Box
	Style                        Style // how they are used
}

// Curve is a cubic Bézier curve from point 0 to point 3.
type Curve struct {
	X, Y   [4]float32 // the points; 1 and 2 are its control points
	Width  float32    // of the line
	Paint  Paint      // of the line
	Dashed bool       // drawn with gaps
}

// Form is the form of a Dot.
type Form uint8

const (
	FormDisc     Form = iota // a filled circle
	FormRing                 // a circle's outline
	FormDiamond              // repeated messages
	FormSquare               // commits, stopped consumers
	FormTriangle             // running consumers
	FormCross                // killed consumers
	FormBars                 // suspended consumers: two bars, as on a player's pause key
	FormDashes               // a dashed circle: not there yet
	FormLock                 // a lock
	FormBroken               // a line with a gap: cut links
	FormFrost                // three crossed lines: frozen processes
	FormFrame                // a square with a hole: stopping consumers
	FormValve                // two triangles, tip to tip: flow control

	// The marks of consumers, beside their colours; see ownerForms.
	FormUp      // a triangle on its side
	FormDown    // on its point
	FormPlus    // a plus sign
	FormLevel   // a level bar
	FormUpright // an upright bar
	FormHalf    // the left half of a disc
	FormCorner  // a triangle in the lower left
	FormEquals  // two level bars
	numForms
)

// Dot is a small mark of radius R around its centre. Edge is a border inside the radius.
type Dot struct {
	X, Y, R    float32 // centre and radius
	Form       Form    // what it looks like
	Fill, Edge Paint   // of the form, and of its border
}

// Scene is what is to be drawn: Boxes first, then Arcs, Curves, Dots, Plates and
// Labels, each list in its order. Its zero value is ready for Fill.
type Scene struct {
	Viewport Viewport // what Fill was given, the speed made positive
	Free     Rect     // the part of the window that is drawn on
	Boxes    []Box    // cards, bars, cells and the grounds of all else
	Arcs     []Arc    // rings
	Curves   []Curve  // ways of messages, lines
	Dots     []Dot    // marks, and what is on its way
	Plates   []Box    // pills and buttons over the curves and dots
	Labels   []Label  // words and numbers

	unit     float32 // scale of type and rows
	hits     []area
	names    names
	bars     barScale
	lit      []uint8     // per queue: 0 plain, 1 lit, 2 dimmed; empty when nothing is lit
	beads    beads       // scratch of the ring
	from     []anchor    // per queue: where its messages leave
	to       []anchor    // per consumer: where they arrive
	out      []anchor    // per broker: where notices leave
	place    ringPlace   // where the ring being drawn lies
	places   []ringPlace // all rings of queues
	topics   topicRuns
	cuts     []core.CutView // of the view
	locks    bool           // some queue is locked at its broker
	marked   bool           // consumers have their marks in any theme
	dotted   bool           // the hash ring's queues are dots without names
	beliefs  beliefs
	morph    morph
	mapped   mapped
	lines    []line  // scratch of a ring's middle
	walk     walk    // what the hovered queue's way to its node is
	standing bool    // time stands still
	wired    bool    // brokers and consumers stand side by side, joined by curves
	gap      float32 // between brokers and consumers
	rowFill  float32 // how high a queue's row may become, where more than usual
	group    groups  // queues by broker
	ways     [][numWays]way
	pills    []Rect // of the queues that travel
}

// anchor is an end of curves and flights.
type anchor struct {
	x, y float32
	ok   bool
}

// Fill makes the scene of v in viewport p. It keeps none of v's slices.
func (s *Scene) Fill(v *core.View, p Viewport) {
	s.reset(v, p)
	s.layout(v)
	s.flights(v)
}

// Unit is how much larger than usual type, rows and marks are.
func (s *Scene) Unit() float32 { return max(1, s.unit) }

func (s *Scene) reset(v *core.View, p Viewport) {
	s.standing = p.Speed <= 0
	if p.Speed <= 0 {
		p.Speed = 1
	}
	s.Viewport, s.Free = p, p.Free()
	s.Boxes, s.Arcs, s.Curves, s.Dots, s.Plates, s.Labels = s.Boxes[:0], s.Arcs[:0], s.Curves[:0], s.Dots[:0], s.Plates[:0], s.Labels[:0]
	s.hits = s.hits[:0]
	s.place, s.places, s.walk = ringPlace{}, s.places[:0], walk{}
	s.from = anchors(s.from, len(v.Queues))
	s.to = anchors(s.to, len(v.Consumers))
	s.out = anchors(s.out, len(v.Brokers))
	s.morph.begin(v, s.names.update(v))
	s.mapped.window = Rect{}
	s.marked, s.dotted = false, false
	s.group.update(v)
	s.topics.update(v)
	s.cuts, s.locks = append(s.cuts[:0], v.Cuts...), anyLock(v)
	s.bars.update(v)
	s.light(v)
}

func anchors(list []anchor, n int) []anchor {
	list = resize(list, n)
	clear(list)
	return list
}

// resize gives list the length n, in place when it can.
func resize[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}

// light decides what is lit by the hovered thing or, without one, the selected.
func (s *Scene) light(v *core.View) {
	h := s.Viewport.Hover
	if h.Kind == HitNone {
		h = s.Viewport.Selected
	}
	s.lit = s.lit[:0]
	switch h.Kind {
	case HitQueue, HitConsumer, HitBroker:
	default:
		return
	}
	s.lit = resize(s.lit, len(v.Queues))
	for i := range v.Queues {
		q := &v.Queues[i]
		on := h.Kind == HitQueue && h.Index == i || h.Kind == HitBroker && h.Index == q.Broker
		if h.Kind == HitConsumer {
			on = owns(q, h.Index)
		}
		s.lit[i] = dimmed
		if on {
			s.lit[i] = lit
		}
	}
}

const (
	lit    = 1
	dimmed = 2
)

// shade is the opacity of what belongs to queue q, given its usual one.
func (s *Scene) shade(q int, alpha uint8) uint8 {
	if q < len(s.lit) && s.lit[q] == dimmed {
		return alpha / 3
	}
	return alpha
}

func (s *Scene) isLit(q int) bool { return q < len(s.lit) && s.lit[q] == lit }

func owns(q *core.QueueView, consumer int) bool {
	for _, o := range q.Owners {
		if o == consumer {
			return true
		}
	}
	return false
}

// focused tells whether the thing itself is hovered or selected.
func (s *Scene) focused(kind HitKind, index int) bool {
	h := Hit{kind, index}
	return s.Viewport.Hover == h || s.Viewport.Selected == h
}

func (s *Scene) box(b Box)     { s.Boxes = append(s.Boxes, b) }
func (s *Scene) arc(a Arc)     { s.Arcs = append(s.Arcs, a) }
func (s *Scene) dot(d Dot)     { s.Dots = append(s.Dots, d) }
func solid(ink Ink) Paint      { return Paint{ink, 255} }
func fill(r Rect, p Paint) Box { return Box{Rect: r, Fill: p} }

// card is the ground of a block: a filled rectangle with an edge.
func (s *Scene) card(r Rect, radius float32, edge Paint, width float32) {
	s.box(Box{Rect: r, Radius: radius, Fill: solid(InkCard), Edge: edge, EdgeWidth: width})
}
