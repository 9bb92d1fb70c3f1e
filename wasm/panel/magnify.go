package panel

// Magnified is how much larger the presenter's view draws the picture in a window
// of a size: so that a wide picture has about the room in which the design is
// still whole, and a phone's about its least width.
func Magnified(w, h float32) float32 {
	if w < 900 || h < 480 {
		return min(1.2, max(1, w/325))
	}
	return min(3, max(1.1, min(w/960, h/560)))
}
