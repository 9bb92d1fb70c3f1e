//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"ringside/core/lessons"
)

// monkeyActs are the things that the monkey does. Those that begin another run
// are rare, as what follows a long way is what no other test looks at.
var monkeyActs = []struct {
	name   string
	weight int
	do     func(m *monkey)
}{
	{"control", 30, (*monkey).useControl},
	{"key", 20, (*monkey).pressShortcut},
	{"tabs", 6, (*monkey).walkByTab},
	{"undo", 5, (*monkey).undoSome},
	{"canvas", 10, (*monkey).pointAtPicture},
	{"time", 8, (*monkey).dragTime},
	{"script", 5, (*monkey).editScript},
	{"folds", 3, func(m *monkey) {
		m.run("for (const d of document.querySelectorAll('.pane details')) if (d.checkVisibility()) d.open = true")
	}},
	{"lesson", 3, (*monkey).openLesson},
	{"window", 8, (*monkey).changeWindow},
	{"history", 3, (*monkey).goInHistory},
	{"reload", 1, (*monkey).loadAgain},
	{"wait", 4, func(m *monkey) { time.Sleep(time.Duration(m.rng.IntN(400)) * time.Millisecond) }},
	{"undo all", 1, (*monkey).undoAll},
}

// anyControl gives the place of one visible control and what it is; the number
// says which.
const anyControl = `((n, within) => {
	const all = [...document.querySelectorAll('.app button, .app a[href], .app summary, .app input, .app select, .app label, .app [data-why], .app textarea, dialog[open] button, dialog[open] input, dialog[open] summary')]
		.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.matches('.skip, :disabled') && (!within || e.closest(within)));
	const modal = document.querySelector('dialog:modal');
	for (let i = 0; i < all.length; i++) {
		const e = all[(n + i) % all.length];
		if (modal && !modal.contains(e)) continue;
		e.scrollIntoView({block: 'nearest', inline: 'nearest'});
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const top = document.elementFromPoint(x, y);
		if (!top || !(e === top || e.contains(top))) continue;
		window.chosen = e;
		return {X: x, Y: y, Tag: e.tagName, Type: e.type || '', Name: [e.id, e.dataset.do, e.dataset.arg, e.dataset.why, e.className, e.tagName === 'SELECT' ? '' : (e.innerText || '').slice(0, 30)].filter(Boolean).join(' | ')};
	}
	return {};
})`

type control struct {
	X, Y            float64
	Tag, Type, Name string
}

func (m *monkey) useControl() {
	within := one(m, []string{"", "", "", ".side", ".dock", ".bar", ".main", "dialog"})
	c := eval[control](m.tab, fmt.Sprintf("%s(%d, %q)", anyControl, m.rng.IntN(1000), within))
	m.note("%s %s [%s] at %.0f,%.0f", c.Tag, c.Type, c.Name, c.X, c.Y)
	switch {
	case c.Tag == "":
	case c.Tag == "SELECT":
		m.run("chosen.focus()")
		for range 1 + m.rng.IntN(4) {
			m.press(one(m, []string{kb.ArrowDown, kb.ArrowDown, kb.ArrowUp}))
		}
		m.note("%s", eval[string](m.tab, "String(document.activeElement.value)"))
	case c.Tag == "TEXTAREA":
	case c.Tag == "INPUT" && c.Type != "checkbox" && c.Type != "range":
		m.run("chosen.focus(); chosen.select?.()")
		value := one(m, []string{"", "0", "1", "3", "7", "-1", "5ms", "2ms..8ms", "exp:5ms", "100", "99999999999999999999", "1e9", "abc", "a/0", "c1", "x y", "50%", "interval:1s", "<b>", "{0}", "0.0001ms", "first", "a:4", "1KiB"})
		m.note("%q", value)
		if value == "" {
			m.press(kb.Delete)
		} else {
			m.typed(value)
		}
		if m.rng.IntN(2) == 0 {
			m.press(one(m, []string{kb.Enter, kb.Tab, kb.Escape}))
		}
	case m.fingered:
		m.do(chromedp.TapXY(c.X, c.Y))
	default:
		m.do(chromedp.MouseClickXY(c.X, c.Y))
		if m.rng.IntN(12) == 0 {
			m.note("twice")
			m.do(chromedp.MouseClickXY(c.X, c.Y))
		}
	}
}

// monkeyKeys are all keys that mean something.
var monkeyKeys = append(strings.Split("1 2 3 4 5 6 7 8 9 0 a a k r n n N s s y o z z Z [ ] b x X d l c m v f e t g p w w , . ? +", " "),
	" ", kb.ArrowLeft, kb.ArrowRight, kb.ArrowUp, kb.ArrowDown, kb.Home, kb.End, kb.PageDown, kb.PageUp, kb.Escape, kb.Escape, kb.Enter, "q")

