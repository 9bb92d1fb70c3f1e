package recordings

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// TestJoinWhileDraining: a/2, a/4 and a/5 move at c3's join. What the two old
// owners have in their listeners at that moment comes again: one message a
// thread, 20 threads a client, and none of a queue that stays. (Recorded 12 of
// a/5 and none of a/2 and a/4: which queue the 20 threads are at is a matter of
// milliseconds.)
func TestJoinWhileDraining(t *testing.T) {
	rec, sim := load(t, "join-while-draining"), play(t, "join-while-draining")
	require.EqualValues(t, 12, rec.again("start", "c3", "a/5"))
	for _, f := range []*figures{rec, sim} {
		repeats := map[string]int64{}
		for q := range f.Produced {
			repeats[q] = f.again("start", "c3", q)
		}
		assert.LessOrEqual(t, repeats["a/2"], int64(20), "c1's threads")
		assert.LessOrEqual(t, repeats["a/4"]+repeats["a/5"], int64(20), "c2's threads")
		assert.Positive(t, repeats["a/2"]+repeats["a/4"]+repeats["a/5"])
		assert.Zero(t, repeats["a/0"]+repeats["a/1"]+repeats["a/3"], "they stay")
		assert.Equal(t, f.Totals["duplicates"], repeats["a/2"]+repeats["a/4"]+repeats["a/5"])
	}
}

// TestCommit100msKill: committing each 100 ms instead of each 5 s spares nothing,
// since pulls carry the offset anyway: none or one message of each queue of the
// victim, as with 5 s (recorded one of each of c2's at 35 s, none of c1's at 55 s:
// whether the 100 ms timer comes between a message and the kill is a race, with
// 14 messages a second and queue one of 72 ms against 100 ms).
func TestCommit100msKill(t *testing.T) {
	rec, sim := load(t, "commit-100ms-kill"), play(t, "commit-100ms-kill")
	for _, victim := range []string{"c2", "c1"} {
		held := heldAtKill(rec, victim)
		require.Equal(t, map[string][]string{"c2": {"a/3", "a/4", "a/5"}, "c1": {"a/0", "a/1", "a/2", "a/3"}}[victim], held)
		for _, q := range held {
			assert.LessOrEqual(t, rec.again("kill", victim, q), int64(1), "recorded, %s of %s", q, victim)
			assert.LessOrEqual(t, sim.again("kill", victim, q), int64(1), "played, %s of %s", q, victim)
		}
	}
	for _, f := range []*figures{rec, sim} {
		n := f.again("kill", "c2", "a/3") + f.again("kill", "c2", "a/4") + f.again("kill", "c2", "a/5")
		assert.Positive(t, n, "the 100 ms timer does not spare it")
	}
}

// TestBatchKillWhileDraining: a batch of 32 is done when its last message is, and
// the kill comes when each of c2's threads is 0.5 s into a batch of 1.6 s: what it
// has worked off of each, and a batch that was done above it, comes again.
// Together that is one to two batches of 32 a queue; recorded 59 and 57.
func TestBatchKillWhileDraining(t *testing.T) {
	rec, sim := load(t, "batch-kill-while-draining"), play(t, "batch-kill-while-draining")
	assert.Equal(t, []string{"a/2", "a/3"}, heldAtKill(rec, "c2"))
	for q, recorded := range map[string]int64{"a/2": 59, "a/3": 57} {
		require.Equal(t, recorded, rec.again("kill", "c2", q))
		for _, f := range []*figures{rec, sim} {
			assert.GreaterOrEqual(t, f.again("kill", "c2", q), int64(32), q)
			assert.LessOrEqual(t, f.again("kill", "c2", q), int64(64), q)
		}
		// Of five batches, one message more or less each: 50 ms of phase.
		assert.InDelta(t, recorded, sim.again("kill", "c2", q), 5, q)
	}
	// c1 and c2 both work on a/2 for 0.6 s: what c1 had begun by then, in batches of
	// 32, one more or less.
	assert.EqualValues(t, 192, rec.again("start", "c3", "a/2"))
	assert.InDelta(t, 192, sim.again("start", "c3", "a/2"), 32)
}

