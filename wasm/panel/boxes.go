//go:build js

package panel

import (
	"strings"

	"ringside/core/trace"
)

// whyBox explains one queue, below the picture.
type whyBox struct {
	elem
	title *cell
	text  elem
	shut  elem
	shown string
}

func newWhyBox(p *Panel) *whyBox {
	w := &whyBox{title: newCell("h2", ""), text: el("div", "lines")}
	w.shut = button("btn icon small", "", "close-why", "", icon("close"), attr{"aria-label", p.lang.Text("page.close")})
	w.elem = el("section", "why", attr{"aria-labelledby", "why-title"}, w.title.elem, w.text, w.shut)
	w.title.SetAttribute("id", "why-title")
	return w
}

func (w *whyBox) update(p *Panel) {
	show(w.elem, p.pg.Sim() != nil)
	if p.pg.Sim() == nil {
		return
	}
	queue := p.hover
	if queue < 0 {
		queue = p.selected
	}
	title, lines := p.lang.Why(p.pg.View(), p.scenario(), queue)
	text := strings.Join(lines, "\n")
	w.title.set(title)
	w.title.tone(map[bool]string{true: "hint", false: ""}[queue < 0])
	show(w.shut, p.selected >= 0)
	if text == w.shown {
		return
	}
	w.shown = text
	clearAll(w.text)
	for _, line := range lines {
		with(w.text, el("p", "", line))
	}
}

// problem stands in the middle of the page when a link cannot be opened.
type problem struct {
	elem
}

func newProblem(*Panel) *problem {
	return &problem{el("section", "problem", attr{"role", "alert"})}
}

func (b *problem) update(p *Panel, fresh bool) {
	err := p.pg.Problem()
	show(b.elem, err != nil)
	if err == nil || !fresh {
		return
	}
	l := p.lang
	clearAll(b.elem)
	with(b.elem, el("h2", "", l.Text("problem.title")), el("p", "", p.problemText(err)))
	if list := ScriptErrors(err); len(list) > 0 {
		items := el("ul", "errors")
		for _, e := range list {
			with(items, el("li", "", l.Text("script.error-at", "line", Number(e.Line), "col", Number(e.Col), "error", l.ScriptError(e))))
		}
		with(b.elem, items, button("btn", l.Text("problem.edit"), "mend", ""))
	}
	with(b.elem, el("p", "", l.Text("problem.choose")), lessonList(p))
}

// problemText says what is wrong with a link.
func (p *Panel) problemText(err error) string {
	text := p.lang.ErrorText(err)
	if ScriptErrors(err) != nil {
		return p.lang.Text("problem.script")
	}
	if text == err.Error() {
		return p.lang.Text("problem.other", "error", text)
	}
	return text
}

// toast shows a short message for a while. Screen readers speak it.
type toast struct {
	elem
	until int64
	text  string
}

// toastFor is how long a message stays, in ticks.
const toastFor = 260

func newToast() *toast { return &toast{elem: el("div", "toast", attr{"role", "status"})} }

func (t *toast) update(p *Panel) {
	if t.text != "" && p.tick >= t.until {
		t.text = ""
		t.Underlying().Set("textContent", "")
		t.RemoveAttribute("data-on")
	}
}

// say shows a message and has it spoken.
func (p *Panel) say(text string) {
	p.toast.text, p.toast.until = text, p.tick+toastFor
	p.toast.Underlying().Set("textContent", text)
	p.toast.SetAttribute("data-on", "")
}

// live speaks what happens in the run to those who cannot see it, one sentence
// at a time and not too often.
type live struct {
	elem
	log  *trace.Log
	seen int
	at   int64
}

// liveEvery is the least number of ticks between two sentences.
const liveEvery = 90

func newLive() *live {
	return &live{elem: el("div", "sr", attr{"aria-live", "polite"}, attr{"id", "live"}), at: -liveEvery}
}