func (m *monkey) pressShortcut() {
	for range 1 + m.rng.IntN(3) {
		key := one(m, monkeyKeys)
		m.note("%q", key)
		var options []chromedp.KeyOption
		if strings.ToLower(key) != key || (key == kb.ArrowLeft || key == kb.ArrowRight) && m.rng.IntN(3) == 0 {
			options = append(options, withShift())
		}
		m.keepsFocus(func() { m.press(key, options...) })
		m.rest()
	}
}

func (m *monkey) walkByTab() {
	for range m.rng.IntN(8) {
		if m.rng.IntN(3) == 0 {
			m.press(kb.Tab, withShift())
		} else {
			m.press(kb.Tab)
		}
	}
	key := one(m, []string{"", " ", kb.Enter, kb.Enter, kb.ArrowDown, kb.ArrowRight, kb.Escape, kb.Home, kb.End})
	m.note("to %s, then %q", eval[string](m.tab, focusOf), key)
	if key != "" {
		m.keepsFocus(func() { m.press(key) })
	}
}

func (m *monkey) undoSome() {
	m.leaveField()
	for range 1 + m.rng.IntN(4) {
		if m.rng.IntN(3) == 0 {
			m.note("again")
			m.keepsFocus(func() {
				m.press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl, chromedp.ModifierShift))
			})
		} else {
			m.note("back")
			m.keepsFocus(func() { m.press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)) })
		}
		m.rest()
	}
}

// leaveField puts the focus where shortcuts are heard.
func (m *monkey) leaveField() {
	m.run("if (document.activeElement.matches('input, select, textarea')) document.activeElement.blur()")
}

func (m *monkey) pointAtPicture() {
	w, h := eval[int](m.tab, "innerWidth"), eval[int](m.tab, "innerHeight")
	x, y := float64(m.rng.IntN(w)), float64(m.rng.IntN(h))
	if spots := m.spots(); len(spots) > 0 && m.rng.IntN(2) == 0 {
		s := one(m, spots)
		x, y = s.X, s.Y
		m.note("spot %v", s)
	}
	x2, y2 := x+float64(m.rng.IntN(300)-150), y+float64(m.rng.IntN(300)-150)
	kind := m.rng.IntN(5)
	m.note("kind %d from %.0f,%.0f to %.0f,%.0f", kind, x, y, x2, y2)
	switch {
	case kind == 0 && m.fingered:
		m.do(chromedp.TapXY(x, y))
	case kind == 0:
		m.do(chromedp.MouseClickXY(x, y))
	case kind == 1: // hover
		m.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
	case kind == 2:
		m.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
		m.wheel(x, y)
	case kind == 3 && !m.fingered:
		m.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
		m.mouse(input.DispatchMouseEventTypeMouseMoved, (x+x2)/2, (y+y2)/2)
		m.mouse(input.DispatchMouseEventTypeMouseMoved, x2, y2)
		m.mouse(input.DispatchMouseEventTypeMouseReleased, x2, y2)
	default:
		m.touch(input.DispatchTouchEventTypeTouchStart, [2]float64{x, y}, [2]float64{x2, y2})
		m.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x - 30, y}, [2]float64{x2 + 30, y2})
		m.touch(input.DispatchTouchEventTypeTouchMove, [2]float64{x - 60, y}, [2]float64{x2 + 60, y2})
		m.touch(input.DispatchTouchEventTypeTouchEnd)
	}
	m.rest()
}

func (m *monkey) wheel(x, y float64) {
	params := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y}
	dx, dy := float64(m.rng.IntN(3)-1)*60+1, float64(m.rng.IntN(7)-3)*80+1 // the protocol leaves out what is 0, and then refuses it
	params.DeltaX, params.DeltaY = dx, dy
	if m.rng.IntN(3) == 0 {
		params.Modifiers = 2 // Ctrl
	}
	_, err := chromedp.Call(m.ctx, input.DispatchMouseEvent, params)
	require.NoError(m.t, err)
}

func (m *monkey) dragTime() {
	if !eval[bool](m.tab, "document.getElementById('scrub')?.checkVisibility() && !document.querySelector('dialog:modal')") {
		return
	}
	from, to := m.rng.Float64(), m.rng.Float64()
	m.note("%.2f to %.2f", from, to)
	b := m.boxOf(".chart")
	y := b.Y + b.H*0.8
	m.mouse(input.DispatchMouseEventTypeMousePressed, b.X+b.W*from, y)
	m.mouse(input.DispatchMouseEventTypeMouseMoved, b.X+b.W*(from+to)/2, y)
	m.mouse(input.DispatchMouseEventTypeMouseReleased, b.X+b.W*to, y)
	m.rest()
}

func (m *monkey) openLesson() {
	lesson := one(m, lessons.All())
	m.note("%s", lesson.Name)
	if m.rng.IntN(4) == 0 {
		bad := one(m, badFragments(m.t))
		m.note("by a bad link first: %s", bad.name)
		m.visit("#" + bad.fragment)
		m.waitTick(2)
		m.check(false)
	}
	m.visit(fmt.Sprintf("#lesson=%s&t=%ds", lesson.Name, m.rng.IntN(60)))
	m.waitFor("!__ringside.seeking")
	m.from = lesson.Text
}

