package recordings

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// byMessage are the tries of each failed message, in the order in which they first failed.
func byMessage(f *figures) (names []string, tries map[string][]try) {
	tries = map[string][]try{}
	for _, y := range f.Tries {
		name := y.Queue + " " + strconv.FormatInt(y.Offset, 10)
		if tries[name] == nil {
			names = append(names, name)
		}
		tries[name] = append(tries[name], y)
	}
	return names, tries
}

// TestRetryAndDLQ: the same messages fail, come again from the same queue with
// the same number of retries behind them, and are given up after the same try.
// A try begins 10 s (level 3) and 30 s (level 4) after the one before, and what
// the level's poll, up to 100 ms, and the ways add.
func TestRetryAndDLQ(t *testing.T) {
	rec, sim := load(t, "retry-and-dlq"), play(t, "retry-and-dlq")
	want, wantTries := byMessage(rec)
	got, gotTries := byMessage(sim)
	require.Equal(t, []string{"a/0 0", "a/0 50", "a/0 100", "a/0 150"}, want)
	require.Equal(t, want, got)
	for _, m := range want {
		w, g := wantTries[m], gotTries[m]
		require.Len(t, w, 3)
		require.Len(t, g, 3, m)
		for i := range w {
			assert.Equal(t, []any{w[i].From, w[i].Times, w[i].Result}, []any{g[i].From, g[i].Times, g[i].Result}, m)
			assert.Equal(t, w[i].Consumer, g[i].Consumer, "%s: the retry queue is c1's, after 30 s c2's", m)
			assert.Equal(t, w[i].At, g[i].At, "%s: the offset in its queue or the retry topic", m)
			if i > 0 {
				level := []int64{0, 10_000, 30_000}[i]
				for _, gap := range []int64{w[i].Start - w[i-1].End, g[i].Start - g[i-1].End} {
					assert.GreaterOrEqual(t, gap, level, m)
					assert.LessOrEqual(t, gap, level+100+promptly, m)
				}
			}
		}
	}
	assert.EqualValues(t, 12, rec.Totals["failed"])
	assert.EqualValues(t, 12, sim.Totals["failed"])
	assert.Len(t, rec.SendBacks, 12)
	assert.EqualValues(t, 4, rec.Totals["not_completed_at_end"], "the dead letters")
	assert.EqualValues(t, 4, sim.Totals["not_completed_at_end"])
}

// TestTrueFirstOffset: a pull at 0 of a queue that begins at 500 is answered
// OFFSET_MOVED (21) 10 to 20 ms after the first pull, the queue is dropped, and
// the rebalance that follows waits for the 1 s minimum. See withoutBrokerRace for the
// three queues that went round once more.
func TestTrueFirstOffset(t *testing.T) {
	rec, sim := load(t, "true-first-offset"), play(t, "true-first-offset")
	for _, f := range []*figures{rec, sim} {
		moved := map[string]int{}
		for _, r := range f.Refused {
			if r.Code == 21 && r.T < rec.Shift+2000 {
				moved[r.Queue]++
				assert.InDelta(t, f.Life["c1"]["first_pull"], r.T, 25)
			}
		}
		assert.Equal(t, map[string]int{"a/0": 1, "a/1": 1, "a/2": 1, "a/3": 1}, moved)
	}
	assert.Equal(t, rec.Totals["completions"], sim.Totals["completions"], "nothing is lost, nothing comes twice")
}

// TestTrueLastOffset: 54 or 55 messages of each queue that lay there at the start
// are delivered to nobody; the script expects 55 of each.
func TestTrueLastOffset(t *testing.T) {
	rec, sim := load(t, "true-last-offset"), play(t, "true-last-offset")
	assert.EqualValues(t, 1595, rec.Totals["completions"])
	assert.EqualValues(t, 1595, sim.Totals["completions"])
	assert.EqualValues(t, 220, sim.Totals["not_completed_at_end"])
}

// TestFirstStart: with either ConsumeFromWhere a group that is new begins at 0 of
// a topic that is young.
func TestFirstStart(t *testing.T) {
	for _, name := range []string{"first-start-first", "first-start-last"} {
		rec, sim := load(t, name), play(t, name)
		assert.LessOrEqual(t, rec.Totals["not_completed_at_end"], int64(1), "one on its way")
		assert.LessOrEqual(t, sim.Totals["not_completed_at_end"], int64(1))
		assert.Zero(t, rec.Totals["duplicates"]+sim.Totals["duplicates"])
	}
}

// TestBroadcasting: what failed, and what comes again after a kill. The file was
// written at 51.5 s, 5 s after the one before; c2 was killed at 55.0 s: 3.5 s of
// 7.5 messages a second and queue are 26 (recorded 25 or 26). A clean stop writes
// the file, so nothing is lost or repeated by it.
func TestBroadcasting(t *testing.T) {
	rec, sim := load(t, "broadcasting"), play(t, "broadcasting")
	for _, q := range []string{"a/0", "a/1", "a/2", "a/3"} {
		assert.InDelta(t, 26, rec.again("start", "c2.2", q), 1, q)
		assert.InDelta(t, 26, sim.again("start", "c2.2", q), 1, q)
	}
	for _, f := range []*figures{rec, sim} {
		assert.EqualValues(t, 52, f.Totals["failed"])
		require.Len(t, f.Again, 1, "nothing but the kill repeats")
		assert.Empty(t, f.Notices, "a broadcasting group is not notified")
		names, tries := byMessage(f)
		assert.NotEmpty(t, names)
		for _, m := range names {
			for _, y := range tries[m] {
				assert.Zero(t, y.Times, "%s: a failed message is dropped, not retried", m)
				assert.False(t, strings.HasPrefix(y.From, "retry:"), m)
			}
		}
	}
	// Each got what was written while it was there: within 1 % (the rate's rounding).
	assert.InEpsilon(t, rec.Totals["completions"], sim.Totals["completions"], 0.01)
}

