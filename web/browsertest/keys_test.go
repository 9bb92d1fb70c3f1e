//go:build browser

package browsertest

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// focusOf says what has the focus: its id, else what it does, else its tag.
const focusOf = "(e => e.id || [e.dataset.do, e.dataset.arg].filter(Boolean).join(' ') || e.tagName)(document.activeElement)"

// tabUntil presses Tab until something has the focus.
func (p *tab) tabUntil(want string) {
	p.t.Helper()
	var path []string
	for range 60 {
		p.press(kb.Tab)
		path = append(path, eval[string](p, focusOf))
		if path[len(path)-1] == want {
			return
		}
	}
	p.t.Fatalf("Tab does not come to %s; it comes to %q", want, path)
}

// With the keyboard alone: a lesson is chosen, its run paused, a consumer
// killed and another added, the group's strategy changed.
func TestKeysOperateTheControls(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.tabUntil("lesson")
	p.press(kb.ArrowDown)
	p.waitFor("location.hash.startsWith('#lesson=kill-duplicates')")
	p.tabUntil("play")
	p.press(" ")
	p.waitFor("!(" + playing + ")")
	p.tabUntil("scrub")
	for range 2 {
		p.press(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift))
		p.settle()
	}
	p.tabUntil("tab-lesson")
	p.press(kb.ArrowRight)
	require.Equal(t, "tab-controls", eval[string](p, focusOf))
	p.tabUntil("kill c1")
	before := p.script()
	p.press(kb.Enter)
	p.waitFor("!__ringside.seeking && document.querySelector('.consumers .state').textContent === 'killed'")
	assert.Equal(t, "start c1", eval[string](p, focusOf), "the focus stays in the row whose button has gone")
	p.tabUntil("add")
	p.press(" ")
	p.waitFor("!__ringside.seeking && document.querySelector('.added code').textContent.includes('join c4')")
	p.tabUntil("strategy")
	p.press(kb.ArrowDown)
	p.waitFor("!__ringside.seeking && document.querySelector('.added code').textContent.includes('strategy=averagely-by-circle')")
	at := p.now()
	assert.Len(t, added(before, p.script()), 3)
	assert.Equal(t, at, p.now())
	p.agrees()
	p.press(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	assert.Equal(t, "set-target", eval[string](p, focusOf), "Tab also goes back")
}

// Each line of the sheet that ? opens is true.
func TestShortcutsDoWhatTheSheetSays(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.visitAt("join", 20*time.Second)
	for _, step := range []struct{ key, holds string }{
		{" ", playing},
		{" ", "!(" + playing + ")"},
		{"3", "document.getElementById('speed').selectedOptions[0].text === '1×'"},
		{"9", "document.getElementById('speed').selectedOptions[0].text === '1000×'"},
		{"c", "document.getElementById('panel-controls').checkVisibility() && document.activeElement.id === 'tab-controls'"},
		{"m", "document.getElementById('panel-maps').checkVisibility()"},
		{"v", "document.getElementById('panel-events').checkVisibility()"},
		{"f", "document.getElementById('panel-figures').checkVisibility()"},
		{"l", "document.getElementById('panel-lesson').checkVisibility()"},
		{"a", "!__ringside.seeking && /at 20\\S*s join c4/.test(document.getElementById('script').value)"},
		{"k", "!__ringside.seeking && /at 20\\S*s kill c/.test(document.getElementById('script').value)"},
		{"r", playing + " && document.querySelector('.status').textContent !== ''"}, // 1000× is at the end at once, or behind
		{"?", "document.querySelector('dialog').open"},
		{kb.Escape, "!document.querySelector('dialog').open"},
	} {
		if step.key == "r" {
			p.press("4") // 2×
			p.press("r")
			p.waitFor(playing + " && __ringside.time < 15000")
			continue
		}
		p.press(step.key)
		p.waitFor(step.holds)
	}
	p.press("?")
	p.waitFor("document.querySelector('dialog').open")
	at := p.script()
	p.press("a")
	p.waitTick(3)
	assert.Equal(t, at, p.script(), "shortcuts rest while the sheet is open")
	assert.True(t, eval[bool](p, "document.querySelector('dialog').contains(document.activeElement)"))
	p.click("#keys-on")
	p.press(kb.Escape)
	p.press("a")
	p.press("9")
	p.waitTick(3)
	assert.Equal(t, at, p.script(), "single keys can be switched off (WCAG 2.1.4)")
	p.run("window.old = true; location.reload()")
	p.waitFor("!window.old && window.__ringside?.firstFrame > 0")
	p.press("c")
	p.waitTick(3)
	assert.False(t, eval[bool](p, "document.getElementById('panel-controls').checkVisibility()"), "and stay off")
}

// Whatever is typed into the editor is text; Tab leads on.
func TestShortcutsRestWhileTyping(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.visitAt("join", 20*time.Second)
	digest, address := p.digest(), eval[string](p, "location.href")
	before := p.script()
	p.press("e")
	require.Equal(t, "script", eval[string](p, focusOf))
	p.waitTick(3)
	require.Equal(t, before, p.script(), "the key that opens the editor is not typed into it")
	p.press(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.press("# arkntlcmvfe?123,. ")
	assert.Equal(t, before+"# arkntlcmvfe?123,. ", p.script())
	p.waitTick(30)
	assert.Equal(t, digest, p.digest())
	assert.Equal(t, address, eval[string](p, "location.href"))
	p.press(kb.Tab)
	assert.NotEqual(t, "script", eval[string](p, focusOf), "Tab is not trapped in the editor")
	// Typing a letter into a select looks for an option; it is no shortcut.
	p.do(chromedp.Focus(chromedp.CSS("#speed")))
	p.press("5")
	assert.Equal(t, before+"# arkntlcmvfe?123,. ", p.script())
	assert.True(t, eval[bool](p, "document.getElementById('speed').selectedOptions[0].text.startsWith('5')"))
}
