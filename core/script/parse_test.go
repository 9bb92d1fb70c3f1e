package script

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// example shows each statement once, in spellings that are not canonical.
const example = "\ufeff# A consumer joins mid-stream  \r\n" +
	"title.en   A consumer # joins\r\n" +
	"title.zh 消费途中加入一个消费者\r\n" +
	"text.en One  paragraph.\n" +
	"text.en Another.\n" +
	"\n" +
	"  protocol rocketmq\n" +
	"seed 0042\n" +
	"net latency=1000us jitter=0ms # everywhere\n" +
	"net\ta  ns latency=20ms\n" +
	"timers rebalance-wait=20000ms first-pull=0s\n" +
	"timers persist=7s\n" +
	"broker a room=r1\n" +
	"broker b room=r2\n" +
	"   \t \n" +
	"topic orders a:4/4 b:4/2\n" +
	"topic refunds a:1\n" +
	"producer orders rate=600.50/s start=2000ms size=2048B\n" +
	"producer refunds rate=30/m\n" +
	"group billing topic=orders,refunds strategy=consistent-hash vnodes=20 commit=interval batch=032 work=2ms..8ms\n" +
	"group audit topic=orders commit=interval:500ms\n" +
	"consumer c1 group=billing\n" +
	"consumer c2 group=billing id=10.0.0.1@7 room=r1 strategy=averagely commit=sync work=exp:5ms from=first\n" +
	"consumer d1 group=audit threads=1\n" +
	"at 90s kill c2\n" +
	"at 30s join c3 group=billing batch=1\n" +
	"at 90s set billing batch=16 work=1ms\n" +
	"at 90s set orders rate=0/s\n" +
	"at 91s burst orders 01000\n" +
	"at 1.5m join c2\n" +
	"at 95s restart c1 down=5000ms\n" +
	"run 120s\n" +
	"expect owner orders/a/00 in billing at 20s = c1,c2\n" +
	"expect at 50s in billing idle = none\n" +
	"expect owns d1 != a/03,b/1\n" +
	"expect unowned max < 2500ms\n" +
	"expect backlog >= 0005\n" +
	"expect duplicates c2 > 0"

const exampleFormatted = `# A consumer joins mid-stream
title.en A consumer # joins
title.zh 消费途中加入一个消费者
text.en One  paragraph.
text.en Another.

protocol rocketmq
seed 42
net latency=1ms jitter=0s # everywhere
net a ns latency=20ms
timers rebalance-wait=20s first-pull=0s
timers persist=7s
broker a room=r1
broker b room=r2

topic orders a:4 b:4/2
topic refunds a:1
producer orders rate=600.5/s start=2s size=2KiB
producer refunds rate=0.5/s
group billing topic=orders,refunds strategy=consistent-hash vnodes=20 commit=interval batch=32 work=2ms..8ms
group audit topic=orders commit=interval:500ms
consumer c1 group=billing
consumer c2 group=billing id=10.0.0.1@7 room=r1 strategy=averagely commit=sync work=exp:5ms from=first
consumer d1 group=audit threads=1
at 1m30s kill c2
at 30s join c3 group=billing batch=1
at 1m30s set billing batch=16 work=1ms
at 1m30s set orders rate=0/s
at 1m31s burst orders 1000
at 1m30s join c2
at 1m35s restart c1 down=5s
run 2m
expect at 20s in billing owner orders/a/0 = c1,c2
expect at 50s in billing idle = none
expect owns d1 != a/3,b/1
expect unowned max < 2.5s
expect backlog >= 5
expect duplicates c2 > 0
`

func mustParse(t *testing.T, text string) *Script {
	t.Helper()
	s, err := Parse(text)
	require.NoError(t, err)
	return s
}

func TestFormat(t *testing.T) {
	s := mustParse(t, example)
	assert.Equal(t, exampleFormatted, s.Format())
	assert.Equal(t, exampleFormatted, mustParse(t, exampleFormatted).Format())
	sameScenario(t, s.Scenario(), mustParse(t, exampleFormatted).Scenario(), false)
}

