//go:build browser

package browsertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each symbol's sample in the legend is drawn by the picture's own code, and
// anew when the theme changes.
func TestLegendIsDrawn(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1280, Height: 800, Theme: "dark", Address: quiet})
	blank := `[...document.querySelectorAll('#legend canvas')].filter(c => {
		const d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);
		return d.every(x => x === d[0]);
	}).length`
	corner := "[...document.querySelector('#legend canvas').getContext('2d').getImageData(0, 0, 1, 1).data].join()"
	p.click("#help")
	p.waitFor("document.querySelector('#legend canvas').width === 64")
	assert.Greater(t, eval[int](p, "document.querySelectorAll('#legend canvas').length"), 50)
	assert.Zero(t, eval[int](p, blank))
	assert.Equal(t, "23,29,39,255", eval[string](p, corner), "a card's ground in the dark")
	p.click("#contrast-on")
	p.waitFor(corner + " === '0,0,0,255'")
	assert.Zero(t, eval[int](p, blank))
}
