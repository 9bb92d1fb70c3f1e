package script

import (
	"strings"
	"time"
)

// argKind is what can narrow an expectation's subject.
type argKind uint8

const (
	argNone argKind = iota
	argMax
	argQueue
	argBroker
	argConsumer
	argCause
	argMin
	argMedian
	argP99
	argLoss
)

var argForms = [...]string{"", "max", "TOPIC/BROKER/ID", "BROKER", "CONSUMER", "CAUSE", "min", "median", "p99", "LOSS"}

// valueKind is what a subject is compared with.
type valueKind uint8

const (
	valueCount valueKind = iota
	valueDuration
	valueConsumers
	valueQueues
)

var valueForms = [...]string{"N", "TIME", "NAME[,NAME] or none", "BROKER/ID[,BROKER/ID] or none"}

// figure is a row of what can be expected.
type figure struct {
	subject string
	arg     argKind
	value   valueKind
}

var figures = []figure{
	{"owner", argQueue, valueConsumers},
	{"owns", argConsumer, valueQueues},
	{"idle", argNone, valueConsumers},
	{"members", argNone, valueConsumers},
	{"members", argBroker, valueConsumers},
	{"duplicates", argNone, valueCount},
	{"duplicates", argConsumer, valueCount},
	{"duplicates", argCause, valueCount},
	{"completions", argNone, valueCount},
	{"completions", argConsumer, valueCount},
	{"distinct", argNone, valueCount},
	{"skipped", argNone, valueCount},
	{"skipped", argLoss, valueCount},
	{"failed", argNone, valueCount},
	{"dead-letters", argNone, valueCount},
	{"retrying", argNone, valueCount},
	{"suspended", argNone, valueConsumers},
	{"backlog", argNone, valueCount},
	{"backlog", argMax, valueCount},
	{"moved", argNone, valueCount},
	{"rebalances", argNone, valueCount},
	{"notices", argNone, valueCount},
	{"unowned", argNone, valueCount},
	{"unowned", argMax, valueDuration},
	{"unowned", argQueue, valueDuration},
	{"double", argNone, valueCount},
	{"double", argMax, valueDuration},
	{"silent", argMax, valueDuration},
	{"committed", argQueue, valueCount},
	{"unreadable", argNone, valueCount},
	{"send-errors", argNone, valueCount},
	{"disorder", argNone, valueCount},
	{"disorder", argCause, valueCount},
	{"locked", argQueue, valueConsumers},
	{"requests", argNone, valueCount},
	{"requests", argConsumer, valueCount},
	{"found", argNone, valueCount},
	{"found", argConsumer, valueCount},
	{"empty", argNone, valueCount},
	{"empty", argConsumer, valueCount},
	{"refused", argNone, valueCount},
	{"refused", argConsumer, valueCount},
	{"held", argNone, valueCount},
	{"held", argConsumer, valueCount},
	{"invisible", argNone, valueCount},
	{"latency", argMin, valueDuration},
	{"latency", argMedian, valueDuration},
	{"latency", argP99, valueDuration},
	{"latency", argMax, valueDuration},
}

// form is how a figure is written.
func (f *figure) form() string {
	s := "expect " + f.subject
	if f.arg != argNone {
		s += " " + argForms[f.arg]
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
	if len(rest) > 2 {
		d.errorf(rest[2].pos, codeTrailing, clip(rest[2].text), c.form).Found = rest[2].text
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

// figure finds the row that the subject's argument means.
func (d *draft) figure(x *expectDraft) (*figure, bool) {
	kind, arg := argNone, ref{}
	if len(x.argWords) > 0 {
		arg = x.argWords[0].ref()
		kind = d.argKind(arg)
		x.args = []ref{arg}
		x.e.Args = []string{arg.text}
	}
	var candidates []string
	for i := range figures {
		f := &figures[i]
		if f.subject != x.subject.text {
			continue
		}
		if f.arg == kind && (kind != argNone || arg.text == "") {
			return f, true
		}
		candidates = append(candidates, d.argCandidates(f.arg)...)
	}
	switch {
	case arg.text == "":
		d.errorf(x.op.pos, codeMissing, "what to look at", forms(x.subject.text))
	case kind == argNone && candidates != nil:
		d.unknown(arg, codeArgWord, candidates)
	default:
		d.errorf(arg.pos, codeArg, x.subject.text, clip(arg.text), forms(x.subject.text)).Found = arg.text
	}
	return nil, false
}

// argKind tells what an argument is; argNone when it is nothing known.
func (d *draft) argKind(r ref) argKind {
	switch {
	case r.text == "max":
		return argMax
	case r.text == "min":
		return argMin
	case r.text == "median":
		return argMedian
	case r.text == "p99":
		return argP99
	case strings.Contains(r.text, "/"):
		return argQueue
	case contains(causes, r.text):
		return argCause
	case contains(losses, r.text):
		return argLoss
	}
	if _, found := d.people[r.text]; found {
		return argConsumer
	}
	if _, found := d.names["broker "+r.text]; found {
		return argBroker
	}
	return argNone
}

// argCandidates are the words that an argument of a kind can be.
func (d *draft) argCandidates(kind argKind) []string {
	switch kind {
	case argMax, argMin, argMedian, argP99:
		return []string{argForms[kind]}
	case argCause:
		return causes
	case argLoss:
		return losses
	case argBroker:
		return d.candidates("broker")
	case argConsumer:
		return d.candidates("consumer")
	}
	return nil
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
