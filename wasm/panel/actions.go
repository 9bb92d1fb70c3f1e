//go:build js

package panel

import (
	"strconv"

	"honnef.co/go/js/dom/v2"

	"ringside/core/script"
)

// actions are the forms for what can be done, in sections that fold.
type actions struct {
	elem
	forms      []*actionForm
	generation int64
	sections   map[Section]elem // the details element
}

// actionForm is one action with a field for each part of its line.
type actionForm struct {
	form   script.ActionForm
	box    elem
	fields []elem
	wrong  *cell
}

func newActions(p *Panel) *actions {
	s := &actions{elem: el("div", "actions"), generation: -1, sections: map[Section]elem{}}
	s.elem.AddEventListener("input", false, func(ev dom.Event) {
		if e := target(ev, "[data-form]"); e != nil {
			n, _ := strconv.Atoi(e.GetAttribute("data-form"))
			s.judge(p, n)
		}
	})
	return s
}

// update makes the forms anew for another script: other names are known.
func (s *actions) update(p *Panel) {
	if s.generation == p.pg.Generation() || s.busy() {
		return
	}
	s.generation = p.pg.Generation()
	sc := p.scenario()
	open := map[Section]bool{}
	for section, e := range s.sections {
		open[section] = e.Underlying().Get("open").Bool()
	}
	clearAll(s.elem)
	s.forms = s.forms[:0]
	bodies := map[Section]elem{}
	for _, form := range OfferedForms() {
		section := SectionOf(&form)
		if bodies[section] == nil {
			bodies[section] = el("div", "")
		}
		f := newActionForm(p, sc, form, len(s.forms))
		s.forms = append(s.forms, f)
		with(bodies[section], f.box)
	}
	for _, section := range Sections {
		if bodies[section] == nil {
			continue
		}
		d := el("details", "fold-more", el("summary", "", p.lang.Text(string(section))), bodies[section])
		d.Underlying().Set("open", open[section])
		s.sections[section] = d
		with(s.elem, d)
	}
}

// busy tells whether the reader is in the midst of a form.
func (s *actions) busy() bool {
	active := document.Underlying().Get("activeElement")
	return !active.IsNull() && s.elem.Underlying().Call("contains", active).Bool() && active.Call("matches", "input").Bool()
}

func newActionForm(p *Panel, sc *script.Scenario, form script.ActionForm, n int) *actionForm {
	f := &actionForm{form: form}
	id := "act-" + form.Word
	label, hint := p.lang.ActionWords(&form)
	f.wrong = newCell("p", "wrong", attr{"id", id + "-wrong"}, attr{"role", "alert"})
	row := el("div", "row slots")
	for i := range form.Slots {
		control := f.slot(p, sc, i, n)
		f.fields = append(f.fields, control)
		with(row, el("label", "slot", el("span", "", p.lang.SlotName(&form.Slots[i])), control))
	}
	with(row, button("btn small", p.lang.Text("control.do"), "act", strconv.Itoa(n), attr{"aria-label", p.lang.Text("control.do") + ": " + label}))
	f.box = el("div", "act", attr{"role", "group"}, attr{"aria-labelledby", id}, attr{"aria-describedby", id + "-hint"},
		el("h3", "", attr{"id", id}, label), el("p", "tip", attr{"id", id + "-hint"}, hint), row, f.wrong.elem)
	show(f.wrong.elem, false)
	return f
}

// slot makes the field of one part of the line.
func (f *actionForm) slot(p *Panel, sc *script.Scenario, i, n int) elem {
	slot := &f.form.Slots[i]
	options, free := SlotOptions(sc, slot)
	start := SlotStart(sc, &f.form, i)
	id := "act-" + f.form.Word + "-" + strconv.Itoa(i)
	parts := []attr{{"id", id}, {"data-form", strconv.Itoa(n)}, {"aria-describedby", "act-" + f.form.Word + "-wrong"}}
	if len(options) > 0 && !free && f.form.Kind != script.ActJoin {
		e := el("select", "select", parts)
		if slot.Optional {
			with(e, el("option", "", attr{"value", ""}, p.lang.Text("slot.any")))
		}
		for _, o := range options {
			with(e, el("option", "", attr{"value", o}, o))
		}
		setValue(e, start)
		return e
	}
	e := el("input", "input", attr{"type", "text"}, attr{"autocomplete", "off"}, attr{"spellcheck", "false"}, parts)
	setValue(e, start)
	return e
}

// line is what the form says now.
func (f *actionForm) line() string {
	values := make([]string, len(f.fields))
	for i, e := range f.fields {
		values[i] = value(e)
	}
	return FormLine(&f.form, values)
}

// judge says in place what is wrong with a form, and tells whether all is well.
func (s *actions) judge(p *Panel, n int) bool {
	if n < 0 || n >= len(s.forms) || p.pg.Sim() == nil {
		return false
	}
	f := s.forms[n]
	wrong := p.lang.Try(p.pg.Sim().Script(), p.pg.Now(), f.line())
	f.wrong.set(wrong)
	show(f.wrong.elem, wrong != "")
	for _, e := range f.fields {
		if wrong != "" {
			e.SetAttribute("aria-invalid", "true")
		} else {
			e.RemoveAttribute("aria-invalid")
		}
	}
	return wrong == ""
}

// handleControls adds what the controls do.
func (p *Panel) handleControls(on func(name string, f func(arg, value string))) {
	on("act", func(arg, _ string) {
		n, _ := strconv.Atoi(arg)
		if s := p.side.controls.actions; s.judge(p, n) {
			p.apply(s.forms[n].line())
		}
	})
	on("target", func(_, _ string) {
		for _, f := range p.side.controls.settings.fields {
			f.judge(p, "")
		}
	})
	on("experiment", func(_, _ string) { p.side.controls.experiment.toggle(p) })
	on("experiment-kind", func(_, _ string) { p.side.controls.experiment.changed() })
	on("search", func(_, v string) { p.side.maps.search = v })
}
