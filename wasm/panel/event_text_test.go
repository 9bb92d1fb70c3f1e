package panel

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/ledger"
	"ringside/core/trace"
)

func testLog() *trace.Log {
	log := trace.NewLog()
	log.Brokers, log.Consumers = []string{"a"}, []string{"c1", "c2", "c3"}
	log.Queues, log.Topics, log.Groups = []string{"a/0", "a/1", "retry:a/0"}, []string{"orders", "%RETRY%g"}, []string{"g"}
	log.Processes = []string{"ns", "a", "c1", "c2", "c3"}
	return log
}

// Every kind that is stored has words in both languages, with nothing left
// open in them.
func TestEveryKindHasWords(t *testing.T) {
	log := testLog()
	for _, kind := range trace.Kinds() {
		for a := range int64(3) {
			e := trace.Event{Kind: kind, Broker: 0, Consumer: 1, Queue: 1, Topic: 0, Group: 0, A: a, B: 1500, C: int64(ledger.CauseCrash)}
			if kind == trace.KindCut || kind == trace.KindHeal {
				e.B = 4 // a process
			}
			for _, l := range []Lang{English, Chinese} {
				text := l.Describe(log, &e)
				assert.NotEmpty(t, text, "%v", kind)
				assert.NotContains(t, text, "{", "%v", kind)
				assert.NotContains(t, text, "event.", "%v", kind)
				assert.NotContains(t, text, "?", "%v", kind)
			}
		}
	}
}

func TestDescribe(t *testing.T) {
	log := testLog()
	event := func(kind trace.Kind, a, b, c int64) *trace.Event {
		return &trace.Event{Kind: kind, Broker: 0, Consumer: 0, Queue: 1, Topic: 0, Group: 0, A: a, B: b, C: c}
	}
	for want, e := range map[string]*trace.Event{
		"c1 takes a/1":                                           event(trace.KindTake, 0, 0, 0),
		"c1 gives up a/1 and commits 1\u202f200":                 event(trace.KindDrop, 1200, 0, 0),
		"c1 gives up a/1 without a commit":                       event(trace.KindDrop, -1, 0, 0),
		"a/1 is held again after 1.5 s":                          event(trace.KindOwned, int64(1500*time.Millisecond), 0, 0),
		"a/1 has its first owner":                                event(trace.KindOwned, 0, 0, 0),
		"c1 and c2 both hold a/1":                                event(trace.KindDouble, 1, 0, 0),
		"broker a refuses a pull by c1: SUBSCRIPTION_NOT_LATEST": event(trace.KindRefused, 25, 0, 0),
		"broker a refuses a pull by c1: code 999":                event(trace.KindRefused, 999, 0, 0),
		"c1 processes 12 of a/1 again: crash before commit":      event(trace.KindDuplicates, 5, 12, int64(ledger.CauseCrash)),
		"500 messages are sent to orders at once":                event(trace.KindBurst, 500, 0, 0),
		"a/1: the broker’s offset goes back from 9 to 5":         event(trace.KindOffsetBack, 9, 5, 0),
		"a/1: the broker has lost its offset, which was 9":       event(trace.KindOffsetBack, 9, -1, 0), // QUERY_NOT_FOUND from now on
		"the offset of a/1 is reset from 9 to 0":                 event(trace.KindReset, 9, 0, 0),
		"the offset of a/1 is set to 0; there was none":          event(trace.KindReset, -1, 0, 0),
	} {
		assert.Equal(t, want, English.Describe(log, e))
	}
	assert.Equal(t, "broker-a", English.BrokerName("broker-a"), "the name says it by itself")
	assert.Equal(t, "Broker a", Chinese.BrokerName("a"))
	assert.Equal(t, "c1 重复消费 a/1 的 12 条消息：提交前崩溃", Chinese.Describe(log, event(trace.KindDuplicates, 5, 12, int64(ledger.CauseCrash))))
}

func TestDescribeLists(t *testing.T) {
	log := testLog()
	e := trace.None(trace.KindAllocate, 0)
	e.Consumer = 0
	log.Add(e, trace.EncodeAllocation(nil, &trace.Allocation{IDs: []int32{0, 1}, Queues: []int32{0, 1}, Seen: []int32{2}})...)
	assert.Equal(t, "c1 rebalances: sees c1, c2, wants a/0, a/1", English.Describe(log, log.Event(1)))
	e = trace.None(trace.KindCommit, 0)
	e.Consumer, e.A = 1, trace.CommitByTimer
	log.Add(e, 0, 10, 1, 2000)
	assert.Equal(t, "c2 commits by its timer: a/0=10, a/1=2\u202f000", English.Describe(log, log.Event(2)))
	many := make([]int32, 9)
	e = trace.None(trace.KindAllocate, 0)
	e.Consumer = 0
	log.Add(e, trace.EncodeAllocation(nil, &trace.Allocation{IDs: []int32{0}, Queues: many})...)
	assert.True(t, strings.HasSuffix(English.Describe(log, log.Event(3)), " and 3 more"), "six names, then the number of the rest")
}

