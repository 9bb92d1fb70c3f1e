package rocketmq_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/model"
	"ringside/core/trace"
)

// The table of facts §e, row by row: an event, when the name server knows, when
// a client's route does, when the client acts. Two brokers with two queues each;
// c1 starts at 0, so its route polls are at 10 ms + k·30 s and its ticks 20 s
// after its last run. Times are of c1.
const twoBrokers = `broker a
broker b
topic orders a:2 b:2
producer orders rate=8/s
group g topic=orders work=5ms
consumer c1 group=g
`

// firstAfter is the time in ms of the first event of a kind after a time, of c1
// where it names a consumer; -1 none.
func (p *played) firstAfter(kind trace.Kind, after time.Duration, is func(*trace.Event) bool) int64 {
	for _, e := range p.Log().Events() {
		if e.Kind == kind && e.At >= int64(after) && is(&e) {
			return e.At / int64(time.Millisecond)
		}
	}
	return -1
}

func any1(*trace.Event) bool { return true }

// sees is when c1 first allocates with so many queues of a broker in its route.
func (p *played) sees(after time.Duration, broker string, queues int32) int64 {
	b := index(p.t, p.Log().Brokers, broker)
	return p.firstAfter(trace.KindAllocate, after, func(e *trace.Event) bool {
		return e.Topic == 0 && e.Consumer == 0 && p.Log().Allocation(e).Seen[b] == queues
	})
}

// changedRoute is when c1's route poll brought something new.
func (p *played) changedRoute(after time.Duration) int64 {
	return p.firstAfter(trace.KindRoute, after, func(e *trace.Event) bool { return e.Consumer == 0 && e.A == 1 })
}

func TestRouteDelays(t *testing.T) {
	const changeAt = 35 * time.Second
	for _, row := range []struct {
		what, actions string
		kind          trace.Kind
		knows         [2]int64 // ms after the event: from, to
		broker        string
		queues        int32
		total         int64 // ms at most until the client acts
	}{
		// Incremental registration at once; poll <= 30 s, tick <= 20 s.
		{"queue count", "at 35s scale orders b:4", trace.KindBrokerRegister, [2]int64{0, 2}, "b", 4, 50_000},
		{"permission", "at 35s perm orders b w", trace.KindBrokerRegister, [2]int64{0, 2}, "b", 0, 50_000},
		{"taken off a broker", "at 35s scale orders b:0", trace.KindBrokerRegister, [2]int64{0, 2}, "b", 0, 50_000},
		{"clean stop", "at 35s stop b", trace.KindBrokerUnregister, [2]int64{0, 2}, "b", 0, 50_000},
		{"killed", "at 35s kill b", trace.KindBrokerUnregister, [2]int64{0, 2}, "b", 0, 50_000},
		// Registrations at 10 s and 40 s: the last before the freeze is that of 10 s, which
		// is more than 120 s old at the scan of 135 s (every 5 s). Then poll and tick.
		{"host hangs", "at 35s freeze b", trace.KindBrokerUnregister, [2]int64{99_900, 100_100}, "b", 0, 175_000},
		{"cut from the name server", "at 35s cut ns b", trace.KindBrokerUnregister, [2]int64{99_900, 100_100}, "b", 0, 175_000},
	} {
		t.Run(row.what, func(t *testing.T) {
			p := play(t, twoBrokers+row.actions+"\nrun 220s\n")
			knows := p.firstAfter(row.kind, changeAt, any1) - changeAt.Milliseconds()
			assert.GreaterOrEqual(t, knows, row.knows[0])
			assert.LessOrEqual(t, knows, row.knows[1], "the name server knows")
			route := p.changedRoute(changeAt + time.Duration(knows)*time.Millisecond)
			poll := route - changeAt.Milliseconds() - knows
			assert.LessOrEqual(t, poll, int64(30_000), "the client's route")
			// Its polls are at 10 ms + k·30 s, the answer 2 ms later.
			assert.InDelta(t, 12, route%30_000, 5)
			acts := p.sees(changeAt, row.broker, row.queues)
			require.Positive(t, acts)
			assert.GreaterOrEqual(t, acts, route, "a route change wakes nobody")
			assert.LessOrEqual(t, acts-route, int64(20_100), "the next tick uses it")
			assert.LessOrEqual(t, acts-changeAt.Milliseconds(), row.total)
		})
	}
}