func (m *monkey) changeWindow() {
	switch m.rng.IntN(4) {
	case 0:
		theme, still, more := one(m, []string{"light", "dark"}), m.rng.IntN(2) == 0, m.rng.IntN(2) == 0
		m.note("%s, reduced motion %v, more contrast %v", theme, still, more)
		m.setMediaWith(theme, still, more)
	default:
		w, h := sizeOf(m.rng)
		m.note("%dx%d", w, h)
		m.view.Width, m.view.Height = w, h
		if m.fingered {
			m.withFingers(int64(w), int64(h))
		} else {
			m.do(chromedp.EmulateViewport(int64(w), int64(h)))
		}
	}
	m.waitTick(2)
}

func (m *monkey) goInHistory() {
	way := one(m, []string{"back", "back", "forward"})
	m.from = ""
	if way == "back" && eval[int](m.tab, "navigation.currentEntry.index") <= m.entry {
		return
	}
	m.note("%s", way)
	m.run("setTimeout(() => history." + way + "())")
	time.Sleep(100 * time.Millisecond)
	m.waitFor("window.__ringside?.furnished")
}

func (m *monkey) loadAgain() {
	place := m.agree()
	m.run("window.old = true")
	m.do(chromedp.Reload())
	m.waitFor("!window.old && window.__ringside?.furnished && !__ringside.seeking")
	m.waitTick(3)
	m.from = m.script()
	if place.Lesson == "" && place.Link == "" {
		return
	}
	require.Equal(m.t, place.String(), m.agree().String(), "after a reload")
}

// monkeyScripts are scripts with something that the lessons do not have together.
var monkeyScripts = []string{
	joining,
	"broker a\ntopic t a:1\ngroup g topic=t\nconsumer c1 group=g\nrun 1s\n",
	"broker a\nrun 5s\n",
	"run 1ms\n",
	"broker a\nbroker b\ntopic t a:4 b:4\ntopic u a:2\nproducer t rate=50/s\nproducer u rate=5/s\ngroup g topic=t,u listener=orderly\ngroup h topic=u mode=pop\nconsumer c1 group=g\nconsumer c2 group=g\nconsumer d1 group=h\nat 5s cut c1 a\nat 9s heal c1 a\nat 12s scale t a:8\nat 15s kill b\nrun 30s\n",
	"broker a\ntopic t a:16\nproducer t rate=200/s\ngroup g topic=t model=broadcasting\nconsumer c1 group=g\nconsumer c2 group=g\nat 3s subscribe c1 t tag=A\nrun 20s\n",
	"",
	"nonsense\n",
	"broker a\ntopic t a:4\nproducer t rate=1/s\ngroup g topic=t strategy=averagly\nconsumer c1 group=g\n",
	"broker a\nbroker a\n\x00\ntopic t b:3\n",
	"seed 99999999999999999999\n",
	"title.en x\ntitle.zh 中文\ntext.en words\nbroker a\ntopic t a:2\nproducer t rate=10/s fail=1\ngroup g topic=t\nconsumer c1 group=g\nat 70s kill c1\nrun 60s\n",
}

// editScript writes another script, or the same with a fault or a change, and
// plays it or does not.
func (m *monkey) editScript() {
	if eval[bool](m.tab, "!!document.querySelector('dialog:modal')") {
		m.press(kb.Escape)
	}
	m.leaveField()
	m.press("e")
	m.waitTick(2)
	if eval[string](m.tab, focusOf) != "script" {
		m.note("no editor: %s", eval[string](m.tab, focusOf))
		return
	}
	text := m.script()
	lines := strings.SplitAfter(text, "\n")
	i := m.rng.IntN(len(lines))
	switch m.rng.IntN(5) {
	case 0:
		text = one(m, monkeyScripts)
	case 1:
		text = strings.Join(append(append([]string{}, lines[:i]...), lines[min(i+1, len(lines)):]...), "")
	case 2:
		text = strings.Join(lines[:i], "") + one(m, []string{"at 20s kill c1\n", "at 3s join c9\n", "# words\n", "expect at 9s owner orders/a/0 = c1\n", "at 1s burst\n", "}{\n"}) + strings.Join(lines[i:], "")
	case 3:
		n := m.rng.IntN(len(text) + 1)
		for n > 0 && n < len(text) && text[n]&0xC0 == 0x80 {
			n--
		}
		text = text[:n] + one(m, []string{"0", "x", "\t", " ", "s", "-", "=", "é"}) + text[n:]
	}
	m.note("%q", text)
	m.paste(text)
	switch m.rng.IntN(5) {
	case 0:
		m.click("[data-do=format-text]")
	case 1:
		m.press(kb.Escape)
	case 2:
		m.press(kb.Tab)
	default:
		m.note("applied")
		m.press(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	}
	m.rest()
}
