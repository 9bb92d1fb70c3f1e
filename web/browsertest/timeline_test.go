//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	windows "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rect is where an element stands in the window.
type rect struct{ X, Y, Width, Height float64 }

func (p *tab) rect(selector string) rect {
	p.t.Helper()
	return eval[rect](p, fmt.Sprintf("(({x, y, width, height}) => ({X: x, Y: y, Width: width, Height: height}))(document.querySelector(%q).getBoundingClientRect())", selector))
}

// at is the place of a share of the chart's width, in the middle of its height.
func (r rect) at(share float64) (x, y float64) { return r.X + r.Width*share, r.Y + r.Height/2 }

// span is the window of the time line, in ms.
func (p *tab) span() (from, to int) {
	p.t.Helper()
	both := eval[[]int](p, "(({from, to}) => [Number(from), Number(to)])(document.querySelector('.tracks').dataset)")
	return both[0], both[1]
}

func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	p.do(chromedp.MouseEvent(kind, x, y, chromedp.Button("left")))
}

// touch sends the fingers that are on the screen, none when the last is lifted.
func (p *tab) touch(kind input.DispatchTouchEventType, points ...[2]float64) {
	p.t.Helper()
	params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for i, at := range points {
		id := float64(i)
		params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1], ID: &id})
	}
	_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params)
	require.NoError(p.t, err)
}

// pausedJoin is the lesson join at 40 s, all of it seen; it lasts 92 s.
func pausedJoin(t *testing.T, v view) *tab {
	v.Lang, v.Address = "en", "#lesson=join&t=60s&paused=1"
	p := openPage(t, v)
	p.waitFor("__ringside.time === 60000")
	p.seek(40_000)
	return p
}

// Drag to any time in both directions, with the mouse and with a finger, on the chart and on the lanes.
func TestScrub(t *testing.T) {
	p := pausedJoin(t, view{Width: 1280, Height: 900})
	_, end := p.span()
	near := func(share float64) {
		t.Helper()
		want := int(share * float64(end))
		p.waitFor(fmt.Sprintf("!__ringside.seeking && Math.abs(__ringside.time - %d) < 300", want))
	}
	for _, track := range []string{".chart", "#lanes"} {
		r := p.rect(".chart")
		_, y := p.rect(track).at(0)
		x := func(share float64) float64 { x, _ := r.at(share); return x }
		p.mouse(input.DispatchMouseEventTypeMousePressed, x(0.3), y)
		near(0.3)
		p.mouse(input.DispatchMouseEventTypeMouseMoved, x(0.9), y)
		near(0.9)
		p.mouse(input.DispatchMouseEventTypeMouseMoved, x(0.1), y)
		near(0.1)
		p.mouse(input.DispatchMouseEventTypeMouseReleased, x(0.1), y)
		p.mouse(input.DispatchMouseEventTypeMouseMoved, x(0.5), y)
		near(0.1)

		p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x(0.2), y})
		for _, share := range []float64{0.22, 0.3, 0.5, 0.7} {
			p.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x(share), y})
		}
		near(0.7)
		p.touch(input.DispatchTouchEventTypeTouchEnd)
	}
	assert.Equal(t, "scrub", eval[string](p, "document.activeElement.id"), "the slider has the focus, for keys")
	at := eval[int](p, "__ringside.time")
	p.press(kb.ArrowLeft)
	p.waitFor(fmt.Sprintf("__ringside.time === %d", at-1000))
}

