//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tabsOfPanel are the side panel's tabs.
var tabsOfPanel = []string{"lesson", "controls", "maps", "events", "figures", "script"}

// seek goes to a time of the run and waits until the page shows it.
func (p *tab) seek(ms int) {
	p.t.Helper()
	p.run(fmt.Sprintf("__ringside.seek(%d)", ms))
	p.waitFor(fmt.Sprintf("__ringside.time === %d", ms))
}

func (p *tab) hash() string {
	p.t.Helper()
	return eval[string](p, "location.hash")
}

// A click is a line of the script and an entry of the history: the maps change,
// a reload keeps it, and Back takes it back.
func TestClickAddsAConsumer(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=join&t=20s&paused=1"})
	p.click("#tab-maps")
	p.waitFor("document.querySelector('#panel-maps').innerText.includes('127.0.0.1@c2')")
	assert.NotContains(t, p.text("#panel-maps"), "127.0.0.1@c4")
	p.click("#tab-controls")
	p.click("#panel-controls [data-do=add]")
	p.waitFor("location.hash.startsWith('#s=')")
	assert.Contains(t, p.text(".added"), "at 20s join c4 group=g-join")
	p.seek(25_000)
	p.click("#tab-maps")
	p.waitFor("document.querySelector('#panel-maps').innerText.includes('127.0.0.1@c4')")
	assert.Contains(t, eval[string](p, "document.querySelector('#script').value"), "at 20s join c4 group=g-join")
	digest := p.digest()

	p.waitFor("location.hash.includes('t=25s')")
	p.run("window.old = true; location.reload()")
	p.waitFor("!window.old && window.__ringside?.firstFrame > 0 && __ringside.time === 25000")
	assert.Equal(t, digest, p.digest(), "a reload loses nothing")

	p.run("history.back()")
	p.waitFor("location.hash === '#lesson=join&t=20s&paused=1'")
	p.waitFor("__ringside.time === 20000")
}

func TestConsumersObeyTheirButtons(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=join&t=30s&paused=1"})
	p.click("#tab-controls")
	row := func(want string) {
		t.Helper()
		p.waitFor(fmt.Sprintf("document.querySelector('.consumers li').innerText.includes(%q)", want))
	}
	row("running")
	for _, step := range []struct{ deed, state string }{
		{"freeze", "frozen"}, {"thaw", "running"}, {"kill", "killed"}, {"start", "starting"}, {"stop", "stopped"},
	} {
		p.click(fmt.Sprintf(".consumers [data-do=%s][data-arg=c1]", step.deed))
		row(step.state)
	}
	p.run("const s = document.querySelector('#batch'); s.value = '16'; s.dispatchEvent(new Event('change', {bubbles: true}))")
	p.waitFor("document.querySelector('.added').innerText.includes('set g-join batch=16')")
}

func TestLanguageAndTheme(t *testing.T) {
	p := openPage(t, view{Address: "?lang=en", Theme: "dark"})
	back := func() string {
		return eval[string](p, "getComputedStyle(document.querySelector('.dock')).backgroundColor")
	}
	dark := back()
	assert.Equal(t, "Lesson", p.text("#tab-lesson"))
	p.click("#lang")
	p.waitFor("__ringside.lang === 'zh'")
	assert.Equal(t, "课程", p.text("#tab-lesson"))
	assert.Equal(t, "zh-CN", eval[string](p, "document.documentElement.lang"))
	assert.Equal(t, "lang", eval[string](p, "document.activeElement.id"), "the focus stays on the switch")
	assert.Contains(t, eval[string](p, "location.search"), "lang=zh")
	p.click("#theme")
	p.waitFor("__ringside.theme === 'light'")
	assert.NotEqual(t, dark, back())
	p.click("#theme")
	p.waitFor("__ringside.theme === 'dark'")
	assert.Equal(t, dark, back())
	p.run("window.old = true; location.reload()")
	p.waitFor("!window.old && window.__ringside?.firstFrame > 0 && __ringside.lang === 'zh' && __ringside.theme === 'dark'")
}

