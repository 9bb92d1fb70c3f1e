package recordings

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// heldAt are the main topic's queues with the consumers that hold them at a time
// of the recording's clock.
func (f *figures) heldAt(shift, ms int64) map[string][]string {
	last := map[string][]string{}
	for _, h := range f.Owns {
		if h.T <= ms+shift {
			last[h.Consumer] = mainQueues(h.Queues)
		}
	}
	owners := map[string][]string{}
	for c, qs := range last {
		for _, q := range qs {
			owners[q] = append(owners[q], c)
			slices.Sort(owners[q])
		}
	}
	return owners
}

// TestSameClientID: two processes with one client id are two entries of the id
// list and one place in it, that of the first: both compute a/0-a/3, and nobody
// the second entry's a/4-a/7 (AllocateMessageQueueAveragely takes indexOf).
func TestSameClientID(t *testing.T) {
	rec, sim := load(t, "same-client-id"), play(t, "same-client-id")
	for _, f := range []*figures{rec, sim} {
		both := []string{"c1", "c1.2"}
		// c1.2 has its queues from 21.0 s on, c2 comes at 45.0 s.
		assert.Equal(t, map[string][]string{"a/0": both, "a/1": both, "a/2": both, "a/3": both}, f.heldAt(rec.Shift, 40_000))
		// With [c1 c1 c2] it is 3, 3 and 2 queues.
		c2 := []string{"c2"}
		assert.Equal(t, map[string][]string{"a/0": both, "a/1": both, "a/2": both, "a/6": c2, "a/7": c2}, f.heldAt(rec.Shift, 70_000))
	}
	// Everything of a doubly held queue is completed twice: recorded 106 messages of
	// each of a/0-a/3 (23.9 s at 4.46 a second), then 131 of a/0-a/2 (29.4 s). Two
	// changes of 250 ms either way are 2 messages.
	for _, c := range []struct {
		of, queue string
		n         int64
	}{{"c1.2", "a/0", 106}, {"c1.2", "a/3", 106}, {"c2", "a/0", 131}, {"c2", "a/2", 131}, {"c2", "a/3", 0}} {
		assert.Equal(t, c.n, rec.again("start", c.of, c.queue))
		assert.InDelta(t, c.n, sim.again("start", c.of, c.queue), 2, "%s of %s", c.queue, c.of)
	}
}

// TestMixedStrategies: each member computes its own share of the same lists, so
// that shares overlap and leave gaps.
func TestMixedStrategies(t *testing.T) {
	rec, sim := load(t, "mixed-strategies"), play(t, "mixed-strategies")
	for _, f := range []*figures{rec, sim} {
		// Averagely's a/0-a/3 and by circle a/1, a/3, a/5, a/7.
		two := f.heldAt(rec.Shift, 35_000)
		assert.Equal(t, []string{"c1", "c2"}, two["a/1"])
		assert.Equal(t, []string{"c1", "c2"}, two["a/3"])
		assert.NotContains(t, two, "a/4")
		assert.NotContains(t, two, "a/6")
		assert.Len(t, two, 6)
		// a/0-a/2, a/1, a/4, a/7 and the ring's a/0, a/2, a/5, a/6.
		three := f.heldAt(rec.Shift, 75_000)
		assert.Equal(t, []string{"c1", "c3"}, three["a/0"])
		assert.Equal(t, []string{"c1", "c2"}, three["a/1"])
		assert.Equal(t, []string{"c1", "c3"}, three["a/2"])
		assert.NotContains(t, three, "a/3")
		assert.Len(t, three, 7)
		// The end finds a/3's messages since 40 s where they were written.
		assert.EqualValues(t, f.Totals["produced"]-f.Totals["distinct"], f.Totals["not_completed_at_end"])
	}
	// Recorded 175 messages of a/3: 39.8 s at 4.4 a second; 250 ms are one message,
	// and the last may lie in a listener.
	assert.EqualValues(t, 175, rec.Totals["not_completed_at_end"])
	assert.InDelta(t, 175, sim.Totals["not_completed_at_end"], 2)
	for _, c := range []struct {
		of, queue string
		n         int64
	}{{"c2", "a/1", 165}, {"c2", "a/3", 165}, {"c3", "a/0", 171}, {"c3", "a/1", 175}, {"c3", "a/2", 172}} {
		assert.Equal(t, c.n, rec.again("start", c.of, c.queue))
		assert.InDelta(t, c.n, sim.again("start", c.of, c.queue), 3, "%s after %s", c.queue, c.of)
	}
}

// moved counts the queues that have another owner.
func moved(before, after map[string][]string) (n int) {
	for q, owners := range after {
		if !slices.Equal(owners, before[q]) {
			n++
		}
	}
	return n
}

