package view

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// TestNextNode: the first at or after a place, and the first of all after the last.
func TestNextNode(t *testing.T) {
	ring := []core.RingNode{{Position: 10}, {Position: 20}, {Position: 30}}
	for position, want := range map[uint32]int{0: 0, 10: 0, 11: 1, 20: 1, 30: 2, 31: 0, math.MaxUint32: 0} {
		assert.Equal(t, want, nextNode(ring, position), position)
	}
}

// TestWalk: a hovered queue's way leads from its place clockwise to its node,
// and the middle of the ring names both.
func TestWalk(t *testing.T) {
	v := fixture.Hash()
	for i := range v.Queues {
		s := wide(v, func(p *Viewport) { p.Hover = Hit{HitQueue, i} })
		require.True(t, s.walk.on)
		node := v.Ring[s.walk.node]
		var path *Arc
		for k := range s.Arcs {
			if a := &s.Arcs[k]; a.Fill.Ink == InkFocus && a.Inner == s.place.outer+2 && a.Outer == s.place.outer+5 {
				path = a
			}
		}
		require.NotNil(t, path)
		assert.InDelta(t, positionAngle(v.Queues[i].Position), path.From, 1e-5)
		turn := float64(path.To - positionAngle(node.Position))
		assert.InDelta(t, 0, math.Remainder(turn, 2*math.Pi), 0.005)
		assert.Less(t, path.To-path.From, float32(fullTurn))
		found := false
		for _, l := range s.Labels {
			if l.Key == KeyWalk {
				found = true
				assert.Equal(t, s.names.short[i], l.Args[0].Text)
				assert.Equal(t, v.Consumers[node.Consumer].Name, l.Args[1].Text)
				assert.EqualValues(t, node.Replica, l.Args[2].Num)
			}
		}
		assert.True(t, found)
	}
	assert.False(t, wide(fixture.Joining(), func(p *Viewport) { p.Hover = Hit{HitQueue, 0} }).walk.on, "no ring to walk on")
}

// TestTopicsHaveRingsOfTheirOwn: each topic is dealt by itself, so each ring
// begins with the first consumer at twelve o'clock.
func TestTopicsHaveRingsOfTheirOwn(t *testing.T) {
	v := fixture.TwoTopics()
	s := wide(v, nil)
	require.Len(t, s.places, 2)
	assert.Equal(t, []int{0, 4}, []int{s.places[0].first, s.places[1].first})
	for k, p := range s.places {
		assert.Equal(t, 4, p.n)
		// The second of four queues lies between a quarter and a half turn.
		x, y := around(p.x, p.y, 0.75*math.Pi, (p.inner+p.outer)/2)
		assert.Equal(t, Hit{HitQueue, 4*k + 1}, s.Hit(x, y))
	}
	a, b := s.places[0], s.places[1]
	assert.False(t, Rect{a.x - a.outer, a.y - a.outer, 2 * a.outer, 2 * a.outer}.Overlaps(Rect{b.x - b.outer, b.y - b.outer, 2 * b.outer, 2 * b.outer}))
}

func TestHexPlaces(t *testing.T) {
	assert.Equal(t, "0x00000000", string(position(0).AppendText(nil)))
	assert.Equal(t, "0x9a1f03c2", string(position(0x9a1f03c2).AppendText(nil)))
	assert.Equal(t, "0xffffffff", string(position(math.MaxUint32).AppendText(nil)))
}
