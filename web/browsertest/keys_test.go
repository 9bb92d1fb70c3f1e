//go:build browser

package browsertest

import (
	"fmt"
	"slices"
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

// speedIs tells whether the speed chosen is the one of that name.
func speedIs(name string) string {
	return "document.getElementById('speed').selectedOptions[0].text === '" + name + "'"
}

func shown(id string) string { return "document.getElementById('" + id + "').checkVisibility()" }

const (
	sheetOpen = "document.querySelector('dialog').open"
	inBeliefs = "document.getElementById('picture-belief').checked"
	presented = "document.documentElement.dataset.present !== undefined"
)

// shortcut is a line of the sheet that ? opens, by its keys, with what shows that
// it is true. They are tried in this order, from 20 s of the lesson join on, paused.
type shortcut struct {
	keys  string
	check func(p *tab)
}

// goes presses a key and waits for what it should do.
func (p *tab) goes(key, holds string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.press(key, options...)
	p.waitFor("!__ringside.seeking && (" + holds + ")")
}

// withShift is the key pressed with Shift held; of a letter it is the capital.
func withShift() chromedp.KeyOption { return chromedp.KeyModifiers(chromedp.ModifierShift) }

// moveShortcuts go through the run.
var moveShortcuts = []shortcut{
	{"Space", func(p *tab) {
		p.goes(" ", playing)
		p.goes(" ", "!("+playing+")")
		p.seek(20_000)
	}},
	{"← →", func(p *tab) {
		p.goes(kb.ArrowRight, "__ringside.time === 21000")
		p.goes(kb.ArrowLeft, "__ringside.time === 20000")
		p.goes(kb.ArrowLeft, "__ringside.time === 10000", withShift())
		p.goes(kb.ArrowRight, "__ringside.time === 20000", withShift())
	}},
	{", .", func(p *tab) {
		p.goes(".", "__ringside.time === 20100")
		p.goes(",", "__ringside.time === 20000")
	}},
	{"Home End", func(p *tab) {
		p.run("document.getElementById('scrub').focus()")
		p.goes(kb.Home, "__ringside.time === 0")
		p.goes(kb.End, "__ringside.time === Number(document.getElementById('scrub').max)")
		p.seek(20_000)
		p.run("document.activeElement.blur()")
	}},
	{"N", func(p *tab) { // c3 joins at 36.999 s
		p.goes("n", "__ringside.time >= 36999 && __ringside.time < 37200 && !("+playing+")")
	}},
	{"Shift+N", func(p *tab) { p.goes("N", "__ringside.time < 20000", withShift()) }},
	{"S", func(p *tab) {
		p.seek(20_000)
		before := p.digest()
		p.goes("s", "__ringside.digest() !== '"+before+"' && __ringside.time < 20500 && !("+playing+")")
		p.seek(20_000)
	}},
	{"1 … 9", func(p *tab) {
		p.goes("1", speedIs("0.1×"))
		p.goes("3", speedIs("1×"))
		p.goes("9", speedIs("1000×"))
		p.goes("4", speedIs("2×"))
	}},
	{"Y", func(p *tab) {
		pressed := "document.querySelector('[data-do=follow]').getAttribute('aria-pressed')"
		p.goes("y", pressed+" === 'false'")
		p.goes("y", pressed+" === 'true'")
	}},
}

// stageShortcuts change what is shown.
var stageShortcuts = []shortcut{
	{"O", func(p *tab) {
		open := eval[bool](p, shown("lanes"))
		p.goes("o", fmt.Sprintf("%s === %v", shown("lanes"), !open))
		p.goes("o", fmt.Sprintf("%s === %v", shown("lanes"), open))
	}},
	{"Z 0", func(p *tab) {
		length := "(({from, to}) => to - from)(document.querySelector('.tracks').dataset)"
		whole := eval[int](p, length)
		p.goes("z", fmt.Sprintf("%s < %d", length, whole*6/10))
		p.goes("Z", fmt.Sprintf("%s === %d", length, whole), withShift())
		p.goes("z", fmt.Sprintf("%s < %d", length, whole*6/10))
		p.goes("0", fmt.Sprintf("%s === %d", length, whole))
	}},
	{"[ ]", func(p *tab) {
		p.press("z")
		p.waitTick(8)
		from, _ := p.span()
		p.goes("]", fmt.Sprintf("Number(document.querySelector('.tracks').dataset.from) > %d", from))
		p.goes("[", fmt.Sprintf("Number(document.querySelector('.tracks').dataset.from) === %d", from))
		p.press("0")
	}},
	{"B", func(p *tab) {
		p.goes("c", shown("panel-controls"))
		p.goes("b", inBeliefs)
		p.goes("b", "!"+inBeliefs)
	}},
	{"L C M V F E", func(p *tab) {
		for key, name := range map[string]string{"l": "lesson", "c": "controls", "m": "maps", "v": "events", "f": "figures"} {
			p.goes(key, shown("panel-"+name)+" && document.activeElement.id === 'tab-"+name+"'")
		}
		p.goes("e", "document.activeElement.id === 'script'")
		p.goes(kb.Escape, "document.activeElement.id === 'tab-script'")
	}},
	{"T", func(p *tab) {
		ground := "getComputedStyle(document.querySelector('.side')).backgroundColor"
		was := eval[string](p, ground)
		for range 3 { // by the system, light, dark: one of three differs from what is
			p.press("t")
			p.waitTick(6)
			if eval[string](p, ground) != was {
				return
			}
		}
		p.t.Errorf("T leaves the ground %s", was)
	}},
	{"G", func(p *tab) {
		p.goes("g", "__ringside.lang === 'zh'")
		p.goes("g", "__ringside.lang === 'en'")
	}},
	{"P", func(p *tab) { p.goes("p", presented) }},
	{"PgDn PgUp", func(p *tab) {
		at := eval[int](p, "__ringside.time")
		p.goes(kb.PageDown, fmt.Sprintf("__ringside.time > %d", at))
		later := eval[int](p, "__ringside.time")
		p.goes(kb.PageUp, fmt.Sprintf("__ringside.time < %d", later))
		p.goes(kb.Escape, "!("+presented+")")
		p.seek(20_000)
	}},
	{"W", func(p *tab) {
		p.goes("w", "document.querySelector('#whatif button')?.checkVisibility()")
		p.goes(kb.Escape, "!document.querySelector('#whatif button')?.checkVisibility()")
		p.run("document.activeElement.blur()")
	}},
}

// deedShortcuts change the run; the map of many queues comes last, with another run.
var deedShortcuts = []shortcut{
	{"A", func(p *tab) { p.goes("a", `/at 20\S*s join c4/.test(document.getElementById('script').value)`) }},
	{"Ctrl+Z", func(p *tab) {
		has := `/at 20\S*s join c4/.test(document.getElementById('script').value)`
		p.goes("z", "!"+has, chromedp.KeyModifiers(chromedp.ModifierCtrl))
		p.goes("Z", has, chromedp.KeyModifiers(chromedp.ModifierCtrl, chromedp.ModifierShift))
	}},
	{"K", func(p *tab) { p.goes("k", `/at 20\S*s kill c/.test(document.getElementById('script').value)`) }},
	{"R", func(p *tab) {
		p.goes("r", playing+" && __ringside.time < 15000")
		p.run("__ringside.pause()")
	}},
	{"?", func(p *tab) { p.goes("?", sheetOpen) }},
	{"Esc", func(p *tab) { p.goes(kb.Escape, "!"+sheetOpen) }},
	{"X Shift+X D", func(p *tab) {
		require.Empty(p.t, p.load(crowd()))
		p.run("__ringside.pause(); __ringside.seek(23_000)")
		p.waitFor("__ringside.map")
		p.waitTick(3)
		p.goes("x", "__ringside.enlarged")
		p.goes("X", "!__ringside.enlarged", withShift())
		p.goes("x", "__ringside.enlarged")
		p.goes("x", "__ringside.enlarged")
		p.goes("d", "!__ringside.enlarged")
	}},
	{"← → ↑ ↓", func(p *tab) {
		p.goes("x", "__ringside.enlarged")
		p.run("document.querySelector('body > canvas').focus()")
		x, at := eval[float64](p, "__ringside.mapX"), eval[int](p, "__ringside.time")
		p.goes(kb.ArrowRight, fmt.Sprintf("__ringside.mapX > %v", x))
		p.goes(kb.ArrowLeft, fmt.Sprintf("__ringside.mapX <= %v", x))
		assert.Equal(p.t, at, eval[int](p, "__ringside.time"), "and the run stays where it is")
	}},
}

// Each line of the sheet that ? opens is true, and none is left out here.
func TestShortcutsDoWhatTheSheetSays(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.visitAt("join", 20*time.Second)
	tried := slices.Concat(moveShortcuts, stageShortcuts, deedShortcuts)
	var keys []string
	for _, line := range tried {
		keys = append(keys, line.keys)
	}
	sheet := eval[[]string](p, "[...document.querySelectorAll('.keys dt')].map(e => e.textContent)")
	require.ElementsMatch(t, sheet, keys)
	for _, line := range tried {
		t.Run(line.keys, func(t *testing.T) { line.check(p.in(t)) })
	}
}

// The shortcuts rest while the sheet is open, and can be switched off for good.
func TestShortcutsCanBeSwitchedOff(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.visitAt("join", 20*time.Second)
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
	p.leave("location.reload()")
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
