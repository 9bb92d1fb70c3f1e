//go:build js

package stage

import (
	"math"

	"ringside/wasm/view"
)

func (p *painter) arc(a *view.Arc) {
	if a.To <= a.From {
		return
	}
	if a.Fill.Alpha > 0 {
		p.sector(a, a.From, a.To, 0, p.mesh.tint(a.Fill))
	}
	if a.Style == view.StyleHatched {
		p.stripes(a)
	}
	if a.Edge.Alpha > 0 {
		p.arcEdge(a)
	}
}

// sector fills the ring from one angle to another; lean turns the outer end of
// each cross-section further clockwise.
func (p *painter) sector(a *view.Arc, from, to, lean float32, t tint) {
	x, y := a.X*p.scale, a.Y*p.scale
	inner, outer := a.Inner*p.scale, a.Outer*p.scale
	n := steps(to-from, outer)
	// A whole ring closes on itself; a part fades out at its ends within a pixel.
	whole := to-from > 2*math.Pi-1e-3
	fade := 0.5 / outer
	if !whole {
		p.crossSection(x, y, from-fade, inner, outer, lean, tint{}, false)
	}
	for i := range n + 1 {
		at := from + fade + (to-from-2*fade)*float32(i)/float32(n)
		if whole {
			at = from + (to-from)*float32(i)/float32(n)
		}
		p.crossSection(x, y, at, inner, outer, lean, t, i > 0 || !whole)
	}
	if !whole {
		p.crossSection(x, y, to+fade, inner, outer, lean, tint{}, true)
	}
}

func (p *painter) crossSection(x, y, angle, inner, outer, lean float32, t tint, link bool) {
	sin, cos := math.Sincos(float64(angle))
	if lean == 0 {
		mid := (inner + outer) / 2
		p.mesh.row(x+float32(sin)*mid, y-float32(cos)*mid, float32(sin), -float32(cos), (outer-inner)/2, t, link)
		return
	}
	x0, y0 := x+float32(sin)*inner, y-float32(cos)*inner
	sin, cos = math.Sincos(float64(angle + lean))
	x1, y1 := x+float32(sin)*outer, y-float32(cos)*outer
	dx, dy := (x1-x0)/2, (y1-y0)/2
	half := float32(math.Hypot(float64(dx), float64(dy)))
	p.mesh.row((x0+x1)/2, (y0+y1)/2, dx/half, dy/half, half, t, link)
}

// steps is into how many straight parts an arc is cut so that none leaves the
// circle by more than a tenth of a pixel.
func steps(angle, radius float32) int {
	part := 2 * math.Acos(1-0.1/math.Max(1, float64(radius)))
	return max(1, int(math.Ceil(float64(angle)/part)))
}

// stripes crosses a hatched arc with its second colour.
func (p *painter) stripes(a *view.Arc) {
	period := hatchPeriod * 1.3 * p.stripe / a.Outer
	lean := (a.Outer - a.Inner) / a.Outer * 0.7
	t := p.mesh.tint(a.Second)
	for from := a.From; from < a.To-lean; from += period {
		p.sector(a, from, min(from+period/2, a.To-lean), lean, t)
	}
}

// arcEdge outlines an arc, dashed when it is hollow.
func (p *painter) arcEdge(a *view.Arc) {
	t := p.mesh.tint(a.Edge)
	w := 1.5 * p.scale * p.stroke
	x, y := a.X*p.scale, a.Y*p.scale
	dashed := a.Style == view.StyleDashed
	for _, r := range [2]float32{a.Outer*p.scale - w/2, a.Inner*p.scale + w/2} {
		if !dashed {
			p.circleLine(x, y, r, a.From, a.To, w, t)
			continue
		}
		n := float32(math.Max(1, math.Round(float64((a.To-a.From)*r/(6*p.scale)))))
		period := (a.To - a.From) / n
		for k := float32(0); k < n; k++ {
			p.circleLine(x, y, r, a.From+(k+0.21)*period, a.From+(k+0.79)*period, w, t)
		}
	}
	if a.To-a.From > 2*math.Pi-1e-3 {
		return
	}
	for _, angle := range [2]float32{a.From, a.To} {
		sin, cos := math.Sincos(float64(angle))
		for i, r := range [2]float32{a.Inner * p.scale, a.Outer * p.scale} {
			p.mesh.row(x+float32(sin)*r, y-float32(cos)*r, float32(cos), float32(sin), w/2, t, i > 0)
		}
	}
}

func (p *painter) circleLine(x, y, r, from, to, w float32, t tint) {
	n := steps(to-from, r)
	for i := range n + 1 {
		sin, cos := math.Sincos(float64(from + (to-from)*float32(i)/float32(n)))
		sx, sy := float32(sin), -float32(cos)
		p.mesh.row(x+sx*r, y+sy*r, sx, sy, w/2, t, i > 0)
	}
}

// curve draws a Bézier curve as a strip.
func (p *painter) curve(c *view.Curve) {
	t := p.mesh.tint(c.Paint)
	half := c.Width * p.scale * p.stroke / 2
	dx, dy := float64(c.X[3]-c.X[0]), float64(c.Y[3]-c.Y[0])
	length := math.Hypot(dx, dy) * float64(p.scale)
	n := min(40, max(1, int(length/7)))
	if c.Dashed {
		n = max(4, int(length/(4*float64(p.scale)))) &^ 1
	}
	for i := range n + 1 {
		x, y, nx, ny := curveAt(c, float32(i)/float32(n))
		p.mesh.row(x*p.scale, y*p.scale, nx, ny, half, t, i > 0 && !(c.Dashed && i%2 == 0))
	}
}

// curveAt is a curve's point and normal.
func curveAt(c *view.Curve, at float32) (x, y, nx, ny float32) {
	x, y = c.At(at)
	u := 1 - at
	b0, b1, b2 := u*u, 2*u*at, at*at
	dx := b0*(c.X[1]-c.X[0]) + b1*(c.X[2]-c.X[1]) + b2*(c.X[3]-c.X[2])
	dy := b0*(c.Y[1]-c.Y[0]) + b1*(c.Y[2]-c.Y[1]) + b2*(c.Y[3]-c.Y[2])
	d := float32(math.Hypot(float64(dx), float64(dy)))
	if d == 0 {
		return x, y, 0, 1
	}
	return x, y, -dy / d, dx / d
}
