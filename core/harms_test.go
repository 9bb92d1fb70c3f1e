package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/lessons"
	"ringside/core/trace"
)

// holds plays a script and wants every expect line of it to hold.
func holds(t *testing.T, text string) {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(sim.End())
	for _, r := range sim.Expect() {
		assert.True(t, r.Pass, "expect %s; got %s", r.Text, r.Got)
	}
}

// Rebalanced at once, a queue is pulled 500 ms after the last queue of the same
// rebalance was taken (RebalanceImpl.dispatchPullRequest), and the pull is at the
// broker 1 ms later; the offsets of the queues are asked for one after the other,
// 2 ms each. c2 takes over c1's two queues, whose offsets are 4 ms away from each
// other's ends: unowned until then.
func TestPausesOfAKill(t *testing.T) {
	holds(t, `broker a
topic t a:4
producer t rate=100/s
group g topic=t
consumer c1 group=g
consumer c2 group=g
at 20s kill c1
run 40s
expect at 10s pause = 0
expect at 20.1s pause = 2
expect at 20.1s first-pull = 2
expect at 20.1s unowned = 0
expect first-pull t/a/2 >= 501ms
expect first-pull max = 503ms
expect lock-wait max = 0s
expect pause t/a/0 > 501ms
expect pause t/a/0 < 520ms
expect at 40s pause = 0
expect moved t/a/0 = 1
expect moved t/a/2 = 0
expect idle count = 0
`)
}

// The Go client pulls at once: what is left is the way of the pull, 1 ms.
func TestTheFirstPullOfAGoClient(t *testing.T) {
	holds(t, `broker a
topic t a:1
group g topic=t client=go
consumer c1 group=g
run 10s
expect first-pull max = 1ms
`)
}

// One thread and 10 ms a message are 100/s. The held pull is answered when the
// burst comes, so that the first message is there 1 ms later, and 250 messages are
// done 1 + 2,500 ms after the event. Whole seconds: 99 are done until 23 s (the
// first ends at 22.011 s), then 100 each.
func TestRecoveryOfABurst(t *testing.T) {
	holds(t, `broker a
topic t a:1
producer t rate=0/s
group g topic=t threads=1 work=10ms
consumer c1 group=g
at 22s burst t 250
at 32s measure g
run 40s
expect at 22s recovery 22s = 0s
expect at 23s recovery 22s = 1s
expect at 23s backlog t/a/0 = 151
expect recovery 22s = 2.501s
expect recovery max = 2.501s
expect recovery t/a/0 = 2.501s
expect backlog max 22s = 250
expect backlog max t/a/0 = 250
expect at 23s consume-tps = 99
expect consume-tps max = 100
expect consume-tps max 22s = 100
expect consume-tps max t/a/0 = 100
expect at 24s consume-tps t/a/0 = 100
expect consume-tps = 0
`)
}

// The second burst finds 151 waiting and makes it 201; they are down to 151 when
// 300 - 151 = 149 of all are done, at 22.001 + 1.490 s. The first event's level is
// none at all, there when all 300 are done at 25.001 s.
func TestRecoveryOfEventsThatOverlap(t *testing.T) {
	holds(t, `broker a
topic t a:1
producer t rate=0/s
group g topic=t threads=1 work=10ms
consumer c1 group=g
at 22s burst t 250
at 23s burst t 50
run 40s
expect recovery 22s = 3.001s
expect backlog max 22s = 250
expect recovery 23s = 491ms
expect backlog max 23s = 201
expect recovery max = 3.001s
`)
}

// Two queues, three consumers: the third has none from its first rebalance, 1 s
// after start() and some round trips of 2 ms, until it is told of c1's end, which
// takes a few messages of 1 ms. c2 gives a/1 up before it has a/0.
func TestIdleConsumers(t *testing.T) {
	holds(t, `broker a
topic t a:2
group g topic=t
consumer c1 group=g
consumer c2 group=g
consumer c3 group=g
at 20s kill c1
run 40s
expect at 19s idle = c3
expect at 19s idle count = 1
expect at 19s idle c3 > 17.9s
expect at 19s idle c3 < 18s
expect idle count = 0
expect idle c3 > 18.9s
expect idle c3 < 19.1s
expect idle max < 19.1s
expect idle c2 < 10ms
`)
}

// TestFiguresOfQueuesAddUp: what is counted per queue and per consumer is the
// group's, and what the trace tells.
func TestFiguresOfQueuesAddUp(t *testing.T) {
	for _, l := range lessons.All() {
		t.Run(l.Name, func(t *testing.T) {
			sim, err := core.Load(l.Text)
			require.NoError(t, err)
			notices, rebalances := map[int32]int64{}, map[int32]int64{}
			retry := len(sim.Log().Topics) - len(sim.Log().Groups) // the retry topics come last
			sim.Tail(func(e *trace.Event) {
				switch e.Kind {
				case trace.KindNotice:
					notices[e.Consumer]++
				case trace.KindAllocate:
					if int(e.Topic) < retry {
						rebalances[e.Consumer]++
					}
				}
			})
			sim.Advance(sim.End())
			for g := range sim.Script().Scenario().Groups {
				v := core.View{Group: g, Topic: -1}
				sim.View(&v)
				addUp(t, &v)
				for i := range v.Consumers {
					for k, name := range sim.Log().Consumers {
						if name == v.Consumers[i].Name {
							assert.Equal(t, notices[int32(k)], v.Consumers[i].Notices, name)
							assert.Equal(t, rebalances[int32(k)], v.Consumers[i].Rebalances, name)
						}
					}
				}
			}
		})
	}
}

// addUp compares the sums of a view's queues and consumers with its counters.
func addUp(t *testing.T, v *core.View) {
	t.Helper()
	var moved, skipped, again, completions, distinct, backlog, notices, rebalances int64
	var pause time.Duration
	causes, paused := v.ByCause, 0
	for i := range v.Queues {
		h := &v.Queues[i].Harms
		moved, skipped, again = moved+h.Moved, skipped+h.Skipped, again+v.Queues[i].Duplicates
		completions, distinct, backlog = completions+h.Completions, distinct+h.Distinct, backlog+h.Backlog
		pause = max(pause, h.Pause)
		for c := range causes {
			causes[c] -= h.ByCause[c]
		}
		if h.Paused != 0 {
			paused++
		}
		assert.LessOrEqual(t, max(h.Unowned, h.FirstPull, h.LockWait), h.Pause)
	}
	for i := range v.Consumers {
		notices, rebalances = notices+v.Consumers[i].Notices, rebalances+v.Consumers[i].Rebalances
	}
	assert.Equal(t, []int64{v.Moved, v.Skipped, v.Duplicates, v.Completions, v.Distinct, v.Backlog, v.Notices, v.Rebalances},
		[]int64{moved, skipped, again, completions, distinct, backlog, notices, rebalances})
	assert.Zero(t, causes)
	assert.Equal(t, v.PauseMax, pause)
	assert.Equal(t, v.Paused, paused)
}