// Wheel, fingers, keys and buttons zoom; what is under the pointer stays there.
func TestZoomTheTimeLine(t *testing.T) {
	p := pausedJoin(t, view{Width: 1280, Height: 900})
	_, end := p.span()
	r := p.rect(".chart")
	x, y := r.at(0.25)
	p.do(wheel(x, y, -300))
	p.waitFor("Number(document.querySelector('.tracks').dataset.to) < " + fmt.Sprint(end))
	from, to := p.span()
	assert.InDelta(t, float64(end)/4, float64(from)+float64(to-from)/4, float64(end)/100)
	p.waitFor("document.querySelector('.zoombar').checkVisibility()")

	// Two fingers drawn apart to twice the distance: half the time.
	length := to - from
	ax, ay := r.at(0.4)
	bx, _ := r.at(0.6)
	p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{ax, ay})
	p.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{ax, ay}, [2]float64{bx, ay})
	cx, _ := r.at(0.3)
	dx, _ := r.at(0.7)
	p.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{(ax + cx) / 2, ay}, [2]float64{(bx + dx) / 2, ay})
	p.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{cx, ay}, [2]float64{dx, ay})
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	from, to = p.span()
	assert.InDelta(t, float64(length)/2, float64(to-from), float64(length)/20)

	// The thumb below moves the window.
	bar, thumb := p.rect(".zoombar"), p.rect(".thumb")
	tx, ty := thumb.at(0.5)
	p.mouse(input.DispatchMouseEventTypeMousePressed, tx, ty)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, tx+bar.Width/10, ty)
	p.mouse(input.DispatchMouseEventTypeMouseReleased, tx+bar.Width/10, ty)
	moved, _ := p.span()
	assert.InDelta(t, float64(end)/10, float64(moved-from), float64(end)/100)

	p.press("0")
	p.waitFor(fmt.Sprintf("document.querySelector('.tracks').dataset.to === '%d'", end))
	p.press("z")
	from, to = p.span()
	assert.InDelta(t, end/2, to-from, 2)
	assert.Less(t, from, 40_000)
	assert.Greater(t, to, 40_000, "about the present time")
	p.press("]")
	right, _ := p.span()
	assert.Greater(t, right, from)
	p.click("#zoom-in")
	from, to = p.span()
	assert.InDelta(t, end/4, to-from, 2)
	p.click("#zoom-whole")
	from, to = p.span()
	assert.Equal(t, []int{0, end}, []int{from, to})
	assert.Equal(t, 40_000, eval[int](p, "__ringside.time"), "zooming moves no time")
}

// The lanes fold, have a mode for consumers, say what the pointer is on, and
// have the same facts as a table. What was chosen stays.
func TestLanes(t *testing.T) {
	p := pausedJoin(t, view{Width: 1280, Height: 900})
	r, chart := p.rect("#lanes"), p.rect(".chart")
	p.mouse(input.DispatchMouseEventTypeMouseMoved, chart.X+chart.Width*0.2, r.Y+4)
	p.waitFor("document.querySelector('.tip').innerText.includes('a/0: c1')")
	p.pick("#lane-mode", "consumers")
	p.waitTick(12)
	r = p.rect("#lanes") // fewer lanes are less high
	p.mouse(input.DispatchMouseEventTypeMouseMoved, chart.X+chart.Width*0.2, r.Y+5)
	p.waitFor("document.querySelector('.tip').innerText.includes('c1 holds')")

	p.click("#lane-table")
	p.waitFor("document.querySelectorAll('#lanes tbody tr').length > 5")
	p.checkA11y()
	rows := eval[[]string](p, "[...document.querySelectorAll('#lanes tbody tr')].map(r => r.innerText.replaceAll('\\t', ' '))")
	require.NotEmpty(t, rows)
	assert.True(t, strings.HasPrefix(rows[0], "a/0 0:00.000 "), rows[0])
	assert.Contains(t, rows[0], "nobody yet")
	p.click("#lane-table")

	p.click("#lanes-on")
	p.waitFor("!document.querySelector('#lanes').checkVisibility()")
	p.leave("location.reload()")
	assert.False(t, eval[bool](p, "document.querySelector('#lanes').checkVisibility()"), "remembered")
	p.press("o")
	p.waitFor("document.querySelector('#lanes').checkVisibility()")
}

