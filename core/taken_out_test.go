package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// TestAQueueTakenOutIsMissedNoLonger: b/3 is there for readers when c1 learns the
// route and gone again when it acts on it. c1 holds it without a pull until its
// next rebalance, 20 s later (RebalanceService.waitInterval), and then nobody
// misses it: its pause has that length, for the queue as for the group, and grows
// no more.
func TestAQueueTakenOutIsMissedNoLonger(t *testing.T) {
	s, err := core.Load(`broker a
broker b
topic orders a:2 b:3
group g topic=orders work=2ms..30ms threads=20 commit=sync
consumer c1 group=g
at 23247ms scale orders b:6/4
at 37551ms scale orders b:1/5
run 100s
`)
	require.NoError(t, err)
	var v core.View
	v.Topic = -1
	at := func(d time.Duration) (queue, group time.Duration) {
		s.Advance(d)
		s.View(&v)
		for i := range v.Queues {
			if v.Queues[i].Name == "b/3" {
				return v.Queues[i].Harms.Pause, v.PauseMax
			}
		}
		require.Fail(t, "no b/3")
		return 0, 0
	}
	held, _ := at(61 * time.Second)
	assert.InDelta(t, 20, held.Seconds(), 0.1)
	for _, d := range []time.Duration{65 * time.Second, 100 * time.Second} {
		queue, group := at(d)
		assert.InDelta(t, 20, queue.Seconds(), 0.1, "at %v", d)
		assert.InDelta(t, 20, group.Seconds(), 0.1, "at %v", d)
		assert.InDelta(t, 20, v.FirstPullMax.Seconds(), 0.1, "at %v", d)
	}
}
