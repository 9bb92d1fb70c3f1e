package script

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// The numbers are upstream's (RocketMQ 5.3.3), in milliseconds.
func TestDefaultTimers(t *testing.T) {
	want := map[string]int64{
		"rebalance-wait": 20_000, "rebalance-gap": 1_000, "rebalance-lock-retry": 500, "first-pull": 500,
		"route-poll-first": 10, "route-poll": 30_000,
		"heartbeat-first": 1_000, "heartbeat": 30_000,
		"persist-first": 10_000, "persist": 5_000,
		"api-timeout": 3_000, "lock-timeout": 1_000, "offset-timeout": 5_000, "max-offset-timeout": 6_000,
		"assignment-timeout": 3_000, "send-back-timeout": 5_000, "connect-timeout": 3_000,
		"pull-retry": 1_000, "pull-retry-cache-full": 50, "pull-retry-flow-control": 20, "pull-retry-suspended": 1_000,
		"long-poll": 15_000, "long-poll-timeout": 30_000, "pull-idle": 120_000,
		"client-lock-life": 30_000, "relock-first": 1_000, "relock": 20_000,
		"broker-lock-life": 60_000, "forced-unlock": 20_000,
		"channel-expiry": 120_000, "channel-scan-first": 10_000, "channel-scan": 10_000, "idle-close": 120_000,
		"notify-batch-first": 30_000, "notify-batch": 15_000,
		"offset-flush-first": 10_000, "offset-flush": 5_000,
		"slave-sync": 60_000, "slave-sync-check": 3_000,
		"long-poll-check": 5_000,
		"register-first":  10_000, "register": 30_000,
		"broker-expiry": 120_000, "broker-expiry-acting-master": 10_000, "broker-scan-first": 5_000, "broker-scan": 5_000,
		"send-timeout": 3_000,
		"message-life": 72 * 3_600_000, "delete-check-first": 60_000, "delete-check": 10_000,
		"broker-heartbeat-first": 1_000, "broker-heartbeat": 1_000,
		"go-pull-retry": 3_000, "go-long-poll": 20_000,
		"lite-long-poll": 20_000, "lite-poll": 5_000, "lite-auto-commit": 5_000,
		"pop-revive": 1_000, "pop-revive-after": 2_000,
		"consume-timeout": 900_000, "resubmit": 5_000, "delay-poll": 100,
	}
	got := map[string]int64{}
	for i, value := range DefaultTimers() {
		got[Timer(i).String()] = value.Milliseconds()
		assert.Equal(t, value, Timer(i).Default())
	}
	assert.Equal(t, want, got)
	assert.Len(t, want, NumTimers)
}

// A script can set each timer; what repeats or times out cannot be 0.
func TestTimersInScripts(t *testing.T) {
	for i := range Timer(NumTimers) {
		s := mustParse(t, base+"timers "+i.String()+"=1m1s\n")
		assert.Equal(t, 61*time.Second, s.Scenario().Timers[i])
		_, err := Parse(base + "timers " + i.String() + "=0s\n")
		assert.Equal(t, i.Min() == 0, err == nil, i.String())
	}
	assert.Equal(t, time.Duration(0), TimerFirstPull.Min())
	assert.Equal(t, time.Millisecond, TimerHeartbeat.Min())
}
