package view

import (
	"math"

	"ringside/core"
)

// fullCardH is the least height of a full card and fullGap their distance, before scaling.
func (s *Scene) fullCardH() float32 { return 88 * s.unit }

const fullGap = 14

// shortCardH is the greatest height of a short card, before scaling; what is left
// over spreads cards up to mostGaps times their usual gap.
const (
	shortCardH = 74
	shortGap   = 9
	mostGaps   = 2.5
)

// consumerLevel is a way to draw consumers one below the other: the heights that
// each may have, their distance and their least width.
type consumerLevel struct {
	low, high, gap, width float32
	draw                  func(*Scene, *core.View, int, Rect)
}

// listed are the ways in which a consumer names its queues, the richest first.
func (s *Scene) listed() [4]consumerLevel {
	u := s.unit
	return [...]consumerLevel{
		{s.fullCardH(), 240 * u, fullGap * u, 140, (*Scene).fullCard},
		{48, shortCardH * u, shortGap, 140, (*Scene).shortCard},
		{24, 40, 6, 120, (*Scene).consumerRow},
		{16, 24, 4, 150, (*Scene).consumerRow},
	}
}

// markUnlessListed gives consumers their marks when there is no room in w by h for
// each to name its queues.
func (s *Scene) markUnlessListed(v *core.View, w, h float32) {
	n := float32(len(v.Consumers))
	last := s.listed()[3]
	s.marked = s.marked || n > 0 && (w < last.width || (h-(n-1)*last.gap)/n < last.low)
}

// consumers draws them in the richest way that fits: full cards, short cards,
// rows, chips in a grid, plain cells.
func (s *Scene) consumers(v *core.View, r Rect) {
	n := len(v.Consumers)
	if n == 0 || r.W < 30 || r.H < 12 {
		return
	}
	for _, l := range s.listed() {
		h := (r.H - float32(n-1)*l.gap) / float32(n)
		if h < l.low || r.W < l.width {
			continue
		}
		h = min(h, l.high)
		gap := l.gap
		if n > 1 {
			gap = clamp((r.H-h*float32(n))/float32(n-1), l.gap, mostGaps*l.gap)
		}
		for i := range v.Consumers {
			l.draw(s, v, i, Rect{r.X, r.Y + float32(i)*(h+gap), r.W, h})
		}
		return
	}
	s.consumerGrid(v, r)
}

// consumerGrid places chips with a name, or cells when even those do not fit.
func (s *Scene) consumerGrid(v *core.View, r Rect) {
	n := len(v.Consumers)
	const chipH, chipW = 16, 54
	for columns := 1; float32(columns)*chipW <= r.W || columns == 1; columns++ {
		rows := (n + columns - 1) / columns
		h := r.H / float32(rows)
		if h < chipH || r.W < chipW || columns == 1 && h < pairedChip && r.W >= 240 {
			continue
		}
		w := r.W / float32(columns)
		h = min(h, 30*s.unit)
		between := float32(4)
		if columns == 1 {
			between = 0 // as wide as what stands above
		}
		for i := range v.Consumers {
			s.chip(v, i, Rect{r.X + float32(i/rows)*w, r.Y + float32(i%rows)*h, w - between, h - 3})
			s.to[i].x = r.X // curves end at the grid's edge, not across other chips
		}
		return
	}
	size := gridCell(n, r.W, r.H, float32(math.Sqrt(float64(r.W*r.H/float32(n)))))
	if size == 0 {
		return
	}
	columns := int(r.W / size)
	font := Font{Size: 9}
	named := size*0.86 >= 17
	for i := range v.Consumers {
		named = named && textWidth(v.Consumers[i].Name, font) <= size*0.86+2
	}
	for i := range v.Consumers {
		cell := Rect{r.X + float32(i%columns)*size, r.Y + float32(i/columns)*size, size * 0.86, size * 0.86}
		s.consumerBox(v, i, cell, 1, true)
		switch l := s.lookOf(&v.Consumers[i]); {
		case l.dashed: // nothing is filled: what it is doing, rather than who it is
			if cell.W >= 9 {
				s.dot(mark(l.mark, cell.X+cell.W/2, cell.Y+cell.H/2, min(cell.W*0.26, 5), l.ink))
			}
		case named:
			s.label(cell, AlignCentre, font, OnConsumer(i), name(v.Consumers[i].Name))
		default:
			s.ownerMark(i, cell.X+cell.W/2, cell.Y+cell.H/2, min(cell.W*0.32, 7), solid(OnConsumer(i)))
		}
		s.to[i].x = r.X
	}
}

