package rocketmq_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ringside/core/ledger"
	"ringside/core/model"
	"ringside/core/rocketmq"
	"ringside/core/script"
	"ringside/core/trace"
)

// after sums the duplicates of one cause since a time.
func (p *played) after(at int64, cause ledger.Cause) int64 {
	var n int64
	for _, e := range p.events(trace.KindDuplicates, "") {
		if e.At >= at && ledger.Cause(e.C) == cause {
			n += e.B
		}
	}
	return n
}

// draining is the recording kill-while-draining: a backlog, 50 ms a message and
// 20 threads each, c2 killed at 9 s after the start.
func draining(commit string) string {
	return fmt.Sprintf(`broker a
topic drain a:6
producer drain rate=400/s
group g topic=drain work=50ms %s
at 22s join c1 group=g
at 22.5s join c2 group=g
at 23s join c3 group=g
at 21s set drain rate=20/s
at 31s kill c2
run 60s`, commit)
}

// Facts §c [rec]: draining a backlog, one to two pulled batches of 32 per queue
// are repeated at a kill, whatever the timer.
func TestKillWhileDrainingRepeatsOneToTwoPulls(t *testing.T) {
	p := play(t, draining(""))
	perQueue := map[int32]int64{}
	for _, e := range p.events(trace.KindDuplicates, "") {
		if ledger.Cause(e.C) == ledger.CauseCrash {
			perQueue[e.Queue] += e.B
		}
	}
	require.Len(t, perQueue, 2, "c2 had two of six queues")
	for q, n := range perQueue {
		assert.GreaterOrEqual(t, n, int64(20), p.Log().Queues[q])
		assert.LessOrEqual(t, n, int64(64), p.Log().Queues[q])
	}
}

// With a commit after each message, what a kill repeats is bounded by what was
// finished and not yet stored: with sync a thread stands still until the broker
// has it, so at most one message a thread; out-of-order ends add those above the
// smallest unfinished offset, at most one a thread as well.
func TestSyncCommitRepeatsAtMostWhatTheThreadsHold(t *testing.T) {
	sync := play(t, draining("commit=sync"))
	interval := play(t, draining(""))
	assert.LessOrEqual(t, sync.ledger().ByCause[ledger.CauseCrash], int64(2*20))
	assert.Less(t, sync.ledger().ByCause[ledger.CauseCrash], interval.ledger().ByCause[ledger.CauseCrash])
	for _, e := range sync.events(trace.KindCommit, "") {
		assert.EqualValues(t, trace.CommitByRemoval, e.A, "no timer; one-way only what is given up")
	}
}

// A sync commit costs the thread one round trip a batch: with 10 ms each way and
// 5 ms of work one thread does 1 message in 25 ms, with async one in 5 ms.
func TestSyncCommitCostsARoundTrip(t *testing.T) {
	rate := func(commit string) int64 {
		p := play(t, "net latency=10ms\n"+group(1, "1000/s", "work=5ms threads=1 commit="+commit, "consumer c1 group=g\nrun 21.5s"))
		return p.ledger().Completions
	}
	// The first pull leaves at 1.52 s or so; about 20 s remain.
	assert.InDelta(t, 20_000/25, rate("sync"), 10)
	assert.InDelta(t, 20_000/5, rate("async"), 25)
}

// Recording freeze-short: frozen for 40 s, well inside the expiry: nobody takes
// over, and nothing is completed again.
func TestShortFreezeOnlyDelays(t *testing.T) {
	p := play(t, group(8, "50/s", "work=5ms", `consumer c1 group=g
consumer c2 group=g
consumer c3 group=g
at 30s freeze c3
at 70s thaw c3
run 105s`))
	assert.Zero(t, p.after(int64(30*time.Second), ledger.CauseOverlap))
	assert.Empty(t, p.events(trace.KindClose, ""))
	q := &p.ledger().Queues[p.queue("a/6")]
	assert.InDelta(t, 40_000, q.SilenceMax/1e6, 1200, "41.1 s recorded")
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(8))
}