// "What if sync commit?" is two clicks, and both runs are in the address.
func TestWhatIfSyncCommit(t *testing.T) {
	p := pausedJoin(t, view{Width: 1280, Height: 900})
	p.click("[data-do=what-if]")
	p.click("#whatif [data-arg='set g-join commit=sync']")
	p.waitFor("document.querySelector('.theirs')?.checkVisibility() && !__ringside.seeking")
	assert.Equal(t, 40_000, eval[int](p, "__ringside.time"))
	cells := "[...document.querySelectorAll('.runs tbody tr')].map(r => [...r.cells].slice(1).map(c => c.innerText).join('|'))"
	p.waitTick(12)
	rows := eval[[]string](p, cells)
	require.Len(t, rows, 2)
	assert.Contains(t, p.text(".ours"), "set g-join commit=sync")
	assert.Contains(t, p.text(".theirs"), "A consumer joins")
	digest := p.digest()
	assert.NotEqual(t, "", eval[string](p, "document.querySelector('.rival').getAttribute('d')"), "both in the chart")

	p.waitFor("location.hash.includes('b=A.lesson:join')")
	p.leave("location.reload()")
	p.waitFor("__ringside.time === 40000 && !__ringside.seeking")
	p.waitFor("document.querySelector('.theirs')?.checkVisibility()")
	p.waitTick(12)
	assert.Equal(t, digest, p.digest())
	assert.Equal(t, rows, eval[[]string](p, cells))

	p.click("[data-do=swap]")
	p.waitFor("!__ringside.seeking && document.querySelector('.ours').innerText.includes('Run A')")
	assert.NotEqual(t, digest, p.digest())
	p.click("[data-do=forget]")
	p.waitFor("!document.querySelector('.versus').checkVisibility() && location.hash.startsWith('#lesson=join&')")
}

// Acting in the past keeps the run that was; Ctrl+Z takes the line and the fork back.
func TestForkUndoRedo(t *testing.T) {
	p := pausedJoin(t, view{Width: 1280, Height: 900})
	digest := p.digest()
	p.press("k")
	p.waitFor("document.querySelector('.theirs')?.checkVisibility() && !__ringside.seeking")
	assert.Contains(t, p.text(".ours"), "at 40s kill c3")
	assert.Contains(t, eval[string](p, "location.hash"), "&run=B&b=A.lesson:join")
	p.press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.waitFor("!document.querySelector('.versus').checkVisibility() && !__ringside.seeking")
	assert.Equal(t, digest, p.digest())
	assert.NotContains(t, eval[string](p, "location.hash"), "run=")
	p.press("Z", chromedp.KeyModifiers(chromedp.ModifierCtrl, chromedp.ModifierShift))
	p.waitFor("document.querySelector('.theirs').checkVisibility() && !__ringside.seeking")
	assert.NotContains(t, eval[string](p, "document.querySelector('[data-do=undo]').getAttribute('aria-disabled')"), "true")
	p.click("[data-do=undo]")
	p.waitFor("!document.querySelector('.versus').checkVisibility()")

	// In the editor Ctrl+Z is the text's own.
	p.click("[data-do=redo]")
	p.waitFor("document.querySelector('.versus').checkVisibility() && !__ringside.seeking")
	p.press("e")
	p.press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.waitTick(6)
	assert.True(t, eval[bool](p, "document.querySelector('.versus').checkVisibility()"))
}

func TestHostileRuns(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=join&run=B&b=A.1zzzz"})
	assert.Contains(t, p.text(".problem"), "damaged", "opened there")
	for fragment, want := range map[string]string{
		"#lesson=join&run=B&b=A.1zzzz":                     "damaged",
		"#lesson=join&run=B&b=A.lesson:nothing":            "“nothing”",
		"#lesson=join&run=B&b=<img src=x>":                 "is no run",
		"#lesson=join&run=A&b=A.lesson:join":               "is no run",
		"#lesson=join&b=A.1&b=B.1&b=C.1&b=D.1&b=E.1&b=F.1": "one run too many",
	} {
		p.visit(fragment)
		p.waitFor("document.querySelector('.problem').checkVisibility()")
		assert.Contains(t, p.text(".problem"), want, fragment)
		p.click(".problem [data-do=lesson]")
		p.waitFor("!document.querySelector('.problem').checkVisibility() && __ringside.time > 0")
	}
}

