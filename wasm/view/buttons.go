package view

// Buttons on the picture itself, for the map of queues. Whoever draws the scene
// answers them.
const (
	ButtonZoomIn  = iota // enlarge the map by a step
	ButtonZoomOut        // show a step more of it
	ButtonZoomAll        // show all of it
	numButtons
)

// buttonH is a button's height: enough for a finger where fingers are used.
func (s *Scene) buttonH() float32 {
	if s.Viewport.Touch {
		return 44
	}
	return 24
}

func (s *Scene) buttonW() float32 { return max(30, s.buttonH()) }

func (s *Scene) zoomButtonsW() float32 { return numButtons*s.buttonW() + (numButtons-1)*4 }

// zoomButtons are plus, minus and all, at the right of a row.
func (s *Scene) zoomButtons(r Rect) {
	w, h := s.buttonW(), min(s.buttonH(), r.H)
	if r.W < numButtons*w || h < 18 {
		return
	}
	z := s.mapped.zoom.Scale
	for b := range numButtons {
		box := Rect{r.X + float32(b)*(w+4), r.Y, w, h}
		off := b == ButtonZoomIn && z >= MaxZoom || b != ButtonZoomIn && z <= 1
		edge, ink := solid(InkEdge), InkText
		if off {
			ink = InkEdge
		}
		if s.focused(HitButton, b) && !off {
			edge = solid(InkFocus)
		}
		s.Plates = append(s.Plates, Box{Rect: box, Radius: 6, Fill: solid(InkCard), Edge: edge, EdgeWidth: 1})
		s.sign(b, box, solid(ink))
		s.hitRect(HitButton, b, box)
	}
}

// sign draws a button's sign: plus, minus, a frame.
func (s *Scene) sign(b int, r Rect, p Paint) {
	x, y := r.X+r.W/2, r.Y+r.H/2
	const arm, line = 5, 1.6
	level := Box{Rect: Rect{x - arm, y - line/2, 2 * arm, line}, Fill: p}
	switch b {
	case ButtonZoomIn:
		s.Plates = append(s.Plates, level, Box{Rect: Rect{x - line/2, y - arm, line, 2 * arm}, Fill: p})
	case ButtonZoomOut:
		s.Plates = append(s.Plates, level)
	default:
		s.Plates = append(s.Plates, Box{Rect: Rect{x - 6, y - 4.5, 12, 9}, Radius: 2, Edge: p, EdgeWidth: line})
	}
}
