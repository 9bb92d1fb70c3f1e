package lab

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
)

const text = `broker a
topic t a:4
net latency=20ms
producer t rate=10/s
group g topic=t work=10ms threads=4
consumer c1 group=g
consumer c2 group=g
run 60s
`

func sweep(t *testing.T, text string, p Plan) []Point {
	t.Helper()
	s, err := script.Parse(text)
	require.NoError(t, err)
	p.Script, p.Group = s, "g"
	run := Start(p)
	last := -1
	for !run.Done() {
		run.piece()
		assert.GreaterOrEqual(t, run.Progress(), last, "progress never goes back")
		last = run.Progress()
	}
	assert.Equal(t, 1000, run.Progress())
	for _, point := range run.Points() {
		require.NoError(t, point.Err)
	}
	return run.Points()
}

// With full queues a thread does a batch of B in B × 10 ms of work and, when it
// waits for the broker's answer, 2 × 20 ms more. Two consumers with 4 threads
// do 8 × B / (B × 10 ms + 40 ms): 160/s at 1, 640/s at 16. Without the wait it
// is 8 / 10 ms = 800/s whatever the batch. The first answers take a little of it.
func TestThroughputAgainstBatch(t *testing.T) {
	from, until := Window(10*time.Second, time.Minute)
	points := sweep(t, text, Plan{From: from, Until: until, Rounds: Trouble(1, from, "t", 60_000, ""),
		Variants: Batches([]int{1, 16}, []string{"sync", "async"})})
	require.Len(t, points, 4)
	for i, want := range []int64{160, 640, 800, 800} {
		assert.InEpsilon(t, want, points[i].Rate, 0.05, "%s %d", points[i].Series, points[i].X)
		assert.Zero(t, points[i].Duplicates, "nobody died")
	}
	assert.Equal(t, []string{"sync", "async"}, Lines(points))
}

// A consumer that is killed repeats, after commits that it waits for, what its 4
// threads had done without an answer: a batch each at most. After the timer's
// commits it is everything since the last pull, and more.
func TestDuplicatesAgainstCommit(t *testing.T) {
	from, until := Window(10*time.Second, time.Minute)
	points := sweep(t, strings.Replace(text, "work=10ms", "work=2ms..18ms", 1), Plan{From: from, Until: until, Rounds: Trouble(5, from, "t", 60_000, "c2"),
		Variants: Batches([]int{1, 16}, []string{"sync", "interval:5s"})})
	assert.LessOrEqual(t, points[0].Duplicates, int64(5*4))
	assert.LessOrEqual(t, points[1].Duplicates, int64(5*4*16))
	assert.Greater(t, points[2].Duplicates, points[0].Duplicates)
	assert.Greater(t, points[3].Duplicates, points[1].Duplicates)
	assert.Equal(t, 5, points[3].Rounds)
}

func TestDeclaredChoices(t *testing.T) {
	s, err := script.Parse(text)
	require.NoError(t, err)
	p := Plan{Script: s, Group: "g", From: 10 * time.Second, Until: 20 * time.Second, Variants: Choices("strategy", []string{"averagely", "consistent-hash"})}
	one, err := p.Text(&p.Variants[1], 0)
	require.NoError(t, err)
	assert.Contains(t, one, "strategy=consistent-hash")
	assert.Contains(t, one, "work=10ms", "what was written stays")
	points := sweep(t, text, p)
	assert.Equal(t, []string{"averagely", "consistent-hash"}, Lines(points))
}

// What the script refuses is told with the variant; the others are played.
func TestRefusedVariant(t *testing.T) {
	s, err := script.Parse(text)
	require.NoError(t, err)
	run := Start(Plan{Script: s, Group: "g", From: 10 * time.Second, Until: 20 * time.Second, Variants: Batches([]int{5000, 2}, []string{"sync"})})
	run.Work(func() bool { return true })
	require.Len(t, run.Points(), 2)
	assert.ErrorContains(t, run.Points()[0].Err, "batch 5000 is out of range")
	assert.NoError(t, run.Points()[1].Err)
}

func TestWindow(t *testing.T) {
	for _, row := range [][4]time.Duration{ // now, end, from, until in seconds
		{10, 60, 10, 40}, {40, 60, 40, 60}, {48, 60, 48, 60}, {55, 60, 30, 60}, {5, 10, 0, 10}, {60, 60, 30, 60},
	} {
		from, until := Window(row[0]*time.Second, row[1]*time.Second)
		assert.Equal(t, [2]time.Duration{row[2] * time.Second, row[3] * time.Second}, [2]time.Duration{from, until}, row)
	}
}

// A program that asks each queue once a second gets a message half a second
// after it was stored, on average; a push client has its pull waiting at the broker.
func TestPushAgainstPull(t *testing.T) {
	from, until := Window(20*time.Second, time.Minute)
	points := sweep(t, text, Plan{From: from, Until: until, Variants: Choices("mode", []string{"push", "pull"})})
	require.Len(t, points, 2)
	assert.Less(t, points[0].Latency, 100*time.Millisecond)
	assert.InDelta(t, 500, points[1].Latency.Milliseconds(), 250)
	for _, p := range points {
		assert.Positive(t, p.Requests, p.Series)
		assert.InDelta(t, 300, p.Completions, 60, "10/s for 30 s, each once")
	}
}
