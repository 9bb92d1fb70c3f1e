package rocketmq_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// popTries are the times, in whole seconds after the burst at 10 s, at which a
// message's tries failed: what is revived is popped at once, and 1 ms of work later
// the listener answers.
func popTries(p *played) []int64 {
	out := []int64{0}
	for _, e := range p.events(trace.KindRevive, "") {
		out = append(out, e.At/sec-10)
	}
	return out
}

// checkNeedAckOrDelay: with 16 reconsumeTimes behind it the message is 10 + 30 + 60 …
// + 7,200 = 17,140 s old and 16 revivals of 2 to 3 s more, which is over the 2 ×
// 7,200 s at which the client acknowledges it: 17 tries, and it is gone without a
// dead letter.
func TestAPoppedMessageIsGivenUpInTheEnd(t *testing.T) {
	p := play(t, one("mode=pop fail-every=1", "at 10s burst t 1\nrun 10h"))
	l := p.ledger()
	assert.EqualValues(t, 17, l.Failed)
	assert.EqualValues(t, 1, l.LostBy[ledger.LossDropped])
	assert.Zero(t, l.DeadLetters()+l.Backlog()+l.Completions)
	gone := p.events(trace.KindGiveUp, "c1")
	require.Len(t, gone, 1)
	assert.EqualValues(t, trace.GaveUpPop, gone[0].C)
	assert.GreaterOrEqual(t, gone[0].At, (10+17_140+16*2)*sec)
	assert.Less(t, gone[0].At, (10+17_140+16*3+1)*sec)
	assert.Zero(t, p.view().Invisible+p.view().Revived)
}

// With maxReconsumeTimes=2 the third failure goes by the message's age: the level
// above the highest that is not longer than the age, until it is over 4 h old. Each
// hidden time ends with the first tick, at a whole second, more than 2 s after it,
// which is 3 s after the whole seconds at which all this happens:
// 0 +10+3 = 13 (times 1) +30+3 = 46 (times 2: age 46, above 30 s lies 60 s) +63 =
// 109 (60 → 120) +123 = 232 (180 → 240) +243 = 475 (420 → 480) +483 = 958 (600 →
// 1200) +1203 = 2161 (1800 → 3600) +3603 = 5764 (3600 → 7200) +7203 = 12967 (7200,
// the last) +7203 = 20170, over 14,400: acknowledged.
func TestAPoppedMessageBeyondMaxReconsumeTimesGoesByItsAge(t *testing.T) {
	p := play(t, one("mode=pop fail-every=1 max-reconsume=2", "at 10s burst t 1\nrun 10h"))
	assert.Equal(t, []int64{0, 13, 46, 109, 232, 475, 958, 2161, 5764, 12967, 20170}, popTries(p))
	assert.EqualValues(t, 11, p.ledger().Failed)
	assert.EqualValues(t, 1, p.ledger().LostBy[ledger.LossDropped])
	assert.Zero(t, p.ledger().DeadLetters())
}

// maxReconsumeTimes=0: at the first failure the message is some milliseconds old,
// for which the table has no level; upstream throws, nothing is sent, and it comes
// back when its 60 s are over: 63 s later. Then its age counts: 60 → 120 s.
func TestAPoppedMessageTooYoungForALevelWaitsForItsInvisibleTime(t *testing.T) {
	p := play(t, one("mode=pop fail-every=1 max-reconsume=0", "at 10s burst t 1\nrun 4m"))
	assert.Equal(t, []int64{0, 63, 186}, popTries(p))
	assert.EqualValues(t, 3, p.ledger().Failed)
}
