//go:build browser

package browsertest

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// However the reader moves in time, by the mouse, by the keys, there and back,
// what they see is what the headless run has at that time.
func TestScrubbingIsTheHeadlessRun(t *testing.T) {
	p := openPage(t, view{})
	p.visitAt("kill-duplicates", 0)
	b := p.boxOf("#scrub")
	p.do(chromedp.MouseClickXY(b.X+b.W/2, b.Y+b.H-6))
	p.settle()
	middle := p.now()
	assert.InDelta(t, 45_000, middle.Milliseconds(), 1000, "half of the run's 1m30s")
	p.agrees()
	atMiddle := p.digest()

	p.drag(0.5, 0.9)
	assert.InDelta(t, 81_000, p.now().Milliseconds(), 1000)
	p.agrees()
	p.drag(0.9, 0.2)
	assert.InDelta(t, 18_000, p.now().Milliseconds(), 1000)
	p.agrees()

	p.do(chromedp.MouseClickXY(b.X+b.W/2, b.Y+b.H-6))
	p.settle()
	require.Equal(t, middle, p.now())
	assert.Equal(t, atMiddle, p.digest(), "there and back")

	for _, step := range []struct {
		key  string
		to   time.Duration
		mods []chromedp.KeyOption
	}{
		{kb.ArrowRight, middle + time.Second, nil},
		{kb.ArrowLeft, middle, nil},
		{kb.ArrowRight, middle + 10*time.Second, []chromedp.KeyOption{chromedp.KeyModifiers(chromedp.ModifierShift)}},
		{".", middle + 10*time.Second + 100*time.Millisecond, nil},
		{",", middle + 10*time.Second, nil},
		{kb.End, 90 * time.Second, nil},
		{kb.Home, 0, nil},
		{kb.ArrowLeft, 0, nil},
	} {
		p.press(step.key, step.mods...)
		p.settle()
		require.Equal(t, step.to, p.now(), "after %q", step.key)
		p.agrees()
	}
}

// A run that plays stands still while the time line is dragged, and goes on.
func TestDraggingHoldsTheRun(t *testing.T) {
	p := openPage(t, view{})
	p.waitFor(playing)
	p.drag(0.1, 0.5)
	p.waitFor(playing + " && __ringside.time > 43500")
	p.waitFor("__ringside.time > 44000")
}

func TestStepsStopWhereTheCoreSays(t *testing.T) {
	p := openPage(t, view{})
	p.visitAt("kill-duplicates", 0)
	sim := headless(t, p.script(), 0)
	for i := range 12 {
		want, ok := sim.NextEvent()
		require.True(t, ok)
		sim.Advance(want)
		if i%2 == 0 {
			p.click(`[data-do="next"]`)
		} else {
			p.press("n")
		}
		p.waitFor("!__ringside.seeking")
		require.Equal(t, want.Milliseconds(), p.now().Milliseconds(), "step %d", i)
		require.Equal(t, sim.Digest(), p.digest())
	}
	p.visitAt("kill-duplicates", 90*time.Second)
	p.click(`[data-do="next"]`)
	p.waitFor("document.querySelector('.toast').textContent.includes('end of the run')")
	assert.Equal(t, 90*time.Second, p.now())
}

// The marks on the time line lead to the script's actions.
func TestMarksLeadToTheActions(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.visitAt("kill-duplicates", 0)
	p.click(`.marks [data-arg="32000"]`)
	p.settle()
	assert.Equal(t, 32*time.Second, p.now())
	p.agrees()
	p.tabTo("events")
	p.click(`.events [data-do="seek"]`)
	p.settle()
	p.agrees()
}

func TestPlayPauseRestartSpeed(t *testing.T) {
	p := openPage(t, view{})
	p.press("y") // no slow motion while queues change hands
	p.click("#play")
	p.waitFor("!(" + playing + ")")
	at := p.now()
	p.waitTick(20)
	assert.Equal(t, at, p.now(), "a paused run stands still")
	p.pick("#speed", "50000")
	p.click("#play")
	p.waitFor(playing)
	from, tick := p.now(), p.tick()
	p.waitTick(12)
	// 50× at 60 ticks per second: each tick is 833 ms of the run.
	assert.GreaterOrEqual(t, p.now()-from, 12*830*time.Millisecond, "%d ticks", p.tick()-tick)
	p.waitFor("document.querySelector('.status').textContent === 'ended'")
	assert.False(t, eval[bool](p, playing))
	assert.Equal(t, 87*time.Second, p.now())
	p.click(`[data-do="restart"]`)
	p.waitFor(playing + " && __ringside.time < 87000")
}