// sameScenario compares what can be compared: functions by whether they are
// there, columns only on demand, since formatting moves words.
func sameScenario(t require.TestingT, a, b *Scenario, columns bool) {
	require.Equal(t, flat(a, columns), flat(b, columns))
}

func flat(sc *Scenario, columns bool) Scenario {
	c := *sc
	c.Actions = append([]Action(nil), c.Actions...)
	for i := range c.Actions {
		a := &c.Actions[i]
		if a.Apply != nil {
			// what it does stands for it
			var s Settings
			a.Apply(&s)
			a.Value += " " + s.Strategy + strings.Join(append(s.IDCs, s.Config...), ",") + s.From +
				itoa(s.VNodes+s.Batch+s.Threads+s.PullBatch+s.PullThreshold+s.PullThresholdSize+s.Span) +
				(s.Persist + s.Work.Min + s.Work.Max + s.PullInterval + s.Start).String() + itoa(int(s.Commit)+int(s.Work.Kind))
			a.Apply = nil
		}
		if !columns {
			a.Pos.Col = 0
		}
	}
	if columns {
		return c
	}
	c.Brokers = append([]Broker(nil), c.Brokers...)
	for i := range c.Brokers {
		c.Brokers[i].Pos.Col = 0
	}
	c.Topics = append([]Topic(nil), c.Topics...)
	for i := range c.Topics {
		c.Topics[i].Pos.Col = 0
	}
	c.Producers = append([]Producer(nil), c.Producers...)
	for i := range c.Producers {
		c.Producers[i].Pos.Col = 0
	}
	c.Groups = append([]Group(nil), c.Groups...)
	for i := range c.Groups {
		c.Groups[i].Pos.Col = 0
	}
	c.Consumers = append([]Consumer(nil), c.Consumers...)
	for i := range c.Consumers {
		c.Consumers[i].Pos.Col = 0
	}
	c.Expects = append([]Expect(nil), c.Expects...)
	for i := range c.Expects {
		c.Expects[i].Pos.Col = 0
	}
	return c
}

func TestScenario(t *testing.T) {
	sc := mustParse(t, example).Scenario()
	assert.Equal(t, []Words{{"en", "A consumer # joins"}, {"zh", "消费途中加入一个消费者"}}, sc.Title)
	assert.Equal(t, []Words{{"en", "One  paragraph."}, {"en", "Another."}}, sc.Text)
	assert.Equal(t, "rocketmq", sc.Protocol)
	assert.Equal(t, uint64(42), sc.Seed)
	assert.Equal(t, Net{Latency: time.Millisecond, Links: []Link{{"a", "ns", 20 * time.Millisecond}}}, sc.Net)
	assert.Equal(t, time.Duration(0), sc.Timers[TimerFirstPull])
	assert.Equal(t, []BrokerQueues{{"a", 4, 4}, {"b", 4, 2}}, sc.Topics[0].Queues)
	// 600.5/s are 600,500 messages in 1,000 s, 30/m are 500.
	assert.Equal(t, Producer{Topic: "orders", Rate: 600_500, Start: 2 * time.Second, Size: 2048, Retries: 2, Pos: Pos{18, 1}}, sc.Producers[0])
	assert.Equal(t, Producer{Topic: "refunds", Rate: 500, Size: 1024, Retries: 2, Pos: Pos{19, 1}}, sc.Producers[1])
	assert.Equal(t, 2*time.Minute, sc.Run)

	g := sc.Groups[0]
	assert.Equal(t, []string{"orders", "refunds"}, g.Topics)
	// Not written: DefaultMQPushConsumer's own values; persist is the script's timer.
	want := Settings{Strategy: "consistent-hash", VNodes: 20, Commit: CommitInterval, Persist: 7 * time.Second, Batch: 32,
		Work: Dist{DistUniform, 2 * time.Millisecond, 8 * time.Millisecond}, Threads: 20, PullBatch: 32, PullThreshold: 1000,
		PullThresholdSize: 100, Span: 2000, From: "last", Suspend: time.Second, Start: 50 * time.Millisecond, Every: time.Second,
		ClientRebalance: true, Invisible: time.Minute, PopThreshold: 96,
		Timestamp: NoTimestamp, MaxReconsume: Unlimited, PullThresholdTopic: Unlimited, PullThresholdSizeTopic: Unlimited, PullBatchSize: 256 << 10, PopBatch: 32, OnFail: "skip", Interrupt: "fail", Model: "clustering", OffsetFile: "merge"}
	assert.Equal(t, want, g.Settings)

	require.Len(t, sc.Consumers, 4)
	c1, c2, d1, c3 := sc.Consumers[0], sc.Consumers[1], sc.Consumers[2], sc.Consumers[3]
	assert.Equal(t, Consumer{Name: "c1", Group: "billing", ID: "127.0.0.1@c1", Settings: want, Pos: Pos{22, 1}}, c1)
	want.Strategy, want.Commit, want.From, want.Work = "averagely", CommitSync, "first", Dist{DistExp, 5 * time.Millisecond, 0}
	assert.Equal(t, Consumer{Name: "c2", Group: "billing", ID: "10.0.0.1@7", Room: "r1", Settings: want,
		Overrides: []string{"strategy", "commit", "work", "from"}, Pos: Pos{23, 1}}, c2)
	assert.Equal(t, 500*time.Millisecond, d1.Settings.Persist)
	assert.Equal(t, 1, d1.Settings.Threads)
	assert.True(t, c3.Joins)
	assert.Equal(t, 1, c3.Settings.Batch)
}