// Recording freeze-long: the thawed member is listed again, so it is given the
// same share and never reads the offset anew; everything done meanwhile is
// repeated, as an overlap, and its late persists throw the offset back.
func TestLongFreezeRepeatsEverythingDoneMeanwhile(t *testing.T) {
	// The names matter: with these the client computes its retry topic first, and
	// its heartbeat arrives before it asks for the list that counts.
	p := play(t, `broker a
topic freeze-long a:8
producer freeze-long rate=50/s
group g-freeze-long topic=freeze-long work=5ms
consumer c1 group=g-freeze-long
at 1.5s join c2 group=g-freeze-long
at 3s join c3 group=g-freeze-long
at 37s freeze c3
at 197s thaw c3
run 237s`)
	n := p.after(int64(197*time.Second), ledger.CauseOverlap)
	// 50/s over 8 queues: 6.25/s a queue, two queues, 160 s less the 1.2 s or so it
	// takes after the thaw: about 2,000; recorded were 1,948.
	assert.InDelta(t, 2000, n, 30)
	assert.NotEmpty(t, p.events(trace.KindOffsetBack, "c3"))
	assert.Greater(t, p.ledger().DoubleMax, int64(38*time.Second))
	// The persists missed leave in one burst, with the heartbeats and route polls
	// missed between them on the one thread: 160 s / 5 s = 32 (30 recorded in 160 s).
	burst := 0
	for _, e := range p.events(trace.KindCommit, "c3") {
		if e.A == trace.CommitByTimer && e.At >= int64(197*time.Second) && e.At < int64(197500*time.Millisecond) {
			burst++
		}
	}
	assert.Equal(t, 32, burst)
}

// Recording queue order and "rebalances": the order of topics is that of Java's
// map. In freeze-long the retry topic came first, in join the topic itself.
func TestTopicsAreRebalancedInJavaMapOrder(t *testing.T) {
	for topic, retryFirst := range map[string]bool{"join": false, "freeze-long": true} {
		p := play(t, fmt.Sprintf("broker a\ntopic %[1]s a:8\ngroup g-%[1]s topic=%[1]s\nconsumer c1 group=g-%[1]s\nat 3s join c2 group=g-%[1]s\nrun 10s", topic))
		var second []int16
		for _, e := range p.events(trace.KindAllocate, "c2") {
			second = append(second, e.Topic)
		}
		require.Len(t, second, 2)
		assert.Equal(t, retryFirst, second[0] > second[1], topic)
	}
}

// Recording join: c1's offset reads at its start, a/7 a/3 a/4 a/5 a/6 a/0 a/1 a/2:
// the order of upstream's HashSet of MessageQueues.
func TestNewQueuesAreAddedInJavaSetOrder(t *testing.T) {
	p := play(t, "broker a\ntopic join a:8\nproducer join rate=1/s\ngroup g-join topic=join\nconsumer c1 group=g-join\nrun 3s")
	var got []string
	for _, e := range p.events(trace.KindOffsetRead, "c1") {
		got = append(got, p.Log().Queues[e.Queue])
	}
	assert.Equal(t, []string{"a/7", "a/3", "a/4", "a/5", "a/6", "a/0", "a/1", "a/2"}, got)
}

// Facts §a: the same client id twice: both compute the same share, the other
// half is read by nobody (recording same-client-id).
func TestSameClientIDTwice(t *testing.T) {
	p := play(t, group(8, "80/s", "work=5ms", `consumer c1 group=g id=10.0.0.1@7
consumer c2 group=g id=10.0.0.1@7
run 30s`))
	v := model.View{Topic: -1}
	p.View(&v)
	assert.Equal(t, []int{0, 1, 2, 3}, v.Consumers[0].Holds)
	assert.Equal(t, []int{0, 1, 2, 3}, v.Consumers[1].Holds)
	assert.Equal(t, 4, v.Double)
	for _, q := range v.Queues[4:] {
		assert.Empty(t, q.Owners, q.Name)
	}
	assert.Positive(t, v.ByCause[ledger.CauseOverlap])
}

// Facts §a.4: by config gives the same list for every topic, so the retry topic
// never balances and the client rebalances every second.
func TestByConfigNeverBalances(t *testing.T) {
	p := play(t, group(2, "2/s", "strategy=by-config config=a/0,a/1", "consumer c1 group=g\nrun 40s"))
	a := times(p.allocations("c1"))
	// From the second run on the retry topic has a route: 1 s apart.
	require.Greater(t, len(a), 15)
	assert.InDelta(t, 1000, a[len(a)-1]-a[len(a)-2], 20)
	v := model.View{Topic: -1}
	p.View(&v)
	assert.Equal(t, []int{0, 1}, v.Consumers[0].Holds)
}

