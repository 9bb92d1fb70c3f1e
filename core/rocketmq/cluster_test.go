package rocketmq_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/model"
	"ringside/core/rocketmq"
	"ringside/core/script"
	"ringside/core/trace"
)

// played is a cluster run to its script's end, with what the tests ask of it.
type played struct {
	*rocketmq.Cluster
	t *testing.T
	// noted counts the events of each kind, those of single messages included.
	noted map[trace.Kind]int
}

// play runs a script; every is called, when given, after each event.
func play(t *testing.T, text string, every ...func(*rocketmq.Cluster)) *played {
	t.Helper()
	s, err := script.Parse(text)
	require.NoError(t, err)
	c, err := rocketmq.New(s.Scenario())
	require.NoError(t, err)
	p := &played{c, t, map[trace.Kind]int{}}
	c.Log().Tail(func(e *trace.Event) { p.noted[e.Kind]++ })
	for c.Step(int64(s.Scenario().Run)) {
		for _, f := range every {
			f(c)
		}
	}
	return p
}

// index finds a name.
func index(t *testing.T, names []string, name string) int32 {
	t.Helper()
	for i, n := range names {
		if n == name {
			return int32(i)
		}
	}
	require.Fail(t, "no such name", name)
	return -1
}

func (p *played) consumer(name string) int32 { return index(p.t, p.Log().Consumers, name) }
func (p *played) queue(name string) int32    { return index(p.t, p.Log().Queues, name) }
func (p *played) ledger() *ledger.Group      { return p.Groups()[0] }

// events are the stored events of a kind, of one consumer ("" any).
func (p *played) events(kind trace.Kind, consumer string) []trace.Event {
	var out []trace.Event
	for _, e := range p.Log().Events() {
		if e.Kind == kind && (consumer == "" || e.Consumer == p.consumer(consumer)) {
			out = append(out, e)
		}
	}
	return out
}

// times are the milliseconds of events.
func times(events []trace.Event) []int64 {
	var out []int64
	for _, e := range events {
		out = append(out, e.At/int64(time.Millisecond))
	}
	return out
}

// allocations are those of a consumer that concern the first topic.
func (p *played) allocations(consumer string) []trace.Event {
	var out []trace.Event
	for _, e := range p.events(trace.KindAllocate, consumer) {
		if e.Topic == 0 {
			out = append(out, e)
		}
	}
	return out
}

// share are the queues of an allocation by name.
func (p *played) share(e trace.Event) []string {
	var out []string
	for _, q := range p.Log().Allocation(&e).Queues {
		out = append(out, p.Log().Queues[q])
	}
	return out
}

// group is a script of one broker, one topic of n queues and a group.
func group(n int, rate, settings, rest string) string {
	return fmt.Sprintf("broker a\ntopic orders a:%d\nproducer orders rate=%s\ngroup g topic=orders %s\n%s\n", n, rate, settings, rest)
}

// Recording join and "Seen in many files": first allocation 1,000 ms after the
// client is made, first pull 500 ms after the queue was taken, ticks 20 s apart.
func TestStartAndRhythm(t *testing.T) {
	p := play(t, group(4, "40/s", "", "consumer c1 group=g\nrun 70s"))
	alloc := times(p.allocations("c1"))
	require.Len(t, alloc, 4)
	assert.InDelta(t, 1000, alloc[0], 10)
	for i := 1; i < len(alloc); i++ {
		assert.InDelta(t, 20_000, alloc[i]-alloc[i-1], 25)
	}
	take, pull := p.events(trace.KindTake, "c1"), p.events(trace.KindFirstPull, "c1")
	for i := range 4 {
		assert.InDelta(t, 500, (pull[i].At-take[i].At)/1e6, 12, "dispatchPullRequest waits 500 ms")
	}
}

