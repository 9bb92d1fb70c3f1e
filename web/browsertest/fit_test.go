//go:build browser

package browsertest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// At its key moment each lesson's picture says its numbers: a label that does
// not fit ends in an ellipsis after its last number, not instead of one.
func TestNoLabelLosesItsNumber(t *testing.T) {
	page := openPage(t, view{Painted: true, Width: 360, Height: 640})
	for _, size := range [][2]int64{{360, 640}, {390, 844}, {1440, 900}} {
		page.resize(size[0], size[1])
		for _, moment := range moments {
			page.visitAt(moment.lesson, moment.at)
			for _, lang := range []string{"en", "zh"} {
				t.Run(fmt.Sprintf("%d-%s-%s", size[0], moment.lesson, lang), func(t *testing.T) {
					p := page.in(t)
					if eval[string](p, "__ringside.lang") != lang {
						p.press("g")
						p.waitFor("__ringside.lang === '" + lang + "'")
					}
					p.waitTick(8)
					assert.Empty(t, eval[[]string](p, "__ringside.lost()"))
				})
			}
		}
	}
}

// Nothing lies over the buttons of the table of two runs, nor does it stand
// under the side panel; the legend shows whole entries.
func TestTwoRunsAreClosedByMouse(t *testing.T) {
	page := openPage(t, view{Width: 1366, Height: 768, Address: "#lesson=ring-grows&t=28s&paused=1"})
	page.settle()
	page.click("[data-do=what-if]")
	page.waitFor("document.querySelector('#whatif button')")
	page.click("#whatif button")
	page.waitFor("document.querySelector('.versus').checkVisibility()")
	for _, width := range []int64{1366, 1280, 1024} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			p := page.in(t)
			p.resize(width, 768)
			p.waitTick(5)
			assert.Positive(t, eval[int](p, "document.querySelectorAll('.runs-do button').length"))
			assert.Positive(t, eval[int](p, "document.querySelectorAll('.legend > span').length"))
			assert.Empty(t, eval[[]string](p, `[...document.querySelectorAll('.runs-do button, .runs-do select')].filter((e) => {
				const r = e.getBoundingClientRect();
				return !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
			}).map((e) => e.outerHTML)`), "covered")
			assert.Empty(t, eval[[]string](p, `(() => {
				const box = document.querySelector('.legend').getBoundingClientRect();
				return [...document.querySelectorAll('.legend > span')].filter((e) => {
					const r = e.getBoundingClientRect();
					return r.width > 0 && r.top < box.bottom - 3 && r.right > box.right + 1;
				}).map((e) => e.innerText);
			})()`), "cut")
		})
	}
	page.click("[data-do=forget]")
	page.waitFor("!document.querySelector('.versus').checkVisibility()")
}

// In the presenter's view the picture has nearly all of the window, its type is
// larger, and the clock is whole.
func TestPresenterSeesThePicture(t *testing.T) {
	page := openPage(t, view{Width: 1440, Height: 900, Address: "?view=present" + twoTruths})
	page.settle()
	for _, c := range []struct {
		w, h  int64
		share float64 // of the height that the caption and the time line may take
	}{{1440, 900, 0.17}, {1280, 720, 0.2}, {390, 844, 0.3}, {360, 640, 0.36}} {
		t.Run(fmt.Sprintf("%dx%d", c.w, c.h), func(t *testing.T) {
			p := page.in(t)
			p.resize(c.w, c.h)
			p.waitTick(10)
			b := p.boxOf(".now")
			assert.True(t, b.X >= 0 && b.X+b.W <= float64(c.w) && b.W > 60, "%+v", b)
			dock, caption := p.boxOf(".dock"), p.boxOf(".caption")
			assert.LessOrEqual(t, (dock.H+caption.H)/float64(c.h), c.share)
			assert.InDelta(t, float64(c.h), dock.Y+dock.H, 1)
			assert.LessOrEqual(t, caption.Y+caption.H, dock.Y+1)
			assert.Empty(t, eval[[]string](p, sideways))
		})
	}
	// 1440/960: as much larger is the type, so the ring's queues lie as much further
	// apart as the window leaves them room.
	page.resize(1440, 900)
	page.waitTick(10)
	assert.InDelta(t, 1.5, eval[float64](page, "__ringside.magnified"), 1e-3)
}