// The course notes' rule: a consumer whose room has no queue takes from all, and
// overlaps with the others: shown, not hidden.
func TestSameRoomOverlapIsVisible(t *testing.T) {
	p := play(t, `broker a room=r1
broker b room=r2
topic orders a:4 b:4
producer orders rate=40/s
group g topic=orders strategy=same-room:averagely
consumer c1 group=g room=r1
consumer c2 group=g room=r2
consumer c3 group=g room=r3
run 30s`)
	v := model.View{Topic: -1}
	p.View(&v)
	assert.Equal(t, []int{0, 1, 2, 3}, v.Consumers[0].Holds)
	assert.Equal(t, []int{4, 5, 6, 7}, v.Consumers[1].Holds)
	assert.Equal(t, []int{6, 7}, v.Consumers[2].Holds, "8 queues by 3 ids: 3, 3, 2")
	assert.Equal(t, 2, v.Double)
}

// Facts §h.8: no readable queue is mqAll empty, which throws: the client tries
// again each second.
func TestAnAllocationThatThrowsIsTriedAgain(t *testing.T) {
	p := play(t, "broker a\ntopic orders a:0/4\ngroup g topic=orders\nconsumer c1 group=g\nrun 10s")
	a := p.allocations("c1")
	require.Greater(t, len(a), 5)
	last := a[len(a)-1]
	assert.True(t, p.Log().Allocation(&last).Failed)
	assert.InDelta(t, 1000, (last.At-a[len(a)-2].At)/1e6, 20)
}

// Whatever happens to whom, the ledger balances after every event, each
// duplicate has a cause that the trace knows, the broker's offsets never pass the
// log, and no place in the pool of process queues leaks.
func TestInvariantsUnderChance(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := randomScript(rt)
		s, err := script.Parse(text)
		require.NoError(rt, err, text)
		c, err := rocketmq.New(s.Scenario())
		require.NoError(rt, err)
		n := 0
		for c.Step(int64(s.Scenario().Run)) {
			if n++; n%16 == 0 {
				checkBalance(rt, c, text)
			}
		}
		checkBalance(rt, c, text)
		for _, e := range c.Log().Events() {
			if e.Kind == trace.KindDuplicates {
				require.NotNil(rt, c.Log().Event(e.Cause), text)
				require.NotZero(rt, e.C, text)
			}
			require.Less(rt, e.Cause, e.ID, "causes come before effects")
		}
		checkStored(rt, c, text)
	})
}

func checkBalance(t require.TestingT, c *rocketmq.Cluster, text string) {
	for _, g := range c.Groups() {
		require.Equal(t, g.Completions, g.Distinct+g.Duplicates, text)
		var causes int64
		for _, n := range g.ByCause {
			causes += n
		}
		require.Equal(t, g.Duplicates, causes, text)
		require.GreaterOrEqual(t, g.Backlog(), int64(0), text)
	}
}

func checkStored(t require.TestingT, c *rocketmq.Cluster, text string) {
	for q := range c.Log().Queues {
		_, end := c.LogOf(int32(q))
		for g := range c.Groups() {
			require.LessOrEqual(t, c.Stored(g, int32(q)), end, text)
		}
	}
}

// serverAction draws something that happens to a broker, a name server, a link or
// a topic; state remembers it.
func serverAction(t *rapid.T, state map[string]string, at int, names []string) string {
	who := rapid.SampledFrom([]string{"a", "ns"}).Draw(t, "server name")
	what := rapid.SampledFrom([]string{"process", "process", "link", "scale"}).Draw(t, "what happens")
	switch what {
	case "scale":
		if state["a"] != "" {
			return ""
		}
		return fmt.Sprintf("at %dms scale orders a:%d/%d\n", at, rapid.IntRange(0, 10).Draw(t, "read"), rapid.IntRange(1, 10).Draw(t, "write"))
	case "link":
		other := rapid.SampledFrom(append(names, "a")).Draw(t, "other end")
		if other == who {
			other = "ns"
		}
		key := min(who, other) + "-" + max(who, other)
		verb := "cut"
		if state[key] != "" {
			verb = "heal"
			state[key] = ""
		} else {
			state[key] = "cut"
		}
		return fmt.Sprintf("at %dms %s %s %s\n", at, verb, who, other)
	}
	verb := rapid.SampledFrom([]string{"stop", "kill", "freeze"}).Draw(t, "verb")
	switch state[who] {
	case "frozen":
		verb = rapid.SampledFrom([]string{"thaw", "kill"}).Draw(t, "verb")
	case "gone":
		verb = "start"
	}
	state[who] = map[string]string{"stop": "gone", "kill": "gone", "freeze": "frozen"}[verb]
	return fmt.Sprintf("at %dms %s %s\n", at, verb, who)
}

