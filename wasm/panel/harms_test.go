package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/ledger"
	"ringside/core/script"
)

func TestHarmRows(t *testing.T) {
	q := core.QueueView{Harms: core.QueueHarms{
		Pause: 1500 * time.Millisecond, Unowned: 1000 * time.Millisecond, FirstPull: 500 * time.Millisecond,
		Skipped: 3, Moved: 2, BacklogMax: 1234, Recovery: 2 * time.Second,
	}}
	q.Harms.ByCause[ledger.CauseCrash], q.Harms.ByCause[ledger.CauseOverlap] = 1, 5
	assert.Equal(t, []string{"1.500", "1.000", "0.500", "–", "–", "–"}, QueuePauses(&q))
	assert.Equal(t, []string{"crash before commit: 1; two readers at once: 5", "3", "2", Number(1234), "2.000"}, English.QueueCosts(&q))
	assert.Equal(t, "提交前崩溃：1; 两个消费者同时读取：5", Chinese.QueueCosts(&q)[0])
}

func TestSeconds(t *testing.T) {
	assert.Equal(t, "0.004", Seconds(4*time.Millisecond))
	assert.Equal(t, "12.3", Seconds(12345*time.Millisecond))
	assert.Equal(t, Number(1234)+".5", Seconds(1234567*time.Millisecond))
}

// rowsOf are the figures by name.
func rowsOf(l Lang, v *core.View) map[string]string {
	rows := map[string]string{}
	for _, r := range l.GroupFigures(v) {
		rows[r[0]] = r[1]
	}
	return rows
}

func TestGroupFigures(t *testing.T) {
	v := core.View{Counters: core.Counters{Paused: 2, PauseMax: 1500 * time.Millisecond, FirstPull: 1, Rate: 90, RateMax: 110}}
	rows := rowsOf(English, &v)
	assert.Equal(t, "2 (1.5 s)", rows["queues paused (longest)"])
	assert.Equal(t, "1 (–)", rows["· owned, no pull yet (longest)"])
	assert.Equal(t, "90 (110)", rows["consume TPS now (peak)"])
	assert.Equal(t, "0 (0)", rows["backlog now (peak)"])
	assert.Len(t, rows, 19)
}

// Of one topic the figures are its own; those that only a group has say so.
func TestFiguresOfATopic(t *testing.T) {
	v := core.View{
		Topic: 1, Topics: []string{"t", "u"},
		Counters: core.Counters{Duplicates: 9, Backlog: 50, BacklogPeak: 80, Rebalances: 12, Rate: 100, RateMax: 120},
		OfTopic:  core.Counters{Duplicates: 2, Backlog: 7, BacklogPeak: 30, Unowned: 1, UnownedMax: time.Second, Rebalances: 12, Rate: 20},
	}
	rows := rowsOf(English, &v)
	for name, want := range map[string]string{
		"of these, duplicates": "2", "backlog now (peak)": "7 (30)", "queues without an owner (longest)": "1 (1.0 s)",
		"whole group: rebalances": "12", "whole group: notices received": "0", "consume TPS now": "20", "whole group: consume TPS now (peak)": "100 (120)",
	} {
		assert.Equal(t, want, rows[name], name)
	}
	assert.NotContains(t, rows, "rebalances")
	zh := rowsOf(Chinese, &v)
	assert.Equal(t, "7（30）", zh["当前堆积（峰值）"])
	assert.Equal(t, "12", zh["整组：重平衡次数"])
	assert.Len(t, zh, len(rows))
	v.Topic = -1
	assert.Equal(t, "9", rowsOf(English, &v)["of these, duplicates"])
}

// Everything that the script does has a name, servers and links included.
func TestSpikeRows(t *testing.T) {
	s, err := script.Parse("broker a\ntopic t a:1\nproducer t rate=1/s\ngroup g topic=t\nconsumer c1 group=g\nat 5s burst t 7\nat 5s kill c1\nat 5s measure g\n" +
		"at 6s stop a\nat 7s start a\nat 8s cut a c1\nat 9s heal a c1\nat 10s scale t a:2\nat 11s perm t a r\nrun 20s\n")
	require.NoError(t, err)
	actions := s.Scenario().Actions
	row := English.SpikeRow(&core.Spike{At: 5 * time.Second, Level: 1, Peak: 8, Recovery: 2 * time.Second, Rate: 4}, actions)
	assert.Equal(t, []string{Clock(5 * time.Second), "burst of 7, × c1 killed", "1", "8", "2.000", "4"}, row)
	row = English.SpikeRow(&core.Spike{At: 6 * time.Second, Recovery: 3 * time.Second, Lasts: true}, actions)
	assert.Equal(t, []string{"− a stops", "0", "0", "> 3.000", "0"}, row[1:])
	for i := range actions {
		assert.NotEmpty(t, Chinese.MarkText(&actions[i]))
	}
}
