package ledger

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const ms = int64(1_000_000)

// one makes a group with one queue of n messages held by consumer 0 from time 0.
func one(n int64) *Group {
	g := NewGroup(1)
	g.Append(0, n)
	g.Take(0, 0, 0, 0, 1)
	return g
}

func complete(t *testing.T, g *Group, offset int64, c int32, at int64) (Repeat, bool) {
	t.Helper()
	r, again := g.Complete(0, offset, c, false, at)
	return r, again
}

func TestCrashBeforeCommit(t *testing.T) {
	g := one(10)
	for o := range int64(5) {
		complete(t, g, o, 0, o*ms)
	}
	g.Drop(0, 0, 10*ms, 77, true) // killed; the broker had stored 3
	g.Take(0, 1, 3, 20*ms, 78)
	r, again := complete(t, g, 3, 1, 21*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseCrash, First: 0, Event: 77}, r)
	_, again = complete(t, g, 5, 1, 22*ms)
	assert.False(t, again)
	assert.EqualValues(t, 1, g.ByCause[CauseCrash])
	assert.EqualValues(t, 10*ms, g.UnownedMax)
}

func TestCleanHandOverBehindTheWork(t *testing.T) {
	g := one(10)
	complete(t, g, 0, 0, ms)
	complete(t, g, 1, 0, ms)
	g.Drop(0, 0, 2*ms, 5, false)
	g.Take(0, 1, 1, 2*ms, 6)
	r, again := complete(t, g, 1, 1, 3*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseHandOver, First: 0, Event: 6}, r)
}

func TestOverlapOfTwoLiveOwners(t *testing.T) {
	g := one(10)
	ch := g.Take(0, 1, 0, 5*ms, 9)
	assert.True(t, ch.Double)
	assert.Equal(t, 1, g.Double)
	complete(t, g, 0, 0, 6*ms)
	r, again := complete(t, g, 0, 1, 7*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseOverlap, First: 0, Event: 9}, r)
	ch = g.Drop(0, 0, 8*ms, 10, false)
	assert.Equal(t, 3*ms, ch.Ended)
	assert.Equal(t, 3*ms, g.DoubleMax)
}

// A thawed consumer goes on where it stood while another did the work meanwhile
// and has already let go again (recording freeze-long).
func TestOverlapSeenAfterTheOtherLetGo(t *testing.T) {
	g := one(10)
	g.Take(0, 1, 0, 5*ms, 9)
	complete(t, g, 4, 1, 6*ms)
	g.Drop(0, 1, 7*ms, 10, false)
	r, again := complete(t, g, 4, 0, 8*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseOverlap, First: 1, Event: 1}, r)
}

func TestDiscardedResult(t *testing.T) {
	g := one(10)
	g.Drop(0, 0, ms, 4, false)
	g.Complete(0, 0, 0, true, 2*ms) // in the listener when the queue was dropped
	g.Take(0, 1, 0, 3*ms, 5)
	r, again := complete(t, g, 0, 1, 4*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseDiscarded, First: 0, Event: 4}, r)

	// The other way round: the late one is the repeat.
	complete(t, g, 1, 1, 5*ms)
	r, again = g.Complete(0, 1, 0, true, 6*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseDiscarded, First: 1, Event: 4}, r)
}

func TestOffsetGoneBack(t *testing.T) {
	g := one(10)
	for o := range int64(6) {
		complete(t, g, o, 0, o*ms)
	}
	g.Stored(0, 0, 6, 0)
	g.Stored(0, 6, 2, 33) // a late commit of somebody else
	g.Drop(0, 0, 7*ms, 34, false)
	g.Take(0, 1, 2, 8*ms, 35)
	r, again := complete(t, g, 2, 1, 9*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseOffsetBack, First: 0, Event: 33}, r)

	g.Stored(0, 2, 6, 0) // made good: the next owner is not affected
	g.Drop(0, 1, 10*ms, 36, false)
	g.Take(0, 2, 5, 11*ms, 37)
	r, _ = complete(t, g, 5, 2, 12*ms)
	assert.Equal(t, CauseHandOver, r.Cause)
}

