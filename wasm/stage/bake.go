//go:build js

package stage

import (
	"math"

	"ringside/wasm/view"
)

// markKey names a baked mark: its form, its radius in quarters of a pixel, and
// the width of its outline in quarters (0: filled).
type markKey struct {
	form    view.Form
	r, edge int32
}

// marks are the baked dots and corners.
type marks struct {
	atlas *atlas
	by    map[markKey]sprite
	hatch sprite // diagonal stripes that repeat without a seam
}

func (m *marks) reset(a *atlas, scale float32) {
	m.atlas = a
	m.by = make(map[markKey]sprite)
	m.bakeHatch(scale)
}

// get is the mark of radius r and outline width edge, in device pixels. Its
// sprite is square with the mark's centre in the middle.
func (m *marks) get(form view.Form, r, edge float32) sprite {
	k := markKey{form, int32(math.Round(float64(r * 4))), int32(math.Round(float64(edge * 4)))}
	if s, ok := m.by[k]; ok {
		return s
	}
	radius, width := float64(k.r)/4, float64(k.edge)/4
	half := int(math.Ceil(radius)) + 1
	s, ok := m.atlas.add(2*half, 2*half, func(x, y int) byte {
		return coverage(float64(x-half), float64(y-half), func(dx, dy float64) bool {
			return inside(form, dx, dy, radius, width)
		})
	})
	if ok {
		m.by[k] = s
	}
	return s
}

// coverage samples a pixel at 8×8 places.
func coverage(x, y float64, in func(dx, dy float64) bool) byte {
	const n = 8
	hits := 0
	for j := range n {
		for i := range n {
			if in(x+(float64(i)+0.5)/n, y+(float64(j)+0.5)/n) {
				hits++
			}
		}
	}
	return byte(hits * 255 / (n * n))
}

// inside tells whether a point belongs to a mark of radius r; with an edge
// width only to its outline.
func inside(form view.Form, x, y, r, edge float64) bool {
	d := distance(form, x, y, r)
	if d > 0 || edge > 0 && d < -edge {
		return false
	}
	if form == view.FormDashes {
		turn := math.Atan2(y, x)/(2*math.Pi) + 1
		return math.Mod(turn*8, 1) < 0.6
	}
	return true
}

// distance is how far a point is outside a form (negative: inside), near enough
// for outlines.
func distance(form view.Form, x, y, r float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	switch form {
	case view.FormDiamond:
		return (ax + ay - r) / math.Sqrt2
	case view.FormSquare:
		return max(ax, ay) - r*0.85
	case view.FormTriangle: // points right
		return max(-x-r*0.65, (x*0.55+ay)-r*0.55)
	case view.FormCross:
		return math.Abs(ax-ay)/math.Sqrt2 - r*0.24 + max(0, max(ax, ay)-r*0.85)*8
	case view.FormLock:
		body := max(ax-r*0.72, math.Abs(y-r*0.38)-r*0.56)
		bow := max(math.Abs(math.Hypot(x, y+r*0.22)-r*0.5)-r*0.14, y+r*0.1)
		return min(body, bow)
	case view.FormBroken:
		return max(math.Abs(y)-r*0.24, r*0.28-ax, ax-r)
	case view.FormBars:
		return max(math.Abs(ax-r*0.5)-r*0.24, ay-r*0.85)
	case view.FormFrost:
		return max(min(ax, math.Abs(x*0.5-y*0.866), math.Abs(x*0.5+y*0.866))-r*0.17, math.Hypot(x, y)-r)
	case view.FormFrame:
		return max(max(ax, ay)-r*0.85, r*0.42-max(ax, ay))
	case view.FormValve:
		return max(ay*0.95-ax*0.8, ax-r)
	case view.FormUp:
		return max(y-r*0.75, (ax-y*0.55)-r*0.6)
	case view.FormDown:
		return max(-y-r*0.75, (ax+y*0.55)-r*0.6)
	case view.FormPlus:
		return max(min(ax, ay)-r*0.3, max(ax, ay)-r*0.95)
	case view.FormLevel:
		return max(ay-r*0.34, ax-r)
	case view.FormUpright:
		return max(ax-r*0.34, ay-r)
	case view.FormHalf:
		return max(math.Hypot(x-r*0.3, y)-r, x-r*0.3)
	case view.FormCorner:
		return max(x-y, -x-r*0.85, y-r*0.85)
	case view.FormEquals:
		return max(math.Abs(ay-r*0.5)-r*0.26, ax-r*0.9)
	}
	return math.Hypot(x, y) - r
}

// hatchPeriod is the horizontal distance of two stripes in CSS pixels.
const hatchPeriod = 7

func (m *marks) bakeHatch(scale float32) {
	period := max(4, int(math.Round(float64(hatchPeriod*scale))))
	w, h := period*(240/period), period*(120/period)
	// A pixel's coverage depends only on where its diagonal lies in the period.
	table := make([]byte, period)
	for d := range table {
		table[d] = coverage(float64(d), 0, func(x, y float64) bool {
			return math.Mod(x+y, float64(period)) < float64(period)/2
		})
	}
	m.hatch, _ = m.atlas.add(w, h, func(x, y int) byte { return table[(x+y)%period] })
}
