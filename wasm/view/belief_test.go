package view

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

func believing(p *Viewport) { p.Mode, p.Believes = ModeBelief, averagely }

// TestBeliefsBesideTheTruth: four consumers, of which the last saw only three.
// It hands the queues to three, so its picture of the last ones is not so.
func TestBeliefsBesideTheTruth(t *testing.T) {
	v := fixture.Plain(2, 4, 4)
	v.Consumers[3].Sees = []int{0, 1, 2}
	s := wide(v, believing)
	require.Equal(t, []int{0, 1, 2, 3}, s.beliefs.rings)
	// Eight among four are 2 each, among three 3, 3 and 2: a/2 goes to the first.
	assert.Equal(t, []int32{0, 0, 1, 1, 2, 2, 3, 3}, s.beliefs.of[0].owners)
	assert.Equal(t, []int32{0, 0, 0, 1, 1, 1, 2, 2}, s.beliefs.of[3].owners)
	lit := 0
	for _, a := range s.Arcs {
		if a.Fill.Ink == InkDuplicate {
			lit++
		}
	}
	// It is wrong about the third queue, right about the fourth, and wrong about the last four,
	// which lie side by side: two rims.
	assert.Equal(t, 2, lit)
}

func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		owners   []int
		believed int32
		want     difference
	}{
		{[]int{1}, 1, agrees},
		{nil, -1, agrees},
		{nil, 1, nobodyHas},
		{[]int{0}, 1, otherOwner},
		{[]int{0}, -1, otherOwner},
		{[]int{0, 1}, 1, otherOwner},
	} {
		assert.Equal(t, c.want, differs(&core.QueueView{Owners: c.owners}, c.believed), c)
	}
}

// TestBeliefsAreAskedOnce: once per different list, not per consumer and frame,
// and anew when a list changes.
func TestBeliefsAreAskedOnce(t *testing.T) {
	v := fixture.Plain(2, 4, 4)
	asked := []int{}
	p := screens[0]
	p.Mode = ModeBelief
	p.Believes = func(v *core.View, consumer int, owners []int32) bool {
		asked = append(asked, consumer)
		return averagely(v, consumer, owners)
	}
	var s Scene
	s.Fill(v, p)
	s.Fill(v, p)
	assert.Equal(t, []int{0}, asked)
	v.Consumers[2].Sees = []int{0, 1}
	s.Fill(v, p)
	assert.Equal(t, []int{0, 2}, asked)
	v.Consumers[3].State = core.ConsumerDead
	s.Fill(v, p)
	assert.Equal(t, []int{0, 2}, asked, "the dead do not compute")
	assert.False(t, s.beliefs.of[3].ok)
}

// TestManyAgree: a ring for each different belief where there is no room for all.
func TestManyAgree(t *testing.T) {
	v := fixture.Plain(10, 100, 100)
	v.Consumers[7].Sees = v.Consumers[7].Sees[:99]
	s := wide(v, believing)
	assert.Equal(t, []int{0, 7}, s.beliefs.rings)
	assert.Equal(t, []int{98, 0}, s.beliefs.alike)
}

func TestBeliefAllocatesNothing(t *testing.T) {
	for _, v := range []*core.View{fixture.Joining(), fixture.Large(10, 100, 100)} {
		p := screens[0]
		believing(&p)
		var s Scene
		for range 20 { // the beliefs are asked for a few at a time
			s.Fill(v, p)
		}
		assert.Zero(t, testing.AllocsPerRun(5, func() { s.Fill(v, p) }))
	}
}