func TestBadFragmentOffersTheLessons(t *testing.T) {
	for fragment, want := range map[string]string{
		"#lesson=nope":         "“nope”",
		"#s=1damaged":          "damaged",
		"#lesson=join&t=later": "“t=later”",
		"#what":                "“what”",
	} {
		p := openPage(t, view{Lang: "en", Address: fragment})
		assert.Contains(t, p.text(".problem"), want)
		assert.Equal(t, fragment, p.hash(), "the address can still be mended")
		p.checkA11y()
		p.click(".problem [data-do=lesson]")
		p.waitFor("__ringside.time > 0 && location.hash.startsWith('#lesson=')")
		assert.Equal(t, "", p.text(".problem"))
		p.close()
	}
}

// Everything can be done without a pointer: reach the time line by Tab, move
// in time, open the editor, leave it, open and close the sheet.
func TestKeyboardOnly(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=join&t=30s&paused=1"})
	active := func() string {
		return eval[string](p, "document.activeElement.id || document.activeElement.dataset.do || document.activeElement.tagName")
	}
	var path []string
	for range 40 {
		p.press(kb.Tab)
		path = append(path, active())
	}
	for _, stop := range []string{"lesson", "lang", "theme", "share", "help", "restart", "play", "next", "speed", "scrub", "tab-lesson", "CANVAS"} {
		assert.Contains(t, path, stop, "reached by Tab")
	}
	p.run("document.querySelector('#scrub').focus()")
	p.press(kb.ArrowRight)
	p.waitFor("__ringside.time === 31000")
	p.press(kb.Home)
	p.waitFor("__ringside.time === 0")
	p.press("n")
	p.waitFor("__ringside.time > 0")
	p.press(" ")
	p.waitFor("document.querySelector('#play').ariaLabel === 'Pause'")
	p.press(" ")
	p.waitFor("document.querySelector('#play').ariaLabel === 'Play'")

	at := eval[int](p, "__ringside.time")
	p.press("e")
	assert.Equal(t, "script", active())
	p.press("n ")
	assert.Equal(t, at, eval[int](p, "__ringside.time"), "keys typed into the editor are text")
	p.press(kb.Escape)
	assert.Equal(t, "tab-script", active())
	p.press(kb.ArrowLeft)
	assert.Equal(t, "tab-figures", active())
	p.press(kb.Home)
	assert.Equal(t, "tab-lesson", active())
	p.press("?")
	p.waitFor("document.querySelector('dialog').open")
	p.checkA11y()
	p.press(kb.Escape)
	p.waitFor("!document.querySelector('dialog').open")
}

func TestEditorShowsErrorsInPlace(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=join&t=30s&paused=1"})
	digest := p.digest()
	p.click("#tab-script")
	p.run(`const a = document.querySelector('#script');
		a.value = a.value.replace(/^group /m, 'gruop ');
		a.dispatchEvent(new Event('input', {bubbles: true}))`)
	p.click("[data-do=apply-text]")
	p.waitFor("document.querySelector('#script').getAttribute('aria-invalid') === 'true'")
	line := eval[int](p, "document.querySelector('#script').value.split('\\n').findIndex(l => l.startsWith('gruop')) + 1")
	assert.Contains(t, p.text("#script-errors"), fmt.Sprintf("Line %d, column 1: unknown statement `gruop`; did you mean `group`?", line))
	assert.Equal(t, "gruop", eval[string](p, "(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.querySelector('#script'))"))
	assert.Equal(t, digest, p.digest(), "a script with errors changes nothing")
	p.checkA11y()
	p.click("[data-do=revert-text]")
	p.waitFor("document.querySelector('#script').getAttribute('aria-invalid') === 'false'")
}

// A script's words are text, whatever they look like.
func TestScriptTextIsNeverMarkup(t *testing.T) {
	p := openPage(t, view{Lang: "en"})
	require.Equal(t, "", p.load("title.en <img src=x onerror=alert(1)>\ntext.en <b>bold</b>\n"+joining))
	p.waitFor("document.querySelector('#panel-lesson h2').innerText.includes('<img src=x')")
	assert.Equal(t, 0, eval[int](p, "document.querySelectorAll('#panel-lesson img, #panel-lesson b').length"))
}

