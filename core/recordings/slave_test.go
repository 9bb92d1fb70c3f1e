package recordings

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
)

// TestSlave: the master is killed and comes back after a minute. By default the
// slave refuses all pulls (SYSTEM_BUSY, 2), so nothing is read; with
// slaveReadEnable it serves them from each client's own route poll on. Sends fail
// all the time, since a slave cannot be written to.
func TestSlave(t *testing.T) {
	for name, c := range map[string]struct {
		errors, waiting int64
		busy            bool
	}{
		"slave": {5189, 2673, true}, "slave-read": {4790, 942, false},
	} {
		rec, sim := load(t, name), play(t, name)
		require.Equal(t, c.errors, rec.Errors, name)
		assert.InEpsilon(t, c.errors, sim.Errors, 0.01, name)
		require.Equal(t, c.waiting, rec.Totals["not_completed_at_end"], name)
		// What two threads work off at 40 ms a message: 25 a second each; in 3 s more or
		// less (each client's poll, the second of a retry) 150.
		assert.InDelta(t, c.waiting, sim.Totals["not_completed_at_end"], 150, name)
		assert.LessOrEqual(t, sim.Totals["duplicates"], int64(2), "%s: recorded 1", name)

		s := open(t, name)
		s.Advance(s.End())
		refused := map[string][]int64{}
		for _, e := range s.Log().Events() {
			if e.Kind == trace.KindRefused && e.A == 2 {
				c := s.Log().Consumers[e.Consumer]
				refused[c] = append(refused[c], e.At/int64(time.Millisecond))
			}
		}
		if !c.busy {
			assert.Empty(t, refused, name)
			continue
		}
		// Clients ask the dead master until their own route poll: recorded c1 at 60.1 s,
		// c2 at 62.2 s; then the slave once a second.
		assert.InDelta(t, 60_105+rec.Shift, refused["c1"][0], loosely)
		assert.InDelta(t, 62_181+rec.Shift, refused["c2"][0], loosely)
	}
}

// TestSlaveOffsets: while the master is down the commits go to the slave; the
// master comes back with what it had at its last flush (recorded 416 where the
// slave had 799), and the clients' first pulls and persists bring it the newer ones
// (877 at 121.4 s). Since nobody reads an offset in between, nothing is repeated.
func TestSlaveOffsets(t *testing.T) {
	s, v := open(t, "slave-read"), core.View{Topic: -1}
	committed := func(at time.Duration) int64 {
		s.Advance(at)
		s.View(&v)
		return v.Queues[0].Committed
	}
	before := committed(42 * time.Second)
	assert.InDelta(t, 480, before, 32, "recorded 448 at 37.3 s, and a pull carried 480 at 39.9 s")
	// Recorded: the slave had 594 at 65.1 s, 733 at 80.1 s.
	assert.InDelta(t, 594, committed(67100*time.Millisecond), 64)
	slave := committed(82100 * time.Millisecond)
	assert.InDelta(t, 733, slave, 64)
	master := committed(111 * time.Second)
	assert.LessOrEqual(t, master, before, "the master's own, from its last flush")
	assert.GreaterOrEqual(t, master, before-32-5*25, "which was at most 5 s old")
	assert.Greater(t, committed(124*time.Second), slave, "the newer ones are there")
}

// TestOrderlyFaults: locks live in the broker's memory and only the master gives
// them. After a clean restart each of b's queues has one message again, as
// recorded; after a master's death the member that is alone in its list for a
// second or two takes the others' queues at the offsets of its last flush: at
// 12.5 messages a second, what lies between that flush and the kill (up to 5 s), and
// what both work on meanwhile (up to 2 s). Recorded 13 and 23 of each.
func TestOrderlyFaults(t *testing.T) {
	rec, sim := load(t, "broker-restart-orderly"), play(t, "broker-restart-orderly")
	for k, n := range rec.Totals {
		assert.Equal(t, n, sim.Totals[k], k)
	}
	assert.InDelta(t, rec.Errors, sim.Errors, 5)
	for _, q := range []string{"b/0", "b/1", "b/2", "b/3"} {
		assert.Equal(t, rec.again("broker-start", "b", q), sim.again("broker-start", "b", q), q)
	}
	for name, want := range map[string]int64{"slave-orderly": 13, "slave-read-orderly": 23} {
		rec, sim := load(t, name), play(t, name)
		assert.InEpsilon(t, rec.Errors, sim.Errors, 0.01, name)
		for _, q := range []string{"a/2", "a/3"} {
			require.Equal(t, want, rec.again("broker-start", "a", q), name)
			n := sim.againFrom(100_000, q)
			assert.GreaterOrEqual(t, n, int64(10), "%s %s", name, q)
			assert.LessOrEqual(t, n, int64((5+2)*13), "%s %s", name, q)
		}
		for _, q := range []string{"a/0", "a/1"} {
			assert.Zero(t, sim.againFrom(100_000, q), "%s %s", name, q)
		}
	}
}

// againFrom is the number of repeats of a queue from an action at ms or later on.
func (f *figures) againFrom(ms int64, queue string) (n int64) {
	for _, r := range f.Again {
		if r.T >= ms {
			n += r.PerQueue[queue]
		}
	}
	return n
}
