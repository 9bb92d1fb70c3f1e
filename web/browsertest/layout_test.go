//go:build browser

package browsertest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	words "ringside/wasm/view"
)

// tooSmall gives the controls that are smaller than 24 by 24 CSS pixels (WCAG
// 2.2, 2.5.8), or that no finger reaches: out of the window, or covered.
const tooSmall = `(() => {
	const out = [];
	for (const e of document.querySelectorAll('.app button, .app select, .app input, .app a[href], .app textarea')) {
		if (!e.checkVisibility({visibilityProperty: true}) || e.matches(".skip, .marks button")) continue;
		e.scrollIntoView({block: 'center', inline: 'center'});
		const r = e.getBoundingClientRect(), name = (e.id || e.dataset.do || e.tagName) + ' ' + (e.dataset.arg ?? '');
		const target = e.labels?.length && e.type === 'checkbox' ? e.parentElement.getBoundingClientRect() : r;
		if (target.width < 24 || target.height < 24) out.push(name + ' is ' + r.width + ' × ' + r.height);
		if (r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > innerHeight + (e.matches('textarea') ? 400 : 0)) out.push(name + ' is cut off');
		const top = document.elementFromPoint(r.x + r.width / 2, Math.min(r.y + r.height / 2, innerHeight - 1));
		if (!e.contains(top) && !top?.contains(e)) out.push(name + ' is covered by ' + top?.outerHTML.slice(0, 80));
	}
	return out;
})()`

// sideways gives what a reader would have to scroll sideways for.
const sideways = `(() => {
	const out = [];
	if (document.scrollingElement.scrollWidth > innerWidth) out.push('the page');
	for (const e of document.querySelectorAll('.fold-more[open] > :not(summary)')) {
		const r = e.getBoundingClientRect(), box = e.parentElement.getBoundingClientRect();
		if (e.checkVisibility() && (r.right > box.right - 4 || r.left < box.left)) out.push((e.id || e.className || e.tagName) + ' out of its fold by ' + (r.right - box.right));
	}
	for (const e of document.querySelectorAll('.pane, .problem, .why, dialog')) {
		if (e.checkVisibility() && e.scrollWidth > e.clientWidth) out.push((e.id || e.className) + ' by ' + (e.scrollWidth - e.clientWidth));
	}
	return out;
})()`

// counterTitles are the keys of the words above the three counters of the picture.
var counterTitles = []string{words.KeyDuplicates, words.KeyPaused, words.KeyBacklog}

// clipped gives the texts of bar and dock that reach over the window's edge or
// are cut off by their own box. What scrolls by itself is not cut.
const clipped = `(() => {
	const out = [];
	for (const e of document.querySelectorAll('.bar *, .dock *')) {
		if (!e.checkVisibility() || e.children.length || !e.textContent.trim() || e.closest('.sr, select, svg, .marks') || getComputedStyle(e).clipPath !== 'none') continue;
		const range = document.createRange();
		range.selectNodeContents(e);
		const r = range.getBoundingClientRect();
		if (r.width > 2 && (r.left < -1 || r.right > innerWidth + 1)) out.push(e.textContent + ' ends at ' + r.right);
		if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 2 && getComputedStyle(e).overflowX === 'hidden') out.push(e.textContent + ' is cut');
	}
	return out;
})()`

// titlesAreWhole fails the test if the picture has cut the title of a counter.
func (p *tab) titlesAreWhole() {
	p.t.Helper()
	for _, key := range eval[[]string](p, "__ringside.shortened() ?? []") {
		assert.NotContains(p.t, counterTitles, key, "a counter's title is cut")
	}
}

