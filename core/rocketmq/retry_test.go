package rocketmq_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/trace"
)

const sec = int64(1_000_000_000)

// one is a cluster of one queue, one consumer that starts at 0 and messages sent at 5 s.
func one(settings, rest string) string {
	return `broker a
topic t a:1
producer t rate=0/s
group g topic=t work=1ms ` + settings + `
consumer c1 group=g
` + rest
}

// Facts §f: 16 retries after the first try, at levels 3 to 18: 10 s, 30 s, 1 to
// 10 m, 20 m, 30 m, 1 h, 2 h; then the dead letter queue. That is 40 s and 55 +
// 50 + 180 minutes: 17,140 s, and 17 times up to 100 ms of a level's poll, the
// message's 1 ms and four ways of 1 ms.
func TestSixteenRetriesThenTheDeadLetterQueue(t *testing.T) {
	p := play(t, one("fail-every=1", "at 60s burst t 1\nrun 5h"))
	levels := []int64{}
	for _, e := range p.events(trace.KindSendBack, "c1") {
		levels = append(levels, e.C)
	}
	assert.Equal(t, []int64{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}, levels)
	dead := p.events(trace.KindDead, "")
	require.Len(t, dead, 1)
	assert.GreaterOrEqual(t, dead[0].At, (60+17_140)*sec)
	assert.Less(t, dead[0].At, (60+17_140+2)*sec)
	l := p.ledger()
	assert.EqualValues(t, 17, l.Failed)
	assert.EqualValues(t, 1, l.DeadLetters())
	assert.Zero(t, l.Backlog()+l.Retrying+l.Completions)
}

// A listener answers for its whole batch: one failing message takes the other
// seven along (ConsumeConcurrentlyStatus.RECONSUME_LATER, ackIndex -1).
func TestABatchFailsAsOne(t *testing.T) {
	p := play(t, one("fail-every=8 batch=8", "at 5s burst t 16\nat 9s set g fail-every=0\nrun 60s"))
	l := p.ledger()
	assert.EqualValues(t, 16, l.Failed, "messages 0 and 8 of 16 fail, so both batches do")
	assert.EqualValues(t, 16, l.Completions)
	assert.Zero(t, l.Duplicates)
}

// messageDelayLevel 1s 5s 2s: the first retry has level 3, and the second and third
// would have levels 4 and 5, which are cut to 3: tries at 0, 2, 4 and 6 s.
func TestDelayLevelsOfABroker(t *testing.T) {
	for _, where := range []string{"message-delay-level 1s 5s 2s\n", ""} {
		text := where + one("fail-every=1 max-reconsume=3", "at 60s burst t 1\nrun 90s")
		if where == "" {
			text = strings.Replace(text, "broker a", "broker a message-delay-level=1s,5s,2s", 1)
		}
		p := play(t, text)
		var levels []int64
		for _, e := range p.events(trace.KindSendBack, "c1") {
			levels = append(levels, e.C)
		}
		assert.Equal(t, []int64{3}, slices.Compact(levels), "one event counts them all")
		dead := p.events(trace.KindDead, "")
		require.Len(t, dead, 1)
		// Three levels, each up to a poll of 100 ms later; four messages of 1 ms, ways of 1 ms.
		assert.Greater(t, dead[0].At, (60+6)*sec)
		assert.Less(t, dead[0].At, (60+6)*sec+400*int64(1e6))
		assert.EqualValues(t, 4, p.ledger().Failed)
	}
}

// fail=20% of 2,000 tries: 400, and three standard deviations of sqrt(2000 * 0.2
// * 0.8) = 18 either way; retried messages fail at the same rate, a quarter more in all.
func TestAFailureRateIsKept(t *testing.T) {
	p := play(t, one("fail=20%", "at 5s burst t 2000\nrun 9s"))
	assert.InDelta(t, 400, p.ledger().Failed, 54)
	p = play(t, one("fail=20%", "at 5s burst t 2000\nrun 4h"))
	assert.InDelta(t, 500, p.ledger().Failed, 75)
	assert.EqualValues(t, 2000, p.ledger().Distinct)
	assert.Zero(t, p.ledger().Duplicates)
}

// cleanExpireMsg, facts §f: every 15 min what has been in a listener for more
// than 15 min is sent back at level 3. The message entered at 5 s is 895 s old at
// the first sweep (900 s) and 1,795 s at the second; the listener's own end makes
// it a message done twice.
func TestTheConsumeTimeoutSweep(t *testing.T) {
	p := play(t, one("", "at 4s set g work=40m\nat 5s burst t 1\nat 6s set g work=1ms\nrun 45m"))
	sent := p.events(trace.KindSendBack, "c1")
	require.Len(t, sent, 1)
	assert.InDelta(t, 1800*sec, sent[0].At, 0.01e9)
	assert.EqualValues(t, 3, sent[0].C)
	l := p.ledger()
	assert.EqualValues(t, 2, l.Completions)
	assert.EqualValues(t, 1, l.ByCause[ledger.CauseSendBack])
	assert.Zero(t, l.Failed)
}

