//go:build js

package panel

import (
	"strconv"
	"strings"
)

// whyBox explains what the reader points at or has chosen. It stands at the foot
// of the side panel, or as a sheet over the picture, and takes no room from the
// picture: what the pointer is on must not move away from it.
type whyBox struct {
	elem
	title *cell
	text  elem
	chain elem
	shut  elem
	shown string
	foot  string // the room that the side panel leaves for it
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
	a := p.lang.Explain(p.pg.View(), p.pg.Sim().Log(), subject)
	w.title.set(a.Title)
	w.title.tone(map[bool]string{true: "hint", false: ""}[subject.Kind == SubjectNone])
	show(w.shut, p.chosen.Kind != SubjectNone)
	mark(w.elem, "data-chosen", p.chosen.Kind != SubjectNone)
	mark(w.elem, "data-passing", p.pointed.Kind != SubjectNone)
	mark(w.elem, "data-over", p.pointed.Kind != SubjectNone && p.pointedInPanel)
	mark(w.elem, "data-top", p.chosenLow)
	defer w.rest(p)
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

// escape closes the answer that was kept; false without one. The focus goes from
// it to the side panel.
func (w *whyBox) escape(p *Panel) bool {
	if p.chosen.Kind == SubjectNone {
		return false
	}
	if e := document.Underlying().Get("activeElement"); e.Truthy() && w.Underlying().Call("contains", e).Bool() {
		p.side.buttons[p.side.chosen].Focus()
	}
	p.explain(Subject{})
	return true
}

// rest has the side panel end above the box, as high as it is while it rests:
// what is only pointed at grows over the panel instead.
func (w *whyBox) rest(p *Panel) {
	if p.pointed.Kind != SubjectNone {
		return
	}
	foot := strconv.FormatFloat(w.GetBoundingClientRect().Height(), 'f', 0, 64) + "px"
	if foot == w.foot {
		return
	}
	w.foot = foot
	property(root(), "--why", foot)
	if p.chosen.Kind == SubjectNone {
		return
	}
	if e := document.Underlying().Get("activeElement"); e.Truthy() && e.Call("closest", ".pane").Truthy() {
		e.Call("scrollIntoView", map[string]any{"block": "nearest"}) // what was pressed stays in sight
	}
}

// mark sets or takes away an attribute that the style sheet asks for.
func mark(e elem, name string, on bool) {
	if on == e.HasAttribute(name) {
		return
	}
	if on {
		e.SetAttribute(name, "")
	} else {
		e.RemoveAttribute(name)
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
}

// point explains what the pointer or the focus is on, in place of the one chosen;
// inPanel tells that it stands in the side panel, which the answer must not cover.
func (p *Panel) point(s Subject, inPanel bool) {
	if s != p.pointed || inPanel != p.pointedInPanel {
		p.pointed, p.pointedInPanel = s, inPanel
		p.why.update(p)
	}
}
