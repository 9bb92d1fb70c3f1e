package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// c3 joins at 20 s and takes its queues from c1 and c2 about 1.1 s later.
func firstChange(t *testing.T) time.Duration {
	t.Helper()
	p := real(t)
	p.SeekNow(30 * time.Second)
	at, ok := p.history.changeAfter(15 * time.Second)
	require.True(t, ok)
	return at
}

func TestFollowStopsAtTheChangeAtAnySpeed(t *testing.T) {
	change := firstChange(t)
	for _, s := range Speeds[4:] {
		p := real(t)
		p.Seek(19 * time.Second)
		p.SetFollow(true)
		p.SetSpeed(s)
		p.Play()
		for n := 0; !p.Slow(); n++ {
			require.Less(t, n, 10_000)
			require.LessOrEqual(t, p.Now(), change, "speed %v", s)
			p.Tick(1)
		}
		// Up to watchEvents events are played beyond the change; there are some 400 a second here.
		assert.InDelta(t, change.Seconds(), p.Now().Seconds(), 0.3, "speed %v", s)
		assert.Equal(t, max(250, s/20), p.Pace())
	}
}

// A known change is met exactly: it was seen before the reader went back.
func TestFollowKnowsTheFuture(t *testing.T) {
	change := firstChange(t)
	p := real(t)
	p.SeekNow(30 * time.Second)
	p.SeekNow(19 * time.Second)
	p.SetFollow(true)
	p.SetSpeed(1_000_000)
	p.Play()
	p.Tick(1)
	assert.Equal(t, change, p.Now())
}

func TestFollowEndsAfterAWhile(t *testing.T) {
	p := real(t)
	p.SeekNow(30 * time.Second)
	p.SetFollow(true)
	p.SetSpeed(10_000)
	last, ok := p.history.changeBefore(30 * time.Second)
	require.True(t, ok)
	p.SeekNow(last + 999*time.Millisecond)
	assert.True(t, p.Slow())
	p.SeekNow(last + time.Second)
	assert.False(t, p.Slow())
	p.SetFollow(false)
	p.SeekNow(last)
	assert.False(t, p.Slow(), "switched off")
	p.SetFollow(true)
	p.SeekNow(10 * time.Second)
	assert.False(t, p.Slow(), "first takes at the start are no change of hands")
}

// A group that lost its last consumer does not crawl for ever.
func TestFollowGivesUpOnLostQueues(t *testing.T) {
	p := New(Core([]Lesson{{Name: "x", Text: "broker a\ntopic t a:2\nproducer t rate=10/s\ngroup g topic=t\nconsumer c1 group=g\nat 20s kill c1\nrun 60s\n"}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SetFollow(true)
	p.SeekNow(24_999 * time.Millisecond)
	assert.True(t, p.Slow())
	p.SeekNow(25 * time.Second)
	assert.False(t, p.Slow())
	assert.Equal(t, 2, p.View().Unowned)
}

// The slow motion changes how long it takes and nothing else.
func TestFollowChangesNoEvent(t *testing.T) {
	p := real(t)
	p.SetFollow(true)
	p.SetSpeed(50_000)
	p.Play()
	for n := 0; p.Playing(); n++ {
		require.Less(t, n, 10_000)
		p.Tick(1)
	}
	q := real(t)
	q.SeekNow(q.End())
	assert.Equal(t, q.Digest(), p.Digest())
}

func TestHiddenPageStandsStill(t *testing.T) {
	p, _ := open(t, "lesson=join")
	p.Tick(60)
	p.SetHidden(true)
	p.Tick(600)
	assert.Equal(t, time.Second, p.Now())
	assert.True(t, p.Playing())
	p.SetHidden(false)
	p.Tick(60)
	assert.Equal(t, 2*time.Second, p.Now(), "time goes on where it was")
}

// A step is one event of the trace, as the headless log counts them.
func TestStepIsOneEvent(t *testing.T) {
	p := real(t)
	p.SeekNow(10 * time.Second)
	for range 50 {
		count := p.Sim().Log().Count()
		p.Step()
		// One step of the queue may tell of several things that happen at once.
		assert.Greater(t, p.Sim().Log().Count(), count)
		assert.NotZero(t, p.Last().Event.Kind)
		assert.Equal(t, p.Now(), time.Duration(p.Last().Event.At))
	}
	assert.Equal(t, 50, p.Last().Number)
	at := p.Now()
	digest := p.Digest()
	q := real(t)
	q.SeekNow(11 * time.Second)
	p.SeekNow(11 * time.Second)
	assert.Greater(t, 11*time.Second, at)
	assert.NotEqual(t, digest, p.Digest())
	assert.Equal(t, q.Digest(), p.Digest(), "steps are no events of their own")
}

func TestPrevGoesBackEventByEvent(t *testing.T) {
	p := real(t)
	p.SeekNow(15 * time.Second)
	var forth []time.Duration
	for range 8 {
		p.Next()
		forth = append(forth, p.Now())
	}
	for i := len(forth) - 2; i >= 0; i-- {
		p.Prev()
		settle(t, p)
		assert.LessOrEqual(t, p.Now(), forth[i])
		assert.False(t, p.Playing())
	}
	p.SeekNow(time.Millisecond)
	p.Prev()
	assert.Zero(t, p.Now())
}
