package view

import "time"

// Rect is an axis-parallel rectangle in CSS pixels: X and Y are its upper left
// corner, W its width and H its height.
type Rect struct{ X, Y, W, H float32 }

// Right is the x of the right edge.
func (r Rect) Right() float32 { return r.X + r.W }

// Bottom is the y of the lower edge.
func (r Rect) Bottom() float32 { return r.Y + r.H }

// Empty tells whether nothing fits inside.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains tells whether the point is inside; the right and lower edges are not.
func (r Rect) Contains(x, y float32) bool {
	return x >= r.X && x < r.Right() && y >= r.Y && y < r.Bottom()
}

// Overlaps tells whether the two share an area.
func (r Rect) Overlaps(o Rect) bool {
	return !r.Empty() && !o.Empty() &&
		r.X < o.Right() && o.X < r.Right() && r.Y < o.Bottom() && o.Y < r.Bottom()
}

// Inset takes dx off the left and right and dy off the top and bottom.
func (r Rect) Inset(dx, dy float32) Rect {
	return Rect{r.X + dx, r.Y + dy, max(0, r.W-2*dx), max(0, r.H-2*dy)}
}

// cutTop splits h (at most all) and a gap off the top.
func (r Rect) cutTop(h, gap float32) (top, rest Rect) {
	h = min(max(h, 0), r.H)
	top = Rect{r.X, r.Y, r.W, h}
	rest = Rect{r.X, r.Y + h + gap, r.W, max(0, r.H-h-gap)}
	return top, rest
}

// cutBottom splits h (at most all) and a gap off the bottom.
func (r Rect) cutBottom(h, gap float32) (bottom, rest Rect) {
	h = min(max(h, 0), r.H)
	bottom = Rect{r.X, r.Bottom() - h, r.W, h}
	rest = Rect{r.X, r.Y, r.W, max(0, r.H-h-gap)}
	return bottom, rest
}

// cutLeft splits w (at most all) and a gap off the left.
func (r Rect) cutLeft(w, gap float32) (left, rest Rect) {
	w = min(max(w, 0), r.W)
	left = Rect{r.X, r.Y, w, r.H}
	rest = Rect{r.X + w + gap, r.Y, max(0, r.W-w-gap), r.H}
	return left, rest
}

// cutRight splits w (at most all) and a gap off the right.
func (r Rect) cutRight(w, gap float32) (right, rest Rect) {
	w = min(max(w, 0), r.W)
	right = Rect{r.Right() - w, r.Y, w, r.H}
	rest = Rect{r.X, r.Y, max(0, r.W-w-gap), r.H}
	return right, rest
}

// Theme selects one of the colour tables.
type Theme uint8

const (
	Dark          Theme = iota // light shapes on a dark ground
	Light                      // dark shapes on a light ground
	DarkContrast               // for who wants more contrast
	LightContrast              // likewise
	numThemes
)

// Contrasting is the theme with more contrast on the same kind of ground.
func (t Theme) Contrasting() Theme {
	if t.contrasting() {
		return t
	}
	return t + DarkContrast
}

func (t Theme) contrasting() bool { return t == DarkContrast || t == LightContrast }

// light tells whether the ground is light.
func (t Theme) light() bool { return t == Light || t == LightContrast }

// Stroke is how much wider than usual lines and borders are drawn.
func (t Theme) Stroke() float32 {
	if t.contrasting() {
		return 1.6
	}
	return 1
}

// Mode is what is shown of ownership.
type Mode uint8

const (
	ModeTruth  Mode = iota // who holds what
	ModeBelief             // that, and what each consumer has computed
)

// Viewport says where to draw and in what manner.
type Viewport struct {
	// W and H are the window's size in CSS pixels, Scale device pixels per CSS pixel.
	W, H, Scale float32
	// Reserved are the rectangles of the page's own panels; nothing is drawn in them.
	Reserved []Rect
	// Theme is the table of colours.
	Theme Theme
	// ReducedMotion leaves out whatever moves by itself: messages in flight and eased changes.
	ReducedMotion bool
	// Speed is simulated seconds per second of the screen's time (1 when zero).
	Speed float64

	// Mode is what is shown of ownership.
	Mode Mode
	// Believes is asked in ModeBelief; without it the beliefs stay empty.
	Believes Believes
	// Zoom is what is seen of the map of queues, where there is one.
	Zoom Zoom
	// Clock is the screen's own time, by which the picture glides from one form to
	// another; 0 lets it jump.
	Clock time.Duration
	// Magnify is how much larger than usual the stage is to draw, for those who sit
	// far away; 0 is 1. Whoever draws divides the window by it.
	Magnify float32
	// Touch makes the picture's own buttons large enough for fingers.
	Touch bool
	// Quiet leaves out notices and heartbeats.
	Quiet bool
	// Hover and Selected are lit, with all that belongs to them.
	Hover, Selected Hit
}

// Free is what the reserved rectangles leave of the window. Each is taken off
// the edge that costs the least area, so a header, a side panel and a bottom
// sheet need no names.
func (p Viewport) Free() Rect {
	free := Rect{0, 0, max(0, p.W), max(0, p.H)}
	for _, r := range p.Reserved {
		if free.Overlaps(r) {
			free = without(free, r)
		}
	}
	return free
}

// without is the largest of the four rectangles beside, above and below r.
func without(free, r Rect) Rect {
	sides := [4]Rect{
		{free.X, r.Bottom(), free.W, free.Bottom() - r.Bottom()},
		{free.X, free.Y, free.W, r.Y - free.Y},
		{r.Right(), free.Y, free.Right() - r.Right(), free.H},
		{free.X, free.Y, r.X - free.X, free.H},
	}
	best, area := Rect{free.X, free.Y, 0, 0}, float32(0)
	for _, s := range sides {
		if a := s.W * s.H; s.W > 0 && s.H > 0 && a > area {
			best, area = s, a
		}
	}
	return best
}
