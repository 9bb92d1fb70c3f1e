//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/play"
)

// in is the tab for a subtest, which shares the page with others to save the
// time of loading it.
func (p *tab) in(t testing.TB) *tab {
	sub := *p
	sub.t = t
	return &sub
}

// visit follows a link to another fragment of the same page.
func (p *tab) visit(fragment string) {
	p.t.Helper()
	p.run(fmt.Sprintf("window.visiting = true; addEventListener('hashchange', () => { visiting = false; }, {once: true}); "+
		"if (location.hash === %[1]q) { history.replaceState(null, '', '#other'); } location.hash = %[1]q", fragment))
	p.waitFor("!visiting")
}

// visitAt opens a lesson, paused at a time.
func (p *tab) visitAt(lesson string, at time.Duration) {
	p.t.Helper()
	p.visit(fmt.Sprintf("#lesson=%s&t=%v&paused=1", lesson, at))
	p.waitFor(fmt.Sprintf("!__ringside.seeking && __ringside.time === %d", at.Milliseconds()))
}

// script is the text that plays, as the editor shows it.
func (p *tab) script() string {
	p.t.Helper()
	return eval[string](p, "document.getElementById('script').value")
}

// now is the time that the picture shows.
func (p *tab) now() time.Duration {
	p.t.Helper()
	return time.Duration(eval[int64](p, "__ringside.time")) * time.Millisecond
}

// place is where the address says that the reader is.
func (p *tab) place() play.Place {
	p.t.Helper()
	place, err := play.ParsePlace(eval[string](p, "location.hash"))
	require.NoError(p.t, err)
	return place
}

// headless is the run that go test makes of a script, at a time.
func headless(t testing.TB, text string, at time.Duration) *core.Sim {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(at)
	return sim
}

// agrees fails the test unless the page shows what the headless run of its own
// script shows at the page's time. The page must stand still, at a whole
// millisecond.
func (p *tab) agrees() {
	p.t.Helper()
	require.Equal(p.t, headless(p.t, p.script(), p.now()).Digest(), p.digest(), "the headless run at %v", p.now())
}

// lines are those of the script that tell what happens when.
func actionLines(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "at ") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// added gives the action lines of after that before has not.
func added(before, after string) []string {
	had := map[string]int{}
	for _, line := range actionLines(before) {
		had[line]++
	}
	var out []string
	for _, line := range actionLines(after) {
		if had[line]--; had[line] < 0 {
			out = append(out, line)
		}
	}
	return out
}

// decoded is the script in a permalink.
func decoded(t testing.TB, link string) string {
	t.Helper()
	text, err := script.Decode(link)
	require.NoError(t, err)
	return text
}

// tabTo opens a tab of the side panel with the mouse.
func (p *tab) tabTo(name string) {
	p.t.Helper()
	p.run("document.getElementById('tab-" + name + "').scrollIntoView({inline: 'nearest', block: 'nearest'})")
	p.click("#tab-" + name)
	p.waitFor("document.getElementById('panel-" + name + "').checkVisibility()")
}

// pick chooses an option of a select by its keys, as a reader without a mouse
// does; into a text field it is typed.
func (p *tab) pick(selector, value string) {
	p.t.Helper()
	p.do(chromedp.Focus(chromedp.CSS(selector)))
	if eval[string](p, fmt.Sprintf("document.querySelector(%q).tagName", selector)) == "INPUT" {
		p.typeInto(selector, value)
		p.press(kb.Enter)
		return
	}
	read := fmt.Sprintf("(s => [s.selectedIndex, [...s.options].findIndex(o => o.value === %q)])(document.querySelector(%q))", value, selector)
	for range 40 {
		at := eval[[]int](p, read)
		require.GreaterOrEqual(p.t, at[1], 0, "%s offers %s", selector, value)
		switch {
		case at[0] < at[1]:
			p.press(kb.ArrowDown)
		case at[0] > at[1]:
			p.press(kb.ArrowUp)
		default:
			return
		}
	}
	p.t.Fatalf("%s does not come to %s", selector, value)
}

// box is where an element stands in the window.
type box struct{ X, Y, W, H float64 }

func (p *tab) boxOf(selector string) box {
	p.t.Helper()
	return eval[box](p, fmt.Sprintf("(r => ({X: r.x, Y: r.y, W: r.width, H: r.height}))(document.querySelector(%q).getBoundingClientRect())", selector))
}

// drag presses the mouse on the time line at one share of its length and
// releases it at another.
func (p *tab) drag(from, to float64) {
	p.t.Helper()
	b := p.boxOf("#scrub")
	y := b.Y + b.H - 6 // below the marks
	at := func(share float64) float64 { return b.X + 1 + (b.W-2)*share }
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, at(from), y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	for i := 1.0; i <= 4; i++ {
		p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at(from+(to-from)*i/4), y, chromedp.ButtonLeft))
	}
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, at(to), y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.settle()
}

// settle waits until a seek has arrived.
func (p *tab) settle() {
	p.t.Helper()
	p.waitFor("!__ringside.seeking && document.getElementById('scrub').value === String(__ringside.time)")
}

// typed puts a text into the field that has the focus, as typing or pasting does.
func (p *tab) typed(text string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: text})
	require.NoError(p.t, err)
}

// write replaces the editor's text.
func (p *tab) write(text string) {
	p.t.Helper()
	p.do(chromedp.Focus(chromedp.CSS("#script")))
	p.press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.run("document.getElementById('script').select()")
	p.typed(text)
}

// paste replaces the editor's text at once. Chromium's own insertion of a text
// takes a time that grows with the square of its lines.
func (p *tab) paste(text string) {
	p.t.Helper()
	p.run(fmt.Sprintf("const a = document.getElementById('script'); a.focus(); a.value = %q; a.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertFromPaste'}))", text))
}

// playing tells whether time runs.
const playing = "document.getElementById('play').getAttribute('aria-label') === 'Pause'"

// row gives the texts of a table's rows, by the words of its caption.
func (p *tab) rows(caption string) [][]string {
	p.t.Helper()
	return eval[[][]string](p, fmt.Sprintf(`[...document.querySelectorAll('.app table')]
		.filter(t => t.caption.textContent.includes(%q) && t.checkVisibility())
		.flatMap(t => [...t.tBodies[0].rows].map(r => [...r.cells].map(c => c.textContent)))`, caption))
}

// firstCells are the first column of rows.
func firstCells(rows [][]string) []string {
	out := make([]string, len(rows))
	for i := range rows {
		out[i] = rows[i][0]
	}
	return out
}
