package rocketmq

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// Facts §g: a failure hides the message for 10 s, 30 s, 1 m … by its
// reconsumeTimes; it comes back by the revival, which waits 2 s more and ticks
// each second.
func TestPopFailureComesBackLaterEachTime(t *testing.T) {
	s, err := script.Parse("broker a\ntopic t a:1\nproducer t rate=0/s\ngroup g topic=t mode=pop work=5ms\nconsumer c1 group=g\nat 10s burst t 1\nrun 3m")
	require.NoError(t, err)
	c, err := New(s.Scenario())
	require.NoError(t, err)
	var tried []int32
	c.failing = func(_ *consumer, m popMessage) bool {
		tried = append(tried, m.times)
		return m.times < 3
	}
	for c.Step(int64(s.Scenario().Run)) {
	}
	var back []int64
	for _, e := range c.Log().Events() {
		if e.Kind == trace.KindRevive {
			back = append(back, e.At/sim.Second)
			assert.EqualValues(t, 1, e.B)
		}
	}
	// Failed at 10.006; hidden until 20.007, revived at the first tick more than 2 s
	// later: 23. Failed at 23.006, 53.007: 56. Failed at 56.006, 116.007: 119.
	assert.Equal(t, []int64{23, 56, 119}, back)
	assert.Equal(t, []int32{0, 1, 2, 3}, tried)
	assert.EqualValues(t, 1, c.Groups()[0].Distinct)
	assert.Zero(t, c.Groups()[0].Duplicates)
	assert.Zero(t, c.brokers[0].hidden, "nothing is left hidden")
}
