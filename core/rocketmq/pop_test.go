package rocketmq_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/trace"
)

const popTopic = "broker a\ntopic t a:4\nproducer t rate=40/s\n"

// Facts §g: a listener that takes longer than the invisible time is not
// acknowledged any more, so its message comes back for ever; each time it is
// completed once more. Invisible 5 s, work 6 s: popped, completed at 6 s, back
// at 7 to 8 s.
func TestPopSlowerThanTheInvisibleTime(t *testing.T) {
	p := play(t, "broker a\ntopic t a:1\nproducer t rate=0/s\ngroup g topic=t mode=pop invisible=5s work=6s\nconsumer c1 group=g\n"+
		"at 10s burst t 1\nrun 60s")
	var back []int64
	for _, e := range p.events(trace.KindRevive, "c1") {
		back = append(back, e.At/nsPerMS)
	}
	// Popped at 10.000 (a held pop is answered at once): hidden until 15.000, and the
	// first tick more than 2 s after that is 18.000; then 18.000 + 5 + more than 2: 26.000 …
	assert.Equal(t, []int64{18_000, 26_000, 34_000, 42_000, 50_000, 58_000}, back)
	// Completions 6 s and 1 ms after each pop, the first of them distinct.
	assert.EqualValues(t, 1, p.ledger().Distinct)
	assert.EqualValues(t, 5, p.ledger().Duplicates)
	assert.EqualValues(t, 5, p.ledger().ByCause[ledger.CauseInvisible])
	for _, e := range p.events(trace.KindDuplicates, "") {
		assert.Equal(t, trace.KindRevive, p.Log().Event(e.Cause).Kind)
	}
}

// One stuck member blocks no queue: the others go on, and what it had popped
// comes to them.
func TestPopFrozenMemberBlocksNothing(t *testing.T) {
	p := play(t, popTopic+"group g topic=t mode=pop work=5ms\nconsumer c1 group=g\nconsumer c2 group=g\nat 20.01s freeze c1\nrun 100s")
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(3))
	for q := range p.ledger().Queues {
		if q < 4 {
			// 10 messages a second and queue; the one that c1 was given when it froze
			// comes 62 to 63 s later, all others at once.
			assert.Less(t, p.ledger().Queues[q].SilenceMax, 400*int64(time.Millisecond))
		}
	}
}

// popThresholdForQueue: more than 96 messages popped and not acknowledged put
// the next pop off, so at most 96 + 32 are hidden by one member.
func TestPopThreshold(t *testing.T) {
	p := play(t, "broker a\ntopic t a:4\nproducer t rate=0/s\ngroup g topic=t mode=pop work=20s\nconsumer c1 group=g\nat 10s burst t 1000\nrun 15s")
	assert.Equal(t, 128, p.view().Invisible)
	assert.EqualValues(t, 4, p.view().Delivery.Found)
}

// Facts §g: with fewer members than queues and a share number, a member pops its
// own queues and those of the next members; with more members than queues one.
func TestPopShare(t *testing.T) {
	p := play(t, "broker a\ntopic t a:8\nproducer t rate=0/s\ngroup g topic=t mode=pop pop-share=1\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nconsumer c3 group=g\nconsumer c4 group=g\nrun 60s")
	v := p.view()
	assert.Equal(t, []int{0, 1, 2, 3}, v.Consumers[0].Holds)
	assert.Equal(t, []int{2, 3, 4, 5}, v.Consumers[1].Holds)
	assert.Equal(t, []int{0, 1, 6, 7}, v.Consumers[3].Holds, "the first follows the last")
	p = play(t, "broker a\ntopic t a:2\nproducer t rate=0/s\ngroup g topic=t mode=pop pop-share=1\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nconsumer c3 group=g\nrun 60s")
	v = p.view()
	assert.Equal(t, []int{0}, v.Consumers[0].Holds)
	assert.Equal(t, []int{1}, v.Consumers[1].Holds)
	assert.Equal(t, []int{0}, v.Consumers[2].Holds, "own index modulo the queues")
}

// clientRebalance=false with the default request mode: the broker allocates, with
// averagely as the client would.
func TestServerSideAllocation(t *testing.T) {
	p := play(t, "broker a\nbroker b\ntopic t a:4 b:4\nproducer t rate=80/s\ngroup g topic=t client-rebalance=false\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nat 20s join c3 group=g\nat 40s kill c1\nrun 60s")
	v := p.view()
	assert.Empty(t, v.Consumers[0].Holds)
	assert.Equal(t, []int{0, 1, 2, 3}, v.Consumers[1].Holds)
	assert.Equal(t, []int{4, 5, 6, 7}, v.Consumers[2].Holds)
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(2))
}

// Facts §g: a broker knows AVG and AVG_BY_CIRCLE only; for others it answers
// null, the client keeps what it has, here nothing, and asks again each second.
func TestServerSideAllocationKnowsTwoStrategies(t *testing.T) {
	p := play(t, "broker a\ntopic t a:4\nproducer t rate=0/s\ngroup g topic=t client-rebalance=false strategy=consistent-hash\n"+
		"consumer c1 group=g\nrun 21s")
	assert.Empty(t, p.view().Consumers[0].Holds)
	// From 1 s on, once a second and topic.
	assert.InDelta(t, 40, len(p.events(trace.KindIDListError, "c1")), 3)
}

// A pop brings up to 32 messages from all queues together; an acknowledged
// message never comes back; nothing has a single owner and nothing is double.
func TestPopDrains(t *testing.T) {
	p := play(t, "broker a\nbroker b\ntopic t a:3 b:5\nproducer t rate=0/s\ngroup g topic=t mode=pop work=1ms\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nconsumer c3 group=g\nat 10s burst t 10000\nat 10.2s kill c2\nat 11s leave c3\nrun 100s")
	assert.EqualValues(t, 10_000, p.ledger().Distinct)
	assert.Zero(t, p.ledger().Double)
	assert.Zero(t, p.ledger().Unowned)
	assert.Zero(t, p.view().Invisible)
	assert.Zero(t, p.view().Revived)
	n := int64(0)
	for _, e := range p.events(trace.KindRevive, "") {
		n += e.B
	}
	// The killed member's: at most 96 + 32 for each of two brokers.
	assert.Positive(t, n)
	assert.LessOrEqual(t, n, int64(2*(96+32)*2))
	assert.LessOrEqual(t, p.ledger().Duplicates, n)
}

// A held pop is answered empty after the 15 s that the client asked for, exactly:
// its timer is not the 5 s check of pulls.
func TestPopHold(t *testing.T) {
	p := play(t, "broker a\ntopic t a:4\nproducer t rate=0/s\ngroup g topic=t mode=pop\nconsumer c1 group=g\nrun 62s")
	d := p.view().Delivery
	// First pop at 1.5 s; every 15.002 s after that: 16.5, 31.5, 46.5, 61.5. The retry
	// topic's pulls are held from 1.5 s or 2.5 s on, 15 to 20 s each.
	require.GreaterOrEqual(t, d.Empty, int64(6))
	require.LessOrEqual(t, d.Empty, int64(8))
	assert.Equal(t, 2, d.Held)
}
