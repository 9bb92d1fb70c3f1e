package rocketmq_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"ringside/core/rocketmq"
	"ringside/core/trace"
)

// suspended plays a member that is suspended from 20 s to 80 s at 40 messages a
// second, and gives the backlog at 79.9 s and when it was over afterwards.
func suspended(t *testing.T, member string) (backlog int64, over time.Duration) {
	t.Helper()
	play(t, "broker a\ntopic T a:4\nproducer T rate=40/s\ngroup g topic=T work=1ms "+member+"\nconsumer c1 group=g\nat 20s suspend c1\nat 80s resume c1\nrun 130s",
		func(c *rocketmq.Cluster) {
			g, now := c.Groups()[0], time.Duration(c.Now())
			switch {
			case now < 79900*time.Millisecond:
				backlog = g.Backlog()
			case now > 80*time.Second && over == 0 && g.Backlog() < 10:
				over = now
			}
		})
	return backlog, over
}

// DefaultMQPushConsumerImpl.pullMessage and popMessage, and the lite consumer's
// PullTaskImpl, look at pause before all limits and come back 1 s later
// (PULL_TIME_DELAY_MILLS_WHEN_SUSPEND, …_WHEN_PAUSE). 59.9 s × 40/s are 2,396
// messages, less what each of the four queues' requests under way still brings:
// one message each, and the few before it. Going on takes up to 1 s, and 32
// (POP) or 10 (lite) messages a request 20 requests a queue.
func TestSuspendStopsPushPopAndLite(t *testing.T) {
	for _, member := range []string{"mode=push", "mode=pop", "mode=lite", "listener=orderly", "client=java4.9", "client-rebalance=false"} {
		backlog, over := suspended(t, member)
		assert.InDelta(t, 2396, backlog, 8, member)
		assert.Greater(t, over, 80*time.Second, member)
		assert.Less(t, over, 86*time.Second, member)
	}
}

// The Go client sleeps for 30 s where it finds itself suspended
// (_PullDelayTimeWhenSuspend), from 20 s on: at 50 s, 80 s, or 110 s, according
// to when the pull under way at 20 s was answered.
func TestGoGoesOnUpToThirtySecondsAfterResume(t *testing.T) {
	backlog, over := suspended(t, "client=go")
	assert.InDelta(t, 2396, backlog, 8)
	assert.Greater(t, over, 80*time.Second)
	assert.Less(t, over, 112*time.Second)
	var asked []int64
	p := play(t, "broker a\ntopic T a:1\nproducer T rate=40/s\ngroup g topic=T client=go\nconsumer c1 group=g\nat 20.01s suspend c1\nat 21s resume c1\nrun 60s",
		func(c *rocketmq.Cluster) {
			if c.Now() > 22*int64(time.Second) && c.Groups()[0].Backlog() < 10 && len(asked) == 0 {
				asked = append(asked, c.Now()/int64(time.Second))
			}
		})
	assert.Equal(t, []int64{50}, asked, "resumed at 21 s, asleep until 50")
	assert.NotNil(t, p)
}

// LitePullConsumer.pause says that it causes no rebalance: a member that leaves
// is followed at once. What is taken meanwhile is not paused.
func TestLitePauseKeepsRebalancing(t *testing.T) {
	p := play(t, "broker a\ntopic T a:4\nproducer T rate=40/s\ngroup g topic=T mode=lite\nconsumer c1 group=g\nconsumer c2 group=g\n"+
		"at 20s suspend c1\nat 30s leave c2\nrun 200s")
	assert.Equal(t, 1, len(p.view().Consumers[0].Sees))
	for q := range p.ledger().Queues {
		switch qu := &p.ledger().Queues[q]; {
		case q < 2:
			// 180 s × 10/s, but for the one under way; nothing is dropped for having been
			// idle for 120 s (CONSUME_ACTIVELY).
			assert.InDelta(t, 1800, qu.Waiting(), 3)
		case q < 4:
			assert.LessOrEqual(t, qu.Waiting(), int64(1))
		}
	}
	assert.Empty(t, p.events(trace.KindDrop, "c1"))
}

// PopCallback.onSuccess waits for pullInterval after a POP that found messages:
// from 1.5 s on one every 2 s, and the way there and back, makes 30 in a minute.
func TestPopKeepsThePullInterval(t *testing.T) {
	p := play(t, "broker a\ntopic T a:4\nproducer T rate=100/s\ngroup g topic=T mode=pop pull-interval=2s work=1ms\nconsumer c1 group=g\nrun 61.5s")
	assert.InDelta(t, 30, p.view().Delivery.Found, 1)
}

// RebalanceImpl.truncateMessageQueueNotMyTopic goes through popProcessQueueTable
// as well; until it runs, popMessage finds no subscription and comes back in 1 s.
func TestUnsubscribeInPopMode(t *testing.T) {
	p := play(t, "broker a\ntopic T a:2\ntopic U a:2\nproducer T rate=20/s\nproducer U rate=20/s\ngroup g topic=T,U mode=pop work=1ms\nconsumer c1 group=g\n"+
		"at 20s unsubscribe c1 U\nrun 60s")
	ends := p.events(trace.KindUnassign, "c1")
	if assert.Len(t, ends, 1) {
		assert.LessOrEqual(t, ends[0].At, 40*int64(time.Second), "the next tick")
	}
	// U: 40 s × 20/s, but for a request or two that waited at the broker.
	assert.InDelta(t, 800, p.ledger().Backlog(), 8)
}

// A loop over fetchSubscribeMessageQueues reads a topic that it takes up later
// from its next round on, whatever the way it gets messages: nothing is dropped.
func TestSubscribeInEveryMode(t *testing.T) {
	for _, member := range []string{"mode=push", "mode=pop", "mode=lite", "mode=pull", "mode=pull-all", "listener=orderly", "client=go", "client=go model=broadcasting", "model=broadcasting"} {
		p := play(t, "broker a\nbroker b\ntopic T a:2\ntopic U a:1 b:1\nproducer T rate=10/s\nproducer U rate=10/s\ngroup g topic=T work=1ms from=first "+member+
			"\nconsumer c1 group=g\nat 20s subscribe c1 U\nrun 80s")
		// A round a second leaves at most 2 × 10 messages.
		assert.LessOrEqual(t, p.ledger().Backlog(), int64(20), member)
		q := p.queue("U:b/0")
		assert.Greater(t, p.ledger().Queues[q].Distinct, int64(180), member)

		p = play(t, "broker a\nbroker b\ntopic T a:2\ntopic U a:1 b:1\nproducer T rate=10/s\nproducer U rate=10/s\ngroup g topic=T,U work=1ms "+member+
			"\nconsumer c1 group=g\nat 20s unsubscribe c1 U\nrun 80s")
		q = p.queue("U:b/0")
		assert.InDelta(t, 100, p.ledger().Queues[q].Distinct, 11, "%s: 20 s × 5/s; a broadcaster starts at the end, in its second second", member)
	}
}
