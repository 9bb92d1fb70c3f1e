package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// handed is one queue that c1 let go a second ago and c2 took at the given time before now.
func handed(taken time.Duration) *core.View {
	v := fixture.Plain(1, 4, 2)
	fixture.Disown(v, 0, time.Second)
	fixture.Own(v, 0, 1)
	v.Queues[0].UnownedFor, v.Queues[0].Changed = 0, v.Now-taken
	return v
}

// TestHandOverShowsBothOwners: half way, the old owner's arc is outside the
// ring and half gone, the new one's comes from inside.
func TestHandOverShowsBothOwners(t *testing.T) {
	s := wide(handed(handOver/2), nil)
	p := s.place
	rim, old, fresh := s.Arcs[0], s.Arcs[1], s.Arcs[2]
	assert.Equal(t, StyleDashed, rim.Style)
	assert.Equal(t, ConsumerFill(0), old.Fill.Ink)
	assert.EqualValues(t, 128, old.Fill.Alpha, "half of 255")
	// 1-(1-½)³ = ⅞ of the way out.
	assert.InDelta(t, p.outer+s.lift()*7/8, old.Outer, 1e-3)
	assert.Equal(t, ConsumerFill(1), fresh.Fill.Ink)
	assert.InDelta(t, p.outer-s.lift()*1.6/8, fresh.Outer, 1e-3, "an eighth of the way is left")

	done := wide(handed(2*handOver), nil)
	assert.Len(t, done.Arcs, 4, "then all is still")
}

// TestReducedMotionFades: nothing leaves its place, the colours cross-fade, and
// no pill travels.
func TestReducedMotionFades(t *testing.T) {
	s := wide(handed(handOver/2), func(p *Viewport) { p.ReducedMotion = true })
	for _, a := range s.Arcs {
		assert.Equal(t, s.place.outer, a.Outer)
	}
	assert.Equal(t, ConsumerFill(0), s.Arcs[1].Fill.Ink)
	assert.Less(t, s.Arcs[1].Fill.Alpha, uint8(255))
	assert.Empty(t, s.pills)
}

// TestTheTravellingPill goes from the old owner's card to the row as the queue
// is let go, and to the new owner's card as it is taken.
func TestTheTravellingPill(t *testing.T) {
	pill := func(v *core.View) Rect {
		s := wide(v, nil)
		require.Len(t, s.pills, 1)
		return s.pills[0]
	}
	letGo := func(since time.Duration) *core.View {
		v := fixture.Plain(1, 4, 2)
		fixture.Disown(v, 0, since)
		return v
	}
	assert.Greater(t, pill(letGo(50*time.Millisecond)).X, pill(letGo(600*time.Millisecond)).X)
	assert.Less(t, pill(handed(50*time.Millisecond)).X, pill(handed(600*time.Millisecond)).X)
	s := wide(handed(699*time.Millisecond), nil)
	assert.InDelta(t, s.to[1].x-2, s.pills[0].Right(), 1)
	assert.Empty(t, wide(handed(handOver), nil).pills)
	// Twice the speed is half the time on the screen, in the simulation's time as long.
	assert.NotEmpty(t, wide(handed(handOver), func(p *Viewport) { p.Speed = 2 }).pills)
}

func TestTransfers(t *testing.T) {
	v := fixture.HandingOver()
	s := wide(v, nil)
	at := func(i int) transfer { return s.transferOf(v, &v.Queues[i]) }
	assert.True(t, func() bool { x := at(0); return x.still() }())
	// Let go 150 of 700 ms ago, nobody has it.
	assert.Equal(t, -1, at(1).to)
	assert.InDelta(t, 150.0/700, at(1).left, 1e-3)
	// Let go long ago, taken 200 ms ago: the old owner is shown again while the new one comes.
	assert.Equal(t, 3, at(2).to)
	assert.InDelta(t, 200.0/700, at(2).came, 1e-3)
	assert.Equal(t, at(2).came, at(2).left)
	// One of two owners left: the other has been there, nothing comes.
	assert.InDelta(t, 1, at(6).came, 0)
	assert.InDelta(t, 250.0/700, at(6).left, 1e-3)
	// The first owner ever comes from nobody.
	assert.Equal(t, -1, at(7).from)
	assert.InDelta(t, 300.0/700, at(7).came, 1e-3)
}

// TestNewNodesGrow: the arc of a consumer that came to the ring grows from its
// node backwards over the colour of whoever had it before.
func TestNewNodesGrow(t *testing.T) {
	v := fixture.HashGrows()
	s := wide(v, nil)
	whole := wide(fixture.Hash(), nil)
	span := func(s *Scene) (sum float64) {
		for _, a := range s.Arcs {
			if a.Fill.Ink == ConsumerFill(3) && a.Inner == s.place.inner {
				sum += float64(a.To - a.From)
			}
		}
		return sum
	}
	e := float64(ease(200.0 / 700))
	assert.InDelta(t, span(whole)*e, span(s), 1e-3)
}

// TestFlowLines: without motion and at high speeds a stream's width is its rate.
func TestFlowLines(t *testing.T) {
	v := fixture.Plain(1, 2, 1)
	v.Queues[0].Rate, v.Queues[1].Rate = 12, 60
	for _, set := range []func(p *Viewport){func(p *Viewport) { p.Speed = 100 }, func(p *Viewport) { p.ReducedMotion = true }} {
		s := wide(v, set)
		// 1.1 + 1.05·log₂(1 + rate/4): 12 a second is 2 doublings, 60 are 4.
		require.Len(t, s.Curves, 2)
		assert.InDelta(t, 1.1+1.05*2, s.Curves[0].Width, 1e-4)
		assert.InDelta(t, 1.1+1.05*4, s.Curves[1].Width, 1e-4)
		var said []int64
		for _, l := range s.Labels {
			if l.Key == KeyFlow {
				said = append(said, l.Args[0].Num)
			}
		}
		assert.Equal(t, []int64{12, 60}, said)
	}
	assert.InDelta(t, 1.3, wide(v, nil).Curves[1].Width, 1e-4, "at usual speeds messages are seen themselves")
}
