//go:build js

package panel

import (
	"strconv"
	"strings"
	"syscall/js"

	"ringside/core/script"
)

// actions are the forms for what can be done, in sections that fold.
type actions struct {
	elem
	forms      []*actionForm
	generation int64
	sections   map[Section]*actionSection
	names      map[string]bool // lists of names that fields suggest from
	// editors change what the script declares; they stay when the forms are made anew.
	editors map[Section]*sectionThings
}

// sectionThings are the editors of a section.
type sectionThings struct {
	elem
	list []*thingEditor
}

func newSectionThings(p *Panel, section Section) *sectionThings {
	s := &sectionThings{elem: el("div", "things", el("h3", "", p.lang.Text("declare.start")), el("p", "tip", p.lang.Text("declare.start-about")))}
	for _, f := range ThingForms() {
		if ThingSection(&f) == section {
			e := newThingEditor(p, f)
			s.list = append(s.list, e)
			with(s.elem, e.elem)
		}
	}
	return s
}

// editor is that of a declaration, nil when its section has not been opened.
func (s *actions) editor(name string) *thingEditor {
	for _, section := range Sections {
		if things := s.editors[section]; things != nil {
			for _, e := range things.list {
				if FormName(&e.form) == name {
					return e
				}
			}
		}
	}
	return nil
}

// actionSection is a part that folds; its forms are made when it is first opened.
type actionSection struct {
	elem
	body  elem
	forms []int // indexes into the forms
	made  bool
}

// actionForm is one action with a field for each part of its line.
type actionForm struct {
	form   script.ActionForm
	box    elem
	fields []elem
	wrong  *cell
}

func newActions(p *Panel) *actions {
	s := &actions{elem: el("div", "actions"), generation: -1, sections: map[Section]*actionSection{}, editors: map[Section]*sectionThings{}}
	hear(s.elem, "toggle", capturing, func(js.Value) { s.unfold(p) })
	hear(s.elem, "input", bubbling, func(ev js.Value) {
		if e := target(ev, "[data-form]"); e != nil {
			n, _ := strconv.Atoi(e.GetAttribute("data-form"))
			s.judge(p, n)
		}
	})
	return s
}

// update makes the forms anew for another script: other names are known.
func (s *actions) update(p *Panel) {
	for _, section := range Sections {
		if things := s.editors[section]; things != nil {
			for _, e := range things.list {
				e.update(p)
			}
		}
	}
	if s.generation == p.pg.Generation() || s.busy() {
		return
	}
	s.generation = p.pg.Generation()
	open := map[Section]bool{}
	for section, d := range s.sections {
		open[section] = d.Underlying().Get("open").Bool()
	}
	before, focused := s.typed(), s.focused()
	clearAll(s.elem)
	clear(s.sections)
	s.names = map[string]bool{}
	forms := OfferedForms()
	s.forms = make([]*actionForm, len(forms))
	for _, section := range Sections {
		d := &actionSection{body: el("div", "")}
		for i := range forms {
			if SectionOf(&forms[i]) == section {
				d.forms = append(d.forms, i)
			}
		}
		d.elem = el("details", "fold-more", attr{"id", strings.ReplaceAll(string(section), ".", "-")}, el("summary", "", p.lang.Text(string(section))), d.body)
		d.Underlying().Set("open", open[section])
		s.sections[section] = d
		with(s.elem, d.elem)
	}
	s.unfold(p)
	s.restore(before, focused)
}

// typed are the values of the fields by their ids, but for the name of a
// newcomer, which is another one each time, and the link to be mended.
func (s *actions) typed() map[string]string {
	out := map[string]string{}
	for _, f := range s.forms {
		for i := 0; f != nil && i < len(f.fields); i++ {
			if f.form.Kind != script.ActHeal && (f.form.Kind != script.ActJoin || i > 0) {
				out[f.fields[i].GetAttribute("id")] = value(f.fields[i])
			}
		}
	}
	return out
}

// focused is the id of the element here that has the focus, "" for none.
func (s *actions) focused() string {
	active := document.Underlying().Get("activeElement")
	if active.IsNull() || !s.elem.Underlying().Call("contains", active).Bool() {
		return ""
	}
	return active.Get("id").String()
}

// restore gives new forms what the old ones held, as far as it can still be
// chosen, and the focus.
func (s *actions) restore(before map[string]string, focused string) {
	for _, f := range s.forms {
		for i := 0; f != nil && i < len(f.fields); i++ {
			e := f.fields[i]
			v, ok := before[e.GetAttribute("id")]
			if start := value(e); ok {
				setValue(e, v)
				if value(e) != v { // no such choice any more
					setValue(e, start)
				}
			}
		}
	}
	if focused != "" {
		if e := byID(focused); e != nil {
			e.Underlying().Call("focus")
		}
	}
}

