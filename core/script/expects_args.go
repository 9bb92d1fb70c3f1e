package script

import (
	"slices"
	"strings"
	"time"
)

// figure finds the row that the subject's arguments mean.
func (d *draft) figure(x *expectDraft) (*figure, bool) {
	kinds := []argKind{}
	for _, w := range x.argWords {
		r := w.ref()
		x.args = append(x.args, r)
		x.e.Args = append(x.e.Args, r.text)
		kinds = append(kinds, d.argKind(r))
	}
	for i := range figures {
		if f := &figures[i]; f.subject == x.subject.text && slices.Equal(f.args, kinds) {
			return f, true
		}
	}
	// The first word that no row goes on with is wrong.
	n := 0
	candidates, any := d.goesOn(x.subject.text, kinds[:0])
	for n < len(kinds) && slices.Contains(any, kinds[n]) {
		n++
		candidates, any = d.goesOn(x.subject.text, kinds[:n])
	}
	switch {
	case n == len(kinds):
		d.errorf(x.op.pos, codeMissing, "what to look at", forms(x.subject.text))
	case kinds[n] == argNone && candidates != nil:
		d.unknown(x.args[n], codeArgWord, candidates)
	case n > 0 && len(any) == 0:
		d.errorf(x.args[n].pos, codeTrailing, clip(x.args[n].text), forms(x.subject.text)).Found = x.args[n].text
	default:
		d.errorf(x.args[n].pos, codeArg, x.subject.text, clip(x.args[n].text), forms(x.subject.text)).Found = x.args[n].text
	}
	return nil, false
}

// goesOn are the kinds of argument that a subject can have after others, and the
// words that these can be.
func (d *draft) goesOn(subject string, after []argKind) (words []string, kinds []argKind) {
	for i := range figures {
		f := &figures[i]
		if f.subject != subject || len(f.args) <= len(after) || !slices.Equal(f.args[:len(after)], after) {
			continue
		}
		if k := f.args[len(after)]; !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
			words = append(words, d.argCandidates(k)...)
		}
	}
	return words, kinds
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
	if r.text == "count" {
		return argCount
	}
	if _, problem := parseDuration(r.text); problem != durationBad {
		return argTime
	}
	return argNone
}

// argCandidates are the words that an argument of a kind can be.
func (d *draft) argCandidates(kind argKind) []string {
	switch kind {
	case argMax, argMin, argMedian, argP99, argCount:
		return []string{argForms[kind]}
	case argCause:
		return causes
	case argLoss:
		return losses
	case argBroker:
		return d.candidates("broker")
	case argConsumer:
		return d.candidates("consumer")
	case argTime:
		var list []string
		for _, t := range d.eventTimes() {
			list = append(list, FormatDuration(t))
		}
		return list
	}
	return nil
}

// eventTimes are the times at which the script does something to the cluster;
// before time 0 there is nothing to compare with.
func (d *draft) eventTimes() []time.Duration {
	var list []time.Duration
	for _, a := range d.actions {
		if a.act.Kind != ActMeasure && a.act.At > 0 {
			list = append(list, a.act.At)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// event reads the time of an event that an expectation is about.
func (d *draft) event(x *expectDraft, i int) bool {
	r := x.args[i]
	t, ok := d.duration(r, "time", 0, MaxRun)
	if !ok {
		return false
	}
	times := d.eventTimes()
	if !slices.Contains(times, t) {
		e := d.errorf(r.pos, codeNoEvent, FormatDuration(t))
		e.Found = r.text
		for _, at := range times {
			if e.Nearest == "" || (at-t).Abs() < nearestOf(e.Nearest, t) {
				e.Nearest = FormatDuration(at)
			}
		}
		return false
	}
	x.e.Args[i], x.argWords[i].canon = FormatDuration(t), FormatDuration(t)
	return true
}

// nearestOf is how far a time as written lies from another.
func nearestOf(written string, t time.Duration) time.Duration {
	at, _ := parseDuration(written)
	return (at - t).Abs()
}
