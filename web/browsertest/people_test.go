//go:build browser

package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const quiet = "#lesson=two-brokers&t=45s&paused=1"

// typeInto replaces what a text field holds, key by key.
func (p *tab) typeInto(selector, text string) {
	p.t.Helper()
	p.run(fmt.Sprintf("const e = document.querySelector(%q); e.scrollIntoView(); e.focus(); e.select()", selector))
	p.press(text)
}

// reveal opens the folded parts round an element.
func (p *tab) reveal(selector string) {
	p.t.Helper()
	p.run(fmt.Sprintf("for (let d = document.querySelector(%q).closest('details'); d; d = d.parentElement.closest('details')) d.open = true", selector))
}

// A field says in words what is wrong while it is being typed, and acts when it
// is right and settled.
func TestFieldsAreJudgedInPlace(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: quiet})
	p.click("#tab-controls")
	p.waitFor("document.querySelector('#batch').value === '1'")
	p.typeInto("#batch", "5000")
	p.waitFor("document.querySelector('#batch').getAttribute('aria-invalid') === 'true'")
	assert.Contains(t, p.text("#batch-wrong"), "batch 5000 is out of range; expected a whole number from 1 to 1024")
	p.press(kb.Enter)
	p.waitTick(8)
	assert.Equal(t, quiet, eval[string](p, "location.hash"), "nothing happened")
	p.checkA11y()
	p.typeInto("#batch", "16")
	p.press(kb.Enter)
	p.waitFor("document.querySelector('.added').innerText.includes('batch=16')")
	assert.Equal(t, "", p.text("#batch-wrong"))
	p.waitFor("document.querySelector('#batch').value === '16'")

	// The same for one consumer only, of a setting that is folded away.
	p.reveal("#span")
	p.pick("#set-target", "c2")
	p.typeInto("#span", "100")
	p.press(kb.Tab)
	p.waitFor("document.querySelector('.added').innerText.includes('set c2 span=100')")
}

// Actions are forms: names to choose from, and in words what cannot be.
func TestActionForms(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: quiet})
	p.click("#tab-controls")
	p.click("#section-faults summary")
	p.waitFor("document.querySelector('#act-restart-1')")
	p.typeInto("#act-restart-1", "soon")
	p.waitFor("document.querySelector('#act-restart-wrong').checkVisibility()")
	assert.Contains(t, p.text("#act-restart-wrong"), "`soon` is not a duration")
	p.checkA11y()
	p.typeInto("#act-restart-1", "3s")
	p.waitFor("!document.querySelector('#act-restart-wrong').checkVisibility()")
	p.click("[aria-labelledby=act-restart] button")
	p.waitFor("document.querySelector('.added').innerText.includes('restart c1 down=3s')")
}

func TestComparisonIsComputed(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: quiet})
	p.click("#tab-controls")
	p.click("#compare summary")
	p.waitFor("document.querySelectorAll('#compare tbody tr').length >= 4 && !document.querySelector('#compare tbody').innerText.includes('…')")
	row := eval[[]string](p, "[...document.querySelector('#compare tbody tr').cells].map(c => c.innerText)")
	// Eight queues for three consumers: 3, 3, 2; a fourth makes 2, 2, 2, 2, which
	// moves queue 2 to the second, 4 and 5 to the third, 6 and 7 to the fourth.
	assert.Equal(t, []string{"averagely", "3 – 2", "5", "3–5", "0"}, row)
	p.checkA11y()
}