// On a phone the panels stand one above the other and nothing sticks out.
func TestPhoneLayout(t *testing.T) {
	p := openPage(t, view{Width: 390, Height: 844, Lang: "en", Address: "#lesson=join&t=40s&paused=1"})
	for _, name := range append([]string{""}, tabsOfPanel...) {
		if name != "" {
			p.click("#tab-" + name)
			p.waitTick(12)
		}
		overlaps := eval[[]string](p, `(() => {
			const parts = ['.bar', '.dock', '.tabbar', '.pane:not([hidden])'].map(s => [s, document.querySelector(s)])
				.filter(([, e]) => e?.checkVisibility()).map(([s, e]) => [s, e.getBoundingClientRect()]);
			const out = [];
			for (const [s, r] of parts) {
				if (r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > innerHeight) out.push(s + ' sticks out');
				for (const [t, q] of parts) {
					if (s < t && r.left < q.right - 1 && q.left < r.right - 1 && r.top < q.bottom - 1 && q.top < r.bottom - 1) out.push(s + ' over ' + t);
				}
			}
			for (const e of document.querySelectorAll('.bar > *, .transport > *, .tab')) {
				const r = e.getBoundingClientRect(), edge = e.closest('.tabs')?.getBoundingClientRect().right ?? innerWidth - 6;
				if (r.width > 2 && (r.left < 0 || r.right > edge + 1)) out.push(e.className + ' ends at ' + r.right + ' of ' + edge);
			}
			if (document.scrollingElement.scrollWidth > innerWidth) out.push('the page scrolls sideways');
			return out;
		})()`)
		assert.Empty(t, overlaps, "tab %q", name)
		p.checkA11y()
	}
	p.click("#tab-script")
	p.waitFor("!document.querySelector('#panel-script').checkVisibility()")
}

func TestTabsAreAccessible(t *testing.T) {
	p := openPage(t, view{Width: 1280, Height: 800, Lang: "en", Theme: "dark", Address: "#lesson=join&t=40s&paused=1"})
	for _, name := range tabsOfPanel {
		p.click("#tab-" + name)
		p.waitTick(15)
		if name == "figures" {
			p.click("#panel-figures [data-do=why]")
			assert.Contains(t, p.text(".why"), "Why does")
		}
		p.checkA11y()
	}
}

// The tables say what the picture shows.
func TestFiguresAreThoseOfTheRun(t *testing.T) {
	p := openPage(t, view{Lang: "en"})
	require.Equal(t, "", p.load(joining))
	p.run("__ringside.pause()")
	p.seek(20_000)
	p.click("#tab-figures")
	p.waitFor("document.querySelector('#panel-figures tbody tr')")
	rows := eval[[]string](p, "[...document.querySelectorAll('#panel-figures table:first-of-type tbody tr')].map(r => r.cells[0].innerText + ' ' + r.cells[1].innerText)")
	// Averagely: four queues sorted, two consumers, two each.
	assert.Equal(t, []string{"a/0 c1", "a/1 c1", "a/2 c2", "a/3 c2"}, rows)
}

// What happens is spoken, in the page's language.
func TestEventsAreSpoken(t *testing.T) {
	p := openPage(t, view{Lang: "zh"})
	require.Equal(t, "", p.load(joining))
	p.run("__ringside.pause()")
	p.seek(24_900)
	p.run("__ringside.play()")
	p.waitFor("document.querySelector('#live').textContent.includes('c1 被强杀')")
}

func TestSpeedKeys(t *testing.T) {
	p := openPage(t, view{Lang: "en", Address: "#lesson=join&t=1s&paused=1"})
	p.press("9")
	assert.Equal(t, "1000×", strings.TrimSpace(eval[string](p, "document.querySelector('#speed').selectedOptions[0].text")))
	p.press(" ")
	p.waitFor("document.querySelector('.status').innerText.includes('end of the run')")
	p.do(chromedp.KeyEvent("r"))
	p.waitFor("document.querySelector('#play').ariaLabel === 'Pause'")
}
