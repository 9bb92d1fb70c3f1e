//go:build browser

package browsertest

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/web/site"
)

// patience is how long a condition may take; software rendering on a busy
// machine is slow, and nothing here measures time.
const patience = 90 * time.Second

// view is how a reader looks at the page. Its zero value is a desktop window,
// light, in English, at the page's own address.
type view struct {
	Width, Height int     // in CSS pixels; 1000 × 700 if 0
	Scale         float64 // device pixels per CSS pixel; 1 if 0, 2 with fingers
	Theme         string  // what the system prefers: "light" (also if empty) or "dark"
	Lang          string  // the address's lang=, if any
	ReducedMotion bool
	Address       string // after the page's own: "?theme=dark#…"
	Script        string // JavaScript that runs before the page's
	NoWait        bool   // do not wait for the first frame
	FirstVisit    bool   // the reader has never been here
	Fingers       bool   // a phone's window; Chromium would load again a page that becomes one
	Alone         bool   // the test looks at the time that passes, so that no other page may run beside it
	Painted       bool   // the test looks at the picture; see unpainted
}

// unpainted leaves out the last step of the picture, which is half of the time
// of a page in a browser that rasterizes with its CPU: the program computes it,
// makes its triangles and asks for them, and the browser then paints none. It
// runs before the page's own scripts, so that draw calls are counted all the same.
const unpainted = "if (window.WebGL2RenderingContext) { WebGL2RenderingContext.prototype.drawElements = () => {}; }\n"

// tab is an open page. When its test ends, an error, exception, broken policy
// or request to another host that was seen and not expected fails the test.
type tab struct {
	t    testing.TB
	ctx  context.Context
	view view
	url  string
	*witness
}

// serveBuilt serves web/ as the build left it, on a free port.
func serveBuilt(t testing.TB) string {
	t.Helper()
	handler, err := site.New("..")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, handler.Close()) })
	return serve(t, handler)
}

// serve gives the address of a handler on a free port of this machine.
func serve(t testing.TB, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// close closes the tab before its test ends, so that it takes no more time
// from what follows.
func (p *tab) close() {
	p.t.Helper()
	if err := chromedp.Cancel(p.ctx); err != nil { // the tab goes with the browser
		p.t.Logf("closing %s: %v", p.url, err)
	}
}

// openPage opens the built page and waits until it has drawn a frame.
func openPage(t testing.TB, v view) *tab {
	t.Helper()
	if !v.Alone {
		beside(t)
	}
	return openAt(t, serveBuilt(t), v)
}

// openAt opens the page at an address in a profile of its own.
func openAt(t testing.TB, address string, v view) *tab {
	t.Helper()
	if !v.Alone {
		beside(t)
	}
	if v.Width == 0 || v.Height == 0 {
		v.Width, v.Height = 1000, 700
	}
	if v.Fingers {
		v.Scale = 2
	} else if v.Scale == 0 {
		v.Scale = 1
	}
	if v.Theme == "" {
		v.Theme = "light"
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx, view: v, url: withQuery(t, address+v.Address, "lang", v.Lang), witness: watch(t, ctx, address)}
	p.do(chromedp.EmulateViewport(int64(v.Width), int64(v.Height), chromedp.EmulateScale(v.Scale)))
	if v.Fingers {
		p.emulatePhone(int64(v.Width), int64(v.Height))
	}
	p.setMedia(v.Theme, v.ReducedMotion)
	if !v.FirstVisit {
		v.Script = "try { localStorage.setItem('ringside.tour', 'seen') } catch {}\n" + v.Script
	}
	if !p.painted() {
		v.Script = unpainted + v.Script
	}
	if v.Script != "" {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: v.Script})
		require.NoError(t, err)
	}
	p.do(chromedp.Navigate(p.url))
	if !v.NoWait {
		p.waitFor(whole)
	}
	return p
}

// whole tells whether the page, or the empty one, has drawn a frame and made
// what is made after it.
const whole = "window.__ringside && __ringside.firstFrame > 0 && (__ringside.furnished || !document.getElementById('ringside'))"

// painted tells whether the page's picture is painted: where a test says so, for
// make screenshots, and in benchmarks.
func (p *tab) painted() bool {
	return p.view.Painted || *allLessons || flag.Lookup("test.bench").Value.String() != ""
}

// leave has a script lead away from the page, and waits until the page that
// comes is whole. A page that goes may take the answer with it, so the script
// runs when the browser has given it.
func (p *tab) leave(script string) {
	p.t.Helper()
	p.run("window.old = true; setTimeout(() => {" + script + "})")
	p.waitFor("!window.old && " + whole)
}

// resize gives the window another size, in CSS pixels, and waits until the page
// has taken it. The pixels stay as large as they are: a page whose ratio changes
// loads itself again, a moment later.
func (p *tab) resize(width, height int64) {
	p.t.Helper()
	if p.view.Fingers {
		p.emulatePhone(width, height)
	} else {
		p.do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(p.view.Scale)))
	}
	p.waitFor(fmt.Sprintf("innerWidth === %d && innerHeight === %d && document.querySelector('body > canvas').clientWidth === %[1]d", width, height))
	p.view.Width, p.view.Height = int(width), int(height)
}

// marked are the tests that run in parallel, by name.
var marked sync.Map