// randomScript draws a cluster, a group and what befalls it.
func randomScript(t *rapid.T) string {
	pick := func(name string, words ...string) string { return rapid.SampledFrom(words).Draw(t, name) }
	text := fmt.Sprintf("seed %d\n", rapid.IntRange(0, 1000).Draw(t, "seed"))
	text += "net " + pick("net", "latency=1ms", "latency=1ms jitter=3ms", "latency=30ms jitter=50ms") + "\n"
	topic := "topic orders"
	for _, b := range []string{"a", "b", "c"}[:rapid.IntRange(1, 3).Draw(t, "brokers")] {
		text += "broker " + b + " room=r" + b + "\n"
		topic += fmt.Sprintf(" %s:%d", b, rapid.IntRange(1, 8).Draw(t, "queues"))
	}
	text += rapid.SampledFrom([]string{"", "broker a-s room=ra master=a\n", "broker a-s room=ra master=a slave-read=yes\n"}).Draw(t, "slave")
	text += topic + "\nproducer orders rate=" + pick("rate", "5/s", "80/s", "1500/s") + "\n"
	text += "group g topic=orders strategy=" + pick("strategy", "averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go") +
		" commit=" + pick("commit", "sync", "async", "interval:5s", "interval:200ms") +
		" work=" + pick("work", "1ms", "1ms..40ms", "exp:10ms", "700ms") +
		" batch=" + pick("batch", "1", "4", "32") + " threads=" + pick("threads", "1", "5", "20") + "\n"
	names := []string{"c1", "c2", "c3", "c4"}[:rapid.IntRange(1, 4).Draw(t, "consumers")]
	for _, n := range names {
		text += "consumer " + n + " group=g\n"
	}
	state := map[string]string{}
	at := 0
	for range rapid.IntRange(0, 8).Draw(t, "actions") {
		at += rapid.IntRange(0, 12_000).Draw(t, "gap")
		if rapid.Bool().Draw(t, "server") {
			text += serverAction(t, state, at, names)
			continue
		}
		n := rapid.SampledFrom(names).Draw(t, "who")
		var verb string
		switch state[n] {
		case "":
			verb = pick("what", "kill", "leave", "freeze", "restart")
		case "frozen":
			verb = pick("what", "thaw", "kill")
		default:
			verb = "join"
		}
		line := fmt.Sprintf("at %dms %s %s", at, verb, n)
		switch verb {
		case "kill", "leave":
			state[n] = "gone"
			at += 3000
		case "freeze":
			state[n] = "frozen"
		case "restart":
			line += " down=2s"
			at += 4000
		default:
			state[n] = ""
		}
		text += line + "\n"
	}
	return text + fmt.Sprintf("run %dms\n", at+15_000)
}

// Found by the swarm: a clean stop in the middle of a rebalance takes nothing more.
func TestLeavingWhileTakingQueues(t *testing.T) {
	p := play(t, "net latency=20ms\n"+group(8, "8/s", "", "consumer c1 group=g\nat 1100ms leave c1\nrun 5s"))
	take, stop := times(p.events(trace.KindTake, "c1")), times(p.events(trace.KindStop, "c1"))
	require.NotEmpty(t, take, "the stop comes in the middle")
	require.Less(t, len(take), 8)
	assert.Less(t, take[len(take)-1], stop[0])
	v := model.View{Topic: -1}
	p.View(&v)
	assert.Empty(t, v.Consumers[0].Holds)
	for _, q := range v.Queues {
		assert.Empty(t, q.Owners, q.Name)
	}
}
