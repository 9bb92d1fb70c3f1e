//go:build js

package panel

import (
	"strings"

	"ringside/core/trace"
)

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
	if _, fault := p.lang.strategyFault(err); fault || text == p.lang.unknownError(err) {
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

// sayNotices says what was put right, all of it at once.
func (p *Panel) sayNotices() {
	var said []string
	for err := p.pg.Notice(); err != nil; err = p.pg.Notice() {
		said = append(said, p.problemText(err))
	}
	if len(said) > 0 {
		p.say(strings.Join(said, " "))
	}
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
		if log != s.log {
			s.Underlying().Set("textContent", "") // another script's news
		}
		s.log, s.seen = log, len(events)
		return
	}
	if p.tick-s.at < liveEvery || len(events) == s.seen {
		return
	}
	text := p.lang.Spoken(log, s.seen, p.pg.View())
	s.seen = len(events)
	if text == "" {
		return
	}
	s.at = p.tick
	s.Underlying().Set("textContent", text)
}
