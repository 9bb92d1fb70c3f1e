package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

const coreText = `title.en Two and a third
broker a
topic t a:4
producer t rate=100/s
group g topic=t
consumer c1 group=g
consumer c2 group=g
at 20s join c3 group=g
run 60s
expect at 15s owner t/a/0 = c1
expect idle = c3
`

func real(t *testing.T) *Playground {
	t.Helper()
	p := New(Core([]Lesson{{Name: "two", Text: coreText}}, "two", nil, nil))
	require.NoError(t, p.Open("#lesson=two&paused=1"))
	return p
}

// Whatever way the reader takes through the run, at one time there is one
// state: that of a run in one go.
func TestSameStateByAnyWay(t *testing.T) {
	whole, err := core.Load(coreText)
	require.NoError(t, err)
	whole.Advance(25 * time.Second)
	want := whole.Digest()

	p := real(t)
	p.Seek(25 * time.Second)
	assert.Equal(t, want, p.Digest(), "straight")
	p.Seek(50 * time.Second)
	p.Seek(10 * time.Second)
	p.SeekNow(25 * time.Second)
	assert.Equal(t, want, p.Digest(), "there and back")
	p.Seek(0)
	p.SetSpeed(10_000)
	p.Play()
	for range 150 { // 25 s at 10×
		p.Tick(1)
	}
	assert.Equal(t, 25*time.Second, p.Now())
	assert.Equal(t, want, p.Digest(), "played")
}

// Acting in the past keeps what the script holds for later.
func TestActingInThePastKeepsLaterLines(t *testing.T) {
	p := real(t)
	p.Seek(30 * time.Second)
	p.Seek(10 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	assert.Equal(t, "at 10s kill c2", p.Applied())
	assert.Contains(t, p.Text(), "at 10s kill c2")
	assert.Contains(t, p.Text(), "at 20s join c3")
	p.Seek(30 * time.Second)
	states := map[string]core.ConsumerState{}
	for _, c := range p.View().Consumers {
		states[c.Name] = c.State
	}
	assert.Equal(t, map[string]core.ConsumerState{"c1": core.ConsumerRunning, "c2": core.ConsumerDead, "c3": core.ConsumerRunning}, states)
	again := New(Core([]Lesson{{Name: "two", Text: coreText}}, "", nil, nil))
	require.NoError(t, again.Open(p.Place().String()))
	assert.Equal(t, p.Digest(), again.Digest(), "the address holds it all")
}

func TestStepsOfARealRun(t *testing.T) {
	p := real(t)
	var at []time.Duration
	for range 500 {
		p.Next()
		if p.Exhausted() {
			break
		}
		at = append(at, p.Now())
	}
	assert.Equal(t, p.End(), p.Now())
	assert.IsIncreasing(t, at)
	assert.Contains(t, at, 20*time.Second, "the join of the script")
	sim, err := core.Load(coreText)
	require.NoError(t, err)
	first, ok := sim.NextEvent()
	require.True(t, ok)
	assert.Equal(t, first, at[0], "the core looks ahead to the same event")
}

func TestClaimsAreJudgedInTime(t *testing.T) {
	p := real(t)
	p.Seek(10 * time.Second)
	claims := p.Sim().Claims()
	require.Len(t, claims, 2)
	assert.True(t, claims[0].Pending)
	p.Seek(60 * time.Second)
	claims = p.Sim().Claims()
	assert.True(t, claims[0].Pass)
	assert.False(t, claims[1].Pass)
	assert.Equal(t, "none", claims[1].Got)
}

const twoTopics = `broker a
topic t a:4
topic u a:2
producer t rate=10/s
producer u rate=10/s
group g topic=t,u
consumer c1 group=g
consumer c2 group=g
at 20s join c3 group=g
run 60s
`

// A topic is shown alone, with its own history, in the present run and in the
// one it is compared with; -1 shows all again.
func TestSelectTopic(t *testing.T) {
	p := New(Core([]Lesson{{Name: "x", Text: twoTopics}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SeekNow(30 * time.Second)
	require.Equal(t, []string{"t", "u"}, p.View().Topics)
	assert.Len(t, p.View().Queues, 6)
	p.SelectTopic(1)
	p.Tick(1)
	assert.Len(t, p.View().Queues, 2)
	assert.Equal(t, "u", p.View().Queues[0].Topic)
	assert.Equal(t, 2, p.History().Queues())
	// Averagely: c1 has u/0; its span lasts from its first rebalance to now.
	spans := p.History().Spans(0)
	assert.Equal(t, 0, spans[len(spans)-1].Owner)
	p.SelectTopic(2)
	assert.Equal(t, 1, p.View().Topic, "there is no third one")
	p.SeekNow(25 * time.Second)
	require.NoError(t, p.Apply("kill c1")) // in the past: the old run is kept
	for range 200 {
		p.Tick(1)
	}
	if v := p.RivalView(); assert.NotNil(t, v) {
		assert.Len(t, v.Queues, 2)
	}
	p.SelectTopic(-1)
	p.Tick(1)
	assert.Len(t, p.View().Queues, 6)
	assert.Equal(t, 6, p.History().Queues())
}
