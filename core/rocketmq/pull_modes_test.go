package rocketmq_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/model"
	"ringside/core/trace"
)

// view is what the first group looks like at the end.
func (p *played) view() *model.View {
	v := &model.View{Topic: -1}
	p.Cluster.View(v)
	return v
}

// Facts §g: a lite consumer has 20 threads for its pulls, each taken while a pull
// is held; the 21st queue waits for one. A pull is held for at most 20 s plus
// the 5 s check, so of 25 queues the last five are asked 20 to 25 s late.
func TestLitePullThreadsRunOut(t *testing.T) {
	p := play(t, "broker a\ntopic t a:25\nproducer t rate=0/s\ngroup g topic=t mode=lite\nconsumer c1 group=g\nrun 30s")
	assert.Equal(t, 20, p.view().Delivery.Held)
	var first []int64
	for _, e := range p.events(trace.KindFirstPull, "c1") {
		first = append(first, e.At/nsPerMS)
	}
	require.Len(t, first, 25)
	assert.Less(t, first[19], int64(1200))
	assert.Greater(t, first[20], int64(21_000))
	assert.LessOrEqual(t, first[20], int64(26_100))
	few := play(t, "broker a\ntopic t a:25\nproducer t rate=0/s\ngroup g topic=t mode=lite threads=30\nconsumer c1 group=g\nrun 30s")
	assert.Equal(t, 25, few.view().Delivery.Held)
}

// poll() moves the consume offset when it hands a batch out; auto-commit, inside a
// later poll, copies it to the store, and the timer sends that.
func TestLiteAutoCommitRunsBehindThePolls(t *testing.T) {
	p := play(t, "broker a\ntopic t a:1\nproducer t rate=0/s\ngroup g topic=t mode=lite work=100ms\n"+
		"consumer c1 group=g\nat 20s burst t 20\nat 40s kill c1\nrun 60s")
	// Two batches of ten were done by 22 s; the poll at 22 s, or the one 5 s later,
	// copied 20 to the store, and the timer sent it.
	assert.EqualValues(t, 20, p.Stored(0, p.queue("a/0")))
	assert.EqualValues(t, 20, p.ledger().Distinct)
	assert.Zero(t, p.ledger().Duplicates)
}

// Facts §g: commitSync() moves the store's value only, commitSync(offsets, true)
// sends it after each batch: the broker has it 1 ms after the batch, not at the
// next 5 s.
func TestLiteCommitSync(t *testing.T) {
	stored := func(commit string) int64 {
		p := play(t, "broker a\ntopic t a:1\nproducer t rate=0/s\ngroup g topic=t mode=lite work=0s commit="+commit+
			"\nconsumer c1 group=g\nat 21s burst t 10\nrun 21.1s")
		return p.Stored(0, p.queue("a/0"))
	}
	assert.EqualValues(t, 10, stored("lite-sync-persist"))
	assert.EqualValues(t, -1, stored("lite-sync"))
}

// DefaultMQPullConsumer with a registered topic: members share the queues, each
// asks its own; no pull is ever held, and an interval of 1 s with 10 queues is
// 10 requests a second for the group.
func TestPullLoopsShareTheQueues(t *testing.T) {
	p := play(t, "broker a\ntopic t a:10\nproducer t rate=100/s\ngroup g topic=t mode=pull every=1s work=0s\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nrun 61s")
	v := p.view()
	assert.Equal(t, []int{0, 1, 2, 3, 4}, v.Consumers[0].Holds)
	assert.Equal(t, []int{5, 6, 7, 8, 9}, v.Consumers[1].Holds)
	assert.Zero(t, v.Delivery.Held)
	// From 1 s on 60 rounds of 10.
	assert.InDelta(t, 600, v.Delivery.Requests, 20)
	assert.Zero(t, p.ledger().Duplicates)
	// Ten messages a second and queue: each pull finds about ten.
	assert.InDelta(t, 10, float64(v.Delivery.Messages)/float64(v.Delivery.Found), 1)
	// They waited between 0 and 1 s.
	assert.Less(t, v.Delivery.P99, 1100*time.Millisecond)
	assert.InDelta(t, 500, v.Delivery.Median.Milliseconds(), 60)
}

// A loop over all queues reads them whatever the others do: two members complete
// everything twice, though no queue has one owner too many.
func TestPullAllReadsEverything(t *testing.T) {
	p := play(t, "broker a\ntopic t a:4\nproducer t rate=40/s\ngroup g topic=t mode=pull-all every=100ms work=0s from=first\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nrun 30s")
	assert.InDelta(t, p.ledger().Distinct, p.ledger().Duplicates, 8)
	assert.Zero(t, p.ledger().Double)
}

