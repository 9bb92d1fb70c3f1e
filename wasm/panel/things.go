package panel

import (
	"slices"
	"strconv"
	"strings"

	"ringside/core/script"
)

// Thing is something that a script declares by a line of its own: a broker, a
// topic, a link with its latency. What the line says holds from the start of the
// run, so changing it plays the script again.
type Thing struct {
	Form  *script.DeclarationForm // the statement that declares it
	Names []string                // what it is called there; a link has its two ends
}

// Label names the thing.
func (t *Thing) Label() string { return strings.Join(t.Names, " – ") }

// FormName is what a declaration is called in ids and words: its word, "link" for
// that of a link.
func FormName(f *script.DeclarationForm) string {
	if len(f.Names) == 2 {
		return "link"
	}
	return f.Word
}

// ThingForms are the declarations that the controls offer as things. Timers, the
// network as a whole, the seed and the length are values: see [DeclaredIn].
func ThingForms() []script.DeclarationForm {
	return slices.DeleteFunc(script.DeclarationForms(), func(f script.DeclarationForm) bool {
		return len(f.Names) == 0 && f.Word != "message-delay-level"
	})
}

// thingSections says where the controls have each.
var thingSections = map[string]Section{
	"group": SectionGroup, "consumer": SectionConsumers, "topic": SectionQueues, "producer": SectionQueues,
	"broker": SectionBrokers, "message-delay-level": SectionBrokers, "nameserver": SectionNameServers, "link": SectionNetwork,
}

// ThingSection is where the controls have a declaration.
func ThingSection(f *script.DeclarationForm) Section { return thingSections[FormName(f)] }

// listKey stands for what is written without a KEY.
const listKey = ""

// scriptLine is a line of a script as its words and its comment with what is
// before it.
type scriptLine struct {
	words   []string
	comment string
}

// splitScript gives the lines of a text without their line ends.
func splitScript(text string) []string {
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// parseLine splits a line. A # begins a comment at the start or behind a blank.
func parseLine(line string) scriptLine {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return scriptLine{strings.Fields(line[:i]), line[i:]}
		}
	}
	return scriptLine{strings.Fields(line), ""}
}

func (l *scriptLine) text() string {
	out := strings.Join(l.words, " ")
	if l.comment != "" {
		out = strings.TrimLeft(out+" "+l.comment, " ")
	}
	return out
}

// declares gives the place behind the names when a line declares the thing, 0 when
// it does not. A consumer may be declared by its join.
func (t *Thing) declares(l *scriptLine) int {
	w, n := l.words, len(t.Names)
	switch {
	case len(w) > n && w[0] == t.Form.Word && slices.Equal(w[1:1+n], t.Names):
		return 1 + n
	case n == 2 && len(w) > n && w[0] == t.Form.Word && w[1] == t.Names[1] && w[2] == t.Names[0]:
		return 1 + n
	case t.Form.Word == "consumer" && len(w) > 4 && w[0] == "at" && w[2] == "join" && w[3] == t.Names[0]:
		return 4
	}
	return 0
}

// find is the line of a text that declares the thing, its number and the place
// behind the names; number -1: none does.
func (t *Thing) find(lines []string) (number int, line scriptLine, after int) {
	for i := range lines {
		l := parseLine(lines[i])
		if after := t.declares(&l); after > 0 {
			return i, l, after
		}
	}
	return -1, scriptLine{}, 0
}

// ThingsIn are the things of a form that a script declares, in its order.
func ThingsIn(text string, f *script.DeclarationForm) []Thing {
	var out []Thing
	seen := map[string]bool{}
	for _, s := range splitScript(text) {
		l := parseLine(s)
		n := len(f.Names)
		t := Thing{Form: f}
		switch w := l.words; {
		case n > 0 && len(w) > n && w[0] == f.Word && !strings.Contains(w[1], "="):
			t.Names = w[1 : 1+n]
		case f.Word == "consumer" && len(w) > 4 && w[0] == "at" && w[2] == "join":
			t.Names = w[3:4]
		default:
			continue
		}
		if !seen[t.Label()] {
			seen[t.Label()] = true
			out = append(out, t)
		}
	}
	return out
}

// Value is what the script says of a key, "" when nothing.
func (t *Thing) Value(text, key string) string { return t.Values(text)[key] }

// Values are what the script says of each key.
func (t *Thing) Values(text string) map[string]string {
	_, l, after := t.find(splitScript(text))
	out := map[string]string{}
	for _, w := range l.words[after:] {
		if k, v, keyed := strings.Cut(w, "="); keyed {
			out[k] = v
		} else {
			out[listKey] = strings.TrimPrefix(out[listKey]+" "+w, " ")
		}
	}
	return out
}

// With is the script with another value of a key, without the key for "".
func (t *Thing) With(text, key, value string) string {
	lines := splitScript(text)
	i, l, after := t.find(lines)
	switch {
	case i < 0 && len(t.Names) == 0 && value != "":
		return Added(text, t.Line(map[string]string{key: value}))
	case i < 0:
		return text
	}
	keyed := func(w string) bool { return strings.Contains(w, "=") }
	words, rest := slices.Clone(l.words[:after]), l.words[after:]
	if key == listKey {
		words = append(words, strings.Fields(value)...)
		rest = slices.DeleteFunc(slices.Clone(rest), func(w string) bool { return !keyed(w) })
	}
	done := key == listKey || value == ""
	for _, w := range rest {
		switch {
		case key == listKey || !strings.HasPrefix(w, key+"="):
			words = append(words, w)
		case !done:
			words, done = append(words, key+"="+value), true
		}
	}
	if !done {
		words = append(words, key+"="+value)
	}
	if len(words) == 1 { // of what has no name nothing is left
		return t.Without(text)
	}
	l.words = words
	lines[i] = l.text()
	return strings.Join(lines, "\n") + "\n"
}

