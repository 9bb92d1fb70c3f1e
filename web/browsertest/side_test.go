//go:build browser

package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Beside the picture, too, no table is wider than the panel, in both languages.
func TestFiguresFitTheSidePanel(t *testing.T) {
	for _, size := range [][2]int{{1440, 900}, {1024, 768}} {
		page := openPage(t, view{Width: size[0], Height: size[1]})
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
		page.close()
	}
}

// Lanes that scroll have the chart's scale all the same: the scrollbar stands
// on them and takes no time from their width. There are twelve queues.
func TestScrolledLanesKeepTheScale(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	defer p.close()
	p.visitAt("ring-grows", moments[3].at)
	p.waitTick(7)
	assert.Greater(t, eval[float64](p, "document.querySelector('.lanes').scrollHeight - document.querySelector('.lanes').clientHeight"), 1.0, "they scroll")
	assert.InDelta(t, eval[float64](p, "document.querySelector('.chart').getBoundingClientRect().right"),
		eval[float64](p, "document.querySelector('.lanes canvas').getBoundingClientRect().right"), 1)
}