// "A notice within 1 s of the last run waits until that second is over": scale-50
// has four joins within 0.75 s, and each old member allocates twice.
func TestWakeUpsCoalesce(t *testing.T) {
	p := play(t, group(8, "8/s", "", `consumer c1 group=g
at 30s join c2 group=g
at 30.25s join c3 group=g
at 30.5s join c4 group=g
at 30.75s join c5 group=g
run 34s`))
	var in []int64
	var ids []int
	for _, e := range p.allocations("c1") {
		if ms := e.At / 1e6; ms >= 30_000 {
			in = append(in, ms)
			ids = append(ids, len(p.Log().Allocation(&e).IDs))
		}
	}
	// The first when c2's heartbeat arrives (start=50ms, 1 ms on the way), the
	// second 1,000 ms after the end of the first.
	require.Len(t, in, 2)
	assert.InDelta(t, 30_052, in[0], 10)
	assert.InDelta(t, 1000, in[1]-in[0], 15)
	assert.Equal(t, []int{2, 5}, ids)
	assert.Len(t, p.events(trace.KindNotice, "c1"), 1+4, "its own start and four joins")
}

// Recording leave: unregistering tells the others at once, and the offsets go
// out before.
func TestCleanLeave(t *testing.T) {
	p := play(t, group(8, "67/s", "work=5ms", `consumer c1 group=g
consumer c2 group=g
consumer c3 group=g
at 40s leave c3
run 60s`))
	stop := p.events(trace.KindStop, "c3")[0]
	var first int64
	for _, e := range p.allocations("c1") {
		if e.At > stop.At && first == 0 {
			first = e.At
		}
	}
	assert.Less(t, (first-stop.At)/1e6, int64(250), "allocated by the notice, not by the tick")
	by := p.events(trace.KindCommit, "c3")
	assert.EqualValues(t, trace.CommitByShutdown, by[len(by)-1].A)
	assert.Equal(t, stop.At, by[len(by)-1].At)
	assert.Len(t, p.events(trace.KindUnregister, "c3"), 1)
	assert.Zero(t, p.ledger().ByCause[ledger.CauseCrash])
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(8), "nothing is lost: open is only what has just been produced")
}

// Facts §c [rec]: at a low rate exactly one message per queue of the victim is
// repeated at a kill, since each pull carries the offset known when it was sent
// (recording kill: one each of c3's two queues).
func TestKillAtALowRateRepeatsOneMessagePerQueue(t *testing.T) {
	p := play(t, group(8, "80/s", "work=5ms", `consumer c1 group=g
consumer c2 group=g
consumer c3 group=g
at 43s kill c3
run 60s`))
	killed := p.events(trace.KindKill, "c3")[0]
	perQueue := map[int32]int64{}
	for _, e := range p.events(trace.KindDuplicates, "") {
		// Beside these, a queue that moves between the survivors may bring one more:
		// its new owner may ask for the offset before the old one's reaches the broker.
		if e.At > killed.At && e.C == int64(ledger.CauseCrash) {
			assert.Equal(t, killed.ID, e.Cause, "the cause is the kill itself")
			perQueue[e.Queue] += e.B
		}
	}
	assert.Equal(t, map[int32]int64{p.queue("a/6"): 1, p.queue("a/7"): 1}, perQueue)
	closed := p.events(trace.KindClose, "c3")
	require.Len(t, closed, 1)
	assert.Zero(t, closed[0].A, "a closed socket, not an idle one")
	assert.Less(t, closed[0].At-killed.At, int64(5*time.Millisecond))
}

// Facts §d [rec]: two timers race for a frozen process. Frozen just after its
// heartbeat, the idle close comes first, 120 s after the last traffic, and tells
// the others.
func TestFrozenRightAfterItsHeartbeatIsClosedAsIdle(t *testing.T) {
	p := play(t, group(8, "80/s", "work=5ms", `consumer c1 group=g
consumer c2 group=g
consumer c3 group=g
at 32s freeze c3
run 160s`))
	assert.Empty(t, p.events(trace.KindExpire, ""))
	closed := p.events(trace.KindClose, "c3")
	require.Len(t, closed, 1)
	assert.EqualValues(t, 1, closed[0].A, "idle")
	// The last traffic is the broker's answer to the held pulls: within one
	// message interval of the queue (8 queues at 80/s: 100 ms) after the freeze.
	assert.InDelta(t, 152_000, closed[0].At/1e6, 150)
	after := p.allocations("c1")
	last := after[len(after)-1]
	assert.InDelta(t, closed[0].At/1e6, last.At/1e6, 10, "told at once")
	assert.Equal(t, []string{"a/0", "a/1", "a/2", "a/3"}, p.share(last))
}

