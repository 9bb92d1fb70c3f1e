package recordings

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// orderly says whether a recording's listeners are MessageListenerOrderly.
func orderly(name string) bool { return strings.HasPrefix(name, "orderly") }

func eachOrderly(t *testing.T, test func(t *testing.T, rec, sim *figures)) {
	each(t, func(t *testing.T, rec, sim *figures) {
		if orderly(rec.Name) {
			test(t, rec, sim)
		}
	})
}

// attempt is a rebalance's request for the lock of one queue.
type attempt struct {
	consumer string
	granted  bool
}

// attempts are the requests for a queue's lock by rebalances, in order, equal
// neighbours as one, and how many there were. Renewals are left out: they ask
// for all of a client's queues, or for the one that it holds already.
func (f *figures) attempts(queue string) (out []attempt, counts []int) {
	holder := ""
	for _, l := range f.Locks {
		if len(l.Asked) != 1 || l.Asked[0] != queue || l.Consumer == holder {
			continue
		}
		a := attempt{l.Consumer, len(l.Granted) == 1}
		if a.granted {
			holder = l.Consumer
		}
		if n := len(out); n > 0 && out[n-1] == a {
			counts[n-1]++
			continue
		}
		out, counts = append(out, a), append(counts, 1)
	}
	return out, counts
}

// TestLockGrants: per queue the same members ask for its lock in the same order
// and with the same answers, and as often as one tries each 1.0 s while it is
// refused. Left out are refusals that an unlock of the same instant decides (at
// most two in a row, and by whom it is granted next): who comes first is a race.
func TestLockGrants(t *testing.T) {
	eachOrderly(t, func(t *testing.T, rec, sim *figures) {
		for q := range rec.Produced {
			want, wantN := withoutRaces(rec.attempts(q))
			got, gotN := withoutRaces(sim.attempts(q))
			require.Equal(t, want, got, "who asked for the lock of %s", q)
			for i := range want {
				assert.InDelta(t, wantN[i], gotN[i], 1, "%s: %v", q, want[i])
			}
		}
	})
}

func withoutRaces(as []attempt, counts []int) (out []attempt, n []int) {
	for i, a := range as {
		if a.granted || counts[i] > 2 {
			out, n = append(out, a), append(n, counts[i])
		}
	}
	return out, n
}

// TestRefusedLocks pins the two long waits to their causes: c3 of
// orderly-slow-join and c2 of orderly-kill try each second, 21.5 s and 46.4 s.
func TestRefusedLocks(t *testing.T) {
	for _, c := range []struct {
		recording, consumer, queue string
		refused                    int
		unowned                    int64
	}{
		// c2 kept a/4 until its next tick, 20.5 s after c3's first try at 31.08 s.
		{"orderly-slow-join", "c3", "a/4", 20, 21_115},
		{"orderly-slow-join", "c2", "a/5", 21, 21_468},
		// c3 renewed at 25.38 s and was killed at 40.00 s: the broker's 60 s end at 85.38 s.
		{"orderly-kill", "c2", "a/7", 45, 46_434},
		{"orderly-kill", "c2", "a/6", 45, 46_434},
	} {
		rec, sim := load(t, c.recording), play(t, c.recording)
		for _, f := range []*figures{rec, sim} {
			as, counts := f.attempts(c.queue)
			i := slices.Index(as, attempt{c.consumer, false})
			for i >= 0 && counts[i] < 3 {
				i = i + 1 + slices.Index(as[i+1:], attempt{c.consumer, false})
			}
			require.GreaterOrEqual(t, i, 0)
			assert.InDelta(t, c.refused, counts[i], 1, "%s, %s", c.recording, c.queue)
		}
		assert.Equal(t, c.unowned, rec.Unowned[c.queue])
		assert.InDelta(t, c.unowned, sim.Unowned[c.queue], twoChanges)
	}
}

// TestLeftInTheTable: what was dropped stays in the table, locked, for as long
// as a message is in the listener: 500 ms at most are waited for each queue, and
// what is left is tried again at the next rebalance, 20 s later. Shorter than
// settleTime is the race with a listener of 5 or 20 ms.
func TestLeftInTheTable(t *testing.T) {
	eachOrderly(t, func(t *testing.T, rec, sim *figures) {
		for _, c := range rec.Consumers {
			want, got := rec.leftovers(c), sim.leftovers(c)
			require.Equal(t, sets(want), sets(got), "dropped and still in the table of %s", c)
			for i := range want {
				assert.InDelta(t, want[i].T, got[i].T, promptly, "%s: %v", c, want[i].Queues)
			}
		}
	})
	rec := load(t, "orderly-slow-join")
	assert.Equal(t, []string{"a/3 a/4 a/5", "a/5", ""}, sets(rec.leftovers("c1"))[:3])
	assert.Equal(t, []string{"a/4 a/5", "a/4", ""}, sets(rec.leftovers("c2")))
}