// §e "broker starts": it registers at once, and a client that has the route
// registers there with its next heartbeat round, which brings the notice.
func TestBrokerStarts(t *testing.T) {
	p := play(t, twoBrokers+"at 10s stop b\nat 35s start b\nrun 120s\n")
	assert.InDelta(t, 35_001, p.firstAfter(trace.KindBrokerRegister, 35*time.Second, any1), 1)
	assert.InDelta(t, 60_012, p.changedRoute(35*time.Second), 5, "poll of 60 s")
	b := index(t, p.Log().Brokers, "b")
	registered := p.firstAfter(trace.KindRegister, 35*time.Second, func(e *trace.Event) bool { return int32(e.Broker) == b })
	// The heartbeat of 61 s, or a rebalance that asks b for the ids before.
	assert.GreaterOrEqual(t, registered, int64(60_012))
	assert.LessOrEqual(t, registered, int64(61_010))
	assert.LessOrEqual(t, p.sees(35*time.Second, "b", 2), int64(62_100))
}

// §e "name server restarts": empty until each broker's next registration; asks
// meanwhile get 17 and change nothing.
func TestNameServerRestarts(t *testing.T) {
	p := play(t, twoBrokers+"at 51s stop ns\nat 52s start ns\nat 55s join c2 group=g\nrun 120s\n")
	// Brokers register at 10, 40, 70, 100 s.
	assert.InDelta(t, 70_001, p.firstAfter(trace.KindBrokerRegister, 52*time.Second, any1), 1)
	at := p.firstAfter(trace.KindRouteError, 52*time.Second, func(e *trace.Event) bool { return e.Consumer == 0 })
	assert.InDelta(t, 60_012, at, 5, "c1's poll is answered 17")
	for _, e := range p.allocations("c1") {
		assert.Equal(t, []int32{2, 2}, p.Log().Allocation(&e).Seen, "and it keeps its route")
	}
	// c2 starts without a route; its first tick, 20 s after its client was made, asks again.
	first := p.firstAfter(trace.KindRegister, 55*time.Second, func(e *trace.Event) bool { return e.Consumer == 1 })
	assert.InDelta(t, 75_000, first, 30)
}

// A name server is alone: what one does not know, another may. A client whose own
// one is down goes on with the next (NettyRemotingClient).
func TestEachNameServerIsAlone(t *testing.T) {
	text := strings.Replace(twoBrokers, "broker a\n", "nameserver n1\nnameserver n2\nbroker a\n", 1)
	p := play(t, text+"at 5s cut n1 b\nat 170s stop n1\nrun 220s\n")
	v := model.View{Topic: -1}
	p.View(&v)
	assert.False(t, v.NameServers[0].Up)
	assert.Equal(t, []int{0, 1}, v.NameServers[1].Brokers)
	assert.Len(t, v.NameServers[1].Routes, 2)
	gone := p.firstAfter(trace.KindBrokerUnregister, 0, any1)
	assert.InDelta(t, 125_000, gone, 5100, "n1 forgot b 120 s after its last registration; n2 did not")
	assert.Len(t, p.events(trace.KindBrokerUnregister, ""), 1)
	last := p.allocations("c1")
	assert.Equal(t, []int32{2, 2}, p.Log().Allocation(&last[len(last)-1]).Seen, "after n1 stopped, n2 is asked")
	p = play(t, text+"at 5s stop n1\nat 6s stop n2\nat 10s join c2 group=g\nrun 40s\n")
	assert.Len(t, p.events(trace.KindStartFailed, "c2"), 1, "no name server answers: start() throws")
	assert.Empty(t, p.events(trace.KindStarted, "c2"))
}

// Facts §b: id list fails: keep, 20 s. A broker that is down refuses at once.
func TestIDListOfADeadBrokerKeepsTheQueues(t *testing.T) {
	p := play(t, strings.Replace(twoBrokers, "topic orders a:2 b:2", "topic orders b:2", 1)+"at 30s kill b\nat 90s start b\nrun 130s\n")
	failed := p.firstAfter(trace.KindIDListError, 30*time.Second, any1)
	assert.Positive(t, failed)
	assert.Empty(t, p.events(trace.KindDrop, "c1"), "the queues are kept")
	var gaps []int64
	var last int64
	for _, e := range p.events(trace.KindIDListError, "c1") {
		if ms := e.At / 1e6; ms-last > 1000 {
			gaps = append(gaps, ms-last)
			last = ms
		}
	}
	for _, g := range gaps[1:] {
		assert.InDelta(t, 20_000, g, 100)
	}
	// Pulls fail at once and are tried again each second, so the restarted broker has
	// a connection again within about one, and with it the heartbeat.
	back := p.firstAfter(trace.KindRegister, 90*time.Second, any1)
	assert.GreaterOrEqual(t, back, int64(90_000))
	assert.LessOrEqual(t, back, int64(91_100))
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(2))
}

