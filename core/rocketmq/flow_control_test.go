package rocketmq_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringside/core/model"
	"ringside/core/rocketmq"
)

// cachedAtMost plays a script and gives the most messages that the first consumer
// cached, and its pulls that brought messages.
func cachedAtMost(t *testing.T, text string) (most int, found int64) {
	v := model.View{Topic: -1}
	p := play(t, text, func(c *rocketmq.Cluster) {
		c.View(&v)
		most = max(most, v.Consumers[0].Cached)
	})
	return most, p.view().Delivery.Found
}

// pullThresholdSizeForQueue (MiB): the check "more than 10 MiB" comes before a pull,
// as processQueue.getMsgSize() / (1024 * 1024) > 10, that is from 11 MiB on. Of 100 KiB
// each, 113 messages are 11.04 MiB (112 are 10.94); a pull brings 256 KiB
// (maxTransferBytesOnMessageInMemory), 2 of them, so that the last one begins at 112.
func TestFlowControlBySize(t *testing.T) {
	most, found := cachedAtMost(t, "broker a\ntopic t a:1\nproducer t rate=0/s size=100KiB\n"+
		"group g topic=t threads=1 work=1h pull-threshold-size=10\nconsumer c1 group=g\nat 5s burst t 1000\nrun 20s")
	assert.Equal(t, 114, most)
	assert.EqualValues(t, 57, found)
}

// consumeConcurrentlyMaxSpan: of a tag that is one message in ten, 32 span 320
// offsets; after the first pull the span is over 100 and nothing more is pulled. With
// the default of 2,000 pulls go on until the span is over that: about 200 messages.
func TestFlowControlBySpan(t *testing.T) {
	text := "broker a\ntopic t a:1\nproducer t rate=0/s tags=TagA:1,TagB:9\n" +
		"group g topic=t tag=TagA threads=1 work=1h%s\nconsumer c1 group=g\nat 5s burst t 4000\nrun 20s"
	few, one := cachedAtMost(t, fmt.Sprintf(text, " span=100"))
	assert.LessOrEqual(t, few, 32)
	assert.EqualValues(t, 1, one)
	many, _ := cachedAtMost(t, fmt.Sprintf(text, ""))
	assert.InDelta(t, 200+16, many, 60, "2,000 / 10, and half a pull more; a draw of one in ten")
}

// pullThresholdForQueue: "more than 100" before a pull of 32: 128 at most (100 or
// less are followed by one more pull; 96 + 32).
func TestFlowControlByCount(t *testing.T) {
	most, found := cachedAtMost(t, "broker a\ntopic t a:1\nproducer t rate=0/s size=100B\n"+
		"group g topic=t threads=1 work=1h pull-threshold=100\nconsumer c1 group=g\nat 5s burst t 1000\nrun 20s")
	assert.InDelta(t, 128, most, 31, "the held pull brings the first alone")
	assert.Greater(t, most, 100)
	assert.LessOrEqual(t, most, 132)
	assert.GreaterOrEqual(t, found, int64(4))
}

// pullThresholdForTopic: each change of the queues sets pullThresholdForQueue to its share:
// four queues and the retry topic's make 100 / 5 = 20. "More than 20" before a pull of one:
// 21 in each of the four. With c2 beside it c1 has two and the retry topic's, 100 / 3 = 33.
func TestFlowControlByTopic(t *testing.T) {
	text := "broker a\ntopic t a:4\nproducer t rate=0/s size=100B\n" +
		"group g topic=t threads=1 work=1h pull-batch=1 pull-threshold-topic=100\nconsumer c1 group=g\n%s\nrun 60s"
	alone, _ := cachedAtMost(t, fmt.Sprintf(text, "at 30s burst t 1000"))
	assert.Equal(t, 4*21, alone)
	two, _ := cachedAtMost(t, fmt.Sprintf(text, "at 25s join c2 group=g\nat 30s burst t 1000"))
	assert.Equal(t, 2*34, two)
}

// pullThresholdSizeForTopic: 50 MiB over five are 10 each, as in TestFlowControlBySize: 114 of
// 100 KiB a queue.
func TestFlowControlByTheSizeOfATopic(t *testing.T) {
	most, _ := cachedAtMost(t, "broker a\ntopic t a:4\nproducer t rate=0/s size=100KiB\n"+
		"group g topic=t threads=1 work=1h pull-threshold-size-topic=50\nconsumer c1 group=g\nat 30s burst t 1000\nrun 60s")
	assert.Equal(t, 4*114, most)
}

// pullBatchSizeInBytes: 10 KiB are ten messages of 1 KiB, so 1,000 take 100 pulls; one that
// is larger than the limit comes alone.
func TestPullBatchSize(t *testing.T) {
	text := "broker a\ntopic t a:1\nproducer t rate=0/s size=1KiB\ngroup g topic=t work=0s pull-batch-size=%s\n" +
		"consumer c1 group=g\nat 1s burst t 1000\nrun 30s"
	_, found := cachedAtMost(t, fmt.Sprintf(text, "10KiB"))
	assert.EqualValues(t, 100, found)
	_, found = cachedAtMost(t, fmt.Sprintf(text, "500B"))
	assert.EqualValues(t, 1000, found)
}

// popBatchNums: 100 messages that wait are 20 POPs of five.
func TestPopBatch(t *testing.T) {
	_, found := cachedAtMost(t, "broker a\ntopic t a:1\nproducer t rate=0/s\ngroup g topic=t mode=pop work=0s pop-batch=5\n"+
		"consumer c1 group=g\nat 500ms burst t 100\nrun 60s")
	assert.EqualValues(t, 20, found)
}