// repeatsBetween sums the repeats after the actions of a span of the script's clock.
func (f *figures) repeatsBetween(from, to int64) map[string]int64 {
	out := map[string]int64{}
	for _, r := range f.Again {
		if r.T < from || r.T >= to {
			continue
		}
		for q, n := range r.PerQueue {
			out[q] += n
		}
	}
	return out
}

// runsAfter are the allocations of the main topic within 5 s of a time of the
// recording's clock.
func (f *figures) runsAfter(consumer string, shift, ms int64) (n int) {
	for _, t := range f.runs(consumer) {
		if t >= ms+shift && t < ms+shift+5000 {
			n++
		}
	}
	return n
}

// noticesIn counts the notices that a consumer got from one time on to another.
func (f *figures) noticesIn(consumer string, shift, from, to int64) (n int) {
	for _, x := range f.Notices {
		if x.Consumer == consumer && x.T >= from+shift && x.T < to+shift {
			n++
		}
	}
	return n
}

// TestStorm: all eight heartbeats come before most clients' first allocation,
// which waits for 1,000 ms; so a storm of starts is one allocation each, and a
// second one only of c1, which allocated before c8 was listed.
func TestStorm(t *testing.T) {
	rec, sim := load(t, "storm"), play(t, "storm")
	for _, f := range []*figures{rec, sim} {
		for i, c := range rec.Consumers {
			want := 1
			if c == "c1" {
				want = 2
			}
			assert.Equal(t, want, f.runsAfter(c, rec.Shift, 0), c)
			// One notice of its own registration and of each later one.
			assert.Equal(t, 8-i, f.noticesIn(c, rec.Shift, 0, 10_000), "notices to %s", c)
		}
	}
	// a/2 alone changes hands, c1 to c2, once the second between c1's allocations is over:
	// recorded 1,037 ms, until 2,232 ms, and all 10 messages written since the producer
	// began at -1,801 ms, one each 0.44 s (4.03 s / 0.443 s = 9.1, hence 9 or 10).
	assert.Equal(t, map[string]int64{"a/2": 1037}, rec.Double)
	assert.EqualValues(t, 10, rec.again("start", "c8", "a/2"))
	assert.InDelta(t, 10, sim.again("start", "c8", "a/2"), 1)
	assert.Equal(t, sim.Totals["duplicates"], sim.again("start", "c8", "a/2"), "no other queue repeats a message")
}

// TestScale50: what 64 queues, four joins within 0.75 s and six kills within 13 ms
// cost; the counts are the recording's own, per_phase.
func TestScale50(t *testing.T) {
	rec, sim := load(t, "scale-50"), play(t, "scale-50")
	old := []string{"c01", "c02", "c03", "c04", "c05", "c06", "c07", "c08"}
	survivors := []string{"c01", "c03", "c06", "c08", "c10", "c12"}
	for _, f := range []*figures{rec, sim} {
		for i, c := range rec.Consumers {
			told, runs := 4, 2
			if !slices.Contains(old, c) {
				told, runs = 12-i, 1 // one notice of itself and of each later one
			} else {
				assert.Equal(t, 8-i, f.noticesIn(c, rec.Shift, 0, 29_998), "notices to %s", c)
			}
			assert.Equal(t, told, f.noticesIn(c, rec.Shift, 29_998, 59_997), "notices to %s", c)
			assert.Equal(t, runs, f.runsAfter(c, rec.Shift, 29_998), "allocations of %s", c)
			told, runs = 6, 2
			if !slices.Contains(survivors, c) {
				told, runs = 0, 0
			}
			assert.Equal(t, told, f.noticesIn(c, rec.Shift, 59_997, 94_997), "notices to %s", c)
			assert.Equal(t, runs, f.runsAfter(c, rec.Shift, 59_997), "allocations of %s", c)
		}
		before, between, after := f.heldAt(rec.Shift, 29_900), f.heldAt(rec.Shift, 59_900), f.heldAt(rec.Shift, 94_900)
		// 52 of 64 queues move at the joins; at the kills the dead ones' 6 + 6 + 4 x 5 and a/33.
		assert.Equal(t, 52, moved(before, between))
		assert.Equal(t, 33, moved(between, after))
		assert.Len(t, after, 64)
		kills, dead := f.repeatsBetween(rec.Shift+59_900, f.End), 0
		for q, owners := range between {
			assert.Len(t, owners, 1, q)
			if !slices.Contains(survivors, owners[0]) {
				dead++
				// TestKillRepeatsOnePerQueue; one more where two hold it for a moment.
				assert.GreaterOrEqual(t, kills[q], int64(1), q)
				assert.LessOrEqual(t, kills[q], int64(2), q)
			}
		}
		assert.Equal(t, 32, dead)
		// A join: a/47 moved twice within a second, and repeats up to four, two each time.
		for q, n := range f.repeatsBetween(rec.Shift+29_900, rec.Shift+59_900) {
			assert.LessOrEqual(t, n, int64(4), q)
		}
	}
}
