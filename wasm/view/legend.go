package view

// legendItem is a sample of a bar's part and its word.
type legendItem struct {
	key  string
	part Box
}

// legend explains the parts of a bar in two rows: three parts above two, or
// where that would cut words, two above three.
func (s *Scene) legend(r Rect) {
	u := s.unit
	if r.W < 190 || r.H < 26 {
		return
	}
	ink := ConsumerFill(0)
	items := [...]legendItem{
		{KeyLegendCommitted, Box{Fill: Paint{ink, 76}}},
		{KeyLegendDone, Box{Fill: Paint{ink, 90}, Second: Paint{ink, 200}, Style: StyleHatched}},
		{KeyLegendProcess, Box{Fill: solid(ink)}},
		{KeyLegendWaiting, Box{Fill: solid(InkWaiting)}},
		{KeyLegendRepeated, Box{Fill: solid(InkDuplicate)}},
	}
	first, shares := 3, [...]float32{0.275, 0.461, 0.264, 0.275, 0.461}
	size := min(10*u, r.W/27.5) // the same for all, as large as three in a row may be
	if r.W < 250*u {
		size = 10 * u
		first, shares = 2, [...]float32{0.36, 0.64, 0.36, 0.32, 0.32}
	}
	h := r.H / 2
	x, y := r.X, r.Y
	for i, item := range items {
		if i == first {
			x, y = r.X, r.Y+h
		}
		cell := Rect{x, y, shares[i] * r.W, h}
		x += cell.W
		part := item.part
		part.Rect = Rect{cell.X, cell.Y + h/2 - 4*u, 10 * u, 8 * u}
		if item.key == KeyLegendRepeated {
			part.Y, part.H = cell.Y+h/2+1*u, 3*u
		}
		s.box(part)
		_, word := cell.cutLeft(14*u, 0)
		word.W -= 3
		s.label(word, AlignLeft, Font{Size: size}, InkMuted, key(item.key))
	}
}
