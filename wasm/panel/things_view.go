//go:build js

package panel

import (
	"slices"
	"strings"
	"syscall/js"

	"ringside/core/script"
)

// thingEditor has fields for what a script declares by one statement: it chooses a
// broker, say, changes what its line says, takes the line out, or adds another.
type thingEditor struct {
	elem
	form   script.DeclarationForm
	id     string
	which  *picker // nil for what there is once
	one    elem    // all that is about the thing chosen
	remove elem
	things []Thing
	fields []*thingField
	fresh  *newThing // nil for what there is once
	more   elem      // its settings, folded; nil without
	grid   elem
	wrong  *cell
	drawn  int64 // generation of the script shown
	shown  string
}

// thingField is a field for one part of the line.
type thingField struct {
	key     script.KeyForm
	control elem
	picker  *picker // nil for a text field
	wrong   *cell
	value   string // what the script says
	bad     bool
}

func newThingEditor(p *Panel, form script.DeclarationForm) *thingEditor {
	l := p.lang
	s := &thingEditor{form: form, id: "thing-" + FormName(&form), drawn: -1}
	label, hint := l.ThingWords(&s.form)
	s.wrong = newCell("p", "wrong", attr{"id", s.id + "-wrong"}, attr{"role", "alert"})
	show(s.wrong.elem, false)
	s.one, s.grid = el("div", ""), el("div", "fields")
	s.elem = el("div", "act", attr{"role", "group"}, attr{"aria-labelledby", s.id + "-title"}, attr{"aria-describedby", s.id + "-hint"},
		el("h3", "", attr{"id", s.id + "-title"}, label), el("p", "tip", attr{"id", s.id + "-hint"}, hint), s.one)
	if len(form.Names) > 0 {
		s.which = newPicker("select", s.id, "thing", FormName(&form), attr{"aria-describedby", s.id + "-wrong"})
		s.remove = button("btn small danger", l.Text("declare.remove"), "thing-remove", FormName(&form), attr{"id", s.id + "-remove"})
		with(s.one, el("div", "row slots", el("label", "slot", el("span", "", l.Text("declare.which")), s.which.elem), s.remove))
	}
	with(s.one, s.wrong.elem, s.grid)
	if form.List != "" {
		s.add(p, s.grid, script.KeyForm{Key: listKey, Required: len(form.Names) > 0})
	}
	for _, k := range form.Keys {
		if !k.Setting {
			s.add(p, s.grid, k)
		}
	}
	if slices.ContainsFunc(form.Keys, func(k script.KeyForm) bool { return k.Setting }) {
		s.more = el("details", "fold-more", attr{"id", s.id + "-settings"}, el("summary", "", l.Text("declare.settings")))
		hear(s.more, "toggle", bubbling, func(js.Value) { s.openSettings(p) })
		with(s.one, s.more)
	}
	if len(form.Names) > 0 {
		s.fresh = newNewThing(p, s)
		with(s.elem, s.fresh.elem)
	}
	hear(s.elem, "input", bubbling, func(ev js.Value) { s.typed(p, ev, false) })
	hear(s.elem, "change", bubbling, func(ev js.Value) { s.typed(p, ev, true) })
	return s
}

// openSettings makes the fields of the settings when they are first looked at.
func (s *thingEditor) openSettings(p *Panel) {
	if slices.ContainsFunc(s.fields, func(f *thingField) bool { return f.key.Setting }) {
		return
	}
	box := el("div", "fields")
	with(s.more, box)
	for _, k := range s.form.Keys {
		if k.Setting {
			s.add(p, box, k)
		}
	}
	s.fill(p, true)
}

// add makes the field of a part of the line.
func (s *thingEditor) add(p *Panel, box elem, k script.KeyForm) {
	label, hint := p.lang.FieldWords(&s.form, &k)
	name := k.Key
	if name == listKey {
		name = "list"
	}
	id := s.id + "-" + name
	f := &thingField{key: k, wrong: newCell("p", "wrong", attr{"id", id + "-wrong"})}
	about := []attr{{"data-thing", k.Key}, {"aria-describedby", id + "-hint " + id + "-wrong"}}
	if len(k.Words) > 0 || namesOfKey[k.Key] != "" {
		f.picker = newPicker("select", id, "", "", about)
		f.control = f.picker.elem
		f.control.RemoveAttribute("data-do")
	} else {
		f.control = el("input", "input", attr{"type", "text"}, attr{"id", id}, attr{"autocomplete", "off"}, attr{"spellcheck", "false"}, about)
		if !k.Required {
			f.control.SetAttribute("placeholder", p.lang.Text("declare.none"))
		}
	}
	show(f.wrong.elem, false)
	s.fields = append(s.fields, f)
	with(box, el("div", "setting", field(label, f.control), el("p", "tip", attr{"id", id + "-hint"}, hint), f.wrong.elem))
}

// namesOfKey are the kinds of names that a key takes one of.
var namesOfKey = map[string]string{"master": "BROKER", "group": "GROUP"}

// chosen is the thing whose line is shown, nil when there is none.
func (s *thingEditor) chosen() *Thing {
	if s.which == nil {
		return &Thing{Form: &s.form}
	}
	for i := range s.things {
		if s.things[i].Label() == value(s.which.elem) {
			return &s.things[i]
		}
	}
	return nil
}

