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
