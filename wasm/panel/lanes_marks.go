//go:build js

package panel

import (
	"math"

	"ringside/wasm/view"
)

// ownerMark draws a consumer's mark, the one that it has in the picture, around
// a point of a lane.
func (s *lanes) ownerMark(consumer int, x, y, r float64) {
	form, disc := view.OwnerForm(consumer)
	c := s.ctx
	c.Set("fillStyle", s.ink.on[consumer%view.PaletteSize])
	if disc { // cut out of a disc
		s.fillForm(view.FormDisc, x, y, r*1.2)
		c.Set("fillStyle", s.colour(consumer))
		r *= 0.8
	}
	s.fillForm(form, x, y, r)
}

// fillForm fills one of the marks of consumers with the present colour.
func (s *lanes) fillForm(form view.Form, x, y, r float64) {
	c := s.ctx
	level := func(at, half, high float64) { c.Call("fillRect", x-half*r, y+(at-high)*r, 2*half*r, 2*high*r) }
	corners := func(points ...[2]float64) {
		c.Call("beginPath")
		for _, p := range points {
			c.Call("lineTo", x+p[0]*r, y+p[1]*r)
		}
		c.Call("fill")
	}
	switch form {
	case view.FormUp:
		corners([2]float64{0, -1}, [2]float64{1, 0.75}, [2]float64{-1, 0.75})
	case view.FormDown:
		corners([2]float64{0, 1}, [2]float64{1, -0.75}, [2]float64{-1, -0.75})
	case view.FormCorner:
		corners([2]float64{-0.85, -0.85}, [2]float64{0.85, 0.85}, [2]float64{-0.85, 0.85})
	case view.FormPlus:
		level(0, 0.95, 0.3)
		level(0, 0.3, 0.95)
	case view.FormLevel:
		level(0, 1, 0.34)
	case view.FormUpright:
		level(0, 0.34, 1)
	case view.FormEquals:
		level(-0.5, 0.9, 0.26)
		level(0.5, 0.9, 0.26)
	case view.FormHalf:
		c.Call("beginPath")
		c.Call("arc", x+0.3*r, y, r, math.Pi/2, 3*math.Pi/2)
		c.Call("fill")
	default:
		c.Call("beginPath")
		c.Call("arc", x, y, r, 0, 2*math.Pi)
		c.Call("fill")
	}
}
