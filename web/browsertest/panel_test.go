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
	}
	p.click("#tab-script")
	p.waitFor("!document.querySelector('#panel-script').checkVisibility()")
}

// The tables say what the picture shows.
func TestFiguresAreThoseOfTheRun(t *testing.T) {
	p := openPage(t, view{Lang: "en"})
	require.Equal(t, "", p.load(joining))
	p.run("__ringside.pause()")
	p.seek(20_000)
	p.click("#tab-figures")
	p.waitFor("document.querySelector('#panel-figures tbody tr')")
	rows := eval[[]string](p, "[...document.querySelectorAll('#panel-figures .figures > table:first-of-type tbody tr')].map(r => r.cells[0].innerText + ' ' + r.cells[1].innerText)")
	// Averagely: four queues sorted, two consumers, two each.
	assert.Equal(t, []string{"a/0 c1", "a/1 c1", "a/2 c2", "a/3 c2"}, rows)
}

// What happens is spoken, in the page's language.
func TestEventsAreSpoken(t *testing.T) {
	p := openPage(t, view{Lang: "zh"})
	require.Equal(t, "", p.load(joining))
	p.run("__ringside.pause()")
	p.run(`window.heard = ''; new MutationObserver(() => heard += document.querySelector('#live').textContent + '\n')
		.observe(document.querySelector('#live'), {childList: true, characterData: true, subtree: true})`)
	p.seek(9_900)
	p.run("__ringside.play()")
	// Averagely: of c1's four queues c2 takes two. The rebalance is one sentence.
	p.waitFor("/重平衡：[^。\\n]*c1 持有 2 个、c2 持有 2 个/.test(heard)")
	assert.Contains(t, eval[string](p, "heard"), "c2 启动")
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
	p.waitFor("document.querySelector('.status').innerText.includes('ended')")
	p.do(chromedp.KeyEvent("r"))
	p.waitFor("document.querySelector('#play').ariaLabel === 'Pause'")
}
