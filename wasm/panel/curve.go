package panel

import (
	"strconv"
	"strings"
)

// Curve places the points of several lines in a box: the values of x are
// places at equal distances, y begins at 0.
type Curve struct {
	W, H   float64 // the box, in CSS pixels
	Places int     // how many values x has
	Max    float64 // the value of y at the top of the box
}

// NewCurve fits a curve to the highest of the values.
func NewCurve(w, h float64, places int, values [][]float64) Curve {
	c := Curve{W: w, H: h, Places: places}
	for _, line := range values {
		for _, v := range line {
			c.Max = max(c.Max, v)
		}
	}
	c.Max = niceMax(c.Max)
	return c
}

// niceMax is the next round number of one digit that halves well, at least 1:
// the axis ends there.
func niceMax(v float64) float64 {
	for n := 1.0; ; n *= 10 {
		for _, k := range []float64{1, 2, 3, 4, 5, 6, 8} {
			if v <= k*n {
				return k * n
			}
		}
	}
}

// X and Y are where a point lies.
func (c Curve) X(place int) float64 {
	if c.Places < 2 {
		return c.W / 2
	}
	return c.W * float64(place) / float64(c.Places-1)
}

// Y is how high a value lies; y counts downwards.
func (c Curve) Y(value float64) float64 { return c.H - c.H*value/c.Max }

// Path is the line through the values, the path data of an SVG path.
func (c Curve) Path(values []float64) string {
	var b strings.Builder
	for i, v := range values {
		b.WriteByte("ML"[min(i, 1)])
		b.WriteString(coordinate(c.X(i)) + " " + coordinate(c.Y(v)))
	}
	return b.String()
}

// markers are the shapes of points, so that lines differ in more than colour:
// a disc, a square, a triangle, a diamond.
var markers = []string{
	"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "m-3.5 -3.5h7v7h-7z", "m0 -4.5l4.5 8h-9z", "m0 -5l5 5l-5 5l-5 -5z",
}

// Marks are the shapes of a line's points as path data.
func (c Curve) Marks(line int, values []float64) string {
	var b strings.Builder
	for i, v := range values {
		b.WriteString("M" + coordinate(c.X(i)) + " " + coordinate(c.Y(v)) + markers[line%len(markers)])
	}
	return b.String()
}

func coordinate(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
