package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/trace"
)

// twoGroups is a cluster of two topics and two groups, both on both topics.
func twoGroups() (*script.Scenario, *trace.Log) {
	set := script.Settings{MaxReconsume: script.Unlimited, Strategy: "averagely", Batch: 1, Threads: 20, Persist: 5 * time.Second}
	sync := set
	sync.Commit = script.CommitSync
	sc := &script.Scenario{
		Protocol: "rocketmq", Timers: script.DefaultTimers(), Brokers: []script.Broker{{Name: "a"}}, Run: 10 * time.Second,
		Topics: []script.Topic{
			{Name: "t", Queues: []script.BrokerQueues{{Broker: "a", Read: 1, Write: 1}}},
			{Name: "u", Queues: []script.BrokerQueues{{Broker: "a", Read: 1, Write: 1}}},
		},
		Groups: []script.Group{{Name: "g", Topics: []string{"t", "u"}, Settings: set}, {Name: "h", Topics: []string{"t"}, Settings: sync}},
		Consumers: []script.Consumer{
			{Name: "c1", Group: "g", ID: "127.0.0.1@c1", Settings: set}, {Name: "d1", Group: "h", ID: "127.0.0.1@d1", Settings: sync},
		},
	}
	log := trace.NewLog()
	log.Brokers, log.Groups, log.Consumers = []string{"a"}, []string{"g", "h"}, []string{"c1", "d1"}
	log.Topics = []string{"t", "u", "%RETRY%g", "%RETRY%h"}
	log.Queues = []string{"t:a/0", "u:a/0", "retry-g:a/0", "retry-h:a/0"}
	return sc, log
}

// Each group counts every message; where no consumer tells the group, its name
// stands behind the queue.
func TestSeveralGroups(t *testing.T) {
	sc, log := twoGroups()
	p := play{New(sc, log), log}
	for o := range int64(2) {
		p.queue(-1, 0, trace.KindProduce, 100+o, o, 1)
	}
	as := func(consumer int32, group int16, kind trace.Kind, at, a, b int64) {
		p.add(at, kind, func(e *trace.Event) { e.Consumer, e.Queue, e.Group, e.A, e.B = consumer, 0, group, a, b })
	}
	for _, o := range []int64{0, 0, 1} { // c1 does offset 0 twice
		as(0, 0, trace.KindBegin, 1000+o, o, 1)
		as(0, 0, trace.KindComplete, 1005+o, o, 1)
	}
	as(1, 1, trace.KindBegin, 2000, 0, 1)
	as(1, 1, trace.KindComplete, 2005, 0, 1)
	as(0, 0, trace.KindRide, 2100, 1, 0)
	as(1, 1, trace.KindPull, 2200, 1, 1)
	p.add(2300, trace.KindMembers, func(e *trace.Event) { e.Broker, e.Group = 0, 1 }, 1)
	p.add(2400, trace.KindAllocate, func(e *trace.Event) { e.Consumer, e.Topic, e.Group = 1, 3, 1 },
		trace.EncodeAllocation(nil, &trace.Allocation{IDs: []int32{1}, Queues: []int32{3}, Seen: []int32{1}})...)
	rep := p.Report("x", 5*time.Second)
	// g: 2 messages, 3 completions; h: 1 of 2.
	assert.EqualValues(t, 3, rep.Totals.Distinct)
	assert.EqualValues(t, 4, rep.Totals.Completions)
	assert.EqualValues(t, 1, rep.Totals.Duplicates)
	assert.Equal(t, "per group", rep.Totals.Counting)
	assert.JSONEq(t, `[["t:a/0@g",0,[["c1",1005],["c1",1005]]]]`, text(t, rep.Duplicates))
	assert.JSONEq(t, `[[2100,"t:a/0@g",1],[2200,"t:a/0@h",1]]`, text(t, rep.Committed))
	assert.JSONEq(t, `{"t:a/0@h":[1,1,1]}`, text(t, rep.Totals.NotCompletedPerQueue))
	assert.JSONEq(t, `[[2300,"a",["d1"],"h"]]`, text(t, rep.Members))
	assert.JSONEq(t, `[[2400,"d1","retry",{"a":1},["d1"],["a/0"],"a",[]]]`, text(t, rep.Rebalances))
	assert.Equal(t, "h", rep.Setup.Consumers["d1"].Group)
	assert.Len(t, rep.Notes, 1, "what sync commits leave out is said")
	var b bytes.Buffer
	p.Summary(&b, "x", 5*time.Second, []ledger.Totals{{Due: 2, Distinct: 2, BacklogPeak: 2}, {Due: 2, Distinct: 1, BacklogPeak: 2}})
	assert.Contains(t, b.String(), "group g\n")
	assert.Contains(t, b.String(), "messages: 2 completed + 1 again = 3 completions; 0 skipped\nbacklog: 0 at the end, 2 at most\n")
	assert.Contains(t, b.String(), "messages: 1 completed + 0 again = 1 completions; 0 skipped\nbacklog: 1 at the end, 2 at most\n")
}

// Many queues are added up per broker, many consumers cut off with a word about
// it, many lanes narrow; the width stays.
func TestLargeClusters(t *testing.T) {
	sc, log := twoGroups()
	sc.Topics, sc.Groups = sc.Topics[:1], sc.Groups[:1]
	sc.Consumers, log.Consumers = nil, nil
	for i := range 70 {
		name := fmt.Sprintf("a-consumer-with-a-long-name-%02d", i)
		sc.Consumers = append(sc.Consumers, script.Consumer{Name: name, Group: "g", ID: name})
		log.Consumers = append(log.Consumers, name)
	}
	log.Topics, log.Groups, log.Queues = []string{"t", "%RETRY%g"}, []string{"g"}, nil
	for i := range 100 {
		log.Queues = append(log.Queues, fmt.Sprintf("a/%d", i))
	}
	log.Queues = append(log.Queues, "retry:a/0")
	p := play{New(sc, log), log}
	p.of(0, trace.KindStart, 1)
	p.of(0, trace.KindStarted, 1)
	for q := range int32(100) {
		p.queue(-1, q, trace.KindProduce, 1, 0, 1)
		p.queue(0, q, trace.KindTake, 2, 0, 0)
	}
	var b bytes.Buffer
	p.Summary(&b, "x", 5*time.Second, make([]ledger.Totals, 1))
	assert.Contains(t, b.String(), "a/*        100         0      0")
	assert.Contains(t, b.String(), "… and 46 more consumers; -json has all")
	for line := range strings.Lines(b.String()) {
		assert.LessOrEqual(t, len([]rune(line))-1, 80, line)
	}
	b.Reset()
	require.NoError(t, p.Lanes(&b))
	assert.Contains(t, b.String(), "# only the first 56 of 71 columns are drawn\n")
	assert.Contains(t, b.String(), " 0+......", "ten queues and more are a plus")
}
