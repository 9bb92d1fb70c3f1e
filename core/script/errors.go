package script

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Code names the kind of an [Error], so that an edge can word it in the
// reader's language. The English wording is in this package.
type Code string

// Error is one thing wrong with a script.
type Error struct {
	Pos
	// Code and Args make Msg; for wording in another language.
	Code Code
	Args []string
	// Found is the text at Pos that is wrong, "" where something is missing.
	Found string
	// Expected tells what would be right there, "" where Msg says it.
	Expected string
	// Nearest is the known word that was probably meant, or "".
	Nearest string
	// Msg is what is wrong, in English and without the place.
	Msg string
}

// Error gives place, message and what would be right on one line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("line ")
	b.WriteString(strconv.Itoa(e.Line))
	b.WriteString(", column ")
	b.WriteString(strconv.Itoa(e.Col))
	b.WriteString(": ")
	b.WriteString(e.Text())
	return b.String()
}

// Text is the message without the place.
func (e *Error) Text() string {
	switch {
	case e.Nearest != "":
		return e.Msg + "; did you mean `" + e.Nearest + "`?"
	case e.Expected != "":
		return e.Msg + "; expected " + e.Expected
	}
	return e.Msg
}

// Errors is what [Parse] returns: at least one error, in order of place, at most [MaxErrors].
type Errors []*Error

// Error gives one line per error.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find a single *Error.
func (es Errors) Unwrap() []error {
	list := make([]error, len(es))
	for i, e := range es {
		list[i] = e
	}
	return list
}

func (es Errors) sort() {
	sort.SliceStable(es, func(i, j int) bool {
		if es[i].Line != es[j].Line {
			return es[i].Line < es[j].Line
		}
		return es[i].Col < es[j].Col
	})
}

// Codes are all codes that an [Error] can have, in order.
func Codes() []Code {
	list := make([]Code, 0, len(messages))
	// order: sorted below.
	for c := range messages {
		list = append(list, c)
	}
	slices.Sort(list)
	return list
}

// Template is the English wording of a code; {1}, {2} … stand for Args.
func (c Code) Template() string { return messages[c] }

// expand puts args into a template.
func expand(template string, args []string) string {
	var pairs []string
	for i, a := range args {
		pairs = append(pairs, "{"+strconv.Itoa(i+1)+"}", a)
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// clip keeps a found text short enough for a message.
func clip(s string) string {
	const longest = 40
	n := 0
	for i := range s {
		if n == longest {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
