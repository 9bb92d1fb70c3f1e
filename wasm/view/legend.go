package view

// legendItem is a sample of a bar's part and its word.
type legendItem struct {
	key  string
	part Box
}

// legend explains the parts of a bar in two rows of three columns.
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
	widths := [...]float32{0.28 * r.W, 0.45 * r.W, 0.27 * r.W}
	h := r.H / 2
	x, y := r.X, r.Y
	for i, item := range items {
		if i == len(widths) {
			x, y = r.X, r.Y+h
		}
		cell := Rect{x, y, widths[i%3], h}
		x += cell.W
		part := item.part
		part.Rect = Rect{cell.X, cell.Y + h/2 - 4*u, 10 * u, 8 * u}
		if item.key == KeyLegendRepeated {
			part.Y, part.H = cell.Y+h/2+1*u, 3*u
		}
		s.box(part)
		_, word := cell.cutLeft(14*u, 0)
		word.W -= 4
		s.label(word, AlignLeft, Font{Size: 10 * u}, InkMuted, key(item.key))
	}
}
