package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func open(t *testing.T, fragment string) (*Playground, *fakeAddress) {
	t.Helper()
	p, a := fake()
	require.NoError(t, p.Open(fragment))
	return p, a
}

// A tick is speed/60 of a second; 60 of them are exactly one second at any speed.
func TestTickMovesVirtualTime(t *testing.T) {
	for _, s := range Speeds {
		p, _ := open(t, "lesson=join")
		p.SetSpeed(s)
		n := 60
		if s == 1_000_000 {
			n = 6 // 100 s of the run's 120
		}
		for range n {
			p.Tick(1)
		}
		want := time.Duration(s) * time.Second / 1000 * time.Duration(n) / 60
		assert.Equal(t, want, p.Now(), "speed %v", s)
		assert.Equal(t, want, p.View().Now, "speed %v", s)
	}
}

func TestSpeedNames(t *testing.T) {
	var names []string
	for _, s := range Speeds {
		names = append(names, s.String())
	}
	assert.Equal(t, []string{"0.1", "0.5", "1", "2", "5", "10", "50", "100", "1000"}, names)
	p, _ := open(t, "")
	p.SetSpeed(3000)
	assert.Equal(t, Speed(2000), p.Speed(), "an unknown speed becomes the next slower one")
	p.SetSpeed(1)
	assert.Equal(t, Speed(100), p.Speed())
}

// A tick works off its allowance and no more; time then runs slower and catches up nowhere.
func TestTickIsBounded(t *testing.T) {
	p, _ := open(t, "lesson=join")
	var now time.Duration
	p.cfg.Clock = func() time.Duration { now += 600 * time.Microsecond; return now } // a step takes 0.6 ms
	p.SetSpeed(1_000_000)                                                            // asks for 16.7 s = 16,667 events a tick
	p.Tick(1)
	// 19 steps of 200 events of 1 ms each: after 18 of them 10.8 ms have passed, after one more 11.4 > 11.
	assert.Equal(t, 3800*time.Millisecond, p.View().Now)
	assert.Equal(t, 3800*time.Millisecond, p.Now(), "the clock shows where the run is")
	assert.True(t, p.Behind())
	p.Tick(1)
	assert.Equal(t, 7600*time.Millisecond, p.Now())
}

func TestPlayStopsAtTheEndAndStartsAgain(t *testing.T) {
	p, _ := open(t, "lesson=kill&t=89.9s")
	require.True(t, p.Playing())
	for range 10 {
		p.Tick(1)
	}
	assert.Equal(t, 90*time.Second, p.Now())
	assert.False(t, p.Playing(), "the end of the run stops it")
	p.Play()
	assert.Equal(t, time.Duration(0), p.Now(), "playing at the end begins again")
	assert.True(t, p.Playing())
}

func TestPauseStopsTime(t *testing.T) {
	p, _ := open(t, "")
	p.Tick(6)
	p.Toggle()
	at := p.Now()
	p.Tick(60)
	assert.Equal(t, at, p.Now())
	p.Toggle()
	p.Tick(60)
	assert.Equal(t, at+time.Second, p.Now())
}

// A long seek takes several ticks; until it is there the view shows the time before.
func TestSeekInSlices(t *testing.T) {
	p, _ := open(t, "lesson=join&t=10s&paused=1")
	var now time.Duration
	p.cfg.Clock = func() time.Duration { now += 600 * time.Microsecond; return now }
	p.Seek(100 * time.Second)
	require.True(t, p.Seeking())
	assert.Equal(t, 100*time.Second, p.Now(), "the scrubber is where the reader put it")
	assert.Equal(t, 10*time.Second, p.View().Now)
	ticks := 0
	for ; p.Seeking(); ticks++ {
		p.Tick(1)
		require.Less(t, ticks, 100)
	}
	// 90 s are 90,000 events. A step of 200 takes 0.6 ms, and a slice ends with the
	// first look at the clock after 30 ms: 10,000 events, 9 slices, the first of them in Seek itself.
	assert.Equal(t, 8, ticks)
	assert.Equal(t, 100*time.Second, p.View().Now)
	assert.False(t, p.Playing())
}

func TestSeekBackReplays(t *testing.T) {
	p, _ := open(t, "lesson=join&t=50s&paused=1")
	p.Seek(20 * time.Second)
	sim := p.Sim().(*fakeSim)
	assert.Equal(t, 1, sim.replay)
	assert.Equal(t, 20*time.Second, sim.now)
	p.Seek(-time.Second)
	assert.Equal(t, time.Duration(0), p.Now())
	p.Seek(time.Hour)
	assert.Equal(t, p.End(), p.Now())
}

