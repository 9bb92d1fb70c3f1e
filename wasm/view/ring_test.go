package view

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

func TestAngles(t *testing.T) {
	// The ring's 2³² places begin at twelve o'clock and go clockwise.
	assert.Equal(t, float32(0), positionAngle(0))
	assert.InDelta(t, math.Pi/2, positionAngle(1<<30), 1e-6)
	assert.InDelta(t, math.Pi, positionAngle(1<<31), 1e-6)
	assert.InDelta(t, 2*math.Pi, positionAngle(math.MaxUint32), 1e-6)

	// y is downwards on a screen.
	assert.InDelta(t, 0, angleOf(0, -1), 1e-6)
	assert.InDelta(t, math.Pi/2, angleOf(1, 0), 1e-6)
	assert.InDelta(t, math.Pi, angleOf(0, 1), 1e-6)
	assert.InDelta(t, 3*math.Pi/2, angleOf(-1, 0), 1e-6)
	for a := float32(0.05); a < fullTurn; a += 0.1 {
		x, y := around(0, 0, a, 3)
		assert.InDelta(t, a, angleOf(x, y), 1e-5)
	}

	assert.True(t, between(0.5, 0, 1))
	assert.False(t, between(1.5, 0, 1))
	assert.True(t, between(0.1, 6, 7), "an arc across twelve o'clock")
	assert.True(t, between(6.2, 6, 7))
	assert.False(t, between(1, 6, 7))
	assert.False(t, between(1, 1, 1), "an empty arc")
}

// wide is the desktop of the geometry tests.
func wide(v *core.View, change func(p *Viewport)) *Scene {
	p := screens[0]
	if change != nil {
		change(&p)
	}
	var s Scene
	s.Fill(v, p)
	return &s
}

func TestEqualArcs(t *testing.T) {
	v := fixture.Plain(2, 4, 2)
	s := wide(v, nil)
	require.Len(t, s.Arcs, 8)
	for i, a := range s.Arcs {
		// Eight queues: each has an eighth of the turn, less a small gap.
		assert.InDelta(t, float64(i)*math.Pi/4, a.From, 0.02)
		assert.InDelta(t, float64(i+1)*math.Pi/4, a.To, 0.02)
		assert.Equal(t, ConsumerFill(i/4), a.Fill.Ink, "averagely: the first four are the first consumer's")
	}
}

func TestManyArcsOfOneOwnerAreOne(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	s := wide(v, nil)
	assert.Len(t, s.Arcs, 100, "1000 queues dealt averagely among 100 are 100 arcs")
}

func TestUnownedIsHollowAndDoubleIsHatched(t *testing.T) {
	v := fixture.Plain(2, 4, 2)
	fixture.Disown(v, 2, time.Second)
	fixture.Own(v, 0, 1)
	s := wide(v, func(p *Viewport) { p.ReducedMotion = true })
	assert.Equal(t, StyleHatched, s.Arcs[0].Style)
	assert.Equal(t, [2]Ink{ConsumerFill(0), ConsumerFill(1)}, [2]Ink{s.Arcs[0].Fill.Ink, s.Arcs[0].Second.Ink})
	assert.Equal(t, StyleSolid, s.Arcs[1].Style)
	assert.Equal(t, StyleDashed, s.Arcs[2].Style)
	assert.Zero(t, s.Arcs[2].Fill.Alpha, "hollow")
}

// TestHashArcs: a key goes to the next node clockwise, so the arc over a
// queue's position has the colour of that node's consumer.
func TestHashArcs(t *testing.T) {
	v := fixture.Hash()
	s := wide(v, nil)
	var sum float64
	for _, a := range s.Arcs {
		sum += float64(a.To - a.From)
	}
	assert.InDelta(t, 2*math.Pi, sum, 1e-4, "the arcs make one turn")
	for _, q := range v.Queues {
		want := v.Ring[0].Consumer
		for i := len(v.Ring) - 1; i >= 0; i-- {
			if v.Ring[i].Position >= q.Position {
				want = v.Ring[i].Consumer
			}
		}
		for _, a := range s.Arcs {
			if between(positionAngle(q.Position), a.From, a.To) {
				assert.Equal(t, ConsumerFill(want), a.Fill.Ink, q.Name)
			}
		}
	}
}

func TestEmptyHashRingIsHollow(t *testing.T) {
	v := fixture.Plain(2, 4, 2)
	v.Strategy = "consistent-hash"
	s := wide(v, nil)
	require.Len(t, s.Arcs, 1)
	assert.Equal(t, StyleDashed, s.Arcs[0].Style)
	assert.InDelta(t, fullTurn, s.Arcs[0].To-s.Arcs[0].From, 1e-6)
}

