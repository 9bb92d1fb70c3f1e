package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow makes a playground's seeks take several ticks.
func slow(p *Playground) {
	var now time.Duration
	p.cfg.Clock = func() time.Duration { now += 40 * time.Millisecond; return now }
}

// What is asked for during a seek is done when it has arrived, in order, at the
// time that the reader was going to, and gives the run of the script that says so.
func TestActionsWaitForASeek(t *testing.T) {
	p := real(t)
	slow(p)
	p.Seek(40 * time.Second)
	require.True(t, p.Seeking())
	assert.ErrorIs(t, p.Apply("kill c1"), ErrLater)
	assert.ErrorIs(t, p.Apply("set g batch=4"), ErrLater)
	assert.ErrorIs(t, p.Apply("kill c1"), ErrLater)
	assert.Equal(t, coreText, p.Text(), "not yet")
	var got []Outcome
	for i := 0; p.Seeking() || len(got) < 3; i++ {
		p.Tick(1)
		got = append(got, p.Outcomes()...)
		require.Less(t, i, 10_000)
	}
	assert.Equal(t, 40*time.Second, p.Now())
	assert.Contains(t, p.Text(), "at 40s kill c1\nat 40s set g batch=4\n")
	require.NoError(t, got[0].Err)
	require.NoError(t, got[1].Err)
	assert.Error(t, got[2].Err, "it is dead already")
	assert.Equal(t, "kill c1", got[2].Line)
	want := real(t)
	require.NoError(t, want.LoadText(p.Text()))
	want.SeekNow(40 * time.Second)
	assert.Equal(t, want.Digest(), p.Digest())
}

// Whoever goes on to another time or script is told that it was not done.
func TestWhatWaitedIsNotDoneElsewhere(t *testing.T) {
	p := real(t)
	slow(p)
	p.Seek(40 * time.Second)
	require.ErrorIs(t, p.Apply("kill c1"), ErrLater)
	p.Seek(30 * time.Second)
	settle(t, p)
	p.Tick(1)
	got := p.Outcomes()
	require.Len(t, got, 1)
	assert.ErrorIs(t, got[0].Err, ErrMoved)
	assert.Equal(t, coreText, p.Text())

	p.Seek(50 * time.Second)
	require.True(t, p.Seeking())
	require.ErrorIs(t, p.WhatIf("set g commit=sync"), ErrLater)
	require.NoError(t, p.OpenLesson(p.Lessons()[0].Name))
	got = p.Outcomes()
	require.Len(t, got, 1)
	assert.ErrorIs(t, got[0].Err, ErrMoved)
}

// An experiment that waits forks as one that need not.
func TestWhatIfWaits(t *testing.T) {
	p := real(t)
	slow(p)
	p.Seek(40 * time.Second)
	require.ErrorIs(t, p.WhatIf("set g commit=sync"), ErrLater)
	settle(t, p)
	p.Tick(1)
	got := p.Outcomes()
	require.Len(t, got, 1)
	require.NoError(t, got[0].Err)
	assert.True(t, got[0].Forked)
	assert.Len(t, p.Branches(), 2)
}
