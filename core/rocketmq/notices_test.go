package rocketmq_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/trace"
)

// joins is a group of one on a broker that notifies in some way; two more join at
// 35 and 36 s. Ticks are far apart, so that nothing but a notice tells c1.
func joins(notices string) string {
	return "timers rebalance-wait=10m heartbeat=10m\nbroker a notices=" + notices + "\ntopic orders a:6\nproducer orders rate=60/s\n" +
		"group g topic=orders work=5ms\nconsumer c1 group=g\nat 35s join c2 group=g\nat 36s join c3 group=g\nrun 70s\n"
}

// Facts §0: with realTimeNotifyConsumerChange off the changes of a group are told
// every 15 s, for the first time 30 s after the broker's start, and once however
// many there were. c1's own registration is told at 30 s, both joins at 45 s.
func TestBatchedNotices(t *testing.T) {
	p := play(t, joins("batched"))
	assert.Equal(t, []int64{30_001, 45_001}, times(p.events(trace.KindNotice, "c1")))
	assert.Equal(t, []int64{45_001}, times(p.events(trace.KindNotice, "c2")))
	assert.Equal(t, []int64{45_001}, times(p.events(trace.KindNotice, "c3")))
	// c2 takes its share 1 s after its client was made, at 36 s; c1 gives it up when it
	// is told, so both hold it meanwhile.
	assert.InDelta(t, (45_001-36_000)*nsPerMS, p.ledger().DoubleMax, 10*float64(nsPerMS))

	p = play(t, joins("real-time"))
	assert.Equal(t, []int64{51 + 1, 35_052, 36_052}, times(p.events(trace.KindNotice, "c1")), "one way after each heartbeat's")
	assert.Less(t, p.ledger().DoubleMax, int64(1_100)*nsPerMS)

	p = play(t, joins("off"))
	assert.Empty(t, p.events(trace.KindNotice, ""), "notifyConsumerIdsChangedEnable=false")
	assert.Positive(t, p.ledger().Double, "so nobody gives anything up before its tick")
}

// The timer runs from the broker's own start, and what waits is lost with the process.
func TestBatchedNoticesAfterARestart(t *testing.T) {
	text := strings.Replace(joins("batched"), "run 70s", "at 40s kill a\nat 41s start a\nrun 100s", 1)
	p := play(t, text)
	for _, at := range times(p.events(trace.KindNotice, "")) {
		assert.Contains(t, []int64{30_001, 71_001, 86_001}, at, "30 s after 41 s, then every 15 s")
	}
	require.NotEmpty(t, p.events(trace.KindNotice, "c2"))
}

// A throttled broker answers each pull SYSTEM_BUSY, tried again after 1 s, or
// FLOW_CONTROL, tried again after 20 ms (facts §0), each with 2 ms on the way: in
// 10 s about 10,000/1,002 = 10 and 10,000/22 = 454 times.
func TestThrottledBroker(t *testing.T) {
	run := func(answer, settings string) *played {
		return play(t, group(1, "200/s", "work=1ms "+settings, "consumer c1 group=g\nat 10s throttle a "+answer+"\nat 20s throttle a off\nrun 21.9s"))
	}
	p := run("busy", "")
	assert.InDelta(t, 10, p.view().Delivery.Refused, 1)
	assert.InDelta(t, 10, len(p.events(trace.KindRefused, "c1")), 1)
	p = run("flow-control", "")
	assert.InDelta(t, 454, p.view().Delivery.Refused, 3)
	refused := p.events(trace.KindRefused, "c1")
	require.Len(t, refused, 1, "the first of the row")
	assert.EqualValues(t, 215, refused[0].A)
	assert.Equal(t, trace.KindThrottle, p.Log().Event(refused[0].Cause).Kind)
	assert.Len(t, p.events(trace.KindThrottle, ""), 2)
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(3), "and then it goes on")
	assert.Zero(t, p.ledger().Duplicates+p.ledger().Skipped)

	assert.InDelta(t, 454, run("flow-control", "mode=lite").view().Delivery.Refused, 3)
	assert.InDelta(t, 454, run("flow-control", "mode=pop").view().Delivery.Refused, 3)
	// The Go client knows no such code: 3 s (_PullDelayTimeWhenError).
	assert.InDelta(t, 3, run("flow-control", "client=go").view().Delivery.Refused, 1)

	p = play(t, "timers pull-retry-flow-control=98ms\n"+group(1, "200/s", "work=1ms", "consumer c1 group=g\nat 10s throttle a flow-control\nat 20s throttle a off\nrun 21.9s"))
	assert.InDelta(t, 100, p.view().Delivery.Refused, 2, "each 98 + 2 ms")
	// What a held pull waits for is not refused: it is past the queue of requests.
	p = play(t, group(1, "0/s", "", "consumer c1 group=g\nat 5s throttle a busy\nat 6s burst orders 1\nrun 6.5s"))
	assert.EqualValues(t, 1, p.ledger().Distinct)
	// A restart ends it.
	p = play(t, group(1, "10/s", "", "consumer c1 group=g\nat 5s throttle a busy\nat 6s stop a\nat 7s start a\nrun 30s"))
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(2))
}

