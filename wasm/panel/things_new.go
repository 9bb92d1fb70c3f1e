//go:build js

package panel

import (
	"slices"
	"strings"
	"syscall/js"

	"ringside/core/script"
)

// newThing is the form that declares another thing: its names and what its
// statement cannot do without.
type newThing struct {
	elem
	editor *thingEditor
	names  []elem
	lists  []*picker // those of names and values that are chosen from a list
	values map[string]elem
	wrong  *cell
	do     elem
}

func newNewThing(p *Panel, s *thingEditor) *newThing {
	l, id := p.lang, "new-"+FormName(&s.form)
	n := &newThing{editor: s, values: map[string]elem{}, wrong: newCell("p", "wrong", attr{"id", id + "-wrong"}, attr{"role", "alert"})}
	show(n.wrong.elem, false)
	row := el("div", "row slots")
	add := func(key, label string, control elem) elem {
		with(control, attr{"id", id + "-" + key}, attr{"data-new", FormName(&s.form)}, attr{"aria-describedby", id + "-wrong"})
		with(row, el("label", "slot", el("span", "", label), control))
		return control
	}
	input := func() elem {
		return el("input", "input", attr{"type", "text"}, attr{"autocomplete", "off"}, attr{"spellcheck", "false"})
	}
	for i, kind := range s.form.Names {
		label, control := l.Text("declare.name"), input()
		switch {
		case s.form.Word == "producer":
			label, control = l.Text("slot.topic"), n.list()
		case kind == "NAME":
			label, control = l.Text([]string{"slot.process", "slot.process-other"}[i]), n.list()
		}
		n.names = append(n.names, add("name"+strings.Repeat("-other", i), label, control))
	}
	if s.form.List != "" {
		n.values[listKey] = n.field(p, add, script.KeyForm{Key: listKey}, input())
	}
	for _, k := range s.form.Keys {
		if k.Required {
			n.values[k.Key] = n.field(p, add, k, input())
		}
	}
	n.do = button("btn small", l.Text("declare.add"), "thing-add", FormName(&s.form), attr{"id", id + "-do"})
	label, _ := l.ThingWords(&s.form)
	n.do.SetAttribute("aria-label", l.Text("declare.add")+": "+label)
	with(row, n.do)
	n.elem = el("div", "another", el("p", "tip", l.Text("declare.another")), row, n.wrong.elem)
	return n
}

// list is a control that offers names.
func (n *newThing) list() elem {
	p := newPicker("select", "", "", "")
	for _, name := range []string{"id", "data-do", "data-arg"} {
		p.RemoveAttribute(name)
	}
	n.lists = append(n.lists, p)
	return p.elem
}

// field is the control of a part of the line.
func (n *newThing) field(p *Panel, add func(key, label string, control elem) elem, k script.KeyForm, input elem) elem {
	label, _ := p.lang.FieldWords(&n.editor.form, &k)
	key := k.Key
	if key == listKey {
		key = "list"
	}
	if namesOfKey[k.Key] != "" {
		input = n.list()
	}
	return add(key, label, input)
}

// start puts in what another thing could be.
func (n *newThing) start(p *Panel) {
	active := document.Underlying().Get("activeElement")
	if n.elem.Underlying().Call("contains", active).Bool() && !active.Equal(n.do.Underlying()) {
		return
	}
	sc := p.scenario()
	names, values := NewThing(sc, &n.editor.form)
	put := func(e elem, kind, v string) {
		if i := slices.IndexFunc(n.lists, func(p *picker) bool { return p.elem == e }); i >= 0 {
			list := sc.Names(kind)
			n.lists[i].set(list, list, v)
			return
		}
		setValue(e, v)
	}
	for i, e := range n.names {
		put(e, n.editor.form.Names[i], names[i])
	}
	for key, e := range n.values { // order: each has its own field
		put(e, namesOfKey[key], values[key])
	}
	n.tell("")
}

// text is the script with the thing added, and the thing.
func (n *newThing) text(p *Panel) (string, *Thing) {
	t := &Thing{Form: &n.editor.form}
	for _, e := range n.names {
		t.Names = append(t.Names, strings.TrimSpace(value(e)))
	}
	values := map[string]string{}
	for key, e := range n.values { // order: a map is made of a map
		values[key] = value(e)
	}
	return AddThing(p.pg.Text(), p.scenario(), t.Line(values)), t
}

// wrongWith says what is wrong with what the form holds.
func (n *newThing) wrongWith(p *Panel, text string) string {
	words := n.names
	for key, e := range n.values { // order: the first that is wrong of few
		if key != listKey {
			words = append(slices.Clip(words), e)
		}
	}
	for _, e := range words {
		if v := strings.TrimSpace(value(e)); !oneWord(v) {
			return p.lang.Text("declared.one-word", "value", v)
		}
	}
	list := ""
	if e, ok := n.values[listKey]; ok {
		list = value(e)
	}
	return p.lang.TryThing(text, list, true)
}

// typed judges the form when one of its fields is being filled in.
func (n *newThing) typed(p *Panel, ev js.Value) bool {
	if target(ev, "[data-new]") == nil {
		return false
	}
	if p.pg.Sim() != nil {
		text, _ := n.text(p)
		n.tell(n.wrongWith(p, text))
	}
	return true
}

// tell says in place what is wrong; "" is nothing.
func (n *newThing) tell(wrong string) {
	n.wrong.set(wrong)
	show(n.wrong.elem, wrong != "")
	for _, e := range n.names {
		judgeField(e, n.wrong, wrong)
	}
	for _, e := range n.values { // order: all alike
		judgeField(e, n.wrong, wrong)
	}
}

// put declares the thing, and shows it.
func (n *newThing) put(p *Panel) {
	if p.pg.Sim() == nil {
		return
	}
	text, t := n.text(p)
	wrong := n.wrongWith(p, text)
	n.tell(wrong)
	if wrong != "" || !p.declare(text) {
		return
	}
	p.say(p.lang.Text("declare.done", "line", t.text(p.pg.Text())))
	p.update()
	n.editor.choose(p, t.Label())
	n.editor.fill(p, true)
}
