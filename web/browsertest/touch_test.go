//go:build browser

package browsertest

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	picture "ringside/wasm/view"
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

// A finger hits a mark's label on more than its letters: below them a tap goes to the
// mark's time, and a finger that moves on from there scrubs.
func TestAFingerOnAMark(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 390, Height: 844, Fingers: true, Address: "#lesson=join&t=60s&paused=1"})
	p.settle()
	label := `[...document.querySelectorAll('.marks button')].find(e => e.innerText.includes('c3'))`
	at := eval[[]float64](p, "(r => [r.x + r.width / 2, r.y + r.height / 2 + 22])("+label+".getBoundingClientRect())")
	tap := func(moves ...float64) {
		x, y := at[0], at[1]
		p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x, y})
		for _, by := range moves {
			p.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x + by, y})
		}
		p.touch(input.DispatchTouchEventTypeTouchEnd)
		p.settle()
		p.waitTick(6)
	}
	mark := eval[int](p, "Number("+label+".dataset.arg)")
	assert.Equal(t, 36_999, mark, "c3 joins at 36.999 s")
	tap()
	assert.Equal(t, mark, eval[int](p, "__ringside.time"))
	tap(10, 30, 60)
	assert.Greater(t, eval[int](p, "__ringside.time"), mark+5_000)
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

// seen is the page as a reader sees it, in device pixels.
type seen struct {
	image.Image
	scale int
}

func (p *tab) look(scale int) seen {
	p.t.Helper()
	require.True(p.t, p.painted(), "what is looked at must be painted")
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(p.t, err)
	picture, err := png.Decode(bytes.NewReader(data))
	require.NoError(p.t, err)
	return seen{picture, scale}
}

// like tells whether a pixel has nearly a colour.
func (s seen) like(x, y int, c color.RGBA) bool {
	r, g, b, _ := s.At(x, y).RGBA()
	near := func(a uint32, b uint8) bool { d := int(a>>8) - int(b); return d > -24 && d < 24 }
	return near(r, c.R) && near(g, c.G) && near(b, c.B)
}

// runs are the places, in CSS pixels, where a level line of a colour begins that
// is at least so long, from the height top to bottom; each line once.
func (s seen) runs(c color.RGBA, least, top, bottom int) (out [][3]float64) {
	for y := top * s.scale; y < bottom*s.scale; y++ {
		length, found := 0, false
		for x := s.Bounds().Min.X; x <= s.Bounds().Max.X; x++ {
			if x < s.Bounds().Max.X && s.like(x, y, c) {
				length++
				continue
			}
			if length >= least*s.scale {
				found = true
				out = append(out, [3]float64{float64(x-length) / float64(s.scale), float64(y) / float64(s.scale), float64(length) / float64(s.scale)})
			}
			length = 0
		}
		if found {
			return out // of the first such height
		}
	}
	return out
}

// last is the highest or lowest pixel of a colour, well inside it, between two heights.
func (s seen) last(c color.RGBA, from, to int) (x, y float64, ok bool) {
	step := 1
	if to < from {
		step = -1
	}
	for y := from * s.scale; y != to*s.scale; y += step {
		for x := 3; x < s.Bounds().Max.X-3; x++ {
			if s.like(x, y, c) && s.like(x-3, y, c) && s.like(x+3, y, c) && s.like(x, y+3*step, c) {
				return float64(x) / float64(s.scale), float64(y+3*step) / float64(s.scale), true
			}
		}
	}
	return 0, 0, false
}

// A finger on what is seen there gets the answer to it: the places come from the
// pixels alone. At 36 s of the lesson c1 holds a/0 to a/3 and c2 a/4 to a/7, so
// that c1's colour begins at the ring's top with a/0 and c2's at its bottom with a/4.
func TestTapsHitWhatIsSeen(t *testing.T) {
	p := openPage(t, view{Painted: true, Width: 390, Height: 844, Theme: "dark", Fingers: true, Address: "#lesson=join&t=36s&paused=1"})
	p.settle()
	p.waitTick(10)
	const scale, ringTop, ringBottom = 2, 60, 290
	now := p.look(scale)
	paint := func(ink picture.Ink) color.RGBA {
		c := picture.Dark.RGB(ink)
		return color.RGBA{c.R, c.G, c.B, 255}
	}
	c1, c2 := paint(picture.ConsumerFill(0)), paint(picture.ConsumerFill(1))
	tap := func(what string, x, y float64, says string) {
		t.Helper()
		p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x, y})
		p.touch(input.DispatchTouchEventTypeTouchEnd)
		p.waitFor("document.querySelector('.why[data-chosen]')")
		p.waitWhy(says)
		p.press(kb.Escape)
		p.waitFor("!document.querySelector('.why[data-chosen]')")
	}
	x, y, ok := now.last(c1, ringTop, ringBottom)
	require.True(t, ok)
	tap("the ring's top", x, y, "Why does a/0 go to c1?")
	x, y, ok = now.last(c2, ringBottom, ringTop)
	require.True(t, ok)
	tap("the ring's bottom", x, y, "Why does a/4 go to c2?")

	for name, c := range map[string]color.RGBA{"c1": c1, "c2": c2} {
		card := now.runs(c, 250, ringBottom, 640)
		require.Len(t, card, 1, "the card of %s has an edge in its colour", name)
		tap(name, card[0][0]+card[0][2]/2, card[0][1]+16, name+": running")
	}
	counters := now.runs(paint(picture.InkEdge), 80, ringBottom-30, 420)
	require.Len(t, counters, 3)
	for i, says := range []string{"processed again", "paused", "wait"} {
		tap(says, counters[i][0]+counters[i][2]/2, counters[i][1]+30, says)
	}
}

// On a phone Escape closes the answer that a tap in the figures has opened, and
// not the figures.
func TestEscapeClosesTheAnswer(t *testing.T) {
	p := openPage(t, view{Width: 390, Height: 844, Fingers: true, Address: "#lesson=two-brokers&t=40s&paused=1"})
	p.settle()
	p.click("#tab-figures")
	p.waitFor("document.querySelector('#panel-figures [data-do=why]')")
	p.click("#panel-figures [data-do=why]")
	p.waitFor("document.querySelector('.why[data-chosen]')")
	p.press(kb.Escape)
	p.waitFor("!document.querySelector('.why[data-chosen]')")
	assert.True(t, eval[bool](p, "document.querySelector('#panel-figures').checkVisibility()"))
	p.click("#panel-figures [data-do=why]")
	p.waitFor("document.querySelector('.why[data-chosen]')")
	p.press("?") // what lies over the answer is closed first
	p.waitFor("document.querySelector('dialog').open")
	p.press(kb.Escape)
	p.waitFor("!document.querySelector('dialog').open")
	assert.True(t, eval[bool](p, "document.querySelector('.why[data-chosen]') !== null"))
	p.run("document.querySelector('.why [data-do=close-why]').focus()")
	p.press(kb.Escape)
	p.waitFor("document.activeElement.id === 'tab-figures'")
}