// Without is the script without the thing's line.
func (t *Thing) Without(text string) string {
	lines := splitScript(text)
	i, _, _ := t.find(lines)
	if i < 0 {
		return text
	}
	return strings.Join(slices.Delete(lines, i, i+1), "\n") + "\n"
}

// Line is the line that declares the thing with values for its list and keys.
func (t *Thing) Line(values map[string]string) string {
	words := append([]string{t.Form.Word}, t.Names...)
	if v := strings.TrimSpace(values[listKey]); v != "" {
		words = append(words, v)
	}
	for _, k := range t.Form.Keys {
		if v := strings.TrimSpace(values[k.Key]); v != "" {
			words = append(words, k.Key+"="+v)
		}
	}
	return strings.Join(words, " ")
}

// happening are the words of lines that declare nothing.
var happening = map[string]bool{"at": true, "run": true, "expect": true}

// Added is a script with another line that declares: behind the last of its kind,
// else before what happens.
func Added(text, line string) string {
	lines := splitScript(text)
	word, at := parseLine(line).words[0], -1
	for i := range lines {
		if w := parseLine(lines[i]).words; len(w) > 0 && w[0] == word {
			at = i + 1
		}
	}
	for i := 0; at < 0 && i < len(lines); i++ {
		if w := parseLine(lines[i]).words; len(w) > 0 && happening[w[0]] {
			at = i
		}
	}
	if at < 0 {
		at = len(lines)
	}
	return strings.Join(slices.Insert(lines, at, line), "\n") + "\n"
}

// AddThing is a script with another line that declares. The name server that a
// script has without saying so stays when there is another.
func AddThing(text string, sc *script.Scenario, line string) string {
	if strings.HasPrefix(line, "nameserver ") && !strings.Contains("\n"+text, "\nnameserver ") {
		for i := range sc.NameServers {
			text = Added(text, "nameserver "+sc.NameServers[i].Name)
		}
	}
	return Added(text, line)
}

// thingStarts are what the field of a new thing's required key holds at first.
var thingStarts = map[string]string{"rate": "100/s", "latency": "20ms"}

// NewThing are names and values that a new thing could have, so that it can be
// added as it is wherever the script allows another.
func NewThing(sc *script.Scenario, f *script.DeclarationForm) (names []string, values map[string]string) {
	values = map[string]string{}
	first := func(kind string) string {
		if list := sc.Names(kind); len(list) > 0 {
			return list[0]
		}
		return ""
	}
	switch FormName(f) {
	case "link":
		names = linkWithoutLatency(sc)
	case "producer":
		names = []string{topicWithoutProducer(sc)}
	case "consumer":
		names = []string{FreeName(ScriptNames(sc))}
	default:
		names = []string{freeOf(sc, map[string]string{"nameserver": "ns", "broker": "broker", "topic": "topic", "group": "group"}[f.Word])}
	}
	if f.Word == "topic" {
		values[listKey] = first("BROKER") + ":4"
	}
	for _, k := range f.Keys {
		if !k.Required {
			continue
		}
		if values[k.Key] = thingStarts[k.Key]; values[k.Key] == "" {
			values[k.Key] = first(strings.ToUpper(k.Key))
		}
	}
	return names, values
}

// linkWithoutLatency are the ends of the first link between a consumer and a broker
// that has no latency of its own, else of the first.
func linkWithoutLatency(sc *script.Scenario) []string {
	consumers, brokers := append(sc.Names("CONSUMER"), ""), append(sc.Names("BROKER"), "")
	for _, c := range consumers[:len(consumers)-1] {
		for _, b := range brokers[:len(brokers)-1] {
			if !slices.ContainsFunc(sc.Net.Links, func(l script.Link) bool { return l.A == c && l.B == b || l.A == b && l.B == c }) {
				return []string{c, b}
			}
		}
	}
	return []string{consumers[0], brokers[0]}
}

// topicWithoutProducer is the first topic that nobody sends to, else the first.
func topicWithoutProducer(sc *script.Scenario) string {
	for i := range sc.Topics {
		if !slices.ContainsFunc(sc.Producers, func(p script.Producer) bool { return p.Topic == sc.Topics[i].Name }) {
			return sc.Topics[i].Name
		}
	}
	if len(sc.Topics) > 0 {
		return sc.Topics[0].Name
	}
	return ""
}

// freeOf is a word and the first number from 2 on that nothing is called by.
func freeOf(sc *script.Scenario, word string) string {
	for n := 2; ; n++ {
		name, taken := word+strconv.Itoa(n), false
		for _, kind := range []string{"NAME", "TOPIC", "GROUP"} {
			taken = taken || slices.Contains(sc.Names(kind), name)
		}
		if !taken {
			return name
		}
	}
}