// TestBeadsStayApart puts all queues on the same place and on two places at
// either side of twelve o'clock.
func TestBeadsStayApart(t *testing.T) {
	for _, places := range [][]uint32{{1 << 31}, {0}, {0, math.MaxUint32}, {1 << 30, 1<<30 + 5, 3 << 30}} {
		v := fixture.Hash()
		for i := range v.Queues {
			v.Queues[i].Position = places[i%len(places)]
		}
		s := wide(v, nil)
		var beads []Rect
		for _, b := range s.Boxes {
			if b.X+b.W < s.Free.W/2-60 && b.Radius == b.H/2 && b.H > 12 {
				beads = append(beads, b.Rect)
			}
		}
		require.Len(t, beads, len(v.Queues))
		for i := range beads {
			for j := range beads[:i] {
				assert.False(t, beads[i].Overlaps(beads[j]), "%v %v", beads[i], beads[j])
			}
		}
	}
}

// TestSpreadMovesAsLittleAsPossible: three beads wanted at one angle and apart
// by 0.2 end at −0.2, 0, +0.2 around it, and a bead far away stays.
func TestSpreadMovesAsLittleAsPossible(t *testing.T) {
	var s Scene
	s.beads = beads{
		want: []float32{1, 1, 1, 3}, got: make([]float32, 4), mean: make([]float32, 4),
		size: make([]int, 4), rank: []float32{0, 0.2, 0.4, 0.6},
	}
	s.spread(0.2)
	assert.InDeltaSlice(t, []float32{0.8, 1, 1.2, 3}, s.beads.got, 1e-6)
}

// TestBeadsKeepTheirLines: each line begins at its queue's place on the ring,
// ends at its bead's edge, keeps outside the ring, and crosses no other.
func TestBeadsKeepTheirLines(t *testing.T) {
	for _, p := range []Viewport{screens[0], screens[4], screens[8]} {
		for _, theme := range []Theme{Dark, DarkContrast} {
			v := fixture.Hash()
			v.Brokers = v.Brokers[:1]
			for i := range v.Queues {
				v.Queues[i].Broker, v.Queues[i].ID, v.Queues[i].Name = 0, i, fmt.Sprint("broker-a/", i)
			}
			p.Theme = theme
			var s Scene
			s.Fill(v, p)
			var lines []*Curve
			for i := range s.Curves {
				c := &s.Curves[i]
				if far := math.Hypot(float64(c.X[0]-s.place.x), float64(c.Y[0]-s.place.y)); math.Abs(far-float64(s.place.outer)-1) < 0.1 {
					lines = append(lines, c)
				}
			}
			require.Len(t, lines, len(v.Queues), "%gx%g", p.W, p.H)
			for k, c := range lines {
				for step := float32(0); step <= 1; step += 0.1 {
					x, y := c.At(step)
					far := math.Hypot(float64(x-s.place.x), float64(y-s.place.y))
					assert.Greater(t, far, float64(s.place.outer)-0.5, "line %d runs into the ring", k)
				}
				for _, o := range lines[:k] {
					assert.False(t, cross(c, o), "%gx%g: lines cross", p.W, p.H)
				}
			}
		}
	}
}

// cross tells whether two curves, cut into eight straight pieces, cross.
func cross(a, b *Curve) bool {
	side := func(ax, ay, bx, by, x, y float32) bool { return (bx-ax)*(y-ay)-(by-ay)*(x-ax) > 0 }
	const n = 8
	for i := range n {
		ax, ay := a.At(float32(i) / n)
		bx, by := a.At(float32(i+1) / n)
		for j := range n {
			cx, cy := b.At(float32(j) / n)
			dx, dy := b.At(float32(j+1) / n)
			if side(ax, ay, bx, by, cx, cy) != side(ax, ay, bx, by, dx, dy) && side(cx, cy, dx, dy, ax, ay) != side(cx, cy, dx, dy, bx, by) {
				return true
			}
		}
	}
	return false
}

// TestTheHeadSaysItOnce: a topic called like the strategy is not named twice.
func TestTheHeadSaysItOnce(t *testing.T) {
	v := fixture.Hash()
	v.Topics = []string{v.Strategy}
	assert.Equal(t, 1, keyed(wide(v, nil), KeyRingNodes))
	assert.Equal(t, 1, keyed(wide(fixture.Hash(), nil), KeyRingAboutHash))
	v = fixture.Plain(1, 4, 2)
	v.Topics = []string{v.Strategy}
	for _, l := range wide(v, nil).Labels {
		assert.NotEqual(t, KeyRingAbout, l.Key)
	}
}
