package view

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// unevenlyPopped has a queue from which only two of three pop.
func unevenlyPopped() *core.View {
	v := fixture.Popping()
	v.Queues[3].Owners = []int{0, 2}
	return v
}

// popMap has too many queues for bars, and no harm of another kind.
func popMap() *core.View {
	v := fixture.Large(10, 100, 6)
	for c := range v.Consumers {
		v.Consumers[c].Mode, v.Consumers[c].State = "pop", core.ConsumerRunning
	}
	v.Duplicates, v.Unowned, v.Double = 0, 0, 0
	for b := range v.Brokers {
		v.Brokers[b].Up = true
	}
	for i := range v.Queues {
		v.Queues[i].Owners, v.Queues[i].Shared, v.Queues[i].UnownedFor = []int{0, 1, 2, 3, 4, 5}, core.SharedPop, 0
		v.Queues[i].Duplicates, v.Queues[i].DuplicateFrom, v.Queues[i].DuplicateTo = 0, 0, 0
	}
	return v
}

// broadcastTopics are two topics that everybody reads.
func broadcastTopics() *core.View {
	v := fixture.TwoTopics()
	for c := range v.Consumers {
		v.Consumers[c].Broadcast = true
	}
	for i := range v.Queues {
		v.Queues[i].Owners, v.Queues[i].Shared = []int{0, 1, 2}, core.SharedAll
	}
	return v
}

// popTopics are two topics that everybody pops from.
func popTopics() *core.View {
	v := broadcastTopics()
	for c := range v.Consumers {
		v.Consumers[c].Broadcast, v.Consumers[c].Mode = false, "pop"
	}
	for i := range v.Queues {
		v.Queues[i].Shared = core.SharedPop
	}
	return v
}

// reds counts what a scene draws in the colour of trouble, but for the sign of
// repeats in the legend.
func reds(s *Scene) (n int) {
	note := func(list ...Paint) {
		for _, p := range list {
			if p.Ink == InkDuplicate && p.Alpha > 0 {
				n++
				return
			}
		}
	}
	for i := range s.Arcs {
		note(s.Arcs[i].Fill, s.Arcs[i].Second, s.Arcs[i].Edge)
	}
	for i := range s.Boxes {
		note(s.Boxes[i].Fill, s.Boxes[i].Second, s.Boxes[i].Edge)
	}
	for i := range s.Dots {
		note(s.Dots[i].Fill, s.Dots[i].Edge)
	}
	for i := range s.Labels {
		note(s.Labels[i].Paint)
		if s.Labels[i].Key == KeyLegendRepeated {
			n--
		}
	}
	return n
}

// TestSharedQueuesRaiseNoAlarm: nothing is red and nothing says two owners, on any
// screen and in either mode, where consumers have their queues together by design.
// What is owned twice still is both.
func TestSharedQueuesRaiseNoAlarm(t *testing.T) {
	alarms := map[string]bool{KeyTwice1: true, KeyTwice2: true, KeyTwiceMany: true, KeyChanging: true, KeyHeatTwice: true}
	alarmed := func(v *core.View, p Viewport) (red int, words string) {
		var s Scene
		s.Fill(v, p)
		s.Fill(v, p)
		for i := range s.Labels {
			if alarms[s.Labels[i].Key] {
				words = s.Labels[i].Key
			}
		}
		return reds(&s), words
	}
	for name, v := range map[string]*core.View{
		"pop": fixture.Popping(), "pop-share": fixture.PoppingShare(1), "broadcasting": fixture.Broadcasting(),
		"topics": broadcastTopics(), "map": popMap(), "uneven": unevenlyPopped(),
	} {
		for _, p := range screens {
			for _, mode := range []Mode{ModeTruth, ModeBelief} {
				p.Mode = mode
				red, words := alarmed(v, p)
				assert.Zero(t, red, "%s on %gx%g in mode %d", name, p.W, p.H, mode)
				assert.Empty(t, words, name)
			}
		}
	}
	red, words := alarmed(doubles(1), screens[0])
	assert.Positive(t, red)
	assert.Equal(t, KeyTwice1, words)
}

// TestPoppedArcsAreSplit: of eight queues each has an eighth of the circle, cut into
// three equal pieces side by side in the consumers' colours.
func TestPoppedArcsAreSplit(t *testing.T) {
	s := wide(fixture.Popping(), nil)
	require.Len(t, s.Arcs, 8*3)
	for i, a := range s.Arcs {
		assert.Equal(t, ConsumerFill(i%3), a.Fill.Ink)
		assert.Equal(t, StyleSolid, a.Style)
		if i%3 > 0 {
			assert.InDelta(t, s.Arcs[i-1].To, a.From, 1e-4)
		}
		assert.InDelta(t, s.Arcs[0].To-s.Arcs[0].From, a.To-a.From, 1e-4)
		assert.Less(t, a.To-a.From, float32(2*math.Pi/24))
	}
	assert.Equal(t, key(KeyShared).with(integer(3)), sharingOf(fixture.Popping(), 0, 8).words())
	assert.Equal(t, key(KeyShared).with(integer(2)), sharingOf(fixture.PoppingShare(1), 0, 10).words())
	assert.Equal(t, key(KeySharedRange).with(integer(2)).with(integer(3)), sharingOf(unevenlyPopped(), 0, 8).words())
}

