package panel

import (
	"strconv"
	"strings"
	"time"

	"ringside/core"
	"ringside/core/script"
)

// Keys of these words are made of the script's own words, so that a setting or
// action is offered as soon as the script knows it: two words in the table make
// it complete. Without them its name in scripts stands in.
const (
	settingKeyPrefix = "setting."
	actionKeyPrefix  = "act."
	slotKeyPrefix    = "slot."
	thingKeyPrefix   = "thing."
	hintSuffix       = ".hint"
)

// textOr is the word of a key, or else something to stand in.
func (l Lang) textOr(key, other string) string {
	if _, ok := words[key]; ok {
		return l.Text(key)
	}
	return other
}

// SettingWords are the label and the hint of a setting.
func (l Lang) SettingWords(key string) (label, hint string) {
	return l.textOr(settingKeyPrefix+key, key), l.textOr(settingKeyPrefix+key+hintSuffix, key+"=…")
}

// ActionWords are the label and the hint of an action.
func (l Lang) ActionWords(f *script.ActionForm) (label, hint string) {
	return l.textOr(actionKeyPrefix+f.Word, f.Word), l.textOr(actionKeyPrefix+f.Word+hintSuffix, f.Form)
}

// SlotName is the label of a part of an action.
func (l Lang) SlotName(slot *script.Slot) string {
	if slot.Key != "" {
		return l.textOr(slotKeyPrefix+slot.Key, slot.Key)
	}
	name := strings.Join(slot.Names, "-")
	if name == "" {
		name = "value"
	}
	name = strings.ToLower(strings.NewReplacer("=", "-", ":", "-", "[", "", "]", "", "/", "-").Replace(name))
	return l.textOr(slotKeyPrefix+name, strings.Join(slot.Names, " / "))
}

// SlotLabel is the label of a part of an action among its others: the second end of
// a link is the other one.
func (l Lang) SlotLabel(f *script.ActionForm, i int) string {
	if sameBefore(f, i) > 0 {
		return l.Text("slot.process-other")
	}
	return l.SlotName(&f.Slots[i])
}

// TryDeclared says what is wrong with a script with another value for its whole
// run, "" when nothing.
func (l Lang) TryDeclared(text, value string) string {
	if !oneWord(value) {
		return l.Text("declared.one-word", "value", strings.TrimSpace(value))
	}
	_, err := script.Parse(text)
	if list := ScriptErrors(err); len(list) > 0 {
		return l.ScriptError(list[0])
	}
	return l.ErrorText(err)
}

// TryThing says what is wrong with a script with another value of what it declares,
// "" when nothing. No value at all leaves it out; a list may be several words.
func (l Lang) TryThing(text, value string, list bool) string {
	switch {
	case list && strings.ContainsAny(value, "\n\r#\"="):
		return l.Text("declare.no-list", "value", strings.TrimSpace(value))
	case !list && value != "" && !oneWord(value):
		return l.Text("declared.one-word", "value", strings.TrimSpace(value))
	}
	_, err := script.Parse(text)
	if list := ScriptErrors(err); len(list) > 0 {
		return l.ScriptError(list[0])
	}
	return l.ErrorText(err)
}

// ThingWords are the label and the hint of a declaration, FieldWords those of one of
// its parts.
func (l Lang) ThingWords(f *script.DeclarationForm) (label, hint string) {
	key := thingKeyPrefix + FormName(f)
	return l.textOr(key, f.Word), l.textOr(key+hintSuffix, "")
}

// FieldWords are the label and the hint of a part of a declaration.
func (l Lang) FieldWords(f *script.DeclarationForm, k *script.KeyForm) (label, hint string) {
	if k.Setting {
		return l.SettingWords(k.Key)
	}
	name := k.Key
	if name == listKey {
		name = "list"
	}
	key := thingKeyPrefix + FormName(f) + "." + name
	return l.textOr(key, name), l.textOr(key+hintSuffix, k.Expected)
}

// oneWord tells whether a script reads a text as a single value.
func oneWord(value string) bool { return value != "" && !strings.ContainsAny(value, " \t\n\r#\"") }

// TrySetting says what is wrong with a setting's value, "" when nothing. A blank
// would make another setting of what follows, a # a comment.
func (l Lang) TrySetting(s *script.Script, at time.Duration, target, key, value string) string {
	if value != "" && !oneWord(value) {
		return l.Text("declared.one-word", "value", strings.TrimSpace(value))
	}
	return l.Try(s, at, SetLine(target, key, value))
}

// ShortStrategy is a strategy's word, broken where a narrow column may break it.
func (l Lang) ShortStrategy(word string) string { return strings.ReplaceAll(word, ":", ": ") }

// rangeText writes two numbers as a range, one when they are the same; below 0 is none.
func (l Lang) rangeText(least, most int) string {
	switch {
	case least < 0:
		return "–"
	case least == most:
		return strconv.Itoa(least)
	}
	return strconv.Itoa(least) + "–" + strconv.Itoa(most)
}

// groupName is the name of the group shown, "" without one.
func groupName(v *core.View) string {
	if v.Group < 0 || v.Group >= len(v.Groups) {
		return ""
	}
	return v.Groups[v.Group]
}
