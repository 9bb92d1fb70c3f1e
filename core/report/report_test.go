package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/trace"
)

// The small cluster of these tests: topic t with queues a/0 and a/1, group g
// with c1, c2 and c2.2 (the client id of c2 again), the retry topic's queue.
func smallScenario() *script.Scenario {
	set := script.Settings{MaxReconsume: script.Unlimited, Strategy: "averagely-by-circle", Persist: 5 * time.Second, Batch: 1, Threads: 20,
		Work: script.Dist{Min: 5 * time.Millisecond}}
	hash := script.Settings{MaxReconsume: script.Unlimited, Strategy: "consistent-hash", VNodes: 10, Commit: script.CommitSync, Batch: 4, Threads: 1,
		Work: script.Dist{Kind: script.DistUniform, Min: time.Millisecond, Max: 2 * time.Millisecond}}
	timers := script.DefaultTimers()
	timers[script.TimerHeartbeat] = 5 * time.Second
	return &script.Scenario{
		Protocol: "rocketmq", Seed: 7, Timers: timers, Title: []script.Words{{Lang: "zh", Text: "小"}, {Lang: "en", Text: "Small"}},
		Brokers:   []script.Broker{{Name: "a"}},
		Topics:    []script.Topic{{Name: "t", Queues: []script.BrokerQueues{{Broker: "a", Read: 2, Write: 2}}}},
		Producers: []script.Producer{{Topic: "t", Rate: 1500}},
		Groups:    []script.Group{{Name: "g", Topics: []string{"t"}, Settings: set}},
		Consumers: []script.Consumer{
			{Name: "c1", Group: "g", ID: "127.0.0.1@c1", Settings: set},
			{Name: "c2", Group: "g", ID: "127.0.0.1@c2", Settings: set, Joins: true},
			{Name: "c2.2", Group: "g", ID: "127.0.0.1@c2", Settings: hash, Joins: true},
		},
		Actions: []script.Action{
			{At: 2 * time.Second, Kind: script.ActJoin, Target: "c2"},
			{At: 3 * time.Second, Kind: script.ActSet, Target: "t", Key: "rate", Value: "3/s", Rate: 3000},
			{At: 4 * time.Second, Kind: script.ActKill, Target: "c1"},
			{At: 9 * time.Second, Kind: script.ActRestart, Target: "c2", Down: 5 * time.Second},
		},
		Run: 20 * time.Second,
	}
}

// play is a Recorder with a log to write events into.
type play struct {
	*Recorder
	log *trace.Log
}

func newPlay(sc *script.Scenario) play {
	log := trace.NewLog()
	log.Brokers, log.Topics, log.Groups = []string{"a"}, []string{"t", "%RETRY%g"}, []string{"g"}
	log.Consumers, log.Queues = []string{"c1", "c2", "c2.2"}, []string{"a/0", "a/1", "retry:a/0"}
	return play{New(sc, log), log}
}

// add stores (or notes) an event at t milliseconds.
func (p play) add(t int64, kind trace.Kind, change func(*trace.Event), data ...int64) int32 {
	e := trace.None(kind, t*millisecond)
	if change != nil {
		change(&e)
	}
	if kind.Stored() {
		return p.log.Add(e, data...)
	}
	p.log.Note(&e)
	return 0
}

func (p play) of(consumer int32, kind trace.Kind, t int64) {
	p.add(t, kind, func(e *trace.Event) { e.Consumer, e.Group, e.Broker = consumer, 0, 0 })
}

func (p play) queue(consumer, queue int32, kind trace.Kind, t, a, b int64) {
	p.add(t, kind, func(e *trace.Event) { e.Consumer, e.Queue, e.Group, e.A, e.B = consumer, queue, 0, a, b })
}

// message plays a listener's work on one message, 5 ms long, ending at t.
func (p play) message(consumer, queue int32, offset, t int64) {
	p.queue(consumer, queue, trace.KindBegin, t-5, offset, 1)
	p.queue(consumer, queue, trace.KindComplete, t, offset, 1)
}

