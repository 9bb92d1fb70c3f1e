//go:build js

package panel

import (
	"slices"
	"strconv"
	"syscall/js"

	"ringside/core"
	"ringside/core/script"
)

// settings are the fields for what can be set in a group or one consumer, made
// of the script's own list of settings.
type settings struct {
	elem
	target *picker
	fields []*settingField
	filled bool
	values map[string]settingValue
	key    string // what the values depend on
}

// settingField is one setting with its hint and what is wrong with it.
type settingField struct {
	form    script.SettingForm
	control elem
	picker  *picker // nil for a text field
	tip     *cell
	hint    string
	wrong   *cell
	bad     bool
}

// firstSettings are those that are always seen, in this order; the others are
// folded away.
var firstSettings = []string{"strategy", "commit", "batch", "work", "threads", "mode"}

// settingChoices are values that a text field suggests.
var settingChoices = map[string]Choices{
	"batch": batchChoices, "work": workChoices, "threads": {"1", "4", "20", "64"}, "vnodes": {"1", "10", "50", "200"},
	"pull-batch": {"1", "16", "32", "128"}, "pull-interval": {"0s", "100ms", "1s"}, "pull-threshold": {"32", "100", "1000"},
	"span": {"100", "2000"}, "start": {"50ms", "1s", "10s"}, "fail": {"0%", "1%", "10%", "100%"}, "max-reconsume": {"0", "3", "16"},
}

// liteChoices are the commit modes of mode=lite.
var liteChoices = Choices{"lite-auto", "lite-sync", "lite-sync-persist"}

func newSettings(p *Panel) *settings {
	l := p.lang
	s := &settings{}
	s.target = newPicker("select", "set-target", "target", "")
	first, more := el("div", "fields"), el("div", "fields")
	for _, form := range script.SettingForms() {
		f := newSettingField(p, form)
		s.fields = append(s.fields, f)
		if !slices.Contains(firstSettings, form.Key) {
			with(more, f.row(p))
		}
	}
	for _, key := range firstSettings {
		for _, f := range s.fields {
			if f.form.Key == key {
				with(first, f.row(p))
			}
		}
	}
	s.elem = el("div", "settings", el("h2", "", l.Text("control.settings")),
		field(l.Text("control.target"), s.target.elem), first,
		el("details", "fold-more", el("summary", "", l.Text("control.more")), more))
	hear(s.elem, "input", bubbling, func(ev js.Value) { s.typed(p, ev, false) })
	hear(s.elem, "change", bubbling, func(ev js.Value) { s.typed(p, ev, true) })
	return s
}

func newSettingField(p *Panel, form script.SettingForm) *settingField {
	f := &settingField{form: form, wrong: newCell("p", "wrong", attr{"id", form.Key + "-wrong"})}
	if len(form.Words) > 0 {
		f.picker = newPicker("select", form.Key, "", "")
		f.control = f.picker.elem
	} else {
		f.control = el("input", "input", attr{"type", "text"}, attr{"id", form.Key}, attr{"autocomplete", "off"}, attr{"spellcheck", "false"})
		if list := settingChoices[form.Key]; len(list) > 0 {
			f.control.SetAttribute("list", form.Key+"-list")
		}
	}
	f.control.RemoveAttribute("data-do")
	f.control.SetAttribute("data-setting", form.Key)
	f.control.SetAttribute("aria-describedby", form.Key+"-hint "+form.Key+"-wrong")
	if form.StartOnly { // shown, but no set action can change it
		f.control.SetAttribute("disabled", "")
	}
	return f
}

// row lays a field out.
func (f *settingField) row(p *Panel) elem {
	label, hint := p.lang.SettingWords(f.form.Key)
	if f.form.StartOnly {
		hint += " " + p.lang.Text("control.start-only")
	}
	f.tip, f.hint = newCell("p", "tip", attr{"id", f.form.Key + "-hint"}), hint
	f.tip.set(hint)
	row := el("div", "setting", field(label, f.control), f.tip.elem, f.wrong.elem)
	show(f.wrong.elem, false)
	if list := settingChoices[f.form.Key]; len(list) > 0 && f.picker == nil {
		options := el("datalist", "", attr{"id", f.form.Key + "-list"})
		for _, v := range list {
			with(options, el("option", "", attr{"value", v}))
		}
		with(row, options)
	}
	return row
}