// Facts §0: messages live for 72 h; with message-life=1m the broker's look at
// 200 s (the first at 60 s, then each 10 s) finds those stored before 140 s too old,
// to the second: at 10 a second those below 1,400.
func TestMessageLife(t *testing.T) {
	p := play(t, "timers message-life=1m\n"+group(1, "10/s", "from=first work=1ms", "at 200.5s join c1 group=g\nrun 209s"))
	repair := p.events(trace.KindRepair, "c1")
	require.Len(t, repair, 1, "0 is below the minimum: OFFSET_ILLEGAL")
	assert.EqualValues(t, 0, repair[0].A)
	lowest := repair[0].B
	assert.LessOrEqual(t, lowest, int64(1400))
	assert.Greater(t, lowest, int64(1400-11))
	l := p.ledger()
	assert.Equal(t, lowest, l.LostBy[lossExpired], "skipped, with the cause")
	assert.Equal(t, lowest, l.Skipped)
	assert.Equal(t, l.Produced, l.Distinct+l.Skipped+l.Backlog())
	assert.LessOrEqual(t, l.Backlog(), int64(2))
	deleted := p.events(trace.KindDeleted, "")
	assert.Equal(t, int64(70_000), deleted[0].At/nsPerMS, "at 60 s nothing is older than a minute")
	// A queue that nobody writes to any more is deleted whole.
	p = play(t, "timers message-life=1m\n"+group(1, "0/s", "", "at 5s burst orders 100\nrun 90s"))
	assert.EqualValues(t, 100, p.ledger().LostBy[lossExpired])
	// Nothing goes by upstream's own 72 h.
	p = play(t, group(1, "10/s", "", "run 10m"))
	assert.Empty(t, p.events(trace.KindDeleted, ""))
}

// A message that waits in the retry topic grows old there. It failed at 5 s; its
// copy is written 10 s later (level 3), when nobody is left, and is older than 30 s
// at the look of 60 s.
func TestMessageLifeOfRetries(t *testing.T) {
	p := play(t, "timers message-life=30s\n"+group(1, "0/s", "fail=100%", "consumer c1 group=g\nat 5s burst orders 1\nat 6s kill c1\nrun 50s"))
	assert.EqualValues(t, 1, p.ledger().Retrying)
	p = play(t, "timers message-life=30s\n"+group(1, "0/s", "fail=100%", "consumer c1 group=g\nat 5s burst orders 1\nat 6s kill c1\nrun 65s"))
	l := p.ledger()
	assert.Zero(t, l.Retrying)
	assert.EqualValues(t, 1, l.LostBy[lossExpired])
	assert.Zero(t, l.Backlog())
}

// Facts §b: what is expired or gone cannot be popped.
func TestPopPassesOverWhatIsDeleted(t *testing.T) {
	p := play(t, "timers message-life=1m\n"+group(1, "10/s", "mode=pop from=first work=1ms", "consumer c1 group=g\nat 20s freeze c1\nat 300s thaw c1\nrun 330s"))
	l := p.ledger()
	assert.Equal(t, l.Produced, l.Distinct+l.LostBy[lossExpired]+l.Backlog())
	assert.Greater(t, l.LostBy[lossExpired], int64(1_500))
}
