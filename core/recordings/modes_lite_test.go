package recordings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
)

// liteNames are the recordings of DefaultLitePullConsumer.
var liteNames = []string{"lite-pull-auto", "lite-pull-sync", "lite-pull-sync-persist"}

// TestLite: settled sets, allocations and id lists as recorded. start() sends no
// heartbeat, so membership begins with the timer's, 1 s after the start; the pulls
// of new queues go out at once.
func TestLite(t *testing.T) {
	eachOf(t, liteNames, func(t *testing.T, rec, sim *figures) {
		for _, c := range rec.Consumers {
			want, got := nonEmptyStart(rec.settled(c)), nonEmptyStart(sim.settled(c))
			require.Equal(t, sets(want), sets(got), "the settled sets of %s", c)
			for i := range want {
				tolerance := promptly
				if rec.Name == "lite-pull-auto" && want[i].T-rec.Shift > 4500 && want[i].T-rec.Shift < 5000 {
					// The host: c3's heartbeat left at 4,201, its notices arrived at 4,384 to
					// 4,510, the members allocated at 4,534 to 4,561.
					tolerance *= 2
				}
				assert.InDelta(t, want[i].T, got[i].T, float64(tolerance), "%s holds %v, recorded at %d ms", c, want[i].Queues, want[i].T-rec.Shift)
			}
			assert.Equal(t, keys(rec.allocations(c, false)), keys(sim.allocations(c, false)), c)
			assert.Empty(t, sim.allocations(c, true), "a lite consumer has no retry topic")
			assert.Equal(t, rec.Runs[c], sim.Runs[c], "allocations of %s", c)
		}
		want, got := rec.lists("a"), sim.lists("a")
		require.Equal(t, idLists(want), idLists(got))
		for i := range want {
			assert.InDelta(t, want[i].T, got[i].T, listed, "a lists %v", want[i].IDs)
		}
		for _, c := range rec.Consumers {
			l := sim.Life[c]
			assert.InDelta(t, rec.Life[c]["first_heartbeat"], l["start"]+1000, listed, "the timer's heartbeat of %s", c)
			assert.Less(t, l["first_pull"]-l["first_rebalance"], int64(50), "the first pull of %s is not delayed", c)
		}
		assertExpectations(t, rec.Name)
	})
}

// TestLiteKill: what a kill repeats. With auto-commit two 5 s timers add up: up to
// ten seconds of 8.38 messages a second and queue, and a batch; recorded 48 a
// queue, which a batch of ten either way moves. commitSync() leaves the persist
// timer: 12 recorded. commitSync(offsets, true): none.
func TestLiteKill(t *testing.T) {
	for name, c := range map[string]struct{ recorded, delta int64 }{
		"lite-pull-auto":         {48, 10},
		"lite-pull-sync":         {12, 10},
		"lite-pull-sync-persist": {0, 0},
	} {
		rec, sim := load(t, name), play(t, name)
		for _, q := range []string{"a/2", "a/3"} {
			assert.Equal(t, c.recorded, rec.again("kill", "c2", q), name)
			assert.InDelta(t, c.recorded, sim.again("kill", "c2", q), float64(c.delta), "%s, %s", name, q)
		}
	}
}

// TestLiteHandOver: a queue that is given up sends the offset store's value, which
// is up to 5 s old with auto-commit; who reads before that (a race that the
// recordings show both ways) finds one up to 10 s old.
func TestLiteHandOver(t *testing.T) {
	most := map[string]int64{"lite-pull-auto": 94, "lite-pull-sync": 52, "lite-pull-sync-persist": 2}
	for name, n := range most {
		for _, f := range []*figures{load(t, name), play(t, name)} {
			for _, r := range f.Again {
				for q, again := range r.PerQueue {
					assert.LessOrEqual(t, again, n, "%s: %s %s, %s", name, r.What, r.Target, q)
				}
			}
		}
	}
	// c1 had committed nothing when c2 and then c3 came: each began at 0 again.
	rec, sim := load(t, "lite-pull-auto"), play(t, "lite-pull-auto")
	for _, q := range []string{"a/6", "a/7"} {
		both := func(f *figures) int64 { return f.again("start", "c2", q) + f.again("start", "c3", q) }
		assert.InDelta(t, both(rec), both(sim), 20, q) // 1 s of each of two takers, and a batch
	}
}