func (p play) allocate(t int64, consumer int32, topic int16, ids, queues []int32) {
	p.add(t, trace.KindAllocate, func(e *trace.Event) { e.Consumer, e.Topic, e.Group = consumer, topic, 0 },
		trace.EncodeAllocation(nil, &trace.Allocation{IDs: ids, Queues: queues, Seen: []int32{2}, Asked: 0})...)
}

// story is a kill with one message lost sight of: c1 holds both queues, is
// killed at 4.000 s and c2 takes a/0 at 4.100 s, a/1 at 4.300 s.
func story(p play) {
	p.of(0, trace.KindStart, 0)
	p.of(0, trace.KindHeartbeat, 100)
	p.add(101, trace.KindMembers, func(e *trace.Event) { e.Broker, e.Group = 0, 0 }, 0)
	p.of(0, trace.KindStarted, 110)
	p.allocate(1000, 0, 0, []int32{0}, []int32{0, 1})
	p.allocate(1001, 0, 1, []int32{0}, []int32{2})
	p.queue(0, 0, trace.KindTake, 1002, 0, 0)
	p.queue(0, 1, trace.KindTake, 1002, 0, 0)
	p.queue(0, 2, trace.KindTake, 1003, 0, 0)
	for i := range int64(4) { // a/0: 0 1, a/1: 0 1
		p.queue(-1, int32(i%2), trace.KindProduce, 500+i, i/2, 0)
	}
	p.queue(0, 0, trace.KindPull, 1500, 0, -1) // carries no offset: 0 is written
	p.queue(0, 0, trace.KindPull, 1600, 1, 1)  // within a second: not listed
	p.message(0, 0, 0, 1510)
	p.message(0, 1, 0, 1512)
	p.message(0, 0, 1, 1520)
	p.queue(0, 0, trace.KindRide, 1600, 1, 0)
	p.add(1700, trace.KindCommit, func(e *trace.Event) { e.Consumer, e.Group = 0, 0 }, 1, 1)
	p.of(1, trace.KindStart, 2000)
	p.of(1, trace.KindStarted, 2100)
	p.queue(0, 1, trace.KindBegin, 3998, 1, 1) // never ends
	p.of(0, trace.KindKill, 4000)
	p.add(4001, trace.KindMembers, func(e *trace.Event) { e.Broker, e.Group = 0, 0 }, 1)
	p.add(4002, trace.KindNotice, func(e *trace.Event) { e.Broker, e.Consumer, e.Group = 0, 1, 0 })
	p.allocate(4050, 1, 0, []int32{1}, []int32{0, 1})
	p.allocate(5050, 1, 0, []int32{1}, []int32{0, 1})
	p.queue(1, 0, trace.KindTake, 4100, 1, 0)
	p.queue(1, 1, trace.KindTake, 4300, 1, 0)
	p.message(1, 0, 1, 4610)
	p.add(4610, trace.KindDuplicates, func(e *trace.Event) {
		e.Consumer, e.Queue, e.Group, e.A, e.B, e.C = 1, 0, 0, 1, 1, int64(ledger.CauseCrash)
	})
	p.message(1, 1, 1, 4810)
}