// TestBroadcastArcsHaveBands: each of four consumers has a band along the whole arc
// of each of eight queues, a quarter of the ring's width.
func TestBroadcastArcsHaveBands(t *testing.T) {
	v := fixture.Broadcasting()
	s := wide(v, nil)
	require.Len(t, s.Arcs, 8*4)
	ring := s.places[0]
	for i, a := range s.Arcs {
		assert.Equal(t, ConsumerFill(i%4), a.Fill.Ink)
		assert.InDelta(t, (ring.outer-ring.inner)/4, a.Outer-a.Inner, 1e-3)
		assert.InDelta(t, ring.outer-float32(i%4)*(ring.outer-ring.inner)/4, a.Outer, 1e-3)
		assert.Equal(t, s.Arcs[i/4*4].From, a.From)
	}
	assert.Equal(t, key(KeyEachReads).with(integer(4)), sharingOf(v, 0, 8).words())
	for _, l := range s.Labels {
		assert.NotEqual(t, KeyRingAbout, l.Key, "no strategy divides anything")
	}
	// A consistent-hash ring would show owners that nobody asked for.
	v.Strategy, v.Ring = "consistent-hash", []core.RingNode{{Position: 7, Consumer: 1}}
	assert.Len(t, wide(v, nil).Arcs, 8*4)
}

// TestMoreThanCanBeDrawnAreGrey: seven have no bands that could be told apart.
func TestMoreThanCanBeDrawnAreGrey(t *testing.T) {
	q := core.QueueView{Shared: core.SharedPop, Owners: []int{0, 1, 2, 3, 4, 5, 6}}
	var s Scene
	s.sharedArc(&q, Arc{Inner: 90, Outer: 100, To: 1}, 255)
	require.Len(t, s.Arcs, 1)
	assert.Equal(t, InkShared, s.Arcs[0].Fill.Ink)
	q.Owners = q.Owners[:6]
	s.Arcs = s.Arcs[:0]
	s.sharedArc(&q, Arc{Inner: 90, Outer: 100, To: 1}, 255)
	assert.Len(t, s.Arcs, 6)
	s.Arcs = s.Arcs[:0]
	s.sharedArc(&q, Arc{Inner: 90, Outer: 100, To: 0.2}, 255) // 20 px for six
	assert.Len(t, s.Arcs, 1)
	s.sharedBox(&q, Box{Rect: Rect{W: 9, H: 9}, Fill: solid(ConsumerFill(0))})
	assert.Equal(t, InkShared, s.Boxes[len(s.Boxes)-1].Fill.Ink, "six bands need 9.6 px")
	s.sharedBox(&q, Box{Rect: Rect{W: 9, H: 12}, Fill: solid(ConsumerFill(0))})
	assert.Equal(t, ConsumerFill(5), s.Boxes[len(s.Boxes)-1].Fill.Ink)
}

// TestAMapsRingIsNotSplit: a thousand slivers popped from by the same consumers are
// one grey circle, not six parts that each would seem to be somebody's.
func TestAMapsRingIsNotSplit(t *testing.T) {
	s := wide(popMap(), nil)
	require.Len(t, s.Arcs, 1)
	assert.Equal(t, InkShared, s.Arcs[0].Fill.Ink)
	assert.InDelta(t, fullTurn, s.Arcs[0].To-s.Arcs[0].From, 1e-3)
}

// TestBeliefOfThoseThatShare: who pops was told by a broker, and a broadcaster takes
// all; neither computes, and neither contradicts the other.
func TestBeliefOfThoseThatShare(t *testing.T) {
	var b beliefs
	asked := func(*core.View, int, []int32) bool { assert.Fail(t, "it computes nothing"); return false }
	b.update(fixture.PoppingShare(1), asked)
	n := 0
	for _, o := range b.of[0].owners {
		if o == 0 {
			n++
		}
	}
	assert.Equal(t, 4, n, "its two queues and the next one's")
	b.update(fixture.Broadcasting(), asked)
	assert.Equal(t, []int32{2, 2, 2, 2, 2, 2, 2, 2}, b.of[2].owners)
	v := fixture.Broadcasting()
	for i := range v.Queues {
		assert.Equal(t, agrees, differs(&v.Queues[i], b.of[2].owners[i]))
	}
	s := wide(v, func(p *Viewport) { p.Mode = ModeBelief })
	said := map[string]bool{}
	for _, l := range s.Labels {
		said[l.Key] = true
	}
	assert.True(t, said[KeyReadsAll] && said[KeyBeliefAllNote] && !said[KeyBeliefNote])
}
