package rocketmq_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/trace"
)

// pull_consumer.go of rocketmq-client-go v2.1.2: Poll gives what one pull brought,
// ACK moves the offset, so that unlike with Java's poll() nothing that was not
// finished is committed; the timer sends it. A pull asks for PullBatchSize messages,
// by default 0, which brings one.
func TestGoPullConsumerCommitsWhatIsAcknowledged(t *testing.T) {
	p := play(t, one("mode=lite client=go", "at 5s burst t 20\nrun 60s"))
	assert.EqualValues(t, 20, p.ledger().Distinct)
	assert.EqualValues(t, 20, p.Stored(0, 0))
	d := p.view().Delivery
	assert.EqualValues(t, 20, d.Found, "a pull for each")
	assert.Equal(t, "lite", p.view().Consumers[0].Mode)
	assert.Equal(t, 1, p.view().Consumers[0].Threads)

	// Killed 35 ms into batches of four at 10 ms a message: three are done and not
	// acknowledged, and nothing is committed yet: all 20 come again, three twice.
	p = play(t, one("mode=lite client=go pull-batch=4", "at 4s set g work=10ms\nat 30s burst t 20\nat 30036ms kill c1\nat 31s join c1\nrun 90s"))
	assert.EqualValues(t, 20, p.ledger().Distinct)
	assert.EqualValues(t, 3, p.ledger().Duplicates)
	assert.EqualValues(t, 3, p.ledger().ByCause[ledger.CauseCrash])
}

// It starts as the Go push consumer does, at once, and shares with a Java one.
func TestGoPullConsumerBesideJava(t *testing.T) {
	p := play(t, "broker a\ntopic t a:4\nproducer t rate=40/s\ngroup g topic=t work=1ms\nconsumer c1 group=g mode=lite client=go\n"+
		"consumer c2 group=g mode=lite\nconsumer c3 group=g\nat 50s set t rate=0/s\nrun 60s")
	first := p.events(trace.KindFirstPull, "c1")
	require.NotEmpty(t, first)
	assert.Less(t, first[0].At, sec/10)
	assert.Equal(t, []int{0, 1}, p.view().Consumers[0].Holds)
	assert.Zero(t, p.ledger().Backlog())
	assert.LessOrEqual(t, p.ledger().Double, 0)
}

// ACK(ConsumeRetryLater) sends the batch back. Without WithMaxReconsumeTimes the
// header says 0 retries (defaultPullConsumerOptions), so the broker puts it into the
// dead letter queue at once; with 16 it comes back through the retry topic, to which
// Go's pull consumer subscribes.
func TestGoPullConsumerFails(t *testing.T) {
	p := play(t, one("mode=lite client=go fail-every=5", "at 30s burst t 20\nat 31s set g fail-every=0\nrun 90s"))
	assert.EqualValues(t, 4, p.ledger().DeadLetters())
	assert.EqualValues(t, 16, p.ledger().Distinct)
	p = play(t, one("mode=lite client=go fail-every=5 max-reconsume=16", "at 30s burst t 20\nat 31s set g fail-every=0\nrun 90s"))
	assert.Zero(t, p.ledger().DeadLetters()+p.ledger().Backlog()+p.ledger().Retrying)
	assert.EqualValues(t, 20, p.ledger().Distinct)
	assert.EqualValues(t, 4, p.ledger().Failed)

	// A send-back that fails keeps the application in ACK, 5 s at a time: tried at
	// 30.0, 35.0, … for message 0; what follows waits.
	p = play(t, one("mode=lite client=go fail-every=20 max-reconsume=16 send-back-fail=100%", "at 30s burst t 20\nat 44s set g send-back-fail=0%\nat 44s set g fail-every=0\nrun 44.9s"))
	var lost int64
	for _, e := range p.events(trace.KindSendBackLost, "c1") {
		lost += e.B
	}
	assert.EqualValues(t, 3, lost)
	assert.Zero(t, p.ledger().Completions)
	assert.EqualValues(t, 1, p.ledger().Failed)
}

// push_consumer.go in BROADCASTING: what failed is said to be dropped and stays in
// the process queue. The offset stays at it, and once what a pull brings lies more
// than 1,000 ahead (ConsumeConcurrentlyMaxSpan) the next waits 50 ms, until that is
// worked off: half a second after the burst some 70 ms have gone into the first 32
// pulls, 430 ms into nine more of 32. The consume time-out's sweep at 30 min takes it
// out and sends it back (level 3, to a retry topic that nobody reads). Java drops it,
// and is through with the burst after 63 pulls of 2 ms.
func TestGoBroadcastingKeepsWhatFailed(t *testing.T) {
	const rest = "at 30s burst t 2000\nrun 30.5s"
	assert.InDelta(t, (32+9)*32, play(t, one("client=go model=broadcasting fail-every=5000", rest)).ledger().Distinct, 64)
	assert.EqualValues(t, 1999, play(t, one("model=broadcasting fail-every=5000", rest)).ledger().Distinct)
	p := play(t, one("client=go model=broadcasting fail-every=5000", "at 30s burst t 2000\nrun 60s"))
	assert.EqualValues(t, 1, p.ledger().LostBy[ledger.LossDropped])
	assert.EqualValues(t, 1999, p.ledger().Distinct)
	assert.Zero(t, saved(p, "c1"), "message 0 holds the offset")

	swept := play(t, one("client=go model=broadcasting fail-every=5000", "at 30s burst t 2000\nat 31s set g fail-every=0\nrun 35m"))
	sent := swept.events(trace.KindSendBack, "c1")
	require.Len(t, sent, 1)
	assert.InDelta(t, 1800*sec, sent[0].At, 0.01e9)
	assert.EqualValues(t, 1999, swept.ledger().Distinct)
	assert.EqualValues(t, 2000, saved(swept, "c1"))

	// A consumer that comes back before reads all of it again, and the message is not lost.
	again := play(t, one("client=go model=broadcasting fail-every=5000", "at 30s burst t 2000\nat 31s set g fail-every=0\nat 60s leave c1\nat 61s join c1\nrun 2m")).ledger()
	assert.EqualValues(t, 2000, again.Distinct)
	assert.Zero(t, again.Skipped)
	assert.GreaterOrEqual(t, again.Duplicates, int64(1000))
}

// What the Go client does not have is said with what it has.
func TestGoModesThatDoNotExist(t *testing.T) {
	for settings, want := range map[string]string{
		"client=go mode=pop":                         "has no POP",
		"client=go mode=pull":                        "write mode=lite (Poll and ACK) or mode=push",
		"client=go mode=pull-all":                    "write mode=lite (Poll and ACK) or mode=push",
		"client=go2.0.0-rc mode=lite":                "write client=go",
		"client=go mode=lite commit=lite-sync":       "write commit=interval",
		"client=go mode=lite on-fail=stay":           "ACK(ConsumeRetryLater)",
		"client=go mode=lite listener=orderly":       "no listener",
		"client=go mode=lite commit=async tag=*":     "write commit=interval",
		"client=go mode=lite threads=0":              "threads",
		"client=go mode=push commit=lite-sync":       "is for mode=lite",
		"client=java4.9 mode=pop":                    "came with Java 5",
		"client=go mode=lite on-fail=send-back":      "ACK(ConsumeRetryLater)",
		"client=go mode=lite commit=lite-sync-perst": "lite-sync-persist",
	} {
		_, err := script.Parse(one(settings, "run 1s"))
		require.Error(t, err, settings)
		assert.Contains(t, err.Error(), want, settings)
	}
}
