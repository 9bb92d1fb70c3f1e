package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// burst is a script whose figures follow by arithmetic: one thread and 10 ms a
// message work off 250 in 1 ms + 2.5 s; the first pull comes 500 ms after the take
// and is 1 ms on its way; two consumers, one queue.
const burst = `broker a
topic t a:1
producer t rate=0/s
group g topic=t threads=1 work=10ms
consumer c1 group=g
consumer c2 group=g
at 22s burst t 250
at 22s measure g
run 32s
`

func TestRunPrintsTheHarms(t *testing.T) {
	code, out, errs := do(burst, "run", "-")
	require.Equal(t, exitOK, code, errs)
	assert.Contains(t, out, "\nlongest  pause unown. 1st p.   lock  twice silent recov. moved skip.  backlog\n"+
		"a/0      0.501      -  0.501      -      -  0.010  2.501     0     0      250\n"+
		"group    0.501      -  0.501      -      -  0.010  2.501     0     0      250\n")
	assert.Contains(t, out, "\nnow: 0 paused (0 unowned, 0 without a first pull, 0 waiting for a lock)\n")
	assert.Regexp(t, `\nidle consumers: 1 now; 3[01]\.\d+ s at longest\n`, out)
	assert.Regexp(t, `\nqueues moved: 0; rebalances: \d+; notices: \d+\n`, out)
	assert.Contains(t, out, "\nhighest consume TPS: 100\n")
	assert.Regexp(t, `\n   22\.000  burst t +0 +250 +2\.501 +100\n`, out)
	_, out, _ = do(burst, "run", "-until", "23s", "-")
	assert.Regexp(t, `\n   22\.000  burst t +0 +250 +>1\.000 +99\n`, out)
	for line := range strings.Lines(out) {
		assert.LessOrEqual(t, len([]rune(line))-1, lineWidth, line)
	}
}

func TestRunJSONHasTheHarms(t *testing.T) {
	code, out, errs := do(burst, "run", "-json", "-")
	require.Equal(t, exitOK, code, errs)
	var got struct {
		Harms []struct {
			Group  string
			Total  map[string]any
			Queues map[string]map[string]any
			Idle   map[string]int64 `json:"idle_ms"`
			Now    int              `json:"idle_now"`
			Spikes []map[string]any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Len(t, got.Harms, 1)
	h := got.Harms[0]
	assert.Equal(t, "g", h.Group)
	assert.Equal(t, 1, h.Now)
	assert.Greater(t, h.Idle["c2"], int64(30000))
	for _, q := range []map[string]any{h.Total, h.Queues["a/0"]} {
		for key, want := range map[string]float64{
			"pause_ms": 501, "unowned_ms": 0, "first_pull_ms": 501, "lock_wait_ms": 0, "double_ms": 0, "silent_ms": 10,
			"recovery_ms": 2501, "backlog_max": 250, "consume_tps_max": 100, "moved": 0, "skipped": 0, "duplicates": 0,
		} {
			assert.Equal(t, want, q[key], key)
		}
	}
	assert.Equal(t, []map[string]any{{
		"t_ms": 22000., "what": "burst t", "backlog_before": 0., "backlog_max": 250., "recovery_ms": 2501., "consume_tps_max": 100.,
	}}, h.Spikes)
}

// Two groups have a table each; with many queues a broker's stand in one line.
func TestRunPrintsTheHarmsOfManyQueues(t *testing.T) {
	text := "broker a\nbroker b\ntopic t a:20 b:20\nproducer t rate=40/s\ngroup g topic=t\ngroup h topic=t\nconsumer c1 group=g\nconsumer d1 group=h\nrun 10s\n"
	code, out, errs := do(text, "run", "-")
	require.Equal(t, exitOK, code, errs)
	assert.Contains(t, out, "\nharm, group g\n")
	assert.Contains(t, out, "\nharm, group h\n")
	assert.Len(t, regexp.MustCompile(`\na/\* +\d\.\d{3} +- `).FindAllString(out, -1), 2, "the harms of both groups")
	code, out, errs = do(text, "run", "-json", "-")
	require.Equal(t, exitOK, code, errs)
	assert.Equal(t, 2, strings.Count(out, `"idle_now":0`))
}