// An event with indexes that the log does not know is described all the same.
func TestDescribeUnknownIndexes(t *testing.T) {
	e := trace.Event{Kind: trace.KindTake, Consumer: 99, Queue: -1}
	assert.Equal(t, "? takes ?", English.Describe(trace.NewLog(), &e))
}

func TestMatters(t *testing.T) {
	log := testLog()
	take := trace.Event{Kind: trace.KindTake, Queue: 1, Topic: -1}
	assert.True(t, Matters(log, &take))
	take.Queue = 2
	assert.False(t, Matters(log, &take), "a retry queue")
	assert.False(t, Announced(log, &take))
	assert.False(t, Matters(log, &trace.Event{Kind: trace.KindHeartbeat}))
	assert.False(t, Matters(log, &trace.Event{Kind: trace.KindCommit, A: trace.CommitByTimer}))
	assert.True(t, Matters(log, &trace.Event{Kind: trace.KindCommit, A: trace.CommitByShutdown}))
	assert.True(t, Announced(log, &trace.Event{Kind: trace.KindKill}))
}

// The events of a real run are all told, those about retry topics among them.
func TestEventsOfARealRun(t *testing.T) {
	sim, err := core.Load("broker a\ntopic t a:4\nproducer t rate=100/s\ngroup g topic=t\nconsumer c1 group=g\nconsumer c2 group=g\n" +
		"at 10s kill c2\nat 15s freeze c1\nat 20s thaw c1\nat 25s set g batch=4\nat 26s burst t 100\nat 30s leave c1\nrun 40s\n")
	require.NoError(t, err)
	sim.Advance(sim.End())
	log := sim.Log()
	require.NotEmpty(t, log.Events())
	kinds := map[trace.Kind]bool{}
	for i := range log.Events() {
		e := &log.Events()[i]
		kinds[e.Kind] = true
		for _, l := range []Lang{English, Chinese} {
			text := l.Describe(log, e)
			assert.NotContains(t, text, "?", "%v", e)
			assert.NotContains(t, text, "event.", "%v", e)
		}
	}
	for i := range log.Events() {
		if e := &log.Events()[i]; e.Kind == trace.KindDrop && log.Consumers[e.Consumer] == "c2" && e.At >= int64(10*time.Second) {
			assert.Equal(t, "c2 held "+log.Queues[e.Queue]+" when it was killed", English.Describe(log, e))
		}
	}
	for _, kind := range []trace.Kind{trace.KindKill, trace.KindFreeze, trace.KindTake, trace.KindBurst, trace.KindStop} {
		assert.True(t, kinds[kind], "the run has no %v", kind)
	}
}

// What a cut does to a producer is told in words, with the cut as its cause.
func TestWordsOfACutProducer(t *testing.T) {
	sim, err := core.Load("broker a\nbroker b\ntopic orders a:1 b:1\nproducer orders rate=10/s\ngroup g topic=orders\nconsumer c1 group=g\n" +
		"at 5s cut producer:orders a\nrun 12s\n")
	require.NoError(t, err)
	sim.Advance(12 * time.Second)
	var texts []string
	for _, e := range sim.Log().Events() {
		if e.Kind == trace.KindSendFailed {
			chain := English.Causes(sim.Log(), e.ID)
			require.Len(t, chain, 2)
			texts = append(texts, chain[1].Text)
			assert.Equal(t, "the link between a and the producer of orders is cut", chain[0].Text)
			assert.Equal(t, "a 与 orders 的生产者 之间的网络断开", Chinese.Causes(sim.Log(), e.ID)[0].Text)
		}
	}
	// 5.1 s is b/0, 5.2 s a/0, which waits 3 s for an answer; the next attempts find no
	// connection: 8.2 s is b/0, 8.3 s a/0, until 11.3 s; 11.4 s is a/0 again.
	assert.Equal(t, []string{"orders: 1 not sent, no answer from broker a in time",
		"orders: 1 not sent, no connection to broker a"}, texts)
	marks := sim.Marks()
	require.Len(t, marks, 1)
	assert.Equal(t, "✂ the producer of orders – a", English.MarkText(&marks[0].Action))
	var v core.View
	sim.View(&v)
	assert.Equal(t, [][]string{{"a – the producer of orders", "nothing passes"}}, English.CutRows(&v))
	rows := English.ServerRows(&v)
	assert.Equal(t, []string{"orders", "producer of this topic", "waits for an answer, cut off, 3 not sent", "", "", "a, b"}, rows[len(rows)-1])
}
