package panel

import (
	"regexp"
	"strconv"
	"strings"

	"ringside/core/script"
)

// Declared is a value that a script sets for the whole run: a timer of upstream,
// the network, chance, the length. No action changes it, so changing it plays the
// script again from its start.
type Declared struct {
	// Statement is the word of its line; Key the KEY of KEY=VALUE there, "" where
	// the value stands alone.
	Statement, Key string
	// Value is what a script has, Default what it has without the line ("" when a
	// script needs it).
	Value, Default string
}

// Name is what it is called in ids and words: "heartbeat", "net-latency", "seed".
func (d *Declared) Name() string {
	switch {
	case d.Statement == "timers":
		return d.Key
	case d.Key == "":
		return d.Statement
	}
	return d.Statement + "-" + d.Key
}

// DeclaredIn are the values of a scenario: those of the world first, then the
// timers in the order of the language.
func DeclaredIn(sc *script.Scenario) (world, timers []Declared) {
	at := script.FormatDuration
	world = []Declared{
		{"net", "latency", at(sc.Net.Latency), ""}, {"net", "jitter", at(sc.Net.Jitter), "0s"},
		{"seed", "", strconv.FormatUint(sc.Seed, 10), ""}, {"run", "", at(sc.Run), ""},
	}
	for i := range script.NumTimers {
		t := script.Timer(i)
		timers = append(timers, Declared{"timers", t.String(), at(sc.Timers[i]), at(t.Default())})
	}
	return world, timers
}

// Declare is a script's text with another value. What upstream has anyway is
// left out; a value of a line that is there takes its place, a new one stands
// before the first action.
func Declare(text string, d *Declared, value string) string {
	lines := strings.SplitAfter(strings.TrimRight(text, "\n")+"\n", "\n")
	lines = lines[:len(lines)-1]
	last, at := -1, -1
	for i, line := range lines {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "at" && at < 0:
			at = i
		case words[0] != d.Statement || d.Statement == "net" && len(words) > 1 && !strings.Contains(words[1], "="):
		default:
			last = i
			if next, ok := d.replace(line, value); ok {
				lines[i] = next
				return strings.Join(lines, "")
			}
		}
	}
	if value == d.Default {
		return text
	}
	word := value
	if d.Key != "" {
		word = d.Key + "=" + value
	}
	switch line := d.Statement + " " + word + "\n"; {
	case d.Statement == "net" && last >= 0: // it is one line
		lines[last] = strings.TrimRight(lines[last], "\n") + " " + word + "\n"
	case last >= 0:
		lines[last] += line
	case at >= 0:
		lines[at] = line + lines[at]
	default:
		lines = append(lines, line)
	}
	return strings.Join(lines, "")
}

// replace puts a value into a line that has one; ok is false when it has none. A
// line with nothing left but its word goes.
func (d *Declared) replace(line, value string) (next string, ok bool) {
	body, comment := line, ""
	if i := strings.IndexByte(line, '#'); i >= 0 {
		body, comment = line[:i], line[i:]
	} else {
		body, comment = strings.TrimRight(line, "\n"), "\n"
	}
	if d.Key == "" {
		if comment != "\n" {
			comment = " " + comment
		}
		return d.Statement + " " + value + comment, true
	}
	old := regexp.MustCompile(`(\s)` + regexp.QuoteMeta(d.Key) + `=\S*`)
	if !old.MatchString(body) {
		return line, false
	}
	word := "${1}" + d.Key + "=" + strings.ReplaceAll(value, "$", "$$")
	if value == d.Default {
		word = ""
	}
	body = old.ReplaceAllString(body, word)
	if strings.TrimSpace(body) == d.Statement {
		return strings.TrimLeft(comment, "\n"), true
	}
	return strings.TrimRight(body, " \t") + map[bool]string{true: " ", false: ""}[comment != "\n"] + comment, true
}

// DeclaredWords are the label and the hint.
func (l Lang) DeclaredWords(d *Declared) (label, hint string) {
	key := worldKeyPrefix + d.Name()
	if d.Statement == "timers" {
		key = timerKeyPrefix + d.Name()
	}
	return l.textOr(key, d.Name()), l.textOr(key+hintSuffix, d.Statement+" "+d.Key)
}