// TestFlowControl: a pull is put off while more than pullThresholdForQueue
// (1,000) messages are cached and brings up to 32, so a full cache holds 1,001
// (1,000 while the pull is under way) to 1,032; recorded 1,001 to 1,031.
func TestFlowControl(t *testing.T) {
	rec, sim := load(t, "flow-control"), play(t, "flow-control")
	assert.Zero(t, rec.Totals["duplicates"])
	assert.Zero(t, sim.Totals["duplicates"], "of the 2,002 messages dropped none had been completed")
	full, refetched := 0, 0
	for i, c := range cachedAt(t, rec) {
		want, at := rec.Cached[i], rec.Cached[i].T-rec.Shift
		for q, n := range want.PerQueue {
			got := c[q]
			switch {
			case want.Consumer == "c1" && at < 12_000:
				// On the way up, one pull of 32 more or less.
				assert.InDelta(t, n, got, 32, "%s at %d ms", q, at)
			case want.Consumer == "c2" && at < 32_500:
				// 0.5 s after its first pull c2 has fetched the 1,024 messages from offset 32 to
				// 1,055 again: 32 pulls of 32. It has worked off two of one of them since.
				refetched++
				assert.InDelta(t, 1024, n, 2, q)
				assert.InDelta(t, 1024, got, 3, "%s at %d ms", q, at)
			default:
				full++
				assert.True(t, n >= 1000 && n <= 1032, "recorded, %s at %d ms: %d", q, at, n)
				assert.True(t, got >= 1000 && got <= 1032, "played, %s at %d ms: %d", q, at, got)
			}
		}
	}
	assert.Equal(t, 2, refetched)
	assert.Greater(t, full, 200)
}

// cachedAt are the messages in the clients' caches of the played run, per queue,
// at the recording's times.
func cachedAt(t *testing.T, rec *figures) (out []map[string]int64) {
	text, err := os.ReadFile(filepath.Join("testdata", rec.Name+".ringside"))
	require.NoError(t, err)
	sim, err := core.Load(string(text))
	require.NoError(t, err)
	v := core.View{Topic: -1}
	for _, c := range rec.Cached {
		sim.Advance(time.Duration(c.T) * time.Millisecond)
		sim.View(&v)
		at := map[string]int64{}
		for i := range v.Queues {
			at[v.Queues[i].Name] = int64(v.Queues[i].InProcess)
		}
		out = append(out, at)
	}
	return out
}

// TestSameRoom: the r1 consumers work on broker a's queues and the r2 consumers
// on b's, until the last of r1 leaves: then both of r2 take half of a's, but only
// 1 s later, for they first ask broker b, which still lists it, and then wait out
// the minimum gap.
func TestSameRoom(t *testing.T) {
	rec, sim := load(t, "same-room"), play(t, "same-room")
	for _, f := range []*figures{rec, sim} {
		stale := 0
		for _, c := range []string{"r2-c1", "r2-c2"} {
			for _, at := range f.runs(c) {
				if at-rec.Shift >= 50_000 && at-rec.Shift < 50_500 {
					stale++
				}
			}
			for _, a := range f.allocations(c, false) {
				if at := a.T - rec.Shift; at > 50_000 && at < 60_000 {
					assert.Equal(t, []string{"r2-c1", "r2-c2"}, a.IDs)
					assert.InDelta(t, 51_050, at, promptly, "%s sees that r1 is empty", c)
				}
			}
		}
		assert.Equal(t, 2, stale, "both allocate at once, with the list that still has r1-c2")
		for _, q := range []string{"a/0", "a/1", "a/2", "a/3"} {
			assert.InDelta(t, 1050, f.Unowned[q], promptly, q)
			assert.Less(t, f.Unowned["b"+q[1:]], int64(settleTime), "b's queues never wait")
		}
		// A queue held twice for up to 0.25 s (5.25 messages a second: 1.3), with the two
		// of any hand-over (TestHandOversRepeatOneAtMost), is repeated up to four times.
		for _, r := range f.Again {
			for q, n := range r.PerQueue {
				assert.LessOrEqual(t, n, int64(4), "%s %s, %s", r.What, r.Target, q)
			}
		}
	}
}
