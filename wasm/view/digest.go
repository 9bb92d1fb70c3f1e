package view

import "math"

// Digest is a number that differs when the picture does, so that a frame equal
// to the last need not be drawn.
func (s *Scene) Digest() uint64 {
	h := hasher(14695981039346656037)
	p := &s.Viewport
	h.floats(p.W, p.H, p.Scale)
	h.word(uint64(p.Theme))
	h.boxes(s.Boxes)
	h.boxes(s.Plates)
	for i := range s.Arcs {
		a := &s.Arcs[i]
		h.floats(a.X, a.Y, a.Inner, a.Outer)
		h.floats(a.From, a.To)
		h.paints(a.Fill, a.Second, a.Edge, a.Style)
	}
	for i := range s.Curves {
		c := &s.Curves[i]
		h.floats(c.X[0], c.Y[0], c.X[3], c.Y[3])
		dashed := Style(0)
		if c.Dashed {
			dashed = 1
		}
		h.floats(c.Width)
		h.paints(c.Paint, Paint{}, Paint{}, dashed)
	}
	for i := range s.Dots {
		d := &s.Dots[i]
		h.floats(d.X, d.Y, d.R)
		h.paints(d.Fill, d.Edge, Paint{}, Style(d.Form))
	}
	for i := range s.Labels {
		h.label(&s.Labels[i])
	}
	return uint64(h)
}

// hasher is FNV-1a over 64-bit words, which is enough to notice a change.
type hasher uint64

func (h *hasher) word(w uint64) {
	*h = (*h ^ hasher(w)) * 1099511628211
	*h ^= *h >> 29
}

func (h *hasher) floats(list ...float32) {
	for _, f := range list {
		h.word(uint64(math.Float32bits(f)))
	}
}

func (h *hasher) paints(a, b, c Paint, style Style) {
	h.word(uint64(a.Ink) | uint64(a.Alpha)<<8 | uint64(b.Ink)<<16 | uint64(b.Alpha)<<24 |
		uint64(c.Ink)<<32 | uint64(c.Alpha)<<40 | uint64(style)<<48)
}

func (h *hasher) boxes(list []Box) {
	for i := range list {
		b := &list[i]
		h.floats(b.X, b.Y, b.W, b.H)
		h.floats(b.Radius, b.EdgeWidth)
		h.paints(b.Fill, b.Second, b.Edge, b.Style)
	}
}

func (h *hasher) text(s string) {
	for i := 0; i < len(s); i++ {
		*h = (*h ^ hasher(s[i])) * 1099511628211
	}
	h.word(uint64(len(s)))
}

func (h *hasher) label(l *Label) {
	h.floats(l.Box.X, l.Box.Y, l.Box.W, l.Box.H)
	h.floats(l.Font.Size)
	h.paints(l.Paint, Paint{}, Paint{}, Style(l.Align))
	h.text(l.Key)
	for i := range l.Args[:l.N] {
		a := &l.Args[i]
		h.word(uint64(a.Num)<<2 ^ uint64(a.Kind))
		h.text(a.Text)
	}
}