// A request that is not answered times out after its own time: id list and
// heartbeat 3 s, offset query 5 s, pull 30 s (+1 s until the table is looked through).
func TestTimeOuts(t *testing.T) {
	one := strings.Replace(twoBrokers, "topic orders a:2 b:2", "topic orders b:2", 1)
	p := play(t, one+"at 22s freeze b\nrun 80s\n")
	how := map[int64][]int64{}
	for _, e := range p.events(trace.KindCallFailed, "c1") {
		if e.C == trace.FailedTimedOut {
			how[e.B] = append(how[e.B], e.At/1e6)
		}
	}
	// The periodic heartbeat leaves at 31 s; the id list at the tick of 42 s (runs at
	// 1 s, at 2 s by the notice, then each 20 s).
	assert.InDelta(t, 34_000, how[trace.CallHeartbeat][0], 5)
	require.NotEmpty(t, how[trace.CallIDList])
	assert.InDelta(t, 45_000, how[trace.CallIDList][0], 100)

	// Cut: the heartbeat of 31 s times out and takes its connection with it; the next
	// request cannot connect, which costs 3 s too.
	p = play(t, one+"at 22s cut b c1\nat 70s heal b c1\nrun 100s\n")
	assert.InDelta(t, 34_000, p.firstAfter(trace.KindCallFailed, 22*time.Second, any1), 5)
	// The broker does not see the client go: after the heal its old connection and the
	// new one are both listed (facts §h.1), until the scan, which takes the old one
	// 120 s after its last heartbeat, that of 1 s.
	twice := p.firstAfter(trace.KindMembers, 70*time.Second, func(e *trace.Event) bool { return len(p.Log().IDs(e)) == 2 })
	assert.GreaterOrEqual(t, twice, int64(70_000))
	assert.LessOrEqual(t, twice, int64(74_100), "the next pull's retry: 1 s after the last attempt's 3 s")
	p = play(t, one+"at 22s cut b c1\nat 70s heal b c1\nrun 150s\n")
	assert.Len(t, p.Members(0, int(index(t, p.Log().Brokers, "b"))), 1)

	// Nothing but pulls: without heartbeat and tick in between, 30 s and the second.
	p = play(t, "timers heartbeat=10m rebalance-wait=10m route-poll=10m\n"+one+"at 22s freeze b\nrun 60s\n")
	pulls := p.firstAfter(trace.KindCallFailed, 22*time.Second, func(e *trace.Event) bool { return e.B == trace.CallPull })
	assert.GreaterOrEqual(t, pulls, int64(22_000+30_000-1000), "the last pull left up to 1 s before the freeze")
	assert.LessOrEqual(t, pulls, int64(22_000+31_100))
}

// Offset query error: -1, the queue is skipped and the client, not balanced,
// tries again after 1 s (RB-40's right value: unowned until then, 0 repeated).
func TestOffsetQueryFails(t *testing.T) {
	text := "broker a\nbroker b\ntopic orders a:1 b:1\nproducer orders rate=8/s\ngroup g topic=orders work=5ms\nconsumer c1 group=g\n"
	// c2 joins while b hangs: it can compute its share (from a's list), b/0, but not
	// read its offset until b goes on.
	for seed := 1; seed < 60; seed++ {
		p := play(t, fmt.Sprintf("seed %d\n", seed)+text+"at 22s freeze b\nat 23s join c2 group=g\nat 60s thaw b\nrun 110s\n")
		failed := p.firstAfter(trace.KindCallFailed, 22*time.Second, func(e *trace.Event) bool { return e.B == trace.CallOffset && e.Consumer == 1 })
		if failed < 0 {
			continue // it asked b for the list
		}
		next := p.firstAfter(trace.KindAllocate, time.Duration(failed)*time.Millisecond, func(e *trace.Event) bool { return e.Consumer == 1 })
		took := p.firstAfter(trace.KindTake, 60*time.Second, func(e *trace.Event) bool { return e.Consumer == 1 && e.Queue == p.queue("b/0") })
		assert.LessOrEqual(t, next-failed, int64(8_000), "again after 1 s, and the next list may time out")
		assert.GreaterOrEqual(t, took, int64(60_000))
		return
	}
	t.Fatal("no seed under 60 asks a")
}
