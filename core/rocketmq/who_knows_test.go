package rocketmq_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/trace"
)

// three is twoBrokers with two more members, whom c1's queues can go to.
const three = twoBrokers + "consumer c2 group=g\nconsumer c3 group=g\n"

// The rows of facts §e about consumers: who is told, and when its queues have an
// owner again. (The rows about brokers and routes: TestRouteDelays,
// TestBrokerStarts, TestNameServerRestarts.)
func TestMembersKnowWhen(t *testing.T) {
	const at = 35 * time.Second
	for _, row := range []struct {
		what, action string
		// notice and taken are ms after the event: from, to. A notice of -1: none.
		notice, taken [2]int64
	}{
		// "CHANGE at once, <= 1 s": the minimum gap is long over.
		{"consumer stops", "leave c3", [2]int64{0, 50}, [2]int64{0, 1_100}},
		{"consumer is killed", "kill c3", [2]int64{0, 50}, [2]int64{0, 1_100}},
		// "whichever comes first …: 90-121 s".
		{"consumer host freezes", "freeze c3", [2]int64{90_000, 121_000}, [2]int64{90_000, 121_100}},
	} {
		t.Run(row.what, func(t *testing.T) {
			p := play(t, three+"at 35s "+row.action+"\nrun 180s\n")
			var had []int32
			for _, e := range p.allocations("c3") {
				if e.At < int64(at) {
					had = p.Log().Allocation(&e).Queues
				}
			}
			require.NotEmpty(t, had)
			noticed := p.firstAfter(trace.KindNotice, at, func(e *trace.Event) bool { return e.Consumer == 0 }) - at.Milliseconds()
			taken := p.firstAfter(trace.KindTake, at, func(e *trace.Event) bool { return e.Queue == had[0] && e.Consumer != 2 }) - at.Milliseconds()
			if noticed >= 0 { // a freeze that the scan finds tells nobody
				assert.GreaterOrEqual(t, noticed, row.notice[0])
				assert.LessOrEqual(t, noticed, row.notice[1])
			}
			assert.GreaterOrEqual(t, taken, row.taken[0])
			assert.LessOrEqual(t, taken, row.taken[1])
			pulled := p.firstAfter(trace.KindFirstPull, at+time.Duration(taken)*time.Millisecond, func(e *trace.Event) bool { return e.Queue == had[0] })
			assert.InDelta(t, 500, pulled-taken-at.Milliseconds(), 10, "first pull 500 ms later")
		})
	}
}

// §e "All brokers of a topic gone: clients keep the last route and retry every 1 s":
// six queues (two of each broker and the retry topic's), each a try in 1,002 ms.
func TestAllBrokersGone(t *testing.T) {
	p := play(t, twoBrokers+"at 35s kill a\nat 35s kill b\nat 40s measure g\nrun 60s\n")
	assert.Empty(t, p.events(trace.KindDrop, "c1"))
	assert.InDelta(t, 6*20, p.view().Delivery.Requests, 6)
	for _, e := range p.allocations("c1") {
		assert.Equal(t, []int32{2, 2}, p.Log().Allocation(&e).Seen)
	}
}

// A broker cut off from the name server is forgotten (TestRouteDelays); healed, it is
// known again with its next registration (10, 40 … 160 s), to the client with the
// poll after it (180 s), and read with the tick after that.
func TestHealBrokerAndNameServer(t *testing.T) {
	p := play(t, twoBrokers+"at 35s cut ns b\nat 145s heal ns b\nrun 210s\n")
	gone := p.firstAfter(trace.KindBrokerUnregister, 0, any1)
	assert.InDelta(t, 135_000, gone, 10)
	assert.InDelta(t, 160_001, p.firstAfter(trace.KindBrokerRegister, 145*time.Second, any1), 1)
	assert.InDelta(t, 180_012, p.changedRoute(161*time.Second), 5)
	assert.LessOrEqual(t, p.sees(161*time.Second, "b", 2), int64(200_100))
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(3))
}

// A client cut off from its name server keeps its route; healed at 100 s it learns
// with its poll of 120 s what has changed at 40 s.
func TestHealClientAndNameServer(t *testing.T) {
	p := play(t, twoBrokers+"at 35s cut ns c1\nat 40s scale orders b:4\nat 100s heal ns c1\nrun 150s\n")
	failed := p.firstAfter(trace.KindCallFailed, 35*time.Second, func(e *trace.Event) bool { return e.B == trace.CallRoute })
	assert.InDelta(t, 63_010, failed, 5, "the poll of 60 s times out after 3 s")
	assert.InDelta(t, 120_012, p.changedRoute(35*time.Second), 5)
	acts := p.sees(35*time.Second, "b", 4)
	assert.GreaterOrEqual(t, acts, int64(120_012))
	assert.LessOrEqual(t, acts, int64(140_100))
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(3), "and reads what lay there")
}

// A client cut off from a broker gets nothing from it; healed it goes on where it
// stood. The broker does not see it go and lists it twice (facts §h.1) until the scan
// takes the old channel, 120 s after its last heartbeat; a share computed from that
// list leaves queues to nobody.
func TestHealClientAndBroker(t *testing.T) {
	p := play(t, twoBrokers+"at 22s cut b c1\nat 70s heal b c1\nrun 200s\n")
	first := p.firstAfter(trace.KindRegister, 70*time.Second, func(e *trace.Event) bool { return int32(e.Broker) == index(t, p.Log().Brokers, "b") })
	assert.GreaterOrEqual(t, first, int64(70_000))
	// The pull that the cut has swallowed fails with its connection, when the heartbeat
	// of 31 s times out; then a connection is tried each second, 3 s each time.
	assert.LessOrEqual(t, first, int64(70_000+4_100))
	assert.Zero(t, p.ledger().Skipped)
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(2))
	assert.Less(t, p.ledger().Queues[p.queue("a/0")].SilenceMax/nsPerMS, int64(1_000), "a's queues go on")
}

// A slave cut off from its master copies no offsets: its looks of 63 s and 126 s
// (more than 60 s after the last) find the link cut, or healed.
func TestHealMasterAndSlave(t *testing.T) {
	starts := func(rest string) (sum int64) {
		p := play(t, pair("", "work=100ms threads=2", "at 10s cut a a-s\nat 20s burst orders 8000\n"+rest+
			"at 130s kill a\nat 131s kill c1\nat 161s join c2 group=g\nrun 170s"))
		for _, e := range p.events(trace.KindTake, "c2") {
			if e.Queue < 2 {
				sum += e.A
			}
		}
		return sum
	}
	// 20 a second from 20 s to 126 s.
	assert.InDelta(t, 106*20, starts("at 100s heal a a-s\n"), 128, "as of 126 s, two pulled batches of a queue more or less")
	assert.Zero(t, starts(""), "it has none, and message 0 is in memory")
}

// Two brokers cut from each other, neither the other's slave: nothing passes between
// them anyway.
func TestCutBetweenMastersChangesNothing(t *testing.T) {
	p := play(t, twoBrokers+"at 22s cut a b\nat 60s heal a b\nrun 90s\n")
	q := play(t, strings.Clone(twoBrokers)+"run 90s\n")
	assert.Equal(t, q.ledger().Totals, p.ledger().Totals)
}
