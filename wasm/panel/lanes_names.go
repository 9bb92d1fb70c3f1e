//go:build js

package panel

// nameSame writes the owners' names over both strips of a lane of two runs,
// where both have the same one for as long as the name is wide.
func (s *lanes) nameSame(bars []Bar, different []Stretch, at *strip) {
	for i := range bars {
		b := &bars[i]
		if b.Kind != BarOwned || b.Owner < 0 {
			continue
		}
		text := nameOf(at.view, b.Owner)
		x0, x1 := max(s.window.X(b.From, at.width), 0), min(s.window.X(b.To, at.width), at.width)
		for _, d := range different {
			if d.To <= b.From || d.From >= b.To {
				continue
			}
			if d.From <= b.From {
				x0 = max(x0, s.window.X(d.To, at.width))
			} else {
				x1 = min(x1, s.window.X(d.From, at.width))
			}
		}
		switch {
		case x1-x0 >= s.wide(text)+10:
			s.ctx.Set("font", s.font(10, at.height))
			s.ctx.Set("fillStyle", s.ink.text)
			s.ctx.Set("textAlign", "left")
			s.ctx.Call("fillText", text, at.left+x0+5, at.y+at.height/2+0.5)
		case s.marked && x1 > x0:
			s.shortMark(at.palette(b.Owner), at.left+x0, x1-x0, at)
		}
	}
}

// nameWithin writes the owners' names into the part of a run's bars that lies in
// a stretch in which the runs differ.
func (s *lanes) nameWithin(lane *Lane, bars []Bar, d Stretch, at *strip) {
	for i := range bars {
		b := bars[i]
		b.From, b.To = max(b.From, d.From), min(b.To, d.To)
		if b.Kind != BarOwned || b.From >= b.To {
			continue
		}
		x0, x1 := max(s.window.X(b.From, at.width), 0), min(s.window.X(b.To, at.width), at.width)
		if x1 > x0 {
			s.ctx.Set("textAlign", "left")
			s.label(lane, &b, at.left+x0, at.left+x1, at)
		}
	}
}
