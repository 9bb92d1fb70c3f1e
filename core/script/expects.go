package script

import (
	"strings"
	"time"
)

// form is how a figure is written.
func (f *figure) form() string {
	s := "expect " + f.subject
	for _, k := range f.args {
		s += " " + argForms[k]
	}
	op := " OP "
	if f.value >= valueConsumers {
		op = " = "
	}
	return s + op + valueForms[f.value]
}

// subjects are the known words, and forms the ways to write one of them.
func subjects() []string {
	var list []string
	for i := range figures {
		if !contains(list, figures[i].subject) {
			list = append(list, figures[i].subject)
		}
	}
	return list
}

func forms(subject string) string {
	var list []string
	for i := range figures {
		if figures[i].subject == subject {
			list = append(list, figures[i].form())
		}
	}
	return strings.Join(list, "` or `")
}

var ops = []string{"=", "!=", "<", "<=", ">", ">="}

// expectDraft is an expectation as written.
type expectDraft struct {
	e              Expect
	subject, group ref
	args           []ref
	value          *word
	op             ref
	l              *line
	argWords       []*word
}

// parseExpect reads the words before the sign of comparison, in which at TIME
// and in GROUP may stand anywhere; the canonical text has them first.
func parseExpect(d *draft, c *cursor) {
	x := &expectDraft{l: c.l, e: Expect{AtEnd: true, Pos: c.start()}}
	first := c.l.words[0]
	var at, in, rest []*word
	for c.more() && !contains(ops, c.peek()) {
		w := d.take(c, "")
		switch {
		case strings.ContainsAny(w.text, "<>=!"):
			d.errorf(w.pos, codeOpGlued, clip(w.text)).Found = w.text
			return
		case w.text == "at" && at == nil:
			if at = d.qualifier(c, w, "the time"); at == nil {
				return
			}
			t, ok := d.at(at[1])
			if !ok {
				return
			}
			x.e.At, x.e.AtEnd = t, false
			d.later = append(d.later, func() { d.beyond(t, at[1].pos) })
		case w.text == "in" && in == nil:
			if in = d.qualifier(c, w, "the group"); in == nil {
				return
			}
			x.group = in[1].ref()
		default:
			rest = append(rest, w)
		}
	}
	if !d.comparison(c, x, rest) {
		return
	}
	words := append(append(append([]*word{first}, at...), in...), rest...)
	c.l.words = append(words, c.l.words[c.next-2:]...)
	d.expects = append(d.expects, x)
	d.limit(c.start(), "expectations", len(d.expects), MaxExpects)
}

// qualifier reads the word after at or in.
func (d *draft) qualifier(c *cursor, w *word, what string) []*word {
	if contains(ops, c.peek()) {
		d.errorf(c.pos(), codeMissing, what, c.form)
		return nil
	}
	next := d.take(c, what)
	if next == nil {
		return nil
	}
	return []*word{w, next}
}

// comparison reads subject, sign and value.
func (d *draft) comparison(c *cursor, x *expectDraft, rest []*word) bool {
	if len(rest) == 0 {
		d.errorf(c.pos(), codeMissing, "the subject", c.form)
		return false
	}
	x.subject = rest[0].ref()
	if !contains(subjects(), x.subject.text) {
		d.unknown(x.subject, codeSubject, subjects())
		return false
	}
	c.form = forms(x.subject.text)
	if most := 1 + max(mostArgs(x.subject.text), 1); len(rest) > most {
		d.errorf(rest[most].pos, codeTrailing, clip(rest[most].text), c.form).Found = rest[most].text
		return false
	}
	op := d.take(c, "the sign of comparison")
	if op == nil {
		return false
	}
	x.value = d.take(c, "the value")
	if x.value == nil || !d.done(c) {
		return false
	}
	x.op, x.argWords = op.ref(), rest[1:]
	x.e.Subject, x.e.Op = x.subject.text, op.text
	return true
}

// expect resolves names and value of an expectation.
func (d *draft) expect(x *expectDraft) {
	f, ok := d.figure(x)
	if !ok || x.group.text != "" && !d.lookup("group", x.group) {
		return
	}
	if f.value >= valueConsumers && x.op.text != "=" && x.op.text != "!=" {
		e := d.errorf(x.op.pos, codeOp, f.subject, x.op.text)
		e.Found, e.Expected = x.op.text, "= or !="
		return
	}
	if !d.whose(x, f) || !d.expectValue(x, f) {
		return
	}
	if x.e.AtEnd {
		x.e.At = d.sc.Run
	}
	var b strings.Builder
	rest := line{words: x.l.words[1:]}
	rest.format(&b)
	x.e.Text = strings.TrimSuffix(b.String(), "\n")
	d.sc.Expects = append(d.sc.Expects, x.e)
}

// expectValue reads the value.
func (d *draft) expectValue(x *expectDraft, f *figure) bool {
	v, ok := x.value.ref(), false
	switch f.value {
	case valueCount:
		if x.e.Count, ok = d.count(v); ok {
			x.value.canon = decimal(x.e.Count, 1)
		}
	case valueDuration:
		x.e.IsDuration = true
		if x.e.Duration, ok = d.duration(v, f.subject, 0, MaxRun); ok {
			x.e.Count = int64(x.e.Duration / time.Nanosecond)
			x.value.canon = FormatDuration(x.e.Duration)
		}
	case valueConsumers:
		ok = d.expectConsumers(x)
	case valueQueues:
		ok = d.expectQueues(x)
	}
	x.e.Value = x.value.canon
	return ok
}