// consumerBox is the card of a consumer in its colour; solidly filled when it
// is only a cell. A frozen one is hatched.
func (s *Scene) consumerBox(v *core.View, i int, r Rect, radius float32, cell bool) look {
	c := &v.Consumers[i]
	l := s.lookOf(c)
	b := Box{Rect: r, Radius: radius, Fill: solid(InkCard), Edge: Paint{ConsumerFill(i), 255}, EdgeWidth: 1.5}
	if cell {
		b.Fill, b.EdgeWidth = b.Edge, 0
	}
	if c.State == core.ConsumerFrozen {
		b.Style, b.Second = StyleHatched, Paint{ConsumerFill(i), 46}
		if cell {
			b.Second = Paint{InkBackground, 140}
		}
	}
	if l.dashed {
		b.Style = StyleDashed
		b.EdgeWidth = max(1, b.EdgeWidth)
		if cell {
			b.Fill = Paint{}
		}
	}
	if l.faint {
		b.Fill, b.Edge.Alpha = Paint{}, 150
	}
	if h := s.pointed(); h.Kind == HitConsumer && h.Index != i {
		b.Edge.Alpha = b.Edge.Alpha / 3
		if cell {
			b.Fill.Alpha = b.Fill.Alpha / 3
		}
	}
	if s.focused(HitConsumer, i) {
		b.EdgeWidth = max(b.EdgeWidth, 2.5)
		if cell {
			b.Edge = solid(InkFocus)
		}
	}
	s.box(b)
	s.hitRect(HitConsumer, i, r)
	s.to[i] = anchor{r.X, r.Y + r.H/2, !l.faint || c.State == core.ConsumerDead}
	return l
}

// title is a consumer's name and id at the left and its state at the right.
func (s *Scene) title(c *core.ConsumerView, i int, l look, r Rect, size float32) {
	f := Font{Size: size, Bold: true}
	wide := 68 * s.unit
	switch l.key {
	case KeyStateAbsent:
		wide = 82 * s.unit // it has nothing to do with an id yet
	case KeyStateAckWait, KeyStateLockWait, KeyStateFlow:
		wide = 92 * s.unit // what keeps it up matters more than its id
	}
	state, left := r.cutRight(min(wide, 0.5*r.W), 4)
	nameW := min(textWidth(c.Name, f)+s.markRoom(size), left.W)
	box, rest := left.cutLeft(nameW, 5)
	s.markedName(i, box, f, AlignLeft, name(c.Name))
	// An id cut short says nothing: without room for it, the state gets the room.
	idFont := Font{Size: size * 0.68, Mono: true}
	if w := textWidth(c.ID, idFont); w > rest.W && 0.88*w <= rest.W && 0.88*idFont.Size >= 8.5 {
		idFont.Size *= 0.88
	}
	if w := textWidth(c.ID, idFont); c.ID != c.Name && (w <= rest.W || rest.W > 120) {
		w = min(w, rest.W)
		s.label(Rect{rest.X, rest.Y, w, rest.H}, AlignLeft, idFont, InkMuted, name(c.ID))
		state.W += rest.W - w
		state.X -= rest.W - w
	} else {
		state.X, state.W = rest.X, state.Right()-rest.X
	}
	s.dot(mark(l.mark, state.Right()-5*s.unit, r.Y+r.H/2, 4.5*s.unit, l.ink))
	state.W -= 14 * s.unit
	s.label(state, AlignRight, Font{Size: size * 0.76}, l.ink, key(l.key))
}

