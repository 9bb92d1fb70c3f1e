//go:build browser

package browsertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each symbol's sample in the legend is drawn by the picture's own code, and
// anew when the theme changes.
func TestLegendIsDrawn(t *testing.T) {
	p := openPage(t, view{Painted: true, Lang: "en", Width: 1280, Height: 800, Theme: "dark", Address: quiet})
	blank := `[...document.querySelectorAll('#legend canvas')].filter(c => {
		const d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);
		return d.every(x => x === d[0]);
	}).length`
	corner := "[...document.querySelector('#legend canvas').getContext('2d').getImageData(0, 0, 1, 1).data].join()"
	p.click("#help")
	p.waitFor("document.querySelector('#legend canvas').width === 64")
	assert.Greater(t, eval[int](p, "document.querySelectorAll('#legend canvas').length"), 50)
	assert.Zero(t, eval[int](p, blank))
	// The chart's samples have the chart's own styles.
	styles := eval[[]string](p, `[...document.querySelectorAll('#legend .plot path')].filter(a => {
		const b = document.querySelector('.chart .plot .' + a.classList[0]);
		if (!b) return a.classList[0] !== 'mark'; // no script line in sight
		const [x, y] = [a, b].map(e => { const s = getComputedStyle(e); return [s.fill, s.strokeDasharray, s.strokeWidth].join(); });
		return x !== y;
	}).map(a => a.getAttribute('class'))`)
	assert.Empty(t, styles)
	p.run("document.querySelector('#legend').lastElementChild.scrollIntoView()")
	p.capture("legend-time")
	assert.Equal(t, "23,29,39,255", eval[string](p, corner), "a card's ground in the dark")
	p.click("#contrast-on")
	p.waitFor(corner + " === '0,0,0,255'")
	assert.Zero(t, eval[int](p, blank))
}
