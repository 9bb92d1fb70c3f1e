//go:build browser

package browsertest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/lessons"
	"ringside/core/script"
	"ringside/wasm/panel"
	"ringside/wasm/play"
)

// badWords gives what is seen or read out and is no word: a value that is none,
// a place that was not filled, a key of the table of words; in an English page
// Chinese letters, apart from what a script says.
const badWords = `(() => {
	const bad = /undefined|\bNaN\b|Infinity|\[object|%!|\{\d\}|\{[a-z]+\}|\{[a-z]+\|/, key = /^[a-z]+(\.[a-z-]+)+$/, out = [];
	const mine = 'textarea, code, pre, .errors, #script-errors, .problem, .toast, .field-error, [role=alert], [lang]:not(html), option[value=zh]';
	const look = (text, where) => {
		text = text.trim();
		if (bad.test(text) || key.test(text)) out.push(where + ': ' + text.slice(0, 120));
		else if (document.documentElement.lang === 'en' && /\p{Script=Han}/u.test(text)) out.push(where + ' in an English page: ' + text.slice(0, 120));
	};
	const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n = words.nextNode(); n; n = words.nextNode()) {
		const e = n.parentElement;
		if (!e.closest(mine) && e.checkVisibility()) look(n.data, e.tagName + '#' + e.id + '.' + e.className);
	}
	for (const e of document.querySelectorAll('.app *, dialog *')) {
		if (e.closest(mine)) continue;
		for (const a of ['aria-label', 'title', 'aria-valuetext', 'placeholder', 'alt', 'aria-description', 'aria-roledescription']) {
			const v = e.getAttribute(a);
			if (v) look(v, e.tagName + '#' + e.id + '.' + e.className + ' ' + a);
		}
	}
	return out.slice(0, 10);
})()`

// wrongTree gives ids that stand twice and references to ids that are not there.
const wrongTree = `(() => {
	const out = [], seen = new Set();
	for (const e of document.querySelectorAll('[id]')) {
		if (seen.has(e.id)) out.push('twice: ' + e.id);
		seen.add(e.id);
	}
	for (const a of ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-activedescendant', 'aria-errormessage', 'aria-owns'])
		for (const e of document.querySelectorAll('[' + a + ']'))
			for (const id of e.getAttribute(a).split(' '))
				if (id && !seen.has(id)) out.push(a + ' of ' + (e.id || e.className) + ' refers to ' + id);
	const f = document.activeElement;
	if (f !== document.body && !f.checkVisibility({visibilityProperty: true})) out.push('the focus is on something hidden: ' + f.outerHTML.slice(0, 120));
	return out.slice(0, 10);
})()`

// check looks at the page; deep says whether also at the run and at accessibility.
func (m *monkey) check(deep bool) {
	m.t.Helper()
	m.waitTick(7) // past one update and one layout
	require.True(m.t, eval[bool](m.tab, "!document.getElementById('boot') || !document.getElementById('boot').checkVisibility()"), "the program has stopped: %s", m.text("body"))
	for what, check := range map[string]string{"no words": badWords, "tree": wrongTree, "sideways": sideways, "clipped": clipped} {
		m.none(what, eval[[]string](m.tab, check))
	}
	m.none("problems in the browser", m.seen())
	if deep {
		m.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1)) // nothing is lit by the pointer
		m.agree()
		m.none("accessibility", m.ruleViolations())
	}
}

// keepsFocus fails the test if a key moves the focus from somewhere to nowhere.
func (m *monkey) keepsFocus(press func()) {
	m.t.Helper()
	before := eval[string](m.tab, focusOf)
	press()
	if before == "BODY" || before == "close-help" || before == "close-truth" { // a dialog gives it back where it was
		return
	}
	m.waitTick(14) // the browser drops the focus with a frame, and the next update finds it so
	if eval[string](m.tab, focusOf) == "BODY" {
		m.none("focus lost", []string{"from " + before})
	}
}

// agree stops the run at a whole millisecond and fails the test unless the
// address names what plays, and the headless run of that is what the page shows.
// It gives the place.
func (m *monkey) agree() play.Place {
	m.t.Helper()
	m.waitFor("!__ringside.seeking")
	if eval[bool](m.tab, "document.querySelector('.problem').checkVisibility()") {
		return play.Place{}
	}
	m.run("__ringside.pause(); __ringside.seek(__ringside.time)")
	m.waitFor("!__ringside.seeking")
	ms := eval[int64](m.tab, "__ringside.time")
	var place play.Place
	for deadline := time.Now().Add(15 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		place = m.place()
		if place.At.Milliseconds() == ms && place.Paused {
			break
		}
		require.True(m.t, time.Now().Before(deadline), "the address says %v (paused %v), the page %d ms", place.At, place.Paused, ms)
	}
	text := m.textOf(place.Lesson, place.Link)
	for _, other := range place.Others {
		m.textOf(other.Lesson, other.Link)
	}
	require.Equal(m.t, headless(m.t, text, place.At).Digest(), m.digest(), "the headless run of\n%s\nat %v", text, place.At)
	m.facts(place, text)
	return place
}

