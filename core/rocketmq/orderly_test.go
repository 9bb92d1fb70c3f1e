package rocketmq_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/model"
	"ringside/core/rocketmq"
	"ringside/core/script"
	"ringside/core/trace"
)

const second = int64(1_000_000_000)

// A listener that takes 70 s outlasts all waiting: c2 joins at 30 s; c1 drops a/1
// at once, waits 500 ms for the listener, tries again at its next tick, 20 s after
// that run ended (50.5 s), when its last renewal (21 s; dropped queues are left
// out of the next) is 29 s old, more than UNLOCK_DELAY_TIME_MILLS = 20 s: it
// unlocks by force. c2, which tries each second, takes a/1 and begins the message
// that is still in c1's listener.
func TestForcedUnlockOverlaps(t *testing.T) {
	p := play(t, `broker a
topic T a:2
producer T rate=1/s
group g topic=T listener=orderly work=70s
consumer c1 group=g
at 30s join c2 group=g
run 4m`)
	releases := p.events(trace.KindRelease, "c1")
	var forced []trace.Event
	for _, e := range releases {
		if e.A == 1 {
			forced = append(forced, e)
		}
	}
	require.Len(t, forced, 1)
	assert.InDelta(t, 50.5*1e9, float64(forced[0].At), 0.1e9)
	takes := p.events(trace.KindTake, "c2")
	require.NotEmpty(t, takes)
	assert.Equal(t, p.queue("a/1"), takes[0].Queue)
	assert.InDelta(t, float64(forced[0].At), float64(takes[0].At), 1.1e9, "c2 tries each second")

	l := p.ledger()
	assert.EqualValues(t, 1, l.Overlapping)
	assert.Positive(t, l.ByCause[ledger.CauseForcedUnlock])
	assert.Equal(t, l.Duplicates, l.ByCause[ledger.CauseForcedUnlock])
	assert.Equal(t, l.Disorder, l.DisorderBy[ledger.CauseForcedUnlock])
	disorder := p.events(trace.KindDisorder, "")
	require.NotEmpty(t, disorder)
	assert.Equal(t, trace.KindUnlock, p.Log().Event(disorder[0].Cause).Kind)
}

// A queue that comes back while it lies dropped in the table is not taken again:
// the table contains it (processQueueTable.containsKey), and it is dropped anew
// only when no pull was tried for 120 s (ProcessQueue.isPullExpired). Until then
// the client calls itself unbalanced and rebalances each second.
func TestQueueThatComesBackTooSoon(t *testing.T) {
	p := play(t, `broker a
topic T a:2
producer T rate=2/s
group g topic=T listener=orderly work=10s
consumer c1 group=g
at 30s join c2 group=g
at 33s leave c2
run 4m`)
	var dropped, back int64
	q := p.queue("a/1")
	for _, e := range p.events(trace.KindDrop, "c1") {
		if e.Queue == q && dropped == 0 {
			dropped = e.At
		}
	}
	for _, e := range p.events(trace.KindTake, "c1") {
		if e.Queue == q && e.At > dropped {
			back = e.At
			break
		}
	}
	// The last pull before was at most a second old: a message a second and queue.
	assert.InDelta(t, 30, float64(dropped)/1e9, 0.1)
	assert.GreaterOrEqual(t, back-dropped, 119*second)
	assert.LessOrEqual(t, back-dropped, 122*second)
	n := 0
	for _, e := range p.events(trace.KindAllocate, "c1") {
		if e.At > 34*second && e.At < 140*second && !p.isRetry(e.Topic) {
			n++
		}
	}
	assert.InDelta(t, 106, n, 3, "each second")
}

func (p *played) isRetry(topic int16) bool { return p.Log().Topics[topic][0] == '%' }

// One thread, two queues with a backlog: a task keeps the thread for 60 s in a
// row (MAX_TIME_CONSUME_CONTINUOUSLY), then the other queue has its turn. With
// 1 s a message that is 61 messages: the check comes before each one, and 60 s
// are not more than 60 s.
func TestTasksTakeTurns(t *testing.T) {
	s, err := script.Parse(`broker a
topic T a:2
producer T rate=0.017/s
group g topic=T listener=orderly work=1s threads=1
consumer c1 group=g
at 5s burst T 400
run 5m`)
	require.NoError(t, err)
	c, err := rocketmq.New(s.Scenario())
	require.NoError(t, err)
	var runs []run
	c.Log().Tail(func(e *trace.Event) {
		if e.Kind != trace.KindComplete {
			return
		}
		if n := len(runs); n == 0 || runs[n-1].queue != e.Queue {
			runs = append(runs, run{queue: e.Queue})
		}
		runs[len(runs)-1].n++
	})
	for c.Step(5 * 60 * second) {
	}
	require.GreaterOrEqual(t, len(runs), 4)
	assert.NotEqual(t, runs[0].queue, runs[1].queue)
	assert.Equal(t, runs[0].queue, runs[2].queue)
	// runs[0] may be the producer's own first message alone.
	assert.EqualValues(t, 61, runs[1].n)
	assert.EqualValues(t, 61, runs[2].n)
}

// run is an unbroken run of completions of one queue.
type run struct {
	queue int32
	n     int64
}