// An experiment runs beside the page, can be cancelled, and gives a curve and a table.
func TestExperiment(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: quiet})
	digest := p.digest()
	p.click("#tab-controls")
	p.click("#experiment summary")
	p.click("#experiment-run")
	p.waitFor("document.querySelector('#experiment-run').innerText === 'Cancel'")
	assert.True(t, eval[bool](p, "document.querySelector('#experiment progress').checkVisibility()"))
	p.click("#experiment-run")
	p.waitFor("document.querySelector('#experiment [role=status]').innerText === 'cancelled'")
	p.click("#experiment-run")
	p.waitFor("document.querySelector('#experiment [role=status]').innerText === 'done'")
	rows := eval[[][]string](p, "[...document.querySelectorAll('#experiment tbody tr')].map(r => [...r.cells].map(c => c.innerText))")
	require.Len(t, rows, 21, "three commit modes by seven batch sizes up to one beyond the pull batch")
	for _, row := range rows {
		assert.Regexp(t, `^[1-9]`, row[2], "messages a second of %v", row)
	}
	assert.Equal(t, 2, eval[int](p, "document.querySelectorAll('#experiment figure svg').length"))
	assert.Equal(t, 3, eval[int](p, "document.querySelectorAll('#experiment figure:first-of-type .curve').length"))
	assert.Equal(t, digest, p.digest(), "the page's own run is not touched")
	p.checkA11y()
}

// During the hand-over the brokers' lists differ, and the map says so.
func TestMapsShowDifferences(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=two-brokers&t=32s&paused=1"})
	p.click("#tab-maps")
	p.waitFor("document.querySelector('.gaps').innerText.includes('list the same')")
	p.seek(32_320) // a has heard of c3, b has not; see the lesson
	p.waitFor("document.querySelector('.gaps').innerText.includes('c3 is listed by a, not by b')")
	assert.Contains(t, p.text(".notes"), "a registers c3")
	p.checkA11y()
	p.typeInto("#map-search", "c2")
	p.waitFor("[...document.querySelectorAll('.maps table tbody')].map(b => b.innerText).join('').includes('c2')")
	p.waitFor("![...document.querySelectorAll('.maps table tbody')].map(b => b.innerText).join('').includes('@c1')")
	p.typeInto("#map-search", "nothing at all")
	p.waitFor("document.querySelector('.maps').innerText.includes('Nothing here matches')")
}

// The causes of a duplicate are links back in time.
func TestWhyIsAChainOfLinks(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=two-brokers&t=45s&paused=1"})
	p.click("#tab-events")
	p.waitFor("document.querySelector('.events .say')")
	p.run("[...document.querySelectorAll('#panel-events .say')].find(b => b.innerText.includes('processes')).id = 'repeat'")
	p.click("#repeat")
	p.waitFor("document.querySelector('.why').checkVisibility()")
	assert.Contains(t, p.text(".why"), "two consumers read the queue at the same time")
	first := eval[string](p, "document.querySelector('.chain li').innerText")
	assert.Contains(t, first, "c3 starts")
	p.checkA11y()
	chain := p.rect(".chain") // whoever goes there leaves what was pointed at
	p.mouse(input.DispatchMouseEventTypeMouseMoved, chain.X+chain.Width/2, chain.Y+2)
	p.waitTick(2)
	p.click(".chain li .at")
	p.waitFor("__ringside.time > 32000 && __ringside.time < 32500")
	// Focus is enough to be told.
	p.click("#tab-figures")
	p.click(".why [data-do=close-why]")
	p.run("document.querySelector('#panel-figures [data-why^=consumer]').focus()")
	p.waitFor("document.querySelector('.why').innerText.includes('c1: running')")
	p.run("document.activeElement.blur()")
	p.waitFor("document.querySelector('.why').innerText.includes('Point at')")
}

// Whoever comes for the first time is shown round, once.
func TestFirstVisit(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: quiet, FirstVisit: true})
	p.waitFor("document.querySelector('.tour').checkVisibility()")
	p.checkA11y()
	titles := map[string]bool{}
	for range 4 {
		titles[p.text("#tour-title")] = true
		inside := eval[bool](p, `(r => r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight)(document.querySelector('.tour').getBoundingClientRect())`)
		assert.True(t, inside)
		p.click("#tour-next")
		p.waitTick(2)
	}
	assert.Len(t, titles, 4)
	assert.Equal(t, "5 of 5", p.text(".tour .soft"))
	p.click("#tour-next")
	p.waitFor("!document.querySelector('.tour').checkVisibility()")
	p.leave("location.reload()")
	p.waitFor("__ringside.tick > 40")
	assert.Equal(t, "", p.text(".tour"), "not again")
	p.click("#help")
	p.click("[data-do=tour]")
	p.waitFor("document.querySelector('.tour').checkVisibility()")
	p.press(kb.Escape)
	p.waitFor("!document.querySelector('.tour').checkVisibility()")
}

