package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/trace"
)

func holdEvent(kind trace.Kind, at time.Duration, consumer, queue int32) trace.Event {
	e := trace.None(kind, int64(at))
	e.Consumer, e.Queue, e.Group = consumer, queue, 0
	return e
}

// c1 holds both queues from 1 s, gives a/1 to c2 at 3 s (c2 takes it at 2.9 s,
// so both hold it for a moment), and is killed at 5 s.
func handOver(t *testing.T) play {
	t.Helper()
	p := newPlay(smallScenario())
	for _, e := range []trace.Event{
		holdEvent(trace.KindTake, time.Second, 0, 0),
		holdEvent(trace.KindTake, time.Second, 0, 1),
		holdEvent(trace.KindTake, 2900*time.Millisecond, 1, 1),
		holdEvent(trace.KindDrop, 3*time.Second, 0, 1),
		holdEvent(trace.KindKill, 5*time.Second, 0, -1),
	} {
		p.log.Add(e)
	}
	return p
}

func TestTenures(t *testing.T) {
	assert.Equal(t, []Tenure{
		{"a/0", "c1", 1000, 5000, false},
		{"a/1", "c1", 1000, 3000, false},
		{"a/1", "c2", 2900, 8000, true},
	}, handOver(t).Tenures(8*time.Second))
}

func TestTenuresCSV(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteTenuresCSV(&b, handOver(t).Tenures(8*time.Second)))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"queue", "consumer", "from_ms", "to_ms", "lasts"}, rows[0])
	assert.Equal(t, []string{"a/1", "c2", "2900", "8000", "true"}, rows[3])
}

func TestSeriesExports(t *testing.T) {
	var s trace.Series
	s.Sample(5, 2, 0, 1)
	s.Sample(7, 6, 3, 0)
	list := []GroupSeries{SeriesOf("g,1", &s)}
	var b bytes.Buffer
	require.NoError(t, WriteSeriesCSV(&b, list))
	rows, err := csv.NewReader(&b).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, [][]string{
		{"group", "t_ms", "backlog", "completions", "duplicates", "unowned"},
		{"g,1", "100", "5", "2", "0", "1"}, {"g,1", "200", "7", "4", "3", "0"},
	}, rows)
	b.Reset()
	require.NoError(t, WriteJSON(&b, list))
	var again []GroupSeries
	require.NoError(t, json.Unmarshal(b.Bytes(), &again))
	assert.Equal(t, list, again)
}

// What a script names a thing must not become a formula in a spreadsheet.
func TestCSVHasNoFormula(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteTenuresCSV(&b, []Tenure{{Queue: "a/0", Consumer: `@SUM(1)"`}}))
	assert.Contains(t, b.String(), `"'@SUM(1)"""`)
}
