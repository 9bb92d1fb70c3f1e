package ledger

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// work plays one listener from begin to end.
func (g *Group) work(offset int64, c int32, at int64) (Repeat, bool) {
	overlapping := g.Begin(0, 0)
	return g.done(offset, c, overlapping, false, at)
}

func (g *Group) done(offset int64, c int32, overlapping, discarded bool, at int64) (Repeat, bool) {
	g.End(0, 0)
	rep, again := g.Complete(0, offset, c, discarded, at)
	return g.Ordered(0, offset, c, overlapping, rep, again)
}

func TestInOrder(t *testing.T) {
	g := one(10)
	for o := range int64(5) {
		_, wrong := g.work(o, 0, o*ms)
		assert.False(t, wrong)
	}
	assert.Equal(t, Order{}, g.Order)
}

// As in the recordings' order figures: the batch that was in the listener when
// the queue was dropped is delivered again, one step back.
func TestStepBackOfADiscardedResult(t *testing.T) {
	g := one(10)
	g.work(0, 0, ms)
	overlapping := g.Begin(0, 0)
	g.Drop(0, 0, 2*ms, 7, false)
	_, wrong := g.done(1, 0, overlapping, true, 3*ms)
	assert.False(t, wrong, "it is in its place; that its result is ignored shows later")
	g.Take(0, 1, 1, 4*ms, 8)
	why, wrong := g.work(1, 1, 5*ms)
	assert.True(t, wrong)
	assert.Equal(t, Repeat{Cause: CauseDiscarded, First: 0, Event: 7}, why)
	_, wrong = g.work(2, 1, 6*ms)
	assert.False(t, wrong, "one step back, then in order again")
	assert.Equal(t, int64(1), g.StepsBack)
	assert.Equal(t, int64(1), g.Disorder)
	assert.Zero(t, g.JumpsAhead+g.Overlapping)
}

// The queue was unlocked by force while its message 0 was in consumer 0's
// listener; consumer 1 takes it, begins 0 before the other has ended it, and
// ends first.
func TestForcedUnlock(t *testing.T) {
	g := one(10)
	late := g.Begin(0, 0)
	g.Drop(0, 0, ms, 7, false)
	g.Forced(0, 0, 9)
	g.Take(0, 1, 0, 2*ms, 10)
	why, wrong := g.work(0, 1, 3*ms)
	assert.True(t, wrong, "begun before the previous ended")
	assert.Equal(t, CauseForcedUnlock, why.Cause)
	assert.EqualValues(t, 9, why.Event)
	g.work(1, 1, 4*ms)
	why, wrong = g.done(0, 0, late, true, 5*ms)
	assert.True(t, wrong, "after a higher one")
	assert.Equal(t, Repeat{Cause: CauseForcedUnlock, First: 1, Event: 9}, why)
	assert.EqualValues(t, 1, g.ByCause[CauseForcedUnlock])
	// Begun beside the other: 0 and 1 of consumer 1; back: 0 of consumer 0.
	assert.Equal(t, int64(2), g.Overlapping)
	assert.Equal(t, int64(1), g.StepsBack)
	assert.Equal(t, int64(3), g.Disorder)
	assert.Equal(t, int64(3), g.DisorderBy[CauseForcedUnlock])
	assert.Equal(t, g.Order, g.Queues[0].Order)
}

// Two owners at once, each in its own order: 5 by one, 2 by the other, 6, 3.
func TestTwoOwnersDisorder(t *testing.T) {
	g := one(10)
	for o := range int64(5) {
		g.work(o, 0, o*ms)
	}
	g.Take(0, 1, 2, 6*ms, 9)
	g.work(5, 0, 7*ms)
	why, wrong := g.work(2, 1, 8*ms)
	assert.True(t, wrong)
	assert.Equal(t, CauseOverlap, why.Cause)
	_, wrong = g.work(6, 0, 9*ms)
	assert.False(t, wrong, "a jump ahead by itself is what the step back before it left behind")
	why, wrong = g.work(3, 1, 10*ms)
	assert.True(t, wrong)
	assert.Equal(t, CauseOverlap, why.Cause)
	assert.Equal(t, int64(2), g.StepsBack)
	assert.Equal(t, int64(1), g.JumpsAhead)
}