func TestSeekNowIsThereAtOnce(t *testing.T) {
	p, _ := open(t, "lesson=join&paused=1")
	var now time.Duration
	p.cfg.Clock = func() time.Duration { now += time.Second; return now }
	p.SeekNow(119 * time.Second)
	assert.False(t, p.Seeking())
	assert.Equal(t, 119*time.Second, p.View().Now)
}

// Events at 30 and 60 s matter, the one at 35 s does not.
func TestNextStopsAtEvents(t *testing.T) {
	p, _ := open(t, "")
	p.Next()
	assert.Equal(t, 30*time.Second, p.Now())
	assert.False(t, p.Playing(), "a step ends in a pause")
	assert.False(t, p.Exhausted())
	p.Next()
	assert.Equal(t, 60*time.Second, p.Now())
	p.Next()
	assert.Equal(t, p.End(), p.Now())
	assert.True(t, p.Exhausted(), "no event was left")
	assert.False(t, p.Exhausted(), "told once")
}

// A step over a long quiet time is as bounded as a seek.
func TestNextInSlices(t *testing.T) {
	p, _ := open(t, "")
	var now time.Duration
	p.cfg.Clock = func() time.Duration { now += 600 * time.Microsecond; return now }
	p.Next()
	require.True(t, p.Seeking())
	ticks := 0
	for ; p.Seeking(); ticks++ {
		p.Tick(1)
		require.Less(t, ticks, 1000)
	}
	// 30,000 events of 1 ms; a slice is 19 bursts of 50 (11.4 ms), so 32 slices, the first of them in Next itself.
	assert.Equal(t, 31, ticks)
	assert.Equal(t, 30*time.Second, p.View().Now)
	p.Next()
	p.Seek(time.Second)
	assert.False(t, p.Playing())
	p.Tick(1)
	assert.Equal(t, time.Second, p.Now(), "a seek ends a step under way")
}

func TestRestart(t *testing.T) {
	p, _ := open(t, "lesson=join&t=30s&paused=1")
	p.Restart()
	assert.Equal(t, time.Duration(0), p.Now())
	assert.True(t, p.Playing())
}

// What was seen of the run stays in the chart after a seek back, until an action changes the future.
func TestSeriesKeepTheFurthest(t *testing.T) {
	p, _ := open(t, "lesson=join&t=10s&paused=1")
	require.Len(t, p.Series().Backlog, 100)
	p.Seek(5 * time.Second)
	assert.Len(t, p.Series().Backlog, 100)
	p.Seek(12 * time.Second)
	assert.Len(t, p.Series().Backlog, 120)
	assert.Equal(t, int32(119), p.Series().Backlog[119])
	p.Seek(5 * time.Second)
	require.NoError(t, p.Apply("kill c1"))
	assert.LessOrEqual(t, len(p.Series().Backlog), 51)
}

func TestApplyActsAtAWholeMillisecond(t *testing.T) {
	p, _ := open(t, "")
	p.Tick(1) // 16.666667 ms
	require.NoError(t, p.Apply("kill c1"))
	assert.Equal(t, "at 17ms kill c1", p.Applied())
	assert.Equal(t, joinText+"at 17ms kill c1\n", p.Text())
	assert.Equal(t, "", p.Lesson())
	assert.True(t, p.Playing(), "acting does not stop time")
}

func TestApplyRefused(t *testing.T) {
	p, a := open(t, "")
	text := p.Text()
	require.ErrorContains(t, p.Apply("bad"), "unknown action")
	assert.Equal(t, text, p.Text())
	assert.LessOrEqual(t, len(a.entries), 1, "no entry is made")
	assert.Equal(t, "", p.Applied())
	empty, _ := fake()
	assert.ErrorIs(t, empty.Apply("kill c1"), ErrEmpty)
}

func TestEmptyPlaygroundDoesNothing(t *testing.T) {
	p, a := fake()
	p.Tick(1)
	p.Play()
	p.Pause()
	p.Restart()
	p.Seek(time.Second)
	p.SeekNow(time.Second)
	p.Next()
	assert.Equal(t, time.Duration(0), p.Now())
	assert.Equal(t, "", p.Digest())
	p.Tick(1000)
	assert.Zero(t, a.writes)
}