// typed judges a field as it is being filled in, and applies it when it is settled.
func (s *settings) typed(p *Panel, ev js.Value, settled bool) {
	e := target(ev, "[data-setting]")
	if e == nil || p.pg.Sim() == nil {
		return
	}
	for _, f := range s.fields {
		if f.form.Key != e.GetAttribute("data-setting") {
			continue
		}
		v := value(f.control)
		if shown, _ := s.shown(p, f.form.Key); v == shown {
			f.judge(p, "")
			return
		}
		line := SetLine(value(s.target.elem), f.form.Key, v)
		f.judge(p, p.lang.TrySetting(p.pg.Sim().Script(), p.pg.Now(), value(s.target.elem), f.form.Key, v))
		if settled && !f.bad {
			p.apply(line)
			p.update()
		}
		return
	}
}

// judge says in place what is wrong; "" is nothing.
func (f *settingField) judge(_ *Panel, wrong string) {
	f.bad = wrong != ""
	f.wrong.set(wrong)
	show(f.wrong.elem, f.bad)
	if f.bad {
		f.control.SetAttribute("aria-invalid", "true")
	} else {
		f.control.RemoveAttribute("aria-invalid")
	}
}

// update shows the values of the group or consumer chosen.
func (s *settings) update(p *Panel, v *core.View) {
	group := groupName(v)
	whole := p.lang.Text("control.whole-group", "group", group)
	if len(v.Groups) < 2 { // long names of groups hide what matters in so small a field
		whole = p.lang.Text("control.all-members")
	}
	targets, labels := []string{group}, []string{whole}
	for i := range v.Consumers {
		targets = append(targets, v.Consumers[i].Name)
		labels = append(labels, v.Consumers[i].Name)
	}
	chosen := value(s.target.elem)
	if !slices.Contains(targets, chosen) {
		chosen = group
	}
	s.target.set(targets, labels, chosen)
	s.filled = true
	for _, f := range s.fields {
		text, differ := s.shown(p, f.form.Key)
		s.fill(p, v, f, text)
		if differ && chosen == group {
			f.tip.set(f.hint + " " + p.lang.Text("control.mixed"))
		} else {
			f.tip.set(f.hint)
		}
	}
}

func (s *settings) fill(p *Panel, v *core.View, f *settingField, text string) {
	if f.picker == nil {
		// What is being typed, or is wrong and not yet mended, stays.
		if !f.bad && !document.Underlying().Get("activeElement").Equal(f.control.Underlying()) {
			setValue(f.control, text)
		}
		return
	}
	words := Choices(f.form.Words)
	label := func(w string) string { return w }
	switch f.form.Key {
	case "strategy":
		words, label = strategyChoices, p.lang.Strategy
		if HasRooms(p.scenario(), groupName(v)) {
			words = append(words[:len(words):len(words)], roomChoices...)
		}
	case "commit":
		words, label = commitChoices, p.lang.Commit
		if mode, _ := s.shown(p, "mode"); mode == "lite" {
			words = liteChoices
		}
	}
	fillPicker(f.picker, words.With(text), text, label)
}

// shown is what the field of a setting shows: the value at the present time of
// the consumer chosen, or of the group's first member without one of its own;
// differ tells that some member has its own.
func (s *settings) shown(p *Panel, key string) (text string, differ bool) {
	s.read(p)
	v := s.values[key]
	return v.text, v.differ
}

// settingValue is what the field of one setting shows.
type settingValue struct {
	text   string
	own    bool // it is one that a member has set for itself
	differ bool
}

// read finds all values, when something has been set or another target chosen.
func (s *settings) read(p *Panel) {
	sc, now := p.scenario(), p.pg.Now()
	if sc == nil {
		s.values, s.key = nil, ""
		return
	}
	chosen, set := value(s.target.elem), 0
	for set < len(sc.Actions) && sc.Actions[set].At <= now {
		set++
	}
	key := chosen + "|" + strconv.FormatInt(p.pg.Generation(), 10) + "|" + strconv.Itoa(set)
	if key == s.key {
		return
	}
	s.key, s.values = key, map[string]settingValue{}
	plain := false
	for i := range sc.Consumers {
		c := &sc.Consumers[i]
		if c.Name != chosen && c.Group != chosen {
			continue
		}
		own := sc.OwnAt(i, now)
		if len(own) == 0 && plain { // all that has no value of its own has the group's
			continue
		}
		plain = plain || len(own) == 0
		at := sc.SettingsAt(i, now)
		for _, f := range s.fields {
			v, seen := s.values[f.form.Key]
			mine := c.Group == chosen && slices.Contains(own, f.form.Key)
			if !seen || v.own && !mine {
				v.text, _ = script.SettingText(&at, f.form.Key)
				v.own = mine
			}
			v.differ = v.differ || mine
			s.values[f.form.Key] = v
		}
	}
}
