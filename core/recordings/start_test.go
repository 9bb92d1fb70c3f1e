package recordings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// TestStarts: the first allocation comes 1,000 ms after the client was made, or
// when start() is through, whichever is later; the first pull 500 ms after the
// first queue was taken (RebalanceImpl's dispatchPullRequest(list, 500)).
func TestStarts(t *testing.T) {
	each(t, func(t *testing.T, rec, sim *figures) {
		for _, c := range rec.Consumers {
			if rec.Life[c]["first_rebalance"] == 0 || rec.Life[c]["started"] < rec.Life[c]["first_heartbeat"]-1000 {
				continue // start() threw, or knew no route: TestNameServerDown
			}
			want, got := rec.Life[c], sim.Life[c]
			if len(rec.allocations(c, false)) == 0 {
				continue // broadcasting: nothing is allocated
			}
			// The recordings' host delays the first allocation by 10 to 650 ms.
			assert.InDelta(t, want["first_rebalance"], got["first_rebalance"], loosely, c)
			if !slow(rec.Name) {
				assert.InDelta(t, want["first_rebalance"], got["first_rebalance"], promptly, c)
			}
			assert.InDelta(t, madeAt(rec, c)+1000, got["first_rebalance"], float64(10+10*max(latencies[rec.Name], 1)), c)
			if len(rec.allocations(c, false)[0].Got) == 0 {
				continue // idle at first
			}
			gap := got["first_pull"] - got["first_rebalance"]
			assert.GreaterOrEqual(t, gap, int64(500), c)
			reads := int64(30) // up to 12 offset reads
			if orderly(rec.Name) {
				reads = 40 // up to 8 locks and offset reads, and the one before the pull
			}
			if late := want["first_pull"] - want["first_rebalance"]; orderly(rec.Name) && late > 1000 && !slow(rec.Name) {
				assert.InDelta(t, late, gap, promptly, "%s is refused locks at first", c)
			} else if late < 1000 {
				assert.LessOrEqual(t, gap, 510+reads*max(latencies[rec.Name], 1), c)
			}
			assert.GreaterOrEqual(t, want["first_pull"]-want["first_rebalance"], int64(500), c)
		}
	})
}

// slow says whether a script sets a latency, because the host was slow.
func slow(name string) bool { return latencies[name] > 0 }

// TestScriptsOwnExpectations: the expect lines of the scripts, made from the
// recordings' ownership before each action and at the end.
func TestScriptsOwnExpectations(t *testing.T) {
	for _, name := range names {
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
}

// TestScriptsAgreeWithFigures: each expectation of the scripts is the recording's.
func TestScriptsAgreeWithFigures(t *testing.T) {
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join("testdata", name+".ringside"))
		require.NoError(t, err)
		sim, err := core.Load(string(text))
		require.NoError(t, err)
		rec := load(t, name)
		for _, e := range sim.Script().Scenario().Expects {
			if e.Subject != "owns" {
				continue // of harm_test.go and failure_test.go
			}
			at := rec.End
			if !e.AtEnd {
				at = e.At.Milliseconds()
			}
			var held []string
			for _, o := range rec.Owns {
				if o.Consumer == e.Args[0] && o.T <= at {
					held = mainQueues(o.Queues)
				}
			}
			want := "none"
			if len(held) > 0 {
				want = strings.ReplaceAll(strings.Join(held, ","), ":", "/")
			}
			assert.Equal(t, want, e.Value, "%s: %s", name, e.Text)
		}
	}
}