// The same, frozen long after the heartbeat: the scan finds it first (120 s after
// the heartbeat, looked for every 10 s) and tells nobody; the others find out at
// their next tick.
func TestFrozenLongAfterItsHeartbeatExpiresInSilence(t *testing.T) {
	p := play(t, group(8, "80/s", "work=5ms", `consumer c1 group=g
consumer c2 group=g
consumer c3 group=g
at 58s freeze c3
run 185s`))
	expired := p.events(trace.KindExpire, "c3")
	require.Len(t, expired, 1)
	// Heartbeats at 1 s and 31 s: more than 120 s old first at the scan of 160 s.
	assert.EqualValues(t, 160_000, expired[0].At/1e6)
	assert.Empty(t, p.events(trace.KindClose, "c3"))
	for _, e := range p.events(trace.KindNotice, "") {
		assert.Less(t, e.At, expired[0].At, "no notice")
	}
	for _, e := range p.allocations("c1") {
		if e.At > expired[0].At {
			assert.Len(t, p.Log().Allocation(&e).IDs, 2)
			assert.InDelta(t, 161_000, e.At/1e6, 300, "the tick: 1 s + 8 × 20 s")
			break
		}
	}
}

// Facts §d: an empty pull is answered by the 5 s check once it is 15 s old; that
// answer is what first records an offset for an idle queue (correctTagsOffset).
func TestLongPolling(t *testing.T) {
	p := play(t, "broker a\ntopic orders a:1\ngroup g topic=orders\nconsumer c1 group=g\nrun 26s")
	// Held from 1.5 s, 15 s old at 16.5 s, answered by the check of 20 s; the
	// persist of 25 s sends the 0 that this recorded (a pull carries no 0).
	assert.EqualValues(t, 0, p.Stored(0, p.queue("a/0")))
	// The retry queue comes with the rebalance of 21 s: at the first one the topic
	// had only just been made, and its route was fetched.
	assert.Equal(t, 2+1, p.noted[trace.KindPull])
	before := play(t, "broker a\ntopic orders a:1\ngroup g topic=orders\nconsumer c1 group=g\nrun 19.9s")
	assert.EqualValues(t, -1, before.Stored(0, before.queue("a/0")), "not found + LAST_OFFSET records nothing")
	assert.Equal(t, 1, before.noted[trace.KindPull])
}

// A message wakes the held pull at once: delivered after one way (1 ms).
func TestArrivalWakesTheHeldPull(t *testing.T) {
	p := play(t, group(1, "1/s", "work=5ms", "consumer c1 group=g\nrun 20s"))
	l := &p.ledger().Queues[0]
	// The first message is sent at 0 s, so those of 0 to 19 s are done; the last at
	// 19 s + 1 ms on the way + 5 ms of work.
	assert.EqualValues(t, 19_006, l.LastComplete/1e6)
	assert.EqualValues(t, 20, l.Completions)
}

// Recording flow-control: a pull is put off while more than 1,000 are cached,
// then brings up to 32, so at most 1,032 are cached.
func TestFlowControl(t *testing.T) {
	p := play(t, group(4, "300/s", "work=200ms threads=1", "consumer c1 group=g\nrun 30s"))
	v := model.View{Topic: -1}
	p.View(&v)
	full := 0
	for _, q := range v.Queues {
		assert.LessOrEqual(t, q.InProcess, 1032, q.Name)
		if q.InProcess > 1000 {
			full++
		}
	}
	// One thread works off one pull after the other, so one queue at a time is below.
	assert.GreaterOrEqual(t, full, 3)
	assert.GreaterOrEqual(t, v.Consumers[0].PutOff, 3, "each of them is put off")
	p = play(t, group(4, "300/s", "work=1ms", "consumer c1 group=g\nrun 30s"))
	p.View(&v)
	assert.Zero(t, v.Consumers[0].PutOff)
}
