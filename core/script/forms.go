package script

import (
	"slices"
	"strings"
	"time"
)

// Forms describe the language to whoever offers it as controls: what can happen
// and what can be set. They are made of the parser's own tables, so that a new
// row there is offered too.

// ActionForm is a word of at and what must follow it.
type ActionForm struct {
	// Word follows the time: "burst". Kind is the action that it makes.
	Word string
	Kind ActionKind
	// Form is how a line is written: "at TIME burst TOPIC N".
	Form string
	// Slots are the parts that follow Word, in order.
	Slots []Slot
}

// Slot is a part of a form after its word.
type Slot struct {
	// Key is the KEY of KEY=VALUE, "" where the value stands alone.
	Key string
	// Names are the kinds of thing that fit, as the form writes them: "NAME",
	// "TOPIC", "TIME", "N", "KEY=VALUE".
	Names []string
	// Words are values that stand as they are: "first", "rw".
	Words    []string
	Optional bool // it may be left out
	Repeats  bool // several may follow each other
}

// ActionForms are the actions in the order of the language.
func ActionForms() []ActionForm {
	out := make([]ActionForm, len(actionTable))
	for i := range actionTable {
		f := &actionTable[i]
		out[i] = ActionForm{Word: f.word, Kind: f.kind, Form: f.form, Slots: slotsOf(f.form)}
	}
	return out
}

// slotsOf reads a form's text after "at TIME WORD".
func slotsOf(form string) []Slot {
	var out []Slot
	for i, part := range formParts(form) {
		if i < 3 {
			continue
		}
		if part == "…" && len(out) > 0 {
			out[len(out)-1].Repeats = true
			continue
		}
		out = append(out, slotOf(part))
	}
	return out
}

// formParts splits a form at blanks that are not in brackets.
func formParts(form string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range form {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case c == ' ' && depth == 0:
			out = append(out, form[start:i])
			start = i + 1
		}
	}
	return append(out, form[start:])
}

func slotOf(part string) Slot {
	var s Slot
	if inner, ok := strings.CutPrefix(part, "["); ok {
		s.Optional = true
		part = strings.TrimSuffix(inner, "]")
	}
	if rest, ok := strings.CutSuffix(part, " …"); ok {
		s.Repeats, part = true, rest
	}
	if key, value, ok := strings.Cut(part, "="); ok && key == strings.ToLower(key) {
		s.Key, part = key, value
	}
	for _, one := range strings.Split(part, "|") {
		switch {
		case one == "":
		case one == strings.ToLower(one):
			s.Words = append(s.Words, one)
		default:
			s.Names = append(s.Names, one)
		}
	}
	return s
}

// SettingForm is a setting of a consumer or group.
type SettingForm struct {
	// Key is the word before the equals sign.
	Key string
	// Expected says what a value looks like, in English as in error messages:
	// "a whole number from 1 to 1024".
	Expected string
	// Words are the values to choose from, where they are words.
	Words []string
	// StartOnly tells that set cannot change it, only the statement that declares
	// the consumer or group: DefaultMQPushConsumer reads it at start().
	StartOnly bool
}

// SettingForms are the settings in the order of the language. What a value looks
// like is what the parser says to a value that cannot be right.
func SettingForms() []SettingForm {
	const wrong = "?"
	out := make([]SettingForm, len(settingTable))
	for i := range settingTable {
		d := newDraft()
		settingTable[i].parse(d, ref{text: wrong, pos: Pos{1, 1}})
		f := SettingForm{Key: settingTable[i].key, StartOnly: contains(startOnly, settingTable[i].key)}
		if len(d.errs) > 0 {
			f.Expected, f.Words = d.errs[0].Expected, d.known
		}
		out[i] = f
	}
	return out
}

// SettingText is a setting's value as a script writes it, "" when it has none;
// ok is false for a key that is not known here.
func SettingText(s *Settings, key string) (text string, ok bool) {
	show, ok := settingShow[key]
	if !ok {
		return "", false
	}
	return show(s), true
}

// Names are the names of a kind of thing as forms write it ("CONSUMER",
// "BROKER"), in the order of the scenario; NAME is what can be killed, PROCESS what
// a link can end at.
func (sc *Scenario) Names(kind string) []string {
	var out []string
	switch kind {
	case "CONSUMER":
		for i := range sc.Consumers {
			out = append(out, sc.Consumers[i].Name)
		}
	case "GROUP":
		for i := range sc.Groups {
			out = append(out, sc.Groups[i].Name)
		}
	case "TOPIC":
		for i := range sc.Topics {
			out = append(out, sc.Topics[i].Name)
		}
	case "BROKER":
		for i := range sc.Brokers {
			out = append(out, sc.Brokers[i].Name)
		}
	case "NAMESERVER":
		for i := range sc.NameServers {
			out = append(out, sc.NameServers[i].Name)
		}
	case "PRODUCER":
		for i := range sc.Producers {
			out = append(out, sc.Producers[i].Name())
		}
	case "NAME":
		for _, k := range []string{"CONSUMER", "BROKER", "NAMESERVER"} {
			out = append(out, sc.Names(k)...)
		}
	case "PROCESS":
		for _, k := range []string{"NAME", "PRODUCER"} {
			out = append(out, sc.Names(k)...)
		}
	}
	return out
}

// SettingsAt are the settings that consumer i has at a time, with the set
// actions until then: those of its group leave alone what it has set itself.
func (sc *Scenario) SettingsAt(i int, at time.Duration) Settings {
	c := &sc.Consumers[i]
	s, own := c.Settings, slices.Clone(c.Overrides)
	for k := range sc.Actions {
		a := &sc.Actions[k]
		switch {
		case a.At > at || a.Kind != ActSet || a.Apply == nil:
		case a.Consumer == i:
			own = append(own, a.Key)
			a.Apply(&s)
		case a.Consumer < 0 && a.Target == c.Group && !slices.Contains(own, a.Key):
			a.Apply(&s)
		}
	}
	return s
}

// OwnAt are the keys that consumer i has set for itself at a time.
func (sc *Scenario) OwnAt(i int, at time.Duration) []string {
	own := slices.Clone(sc.Consumers[i].Overrides)
	for k := range sc.Actions {
		if a := &sc.Actions[k]; a.At <= at && a.Kind == ActSet && a.Consumer == i && !slices.Contains(own, a.Key) {
			own = append(own, a.Key)
		}
	}
	return own
}
