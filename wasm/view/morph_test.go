package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/view/internal/fixture"
)

// TestQueuesThatStayGlide: when a topic gets more queues, those that were there
// go to their new places by name, whatever their numbers are now, and the new
// ones grow where they belong.
func TestQueuesThatStayGlide(t *testing.T) {
	few, many := fixture.Plain(3, 4, 3), fixture.Plain(3, 40, 3)
	require.Equal(t, few.Queues[5].Name, many.Queues[41].Name, "the second broker's second queue")
	p := screens[0]
	var s Scene
	p.Clock = time.Second
	s.Fill(few, p)
	from := s.morph.now[5]
	require.Positive(t, from.W)

	at := func(clock time.Duration) (stays, comes Rect) {
		p.Clock = clock
		s.Fill(many, p)
		return s.morph.now[41], s.morph.now[50]
	}
	first, new0 := at(time.Second + time.Millisecond)
	assert.InDelta(t, from.X, first.X, 1, "begins where it was")
	assert.InDelta(t, from.Y, first.Y, 1)
	assert.InDelta(t, 0, new0.W, 1, "begins with nothing")
	half, _ := at(time.Second + time.Millisecond + morphTime/2)
	end, newEnd := at(2*time.Second + morphTime)
	// smooth(½) = ½.
	assert.InDelta(t, (from.X+end.X)/2, half.X, 2)
	assert.InDelta(t, (from.W+end.W)/2, half.W, 2)
	assert.InDelta(t, newEnd.X+newEnd.W/2, new0.X+new0.W/2, 1, "grows from its middle")

	var still Scene
	p.Clock = 0
	still.Fill(many, p)
	assert.Equal(t, still.morph.now[41], end)
	assert.Equal(t, still.morph.now[50], newEnd)
}

// TestOtherQueuesDoNotGlide: a picture of queues of which none was there before
// does not come from the one before.
func TestOtherQueuesDoNotGlide(t *testing.T) {
	p := screens[0]
	var s Scene
	p.Clock = time.Second
	s.Fill(fixture.Plain(3, 4, 3), p)
	other := fixture.TwoTopics() // its queues are named by topic
	p.Clock += time.Millisecond
	s.Fill(other, p)
	var still Scene
	p.Clock = 0
	still.Fill(other, p)
	assert.Equal(t, still.morph.now, s.morph.now)
}
