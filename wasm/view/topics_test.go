package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/view/internal/fixture"
)

// TestBarsBeginTogether: the bars of all topics in a card begin at one edge.
func TestBarsBeginTogether(t *testing.T) {
	v := fixture.TwoTopics()
	for i := range v.Queues {
		v.Queues[i].Topic = map[string]string{v.Topics[0]: "orders", v.Topics[1]: "bills"}[v.Queues[i].Topic]
	}
	v.Topics = []string{"orders", "bills"}
	s := wide(v, nil)
	left := map[float32]int{}
	for i := range s.Boxes {
		// Tracks of bars: no other box in the picture has their ground and an edge.
		if b := &s.Boxes[i]; b.Fill.Ink == InkTrack && b.Edge.Ink == InkEdge && b.Radius == 0 {
			left[b.X]++
		}
	}
	assert.Len(t, left, 1, "%v", left)
}

// TestTheChosenTopicIsNamed: of two topics the one that is shown has the one
// ring, and its name stands over it.
func TestTheChosenTopicIsNamed(t *testing.T) {
	v := fixture.TwoTopics()
	assert.Len(t, wide(v, nil).places, 2, "both, side by side")
	v.Topic, v.Queues = 1, v.Queues[4:]
	s := wide(v, nil)
	require.Len(t, s.places, 1)
	assert.Equal(t, "a/0", s.names.short[0], "the topic need not stand before each name")
	for _, l := range s.Labels {
		assert.NotEqual(t, KeyRingAboutTopics, l.Key)
		if l.Key == KeyRingAbout {
			assert.Equal(t, text("orders-paid"), l.Args[0])
			return
		}
	}
	assert.Fail(t, "the topic is not named")
}

// TestCountersCountTheChosenTopic: 2 of 400 completions are 0.5 %, and the backlog's
// peak is the topic's own. What has no words of its own on a phone counts the same.
func TestCountersCountTheChosenTopic(t *testing.T) {
	v := fixture.OneTopic()
	require.True(t, v.OneTopic())
	dup, paused, backlog := counterOf(v, CounterDuplicates), counterOf(v, CounterPaused), counterOf(v, CounterBacklog)
	assert.Equal(t, []int64{2, 1, 45}, []int64{dup.value, paused.value, backlog.value})
	assert.Equal(t, key(KeyDuplicatesOf).with(tenths(5)).with(number(400)), dup.sub)
	assert.Equal(t, key(KeyLongest).with(seconds(1800*time.Millisecond)), paused.sub)
	assert.Equal(t, key(KeyPeak).with(number(60)), backlog.sub)
	v.Topic = -1
	assert.EqualValues(t, 20, counterOf(v, CounterDuplicates).value)
	assert.EqualValues(t, 1204, counterOf(v, CounterBacklog).value)
	assert.Equal(t, key(KeyPeak).with(number(1530)), counterOf(v, CounterBacklog).sub)
	v.Topic, v.Topics = 0, v.Topics[1:]
	assert.Equal(t, key(KeyPeak).with(number(1530)), counterOf(v, CounterBacklog).sub, "an only topic is the group")
}