// Actions are in order of time, those at one time in the order written.
func TestActions(t *testing.T) {
	sc := mustParse(t, example).Scenario()
	type short struct {
		at       time.Duration
		kind     ActionKind
		target   string
		consumer int
		line     int
	}
	var got []short
	for _, a := range sc.Actions {
		got = append(got, short{a.At / time.Second, a.Kind, a.Target, a.Consumer, a.Pos.Line})
	}
	assert.Equal(t, []short{
		{30, ActJoin, "c3", 3, 26},
		{90, ActKill, "c2", 1, 25},
		{90, ActSet, "billing", -1, 27},
		{90, ActSet, "billing", -1, 27},
		{90, ActSet, "orders", -1, 28},
		{90, ActJoin, "c2", 1, 30},
		{91, ActBurst, "orders", -1, 29},
		{95, ActRestart, "c1", 0, 31},
	}, got)
	s := sc.Consumers[0].Settings
	sc.Actions[2].Apply(&s)
	sc.Actions[3].Apply(&s)
	assert.Equal(t, 16, s.Batch)
	assert.Equal(t, Dist{Kind: DistFixed, Min: time.Millisecond}, s.Work)
	assert.Equal(t, [2]string{"batch", "16"}, [2]string{sc.Actions[2].Key, sc.Actions[2].Value})
	assert.Nil(t, sc.Actions[4].Apply)
	assert.Equal(t, int64(0), sc.Actions[4].Rate)
	assert.Equal(t, 1000, sc.Actions[6].N)
	assert.Equal(t, 5*time.Second, sc.Actions[7].Down)
}

func TestExpectations(t *testing.T) {
	sc := mustParse(t, example).Scenario()
	end := 2 * time.Minute
	assert.Equal(t, []Expect{
		{At: 20 * time.Second, Subject: "owner", Args: []string{"orders/a/0"}, Group: "billing", Op: "=", Value: "c1,c2",
			List: []string{"c1", "c2"}, Text: "at 20s in billing owner orders/a/0 = c1,c2", Pos: Pos{33, 1}},
		{At: 50 * time.Second, Subject: "idle", Group: "billing", Op: "=", Value: "none", Text: "at 50s in billing idle = none", Pos: Pos{34, 1}},
		{At: end, AtEnd: true, Subject: "owns", Args: []string{"d1"}, Group: "audit", Op: "!=", Value: "a/3,b/1",
			List: []string{"a/3", "b/1"}, Text: "owns d1 != a/3,b/1", Pos: Pos{35, 1}},
		{At: end, AtEnd: true, Subject: "unowned", Args: []string{"max"}, Op: "<", Value: "2.5s", Duration: 2500 * time.Millisecond,
			Count: 2_500_000_000, IsDuration: true, Text: "unowned max < 2.5s", Pos: Pos{36, 1}},
		{At: end, AtEnd: true, Subject: "backlog", Op: ">=", Value: "5", Count: 5, Text: "backlog >= 5", Pos: Pos{37, 1}},
		{At: end, AtEnd: true, Subject: "duplicates", Args: []string{"c2"}, Group: "billing", Op: ">", Value: "0",
			Text: "duplicates c2 > 0", Pos: Pos{38, 1}},
	}, sc.Expects)
}

