//go:build browser

package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Beside the picture, too, no table is wider than the panel, in both languages.
func TestFiguresFitTheSidePanel(t *testing.T) {
	page := openPage(t, view{Width: 1440, Height: 900})
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}} {
		page.resize(size[0], size[1])
		for _, moment := range moments {
			page.visitAt(moment.lesson, moment.at)
			page.press(kbOfTab["figures"])
			for range 2 {
				page.waitTick(7)
				t.Run(fmt.Sprintf("%d-%s-%s", size[0], moment.lesson, eval[string](page, "__ringside.lang")), func(t *testing.T) {
					assert.Empty(t, eval[[]string](page.in(t), sideways))
				})
				page.press("g")
			}
		}
	}
}

// Twelve lanes are in sight at once. Thirty scroll, also with the keyboard, and
// say so; they have the chart's scale all the same: the scrollbar stands on them
// and takes no time from their width.
func TestScrolledLanesKeepTheScale(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	defer p.close()
	p.visitAt("ring-grows", moments[3].at)
	p.waitTick(7)
	const hidden = "document.querySelector('.lanes').scrollHeight - document.querySelector('.lanes').clientHeight"
	assert.LessOrEqual(t, eval[float64](p, hidden), 1.0, "all are in sight")
	assert.Empty(t, p.text(".lanes-rest"))

	require.Empty(t, p.load("seed 1\nbroker a\ntopic t a:30\nproducer t rate=50/s\ngroup g topic=t\nconsumer c1 group=g\nconsumer c2 group=g\nrun 60s\n"))
	p.seek(20_000)
	p.waitTick(7)
	out := eval[float64](p, hidden)
	assert.Greater(t, out, 1.0, "they scroll")
	// A lane is 10 px at least, and only whole ones are in sight.
	assert.Equal(t, fmt.Sprintf("↓ %d more", int(out/10)), p.text(".lanes-rest"))
	assert.Zero(t, int(eval[float64](p, "document.querySelector('.lanes').clientHeight"))%10)
	assert.InDelta(t, eval[float64](p, "document.querySelector('.chart').getBoundingClientRect().right"),
		eval[float64](p, "document.querySelector('.lanes canvas').getBoundingClientRect().right"), 1)
	p.run("document.querySelector('.lanes').focus()")
	p.press(kb.End)
	p.waitFor("document.querySelector('.lanes-rest').textContent.startsWith('↑')")
}