func TestReportOfAKill(t *testing.T) {
	p := newPlay(smallScenario())
	story(p)
	rep := p.Report("small", 8*time.Second)

	assert.Equal(t, "Small", rep.What)
	// The restart at 9 s is not part of the first eight seconds.
	assert.JSONEq(t, `[[0,"produce","t"],[0,"start","c1"],[2000,"start","c2"],[3000,"rate",["t",3]],[4000,"kill","c1"]]`, text(t, rep.Actions))
	assert.JSONEq(t, `{"c1":{"start":0,"first_heartbeat":100,"started":110,"first_rebalance":1000,"first_message":1505,"killed":4000},
		"c2":{"start":2000,"started":2100,"first_rebalance":4050,"first_message":4605}}`, text(t, rep.Life))
	assert.JSONEq(t, `[[0,"c1",[]],[1002,"c1",["a/0","a/1"]],[1003,"c1",["a/0","a/1","retry:a/0"]],[2000,"c2",[]],
		[4000,"c1",[]],[4100,"c2",["a/0"]],[4300,"c2",["a/0","a/1"]]]`, text(t, rep.Ownership))
	assert.JSONEq(t, `[[1000,"c1","t",{"a":2},["c1"],["a/0","a/1"],"a",[]],[1001,"c1","retry",{"a":2},["c1"],["a/0"],"a",[]],
		[4050,"c2","t",{"a":2},["c2"],["a/0","a/1"],"a",[5050]]]`, text(t, rep.Rebalances))
	assert.JSONEq(t, `[[101,"a",["c1"]],[4001,"a",["c2"]]]`, text(t, rep.Members))
	assert.JSONEq(t, `[[100,"c1","heartbeat","a"],[1500,"c1","pull","a","a/0",0,0],[4002,"c2","notice","a"]]`, text(t, rep.Events))
	assert.JSONEq(t, `[[1700,"c1",[["a/1",1]]]]`, text(t, rep.Commits))
	// c2 repeats a/0's offset 1 and does a/1's offset 1, which c1 had only begun.
	assert.JSONEq(t, `[["a/0","c1",0,1,2,1505,1520],["a/1","c1",0,0,1,1507,1512],["a/0","c2",1,1,1,4605,4610],["a/1","c2",1,1,1,4805,4810]]`, text(t, rep.Deliveries))
	assert.JSONEq(t, `[["a/0",1,[["c1",1520],["c2",4610]]]]`, text(t, rep.Duplicates))
	assert.JSONEq(t, `[[4000,"kill","c1",1,{"a/0":1}]]`, text(t, rep.DuplicatesByAction))
	assert.JSONEq(t, `[[1600,"a/0",1],[1700,"a/1",1]]`, text(t, rep.Committed))
	assert.JSONEq(t, `{"a/0":[0,1,2,500,502],"a/1":[0,1,2,501,503]}`, text(t, rep.Produced))
	// a/0: nobody from 4,000 to 4,100 ms; silent from 1,520 to 4,610; a/1 until the end, 4,810 to 8,000.
	assert.JSONEq(t, `{"distinct":4,"completions":5,"duplicates":1,"interrupted":0,"failed":0,"produced":4,"duration_ms":8000,
		"not_completed_at_end":0,"not_completed_per_queue":{},"duplicates_per_queue":{"a/0":1},
		"max_unowned_ms":{"a/0":100,"a/1":300},"max_double_ms":{},
		"max_silence_ms":{"a/0":[3090,1520],"a/1":[3298,1512]},"rebalance_runs":{"c1":1,"c2":2}}`, text(t, rep.Totals))
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestSetupUsesTheRecordingsWords(t *testing.T) {
	got := text(t, newPlay(smallScenario()).Report("small", 0).Setup)
	assert.JSONEq(t, `{"brokers":["a"],"group":"g","topics":{"t":{"a":[2,2]}},"rate_per_s":{"t":1.5},"seed":7,
		"consumers":{"c1":{"id":"127.0.0.1@c1","mode":"push","strategy":"circle","topics":"t","work":5},
		"c2":{"id":"127.0.0.1@c2","mode":"push","strategy":"circle","topics":"t","work":5},
		"c2.2":{"id":"127.0.0.1@c2","mode":"push","strategy":"hash","virtual":10,"topics":"t","work":"1ms..2ms","threads":1,"batch":4,"commit":"sync"}},
		"timers_changed":{"heartbeat":"5s"}}`, got)
}

// How a member gets its messages and which client it is stands as in the recordings:
// lite-pull-sync has mode lite and commit sync, lite-pull-sync-persist syncp,
// pull-interval every in ms, go-join-leave lang go. The clients are those of the group.
func TestSetupTellsTheClientAndItsMode(t *testing.T) {
	parsed, err := script.Parse(`broker a
topic t a:4
group g topic=t
group l topic=t mode=lite commit=lite-sync
consumer c1 group=g
consumer c2 group=g client=go
consumer c3 group=g client=java4.9
consumer c4 group=l
consumer c5 group=l commit=lite-sync-persist
consumer c6 group=g mode=pull every=250ms
consumer c7 group=g mode=pop
run 10s
`)
	require.NoError(t, err)
	rep := newPlay(parsed.Scenario()).Report("x", 0)
	assert.Equal(t, "java5, go and java4.9 (simulated)", rep.Client)
	c := rep.Setup.Consumers
	assert.Equal(t, []string{"push", "", ""}, []string{c["c1"].Mode, c["c1"].Lang, c["c1"].Commit})
	assert.Equal(t, []string{"push", "go"}, []string{c["c2"].Mode, c["c2"].Lang})
	assert.Equal(t, "java4.9", c["c3"].Lang)
	assert.Equal(t, []string{"lite", "sync"}, []string{c["c4"].Mode, c["c4"].Commit})
	assert.Equal(t, []string{"lite", "syncp"}, []string{c["c5"].Mode, c["c5"].Commit})
	assert.Equal(t, "pull", c["c6"].Mode)
	assert.EqualValues(t, 250, c["c6"].Every)
	assert.Equal(t, "pop", c["c7"].Mode)
}

// A queue that two hold is doubly held until one lets go; a consumer that
// unregisters no longer counts, though its table is emptied later.
func TestDoubleHoldingAndCleanStop(t *testing.T) {
	p := newPlay(smallScenario())
	p.queue(0, 0, trace.KindTake, 1000, 0, 0)
	p.queue(1, 0, trace.KindTake, 1400, 0, 0)
	p.queue(0, 0, trace.KindDrop, 2150, 0, 0) // both for 750 ms
	p.of(1, trace.KindStop, 3000)
	p.of(1, trace.KindUnregister, 3010)
	p.queue(2, 0, trace.KindTake, 3060, 0, 0) // nobody for 50 ms
	p.of(1, trace.KindStopped, 3500)
	rep := p.Report("x", 4*time.Second)
	assert.Equal(t, map[string]int64{"a/0": 750}, rep.Totals.MaxDoubleMS)
	assert.Equal(t, map[string]int64{"a/0": 50, "a/1": 0}, rep.Totals.MaxUnownedMS)
	assert.JSONEq(t, `[[1000,"c1",["a/0"]],[1400,"c2",["a/0"]],[2150,"c1",[]],[3060,"c2.2",["a/0"]],[3500,"c2",[]]]`, text(t, rep.Ownership))
}

// The committed offset is thinned to one row a second; a step back and the
// last value are always there.
func TestCommittedIsThinned(t *testing.T) {
	p := newPlay(smallScenario())
	for i := range int64(25) { // every 100 ms: offsets 1 … 25
		p.queue(0, 0, trace.KindRide, 1000+100*i, 1+i, 0)
	}
	p.queue(0, 0, trace.KindOffsetBack, 3450, 25, 3)
	p.queue(0, 0, trace.KindRide, 3460, 4, 0)
	rep := p.Report("x", 5*time.Second)
	assert.JSONEq(t, `[[1000,"a/0",1],[2000,"a/0",11],[3000,"a/0",21],[3450,"a/0",3],[5000,"a/0",4]]`, text(t, rep.Committed))
}

// More than MaxDuplicateRows repeated messages are summed up per queue.
func TestManyDuplicatesAreSummed(t *testing.T) {
	p := newPlay(smallScenario())
	for range 2 {
		for o := range int64(MaxDuplicateRows + 1) {
			p.message(0, int32(o%2), o/2, 5000+o)
		}
	}
	rep := p.Report("x", 20*time.Second)
	// 2,001 messages, each twice: 1,001 of a/0 and 1,000 of a/1.
	assert.JSONEq(t, `{"a/0":1001,"a/1":1000}`, text(t, rep.Duplicates))
	assert.EqualValues(t, 2001, rep.Totals.Duplicates)
}

func TestSummaryFitsTheScreen(t *testing.T) {
	p := newPlay(smallScenario())
	story(p)
	var b bytes.Buffer
	p.Summary(&b, "small", 8*time.Second, []ledger.Totals{{Due: 4, Distinct: 4, BacklogPeak: 4}})
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, len([]rune(strings.TrimSuffix(line, "\n"))), 80, line)
	}
	assert.Equal(t, `Small
8.000 s of rocketmq, seed 7: 1 broker, 3 consumers

queue produced completed  again crash   unowned committed
a/0          2         3      1     1   0.100 s         1
a/1          2         2      0     0   0.300 s         1
all          4         5      1     1   0.300 s         2
  crash: completed by a process that died before the broker knew

consumer state    completed  again rebalances notices  holds
c1       killed           3      0          1       0  -
c2       running          2      1          2       1  a/0-1
c2.2     absent           0      0          0       0  -

messages: 4 completed + 1 again = 5 completions; 0 skipped
backlog: 0 at the end, 4 at most
longest unowned: 0.300 s (a/1)
longest held twice: never
longest silent: 3.390 s (a/0)
`, b.String())
}

