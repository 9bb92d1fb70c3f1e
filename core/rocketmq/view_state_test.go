package rocketmq_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/model"
	"ringside/core/rocketmq"
)

// shutdown() waits for the listeners for at most awaitTerminationMillisWhenShutdown
// (DefaultMQPushConsumerImpl.shutdown); with work=2s and 4 threads at 10
// messages a second some are at work at 20 s, and the last is done within 2 s
// for each of those that are cached ahead of it.
func TestAStoppingConsumerIsSeen(t *testing.T) {
	var v model.View
	v.Topic = -1
	stopping, before, after := time.Duration(0), false, false
	var last time.Duration
	p := play(t, group(1, "10/s", "work=2s threads=4 await=9s", "consumer c1 group=g\nat 20s leave c1\nrun 60s"), func(c *rocketmq.Cluster) {
		c.View(&v)
		one := &v.Consumers[0]
		switch {
		case v.Now < 20*time.Second:
			before = before || one.Stopping
		case one.State == model.ConsumerStopped:
			after = after || one.Stopping
		case one.Stopping:
			stopping, last = stopping+v.Now-last, v.Now
		}
		last = v.Now
	})
	assert.False(t, before, "not before it was told to")
	assert.False(t, after, "not once it has stopped")
	p.View(&v)
	require.Equal(t, model.ConsumerStopped, v.Consumers[0].State)
	// 200 messages were sent and at most 4 per 2 s done: far more than 9 s of work are
	// cached, so shutdown() gives up after exactly that.
	assert.InDelta(t, 9, stopping.Seconds(), 0.5)
}

// suspend() leaves the state as it is; the view says it beside it.
func TestASuspendedConsumerIsSeen(t *testing.T) {
	var v model.View
	v.Topic = -1
	p := play(t, group(1, "10/s", "work=1ms", "consumer c1 group=g\nat 20s suspend c1\nrun 30s"))
	p.View(&v)
	assert.True(t, v.Consumers[0].Suspended)
	assert.Equal(t, model.ConsumerRunning, v.Consumers[0].State)
}
