package rocketmq

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
	"ringside/core/sim"
)

func newCluster(t *testing.T, text string) *Cluster {
	t.Helper()
	s, err := script.Parse(text)
	require.NoError(t, err)
	c, err := New(s.Scenario())
	require.NoError(t, err)
	return c
}

func (c *Cluster) playTo(at time.Duration) {
	for c.Step(int64(at)) {
	}
}

// RebalanceLockManager.tryLockBatch and unlockBatch, with REBALANCE_LOCK_MAX_LIVE_TIME = 60 s.
func TestRebalanceLockManager(t *testing.T) {
	c := newCluster(t, `broker a
broker b
topic T a:1 b:1
group g topic=T listener=orderly
group h topic=T listener=orderly
at 1h join c1 group=g
at 1h join c2 group=g
at 1h join twin group=g id=127.0.0.1@c1
at 1h join h1 group=h
run 2h`)
	c1, c2, twin, h1 := &c.consumers[0], &c.consumers[1], &c.consumers[2], &c.consumers[3]
	assert.True(t, c.tryLock(c1, 0, 0), "free")
	assert.False(t, c.tryLock(c2, 0, 0), "another's")
	assert.True(t, c.tryLock(twin, 0, 0), "one client id is one holder, whatever the process")
	assert.True(t, c.tryLock(h1, 0, 0), "another group's table")
	assert.True(t, c.tryLock(c2, 1, 0))

	c.playTo(30 * time.Second)
	assert.True(t, c.tryLock(c1, 0, 0), "renewed")
	c.playTo(90 * time.Second)
	assert.False(t, c.tryLock(c2, 0, 0), "60 s old: it expires when it is older than that")
	c.playTo(90*time.Second + time.Millisecond)
	assert.True(t, c.tryLock(c2, 0, 0), "taken over")
	c.unlock(c1, 0, 0)
	assert.False(t, c.tryLock(c1, 0, 0), "only the holder unlocks")
	c.unlock(c2, 0, 0)
	assert.True(t, c.tryLock(c1, 0, 0))

	assert.True(t, c.tryLock(c2, 1, 0))
	c.clearLocks(1)
	assert.True(t, c.tryLock(c1, 1, 0), "b has restarted and forgotten")
	assert.False(t, c.tryLock(c2, 0, 0), "a has not")
}

// SUSPEND: the queue's head is tried again suspendCurrentQueueTimeMillis later,
// and nothing behind it before.
func TestSuspendKeepsTheOrder(t *testing.T) {
	c := newCluster(t, `broker a
topic T a:1
producer T rate=10/s
group g topic=T listener=orderly batch=2 work=40ms suspend=700ms
consumer c1 group=g
run 20s`)
	co := &c.consumers[0]
	busy := func() (int32, bool) {
		for k := range co.threads {
			if co.threads[k].listening {
				return int32(k), true
			}
		}
		return 0, false
	}
	c.playTo(5 * time.Second)
	for {
		require.True(t, c.Step(int64(20*time.Second)))
		if _, at := busy(); at {
			break
		}
	}
	k, _ := busy()
	at, first := c.now(), co.threads[k].from
	before := c.groups[0].ledger.Completions
	c.suspendQueue(co, k)
	for {
		require.True(t, c.Step(int64(20*time.Second)))
		if j, again := busy(); again {
			require.Equal(t, first, co.threads[j].from, "the same message first")
			break
		}
	}
	assert.Equal(t, at+700*sim.Millisecond, c.now())
	assert.Equal(t, before, c.groups[0].ledger.Completions)
	c.playTo(20 * time.Second)
	assert.Zero(t, c.groups[0].ledger.Disorder+c.groups[0].ledger.JumpsAhead)
	assert.LessOrEqual(t, c.groups[0].ledger.Backlog(), int64(1))
}
