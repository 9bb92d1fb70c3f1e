//go:build browser

package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two fingers enlarge the map of many queues around the point between them, one
// moves what is enlarged, and a tap still chooses.
func TestFingersOnTheMap(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	require.Empty(t, p.load(crowd()))
	p.run("__ringside.pause(); __ringside.seek(23_000)")
	p.waitFor("__ringside.map")
	p.waitTick(3)
	at := func() (scale, x float64) {
		p.waitTick(2)
		both := eval[[]float64](p, "[__ringside.mapZoom || 1, __ringside.mapX]")
		return both[0], both[1]
	}
	// In the middle of the map.
	const x, y = 560, 300
	one := func(dx float64) {
		p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x, y})
		for i := 1.0; i <= 4; i++ {
			p.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x + dx*i/4, y})
		}
		p.touch(input.DispatchTouchEventTypeTouchEnd)
	}
	one(60)
	scale, _ := at()
	assert.Equal(t, 1.0, scale, "one finger on a whole map is the page's")

	p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x - 20, y})
	p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x - 20, y}, [2]float64{x + 20, y})
	for i := 1.0; i <= 4; i++ {
		p.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x - 20 - 10*i, y}, [2]float64{x + 20 + 10*i, y})
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.waitFor("__ringside.enlarged")
	scale, before := at()
	// From 40 px to 120 px apart, less what the browser takes to be sure of a pinch.
	assert.InDelta(t, 3, scale, 0.8)
	assert.Equal(t, 1.0, eval[float64](p, "visualViewport.scale"), "the page itself is not zoomed")

	one(60)
	_, after := at()
	assert.Less(t, after, before, "the map goes along with the finger")
	same, _ := at()
	assert.InDelta(t, scale, same, 1e-6)
}

// One finger on enlarged lanes moves them along; a tap goes to a time; on the
// chart a finger scrubs as ever.
func TestAFingerMovesEnlargedLanes(t *testing.T) {
	p := pausedJoin(t, view{Width: 1024, Height: 1000})
	p.run("document.getElementById('zoom-in').click(); document.getElementById('zoom-in').click()")
	p.waitTick(8)
	from, to := p.span()
	require.Less(t, to-from, 92_000)
	lanes, chart := p.rect(".lanes"), p.rect(".chart")
	draw := func(r rect, a, b float64) {
		ax, y := r.at(a)
		bx, _ := r.at(b)
		p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{ax, y})
		for i := 1.0; i <= 4; i++ {
			p.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{ax + (bx-ax)*i/4, y})
		}
		p.touch(input.DispatchTouchEventTypeTouchEnd)
		p.waitTick(8)
	}
	draw(lanes, 0.7, 0.5)
	later, end := p.span()
	assert.Greater(t, later, from, "to the left is on in time")
	assert.InDelta(t, to-from, end-later, 2, "as long a window")
	assert.Equal(t, 40_000, eval[int](p, "__ringside.time"), "and no time is gone to")
	draw(chart, 0.3, 0.6)
	assert.NotEqual(t, 40_000, eval[int](p, "__ringside.time"), "the chart is for scrubbing")
}

// Lanes of two runs: ours over theirs, said in words and in the table.
func TestLanesOfTwoRuns(t *testing.T) {
	p := pausedJoin(t, view{Width: 1440, Height: 1000})
	p.press("k") // kills the newest consumer at 40 s: in the past of what was seen
	p.waitFor("document.querySelector('.theirs').checkVisibility() && !__ringside.seeking")
	p.waitFor("document.querySelector('.pair-note').innerText.includes('B over A')")
	p.seek(60_000)
	p.click("#lane-table")
	p.waitFor("[...document.querySelectorAll('.lanes-list tbody tr')].some(r => r.cells[0].innerText.startsWith('A: '))")
	last := func(run string) string {
		return eval[string](p, "[...document.querySelectorAll('.lanes-list tbody tr')].filter(r => r.cells[0].innerText === '"+run+": a/7').at(-1).cells[4].innerText")
	}
	// Averagely over three, c3 has a/6 and a/7; killed, it leaves them to c2.
	assert.Equal(t, "c3", last("A"))
	assert.Equal(t, "c2", last("B"))
	p.checkA11y()
}