// On a phone and on a narrow one, in both languages, every control of every
// tab can be reached and is large enough, and nothing sticks out sideways.
func TestNarrowWindowsHoldEverything(t *testing.T) {
	page := openPage(t, view{Width: 390, Height: 844, Address: "#lesson=two-brokers&t=40s&paused=1"})
	page.press("c")
	page.click("#compare > summary")
	page.click("#world > summary")
	for _, lang := range []string{"en", "zh"} {
		if lang != "en" {
			page.press("g")
			page.waitFor("__ringside.lang === 'zh'")
		}
		for _, size := range [][2]int64{{390, 844}, {320, 640}, {844, 390}} {
			t.Run(fmt.Sprintf("%s-%dx%d", lang, size[0], size[1]), func(t *testing.T) {
				p := page.in(t)
				p.resize(size[0], size[1])
				for _, name := range tabsOfPanel {
					p.press(kbOfTab[name])
					if name == "script" {
						p.run("document.activeElement.blur()")
					}
					p.waitFor("document.getElementById('panel-" + name + "').checkVisibility()")
					p.waitTick(8)
					assert.Empty(t, eval[[]string](p, tooSmall), name)
					assert.Empty(t, eval[[]string](p, sideways), name)
				}
				p.view.Lang = lang
				p.titlesAreWhole()
				p.capture("narrow-sheet")
				if size[1] > size[0] { // the sheet covers the picture
					p.click("[data-do=fold]")
					p.waitTick(8)
				}
				assert.Empty(t, eval[[]string](p, clipped))
				p.titlesAreWhole()
				p.capture("narrow")
				p.press("?")
				p.waitFor("document.querySelector('dialog').open")
				assert.Empty(t, eval[[]string](p, sideways), "the sheet of keys")
				p.click(`[data-do="close-help"]`)
			})
		}
	}
}

// With fingers: a tab opens and closes the sheet, a tap adds a consumer.
func TestPhoneIsUsedByTaps(t *testing.T) {
	p := openPage(t, view{Width: 390, Height: 844, Address: "#lesson=join&t=45s&paused=1"})
	_, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	require.NoError(t, err)
	tap := func(selector string) {
		t.Helper()
		b := p.boxOf(selector)
		p.do(chromedp.TapXY(b.X+b.W/2, b.Y+b.H/2))
	}
	tap("#tab-controls")
	p.waitFor("document.getElementById('panel-controls').checkVisibility()")
	p.run(`document.querySelector('[data-do="add"]').scrollIntoView({block: 'center'})`)
	tap(`[data-do="add"]`)
	p.waitFor("!__ringside.seeking && document.getElementById('script').value.includes('at 45s join c4')")
	p.agrees()
	tap("#tab-controls")
	p.waitFor("!document.getElementById('panel-controls').checkVisibility()")
	tap("#play")
	p.waitFor(playing)
	tap("#play")
	p.waitFor("!(" + playing + ")")
}

// No violation in any tab, in both themes and languages, wide and on a phone.
func TestEveryTabIsAccessible(t *testing.T) {
	page := openPage(t, view{Width: 1440, Height: 900, Address: "#lesson=kill-duplicates&t=50s&paused=1"})
	for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
		page.resize(size[0], size[1])
		for _, lang := range []string{"en", "zh"} {
			if eval[string](page, "__ringside.lang") != lang {
				page.press("g")
				page.waitFor("__ringside.lang === '" + lang + "'")
			}
			for _, theme := range []string{"light", "dark"} {
				page.setMedia(theme, false)
				for _, name := range tabsOfPanel {
					t.Run(fmt.Sprintf("%d-%s-%s-%s", size[0], lang, theme, name), func(t *testing.T) {
						p := page.in(t)
						p.press(kbOfTab[name])
						if name == "script" {
							p.run("document.activeElement.blur()")
						}
						p.waitFor("document.getElementById('panel-" + name + "').checkVisibility()")
						p.waitTick(7)
						if name == "figures" {
							p.click("#panel-figures [data-do=why]")
							assert.True(t, eval[bool](p, "document.querySelector('.why').checkVisibility()"))
						}
						if theme == "light" {
							p.checkA11y()
						} else {
							p.checkColours()
						}
					})
				}
			}
		}
		page.press("?")
		page.waitFor("document.querySelector('dialog').open")
		page.checkA11y()
		page.press(kb.Escape)
		page.waitFor("!document.querySelector('dialog').open")
	}
}

// kbOfTab are the keys that open the tabs.
var kbOfTab = map[string]string{"lesson": "l", "controls": "c", "maps": "m", "events": "v", "figures": "f", "script": "e"}