// Whoever skips the tour is not asked again; until then it comes again.
func TestTheTourIsSkipped(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: quiet, FirstVisit: true})
	again := func() {
		p.leave("location.reload()")
		p.waitFor("__ringside.tick > 40")
	}
	p.waitFor("document.querySelector('.tour').checkVisibility()")
	p.click("#tour-next")
	again()
	assert.Equal(t, "1 of 5", p.text(".tour .soft"), "left in the middle: it begins anew")
	p.run("document.querySelector('#tour-skip').focus()")
	p.click("#tour-skip")
	p.waitFor("!document.querySelector('.tour').checkVisibility() && !document.querySelector('.tour-frame').checkVisibility()")
	assert.Equal(t, "play", eval[string](p, "document.activeElement.id"), "the focus does not fall out of the page")
	again()
	assert.Equal(t, "", p.text(".tour"), "not again")
}

// A clicker sends Page Down and Page Up.
func TestPresenterView(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1280, Height: 800, Address: "#lesson=two-brokers&t=31s&paused=1"})
	p.press("p")
	p.waitFor("document.querySelector('.caption').checkVisibility()")
	assert.False(t, eval[bool](p, "document.querySelector('.side').checkVisibility() || document.querySelector('.bar').checkVisibility()"))
	p.press(kb.PageDown)
	p.waitFor("__ringside.time > 31000 && !__ringside.seeking")
	first := eval[int](p, "__ringside.time")
	p.waitFor("document.querySelector('.caption p').innerText.includes('c3 starts')")
	p.press(kb.PageDown)
	p.waitFor(fmt.Sprintf("__ringside.time > %d && !__ringside.seeking", first))
	p.press(kb.PageUp)
	p.waitFor(fmt.Sprintf("__ringside.time === %d", first))
	p.checkA11y()
	assert.Contains(t, eval[string](p, "location.search"), "view=present")
	p.press(kb.Escape)
	p.waitFor("document.querySelector('.side').checkVisibility()")
	assert.NotContains(t, eval[string](p, "location.search"), "view")
}

// Zero violations in every panel, in both themes, with and without more contrast.
func TestEveryPanelIsAccessible(t *testing.T) {
	page := openPage(t, view{Lang: "en", Width: 1280, Height: 800, Address: quiet})
	page.openFolds()
	page.run("document.querySelector('#experiment-run').click()")
	page.waitFor("document.querySelector('#experiment [role=status]').innerText === 'done'")
	// Two runs side by side, so that their table is there.
	page.press("w")
	page.waitFor("document.querySelector('#whatif button')?.checkVisibility()")
	page.click("#whatif button")
	page.waitFor("document.querySelector('.versus').checkVisibility() && !__ringside.seeking")
	checked := map[string]bool{}
	for _, contrast := range []bool{false, true} {
		if contrast {
			page.click("#help")
			page.click("#contrast-on")
			page.press(kb.Escape)
		}
		for _, theme := range []string{"light", "dark"} {
			page.setMedia(theme, false)
			names := []string{"controls", "help", "truth", "what if", "lanes as a table"}
			if contrast { // without more of it the tabs are in TestEveryTabIsAccessible
				names = append(slices.Clone(tabsOfPanel), names[1:]...)
			}
			for _, name := range names {
				t.Run(fmt.Sprintf("%s-%v-%s", theme, contrast, name), func(t *testing.T) {
					p := page.in(t)
					switch name {
					case "help":
						p.click("#help")
						defer p.press(kb.Escape)
					case "truth":
						p.tabTo("lesson")
						p.click("#panel-lesson [data-do=truth]")
						defer p.press(kb.Escape)
					case "what if":
						p.press("w")
						defer p.press(kb.Escape)
					case "lanes as a table":
						p.click("#lanes-on") // folded in a window as low as this
						defer p.click("#lanes-on")
						p.click("#lane-table")
						defer p.click("#lane-table")
					default:
						p.tabTo(name)
					}
					p.waitTick(8)
					if checked[name] {
						p.checkColours()
						return
					}
					p.checkA11y()
					checked[name] = true
				})
			}
		}
	}
	page.visit("#s=1damaged")
	page.waitFor("document.querySelector('.problem').checkVisibility()")
	page.checkA11y()
}