// TestSubscriptions: each heartbeat that changes the broker's table of topics is
// followed by a notice to everybody. The recordings' notices come in pairs a few
// milliseconds apart, those of a start and of the answer to it; a race decides
// whether a tick's heartbeat falls into the same: one more or less.
func TestSubscriptions(t *testing.T) {
	for _, name := range []string{"different-subscriptions", "subscribe-at-runtime"} {
		rec, sim := load(t, name), play(t, name)
		count := func(f *figures, c string) (n int) {
			for _, x := range f.Notices {
				if x.Consumer == c {
					n++
				}
			}
			return n
		}
		for _, c := range rec.Consumers {
			assert.Positive(t, count(rec, c))
			assert.InDelta(t, count(rec, c), count(sim, c), 1, "%s: notices of %s", name, c)
		}
		// SUBSCRIPTION_NOT_EXIST reaches the same queues.
		refused := func(f *figures) map[string]bool {
			out := map[string]bool{}
			for _, r := range f.Refused {
				if r.Code == 24 {
					out[r.Consumer+" "+r.Queue] = true
				}
			}
			return out
		}
		want := refused(rec)
		// c1 had a/3 for 60 ms more when c2's first heartbeat came, and a message woke its pull.
		delete(want, "c1 sub-a:a/3")
		assert.NotEmpty(t, want, name)
		assert.Equal(t, want, refused(sim), name)
		for q, m := range rec.Missing {
			assert.InDelta(t, m[0], sim.Missing[q][0], 2, "%s: %s", name, q)
		}
		assert.Zero(t, rec.Totals["duplicates"]+sim.Totals["duplicates"])
	}
}

// TestSuspendThrowsTheOffsetBack: the suspended c2 goes on persisting; the first
// persist after c3 took a/6 over throws the broker's offset back to where c2
// stood, until c3's next pull.
func TestSuspendThrowsTheOffsetBack(t *testing.T) {
	rec, sim := load(t, "suspend-resume"), play(t, "suspend-resume")
	require.NotEmpty(t, rec.Backs)
	for _, b := range rec.Backs {
		found := false
		for _, s := range sim.Backs {
			// c2 persists each 5 s; the recorder saw one of the times (it asks each 750 ms).
			found = found || s.Queue == b.Queue && s.To == b.To || s.Queue == b.Queue && s.To == b.To+1
		}
		assert.True(t, found, "%s goes back to %d", b.Queue, b.To)
	}
	assert.Zero(t, rec.Totals["duplicates"]+sim.Totals["duplicates"], "nobody reads the offset meanwhile")
}

// TestSlowListener: at 11 messages a second on 8 queues and 3 s of work, 4 of
// each queue lie in listeners at c3's join; their results are ignored, and they
// come again at the new owner.
func TestSlowListener(t *testing.T) {
	rec, sim := load(t, "slow-listener"), play(t, "slow-listener")
	for _, q := range []string{"a/3", "a/6", "a/7"} {
		assert.InDelta(t, 4, rec.again("start", "c3", q), 1, q)
		assert.InDelta(t, 4, sim.again("start", "c3", q), 1, q)
	}
	total := func(f *figures, c string) (n int64) {
		for _, q := range []string{"a/0", "a/1", "a/2", "a/3", "a/4", "a/5", "a/6", "a/7"} {
			n += f.again("start", c, q)
		}
		return n
	}
	assert.EqualValues(t, 13, total(rec, "c3"))
	assert.InDelta(t, 13, total(sim, "c3"), 2)
	// At c2's start c1 has its first messages in work, 31 of all queues in 20 threads.
	assert.EqualValues(t, 14, total(rec, "c2"))
	assert.InDelta(t, 14, total(sim, "c2"), 4)
}

// TestTags: the tags fall by chance, so what is lost is compared within three
// standard deviations of a fair choice, sqrt(n)/2 of n messages.
func TestTags(t *testing.T) {
	rec, sim := load(t, "tags"), play(t, "tags")
	for q, m := range rec.Missing {
		n := rec.Produced[q] // 1,320: three deviations are 54
		assert.InDelta(t, m[0], sim.Missing[q][0], 3*math.Sqrt(float64(n))/2, q)
	}
	assert.InDelta(t, 3720, sim.Totals["not_completed_at_end"], 3*math.Sqrt(5280)/2+38) // c3's thirty seconds end 0.3 s later here
	assert.Zero(t, sim.Totals["duplicates"])
	// The recording's own bins: while the group's newest subscription is TagB, no
	// TagA is completed at all and half of TagB, c2's.
	for _, b := range rec.Bins {
		if b[0] > rec.Shift+9000 && b[0] < rec.Shift+70_000 {
			assert.Zero(t, b[2])
			assert.InDelta(t, b[3]/2, b[4], 10)
		}
	}
}