// unfold makes the forms of the sections that are open and have none yet.
func (s *actions) unfold(p *Panel) {
	sc := p.scenario()
	if sc == nil {
		return
	}
	forms := OfferedForms()
	for _, section := range Sections {
		d := s.sections[section]
		if d == nil || d.made || !d.Underlying().Get("open").Bool() {
			continue
		}
		d.made = true
		for _, n := range d.forms {
			s.forms[n] = s.newForm(p, sc, forms[n], n)
			with(d.body, s.forms[n].box)
		}
		if s.editors[section] == nil && hasThings(section) {
			s.editors[section] = newSectionThings(p, section)
		}
		if things := s.editors[section]; things != nil {
			with(d.body, things.elem)
			for _, e := range things.list {
				e.update(p)
			}
		}
	}
}

// busy tells whether the reader is in the midst of a form.
func (s *actions) busy() bool {
	active := document.Underlying().Get("activeElement")
	return !active.IsNull() && s.elem.Underlying().Call("contains", active).Bool() && active.Call("matches", "input").Bool()
}

func (s *actions) newForm(p *Panel, sc *script.Scenario, form script.ActionForm, n int) *actionForm {
	f := &actionForm{form: form}
	id := "act-" + form.Word
	label, hint := p.lang.ActionWords(&form)
	f.wrong = newCell("p", "wrong", attr{"id", id + "-wrong"}, attr{"role", "alert"})
	row := el("div", "row slots")
	for i := range form.Slots {
		control := s.slot(p, sc, f, i, n)
		f.fields = append(f.fields, control)
		with(row, el("label", "slot", el("span", "", p.lang.SlotLabel(&form, i)), control))
	}
	with(row, button("btn small", p.lang.Text("control.do"), "act", strconv.Itoa(n), attr{"id", id + "-do"}, attr{"aria-label", p.lang.Text("control.do") + ": " + label}))
	f.box = el("div", "act", attr{"role", "group"}, attr{"aria-labelledby", id}, attr{"aria-describedby", id + "-hint"},
		el("h3", "", attr{"id", id}, label), el("p", "tip", attr{"id", id + "-hint"}, hint), row, f.wrong.elem)
	show(f.wrong.elem, false)
	return f
}

// slot makes the field of one part of the line.
func (s *actions) slot(p *Panel, sc *script.Scenario, f *actionForm, i, n int) elem {
	slot := &f.form.Slots[i]
	options, free := SlotOptions(sc, slot)
	start := SlotStart(sc, &f.form, i)
	id := "act-" + f.form.Word + "-" + strconv.Itoa(i)
	parts := []attr{{"id", id}, {"data-form", strconv.Itoa(n)}, {"aria-describedby", "act-" + f.form.Word + "-wrong"}}
	if len(options) > manyNames {
		parts = append(parts, attr{"list", s.suggest(slot, options)})
	}
	if len(options) > 0 && len(options) <= manyNames && !free && f.form.Kind != script.ActJoin {
		e := el("select", "select", parts)
		if slot.Optional {
			with(e, el("option", "", attr{"value", ""}, p.lang.Text("slot.any")))
		}
		with(e, choices(options, options))
		setValue(e, start)
		return e
	}
	e := el("input", "input", attr{"type", "text"}, attr{"autocomplete", "off"}, attr{"spellcheck", "false"}, parts)
	setValue(e, start)
	return e
}

// manyNames is how many names are too many to choose from in a list: they are
// typed, and suggested while they are.
const manyNames = 60

// suggest gives the id of a list of the names that fit a slot, which all fields
// of a kind share.
func (s *actions) suggest(slot *script.Slot, options []string) string {
	id := "names-" + strings.ToLower(strings.Join(slot.Names, "-"))
	if s.names[id] {
		return id
	}
	s.names[id] = true
	with(s.elem, el("datalist", "", attr{"id", id}, choices(options, options)))
	return id
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
	if n < 0 || n >= len(s.forms) || s.forms[n] == nil || p.pg.Sim() == nil {
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
	on("thing", func(arg, _ string) {
		if e := p.side.controls.actions.editor(arg); e != nil {
			e.fill(p, true)
		}
	})
	on("thing-add", func(arg, _ string) {
		if e := p.side.controls.actions.editor(arg); e != nil {
			e.fresh.put(p)
		}
	})
	on("thing-remove", func(arg, _ string) {
		if e := p.side.controls.actions.editor(arg); e != nil {
			e.take(p)
		}
	})
	on("target", func(_, _ string) {
		for _, f := range p.side.controls.settings.fields {
			f.judge(p, "")
		}
	})
	on("experiment", func(_, _ string) { p.side.controls.experiment.toggle(p) })
	on("experiment-kind", func(_, _ string) { p.side.controls.experiment.changed() })
	on("search", func(_, v string) { p.side.maps.search = strings.TrimSpace(v) })
}
