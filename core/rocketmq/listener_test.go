package rocketmq_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// eight is a queue whose messages have the offsets 1 to 8, of which with
// fail-every=5 the fifth fails, and a consumer that gets them as one batch.
func eight(settings, rest string) string {
	return "broker a\ntopic t a:1 first=1\nproducer t rate=0/s\ngroup g topic=t batch=8 work=100ms threads=1 " + settings +
		"\nconsumer c1 group=g\nat 30s burst t 8\n" + rest
}

// Recording batch-kill-while-draining: the messages of a batch end one after the
// other, 100 ms apart here, from the burst at 30 s and a way of 1 ms on; the
// offset waits for the last.
func TestABatchIsWorkedOffMessageByMessage(t *testing.T) {
	for _, settings := range []string{"", "listener=orderly", "mode=pop from=first", "model=broadcasting"} {
		for done, at := range []time.Duration{30_100, 30_103, 30_203, 30_303, 30_403, 30_503, 30_603, 30_703, 30_803} {
			p := play(t, eight(settings, fmt.Sprintf("run %dms", at)))
			assert.EqualValues(t, done, p.ledger().Distinct, "%s at %d ms", settings, at)
			if settings == "" && at < 30_803 {
				assert.LessOrEqual(t, p.Stored(0, 0), int64(1), "the batch has not ended")
			}
		}
	}
	// Work of 1 ms is told five messages at a time, and with the end of the batch.
	for at, done := range map[int]int{30_005: 0, 30_006: 5, 30_008: 5, 30_009: 8} {
		p := play(t, eight("", fmt.Sprintf("at 1s set g work=1ms\nrun %dms", at)))
		assert.EqualValues(t, done, p.ledger().Distinct, "at %d ms", at)
	}
}

// What a killed consumer had done of its batch comes again with all of it: three of
// eight after 0.35 s; of 1 ms each, four of eight after 4 ms.
func TestAKillInABatchRepeatsWhatWasDoneOfIt(t *testing.T) {
	for settings, at := range map[string]string{"": "30352ms", "listener=orderly": "30352ms"} {
		l := play(t, eight(settings, "at "+at+" kill c1\nat 40s join c1\nrun 2m")).ledger()
		assert.EqualValues(t, 3, l.Duplicates, settings)
		assert.EqualValues(t, 3, l.ByCause[ledger.CauseCrash], settings)
		assert.EqualValues(t, 8, l.Distinct, settings)
	}
	l := play(t, eight("", "at 1s set g work=1ms\nat 30005ms kill c1\nat 40s join c1\nrun 2m")).ledger()
	assert.EqualValues(t, 4, l.ByCause[ledger.CauseCrash])
	l = play(t, eight("mode=pop from=first", "at 30352ms kill c1\nat 40s join c1\nrun 2m")).ledger()
	assert.EqualValues(t, 3, l.ByCause[ledger.CauseInvisible])
}

// The listener stops at the message that fails, at 0.5 s, and answers
// RECONSUME_LATER for all eight: the four it had done come again as well.
func TestWhatWasDoneOfAFailedBatchComesAgain(t *testing.T) {
	const well = "at 31s set g fail-every=0\nrun 4m"
	p := play(t, eight("fail-every=5", well))
	l := p.ledger()
	assert.EqualValues(t, 8, l.Failed, "as one")
	assert.EqualValues(t, 8, l.Distinct)
	assert.EqualValues(t, 4, l.Duplicates)
	assert.EqualValues(t, 4, l.ByCause[ledger.CauseSendBack])
	for _, e := range p.events(trace.KindSendBack, "c1") {
		assert.InDelta(t, 30_503*nsPerMS, e.At, 2*float64(nsPerMS))
	}

	// What could not be sent back is given to the listener again, in pieces of one.
	l = play(t, eight("fail-every=5 send-back-fail=100%", well)).ledger()
	assert.EqualValues(t, 4, l.ByCause[ledger.CauseDiscarded])
	assert.EqualValues(t, 4, l.Duplicates)

	// SUSPEND puts the batch back at the head of its queue, so that the four are
	// completed out of order, a second time.
	l = play(t, eight("fail-every=5 listener=orderly", well)).ledger()
	assert.EqualValues(t, 8, l.Distinct)
	assert.EqualValues(t, 4, l.ByCause[ledger.CauseDiscarded])
	assert.EqualValues(t, 4, l.Duplicates)
	// The first of them steps back, the others follow it in order.
	assert.EqualValues(t, 1, l.Disorder)
	assert.EqualValues(t, 1, l.DisorderBy[ledger.CauseDiscarded])

	l = play(t, eight("fail-every=5 mode=pop from=first", well)).ledger()
	assert.EqualValues(t, 4, l.ByCause[ledger.CauseInvisible])
	assert.EqualValues(t, 8, l.Distinct)

	// Broadcasting drops the four that were not done.
	l = play(t, eight("fail-every=5 model=broadcasting", well)).ledger()
	assert.EqualValues(t, 4, l.Distinct)
	assert.EqualValues(t, 4, l.LostBy[ledger.LossDropped])
}

// A listener that shutdown() interrupts and that goes on ends each message of its
// batch at its own time.
func TestAnInterruptedListenerFinishesItsBatch(t *testing.T) {
	for at, done := range map[int]int{30_260: 2, 30_350: 3, 30_750: 7, 31_000: 8} {
		p := play(t, eight("interrupt=finish", fmt.Sprintf("at 30252ms leave c1\nrun %dms", at)))
		assert.EqualValues(t, done, p.ledger().Distinct, "at %d ms", at)
	}
}