func (m *monkey) textOf(lesson, link string) string {
	m.t.Helper()
	if lesson != "" {
		l, ok := lessons.Get(lesson)
		require.True(m.t, ok, lesson)
		return l.Text
	}
	text, err := script.Decode(link)
	require.NoError(m.t, err)
	return text
}

// facts compares what the page says in words with the run.
func (m *monkey) facts(place play.Place, text string) {
	m.t.Helper()
	m.waitTick(7)
	said := eval[map[string]string](m.tab, `({
		scrub: document.getElementById('scrub').value, max: document.getElementById('scrub').max,
		now: document.querySelector('.now').innerText, lang: document.documentElement.lang,
	})`)
	sim := headless(m.t, text, place.At)
	assert.Equal(m.t, fmt.Sprint(place.At.Milliseconds()), said["scrub"])
	assert.Equal(m.t, fmt.Sprint(sim.End().Milliseconds()), said["max"])
	assert.Equal(m.t, panel.Clock(place.At), said["now"])
	assert.False(m.t, eval[bool](m.tab, playing))
	v := core.View{Topic: -1}
	sim.View(&v)
	v.Group = max(0, slices.Index(v.Groups, place.Group))
	sim.View(&v)
	v.Topic = slices.Index(v.Topics, place.Topic)
	sim.View(&v)
	l := panel.ParseLang(said["lang"])
	want := map[string]string{}
	for i := range v.Consumers {
		c := &v.Consumers[i]
		want["state of "+c.Name] = l.StateOf(&v, c)
		want["row of "+c.Name] = strings.Join(l.ConsumerRow(&v, c), "|")
	}
	for _, row := range l.GroupFigures(&v) {
		want["figure "+row[0]] = row[1]
	}
	for what, shown := range eval[map[string]string](m.tab, factsShown) {
		if wanted, known := want[what]; !known || strings.Join(strings.Fields(wanted), " ") != shown {
			m.none("the page says of the run what is not so", []string{what + ": " + shown + ", not " + wanted})
		}
	}
}

// factsShown are the facts that can be seen now, by what they are.
const factsShown = `(() => {
	const out = {}, text = e => e.textContent.replace(/\s+/g, ' ').trim();
	if (document.getElementById('panel-controls')?.checkVisibility())
		for (const e of document.querySelectorAll('.consumers li')) out['state of ' + text(e.querySelector('b'))] = text(e.querySelector('.state'));
	if (document.getElementById('panel-figures')?.checkVisibility())
		for (const t of document.querySelectorAll('#panel-figures table')) {
			if (!t.checkVisibility() || !t.tBodies[0]) continue;
			const caption = text(t.caption), rows = [...t.tBodies[0].rows];
			if (/^(Consumers|消费者)$/.test(caption)) for (const r of rows) out['row of ' + text(r.cells[0])] = [...r.cells].map(text).join('|');
		}
	return out;
})()`

// undoAll takes every change back.
func (m *monkey) undoAll() {
	m.t.Helper()
	m.run("document.querySelector('dialog:modal')?.close()")
	m.leaveField()
	m.waitFor("!__ringside.seeking")
	if m.from == "" || eval[bool](m.tab, "document.querySelector('.problem').checkVisibility()") {
		return
	}
	for range 300 {
		if eval[bool](m.tab, "document.querySelector('[data-do=undo]').disabled || document.querySelector('[data-do=undo]').getAttribute('aria-disabled') === 'true'") {
			break
		}
		m.press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
		m.waitFor("!__ringside.seeking")
		m.waitTick(2)
	}
	place := m.agree()
	text := m.textOf(place.Lesson, place.Link)
	isLesson := slices.ContainsFunc(lessons.All(), func(l lessons.Lesson) bool { return l.Text == text })
	if text != m.from && !isLesson {
		m.none("all is undone, and what is left is neither a lesson nor what was begun with", []string{text})
	}
}

// told are the faults that were told; each is told once.
var told sync.Map

// none tells faults, with a picture and what led to them, once each whatever
// their numbers are.
func (m *monkey) none(what string, faults []string) {
	m.t.Helper()
	for _, fault := range faults {
		if _, known := told.LoadOrStore(what+digits.ReplaceAllString(fault, "0"), true); !known {
			m.t.Errorf("%s: %s\nseen in %s, wide there: %q, after\n\t%s", what, fault, m.shoot("monkey"),
				eval[[]string](m.tab, wide), strings.Join(m.did[max(0, len(m.did)-14):], "\n\t"))
		}
	}
}

var digits = regexp.MustCompile(`\d+`)

// wide gives what is wider than the pane that it stands in.
const wide = `[...document.querySelectorAll('.pane, .problem, .why, dialog')].filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth).flatMap(pane => {
	const edge = pane.getBoundingClientRect().left + pane.clientWidth;
	return [...pane.querySelectorAll('*')].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > edge)
		.map(e => e.tagName + '#' + e.id + '.' + e.className + ' ' + e.getBoundingClientRect().width + ' ' + e.textContent.slice(0, 60));
}).slice(0, 12)`
