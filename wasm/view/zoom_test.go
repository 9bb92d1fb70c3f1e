package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ringside/wasm/view/internal/fixture"
)

// TestZoomKeepsThePoint: what is under the pointer stays there, unless the
// map's edge would come into the window.
func TestZoomKeepsThePoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.Float32Range(0, 1)
		z := Zoom{rapid.Float32Range(1, MaxZoom).Draw(t, "scale"), part.Draw(t, "x"), part.Draw(t, "y")}.clamped()
		x, y := part.Draw(t, "px"), part.Draw(t, "py")
		in := z.By(rapid.Float32Range(1, 4).Draw(t, "factor"), x, y)
		// The point of the map under (x, y) before and after.
		assert.InDelta(t, z.X+(x-0.5)/z.Scale, in.X+(x-0.5)/in.Scale, 1e-4)
		assert.InDelta(t, z.Y+(y-0.5)/z.Scale, in.Y+(y-0.5)/in.Scale, 1e-4)
		moved := in.Moved(rapid.Float32Range(-2, 2).Draw(t, "dx"), 0)
		half := 0.5 / moved.Scale
		assert.GreaterOrEqual(t, moved.X, half-1e-6)
		assert.LessOrEqual(t, moved.X, 1-half+1e-6)
		assert.True(t, in.By(0.001, x, y).Near(Zoom{}), "all the way out shows all")
	})
}

func TestTheMapEnlarges(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	s := wide(v, nil)
	m := s.Map()
	require.False(t, m.Empty())
	x, y, ok := s.Place(455)
	require.True(t, ok)
	at := func(s *Scene, q int) Rect {
		for _, h := range s.hits {
			if h.hit == (Hit{HitQueue, q}) && h.outer == 0 && m.Overlaps(h.rect) {
				return h.rect
			}
		}
		return Rect{}
	}
	small := at(s, 455)
	big := wide(v, func(p *Viewport) { p.Zoom = Zoom{6, x, y} })
	cell := at(big, 455)
	assert.InDelta(t, m.X+m.W/2, cell.X+cell.W/2, 3, "in the middle, but for the gap")
	assert.Greater(t, cell.W, 5*small.W)
	assert.Empty(t, at(big, 0), "out of sight")
	for _, h := range big.hits {
		if h.hit.Kind == HitQueue && h.outer == 0 && h.rect.Overlaps(m) {
			assert.True(t, h.rect.X >= m.X-0.01 && h.rect.Right() <= m.Right()+0.01, "within the window")
		}
	}
	named := 0
	for _, l := range big.Labels {
		if l.Box.Overlaps(m) && l.Args[0].Text != "" {
			named++
		}
	}
	assert.Positive(t, named, "large cells have names")
	assert.True(t, wide(fixture.Plain(1, 4, 1), nil).Map().Empty(), "no map where there are rows")
}

// TestDrawingBecomesMapSmoothly: the bars glide to their cells.
func TestDrawingBecomesMapSmoothly(t *testing.T) {
	v := fixture.Plain(10, 10, 9)
	tall, low := screens[2], screens[2]
	tall.H, low.H = 5000, 700
	tall.Reserved, low.Reserved = nil, nil
	var s Scene
	at := func(p Viewport, clock time.Duration) Rect {
		p.Clock = clock
		s.Fill(v, p)
		return s.morph.now[30]
	}
	bar := at(tall, time.Second)
	require.Equal(t, rowsManner, s.morph.manner)
	first := at(low, time.Second+time.Millisecond)
	require.Equal(t, heatManner, s.morph.manner)
	assert.InDelta(t, bar.X, first.X, 1, "begins where it was")
	half := at(low, time.Second+morphTime/2)
	end := at(low, 2*time.Second+morphTime)
	// smooth(½) = ½.
	assert.InDelta(t, (bar.X+end.X)/2, half.X, 2)
	assert.InDelta(t, (bar.W+end.W)/2, half.W, 2)
	var still Scene
	low.Clock = 0
	still.Fill(v, low)
	assert.Equal(t, still.morph.now[30], end)
}

// TestButtonsOverTheMap: on a low map they lie in its corner once it is
// enlarged, and no name stands under them.
func TestButtonsOverTheMap(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	var s Scene
	p := screens[7]
	p.Touch = true
	s.Fill(v, p)
	require.False(t, s.Map().Empty())
	assert.True(t, s.mapped.cover.Empty(), "nothing to shrink")
	assert.Equal(t, 1, keyed(&s, KeyPinchHint))
	p.Zoom = Zoom{8, 0.5, 0.5}
	s.Fill(v, p)
	c := s.mapped.cover
	require.False(t, c.Empty())
	assert.Equal(t, HitButton, s.Hit(c.X+5, c.Y+5).Kind)
	for _, l := range s.Labels {
		assert.False(t, l.Box.Overlaps(c), "%+v", l)
	}
}

func TestButtons(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	for _, touch := range []bool{false, true} {
		s := wide(v, func(p *Viewport) { p.Touch = touch })
		var found []Rect
		for _, h := range s.hits {
			if h.hit.Kind == HitButton {
				found = append(found, h.rect)
			}
		}
		require.Len(t, found, numButtons)
		for _, r := range found {
			if touch {
				assert.GreaterOrEqual(t, min(r.W, r.H), float32(44))
			}
			assert.Equal(t, HitButton, s.Hit(r.X+r.W/2, r.Y+r.H/2).Kind)
		}
	}
}

// TestPinch: fingers a fifth of the window apart move to two fifths, and their
// middle goes a tenth to the right: the map doubles, and what lay under the
// middle goes along.
func TestPinch(t *testing.T) {
	z := Zoom{2, 0.5, 0.5}
	got := z.Pinched([2][2]float32{{0.4, 0.5}, {0.6, 0.5}}, [2][2]float32{{0.4, 0.5}, {0.8, 0.5}})
	assert.InDelta(t, 4, got.Scale, 1e-4)
	// The middle of the map was in the window's middle and is now at 0.6: the
	// window's middle shows what lies 0.1 of the window, 0.025 of the map, before.
	assert.InDelta(t, 0.475, got.X, 1e-4)
	assert.InDelta(t, 0.5, got.Y, 1e-4)
	same := [2][2]float32{{0.3, 0.3}, {0.3, 0.3}}
	assert.Equal(t, z, z.Pinched(same, same), "two fingers on one spot divide by nothing")
}
