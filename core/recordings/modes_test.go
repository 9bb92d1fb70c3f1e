package recordings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// goNames are the recordings with members that are rocketmq-client-go v2.1.2.
var goNames = []string{"go-join-leave", "java-and-go-averagely", "java-and-go-hash"}

func eachOf(t *testing.T, list []string, test func(t *testing.T, rec, sim *figures)) {
	for _, name := range list {
		t.Run(name, func(t *testing.T) { test(t, load(t, name), play(t, name)) })
	}
}

// TestGoOwnership: the same settled sets in the same order. A Go member is there
// within 100 ms of its heartbeat (no 1 s minimum, no 500 ms before the first
// pull); a Java member's change waits for its 1 s minimum, as elsewhere.
func TestGoOwnership(t *testing.T) {
	eachOf(t, goNames, func(t *testing.T, rec, sim *figures) {
		for _, c := range rec.Consumers {
			want, got := nonEmptyStart(rec.settled(c)), nonEmptyStart(sim.settled(c))
			require.Equal(t, sets(want), sets(got), "the settled sets of %s", c)
			for i := range want {
				assert.InDelta(t, want[i].T, got[i].T, promptly, "%s holds %v, recorded at %d ms", c, want[i].Queues, want[i].T-rec.Shift)
			}
		}
	})
}

// nonEmptyStart leaves out the empty table of a process that has just started; a
// Go member does not report one.
func nonEmptyStart(hs []holding) []holding {
	if len(hs) > 0 && len(hs[0].Queues) == 0 {
		return hs[1:]
	}
	return hs
}

// TestGoAllocations: the same inputs and results in the same order, of the topic
// and of the retry topic, and as many of them: a Go member runs once for its own
// start, once for the notice of it, and every 20 s from its start. In
// java-and-go-hash the two clients' rings differ (MD5 and CRC-32).
func TestGoAllocations(t *testing.T) {
	eachOf(t, goNames, func(t *testing.T, rec, sim *figures) {
		for _, c := range rec.Consumers {
			for _, retry := range []bool{false, true} {
				want, got := keys(rec.allocations(c, retry)), keys(sim.allocations(c, retry))
				if retry && retryRouteKnown(rec, c) {
					want = want[1:]
				}
				assert.Equal(t, want, got, "allocations of %s (retry topic: %v)", c, retry)
			}
			assert.Equal(t, rec.Runs[c], sim.Runs[c], "allocations of %s", c)
		}
		for _, b := range rec.brokers() {
			want, got := rec.lists(b), sim.lists(b)
			require.Equal(t, idLists(want), idLists(got), "the id lists of %s", b)
			for i := range want {
				assert.InDelta(t, want[i].T, got[i].T, listed, "%s lists %v", b, want[i].IDs)
			}
		}
	})
}

// TestGoHarm: how long queues were without an owner and with two, within two
// prompt changes; a kill repeats one message of each queue of the victim, as
// with Java clients; a hand-over none to two; and a queue held twice for good
// is completed twice for good.
func TestGoHarm(t *testing.T) {
	eachOf(t, goNames, func(t *testing.T, rec, sim *figures) {
		assert.InEpsilon(t, rec.Totals["produced"], sim.Totals["produced"], 0.01)
		for q, ms := range rec.Unowned {
			assert.InDelta(t, ms, sim.Unowned[q], twoChanges, "%s unowned", q)
		}
		for q := range merged(rec.Double, sim.Double) {
			if rec.Double[q] >= settleTime || sim.Double[q] >= settleTime {
				assert.InDelta(t, rec.Double[q], sim.Double[q], twoChanges, "%s held twice", q)
				continue
			}
			for _, f := range []*figures{rec, sim} {
				for _, r := range f.Again {
					assert.LessOrEqual(t, r.PerQueue[q], int64(2), "%s: %s %s", q, r.What, r.Target)
				}
			}
		}
	})
	rec, sim := load(t, "go-join-leave"), play(t, "go-join-leave")
	for _, q := range heldAtKill(rec, "g1") {
		assert.EqualValues(t, 1, rec.again("kill", "g1", q))
		assert.EqualValues(t, 1, sim.again("kill", "g1", q), q)
	}
	rec, sim = load(t, "java-and-go-averagely"), play(t, "java-and-go-averagely")
	for _, q := range []string{"a/6", "a/7"} {
		// c2 has allocated 0.5 s before, so it lets go 0.55 s after g1 took them: 6.75
		// messages a second and queue, 3.4 in that time and what c2 had cached.
		assert.EqualValues(t, 10, rec.again("start", "g1", q))
		assert.InDelta(t, 10, sim.again("start", "g1", q), 3, q)
	}
	rec, sim = load(t, "java-and-go-hash"), play(t, "java-and-go-hash")
	// a/4 is c2's by its ring and g1's by its own: 54 / 12 messages a second for 57 s.
	assert.EqualValues(t, 261, rec.again("start", "g1", "a/4"))
	assert.InEpsilon(t, 261, sim.again("start", "g1", "a/4"), 0.02)
	// a/0 is nobody's.
	assert.EqualValues(t, 254, rec.Totals["not_completed_at_end"])
	assert.InEpsilon(t, 254, sim.Totals["not_completed_at_end"], 0.02)
}

// TestModeScripts: the expect lines of the scripts, the recorded owners before
// each action and at the end.
func TestModeScripts(t *testing.T) {
	for _, name := range goNames {
		assertExpectations(t, name)
	}
}

func assertExpectations(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".ringside"))
	require.NoError(t, err)
	sim, err := core.Load(string(text))
	require.NoError(t, err, name)
	sim.Advance(sim.End())
	require.NotEmpty(t, sim.Expect(), name)
	for _, r := range sim.Expect() {
		assert.True(t, r.Pass, "%s: %s; got %s", name, r.Text, r.Got)
	}
}
