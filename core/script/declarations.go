package script

import (
	"slices"
	"strings"
)

// DeclarationForm is a statement that declares a part of the world, for whoever
// offers it as controls. It is made of the parser's own answers, so that a new key
// there is offered too.
type DeclarationForm struct {
	// Word begins the line: "broker".
	Word string
	// Names are what names the thing, as a form writes it: nothing for what there is
	// once, "BROKER" for a new name, "TOPIC" for one that is declared elsewhere, two
	// for the ends of a link.
	Names []string
	// List is what stands alone behind the names, as the form writes it:
	// "BROKER:READ[/WRITE] …"; "" for nothing.
	List string
	// Keys are the KEY=VALUE words that may follow, in the parser's order.
	Keys []KeyForm
}

// KeyForm is a KEY=VALUE word of a declaration.
type KeyForm struct {
	// Key is the word before the equals sign.
	Key string
	// Expected says what a value looks like, in English as in error messages; Words
	// are the values to choose from, where they are words.
	Expected string
	Words    []string
	// Setting: it is one of the settings of a consumer, see [SettingForms].
	Setting bool
	// Required: the statement cannot stand without it.
	Required bool
}

// declared are the statements that declare, with a line of each that may be read
// by itself and the names in it.
var declared = []struct {
	word, line string
	names      []string
	list       string
}{
	{"seed", "seed", nil, "NUMBER"},
	{"run", "run", nil, "TIME"},
	{"net", "net", nil, ""},
	{"net", "net A B", []string{"NAME", "NAME"}, ""},
	{"timers", "timers", nil, ""},
	{"nameserver", "nameserver A", []string{"NAMESERVER"}, ""},
	{"broker", "broker A", []string{"BROKER"}, ""},
	{"message-delay-level", "message-delay-level", nil, "TIME …"},
	{"topic", "topic A a:1", []string{"TOPIC"}, "BROKER:READ[/WRITE] …"},
	{"producer", "producer A", []string{"TOPIC"}, ""},
	{"group", "group A", []string{"GROUP"}, ""},
	{"consumer", "consumer A", []string{"CONSUMER"}, ""},
}

// undeclared are the statements that declare nothing of the world, and why.
var undeclared = map[string]string{
	"title":    "a lesson's words",
	"text":     "a lesson's words",
	"protocol": "there is one",
	"at":       "what happens: ActionForms",
	"expect":   "a claim about the run; it changes nothing",
}

// DeclarationForms are the statements that declare, in the order in which scripts
// have them.
func DeclarationForms() []DeclarationForm {
	out := make([]DeclarationForm, len(declared))
	for i, f := range declared {
		out[i] = DeclarationForm{Word: f.word, Names: f.names, List: f.list}
		for _, key := range askParser(f.line + " ?=1").known {
			k := keyForm(f.line, key)
			k.Required = required(f.word, key) && (f.word != "net" || f.names != nil)
			out[i].Keys = append(out[i].Keys, k)
		}
	}
	return out
}

// required says whether a statement's form has a key without brackets.
func required(word, key string) bool {
	for i := range statements {
		if statements[i].word == word {
			return slices.ContainsFunc(formParts(statements[i].form), func(p string) bool { return strings.HasPrefix(p, key+"=") })
		}
	}
	return false
}

// keyForm asks the parser for a value that cannot be right.
func keyForm(line, key string) KeyForm {
	f := KeyForm{Key: key}
	for i := range settingTable {
		f.Setting = f.Setting || settingTable[i].key == key && (line == "group A" || line == "consumer A")
	}
	if d := askParser(line + " " + key + "=?"); len(d.errs) > 0 && d.errs[0].Expected != "" {
		f.Expected, f.Words = d.errs[0].Expected, d.known
	}
	return f
}

// askParser reads one line by itself.
func askParser(line string) *draft {
	d := newDraft()
	d.statement(lex(line, 1))
	return d
}