// High contrast on a phone and in Chinese: dark on the phone, light in a window.
// In other colours TestEveryTabIsAccessible has the same.
func TestContrastOnAPhoneAndInChinese(t *testing.T) {
	page := openPage(t, view{Lang: "zh", Width: 390, Height: 844, Fingers: true, Theme: "dark", Address: quiet})
	for _, size := range []struct {
		w, h  int64
		theme string
	}{{390, 844, "dark"}, {1280, 800, "light"}} {
		page.view.Fingers = size.w == 390
		page.resize(size.w, size.h)
		page.setMediaWith(size.theme, false, true)
		page.waitFor("document.documentElement.dataset.contrast === 'more'")
		page.view.Theme = size.theme
		for _, name := range append(slices.Clone(tabsOfPanel), "help") {
			t.Run(fmt.Sprintf("%d-%s", size.w, name), func(t *testing.T) {
				p := page.in(t)
				if name == "help" {
					p.press("?")
					p.waitFor("document.querySelector('dialog').open")
					defer p.press(kb.Escape)
				} else {
					p.press(kbOfTab[name])
					p.run("document.activeElement.blur()")
					p.waitFor("document.getElementById('panel-" + name + "').checkVisibility()")
				}
				p.waitTick(8)
				p.checkColours()
			})
		}
		page.capture("contrast")
	}
}

// What is drawn with more contrast; that it is accessible is looked at above,
// tab by tab, in both themes.
func TestHighContrast(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1280, Height: 800, Theme: "dark", Address: quiet})
	ground := func() string {
		return eval[string](p, "getComputedStyle(document.querySelector('.side')).backgroundColor")
	}
	before := ground()
	first := func() string {
		return eval[string](p, "getComputedStyle(document.documentElement).getPropertyValue('--k0')")
	}
	assert.Equal(t, "rgb(86 180 233)", first())
	p.click("#help")
	p.click("#contrast-on")
	p.press(kb.Escape)
	assert.NotEqual(t, before, ground())
	assert.Equal(t, "rgb(147 175 255)", first(), "the picture's own theme")
	p.leave("location.reload()")
	p.waitFor("document.documentElement.dataset.contrast === 'more'")
}

// Everything of the controls is reached by the keyboard alone.
func TestControlsByKeyboard(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: quiet})
	p.press("c")
	p.waitFor("document.querySelector('#panel-controls').checkVisibility()")
	p.run("document.querySelectorAll('#panel-controls details').forEach(d => d.open = true)")
	p.waitTick(10)
	reached := map[string]bool{}
	for range 300 {
		p.press(kb.Tab)
		id := eval[string](p, "document.activeElement.id || document.activeElement.dataset.do || document.activeElement.tagName")
		reached[id] = true
		if id == "experiment-run" {
			break
		}
	}
	for _, id := range []string{"strategy", "batch", "pull-batch", "act-join-0", "act-restart-1", "experiment-kill", "experiment-run"} {
		assert.True(t, reached[id], "Tab reaches %s", id)
	}
	p.do(chromedp.KeyEvent(kb.Escape))
}