// A frozen holder: after 100 s its own locks (30 s) and the broker's (60 s) have
// run out. Nobody took them, for the broker tells no one before 120 s; so after
// the thaw it locks again and goes on, in order. Its listener asks 100 ms after it
// found the lock not valid, unless the renewals that are due come first.
func TestThawedHolderLocksAgain(t *testing.T) {
	var state []model.ConsumerState
	v := model.View{Topic: -1}
	p := play(t, `broker a
topic T a:2
producer T rate=20/s
group g topic=T listener=orderly
consumer c1 group=g
consumer c2 group=g
at 30s freeze c1
at 2m10s thaw c1
run 3m`, func(c *rocketmq.Cluster) {
		if c.Now() > 129*second && len(state) == 0 {
			c.View(&v)
			state = append(state, v.Consumers[0].State)
			assert.Equal(t, -1, v.Queues[0].LockedBy, "expired")
			assert.False(t, v.Queues[0].LockValid)
			assert.Equal(t, 1, v.Queues[1].LockedBy)
			assert.True(t, v.Queues[1].LockValid)
			checkLockTable(t, &v)
		}
	})
	assert.Equal(t, []model.ConsumerState{model.ConsumerFrozen}, state)
	assert.Zero(t, p.ledger().Disorder)
	assert.Zero(t, p.ledger().DoubleMax)
	p.View(&v)
	assert.Equal(t, 0, v.Queues[0].LockedBy)
	assert.True(t, v.Queues[0].LockValid)
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(2))
}

// checkLockTable holds the lock table at 129 s against RebalanceLockManager: c1,
// frozen at 30 s, has last renewed its lock within the 20 s before, and the entry
// stays though it is older than 60 s; c2 renews its own each 20 s.
func checkLockTable(t *testing.T, v *model.View) {
	t.Helper()
	old, own := v.Queues[0].Lock, v.Queues[1].Lock
	assert.Equal(t, "127.0.0.1@c1", old.ID)
	assert.Equal(t, 0, old.Consumer)
	assert.True(t, old.Expired)
	assert.Greater(t, old.At, 10*time.Second)
	assert.LessOrEqual(t, old.At, 30*time.Second)
	assert.Equal(t, "127.0.0.1@c2", own.ID)
	assert.Equal(t, 1, own.Consumer)
	assert.False(t, own.Expired)
	assert.Greater(t, own.At, v.Now-21*time.Second)
}

// A queue that is unlocked has no entry any more (mqLockTable.remove).
func TestUnlockedQueueHasNoEntry(t *testing.T) {
	v := model.View{Topic: -1}
	p := play(t, `broker a
topic T a:1
group g topic=T listener=orderly
consumer c1 group=g
at 30s leave c1
run 40s`)
	p.View(&v)
	assert.Equal(t, model.LockView{}, v.Queues[0].Lock)
	assert.Equal(t, -1, v.Queues[0].LockedBy)
}

// unlocks are the times, in ns, at which a consumer told the broker that it gives
// up a queue's lock.
func (p *played) unlocks(consumer, queue string) (at []int64) {
	for _, e := range p.events(trace.KindUnlock, consumer) {
		for _, q := range p.Log().IDs(&e) {
			if q == p.queue(queue) {
				at = append(at, e.At)
			}
		}
	}
	return at
}

// Before 5.2.0 a queue with messages left in the cache is unlocked 20 s after it
// was given up (unlockDelay, UNLOCK_DELAY_TIME_MILLS), an empty one at once: a/2
// has a backlog, a/3 has none. Both are given up when c2 joins at 30 s (c2 is a 5.x
// client, which tries each second).
func TestOldClientsUnlockLate(t *testing.T) {
	for client, want := range map[string][2]float64{"java4.9": {50.1, 30.1}, "java5": {30.1, 30.1}} {
		p := play(t, `broker a
topic T a:4/3
producer T rate=10/s
group g topic=T listener=orderly work=500ms
consumer c1 group=g client=`+client+`
at 30s join c2 group=g
run 2m`)
		require.Len(t, p.unlocks("c1", "a/2"), 1)
		require.Len(t, p.unlocks("c1", "a/3"), 1)
		// Up to 500 ms of work are waited for.
		assert.InDelta(t, want[0], float64(p.unlocks("c1", "a/2")[0])/1e9, 0.6, client)
		assert.InDelta(t, want[1], float64(p.unlocks("c1", "a/3")[0])/1e9, 0.6, client)
	}
}

// rocketmq-client-go never unlocks what it gives up in a rebalance, so a moved
// queue waits for the broker's 60 s; but it unlocks all at its shutdown. c1 renews
// at 21 s, gives a/1 up at 30 s; c2 asks at its 20 s ticks (31, 51, 71 and 91 s).
func TestGoClientsNeverUnlock(t *testing.T) {
	p := play(t, `broker a
topic T a:2
producer T rate=10/s
group g topic=T listener=orderly client=go
consumer c1 group=g
at 30s join c2 group=g
at 3m leave c2
run 4m`)
	assert.Empty(t, p.unlocks("c1", "a/1"))
	takes := p.events(trace.KindTake, "c2")
	require.NotEmpty(t, takes)
	assert.Greater(t, takes[0].At, 81*second, "60 s after the last renewal")
	assert.Less(t, takes[0].At, 101*second, "and a tick")
	require.Len(t, p.unlocks("c2", "a/1"), 1)
	assert.InDelta(t, 180, float64(p.unlocks("c2", "a/1")[0])/1e9, 0.1)
	assert.Zero(t, p.ledger().Disorder)
}
