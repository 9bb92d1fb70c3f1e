//go:build js

package panel

import (
	"strconv"
	"strings"
)

// whyBox explains what the reader points at or has chosen, below the picture.
type whyBox struct {
	elem
	title *cell
	text  elem
	chain elem
	shut  elem
	shown string
}

func newWhyBox(p *Panel) *whyBox {
	w := &whyBox{title: newCell("h2", ""), text: el("div", "lines")}
	w.chain = el("ol", "chain", attr{"aria-label", p.lang.Text("why.chain")})
	w.shut = button("btn icon small", "", "close-why", "", icon("close"), attr{"aria-label", p.lang.Text("page.close")})
	w.elem = el("section", "why", attr{"aria-labelledby", "why-title"}, attr{"tabindex", "0"}, w.title.elem, w.text, w.chain, w.shut)
	w.title.SetAttribute("id", "why-title")
	return w
}

func (w *whyBox) update(p *Panel) {
	show(w.elem, p.pg.Sim() != nil)
	if p.pg.Sim() == nil {
		return
	}
	subject := p.pointed
	if subject.Kind == SubjectNone {
		subject = p.chosen
	}
	a := p.lang.Explain(p.pg.View(), p.scenario(), p.pg.Sim().Log(), subject)
	w.title.set(a.Title)
	w.title.tone(map[bool]string{true: "hint", false: ""}[subject.Kind == SubjectNone])
	show(w.shut, p.chosen.Kind != SubjectNone)
	var key strings.Builder
	for _, line := range a.Lines {
		key.WriteString(line + "\n")
	}
	for _, link := range a.Chain {
		key.WriteString(strconv.Itoa(int(link.ID)) + link.Text + "\n")
	}
	if key.String() == w.shown {
		return
	}
	w.shown = key.String()
	clearAll(w.text)
	for _, line := range a.Lines {
		with(w.text, el("p", "", line))
	}
	show(w.chain, len(a.Chain) > 0)
	clearAll(w.chain)
	for _, link := range a.Chain {
		with(w.chain, w.link(p, link))
	}
}

// link is one event of the chain; it seeks there.
func (w *whyBox) link(p *Panel, link Link) elem {
	at := Clock(link.At)
	ms := strconv.FormatInt(roundMS(link.At).Milliseconds(), 10)
	return el("li", link.Tone, button("at", at, "seek", ms, attr{"aria-label", p.lang.Text("events.seek", "time", at)}),
		el("span", "", link.Text))
}

// explain chooses a subject; the zero Subject is none.
func (p *Panel) explain(s Subject) {
	p.chosen = s
	p.viewport.Selected = hitOf(s)
	p.why.update(p)
	p.measure()
}

// point explains what the pointer or the focus is on, in place of the one chosen.
func (p *Panel) point(s Subject) {
	if s != p.pointed {
		p.pointed = s
		p.why.update(p)
	}
}