// c2.2 has the client id of c2, and a broker lists ids.
func TestMembersAreIDs(t *testing.T) {
	p := newPlay(smallScenario())
	p.add(101, trace.KindMembers, func(e *trace.Event) { e.Broker, e.Group = 0, 0 }, 0, 2)
	assert.JSONEq(t, `[[101,"a",["c1","c2"]]]`, text(t, p.Report("x", time.Second).Members))
}

// A burst puts its messages on a queue at once: A is the first offset, B how many.
func TestBurstIsProduced(t *testing.T) {
	p := newPlay(smallScenario())
	p.queue(-1, 0, trace.KindProduce, 1000, 0, 1)
	p.queue(-1, 0, trace.KindProduce, 3000, 1, 500)
	rep := p.Report("x", 5*time.Second)
	assert.JSONEq(t, `{"a/0":[0,500,501,1000,3000]}`, text(t, rep.Produced))
	assert.EqualValues(t, 501, rep.Totals.NotCompletedAtEnd)
	assert.Equal(t, [3]int64{501, 0, 500}, rep.Totals.NotCompletedPerQueue["a/0"])
}

func TestRanges(t *testing.T) {
	assert.Equal(t, "-", Ranges(nil))
	assert.Equal(t, "a/0-2 a/7 b/8-9 t:b/10", Ranges([]string{"a/0", "a/1", "a/2", "a/7", "b/8", "b/9", "t:b/10"}))
}

func TestLanes(t *testing.T) {
	p := newPlay(smallScenario())
	story(p)
	var b bytes.Buffer
	require.NoError(t, p.Lanes(&b))
	assert.Contains(t, b.String(), "      4.000     1    >x     0     .  c1 kill  #")
	assert.Contains(t, b.String(), "      1.000     1    >0     .     .  c1 allocates t: 2 queues among c1 (from a) = a/0-1  #")
	assert.Contains(t, b.String(), "      4.300     1     x    >2     .  c2 take a/1 at 1  #")
	assert.Contains(t, b.String(), "c2 repeats 1 of a/0 from 1 on: crash")
	assert.Len(t, strings.Split(strings.TrimSpace(b.String()), "\n"), len(p.log.Events())+3, "one line an event, three of head")
}
