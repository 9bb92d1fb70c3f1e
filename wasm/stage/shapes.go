//go:build js

package stage

import (
	"math"

	"ringside/wasm/view"
)

// painter turns shapes into triangles at a scale of device pixels per CSS pixel.
type painter struct {
	mesh  *mesh
	marks *marks
	scale float32
	// stroke is how much wider than usual the theme has lines and borders.
	stroke float32
	// stripe is how much wider than usual stripes are.
	stripe float32
}

func (p *painter) snap(x float32) float32 { return float32(math.Round(float64(x * p.scale))) }

// line is a border's width in whole device pixels, at least one.
func (p *painter) line(w float32) float32 { return max(1, p.snap(w*p.stroke)) }

func (p *painter) box(b *view.Box) {
	x0, y0, x1, y1 := p.snap(b.X), p.snap(b.Y), p.snap(b.Right()), p.snap(b.Bottom())
	if x1 <= x0 && b.W > 0 {
		x1 = x0 + 1
	}
	if y1 <= y0 && b.H > 0 {
		y1 = y0 + 1
	}
	r := min(p.snap(b.Radius), float32(math.Floor(float64(min(x1-x0, y1-y0)/2))))
	if b.Fill.Alpha > 0 {
		p.round(x0, y0, x1, y1, r, p.mesh.tint(b.Fill))
	}
	if b.Style == view.StyleHatched && b.Second.Alpha > 0 {
		p.hatch(x0, y0, x1, y1, r, p.mesh.tint(b.Second))
	}
	if b.Edge.Alpha == 0 || b.EdgeWidth <= 0 {
		return
	}
	w, t := p.line(b.EdgeWidth), p.mesh.tint(b.Edge)
	if b.Style == view.StyleDashed {
		p.dashes(x0+w/2, y0+w/2, x1-w/2, y1-w/2, max(0, r-w/2), w, t)
		return
	}
	p.outline(x0, y0, x1, y1, r, w, t)
}

// round fills a rectangle with corners of radius r: four quarters of a baked
// disc and three rectangles.
func (p *painter) round(x0, y0, x1, y1, r float32, t tint) {
	if r < 1 {
		p.mesh.rect(x0, y0, x1, y1, t)
		return
	}
	p.corners(p.marks.get(view.FormDisc, r, 0), x0, y0, x1, y1, r, t)
	p.mesh.rect(x0+r, y0, x1-r, y0+r, t)
	p.mesh.rect(x0, y0+r, x1, y1-r, t)
	p.mesh.rect(x0+r, y1-r, x1-r, y1, t)
}

func (p *painter) outline(x0, y0, x1, y1, r, w float32, t tint) {
	if r < 1 {
		r = 0
	} else {
		p.corners(p.marks.get(view.FormDisc, r, w), x0, y0, x1, y1, r, t)
	}
	// Without corners the upright sides leave the level ones their ends.
	side := r
	if r < w {
		side = w
	}
	p.mesh.rect(x0+r, y0, x1-r, y0+w, t)
	p.mesh.rect(x0+r, y1-w, x1-r, y1, t)
	p.mesh.rect(x0, y0+side, x0+w, y1-side, t)
	p.mesh.rect(x1-w, y0+side, x1, y1-side, t)
}

func (p *painter) corners(s sprite, x0, y0, x1, y1, r float32, t tint) {
	cx, cy := s.x+s.w/2, s.y+s.h/2
	p.mesh.quad(x0, y0, x0+r, y0+r, cx-r, cy-r, cx, cy, t)
	p.mesh.quad(x1-r, y0, x1, y0+r, cx, cy-r, cx+r, cy, t)
	p.mesh.quad(x0, y1-r, x0+r, y1, cx-r, cy, cx, cy+r, t)
	p.mesh.quad(x1-r, y1-r, x1, y1, cx, cy, cx+r, cy+r, t)
}

// hatch lays stripes over a rectangle, keeping out of round corners.
func (p *painter) hatch(x0, y0, x1, y1, r float32, t tint) {
	if r >= 3 {
		dx, dy := float32(math.Ceil(float64(r*0.55))), float32(math.Ceil(float64(r*0.12)))
		x0, x1, y0, y1 = x0+dx, x1-dx, y0+dy, y1-dy
	}
	s := p.marks.hatch
	if s.w == 0 || s.h == 0 {
		return
	}
	for y := y0; y < y1; y += s.h {
		h := min(s.h, y1-y)
		for x := x0; x < x1; x += s.w {
			w := min(s.w, x1-x)
			p.mesh.quad(x, y, x+w, y+h, s.x, s.y, s.x+w, s.y+h, t)
		}
	}
}

// dashes draws a dashed line along a round rectangle.
func (p *painter) dashes(x0, y0, x1, y1, r, w float32, t tint) {
	c := contour{x0, y0, x1, y1, r}
	length := c.length()
	n := float32(math.Max(4, math.Round(float64(length/(5.5*p.scale)))))
	period := length / n
	for k := float32(0); k < n; k++ {
		const steps = 4
		for i := range steps + 1 {
			x, y, nx, ny := c.at(k*period + period*0.58*float32(i)/steps)
			p.mesh.row(x, y, nx, ny, w/2, t, i > 0)
		}
	}
}

// contour is the middle line of a round rectangle's border.
type contour struct{ x0, y0, x1, y1, r float32 }

func (c contour) length() float32 {
	return 2*(c.x1-c.x0-2*c.r) + 2*(c.y1-c.y0-2*c.r) + 2*math.Pi*c.r
}

// at is the point at a distance along the contour, clockwise from the upper
// left, and the outward normal there.
func (c contour) at(d float32) (x, y, nx, ny float32) {
	w, h, q := c.x1-c.x0-2*c.r, c.y1-c.y0-2*c.r, math.Pi/2*c.r
	corner := func(cx, cy, from, part float32) (float32, float32, float32, float32) {
		sin, cos := math.Sincos(float64(from + math.Pi/2*part))
		sx, sy := float32(sin), float32(-cos)
		return cx + sx*c.r, cy + sy*c.r, sx, sy
	}
	switch {
	case d < w:
		return c.x0 + c.r + d, c.y0, 0, -1
	case d < w+q:
		return corner(c.x1-c.r, c.y0+c.r, 0, (d-w)/q)
	}
	d -= w + q
	switch {
	case d < h:
		return c.x1, c.y0 + c.r + d, 1, 0
	case d < h+q:
		return corner(c.x1-c.r, c.y1-c.r, math.Pi/2, (d-h)/q)
	}
	d -= h + q
	switch {
	case d < w:
		return c.x1 - c.r - d, c.y1, 0, 1
	case d < w+q:
		return corner(c.x0+c.r, c.y1-c.r, math.Pi, (d-w)/q)
	}
	d -= w + q
	if d < h || q == 0 {
		return c.x0, c.y1 - c.r - d, -1, 0
	}
	return corner(c.x0+c.r, c.y0+c.r, math.Pi*3/2, (d-h)/q)
}

func (p *painter) dot(d *view.Dot) {
	x, y, r := d.X*p.scale, d.Y*p.scale, d.R*p.scale
	if d.Fill.Alpha > 0 {
		s := p.marks.get(d.Form, r, 0)
		p.mesh.sprite(s, x-s.w/2, y-s.h/2, p.mesh.tint(d.Fill))
	}
	if d.Edge.Alpha > 0 {
		s := p.marks.get(d.Form, r, 1.4*p.scale*p.stroke)
		p.mesh.sprite(s, x-s.w/2, y-s.h/2, p.mesh.tint(d.Edge))
	}
}