// A longer round than the interval is followed by the next at once: 4 queues at
// 20 ms a request are 160 ms.
func TestPullLoopDoesNotCatchUp(t *testing.T) {
	p := play(t, "net latency=20ms\nbroker a\ntopic t a:4\nproducer t rate=0/s\ngroup g topic=t mode=pull-all every=100ms\nconsumer c1 group=g\nrun 20s")
	// 19.9 s / 40 ms a request.
	assert.InDelta(t, 497, p.view().Delivery.Requests, 10)
}

// Latency counts from the store to the hand-over: a burst of N to one thread of
// 10 ms is handed over 10 ms apart, plus 1 ms for the held pull's answer and none
// for the next pulls, which come while the thread works.
func TestLatencyOfABurst(t *testing.T) {
	for _, n := range []int{100, 20_000} {
		p := play(t, fmt.Sprintf("broker a\ntopic t a:1\nproducer t rate=0/s size=100B\ngroup g topic=t threads=1 work=10ms pull-threshold=65535 span=65535\n"+
			"consumer c1 group=g\nat 22s burst t %d\nrun 6m", n))
		d := p.view().Delivery
		assert.EqualValues(t, n, d.Handed)
		assert.Equal(t, time.Millisecond, d.Min)
		assert.Equal(t, time.Duration(n-1)*10*time.Millisecond+time.Millisecond, d.Max)
		assert.InEpsilon(t, n*5, d.Median.Milliseconds(), 0.05)
		assert.InEpsilon(t, n*99/10, d.P99.Milliseconds(), 0.05)
	}
}

// measure begins the figures anew; a held request stays held.
func TestMeasure(t *testing.T) {
	script := "broker a\ntopic t a:4\nproducer t rate=40/s\ngroup g topic=t work=0s\nconsumer c1 group=g\n%srun 62s"
	all := play(t, fmt.Sprintf(script, "")).view().Delivery
	late := play(t, fmt.Sprintf(script, "at 30s measure g\n")).view().Delivery
	assert.Greater(t, all.Max, time.Second, "the messages before the first pull")
	assert.Equal(t, time.Millisecond, late.Max, "then each goes out with the pull that waits")
	assert.InDelta(t, 1280, late.Messages, 4)
	assert.Equal(t, all.Held, late.Held)
	assert.GreaterOrEqual(t, late.Held, 4, "all but what is on its way, of four queues and the retry topic's")
}

// A pull loop that stands at a queue which a rebalance takes away goes on with the
// others, though no answer comes: here the connection is being tried when b's list
// names c2 twice and c2 gives b/0 up (facts §h.1).
func TestPullLoopGoesOnWithoutAnAnswer(t *testing.T) {
	p := play(t, "broker a\nbroker b\ntopic orders a:3 b:4\nproducer orders rate=70/s\n"+
		"group g topic=orders work=2ms..30ms threads=1 mode=pull every=700ms\nconsumer c2 group=g\nconsumer c3 group=g start=300ms\n"+
		"at 24644ms kill c2\nat 73077ms join c2\nat 96201ms cut b c2\nat 113423ms heal b c2\nrun 318s")
	v := p.view()
	for q := range v.Queues {
		assert.Len(t, v.Queues[q].Owners, 1, v.Queues[q].Name)
		assert.Less(t, p.ledger().Queues[q].SilenceMax, 110*int64(time.Second), v.Queues[q].Name)
	}
}

// A pull of DefaultMQPullConsumer waits for its answer or its exception, whatever
// the rebalance does with the queue meanwhile. c3's pull of b/1 hangs at a frozen
// broker when the queue is taken away from it (a lists c1 alone after its
// restart); the loop goes on when the connection closes, and reads again.
func TestPullLoopOutlivesAQueueTakenAwayDuringItsPull(t *testing.T) {
	p := play(t, "nameserver n1\nbroker a\nbroker b\ntopic orders a:1 b:2\ngroup g topic=orders work=2ms..30ms threads=1 mode=pull every=700ms\n"+
		"consumer c1 group=g\nconsumer c3 group=g start=300ms\nat 28450ms freeze b\nat 51944ms restart a down=3s\nat 80174ms cut c1 c3\n"+
		"at 86751ms kill n1\nat 108763ms thaw b\nat 109263ms start n1\nat 109763ms heal c1 c3\nrun 314263ms")
	q := p.queue("b/1")
	assert.EqualValues(t, -1, p.ledger().Queues[q].UnownedSince)
}
