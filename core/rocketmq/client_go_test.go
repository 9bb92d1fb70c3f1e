package rocketmq_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/trace"
)

// nsPerMS is a millisecond of a trace event's time.
const nsPerMS = int64(1_000_000)

const oneQueue = "broker a\ntopic t a:2\nproducer t rate=10/s\ngroup g topic=t\n"

// Facts §i: the first allocation follows the first heartbeat at once, the first
// pull the allocation; ticks come every 20 s from the process's start.
func TestGoClientStartsAtOnceAndTicksFromItsStart(t *testing.T) {
	p := play(t, oneQueue+"at 2s join c1 group=g client=go start=50ms\nrun 65s")
	first := p.events(trace.KindFirstPull, "c1")
	require.NotEmpty(t, first)
	// Heartbeat at 2,050; 1 ms each way: answered 2,052, id list 2,054, offset 2,056.
	assert.EqualValues(t, 2056, first[0].At/nsPerMS)
	var ticks []int64
	for _, a := range p.allocations("c1") {
		if at := a.At / nsPerMS; at > 3000 {
			ticks = append(ticks, at)
		}
	}
	// The tick, and 2 ms for the id list; then the same for the other topic at the
	// next: topics follow each other 2 ms apart. Only the topic's own are listed.
	assert.Equal(t, []int64{22_002, 42_002, 62_002}, ticks)
}

// Facts §0 [4.9]: no minimum between rebalances and no 500 ms before the first pull.
func TestJava49StartsAtOnce(t *testing.T) {
	p := play(t, oneQueue+"at 2s join c1 group=g client=java4.9 start=50ms\nrun 20s")
	first := p.events(trace.KindFirstPull, "c1")
	require.NotEmpty(t, first)
	// Heartbeat answered 2,052, id list 2,054, two offset reads of 2 ms; then the pulls.
	assert.EqualValues(t, 2058, first[0].At/nsPerMS)
}

// Facts §i: an id list error is an empty list to the Go client, so it drops all;
// Java keeps what it has. The broker forgets the group when it closes the idle
// channel of a frozen process; the thawed one finds nobody.
func TestGoClientDropsAllWhenTheBrokerKnowsNobody(t *testing.T) {
	for client, kept := range map[string]bool{"go": false, "java5": true} {
		// The heartbeat is due later than the tick after the thaw.
		p := play(t, "timers heartbeat=500s\n"+oneQueue+
			"consumer c1 group=g client="+client+"\nat 2s freeze c1\nat 190s thaw c1\nrun 192s")
		dropped := 0
		for _, e := range p.events(trace.KindDrop, "c1") {
			if e.At >= 190_000*nsPerMS {
				dropped++
			}
		}
		if kept {
			assert.Zero(t, dropped, client)
		} else {
			assert.Equal(t, 2, dropped, client)
		}
	}
}

// Facts §i: persisting one queue, done at every removal, deletes the other
// queues' offsets from memory unsaved, so of several queues given up only the
// first one's offset is sent.
func TestGoClientPersistsOnlyTheFirstQueueGivenUp(t *testing.T) {
	sent := func(client string) int {
		p := play(t, "broker a\ntopic t a:8\nproducer t rate=80/s\ngroup g topic=t client="+client+
			"\nconsumer c1 group=g\nat 20.5s join c2 group=g\nrun 23s")
		n := 0
		for _, e := range p.events(trace.KindCommit, "c1") {
			if e.A == trace.CommitByRemoval {
				p.Log().Pairs(&e, func(int32, int64) { n++ })
			}
		}
		return n
	}
	assert.Equal(t, 1, sent("go"))
	assert.Equal(t, 4, sent("java5"))
}

// A client changes with the next start of its process, as an upgrade does.
func TestClientChangesWithTheProcess(t *testing.T) {
	p := play(t, oneQueue+"consumer c1 group=g\nat 10s set c1 client=go\nat 30s restart c1 down=1s\nrun 60s")
	var pulls []int64
	for _, e := range p.events(trace.KindFirstPull, "c1") {
		pulls = append(pulls, e.At/nsPerMS)
	}
	require.NotEmpty(t, pulls)
	assert.Greater(t, pulls[0], int64(1500), "Java: 1 s, and 500 ms before the pull")
	last := pulls[len(pulls)-1]
	assert.Greater(t, last, int64(31_000))
	assert.Less(t, last, int64(31_100), "Go: at once")
}