// update shows the things of another script.
func (s *thingEditor) update(p *Panel) {
	if p.scenario() == nil || s.drawn == p.pg.Generation() {
		return
	}
	s.drawn = p.pg.Generation()
	if s.which != nil {
		s.choose(p, value(s.which.elem))
		s.fresh.start(p)
	}
	s.fill(p, false)
}

// choose fills the list of things and chooses one of them.
func (s *thingEditor) choose(p *Panel, label string) {
	s.things = ThingsIn(p.pg.Text(), &s.form)
	labels := make([]string, len(s.things))
	for i := range s.things {
		labels[i] = s.things[i].Label()
	}
	if !slices.Contains(labels, label) && len(labels) > 0 {
		label = labels[0]
	}
	s.which.set(labels, labels, label)
	show(s.one, len(labels) > 0)
}

// fill shows what the line of the thing chosen says. What is being typed, or is
// wrong and not yet mended, stays, unless it is another thing's.
func (s *thingEditor) fill(p *Panel, all bool) {
	t := s.chosen()
	if t == nil {
		return
	}
	if t.Label() != s.shown {
		s.shown, all = t.Label(), true
	}
	if s.remove != nil {
		s.remove.SetAttribute("aria-label", p.lang.Text("declare.remove-one", "name", t.Label()))
	}
	s.say("")
	active, values := document.Underlying().Get("activeElement"), t.Values(p.pg.Text())
	for _, f := range s.fields {
		f.value = values[f.key.Key]
		if !all && (f.bad || active.Equal(f.control.Underlying())) {
			continue
		}
		f.judge("")
		f.set(p, f.value)
	}
}

// set shows a value.
func (f *thingField) set(p *Panel, v string) {
	if f.picker == nil {
		setValue(f.control, v)
		return
	}
	var words Choices
	if !f.key.Required {
		words = append(words, "")
	}
	words = append(words, f.key.Words...)
	if kind := namesOfKey[f.key.Key]; kind != "" {
		words = append(words, p.scenario().Names(kind)...)
	}
	fillPicker(f.picker, words.With(v), v, func(w string) string {
		if w == "" {
			return p.lang.Text("declare.none")
		}
		return w
	})
}

func (f *thingField) judge(wrong string) {
	f.bad = wrong != ""
	judgeField(f.control, f.wrong, wrong)
}

// judgeField says in place what is wrong with a field; "" is nothing.
func judgeField(control elem, at *cell, wrong string) {
	at.set(wrong)
	show(at.elem, wrong != "")
	if wrong != "" {
		control.SetAttribute("aria-invalid", "true")
	} else {
		control.RemoveAttribute("aria-invalid")
	}
}

// say tells what is wrong with the thing as a whole.
func (s *thingEditor) say(wrong string) {
	s.wrong.set(wrong)
	show(s.wrong.elem, wrong != "")
}

// typed judges a field as it is being filled in, and plays the changed script when
// it is settled.
func (s *thingEditor) typed(p *Panel, ev js.Value, settled bool) {
	if s.fresh != nil && s.fresh.typed(p, ev) {
		return
	}
	e, t := target(ev, "[data-thing]"), s.chosen()
	if e == nil || t == nil || p.pg.Sim() == nil {
		return
	}
	for _, f := range s.fields {
		if f.key.Key != e.GetAttribute("data-thing") {
			continue
		}
		v := strings.TrimSpace(value(f.control))
		if v == f.value {
			f.judge("")
			return
		}
		text := t.With(p.pg.Text(), f.key.Key, v)
		f.judge(p.lang.TryThing(text, v, f.key.Key == listKey))
		if settled && !f.bad && p.declare(text) {
			p.say(p.lang.Text("declare.done", "line", t.text(p.pg.Text())))
			p.update()
		}
		return
	}
}

// text is the line that declares the thing.
func (t *Thing) text(script string) string {
	_, l, _ := t.find(splitScript(script))
	l.comment = ""
	return l.text()
}

// declare plays a changed script from its start up to now, and tells whether it could.
func (p *Panel) declare(text string) bool {
	if err := p.pg.LoadText(text); err != nil {
		p.say(p.lang.Text("control.refused", "error", p.errorText(err)))
		return false
	}
	return true
}

// take removes the thing chosen, or says in place why it must stay.
func (s *thingEditor) take(p *Panel) {
	t := s.chosen()
	if t == nil || p.pg.Sim() == nil {
		return
	}
	name, text := t.Label(), t.Without(p.pg.Text())
	if wrong := p.lang.TryThing(text, "", false); wrong != "" {
		s.say(wrong)
		return
	}
	if p.declare(text) {
		p.say(p.lang.Text("declare.removed", "name", name))
		p.update()
		if len(s.things) == 0 { // the focus must not fall out with the button
			s.fresh.names[0].Focus()
		}
	}
}

// hasThings tells whether a section has declarations.
func hasThings(section Section) bool {
	for _, s := range thingSections { // order: any will do
		if s == section {
			return true
		}
	}
	return false
}
