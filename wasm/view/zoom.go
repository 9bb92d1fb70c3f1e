package view

import "math"

// MaxZoom is the most that the map of queues is enlarged.
const MaxZoom = 24

// Zoom is what is seen of the map of queues. The zero Zoom shows all of it.
type Zoom struct {
	// Scale is how much the map is enlarged; below 1 counts as 1.
	Scale float32
	// X and Y are the point in the middle, as parts of the map's width and height.
	X, Y float32
}

// clamped keeps the scale within its limits and the map's edges outside the window.
func (z Zoom) clamped() Zoom {
	if !(z.Scale > 1) {
		return Zoom{1, 0.5, 0.5}
	}
	z.Scale = min(z.Scale, MaxZoom)
	half := 0.5 / z.Scale
	return Zoom{z.Scale, clamp(z.X, half, 1-half), clamp(z.Y, half, 1-half)}
}

// By is z enlarged by a factor, with the point at (x, y) of the map's window,
// both as parts of its size, staying where it is.
func (z Zoom) By(factor, x, y float32) Zoom {
	z = z.clamped()
	atX, atY := z.X+(x-0.5)/z.Scale, z.Y+(y-0.5)/z.Scale
	scale := clamp(z.Scale*factor, 1, MaxZoom)
	return Zoom{scale, atX - (x-0.5)/scale, atY - (y-0.5)/scale}.clamped()
}

// Moved is z after the map was dragged by parts of its window's size.
func (z Zoom) Moved(dx, dy float32) Zoom {
	z = z.clamped()
	z.X -= dx / z.Scale
	z.Y -= dy / z.Scale
	return z.clamped()
}

// Pinched is z after two fingers on the map's window went from one pair of
// places to another, all as parts of the window's size: what was under the point
// between them stays there, and the map grows as their distance does.
func (z Zoom) Pinched(from, to [2][2]float32) Zoom {
	middle := func(p [2][2]float32) (x, y float32) { return (p[0][0] + p[1][0]) / 2, (p[0][1] + p[1][1]) / 2 }
	apart := func(p [2][2]float32) float32 {
		return float32(math.Hypot(float64(p[1][0]-p[0][0]), float64(p[1][1]-p[0][1])))
	}
	x0, y0 := middle(from)
	x1, y1 := middle(to)
	factor := max(apart(to), 0.01) / max(apart(from), 0.01)
	return z.By(factor, x0, y0).Moved(x1-x0, y1-y0)
}

// Towards is z a part of the way to another, for easing.
func (z Zoom) Towards(to Zoom, part float32) Zoom {
	z, to = z.clamped(), to.clamped()
	return Zoom{z.Scale + (to.Scale-z.Scale)*part, z.X + (to.X-z.X)*part, z.Y + (to.Y-z.Y)*part}
}

// Near tells whether two zooms show the same within a fraction of a pixel.
func (z Zoom) Near(o Zoom) bool {
	z, o = z.clamped(), o.clamped()
	const little = 0.0005
	return abs(z.Scale-o.Scale) < little*z.Scale && abs(z.X-o.X)*z.Scale < little && abs(z.Y-o.Y)*z.Scale < little
}

// Map is the rectangle in which the map of queues is seen; it is empty when the
// queues are drawn one by one.
func (s *Scene) Map() Rect { return s.mapped.window }

// Cell is the height of a cell of the map as it is seen, 0 without a map.
func (s *Scene) Cell() float32 {
	if s.mapped.window.Empty() {
		return 0
	}
	return s.mapped.cell
}

// Place is where in the map a queue's cell is, as parts of its width and height.
func (s *Scene) Place(queue int) (x, y float32, ok bool) {
	m := &s.mapped
	if m.window.Empty() || queue < 0 || queue >= len(m.middle) {
		return 0, 0, false
	}
	return m.middle[queue].x, m.middle[queue].y, m.middle[queue].ok
}

// mapped is the map of queues as zoomed.
type mapped struct {
	window Rect // where it is seen, and its own size when not enlarged
	zoom   Zoom
	middle []anchor // per queue, as parts of the map
	cell   float32  // the height of a cell as seen
	cover  Rect     // where buttons lie over the map
	run    mapRun   // of the cell being drawn
}

// open begins a map in a window for n queues.
func (m *mapped) open(window Rect, z Zoom, n int) {
	m.window, m.zoom, m.cover = window, z.clamped(), Rect{}
	m.middle = resize(m.middle, n)
	clear(m.middle)
}

// enlarged is where a rectangle of the map, as it lies without zoom, comes to lie.
func (m *mapped) enlarged(r Rect) Rect {
	w, k := m.window, m.zoom.Scale
	if k <= 1 {
		return r
	}
	x := w.X + w.W/2 + (r.X-w.X-m.zoom.X*w.W)*k
	y := w.Y + w.H/2 + (r.Y-w.Y-m.zoom.Y*w.H)*k
	return Rect{x, y, r.W * k, r.H * k}
}

// seen is the part of a rectangle within the window.
func (m *mapped) seen(r Rect) Rect {
	w := m.window
	x0, y0 := max(r.X, w.X), max(r.Y, w.Y)
	return Rect{x0, y0, max(0, min(r.Right(), w.Right())-x0), max(0, min(r.Bottom(), w.Bottom())-y0)}
}
