//go:build browser

package browsertest

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// htmlPage serves one HTML page at every address.
func htmlPage(html string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(html)) // a browser that has gone away is not our concern
	})
}

// openEmpty opens the empty page with two buttons over its canvas and counts
// of the events that reach the canvas, as the program's own listeners see them.
func openEmpty(t *testing.T, v view) *tab {
	t.Helper()
	p := openAt(t, serveEmpty(t), v)
	p.run(`
		for (const name of ['first', 'second']) {
			const button = document.createElement('button');
			button.id = button.textContent = name;
			button.style.position = 'fixed';
			button.style.left = name === 'first' ? '10px' : '110px';
			document.body.insertBefore(button, document.body.firstChild.nextSibling);
		}
		window.canvas = document.querySelector('body > canvas');
		window.reached = {};
		for (const type of ['keydown', 'wheel', 'touchstart', 'mousedown']) {
			canvas.addEventListener(type, () => { reached[type] = (reached[type] || 0) + 1; });
		}
		window.prevented = {};
		document.addEventListener('keydown', (e) => { prevented[e.key] = e.defaultPrevented; });`)
	return p
}

func TestTabIsNotTrapped(t *testing.T) {
	p := openEmpty(t, view{})
	assert.Equal(t, 0, eval[int](p, "canvas.tabIndex"))
	p.run("canvas.focus()")
	p.press("x")
	assert.True(t, eval[bool](p, "prevented.x"), "Ebitengine takes plain keys on its canvas; else this test shows nothing")

	// Once around: the canvas is the last in the document.
	seen := map[string]bool{}
	for range 8 {
		p.press(kb.Tab)
		seen[eval[string](p, "document.activeElement.id || document.activeElement.tagName")] = true
	}
	for _, name := range []string{"first", "second", "CANVAS"} {
		assert.True(t, seen[name], "%s is reached by Tab; reached: %v", name, seen)
	}
	p.run("canvas.focus()")
	p.press(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	assert.NotEqual(t, "CANVAS", eval[string](p, "document.activeElement.tagName"), "and left backwards")
}

func TestBrowserKeysStayTheBrowsers(t *testing.T) {
	p := openEmpty(t, view{})
	p.run("canvas.focus()")
	before := eval[int](p, "reached.keydown || 0")
	p.press("k", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.press(kb.F2)
	p.press("j", chromedp.KeyModifiers(chromedp.ModifierAlt))
	assert.Equal(t, map[string]bool{"k": false, "F2": false, "j": false}, eval[map[string]bool](p, "prevented"))
	assert.Equal(t, before+3, eval[int](p, "reached.keydown"), "the program still sees them")

	p.run("addEventListener('keydown', (e) => { e.preventDefault(); window.late = e.defaultPrevented; })")
	p.press("k", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	assert.True(t, eval[bool](p, "late"), "the page's own listeners can still take such a key")
}

func TestFocusOnTheCanvasIsSeen(t *testing.T) {
	p := openEmpty(t, view{})
	p.run("document.getElementById('second').focus()")
	for range 4 {
		p.press(kb.Tab)
		if eval[bool](p, "document.activeElement === canvas") {
			break
		}
	}
	assert.True(t, eval[bool](p, "canvas.matches(':focus-visible')"))
	assert.NotEqual(t, "none", eval[string](p, "getComputedStyle(canvas).outlineStyle"))
}

// embedding is a long page that holds another one.
func embedding(inner string) string {
	return fmt.Sprintf(`<!doctype html><html lang="en"><title>Documentation</title>
		<body style="margin:0"><iframe title="Ringside" src="%s" style="display:block;width:100%%;height:400px;border:0"></iframe>
		<p style="height:3000px">more</p></body></html>`, inner)
}

// openEmbedded opens a long page of another host that holds the empty page.
func openEmbedded(t *testing.T, v view) *tab {
	t.Helper()
	inner := serveEmpty(t)
	// Another name of this machine is another site to the browser.
	outer := serve(t, htmlPage(embedding(inner)))
	v.NoWait = true
	p := openAt(t, strings.Replace(outer, "127.0.0.1", "localhost", 1), v)
	p.allowHost(hostOf(inner))
	p.frame(inner).waitFor("window.__ringside && __ringside.firstFrame > 0")
	return p
}

// Documentation is also read from local files.
func TestLocalFileEmbedsThePage(t *testing.T) {
	inner := serveEmpty(t)
	file := filepath.Join(t.TempDir(), "documentation.html")
	require.NoError(t, os.WriteFile(file, []byte(embedding(inner)), 0o644))
	p := openAt(t, "file://"+filepath.ToSlash(file), view{NoWait: true})
	p.allowHost(hostOf(inner))
	p.frame(inner).waitFor("window.__ringside && __ringside.firstFrame > 0")
}

// frame gives the embedded page of another site, which is a target of its own.
func (p *tab) frame(address string) *tab {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		infos, err := chromedp.Targets(p.ctx)
		require.NoError(p.t, err)
		for _, info := range infos {
			if info.Type == "iframe" && strings.HasPrefix(info.URL, address) {
				ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(info.TargetID))
				p.t.Cleanup(cancel)
				return &tab{t: p.t, ctx: ctx, view: p.view, url: address, witness: watch(p.t, ctx, address)}
			}
		}
	}
	p.t.Fatalf("no frame of %s", address)
	return nil
}

func TestEmbeddingPageScrolls(t *testing.T) {
	p := openEmbedded(t, view{})
	assert.Zero(t, eval[int](p, "scrollY"))
	p.do(wheel(200, 200, 300))
	p.waitFor("scrollY >= 300")
}

func TestEmbeddingPageScrollsByTouch(t *testing.T) {
	p := openEmbedded(t, view{Width: 390, Height: 700})
	p.swipe(200, 300, 100)
	p.waitFor("scrollY >= 100") // a little less than the 200 of the finger, for the browser waits to tell a swipe from a tap
}

func TestWheelReachesTheCanvasInUse(t *testing.T) {
	p := openEmpty(t, view{})
	p.run("document.getElementById('first').focus()")
	p.do(wheel(300, 300, 100))
	p.do(wheel(300, 300, 100, chromedp.ButtonModifiers(chromedp.ModifierCtrl)))
	p.waitFor("reached.wheel === 1") // the one with Ctrl
	p.do(chromedp.MouseClickXY(300, 300))
	p.do(wheel(300, 300, 100))
	p.waitFor("reached.wheel === 2")
}

func TestTapIsAClick(t *testing.T) {
	p := openEmpty(t, view{Width: 390, Height: 600})
	p.do(chromedp.TapXY(200, 300))
	p.waitFor("reached.mousedown === 1")
	assert.Zero(t, eval[int](p, "reached.touchstart || 0"))
}

func TestLostContextReloads(t *testing.T) {
	p := openEmpty(t, view{Painted: true, Address: "#kept"})
	p.run("window.old = true; setTimeout(() => canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext(), 50)")
	p.waitFor("!window.old && window.__ringside?.firstFrame > 0")
	assert.Equal(t, "#kept", eval[string](p, "location.hash"))
}

func TestAnotherPixelRatioReloads(t *testing.T) {
	p := openEmpty(t, view{Painted: true, Width: 500, Height: 400, Address: "#kept"})
	p.run("window.old = true")
	// As a zoom does, this changes the size too.
	p.do(chromedp.EmulateViewport(250, 200, chromedp.EmulateScale(2)))
	p.waitFor("!window.old && window.__ringside?.firstFrame > 0")
	assert.Equal(t, 500, eval[int](p, "document.querySelector('body > canvas').width"), "250 CSS pixels at 2 device pixels each")
	assert.Equal(t, "#kept", eval[string](p, "location.hash"))

	p.run("window.old = true; addEventListener('ringside:rescale', (e) => { e.preventDefault(); window.asked = true; })")
	p.do(chromedp.EmulateViewport(500, 400, chromedp.EmulateScale(1)))
	p.waitFor("window.asked")
	time.Sleep(200 * time.Millisecond) // it would load itself right after asking
	assert.True(t, eval[bool](p, "window.old === true"), "the program may put the reload off")
}

// wheel turns the mouse wheel over a place, down if positive.
func wheel(x, y, down float64, options ...chromedp.MouseOption) chromedp.Action[chromedp.Void] {
	// A zero would be left out of the message, and Chromium asks for both.
	options = append(options, func(m *input.DispatchMouseEventParams) { m.DeltaX, m.DeltaY = 1e-6, down })
	return chromedp.MouseEvent(input.DispatchMouseEventTypeMouseWheel, x, y, options...)
}

// swipe draws one finger over the page, upwards or downwards.
func (p *tab) swipe(x, fromY, toY float64) {
	p.t.Helper()
	send := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.t.Helper()
		params := input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}
		_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params)
		require.NoError(p.t, err)
	}
	const steps = 10
	send(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: fromY})
	for i := 1.0; i <= steps; i++ {
		send(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x, Y: fromY + (toY-fromY)*i/steps})
	}
	send(input.DispatchTouchEventTypeTouchEnd)
}
