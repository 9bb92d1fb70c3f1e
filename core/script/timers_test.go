package script

import (
	"strings"
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
		"go-pull-retry": 3_000, "go-pull-retry-suspended": 30_000, "go-long-poll": 20_000,
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

// MessageStoreConfig.messageDelayLevel of RocketMQ 5.3.3, in its own words.
func TestDefaultDelayLevels(t *testing.T) {
	const upstream = "1s 5s 10s 30s 1m 2m 3m 4m 5m 6m 7m 8m 9m 10m 20m 30m 1h 2h"
	s := mustParse(t, base).Scenario()
	written := mustParse(t, base+"message-delay-level "+upstream+"\n").Scenario()
	assert.Equal(t, written.Brokers[0].DelayLevels, s.Brokers[0].DelayLevels)
	var words []string
	for _, level := range DefaultDelayLevels() {
		words = append(words, FormatDuration(level))
	}
	assert.Equal(t, upstream, strings.Join(words, " "))
}

// All brokers have the levels that the statement names, but one that has its own.
func TestDelayLevels(t *testing.T) {
	s := mustParse(t, "broker a\nbroker b message-delay-level=1s,90s\nmessage-delay-level 2s 60s\nrun 1s\n")
	assert.Equal(t, DelayLevels{2 * time.Second, time.Minute}, s.Scenario().Brokers[0].DelayLevels)
	assert.Equal(t, DelayLevels{time.Second, 90 * time.Second}, s.Scenario().Brokers[1].DelayLevels)
	assert.Contains(t, s.Format(), "message-delay-level=1s,1m30s")
	assert.Contains(t, s.Format(), "message-delay-level 2s 1m\n")
	checkWrong(t, base, []wrong{
		{"message-delay-level‸", "a delay is missing; write `message-delay-level TIME …`"},
		{"message-delay-level 1s ‸soon", "`soon` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"message-delay-level ‸10ms", "delay 10ms is out of range; expected a duration from 1s to 720h"},
		{"message-delay-level ‸1500ms", "`1500ms` is finer than a second"},
		{"broker c message-delay-level=1s,‸", "`` is not a duration; expected a number with a unit, such as 500ms, 5s or 1m30s"},
		{"message-delay-level 1s" + strings.Repeat(" 1s", 63) + " ‸1s", "too many delay levels; at most 64 are allowed"},
		{"message-delay-level 1s\n‸message-delay-level 2s", "`message-delay-level` was already given in line 9"},
	})
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