// ProcessQueue.cleanExpiredMsg leaves orderly consumers alone, not broadcasting ones:
// DefaultMQPushConsumerImpl.sendMessageBack asks for no message model. The broker
// takes the message for the group's retry topic, which nobody reads; the listener's
// own end completes it, at each of the two once.
func TestTheConsumeTimeoutSweepOfABroadcastingConsumer(t *testing.T) {
	const rest = "consumer c2 group=g\nat 4s set g work=40m\nat 5s burst t 1\nat 6s set g work=1ms\nrun 45m"
	p := play(t, one("model=broadcasting", rest))
	for _, c := range []string{"c1", "c2"} {
		sent := p.events(trace.KindSendBack, c)
		require.Len(t, sent, 1)
		assert.InDelta(t, 1800*sec, sent[0].At, 0.01e9)
		assert.EqualValues(t, 3, sent[0].C)
	}
	l := p.ledger()
	assert.EqualValues(t, 2, l.Completions)
	assert.EqualValues(t, 2, l.Retrying, "copies that wait for nobody")
	assert.Zero(t, l.Duplicates+l.Backlog()+l.Failed)
	// Taken out of the cache, the message does not hold the offset any more.
	assert.EqualValues(t, 1, saved(p, "c1"))

	// A consumer that is killed while it works on what was sent back has its offset
	// behind it: to that one the message is lost, whatever waits in the retry topic.
	p = play(t, one("model=broadcasting", "at 4s set g work=40m\nat 5s burst t 1\nat 6s set g work=1ms\nat 31m burst t 1\nat 32m kill c1\nat 33m join c1\nrun 45m"))
	assert.EqualValues(t, 1, p.ledger().LostBy[ledger.LossPassedOver])
	assert.EqualValues(t, 1, p.ledger().Distinct)
	assert.Zero(t, p.ledger().Backlog())

	assert.Empty(t, play(t, one("model=broadcasting listener=orderly", rest)).events(trace.KindSendBack, ""))
}

// saved is the offset that a broadcasting consumer wrote to its file last.
func saved(p *played, consumer string) (offset int64) {
	for _, e := range p.events(trace.KindSave, consumer) {
		p.Log().Pairs(&e, func(_ int32, o int64) { offset = o })
	}
	return offset
}

// What cannot be sent back stays in the cache and holds the offset, and the
// listener has it again 5 s later.
func TestASendBackThatFailsIsTriedAgainLocally(t *testing.T) {
	p := play(t, one("fail-every=1 send-back-fail=100%", "at 5s burst t 1\nat 22s set g fail-every=0\nrun 60s"))
	var lost []int64
	for _, e := range p.events(trace.KindSendBackLost, "c1") {
		lost = append(lost, e.At/sec)
	}
	assert.Equal(t, []int64{5, 10, 15, 20}, lost)
	l := p.ledger()
	// Tries at 5.0, 10.0, 15.0, 20.0 s fail; that of 25.0 s does not.
	assert.EqualValues(t, 4, l.Failed)
	assert.EqualValues(t, 1, l.Completions)
	assert.Zero(t, l.Retrying)
}

// Facts §f: a failed message of a broadcasting consumer is dropped, and counts as
// done for its offset.
func TestBroadcastingDropsWhatFails(t *testing.T) {
	p := play(t, one("fail-every=2 model=broadcasting", "consumer c2 group=g\nat 5s burst t 10\nrun 30s"))
	l := p.ledger()
	assert.EqualValues(t, 10, l.Failed, "five of ten messages, at each of two")
	assert.EqualValues(t, 10, l.LostBy[ledger.LossDropped])
	assert.EqualValues(t, 10, l.Completions)
	assert.Zero(t, l.Backlog()+l.Duplicates+l.Retrying)
	assert.Empty(t, p.events(trace.KindNotice, ""))
	assert.EqualValues(t, 10, saved(p, "c1"))
	assert.EqualValues(t, -1, p.Stored(0, 0), "nothing is committed at the broker")
}

// OFFSET_ILLEGAL, facts §d: messages are deleted under a consumer that lags; it
// drops the queue, corrects its offset and goes on at the minimum.
func TestDeletedUnderALaggingConsumer(t *testing.T) {
	p := play(t, one("threads=1 pull-threshold=10", "at 4s set g work=100ms\nat 5s burst t 1000\nat 6s expire t 500\nat 7s set g work=1ms\nrun 30s"))
	repair := p.events(trace.KindRepair, "c1")
	require.Len(t, repair, 1)
	assert.EqualValues(t, 500, repair[0].B)
	l := p.ledger()
	assert.EqualValues(t, 1000, l.Distinct+l.LostBy[ledger.LossExpired])
	assert.GreaterOrEqual(t, l.LostBy[ledger.LossExpired], int64(400))
	assert.Zero(t, l.Backlog())
}

