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
