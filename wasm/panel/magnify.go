package panel

import "math"

// Grown is how much larger than designed the panels, their type and the lanes are in
// a window of a size: from Full HD on in step with the picture, so that a window of
// 4K shows what one of Full HD does, at twice the size. In eighths, for whole pixels.
func Grown(w, h float32) float64 {
	return math.Floor(float64(min(2, max(1, min(w/1920, h/1080))))*8) / 8
}

// Magnified is how much larger the presenter's view draws the picture in a window
// of a size: so that a wide picture has about the room in which the design is
// still whole, and a phone's about its least width.
func Magnified(w, h float32) float32 {
	if w < 900 || h < 480 {
		return min(1.2, max(1, w/325))
	}
	return min(3, max(1.1, min(w/960, h/560)))
}