func (s *live) update(p *Panel) {
	if p.pg.Sim() == nil {
		return
	}
	log := p.pg.Sim().Log()
	if log == nil {
		return
	}
	events := log.Events()
	if log != s.log || p.quiet || len(events) < s.seen {
		s.log, s.seen = log, len(events)
		return
	}
	if p.tick-s.at < liveEvery || len(events) == s.seen {
		return
	}
	text, n := "", 0
	for i := s.seen; i < len(events); i++ {
		if e := &events[i]; Announced(log, e) {
			if n++; n <= 3 {
				text = strings.TrimPrefix(text+"; "+p.lang.Describe(log, e), "; ")
			}
		}
	}
	s.seen = len(events)
	if n == 0 {
		return
	}
	if n > 3 {
		text = p.lang.Text("live.more", "text", text, "n", Number(n-3))
	}
	s.at = p.tick
	s.Underlying().Set("textContent", text)
}

// help is the sheet with keys and signs.
type help struct {
	elem
}

func newHelp(p *Panel) *help {
	l := p.lang
	keys := el("dl", "keys")
	for _, k := range keyHelp {
		with(keys, el("dt", "", el("kbd", "", l.Text(k[0]))), el("dd", "", l.Text(k[1])))
	}
	signs := el("dl", "signs")
	for _, s := range signHelp {
		with(signs, el("dt", "", el("i", "sign "+s[2], attr{"aria-hidden", "true"}), l.Text(s[0])), el("dd", "", l.Text(s[1])))
	}
	box := el("input", "", attr{"type", "checkbox"}, attr{"id", "keys-on"}, act("keys", ""))
	box.Underlying().Set("checked", !p.keysOff)
	h := &help{el("dialog", "help", attr{"aria-labelledby", "help-title"},
		el("div", "row between", el("h2", "", attr{"id", "help-title"}, l.Text("help.title")),
			button("btn icon", "", "close-help", "", icon("close"), attr{"aria-label", l.Text("page.close")})),
		el("h3", "", l.Text("help.keys")), keys,
		el("p", "check", box, el("label", "", attr{"for", "keys-on"}, l.Text("key.enable"))),
		el("h3", "", l.Text("help.signs")), signs,
		el("p", "soft", l.Text("help.truth")))}
	return h
}

// keyHelp is the sheet's list: keys as printed on them, and what they do.
var keyHelp = [][2]string{
	{"key.space", "key.play"}, {"key.arrows", "key.seek"}, {"key.fine", "key.seek-fine"},
	{"key.home", "key.ends"}, {"key.n", "key.next"}, {"key.prev", "time.prev"}, {"key.s", "time.step"},
	{"key.r", "key.restart"}, {"key.digits", "key.speed"}, {"key.y", "time.follow"}, {"key.undo", "key.undoes"},
	{"key.w", "key.what-if"}, {"key.o", "key.lanes"}, {"key.zoom", "key.zooms"}, {"key.pan", "key.pans"},
	{"key.b", "key.belief"}, {"key.x", "key.map-zoom"}, {"key.map-pan", "key.pan-means"},
	{"key.a", "key.add"}, {"key.k", "key.kill"}, {"key.letters", "key.tabs"},
	{"key.t", "key.theme"}, {"key.g", "key.lang"}, {"key.question", "key.help"}, {"key.esc", "key.escape"},
}

// signHelp are the signs' names, meanings and classes.
var signHelp = [][3]string{
	{"help.sign-hollow", "help.sign-hollow-means", "hollow"},
	{"help.sign-hatched", "help.sign-hatched-means", "hatched"},
	{"help.sign-red", "help.sign-red-means", "red"},
	{"help.sign-line", "help.sign-line-means", "tick"},
}

func (h *help) show() {
	if !h.open() {
		h.Underlying().Call("showModal")
	}
}

func (h *help) close() { h.Underlying().Call("close") }

func (h *help) open() bool { return h.Underlying().Get("open").Bool() }
