package ledger

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// withRetry makes a group with queue 0 of n messages and queue 1, its retry topic's.
func withRetry(n int64) *Group {
	g := NewGroup(2)
	g.StartAt(0, 0, false)
	g.StartAt(1, 0, true)
	g.Append(0, n)
	g.Take(0, 0, 0, 0, 1)
	g.Take(1, 0, 0, 0, 2)
	return g
}

func TestARetriedMessageIsTheSameMessage(t *testing.T) {
	g := withRetry(3)
	g.Fail(1)
	g.SendBack(0, 1)
	assert.EqualValues(t, 1, g.Retrying)
	g.Complete(0, 0, 0, false, ms)
	g.Complete(0, 2, 0, false, ms)
	assert.EqualValues(t, 1, g.Backlog())
	_, again := g.CompleteCopy(1, 0, 0, 1, 0, false, 10*ms, 9)
	assert.False(t, again)
	assert.Zero(t, g.Backlog())
	assert.Zero(t, g.Retrying)
	assert.EqualValues(t, 3, g.Distinct)
	// The copy is delivered again, its queue having moved.
	g.Drop(1, 0, 11*ms, 20, false)
	g.Take(1, 1, 0, 11*ms, 21)
	rep, again := g.CompleteCopy(1, 0, 0, 1, 1, false, 12*ms, 9)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseHandOver, First: 0, Event: 21}, rep)
	assert.Zero(t, g.Moved, "the retry topic counts in no total of ownership")
}

// A listener that shutdown() interrupted: the message stays behind the offset and
// was sent back, so it is completed twice (recordings' README: 10 of 10).
func TestSentBackAndBehindTheOffset(t *testing.T) {
	g := withRetry(1)
	g.SendBack(0, 0)
	g.Drop(0, 0, ms, 3, false)
	g.Take(0, 1, 0, 2*ms, 4)
	_, again := g.Complete(0, 0, 1, false, 3*ms)
	assert.False(t, again)
	rep, again := g.CompleteCopy(1, 0, 0, 0, 1, false, 13*ms, 9)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseSendBack, First: 1, Event: 9}, rep)

	// The other way round.
	g = withRetry(1)
	g.SendBack(0, 0)
	g.CompleteCopy(1, 0, 0, 0, 1, false, 13*ms, 9)
	rep, again = g.Complete(0, 0, 0, false, 14*ms)
	require.True(t, again)
	assert.Equal(t, CauseSendBack, rep.Cause)
}

func TestWhatWaitsForItsRetryIsNotPassedOver(t *testing.T) {
	g := withRetry(2)
	g.SendBack(0, 0)
	g.Drop(0, 0, ms, 3, false)
	ch := g.Take(0, 1, 2, 2*ms, 4)
	assert.EqualValues(t, 1, ch.Skipped)
	assert.EqualValues(t, 1, ch.SkippedFrom, "message 0 is in the retry topic")
	assert.EqualValues(t, 1, g.Backlog())
}

func TestDeadLetters(t *testing.T) {
	g := withRetry(2)
	g.SendBack(0, 0)
	assert.True(t, g.Dead(0, 0, 1, 0))
	assert.False(t, g.Dead(0, 0, 1, 0), "the copy comes again: it is dead already")
	assert.True(t, g.Dead(0, 1, -1, 0), "maxReconsumeTimes 0")
	assert.EqualValues(t, 2, g.DeadLetters())
	assert.Zero(t, g.Retrying)
	assert.Zero(t, g.Backlog())
	assert.Zero(t, g.Skipped)
	// Resent by hand, or still in a listener: completed after all.
	g.Complete(0, 1, 0, false, ms)
	assert.EqualValues(t, 1, g.DeadLetters())
	assert.Zero(t, g.Backlog())
}

func TestEachReceiverCountsForItself(t *testing.T) {
	g := NewGroup(1)
	g.StartAt(0, 0, false)
	g.Broadcast([]int32{0, 1, 0}, false) // consumer 2 has the client id of consumer 0
	g.Append(0, 4)
	assert.Zero(t, g.Due, "nobody is there yet")
	g.Take(0, 0, 4, 0, 1) // each starts at the end
	g.Append(0, 2)
	g.Take(0, 1, 6, ms, 2)
	g.Append(0, 1)
	assert.EqualValues(t, 4, g.Due)
	for _, o := range []int64{4, 5, 6} {
		g.Complete(0, o, 0, false, 2*ms)
	}
	_, again := g.Complete(0, 6, 1, false, 2*ms)
	assert.False(t, again, "no repeat of consumer 0's")
	assert.Zero(t, g.Backlog())
	g.Drop(0, 0, 3*ms, 7, true)
	g.Append(0, 1)
	assert.EqualValues(t, 1, g.Backlog(), "due to consumer 1; consumer 0 is gone")
	g.Take(0, 2, 6, 4*ms, 8) // its file is a message behind
	assert.EqualValues(t, 2, g.Backlog())
	rep, again := g.Complete(0, 6, 2, false, 5*ms)
	require.True(t, again)
	assert.Equal(t, Repeat{Cause: CauseCrash, First: 0, Event: 7}, rep)
	assert.Zero(t, g.Unowned+g.Double)
	assert.EqualValues(t, 5, g.Queues[0].Completions)
	assert.EqualValues(t, 1, g.Queues[0].Duplicates)
}

func TestLossWords(t *testing.T) {
	for l := LossPassedOver; l.Skips(); l++ {
		got, ok := ParseLoss(l.String())
		assert.True(t, ok)
		assert.Equal(t, l, got)
	}
	_, ok := ParseLoss("dead-letter")
	assert.False(t, ok, "counted by itself")
	assert.Equal(t, "unknown", NumLosses.String())
}

// Whatever is sent back, completed, lost and dead: the sums hold.
func TestTheBalanceHoldsWithRetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 20
		g := withRetry(n)
		var copies []int64 // the message of each copy
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			o := rapid.Int64Range(0, n-1).Draw(t, "offset")
			switch op := rapid.IntRange(0, 5).Draw(t, "op"); {
			case op == 0:
				g.Complete(0, o, 0, rapid.Bool().Draw(t, "discarded"), 0)
			case op == 1:
				g.SendBack(0, o)
				copies = append(copies, o)
			case op == 2:
				g.Lose(0, o, 0, Loss(rapid.IntRange(1, int(LossUnwanted)).Draw(t, "loss")))
			case len(copies) == 0:
				g.Event()
			default:
				c := rapid.Int64Range(0, int64(len(copies))-1).Draw(t, "copy")
				switch op {
				case 3:
					g.CompleteCopy(1, c, 0, copies[c], 0, false, 0, 1)
				case 4:
					g.SendBackCopy(1, c)
					copies = append(copies, copies[c])
				case 5:
					g.Dead(0, copies[c], 1, c)
				}
			}
			var lost, causes int64
			for l, k := range g.LostBy {
				require.GreaterOrEqual(t, k, int64(0))
				require.True(t, k == 0 || l != int(LossNone))
				lost += k
			}
			for _, k := range g.ByCause {
				causes += k
			}
			require.Equal(t, g.Completions, g.Distinct+g.Duplicates)
			require.Equal(t, g.Duplicates, causes)
			require.Equal(t, n-g.Distinct-lost, g.Backlog())
			aims(t, g)
			require.GreaterOrEqual(t, g.Backlog(), int64(0))
			require.GreaterOrEqual(t, g.Retrying, int64(0))
			require.LessOrEqual(t, g.Retrying, int64(len(copies)))
		}
	})
}
