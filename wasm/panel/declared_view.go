//go:build js

package panel

import (
	"syscall/js"
)

// declaredBox are the fields for what a script sets for its whole run. They are
// made when the part is first opened.
type declaredBox struct {
	elem
	fields []*declaredField
	timers bool
	body   elem
	drawn  int64 // generation of the script that the fields show
}

type declaredField struct {
	Declared
	control elem
	wrong   *cell
	bad     bool
}

func newDeclaredBox(p *Panel, id, title, about string, timers bool) *declaredBox {
	s := &declaredBox{timers: timers, body: el("div", "fields"), drawn: -1}
	s.elem = el("details", "fold-more", attr{"id", id}, el("summary", "", p.lang.Text(title)), el("p", "tip", p.lang.Text(about)), s.body)
	hear(s.elem, "toggle", bubbling, func(js.Value) { s.update(p) })
	hear(s.elem, "input", bubbling, func(ev js.Value) { s.typed(p, ev, false) })
	hear(s.elem, "change", bubbling, func(ev js.Value) { s.typed(p, ev, true) })
	return s
}

func (s *declaredBox) values(p *Panel) []Declared {
	world, timers := DeclaredIn(p.scenario())
	if s.timers {
		return timers
	}
	return world
}

// update shows the values of another script.
func (s *declaredBox) update(p *Panel) {
	if !s.Underlying().Get("open").Bool() || p.scenario() == nil || s.drawn == p.pg.Generation() {
		return
	}
	s.drawn = p.pg.Generation()
	for i, d := range s.values(p) {
		if i == len(s.fields) {
			s.fields = append(s.fields, s.add(p, d))
		}
		f := s.fields[i]
		f.Declared = d
		if !f.bad && !document.Underlying().Get("activeElement").Equal(f.control.Underlying()) {
			setValue(f.control, d.Value)
		}
	}
}

// add makes a field with its hint.
func (s *declaredBox) add(p *Panel, d Declared) *declaredField {
	id := "declared-" + d.Name()
	label, hint := p.lang.DeclaredWords(&d)
	if d.Default != "" {
		hint += " " + p.lang.Text("declared.default", "value", d.Default)
	}
	f := &declaredField{Declared: d, wrong: newCell("p", "wrong", attr{"id", id + "-wrong"})}
	f.control = el("input", "input", attr{"type", "text"}, attr{"id", id}, attr{"data-declared", d.Name()}, attr{"autocomplete", "off"},
		attr{"spellcheck", "false"}, attr{"aria-describedby", id + "-hint " + id + "-wrong"})
	show(f.wrong.elem, false)
	with(s.body, el("div", "setting", field(label, f.control), el("p", "tip", attr{"id", id + "-hint"}, hint), f.wrong.elem))
	return f
}

// typed judges a field as it is being filled in, and plays the changed script
// when it is settled.
func (s *declaredBox) typed(p *Panel, ev js.Value, settled bool) {
	e := target(ev, "[data-declared]")
	if e == nil || p.pg.Sim() == nil {
		return
	}
	for _, f := range s.fields {
		if f.Name() != e.GetAttribute("data-declared") {
			continue
		}
		v := value(f.control)
		text := Declare(p.pg.Text(), &f.Declared, v)
		wrong := ""
		if v != f.Value {
			wrong = p.lang.TryDeclared(text, v)
		}
		f.judge(wrong)
		if settled && !f.bad && v != f.Value {
			if err := p.pg.LoadText(text); err != nil {
				p.say(p.lang.Text("control.refused", "error", p.errorText(err)))
				return
			}
			p.say(p.lang.Text("declared.done", "name", f.Name(), "value", v))
			p.update()
		}
		return
	}
}

func (f *declaredField) judge(wrong string) {
	f.bad = wrong != ""
	f.wrong.set(wrong)
	show(f.wrong.elem, f.bad)
	if f.bad {
		f.control.SetAttribute("aria-invalid", "true")
	} else {
		f.control.RemoveAttribute("aria-invalid")
	}
}
