package script

import (
	"strconv"
	"strings"
)

// Script is a script read without errors. It does not change.
type Script struct {
	lines    []*line
	scenario *Scenario
}

// Scenario is what the script says, resolved and checked. It is shared: callers
// must not change it.
func (s *Script) Scenario() *Scenario { return s.scenario }

// Format is the script's canonical text: one blank between words, values in
// their shortest spelling, the order of lines and keys as written, comments and
// blank lines kept. Parsing it gives the same script.
func (s *Script) Format() string {
	var b strings.Builder
	for _, l := range s.lines {
		l.format(&b)
	}
	return b.String()
}

// Append returns a script with one more line. The line is read and checked in
// the script's context exactly as if it had been there; errors are those of
// [Parse], with the line's number in the longer script.
func (s *Script) Append(text string) (*Script, error) {
	no := len(s.lines) + 1
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		d := &draft{}
		d.errorf(ref{text, Pos{no, 1}}.from(i).pos, codeOneLine)
		return nil, d.errs
	}
	next, err := Parse(s.Format() + text + "\n")
	if err != nil {
		return nil, err
	}
	if name := s.scenario.startedLate(next.scenario); name != "" {
		// As the first action on it, a start would take it away before.
		d := &draft{}
		at := ref{text, Pos{no, 1}}
		d.errorf(at.from(max(strings.LastIndex(text, name), 0)).pos, codeServerRunning, "start", name,
			FormatDuration(next.scenario.Actions[len(next.scenario.Actions)-1].At), "0s", name).Found = name
		return nil, d.errs
	}
	return next, nil
}

// startedLate names a server that runs from time 0 in sc but not in next.
func (sc *Scenario) startedLate(next *Scenario) string {
	for i := range sc.Brokers {
		if next.Brokers[i].Absent && !sc.Brokers[i].Absent {
			return sc.Brokers[i].Name
		}
	}
	for i := range sc.NameServers {
		if i < len(next.NameServers) && next.NameServers[i].Absent && !sc.NameServers[i].Absent {
			return sc.NameServers[i].Name
		}
	}
	return ""
}

// Parse reads a script and checks it. The error is of type [Errors] and holds
// all that was found wrong, up to [MaxErrors].
func Parse(text string) (*Script, error) {
	if len(text) > MaxBytes {
		d := &draft{}
		d.errorf(Pos{1, 1}, codeBytes, strconv.Itoa(len(text)), strconv.Itoa(MaxBytes))
		return nil, d.errs
	}
	d := newDraft()
	for i, s := range splitLines(text) {
		l := lex(s, i+1)
		d.lines = append(d.lines, l)
		before := len(d.errs)
		if before >= MaxErrors {
			break
		}
		d.checkCharacters(s, i+1)
		if len(d.errs) == before && len(l.words) > 0 && d.checkPlain(l) {
			d.statement(l)
		}
	}
	sc := d.resolve()
	if len(d.errs) > 0 {
		d.errs.sort()
		if len(d.errs) > MaxErrors {
			d.errs = d.errs[:MaxErrors]
		}
		return nil, d.errs
	}
	s := &Script{lines: d.lines, scenario: sc}
	if n := len(s.Format()); n > MaxBytes {
		// 90m is shorter than the canonical 1h30m.
		d.errorf(Pos{1, 1}, codeBytesCanon, strconv.Itoa(n), strconv.Itoa(MaxBytes))
		return nil, d.errs
	}
	return s, nil
}

// statement reads a line that begins with a word.
func (d *draft) statement(l *line) {
	first := l.words[0]
	name, lang, prose := strings.Cut(first.text, ".")
	for i := range statements {
		st := &statements[i]
		if st.word == first.text || st.prose && prose && st.word == name {
			d.cur = &cursor{l: l, form: st.form, next: 1, lang: lang}
			st.parse(d, d.cur)
			return
		}
	}
	d.unknown(first.ref(), codeStatement, statementWords())
}

// cursor walks the words of a line.
type cursor struct {
	l    *line
	form string
	next int
	lang string
}

// pos is the place of the next word, or the line's end.
func (c *cursor) pos() Pos {
	if c.next < len(c.l.words) {
		return c.l.words[c.next].pos
	}
	return c.l.end
}

// start is the place of the line's first word.
func (c *cursor) start() Pos { return c.l.words[0].pos }

// verb is the word that a message names the line by: of an action its own.
func (c *cursor) verb() string {
	if first := c.l.words[0].text; first != "at" || len(c.l.words) < 3 {
		return first
	}
	return c.l.words[2].text
}

// more says whether words are left.
func (c *cursor) more() bool { return c.next < len(c.l.words) }

// peek is the next word's text, "" at the end.
func (c *cursor) peek() string {
	if !c.more() {
		return ""
	}
	return c.l.words[c.next].text
}

// take returns the next word; at the end of the line it reports what is missing and returns nil.
func (d *draft) take(c *cursor, what string) *word {
	if !c.more() {
		d.errorf(c.pos(), codeMissing, what, c.form)
		return nil
	}
	w := c.l.words[c.next]
	c.next++
	return w
}

// done reports words that nobody took.
func (d *draft) done(c *cursor) bool {
	if !c.more() {
		return true
	}
	w := c.l.words[c.next]
	d.errorf(w.pos, codeTrailing, clip(w.text), c.form).Found = w.text
	return false
}

// key is a KEY=VALUE word.
type key struct {
	name, value ref
	w           *word
}

// set gives the canonical spelling of the value.
func (k *key) set(canon string) { k.w.canon = k.name.text + "=" + canon }

// keys reads the rest of the line as KEY=VALUE words: known keys, each once.
// handle reads one value.
func (d *draft) keys(c *cursor, known []string, handle func(k *key)) {
	seen := map[string]Pos{}
	for c.more() {
		w := c.l.words[c.next]
		c.next++
		name, value, found := w.ref().cut("=")
		switch before, again := seen[name.text]; {
		case !found && strings.HasPrefix(c.peek(), "="), found && (name.text == "" || value.text == "" && c.more()):
			d.errorf(w.pos, codeBlanks, clip(w.text)).Found = w.text
			return
		case !found && contains(known, name.text):
			d.errorf(w.pos, codeNoValue, name.text, c.form).Found = w.text
		case !found:
			d.errorf(w.pos, codeTrailing, clip(w.text), c.form).Found = w.text
			return
		case !contains(known, name.text):
			d.unknown(name, codeKey, known, c.verb())
		case again:
			d.errorf(name.pos, codeKeyTwice, name.text, place(before)).Found = name.text
		case value.text == "":
			d.errorf(value.pos, codeNoValue, name.text, c.form)
		default:
			seen[name.text] = name.pos
			handle(&key{name, value, w})
		}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func place(p Pos) string { return "line " + strconv.Itoa(p.Line) }
