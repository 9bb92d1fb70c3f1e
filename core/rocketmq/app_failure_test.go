package rocketmq_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/trace"
)

const pullAll = "mode=pull-all every=100ms"

var pullModes = []string{"mode=pull every=100ms", pullAll, "mode=lite", "mode=lite commit=lite-sync", "mode=lite commit=lite-sync-persist"}

// An application that catches what it fails on and goes on loses it: its offset
// moves over every fifth of 100 messages.
func TestAnApplicationThatSkipsLosesWhatFails(t *testing.T) {
	for _, mode := range pullModes {
		p := play(t, one(mode+" fail-every=5", "at 35s burst t 100\nrun 60s"))
		l := p.ledger()
		assert.EqualValues(t, 20, l.Failed, mode)
		assert.EqualValues(t, 20, l.LostBy[ledger.LossDropped], mode)
		assert.EqualValues(t, 80, l.Distinct, mode)
		assert.Zero(t, l.Backlog()+l.Retrying+l.DeadLetters()+l.Duplicates, mode)
		if mode != pullAll { // whose offset of before its first rebalance is forgotten, see TestPullAllPersistsLate
			assert.EqualValues(t, 100, p.Stored(0, 0), mode)
		}
		given := int64(0)
		for _, e := range p.events(trace.KindGiveUp, "c1") {
			assert.EqualValues(t, trace.GaveUpSkipped, e.C)
			given += e.B
		}
		assert.EqualValues(t, 20, given, mode)
	}
}

// One that stays (seek() back, or a pull from there in the next round) blocks its
// queue, as message 0 fails until 45 s, and loses and repeats nothing.
func TestAnApplicationThatStaysBlocksItsQueue(t *testing.T) {
	for _, mode := range pullModes {
		p := play(t, one(mode+" fail-every=100 on-fail=stay", "at 35s burst t 100\nat 45s set g fail-every=0\nrun 60s"))
		l := p.ledger()
		assert.EqualValues(t, 100, l.Distinct, mode)
		assert.Zero(t, l.Backlog()+l.Skipped+l.Duplicates, mode)
		assert.EqualValues(t, 100, p.Stored(0, 0), mode)
		tries := 100 // every 100 ms for 10 s
		if strings.HasPrefix(mode, "mode=lite") {
			tries = 10_000 / 7 // 1 ms of work, four ways for seek's two questions, two for the pull
		}
		assert.InDelta(t, tries, l.Failed, 2, mode)
	}
	// What comes behind in the batch is not handed out before.
	p := play(t, one("mode=lite fail-every=100 on-fail=stay", "at 35s burst t 100\nrun 44s"))
	assert.Zero(t, p.ledger().Completions)
	assert.EqualValues(t, 100, p.ledger().Backlog())
}

// One that leaves the commit of a batch out that failed (commitSync, or
// updateConsumeOffset) gets the batch again only if its process ends before another
// commit of the queue: killed after a batch of ten it does, nine of them the second
// time; killed after one more batch it never does.
func TestAnApplicationThatDoesNotCommitIsPassedOverByTheNextCommit(t *testing.T) {
	for _, mode := range []string{"mode=pull every=100ms", "mode=lite commit=lite-sync-persist", "mode=lite commit=lite-sync"} {
		settings := mode + " fail-every=1000 on-fail=no-commit"
		again := play(t, one(settings, "at 35s burst t 10\nat 46s set g fail-every=0\nat 50s kill c1\nat 51s join c1\nrun 90s")).ledger()
		assert.EqualValues(t, 1, again.Failed, mode)
		assert.EqualValues(t, 10, again.Distinct, mode)
		assert.EqualValues(t, 9, again.Duplicates, mode)
		assert.Zero(t, again.LostBy[ledger.LossDropped]+again.Backlog(), "%s: what came again is not lost any more", mode)

		gone := play(t, one(settings, "at 35s burst t 10\nat 36s burst t 10\nat 46s set g fail-every=0\nat 50s kill c1\nat 51s join c1\nrun 90s")).ledger()
		assert.EqualValues(t, 1, gone.LostBy[ledger.LossDropped], mode)
		assert.EqualValues(t, 19, gone.Distinct, mode)
		assert.Zero(t, gone.Duplicates, mode)
	}
}

// DefaultMQPullConsumer.sendMessageBack: the broker takes the message as it takes a
// push consumer's, delay level 3 first. Nobody in a group of pull consumers subscribes
// to the retry topic, so it waits there; a push member reads it.
func TestWhatAPullConsumerSendsBackWaitsForAPushMember(t *testing.T) {
	settings := "mode=pull every=100ms fail-every=5 on-fail=send-back"
	p := play(t, one(settings, "at 35s burst t 100\nrun 60s"))
	l := p.ledger()
	assert.EqualValues(t, 20, l.Failed)
	assert.EqualValues(t, 20, l.Retrying)
	assert.EqualValues(t, 20, l.Backlog())
	assert.EqualValues(t, 80, l.Distinct)
	for _, e := range p.events(trace.KindSendBack, "c1") {
		assert.EqualValues(t, 3, e.C)
	}
	assert.EqualValues(t, 100, p.Stored(0, 0))

	p = play(t, one(settings, "at 35s burst t 100\nat 60s join c0 group=g mode=push on-fail=skip fail-every=0\nrun 90s"))
	l = p.ledger()
	assert.EqualValues(t, 100, l.Distinct)
	assert.Zero(t, l.Retrying+l.Backlog()+l.Duplicates)

	// What cannot be sent back, neither so nor to the retry topic, the application skips.
	p = play(t, one(settings+" send-back-fail=100%", "at 35s burst t 100\nrun 60s"))
	assert.EqualValues(t, 20, p.ledger().LostBy[ledger.LossDropped])
	assert.Zero(t, p.ledger().Retrying+p.ledger().Backlog())
}

// What an application cannot do is said with what it can.
func TestAnswersToFailureThatDoNotExist(t *testing.T) {
	for settings, want := range map[string]string{
		"on-fail=stay":                                     "has a listener",
		"mode=pop on-fail=send-back":                       "has a listener",
		"mode=lite on-fail=send-back":                      "DefaultLitePullConsumer has no sendMessageBack",
		"mode=lite on-fail=no-commit":                      "write commit=lite-sync",
		"mode=pull on-fail=send-back model=broadcasting":   "nobody in a broadcasting group reads it",
		"mode=lite commit=lite-sync on-fail=give-up-again": "answer to a failure",
	} {
		_, err := script.Parse(one(settings, "run 1s"))
		require.Error(t, err, settings)
		assert.Contains(t, err.Error(), want, settings)
	}
}
