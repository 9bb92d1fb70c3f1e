//go:build browser

package browsertest

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// What has the focus may go, or be made anew, with what it does or with another
// key. The focus then stays near: on the body, Tab would begin at the top again.
func TestFocusStaysWhenItsControlGoes(t *testing.T) {
	page := openPage(t, view{Width: 1440, Height: 900, Lang: "en"})
	for _, row := range []struct {
		name  string
		first func(p *tab) // what the focus is put on, and what makes that go
		want  string       // what has it then
	}{
		{"an event of a run that is another now", func(p *tab) {
			p.tabTo("events")
			p.waitFor("document.querySelector('.events [data-do=why]')")
			p.run("[...document.querySelectorAll('.events [data-do=why]')].at(-1).focus()")
			p.press("a")
			p.settle()
		}, "why event:"},
		{"an undo of what was typed, undone", func(p *tab) {
			p.press("e")
			p.typed("# ")
			p.waitFor("!document.querySelector('[data-do=revert-text]').disabled")
			p.do(chromedp.Focus(chromedp.CSS("[data-do=revert-text]")))
			p.press(kb.Enter)
		}, "apply-text"},
		{"a mark that is out of the window shown", func(p *tab) {
			p.press("l") // out of the editor
			p.run("[...document.querySelectorAll('.marks button')].at(-1).focus()")
			p.press("z")
			p.press("[")
			p.press("[")
		}, "scrub"},
		{"the language, of what has no id", func(p *tab) {
			p.do(chromedp.Focus(chromedp.CSS("[data-do=restart]")))
			p.press("g")
			p.waitFor("__ringside.lang === 'zh'")
		}, "restart"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := page.in(t)
			p.visitAt("join", 45*time.Second)
			row.first(p)
			p.waitTick(14) // the browser drops the focus with a frame, and the next update finds it so
			assert.Contains(t, eval[string](p, focusOf), row.want)
		})
	}
}
