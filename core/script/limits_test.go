package script

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// What cannot be is an error with its place and what would be right, never a guess.
func TestBadInput(t *testing.T) {
	checkWrong(t, base, []wrong{
		// Settings out of DefaultMQPushConsumerImpl.checkConfig's ranges.
		{"group g topic=orders batch=‸0", "batch 0 is out of range; expected a whole number from 1 to 1024"},
		{"group g topic=orders batch=‸1025", "batch 1025 is out of range; expected a whole number from 1 to 1024"},
		{"group g topic=orders pull-batch=‸0", "pull-batch 0 is out of range; expected a whole number from 1 to 1024"},
		{"group g topic=orders pull-threshold=‸0", "pull-threshold 0 is out of range; expected a whole number from 1 to 65535"},
		{"group g topic=orders pull-threshold-topic=‸0", "pull-threshold-topic 0 is out of range; expected a whole number from 1 to 6553500, or -1 for no limit"},
		{"group g topic=orders pull-threshold-size-topic=‸102401", "pull-threshold-size-topic 102401 is out of range; expected a whole number from 1 to 102400, or -1 for no limit"},
		{"group g topic=orders mode=pop pop-batch=‸33", "pop-batch 33 is out of range; expected a whole number from 1 to 32"},
		{"group g topic=orders pull-batch-size=‸0B", "size 0B is out of range; expected a size from 1B to 4MiB"},
		{"group g topic=orders pull-threshold-size=‸0", "pull-threshold-size 0 is out of range; expected a whole number from 1 to 1024"},
		{"group g topic=orders span=‸65536", "span 65536 is out of range; expected a whole number from 1 to 65535"},
		{"group g topic=orders invisible=‸4999ms", "invisible 4999ms is out of range; expected a duration from 5s to 5m"},
		{"group g topic=orders invisible=‸300001ms", "invisible 300001ms is out of range; expected a duration from 5s to 5m"},
		{"group g topic=orders suspend=‸9ms", "suspend 9ms is out of range; expected a duration from 10ms to 30s"},
		// Negative rates and times.
		{"topic t a:1\nproducer t rate=‸-1/s", "`-1/s` is not a rate; expected messages a second such as 600/s or 0.5/s, or a minute such as 30/m"},
		{"at 5s set orders rate=‸-600/s", "`-600/s` is not a rate; expected messages a second such as 600/s or 0.5/s, or a minute such as 30/m"},
		{"at ‸-5s kill c1", "`-5s` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"net latency=‸-1ms", "`-1ms` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		// An unknown broker in a topic.
		{"topic t ‸c:4", "unknown broker `c`; expected one of a, b"},
		{"at 5s scale orders ‸c:4", "unknown broker `c`; expected one of a, b"},
		// An action on a name that does not exist, or is not running.
		{"at 5s kill ‸c9", "unknown process `c9`; did you mean `c1`?"},
		{"at 5s stop ‸x", "unknown broker or name server `x`; expected one of a, b, ns"},
		{"at 5s cut a ‸nobody", "unknown broker or consumer `nobody`; expected one of a, b, c1, c2, ns, producer:orders"},
		{"at 5s burst ‸order 10", "unknown topic `order`; did you mean `orders`?"},
		{"at 5s reset-offset ‸biling orders first", "unknown group `biling`; did you mean `billing`?"},
		{"at 5s kill c1\nat 6s freeze ‸c1", "cannot freeze consumer `c1` at 6s: it was killed at 5s"},
		{"at 5s stop a\nat 6s kill ‸a", "cannot kill `a` at 6s: `a` was stopped at 5s"},
		{"at 5s stop a\nat 6s scale orders ‸a:8", "cannot scale `orders` at 6s: `a` was stopped at 5s"},
		// Two of one name.
		{"consumer ‸c1 group=billing", "the name `c1` is already that of the consumer in line 6"},
		{"at 5s join ‸c1 group=billing", "cannot join consumer `c1` at 5s: it has been running since 0s"},
	})
}

// The words for what befalls brokers.
func TestWrongBrokerWords(t *testing.T) {
	checkWrong(t, base, []wrong{
		{"broker c notices=‸batch", "unknown way to notify members `batch`; did you mean `batched`?"},
		{"broker c beyond-end=‸end", "unknown end of a queue `end`; expected one of last, first"},
		{"broker c ‸acting-master=yes", "broker `c` has no master that it could act for; write `master=BROKER` beside `acting-master`"},
		{"broker c master=a acting-master=‸maybe", "unknown answer `maybe`; expected one of yes, no"},
		{"at 5s throttle ‸c1 busy", "unknown broker `c1`; expected one of a, b"},
		{"at 5s throttle a ‸bussy", "unknown answer `bussy`; did you mean `busy`?"},
		{"at 5s throttle a‸", "what it answers to pulls is missing; write `at TIME throttle BROKER busy|flow-control|off`"},
		{"at 5s stop a\nat 6s throttle ‸a busy", "cannot throttle `a` at 6s: `a` was stopped at 5s"},
		{"at 5s truncate ‸a 10", "cannot truncate `a` at 5s: `a` has been running since 0s"},
		{"at 4s freeze a\nat 5s truncate ‸a 10", "cannot truncate `a` at 5s: `a` has been frozen since 4s"},
		{"at 5s kill a\nat 6s truncate a‸", "how much is lost is missing; write `at TIME truncate BROKER N|TIME`"},
		{"at 5s kill a\nat 6s truncate a ‸0", "truncate 0 is out of range; expected a whole number from 1 to 1000000"},
		{"at 5s kill a\nat 6s truncate a ‸0s", "truncate 0s is out of range; expected a duration from 1ms to 24h"},
		{"at 5s kill a\nat 6s truncate a ‸all", "`all` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"broker s master=a\nat 5s kill s\nat 6s truncate ‸s 1", "`s` is a slave and has its master's log; truncate the master"},
	})
	s := mustParse(t, "broker a notices=off beyond-end=first\nbroker s master=a acting-master=yes notices=batched\n"+
		"at 5s throttle a flow-control\nat 6s kill a\nat 7s truncate a 0500ms\nat 8s truncate a 7\nrun 10s\n")
	sc := s.Scenario()
	assert.Equal(t, NoticesOff, sc.Brokers[0].Notices)
	assert.Equal(t, EndFirst, sc.Brokers[0].BeyondEnd)
	assert.True(t, sc.Brokers[1].ActingMaster)
	assert.Equal(t, NoticesBatched, sc.Brokers[1].Notices)
	assert.Equal(t, ThrottleFlow, sc.Actions[0].Throttle)
	assert.Equal(t, 500*time.Millisecond, sc.Actions[2].Lost)
	assert.Equal(t, 7, sc.Actions[3].N)
	assert.Contains(t, s.Format(), "at 7s truncate a 500ms\n")
}

// DefaultMQPushConsumer's defaults, as facts have them (5.3.3), by the setting that
// changes each. With TestDefaultTimers this is the whole table of default numbers.
func TestDefaultSettings(t *testing.T) {
	sc := mustParse(t, base).Scenario()
	g := &sc.Groups[0]
	assert.Equal(t, Settings{
		Client: ClientJava5, Mode: ModePush, Every: time.Second,
		Strategy: "averagely", VNodes: 10, // AllocateMessageQueueConsistentHash's virtualNodeCnt
		Commit: CommitInterval, Persist: 5 * time.Second, // persistConsumerOffsetInterval
		Batch: 1, PullBatch: 32, PullInterval: 0, // consumeMessageBatchMaxSize, pullBatchSize
		Threads:       20,
		PullThreshold: 1000, PullThresholdSize: 100, Span: 2000,
		From: "last", Timestamp: NoTimestamp, // now - 30 min
		MaxReconsume:       Unlimited,                                    // -1
		PullThresholdTopic: Unlimited, PullThresholdSizeTopic: Unlimited, // -1
		PullBatchSize: 256 << 10, PopBatch: 32, // pullBatchSizeInBytes, popBatchNums
		Suspend:   time.Second,
		Invisible: 60 * time.Second, PopThreshold: 96, PopShare: 0,
		ClientRebalance: true,
		Await:           0, // awaitTerminationMillisWhenShutdown
		Model:           "clustering",
		// What upstream leaves to the application or the machine.
		Work: Dist{Kind: DistFixed, Min: 5 * time.Millisecond}, Start: 50 * time.Millisecond,
		Interrupt: "fail", OffsetFile: "merge", OnFail: "skip",
	}, g.Settings)
	assert.Equal(t, []int{1, 1}, []int{g.RetryRead, g.RetryWrite}, "retryQueueNums")
	assert.Equal(t, 2, sc.Producers[0].Retries, "retryTimesWhenSendFailed")
	assert.Equal(t, Broker{Name: "a", Room: "r1", DelayLevels: DefaultDelayLevels(), Pos: Pos{1, 1}}, sc.Brokers[0], "slaveReadEnable, enableSlaveActingMaster off, notices in real time")
	// A changed timer is the default of what is set by it.
	sc = mustParse(t, "timers persist=7s\n"+base).Scenario()
	assert.Equal(t, 7*time.Second, sc.Groups[0].Settings.Persist)
}
