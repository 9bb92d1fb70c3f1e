package rocketmq

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"ringside/core/script"
	"ringside/core/sim"
)

// What upstream has as a constant, and no script can change.
func TestConstants(t *testing.T) {
	levels := "1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h" // MessageStoreConfig.messageDelayLevel, which script.TestDefaultDelayLevels pins
	assert.Equal(t, levels[len("1s 5s "):], func() (s string) {
		for i, l := range popDelays {
			if i > 0 {
				s += " "
			}
			s += script.FormatDuration(time.Duration(l))
		}
		return s
	}(), "popDelayLevel: the same from the third on")
	assert.Equal(t, 16, retryMaxTimes)
	assert.Equal(t, 3, firstRetryLevel)
	assert.Equal(t, 256<<10, pullBytesMemory, "maxTransferBytesOnMessageInMemory")
	assert.Equal(t, 32, pullCountMemory, "maxTransferCountOnMessageInMemory")
	assert.Equal(t, 10_000, pullThresholdForAll)
	assert.Equal(t, 60*sim.Second, consumeContinuously, "MAX_TIME_CONSUME_CONTINUOUSLY")
	assert.Equal(t, 500*sim.Millisecond, consumeLockWait)
	assert.Equal(t, 1000*sim.Millisecond, consumeLockWait49)
	assert.Equal(t, []sim.Time{10 * sim.Millisecond, 100 * sim.Millisecond, 3000 * sim.Millisecond}, []sim.Time{soon, atStart, refusedWait})
}

// A broker's registration is repeated after max(10 s, min(period, 60 s)).
func TestRegistrationPeriodIsClamped(t *testing.T) {
	for period, want := range map[string]int{"1s": 3, "30s": 1, "10m": 1} {
		c := newCluster(t, "timers register="+period+" register-first=10s broker-expiry=55s\nbroker a\ntopic T a:1\nrun 10m")
		at := c.nameServers[0].live[0].last
		seen := 0
		for c.now() < 39*sim.Second && c.Step(39*sim.Second) {
			if l := c.nameServers[0].live[0].last; l != at {
				at, seen = l, seen+1
			}
		}
		assert.Equal(t, want, seen, "by 39 s with a period of %s", period)
	}
	c := newCluster(t, "timers register=10m broker-expiry=59s broker-scan=1s\nbroker a\ntopic T a:1\nrun 10m")
	c.playTo(69 * time.Second)
	assert.True(t, c.nameServers[0].live[0].known)
	c.playTo(9 * time.Minute)
	assert.True(t, c.nameServers[0].live[0].known)
	assert.Equal(t, int64(60), (c.nameServers[0].live[0].last/sim.Second)%60+50, "10 s, 70 s, 130 s …")
}