func TestSkippedAndComeBack(t *testing.T) {
	g := NewGroup(1)
	g.Append(0, 100)
	ch := g.Take(0, 0, 60, 0, 1) // CONSUME_FROM_LAST_OFFSET with 60 old messages
	assert.EqualValues(t, 60, ch.Skipped)
	assert.EqualValues(t, 0, ch.SkippedFrom)
	assert.EqualValues(t, 40, g.Backlog())
	g.Complete(0, 10, 0, false, ms) // after all
	assert.EqualValues(t, 59, g.Skipped)
	assert.EqualValues(t, 40, g.Backlog())
	assert.EqualValues(t, 60, g.Queues[0].Low)
}

func TestMovedAndOwners(t *testing.T) {
	g := one(1)
	q := &g.Queues[0]
	assert.True(t, q.Holds(0))
	ch := g.Drop(0, 0, ms, 2, false)
	assert.True(t, ch.Unowned)
	assert.Equal(t, 4*ms, q.UnownedFor(5*ms))
	ch = g.Take(0, 0, 0, 2*ms, 3)
	assert.False(t, ch.Moved)
	assert.Equal(t, ms, ch.Ended)
	g.Drop(0, 0, 3*ms, 4, false)
	assert.True(t, g.Take(0, 5, 0, 4*ms, 5).Moved)
	assert.EqualValues(t, 1, g.Moved)
	assert.Zero(t, q.UnownedFor(9*ms))
	assert.Zero(t, q.DoubleFor(9*ms))
	var owners []int32
	q.Owners(func(c int32) { owners = append(owners, c) })
	assert.Equal(t, []int32{5}, owners)
	assert.Equal(t, Change{}, g.Drop(0, 42, 0, 0, false))
}

// Whatever happens, distinct + duplicates = completions, causes add up, and the
// backlog is what was never completed nor passed over.
func TestTheBalanceHoldsAlways(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGroup(2)
		done := map[[2]int64]int{}
		var at int64
		g.Clock = func() int64 { return at }
		var event int32
		held := map[[2]int32]bool{}
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			at += rapid.Int64Range(0, 5).Draw(t, "dt")
			event++
			q, c := rapid.Int32Range(0, 1).Draw(t, "q"), rapid.Int32Range(0, 3).Draw(t, "c")
			switch rapid.IntRange(0, 5).Draw(t, "op") {
			case 0:
				if !held[[2]int32{q, c}] {
					g.Take(q, c, 0, at, event)
					held[[2]int32{q, c}] = true
				}
			case 1:
				if held[[2]int32{q, c}] {
					g.Drop(q, c, at, event, rapid.Bool().Draw(t, "crash"))
					held[[2]int32{q, c}] = false
				}
			case 2:
				g.Append(q, 1)
			case 3:
				g.Event()
			default:
				o := rapid.Int64Range(0, 30).Draw(t, "offset")
				_, again := g.Complete(q, o, c, rapid.Bool().Draw(t, "discarded"), at)
				require.Equal(t, done[[2]int64{int64(q), o}] > 0, again)
				done[[2]int64{int64(q), o}]++
			}
			var distinct, all, causes int64
			for _, n := range done {
				distinct++
				all += int64(n)
			}
			for _, n := range g.ByCause {
				causes += n
			}
			require.Equal(t, all, g.Completions)
			require.Equal(t, distinct, g.Distinct)
			require.Equal(t, g.Completions, g.Distinct+g.Duplicates)
			require.Equal(t, g.Duplicates, causes)
			require.Zero(t, g.ByCause[CauseNone])
			require.Equal(t, g.Duplicates, g.Queues[0].Duplicates+g.Queues[1].Duplicates)
			aims(t, g)
		}
	})
}

func TestCauseWords(t *testing.T) {
	for c := CauseNone + 1; c < NumCauses; c++ {
		got, ok := ParseCause(c.String())
		assert.True(t, ok)
		assert.Equal(t, c, got)
	}
	_, ok := ParseCause("none")
	assert.False(t, ok)
	assert.Equal(t, "unknown", NumCauses.String())
}

func BenchmarkComplete(b *testing.B) {
	g := NewGroup(1)
	g.Take(0, 0, 0, 0, 1)
	b.ReportAllocs()
	var o int64
	for b.Loop() {
		g.Complete(0, o&(1<<20-1), 0, false, o)
		o++
	}
}
