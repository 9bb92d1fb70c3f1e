//go:build browser

package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// What is simulated is one click from a lesson and from the help, in the
// reader's language; it fits a phone, takes the keys while it is open, and a
// screen reader finds a table in it.
func TestTruthSheet(t *testing.T) {
	beside(t)
	for _, v := range []view{{Width: 1440, Height: 900, Theme: "dark", Lang: "en"}, {Width: 390, Height: 844, Theme: "light", Lang: "zh"}} {
		t.Run(fmt.Sprintf("%d-%s", v.Width, v.Lang), func(t *testing.T) {
			v.Address = "#lesson=join&t=36s&paused=1"
			p := openPage(t, v)
			const open = "document.querySelector('#truth').open"
			p.press("?")
			p.click(".help [data-do=truth]")
			p.waitFor(open)
			p.press(kb.Escape)
			p.waitFor("!" + open)
			p.click("[data-do=close-help]")
			if v.Width < 900 { // the panel is a sheet over the picture
				p.tabTo("lesson")
			}
			p.click("#panel-lesson [data-do=truth]")
			p.waitFor(open)
			assert.Greater(t, eval[int](p, "document.querySelectorAll('#truth tbody th[scope=row]').length"), 20)
			for _, text := range eval[[]string](p, "[...document.querySelectorAll('#truth :is(caption, thead th, tbody th, .prose li)')].map(e => e.textContent)") {
				assert.Equal(t, v.Lang == "zh", oneChinese.MatchString(text), text)
				assert.NotRegexp(t, key, text)
			}
			assert.LessOrEqual(t, eval[int](p, "document.querySelector('#truth').scrollWidth - document.querySelector('#truth').clientWidth"), 0, "no sideways scrolling")
			at := eval[int](p, "__ringside.time")
			p.press("n")
			p.waitTick(10)
			assert.Equal(t, at, eval[int](p, "__ringside.time"), "the sheet takes the keys")
			p.checkA11y()
			p.click("[data-do=close-truth]")
			p.waitFor("!" + open)
		})
	}
}