// leftovers are the sets of dropped queues that stood for settleTime, and the
// end of each.
func (f *figures) leftovers(consumer string) []holding {
	var steps, out []holding
	for _, h := range f.Left {
		if h.Consumer == consumer && (len(steps) == 0 || !slices.Equal(steps[len(steps)-1].Queues, h.Queues)) {
			steps = append(steps, h)
		}
	}
	for i, h := range steps {
		if len(h.Queues) == 0 && len(out) == 0 || i+1 < len(steps) && steps[i+1].T-h.T < settleTime {
			continue
		}
		out = append(out, h)
	}
	return out
}

// TestRenewals: each client renews the locks of all its queues 1 s after it was
// made and each 20 s from then on, those of dropped queues left out. (Upstream
// sends the request twice, from the orderly service and from the one for POP
// that is started beside it; here once.) The times count from when start() came
// to the timers, which on the recordings' host was up to 0.2 s after the client
// was made, and the two requests are up to 0.2 s apart.
func TestRenewals(t *testing.T) {
	eachOrderly(t, func(t *testing.T, rec, sim *figures) {
		for _, c := range rec.Consumers {
			want, got := rec.renewals(c), sim.renewals(c)
			require.NotEmpty(t, want)
			require.Equal(t, sets(want), sets(got), "locks renewed by %s", c)
			for i := range want {
				assert.InDelta(t, want[i].T, got[i].T, listed, "%s: %v", c, want[i].Queues)
			}
		}
	})
}

// renewals are the requests from the second renewal on, when no rebalance's
// own locks of single queues come between.
func (f *figures) renewals(consumer string) []holding {
	var out []holding
	for _, l := range f.Locks {
		n := len(out)
		if l.Consumer != consumer || l.T < f.start(consumer)+15_000 || len(l.Asked) < 2 || n > 0 && l.T-out[n-1].T < 1000 {
			continue
		}
		assertGranted(l)
		q := slices.Clone(l.Asked)
		slices.Sort(q)
		out = append(out, holding{l.T, consumer, q})
	}
	return out
}

func assertGranted(l lock) {
	if len(l.Asked) != len(l.Granted) {
		panic("a renewal was refused")
	}
}

func (f *figures) start(consumer string) int64 { return f.Life[consumer]["start"] }

// TestUnlocks: which queues each client unlocked, in order; a clean shutdown
// unlocks all at once.
func TestUnlocks(t *testing.T) {
	eachOrderly(t, func(t *testing.T, rec, sim *figures) {
		for _, c := range rec.Consumers {
			var want, got []holding
			for _, u := range rec.Unlocks {
				if u.Consumer == c {
					want = append(want, u)
				}
			}
			for _, u := range sim.Unlocks {
				if u.Consumer == c {
					slices.Sort(u.Queues)
					got = append(got, u)
				}
			}
			require.Equal(t, sets(want), sets(got), "unlocked by %s", c)
			for i := range want {
				tolerance := float64(promptly)
				if slices.ContainsFunc(changes, func(w change) bool {
					return w.recording == rec.Name && w.consumer == c && abs(w.at+rec.Shift-want[i].T) < 1000
				}) {
					tolerance = loosely
				}
				assert.InDelta(t, want[i].T, got[i].T, tolerance, "%s: %v", c, want[i].Queues)
			}
		}
	})
}

func abs(x int64) int64 { return max(x, -x) }

// TestOrder: nothing overlaps and nothing is left out; the only steps back are
// the messages that were in a listener when their queue was dropped. With 1.5 s
// of work each moved queue has one, so the count is exact: 6. With 20 ms it is a
// race (recorded 4 at c2's start, at which c1 had just worked off its backlog,
// and none later), one a moved queue at most.
func TestOrder(t *testing.T) {
	eachOrderly(t, func(t *testing.T, rec, sim *figures) {
		for _, f := range []*figures{rec, sim} {
			assert.Zero(t, f.Totals["overlapping"])
			assert.Zero(t, f.Totals["jumps_ahead"])
			// A message that a shutdown interrupts is delivered again, and completed once.
			assert.InDelta(t, f.Totals["duplicates"], f.Totals["steps_back"], float64(f.Totals["interrupted"]))
			for _, r := range f.Again {
				for q, n := range r.PerQueue {
					assert.EqualValues(t, 1, n, "%s %s %s", r.What, r.Target, q)
				}
			}
		}
		if rec.Name == "orderly-slow-join" {
			require.EqualValues(t, 6, rec.Totals["steps_back"])
			assert.EqualValues(t, 6, sim.Totals["steps_back"])
			require.Len(t, sim.Again, len(rec.Again))
			for i := range rec.Again {
				assert.Equal(t, rec.Again[i].PerQueue, sim.Again[i].PerQueue)
			}
		}
	})
}