// holds lists the queues a consumer believes it owns, as many as fit; one that
// lives and has none is idle, which an empty card would not say.
func (s *Scene) holds(c *core.ConsumerView, r Rect, size float32) {
	f := Font{Size: size, Mono: true}
	if len(c.Holds)+len(c.Dropped) == 0 && alive(c.State) && r.W >= 5*size {
		s.label(r, AlignLeft, Font{Size: size}, InkMuted, key(KeyNoQueue))
		return
	}
	moreW := 34 * s.unit
	if s.namesFit(c.Holds, r.W, f) {
		moreW = 0
	}
	x := r.X
	for k, q := range c.Holds {
		if q < 0 || q >= len(s.names.short) {
			continue
		}
		w := textWidth(s.names.short[q], f)
		room := r.Right() - x
		if k < len(c.Holds)-1 {
			room -= moreW
		}
		if w > room {
			s.label(Rect{x, r.Y, r.Right() - x, r.H}, AlignLeft, f, InkMuted, key(KeyMore).with(integer(len(c.Holds)-k)))
			return
		}
		box := Rect{x, r.Y, w, r.H}
		ink := Paint{InkText, s.shade(q, 255)}
		s.labelAlpha(box, AlignLeft, f, ink, name(s.names.short[q]))
		s.hitRect(HitQueue, q, box)
		x += w + size*0.55
	}
	for _, q := range c.Dropped { // given up, but a message of it is still in the listener
		if q < 0 || q >= len(s.names.short) {
			continue
		}
		w := textWidth(s.names.short[q], f) + 2*0.61*size
		if x+w > r.Right() {
			return
		}
		box := Rect{x, r.Y, w, r.H}
		s.label(box, AlignLeft, f, InkWarn, key(KeyDropped).with(text(s.names.short[q])))
		s.hitRect(HitQueue, q, box)
		x += w + size*0.55
	}
}

// namesFit tells whether queues' short names fit side by side in a width.
func (s *Scene) namesFit(queues []int, width float32, f Font) bool {
	for _, q := range queues {
		if q >= 0 && q < len(s.names.short) {
			width -= textWidth(s.names.short[q], f) + f.Size*0.55
		}
	}
	return width >= -f.Size*0.55
}

func (s *Scene) fullCard(v *core.View, i int, r Rect) {
	u := s.unit
	c := &v.Consumers[i]
	l := s.consumerBox(v, i, r, 8*u, false)
	in := r.Inset(13*u, 9*u)
	row, rest := in.cutTop(20*u, 2)
	s.title(c, i, l, row, 14.5*u)
	row, rest = rest.cutTop(rest.H*0.36, 2)
	s.holds(c, row, 11*u)
	if l.faint {
		return
	}
	bar, mid := rest.cutBottom(12*u, 2)
	left, right := mid.cutLeft(mid.W*0.46, 4)
	s.label(left, AlignLeft, Font{Size: 11 * u}, InkMuted, key(KeyRate).with(integer(c.Rate)))
	s.label(right, AlignRight, Font{Size: 11 * u}, InkMuted, key(KeyInProcess).with(integer(c.Cached)))
	busy, bar := bar.cutRight(0.42*bar.W, 8)
	s.label(busy, AlignRight, Font{Size: 10 * u}, InkMuted, key(KeyThreads).with(integer(c.Busy)).with(integer(c.Threads)))
	s.threads(c, i, bar.Inset(0, (bar.H-7*u)/2))
}

// threads is the share of busy threads; it is hatched while they wait for an
// answer or the process is frozen.
func (s *Scene) threads(c *core.ConsumerView, i int, r Rect) {
	s.box(Box{Rect: r, Radius: r.H / 2, Fill: solid(InkTrack), Edge: solid(InkEdge), EdgeWidth: 1})
	if c.Threads <= 0 || c.Busy <= 0 {
		return
	}
	w := r.W * clamp(float32(c.Busy)/float32(c.Threads), 0, 1)
	b := Box{Rect: Rect{r.X, r.Y, max(w, r.H), r.H}, Radius: r.H / 2, Fill: solid(ConsumerFill(i))}
	if c.State == core.ConsumerAckWait || c.State == core.ConsumerFrozen {
		b.Style, b.Fill.Alpha, b.Second = StyleHatched, 120, solid(ConsumerFill(i))
	}
	s.box(b)
}