// An admin's reset: the stored offset changes at once, the consumer learns of it
// by its next pull, and what it has done since comes again.
func TestResetOffset(t *testing.T) {
	p := play(t, one("", "at 5s burst t 100\nat 20s reset-offset g t 40\nrun 60s"))
	l := p.ledger()
	assert.EqualValues(t, 60, l.Duplicates)
	assert.EqualValues(t, 60, l.ByCause[ledger.CauseOffsetBack])
	require.Len(t, p.events(trace.KindReset, ""), 1)
	repair := p.events(trace.KindRepair, "c1")
	require.Len(t, repair, 1)
	// The pull was held; the broker looks at it every 5 s, at 25 s the next time.
	assert.InDelta(t, 25*sec, repair[0].At, 0.01e9)

	p = play(t, one("threads=1", "at 4s set g work=1s\nat 5s burst t 100\nat 10s reset-offset g t last\nrun 90s"))
	l = p.ledger()
	assert.Equal(t, l.Produced, l.Distinct+l.LostBy[ledger.LossPassedOver])
	assert.Positive(t, l.LostBy[ledger.LossPassedOver])
}

// CONSUME_FROM_TIMESTAMP, facts §c: what was stored from then on. 10 messages a
// second and 20 s of them before; store times are kept by the second.
func TestFromTimestamp(t *testing.T) {
	p := play(t, `broker a
topic t a:1 memory=no
producer t rate=10/s
group g topic=t work=1ms from=timestamp:20s
at 40s join c1 group=g
run 60s`)
	skipped := p.ledger().Skipped
	assert.GreaterOrEqual(t, skipped, int64(190))
	assert.LessOrEqual(t, skipped, int64(200))
}

// A failed message keeps its retries when a tag filters its topic: the retry
// topic is subscribed with "*".
func TestRetriesPassTheFilter(t *testing.T) {
	p := play(t, `broker a
topic t a:2
producer t rate=0/s tags=A,B
group g topic=t work=1ms fail-every=1 tag=A
consumer c1 group=g
at 5s burst t 100
at 8s set g fail-every=0
run 60s`)
	l := p.ledger()
	assert.Equal(t, l.Failed, l.Completions)
	assert.EqualValues(t, 100, l.Completions+l.LostBy[ledger.LossUnwanted], "nobody wants B")
	assert.InDelta(t, 50, l.Completions, 15) // three standard deviations of a fair choice
	assert.Zero(t, l.Skipped+l.Backlog())
}

// Facts §f, orderly: a message that fails stands in its queue's way, tried each
// suspendCurrentQueueTimeMillis (1 s), by default for ever.
func TestAnOrderlyMessageThatFailsBlocksItsQueue(t *testing.T) {
	p := play(t, one("listener=orderly fail-every=1000", "at 5s burst t 10\nat 15.5s set g fail-every=0\nrun 30s"))
	l := p.ledger()
	assert.EqualValues(t, 11, l.Failed, "at 5, 6, … 15 s")
	assert.EqualValues(t, 10, l.Completions)
	assert.Zero(t, l.Retrying+l.DeadLetters()+l.Disorder+l.JumpsAhead)
}

// With maxReconsumeTimes it goes to the retry topic, which the broker turns into
// the dead letter queue at once while the group holds a lock; the others follow.
func TestAnOrderlyMessageIsGivenUpAfterMaxReconsumeTimes(t *testing.T) {
	p := play(t, one("listener=orderly fail-every=5 max-reconsume=3", "at 5s burst t 10\nrun 30s"))
	l := p.ledger()
	assert.EqualValues(t, 8, l.Failed, "messages 0 and 5, four tries each")
	assert.EqualValues(t, 2, l.DeadLetters())
	assert.EqualValues(t, 8, l.Completions)
	assert.Zero(t, l.Backlog()+l.Retrying+l.Disorder+l.JumpsAhead)
	assert.EqualValues(t, 10, p.Stored(0, 0))
}

// Facts §f: no locks even for orderly where everybody has every queue.
func TestOrderlyBroadcastingLocksNothing(t *testing.T) {
	p := play(t, one("listener=orderly model=broadcasting", "consumer c2 group=g\nat 5s burst t 100\nrun 30s"))
	l := p.ledger()
	assert.EqualValues(t, 200, l.Completions)
	assert.Zero(t, l.Duplicates+l.Disorder+l.Backlog())
	assert.Empty(t, p.events(trace.KindLock, ""))
}

// In POP mode a message that fails stays invisible for 10 s and comes back (facts §g).
func TestAPoppedMessageThatFailsComesBack(t *testing.T) {
	p := play(t, one("mode=pop fail-every=1", "at 5s burst t 1\nat 8s set g fail-every=0\nrun 60s"))
	l := p.ledger()
	assert.EqualValues(t, 1, l.Failed)
	assert.EqualValues(t, 1, l.Completions)
	assert.Zero(t, l.Duplicates+l.Backlog())
}
