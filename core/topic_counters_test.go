package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// ofTopics are the view of a group as a whole and that of each of its topics, at
// a time of a script's run.
func ofTopics(t *testing.T, text string, at time.Duration) (whole *core.View, topics []*core.View) {
	t.Helper()
	s, err := core.Load(text)
	require.NoError(t, err)
	s.Advance(at)
	whole = &core.View{Topic: -1}
	s.View(whole)
	for i := range whole.Topics {
		v := &core.View{Topic: i}
		s.View(v)
		topics = append(topics, v)
	}
	return whole, topics
}

// twoTopics are of four and two queues, at 40 and 10 messages a second, and their
// only consumer is killed at 30 s.
const twoTopics = `broker a
topic t a:4
topic u a:2
producer t rate=40/s
producer u rate=10/s
group g topic=t,u from=first work=0ms
consumer c1 group=g
at 30s kill c1
`

// The only consumer of twoTopics is killed at 30 s, so that at 40 s nobody has
// held the six queues for ten seconds; 1600 and 400 messages have been sent until
// then, and what has come in those ten seconds, 400 and 100, waits.
func TestCountersOfATopic(t *testing.T) {
	_, topics := ofTopics(t, twoTopics+"run 60s\n", 40*time.Second)
	for i, want := range []struct {
		queues                   int
		produced, backlog, comes int64
	}{{4, 1600, 400, 40}, {2, 400, 100, 10}} {
		v := topics[i]
		require.True(t, v.OneTopic())
		c, comes := v.Counted(), 0
		for k := range v.Queues {
			comes += v.Queues[k].Appended
		}
		assert.Len(t, v.Queues, want.queues)
		assert.Equal(t, want.queues, c.Unowned)
		assert.Equal(t, 10*time.Second, c.UnownedMax)
		assert.InDelta(t, want.produced, c.Produced, 1)
		assert.InDelta(t, want.backlog, c.Backlog, 4, "one per queue may have been at work")
		assert.Equal(t, c.Produced, c.Distinct+c.Backlog)
		assert.InDelta(t, want.comes, comes, 1)
	}
}

// sumOf adds the topics' counters up, and takes the longest of their times.
func sumOf(t *testing.T, whole *core.View, topics []*core.View) (sum core.Counters) {
	t.Helper()
	longest := func(d *time.Duration, n time.Duration) { *d = max(*d, n) }
	peaks := int64(0)
	for _, v := range topics {
		c := v.Counted()
		sum.Produced, sum.Distinct, sum.Duplicates = sum.Produced+c.Produced, sum.Distinct+c.Distinct, sum.Duplicates+c.Duplicates
		sum.Completions, sum.Skipped, sum.Moved = sum.Completions+c.Completions, sum.Skipped+c.Skipped, sum.Moved+c.Moved
		sum.Backlog, sum.Rate, sum.Unreadable = sum.Backlog+c.Backlog, sum.Rate+c.Rate, sum.Unreadable+c.Unreadable
		sum.SendErrors, sum.DeadLetters = sum.SendErrors+c.SendErrors, sum.DeadLetters+c.DeadLetters
		sum.Unowned, sum.Double, sum.FirstPull = sum.Unowned+c.Unowned, sum.Double+c.Double, sum.FirstPull+c.FirstPull
		sum.LockWait, sum.Paused = sum.LockWait+c.LockWait, sum.Paused+c.Paused
		for i := range c.ByCause {
			sum.ByCause[i] += c.ByCause[i]
		}
		for i := range c.LostBy {
			sum.LostBy[i] += c.LostBy[i]
		}
		longest(&sum.UnownedMax, c.UnownedMax)
		longest(&sum.DoubleMax, c.DoubleMax)
		longest(&sum.FirstPullMax, c.FirstPullMax)
		longest(&sum.LockWaitMax, c.LockWaitMax)
		longest(&sum.PauseMax, c.PauseMax)
		longest(&sum.SilentMax, c.SilentMax)
		// What only a group has.
		g := &whole.Counters
		assert.Equal(t, []int64{g.RateMax, g.Rebalances, g.Notices, int64(g.Idle)}, []int64{c.RateMax, c.Rebalances, c.Notices, int64(c.Idle)})
		assert.LessOrEqual(t, c.BacklogPeak, g.BacklogPeak)
		assert.GreaterOrEqual(t, c.BacklogPeak, c.Backlog)
		peaks += c.BacklogPeak
	}
	assert.GreaterOrEqual(t, peaks, whole.BacklogPeak, "what waited at once, waited in some topic")
	return sum
}

// groupModes are settings of a group under which what is counted must add up.
var groupModes = map[string]string{
	"push":           "",
	"orderly":        " listener=orderly",
	"pop":            " mode=pop invisible=5s fail=10%",
	"broadcasting":   " model=broadcasting",
	"pull-all":       " mode=pull-all every=300ms",
	"failing":        " fail=30% max-reconsume=2",
	"sync":           " commit=sync",
	"lite":           " mode=lite",
	"from the start": " from=first",
}

// threeTopics is a script of a group with three topics, of which one member reads
// two; brokers and members come and go.
func threeTopics(group string) string {
	return `seed 3
broker a
broker b
topic t a:4 b:4
topic u a:3
topic x b:2
producer t rate=60/s
producer u rate=20/s
producer x rate=5/s
group g topic=t,u,x work=15ms` + group + `
group h topic=t
consumer c1 group=g
consumer c2 group=g
consumer c3 group=g topic=t,u
consumer d1 group=h
at 35s kill c2
at 50s join c4 group=g
at 65s stop b
at 80s start b
at 90s kill c1
at 90s kill c4
run 100s
`
}

// What is counted per topic adds up to what is counted for the group, and the
// longest of a topic's times is the group's longest, whatever the members do.
func TestCountersOfTopicsAddUp(t *testing.T) {
	for name, group := range groupModes {
		t.Run(name, func(t *testing.T) {
			whole, topics := ofTopics(t, threeTopics(group), 100*time.Second)
			require.Len(t, topics, 3)
			sum := sumOf(t, whole, topics)
			g := whole.Counters
			g.BacklogPeak, g.RateMax, g.Recovery, g.Rebalances, g.Notices = 0, 0, 0, 0, 0
			g.Disorder, g.DisorderBy, g.Failed, g.Retrying, g.Idle, g.IdleMax = 0, sum.DisorderBy, 0, 0, 0, 0
			assert.Equal(t, g, sum)
			assert.Same(t, &whole.Counters, whole.Counted())
		})
	}
}