// beside lets a test run beside others from its first page on: most of them
// wait for frames. Subtests often share their test's page and run in turn, so
// a test whose subtests open pages says by itself what may run beside what.
func beside(t testing.TB) {
	test, ok := t.(*testing.T)
	if !ok || strings.Contains(t.Name(), "/") {
		return
	}
	if _, again := marked.LoadOrStore(t.Name(), true); again {
		return
	}
	t.Cleanup(func() { marked.Delete(t.Name()) })
	test.Parallel()
}

func withQuery(t testing.TB, address, key, value string) string {
	t.Helper()
	if value == "" {
		return address
	}
	u, err := url.Parse(address)
	require.NoError(t, err)
	query := u.Query()
	query.Set(key, value)
	u.RawQuery = query.Encode()
	return u.String()
}

// wear gives the page another theme, by what the system prefers, and another
// language by its key.
func (p *tab) wear(theme, lang string) {
	p.t.Helper()
	p.setMedia(theme, false)
	if eval[string](p, "__ringside.lang") != lang {
		p.press("g")
		p.waitFor("__ringside.lang === '" + lang + "'")
	}
	p.view.Theme, p.view.Lang = theme, lang
}

// setMedia sets what the system prefers.
func (p *tab) setMedia(theme string, reducedMotion bool) {
	p.t.Helper()
	p.setMediaWith(theme, reducedMotion, false)
}

// setMediaWith is setMedia with the wish for more contrast.
func (p *tab) setMediaWith(theme string, reducedMotion, moreContrast bool) {
	p.t.Helper()
	motion, contrast := "no-preference", "no-preference"
	if reducedMotion {
		motion = "reduce"
	}
	if moreContrast {
		contrast = "more"
	}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme},
		{Name: "prefers-reduced-motion", Value: motion},
		{Name: "prefers-contrast", Value: contrast},
	}})
	require.NoError(p.t, err)
}

// do runs steps that must succeed.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// The first step on a context starts its tab, which then lives as long as
	// the context it was started with.
	require.NoError(p.t, chromedp.Do(p.ctx))
	require.NoError(p.t, chromedp.Do(ctx, steps...))
}

// eval gives the value of a JavaScript expression; a promise is awaited.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, "evaluating %s", expression)
	return value
}

// run evaluates JavaScript for its effect.
func (p *tab) run(script string) {
	p.t.Helper()
	eval[bool](p, "(() => {"+script+"\n})(), true")
}

// waitFor waits until a JavaScript expression is true. A page that is just
// being reloaded has no answer, which is not an error.
func (p *tab) waitFor(expression string) {
	p.t.Helper()
	var last error
	pause := time.Millisecond // longer each time, for most conditions hold soon
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(pause) {
		pause = min(2*pause, 30*time.Millisecond)
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		truth, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		cancel()
		if truth {
			return
		}
		last = err
	}
	p.t.Fatalf("waited %v for %s; last error: %v; seen: %q; page says: %q",
		patience, expression, last, p.seen(), p.text("body"))
}

// text gives what a reader sees of the first element that matches, "" if it is
// hidden or absent.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("(n => n?.checkVisibility() ? n.innerText : '')(document.querySelector(%q))", selector))
}

// tick gives the number of frames that the program has updated.
func (p *tab) tick() int {
	p.t.Helper()
	return eval[int](p, "__ringside.tick")
}

// waitTick waits for n more ticks of the program and as many frames: a slow
// machine has several ticks in one frame, while what is seen needs some frames to
// come to rest, the panels first and then the picture beside them.
func (p *tab) waitTick(n int) {
	p.t.Helper()
	now := eval[[2]int](p, "[__ringside.tick, __ringside.frames]")
	p.waitFor(fmt.Sprintf("__ringside.tick >= %d && __ringside.frames >= %d", now[0]+n, now[1]+n))
}

// digest gives the program's digest of its trace, in hexadecimal.
func (p *tab) digest() string {
	p.t.Helper()
	return eval[string](p, "__ringside.digest()")
}

// load gives the program a script and returns its complaint, "" if it has none.
func (p *tab) load(script string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("__ringside.load(%q)", script))
}

// click clicks in the middle of the first element that matches.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// press presses keys, named as in github.com/chromedp/chromedp/kb.
func (p *tab) press(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(keys, options...))
}

// capture writes what is seen now to .build/screenshots, under a name that
// also says how the page is looked at. A page without its picture is captured by
// make screenshots alone, which paints every page.
func (p *tab) capture(name string) {
	p.t.Helper()
	if p.painted() {
		p.shoot(name)
	}
}

// shoot is capture of any page, and gives the file's name.
func (p *tab) shoot(name string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	require.NoError(p.t, err)
	dir := buildDir(p.t, "screenshots")
	lang := p.view.Lang
	if lang == "" {
		lang = "en"
	}
	file := filepath.Join(dir, fmt.Sprintf("%s-%dx%d-%s-%s.png", name, p.view.Width, p.view.Height, p.view.Theme, lang))
	require.NoError(p.t, os.WriteFile(file, picture, 0o644))
	return file
}

// buildDir gives a folder below the repository's .build, made if absent.
func buildDir(t testing.TB, parts ...string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(append([]string{"..", "..", ".build"}, parts...)...))
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	return dir
}

// hostOf gives the host and port of an address, "" for data:, blob: and about:.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || strings.HasPrefix(address, "data:") {
		return ""
	}
	return u.Host
}
