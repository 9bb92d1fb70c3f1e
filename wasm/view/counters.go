package view

import "ringside/core"

// counter is what one of the three counter cards says.
type counter struct {
	title string
	value int64
	sub   words
	ink   Ink
	mark  Form
}

// counters places the three counters side by side, or one below the other in a
// place higher than wide.
func (s *Scene) counters(v *core.View, r Rect) {
	if r.Empty() {
		return
	}
	gap := 10 * s.unit
	if r.H < 110 && r.W < 3*84 { // one below the other in little height
		gap = 4
	}
	columns := (r.W-2*gap)/numCounters >= 84 && r.H < 200*s.unit || r.H < 46
	for i := range numCounters {
		cell := r
		if columns {
			cell.W = (r.W - 2*gap) / numCounters
			cell.X += float32(i) * (cell.W + gap)
		} else {
			cell.H = (r.H - 2*gap) / numCounters
			cell.Y += float32(i) * (cell.H + gap)
		}
		s.counter(i, cell, counterOf(v, i))
	}
}

// counterOf counts the topic chosen, or the group. A queue is paused that nobody
// holds, that no owner has pulled yet, or that waits for its lock (core.Pauses).
func counterOf(v *core.View, i int) counter {
	n := v.Counted()
	switch i {
	case CounterDuplicates:
		c := counter{title: KeyDuplicates, value: n.Duplicates, ink: InkText, mark: FormDiamond}
		share := int64(0)
		if n.Completions > 0 {
			share = (n.Duplicates*1000 + n.Completions/2) / n.Completions
		}
		if n.Duplicates > 0 {
			c.ink = InkDuplicate
		}
		c.sub = key(KeyDuplicatesOf).with(tenths(share)).with(number(n.Completions))
		if share == 0 && n.Duplicates > 0 { // what has happened is never 0.0
			c.sub = key(KeyDuplicatesOf).with(text("<0.1")).with(number(n.Completions))
		}
		return c
	case CounterPaused:
		c := counter{title: KeyPaused, value: int64(n.Paused), ink: InkText, mark: FormDashes}
		if n.Paused > 0 {
			c.ink = InkWarn
		}
		c.sub = key(KeyLongest).with(seconds(n.PauseMax))
		return c
	}
	return counter{title: KeyBacklog, value: n.Backlog, ink: InkText, mark: FormSquare, sub: key(KeyPeak).with(number(n.BacklogPeak))}
}

// narrowCounter is the width of a card below which title and value do not fit
// side by side.
const narrowCounter = 120

func (s *Scene) counter(i int, r Rect, c counter) {
	u := s.unit
	if r.W < 36 || r.H < 16 {
		return
	}
	edge, width := solid(InkEdge), float32(1)
	if s.focused(HitCounter, i) {
		edge, width = solid(InkFocus), 1.5
	}
	s.card(r, min(8*u, r.H/4), edge, width)
	s.hitRect(HitCounter, i, r)
	in := r.Inset(clamp(r.W*0.09, 6, 13*u), clamp(r.H*0.1, 2, 10*u))
	value := plain(number(c.value))
	switch {
	case in.H >= 56:
		row, rest := in.cutTop(16*u, 2)
		// "Paused queues" is 7.6 em wide: all three titles are of the size in which it fits.
		s.counterTitle(row, c, clamp((row.W-15*u)/7.6, 10, 12*u))
		sub, rest := rest.cutBottom(15*u, 2)
		s.label(rest, AlignLeft, Font{Size: min(24*u, rest.H*0.8), Bold: true}, c.ink, value)
		s.label(sub, AlignLeft, Font{Size: 11 * u}, InkMuted, c.sub)
	case in.H >= 34:
		row, rest := in.cutTop(min(15*u, in.H*0.4), 1)
		s.counterTitle(row, c, clamp((row.W-15*u)/7.6, 9, 11*u))
		s.label(rest, AlignLeft, Font{Size: min(20*u, rest.H*0.85), Bold: true}, c.ink, value)
	case in.W < narrowCounter*u && r.H >= 26: // the title needs the whole width
		row, rest := r.Inset(in.X-r.X, 2).cutTop((r.H-4)*0.44, 0)
		s.counterTitle(row, c, min(9.5*u, row.H*0.95))
		s.label(rest, AlignLeft, Font{Size: min(13*u, rest.H*0.9), Bold: true}, c.ink, value)
	default:
		size := clamp(in.H*0.6, 10, 14*u)
		left, right := in.cutLeft(0.56*in.W, 4)
		s.counterTitle(left, c, min(size, 11*u))
		s.label(right, AlignRight, Font{Size: size, Bold: true}, c.ink, value)
	}
}

// counterTitle is the mark and the word; the mark goes when the place is narrow.
func (s *Scene) counterTitle(r Rect, c counter, size float32) {
	if u := s.unit; r.W >= 76 {
		s.dot(mark(c.mark, r.X+4.5*u, r.Y+r.H/2, 4.5*u, c.ink))
		_, r = r.cutLeft(9*u, 6*u)
	}
	s.label(r, AlignLeft, Font{Size: size}, InkMuted, key(c.title))
}

// mark is a dot whose outline forms are drawn in the ink as an edge.
func mark(f Form, x, y, r float32, ink Ink) Dot {
	d := Dot{X: x, Y: y, R: r, Form: f, Fill: solid(ink)}
	if f == FormRing || f == FormDashes {
		d.Fill, d.Edge = Paint{}, solid(ink)
	}
	return d
}