// One event, and the events that matter in both directions.
func TestSteps(t *testing.T) {
	p := pausedJoin(t, view{Width: 1280, Height: 900})
	p.press("s")
	p.waitFor("document.querySelector('.toast').innerText.startsWith('0:40.')")
	at := eval[int](p, "__ringside.time")
	assert.GreaterOrEqual(t, at, 40_000)
	assert.Less(t, at, 40_100, "a single event")
	p.press("N", chromedp.KeyModifiers(chromedp.ModifierShift))
	p.waitFor("!__ringside.seeking && __ringside.time < 40000")
	before := eval[int](p, "__ringside.time")
	p.click("[data-do=next]")
	p.waitFor(fmt.Sprintf("!__ringside.seeking && __ringside.time > %d", before))
	p.click("[data-do=prev]")
	p.waitFor(fmt.Sprintf("!__ringside.seeking && __ringside.time <= %d", before))
}

// At 100× the hand-over at 30 s is met and shown slowly, unless that is switched off.
func TestFollowTheRebalance(t *testing.T) {
	p := openPage(t, view{Alone: true, Width: 1280, Height: 900, Lang: "en", Address: "#lesson=join&t=29s&paused=1"})
	p.waitFor("__ringside.time === 29000")
	p.press("8")
	p.run(`window.paces = new Set();
		const look = () => { paces.add(__ringside.pace); requestAnimationFrame(look); };
		look();`)
	p.click("#play")
	p.waitFor("__ringside.time > 40000")
	assert.True(t, eval[bool](p, "paces.has(5)"), "100× / 20 while queues change hands; seen: %s", eval[string](p, "[...paces].join()"))
	p.click("#play")
	p.seek(29_000)
	p.click("#follow")
	p.waitFor("document.querySelector('#follow').getAttribute('aria-pressed') === 'false'")
	p.run("paces.clear()")
	p.click("#play")
	p.waitFor("__ringside.time > 40000")
	assert.False(t, eval[bool](p, "paces.has(5)"))
	p.leave("location.reload()")
	assert.Equal(t, "false", eval[string](p, "document.querySelector('#follow').getAttribute('aria-pressed')"), "remembered")
}

// A page that is not seen stands still, and goes on when it is seen again: in a
// window that is minimized, which Chromium stops drawing, and told of a browser
// that would go on drawing.
func TestHiddenPagePauses(t *testing.T) {
	p := openPage(t, view{Alone: true, Lang: "en", Address: "#lesson=join&t=10s"})
	window, err := chromedp.Call(p.ctx, windows.GetWindowForTarget, windows.GetWindowForTargetParams{})
	require.NoError(t, err)
	minimize := func(hidden bool) {
		state := map[bool]windows.WindowState{true: windows.WindowStateMinimized, false: windows.WindowStateNormal}[hidden]
		_, err := chromedp.Call(p.ctx, windows.SetWindowBounds, windows.SetWindowBoundsParams{WindowID: window.WindowID, Bounds: &windows.Bounds{WindowState: state}})
		require.NoError(t, err)
		p.waitFor(fmt.Sprintf("document.hidden === %v", hidden))
	}
	tell := func(hidden bool) {
		p.run(fmt.Sprintf("Object.defineProperty(document, 'hidden', {value: %v, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))", hidden))
	}
	p.waitFor("__ringside.time > 10000")
	for _, hide := range []func(bool){minimize, tell} {
		hide(true)
		at := eval[int](p, "__ringside.time")
		p.run("window.later = performance.now() + 700")
		p.waitFor("performance.now() > later")
		assert.Equal(t, at, eval[int](p, "__ringside.time"))
		hide(false)
		p.waitFor(fmt.Sprintf("__ringside.time > %d", at))
		assert.Less(t, eval[int](p, "__ringside.time"), at+5000, "what was missed is not made up for")
	}
}
