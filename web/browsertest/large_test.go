//go:build browser

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// typeSizes gives for the first visible element of each selector how high its
// letters are on the screen, in CSS pixels of the window.
const typeSizes = `((selectors) => selectors.map((s) => {
	const e = [...document.querySelectorAll(s)].find(e => e.checkVisibility());
	return parseFloat(getComputedStyle(e).fontSize) * (e.currentCSSZoom ?? 1);
}))`

// On a wall of 4K without the system's own scaling everything is as in a window of
// Full HD and twice as large, not only the picture; and nothing is cut.
func TestAVeryLargeWindow(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1920, Height: 1080, Address: "#lesson=two-brokers&t=40s&paused=1"})
	p.settle()
	selectors := `(['.pane p', '.tab', '.why p, .why h2', '.transport .btn', '.foot .btn', '.marks button', '.ticks span', '.lessons', '.bar .btn'])`
	usual := eval[[]float64](p, typeSizes+selectors)
	side, chart, lanes := p.boxOf(".side"), p.boxOf(".chart"), p.boxOf(".lanes")
	p.resize(3840, 2160)
	p.waitTick(10)
	large := eval[[]float64](p, typeSizes+selectors)
	for i := range usual {
		assert.InDelta(t, 2*usual[i], large[i], 0.1, "%d of %s", i, selectors)
	}
	assert.InDelta(t, 2*side.W, p.boxOf(".side").W, 1)
	assert.InDelta(t, 2*chart.H, p.boxOf(".chart").H, 2)
	assert.InDelta(t, 2*lanes.H, p.boxOf(".lanes").H, 8, "each of the eight lanes is a whole number of pixels")
	for _, name := range tabsOfPanel {
		p.tabTo(name)
		p.waitTick(8)
		assert.Empty(t, eval[[]string](p, sideways), name)
		assert.Empty(t, eval[[]string](p, tooSmall), name)
	}
	p.tabTo("figures")
	p.waitTick(8)
	p.capture("large")
	p.checkA11y()
	p.click("#help")
	p.waitFor("document.querySelector('dialog').open")
	assert.Empty(t, eval[[]string](p, sideways), "help")
	p.capture("large-help")
	p.press(kb.Escape)
}