// Resizing leaves the page whole: the panels stand where they belong and the
// run goes on.
func TestPageFollowsTheWindow(t *testing.T) {
	p := openPage(t, view{Painted: true, Width: 1440, Height: 900, Address: "#lesson=join&t=40s&paused=1"})
	p.settle()
	digest := p.digest()
	for _, size := range [][2]int64{{1440, 900}, {900, 700}, {899, 700}, {600, 400}, {320, 480}, {2560, 1300}, {1024, 600}} {
		p.resize(size[0], size[1])
		p.waitTick(2)
		assert.Empty(t, eval[[]string](p, sideways), "%v", size)
		seen := eval[[]string](p, "['.bar', '.dock', '.tabbar'].filter(s => { const r = document.querySelector(s).getBoundingClientRect(); return r.width < 100 || r.left < 0 || r.right > innerWidth || r.bottom > innerHeight + 1; })")
		assert.Empty(t, seen, "%v", size)
	}
	assert.Equal(t, digest, p.digest())
	assert.Equal(t, 40*time.Second, p.now())
}

// With reduced motion the picture of a running lesson changes only when the
// state does: nothing is on its way, nothing is eased, and at rest two frames
// are the same.
func TestReducedMotionIsObeyed(t *testing.T) {
	p := openPage(t, view{Painted: true, Width: 900, Height: 700, ReducedMotion: true, Address: "#lesson=join&t=45s&paused=1"})
	p.settle()
	p.waitTick(10)
	shot := func() []byte {
		t.Helper()
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		defer cancel()
		b := p.boxOf("body > canvas")
		picture, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
			Clip: &page.Viewport{X: b.X, Y: b.Y + 60, Width: 560, Height: 380, Scale: 1}})
		require.NoError(t, err)
		return picture.Data
	}
	still := shot()
	p.setMedia("light", false)
	p.waitTick(3)
	assert.NotEqual(t, still, shot(), "messages in flight are drawn otherwise; else this test shows nothing")
	p.setMedia("light", true)
	p.waitTick(3)
	assert.Equal(t, still, shot())
	p.waitTick(5)
	assert.Equal(t, still, shot())
	assert.Equal(t, "none", eval[string](p, "getComputedStyle(document.querySelector('.toast')).transitionProperty"))
}

// A phone's selector shows what the lesson is about in whole words: its text is
// within its box, the list over it fills that box, and its options are the full titles.
func TestLessonsOfAPhoneAreNamedWhole(t *testing.T) {
	page := openPage(t, view{Width: 360, Height: 640, Fingers: true, Address: "#lesson=join&t=1s&paused=1"})
	for _, form := range []struct {
		lang  string
		width int64
	}{{"en", 360}, {"en", 390}, {"zh", 390}, {"zh", 360}} {
		lang := form.lang
		if eval[string](page, "__ringside.lang") != lang {
			page.press("g")
			page.waitFor("__ringside.lang === 'zh'")
		}
		page.resize(form.width, 640)
		for i, moment := range moments {
			page.visitAt(moment.lesson, moment.at)
			page.waitTick(8)
			assert.Empty(t, eval[string](page, fmt.Sprintf(`(() => {
				const title = document.querySelector('.lesson-title'), pick = document.querySelector('.lesson-pick'), list = document.querySelector('#lesson');
				const range = document.createRange();
				range.selectNodeContents(title);
				const text = range.getBoundingClientRect(), box = pick.getBoundingClientRect(), over = list.getBoundingClientRect();
				const whole = list.options[list.selectedIndex].text;
				const out = text.top < box.top || text.bottom > box.bottom || text.left < box.left || text.right > box.right - 16;
				if (title.checkVisibility() && out) return 'cut: ' + title.textContent;
				if (!title.checkVisibility()) return document.querySelector('.lesson-number').textContent === '%[1]d' && list.getBoundingClientRect().width >= 44 ? '' : 'no number';
				if (!title.textContent.startsWith('%[1]d · ') || !whole.startsWith(title.textContent)) return title.textContent + ' of ' + whole;
				return over.height >= 42 && over.width >= box.width - 3 ? '' : 'the list does not fill its box';
			})()`, i+1)), lang)
		}
	}
}