// Each line is right behind base, and stays as it is when formatted.
func TestRight(t *testing.T) {
	for _, line := range []string{
		"group g topic=orders\nconsumer x group=g strategy=machine-room idcs=r1,r2",
		"consumer c3 group=billing room=r1 strategy=machine-room-nearby:same-room:averagely\nconsumer c4 group=billing strategy=by-config config=a/0,b/3",
		"at 1s set billing strategy=by-config config=a/0",
		"at 1s set c1 vnodes=0",
		"at 1s freeze c1\nat 2s kill c1\nat 3s join c1\nat 4s restart c1 down=1s\nat 5.000000001s kill c1",
		"at 2m leave c1",
		"at 3s join c3 group=billing batch=2\nat 4s leave c3\nat 5s join c3 group=billing batch=2\nat 6s leave c3\nat 7s join c3",
		"topic t a:0/4 b:4/0",
		"topic billing a:1",
		"broker room@b",
		"expect owner %RETRY%billing/a/0 = c1",
		"expect owns c1 = none",
		"expect owns c1 = orders/a/0,b/3",
		"expect members a = c1,c2\nexpect members = c1,c2\nexpect duplicates crash = 0\nexpect silent max < 1s\nexpect committed orders/a/3 >= 7",
		"expect unowned orders/a/3 = 0s\nexpect unowned = 0\nexpect unowned max < 1s\nexpect double = 0\nexpect double max = 0s",
		"#",
		"title.en #1",
	} {
		s, err := Parse(base + line)
		if assert.NoError(t, err, line) {
			assert.Equal(t, base+line+"\n", s.Format())
		}
	}
}

func TestAppend(t *testing.T) {
	s := mustParse(t, "broker a\ntopic t a:1\ngroup g topic=t\nconsumer c group=g\nrun 2m\n")
	killed, err := s.Append("at 30.0s   kill c")
	require.NoError(t, err)
	assert.Equal(t, s.Format()+"at 30s kill c\n", killed.Format())
	assert.Len(t, killed.Scenario().Actions, 1)
	assert.Empty(t, s.Scenario().Actions)

	// The context counts: at 40 s the consumer is dead, at 20 s it lives, but then it cannot die at 30 s.
	_, err = killed.Append("at 40s freeze c")
	assert.EqualError(t, err, "line 7, column 15: cannot freeze consumer `c` at 40s: it was killed at 30s")
	_, err = killed.Append("at 20s leave c")
	assert.EqualError(t, err, "line 6, column 13: cannot kill consumer `c` at 30s: it left at 20s")
	_, err = killed.Append("at 40s join c\nat 50s kill c")
	assert.EqualError(t, err, "line 7, column 14: only one line can be appended at a time")
	_, err = killed.Append("kil c")
	assert.ErrorContains(t, err, "line 7, column 1: unknown statement `kil`")
}

// A script that only its canonical spelling makes too long is refused, so that
// formatting never gives one that cannot be read. 90m is 1h30m: 2 bytes more.
func TestCanonicalTooLong(t *testing.T) {
	text := base[:strings.Index(base, "run")] + "run 90m\n#"
	text += strings.Repeat("x", MaxBytes-len(text)-1) + "\n"
	require.Len(t, text, MaxBytes)
	_, err := Parse(text)
	assert.EqualError(t, err, "line 1, column 1: the script in its canonical spelling has 65538 bytes; at most 65536 are allowed")
}
