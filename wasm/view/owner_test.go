package view

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/view/internal/fixture"
)

// marksOf are the dots of a scene that are a consumer's mark.
func marksOf(s *Scene) (list []Dot) {
	for _, d := range s.Dots {
		if d.Form >= FormUp {
			list = append(list, d)
		}
	}
	return list
}

// TestOwnerMarks: each of the palette's consumers has a mark of its own, so that
// none is told from another by colour alone; further ones repeat, as colours do.
func TestOwnerMarks(t *testing.T) {
	draw := func(consumer int) (form Form, cut bool, dots []Dot) {
		var s Scene
		s.drawOwner(consumer, 0, 0, 5, solid(OnConsumer(consumer)))
		last := s.Dots[len(s.Dots)-1]
		return last.Form, last.Fill.Ink == ConsumerFill(consumer), s.Dots
	}
	type look struct {
		form Form
		cut  bool
	}
	seen := map[look]int{}
	for i := range PaletteSize {
		form, cut, dots := draw(i)
		assert.NotContains(t, seen, look{form, cut})
		seen[look{form, cut}] = i
		assert.Equal(t, i >= PaletteSize/2, cut)
		if cut { // out of a disc that it fits into
			assert.Greater(t, dots[0].R, dots[1].R)
		}
	}
	_, _, one := draw(3)
	_, _, other := draw(3 + PaletteSize)
	assert.Equal(t, one, other)
}

// TestMarksInThemesOfMoreContrast: eight queues of two consumers are marked on
// the ring and in their bars, and the consumers' cards beside the names.
func TestMarksInThemesOfMoreContrast(t *testing.T) {
	v := fixture.Plain(2, 4, 2)
	assert.Empty(t, marksOf(wide(v, nil)))
	s := wide(v, func(p *Viewport) { p.Theme = DarkContrast })
	marks := marksOf(s)
	require.Len(t, marks, 8+8+2)
	p, marks := s.place, onRing(s, marks)
	require.Len(t, marks, 8)
	for i, d := range marks {
		// The middle of the i-th eighth, on the ring's middle line.
		x, y := around(p.x, p.y, (float32(i)+0.5)*fullTurn/8, (p.inner+p.outer)/2)
		assert.InDelta(t, x, d.X, 0.5)
		assert.InDelta(t, y, d.Y, 0.5)
		assert.Equal(t, ownerForms[i/4], d.Form)
		assert.Equal(t, OnConsumer(i/4), d.Fill.Ink)
		assert.Less(t, 2*d.R, p.outer-p.inner, "inside the ring")
	}
}

// onRing are the dots that lie on the ring.
func onRing(s *Scene, dots []Dot) (out []Dot) {
	for _, d := range dots {
		x, y := d.X-s.place.x, d.Y-s.place.y
		if far := x*x + y*y; far > s.place.inner*s.place.inner && far < s.place.outer*s.place.outer {
			out = append(out, d)
		}
	}
	return out
}

// TestTwoOwnersTwoMarks: the arc of a queue held twice has the marks of both.
func TestTwoOwnersTwoMarks(t *testing.T) {
	s := wide(doubles(1), func(p *Viewport) { p.Theme = LightContrast })
	marks := onRing(s, marksOf(s))
	assert.Equal(t, []Form{ownerForms[0], ownerForms[1]}, []Form{marks[0].Form, marks[1].Form})
	assert.Equal(t, ConsumerText(1), marks[1].Fill.Ink)
}

// TestMapMarks: cells large enough for a mark have one; on a laptop they all are.
func TestMapMarks(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	var laptop Scene
	p := screens[0]
	p.Theme = LightContrast
	laptop.Fill(v, p)
	marked := 0
	for _, d := range marksOf(&laptop) {
		if laptop.Map().Contains(d.X, d.Y) {
			marked++
		}
	}
	assert.Equal(t, len(v.Queues), marked)

	s := wide(fixture.Large(10, 100, 100), func(p *Viewport) { p.Theme, p.Zoom = DarkContrast, Zoom{2, 0.5, 0.5} })
	require.GreaterOrEqual(t, s.Cell(), float32(9))
	assert.Greater(t, len(marksOf(s)), 100)
}