// delivered are the figures of a consumer in the recording pull-interval.
type delivered struct{ requests, empty, messages, most, min, median, p99, max int64 }

func loadDelivered(t *testing.T) map[string]delivered {
	text, err := os.ReadFile(filepath.Join("testdata", "pull-interval.rec"))
	require.NoError(t, err)
	out := map[string]delivered{}
	for _, line := range strings.Split(string(text), "\n") {
		r := &reader{w: strings.Fields(line)}
		if len(r.w) == 0 || r.word() != "figure" {
			continue
		}
		name := r.word()
		var v [8]int64
		for i, word := range []string{"requests", "empty", "messages", "most", "min", "median", "p99", "max"} {
			require.Equal(t, word, r.word())
			v[i] = r.num()
		}
		require.NoError(t, r.done())
		out[name] = delivered{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]}
	}
	require.Len(t, out, 4)
	return out
}

// TestPullInterval: what getting messages costs and how late they come, of a push
// consumer and of three loops with 0.1, 1 and 10 s. Requests and messages are
// arithmetic (105 s, 8 queues, 20 messages a second) and agree within 1 %; empty
// shares within 1 % of the requests; latencies within 10 ms and 5 %, and
// their maxima within 20 ms and 5 %: the recorded host's own delays, on which a
// round took 15 to 150 ms.
func TestPullInterval(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "pull-interval.ringside"))
	require.NoError(t, err)
	sim, err := core.Load(string(text))
	require.NoError(t, err)
	sim.Advance(sim.End())
	want := loadDelivered(t)
	for g := range sim.Script().Scenario().Groups {
		v := core.View{Group: g, Topic: -1}
		sim.View(&v)
		require.Len(t, v.Consumers, 1)
		w, d := want[v.Consumers[0].Name], v.Consumers[0].Delivery
		name := v.Consumers[0].Name
		require.NotZero(t, w.requests, name)
		assert.Equal(t, v.Delivery, d, "the group is its one member")
		assert.InEpsilon(t, w.requests, d.Requests, 0.01, "%s: requests", name)
		assert.InDelta(t, w.empty, d.Empty, float64(w.requests)/100, "%s: empty", name)
		assert.InEpsilon(t, w.messages, d.Messages, 0.01, "%s: messages", name)
		assert.Equal(t, d.Messages, d.Handed, "%s: nothing came twice", name)
		for _, l := range []struct {
			word      string
			want, got int64
		}{{"min", w.min, d.Min.Milliseconds()}, {"median", w.median, d.Median.Milliseconds()}, {"p99", w.p99, d.P99.Milliseconds()}, {"max", w.max, d.Max.Milliseconds()}} {
			tolerance := 10 + float64(l.want)/20
			if l.word == "max" {
				tolerance += 10
			}
			assert.InDelta(t, l.want, l.got, tolerance, "%s: latency %s", name, l.word)
		}
		held := 0
		if name == "push" {
			held = 9 // eight queues and the retry topic's
		}
		assert.Equal(t, held, d.Held, "%s: requests held", name)
	}
	assertExpectations(t, "pull-interval")
}

// TestPullAllPersistsLate: nothing registers the topic of such a loop, so the timer
// has no queue to send the offset of before the client has polled the route once
// more and rebalanced after it: recorded first at 45.3, 45.7 and 56.0 s.
func TestPullAllPersistsLate(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "pull-interval.ringside"))
	require.NoError(t, err)
	sim, err := core.Load(string(text))
	require.NoError(t, err)
	sim.Advance(sim.End())
	first := map[string]int64{}
	for _, e := range sim.Log().Events() {
		if name := ""; e.Kind == trace.KindCommit {
			name = sim.Log().Consumers[e.Consumer]
			if first[name] == 0 {
				first[name] = e.At/1_000_000 - 2001
			}
		}
	}
	for name, recorded := range map[string]int64{"pull-100ms": 45_326, "pull-1000ms": 45_703, "pull-10000ms": 56_027} {
		assert.InDelta(t, recorded, first[name], promptly, name)
	}
}