func (s *Scene) shortCard(v *core.View, i int, r Rect) {
	c := &v.Consumers[i]
	l := s.consumerBox(v, i, r, 7, false)
	in := r.Inset(11, 5)
	row, rest := in.cutTop(in.H*0.52, 1)
	s.title(c, i, l, row, clamp(row.H*0.72, 12, 15*s.unit))
	if l.faint {
		s.holds(c, rest, 11)
		return
	}
	bar, holds := rest.cutRight(0.32*rest.W, 8)
	if size := clamp(rest.H*0.5, 9.5, 12*s.unit); holds.W-6*size >= 150 {
		var rate Rect
		rate, holds = holds.cutRight(6*size, 6)
		s.label(rate, AlignRight, Font{Size: size}, InkMuted, key(KeyRate).with(integer(c.Rate)))
	}
	s.holds(c, holds, clamp(rest.H*0.6, 10, 12*s.unit))
	h := float32(6)
	s.threads(c, i, Rect{bar.X, bar.Y + (bar.H-h)/2, bar.W, h})
}

func (s *Scene) consumerRow(v *core.View, i int, r Rect) {
	c := &v.Consumers[i]
	l := s.consumerBox(v, i, r, 6, false)
	in := r.Inset(10, 2)
	f := Font{Size: clamp(r.H*0.42, 11, 14), Bold: true}
	nameW := min(textWidth(c.Name, f)+s.markRoom(f.Size), 0.34*in.W)
	box, rest := in.cutLeft(nameW, 8)
	s.markedName(i, box, f, AlignLeft, name(c.Name))
	s.dot(mark(l.mark, rest.Right()-5, r.Y+r.H/2, 4.5, l.ink))
	rest.W -= 14
	if rest.W > 150 || len(c.Holds) == 0 {
		var state Rect
		state, rest = rest.cutRight(66, 6)
		s.label(state, AlignRight, Font{Size: 11}, l.ink, key(l.key))
	}
	s.holds(c, rest, clamp(r.H*0.36, 10, 12))
}

// chip is a small card: a stripe in the colour, the name, the number of queues
// and the state's mark.
func (s *Scene) chip(v *core.View, i int, r Rect) {
	c := &v.Consumers[i]
	l := s.consumerBox(v, i, r, 3, false)
	size := clamp(r.H*0.62, 9, 12*s.unit)
	s.box(fill(Rect{r.X + 2, r.Y + 2, 3, r.H - 4}, solid(ConsumerFill(i))))
	in := Rect{r.X + 8, r.Y, r.W - 12, r.H}
	if l.key != KeyStateRunning {
		s.dot(mark(l.mark, in.Right()-3.5, r.Y+r.H/2, 3.5, l.ink))
		in.W -= 11
	}
	held, ink := plain(integer(len(c.Holds))), InkMuted
	width := 24 * s.unit
	if len(c.Holds) == 0 && l.key == KeyStateRunning {
		ink = InkWarn // idle
	}
	switch {
	case in.W > 120 && l.key != KeyStateRunning: // there is room to say it, and it matters more
		held, width = key(l.key), min(90*s.unit, in.W*0.6)
	case in.W > 120:
		held, width = either(len(c.Holds), KeyQueueOne, KeyQueues), 62*s.unit
	case in.W > 100:
		held, width = key(KeyQueueCount).with(integer(len(c.Holds))), 48*s.unit
	}
	if in.W > 60 {
		var holds Rect
		holds, in = in.cutRight(width, 2)
		s.label(holds, AlignRight, Font{Size: max(9, size*0.9)}, ink, held)
	}
	s.markedName(i, in, Font{Size: size, Bold: true}, AlignLeft, name(c.Name))
}
