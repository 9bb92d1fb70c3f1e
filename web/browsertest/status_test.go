//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"ringside/wasm/panel"
)

// What the dock says about time is never cut by its neighbours; on a phone,
// which has no room for it, slow motion has the clock in another colour.
func TestStatusIsWhole(t *testing.T) {
	p := openPage(t, view{Width: 1280, Height: 800, Lang: "en", Address: "#lesson=join&t=36s&paused=1"})
	for _, l := range []panel.Lang{panel.English, panel.Chinese} {
		if l != panel.English {
			p.press("g")
			p.waitFor("__ringside.lang === 'zh'")
		}
		said := []string{l.Text("time.slow", "speed", "0.25"), l.Text("time.seeking"), l.Text("time.ended"), l.Text("time.behind")}
		for _, width := range []int64{390, 440, 520, 900, 1280} {
			p.do(chromedp.EmulateViewport(width, 800))
			p.waitFor(fmt.Sprintf("innerWidth === %d && document.querySelector('body > canvas').clientWidth === %[1]d", width))
			p.waitTick(2)
			assert.Empty(t, eval[[]string](p, fmt.Sprintf("%q.split('|').flatMap(said => { document.querySelector('.status').textContent = said; return %s; })",
				strings.Join(said, "|"), clipped)), "%d", width)
		}
	}
	p.do(chromedp.EmulateViewport(390, 800))
	p.waitFor("innerWidth === 390")
	colour := func() string { return eval[string](p, "getComputedStyle(document.querySelector('.now')).color") }
	before := colour()
	p.run("document.querySelector('.status').classList.add('slow')")
	assert.NotEqual(t, before, colour())
}
