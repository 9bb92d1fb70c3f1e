package panel

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"ringside/core/script"
	"ringside/wasm/play"
)

// ErrorText words an error of the playground, the parser or the core.
func (l Lang) ErrorText(err error) string {
	var link *play.LinkError
	var list script.Errors
	switch {
	case err == nil:
		return ""
	case errors.Is(err, play.ErrLater):
		return l.Text("control.later")
	case errors.Is(err, play.ErrMoved):
		return l.Text("control.moved")
	case errors.Is(err, play.ErrEmpty):
		return l.Text("control.empty")
	case errors.As(err, &link):
		return l.linkText(link)
	case errors.As(err, &list):
		out := make([]string, len(list))
		for i, e := range list {
			out[i] = l.ScriptError(e)
		}
		return strings.Join(out, "; ")
	}
	if text, ok := l.strategyFault(err); ok {
		return text
	}
	if text, ok := l.permalinkFault(err); ok {
		return text
	}
	return l.unknownError(err)
}

// linkKeys word the faults of a link.
var linkKeys = map[play.LinkReason]string{
	play.LinkPart: "problem.part", play.LinkTwice: "problem.twice", play.LinkTime: "problem.time",
	play.LinkLesson: "problem.lesson", play.LinkDamage: "problem.damage", play.LinkScript: "problem.script",
	play.LinkNothing: "problem.nothing", play.LinkLate: "problem.late",
	play.LinkRun: "problem.run", play.LinkRuns: "problem.runs",
	play.LinkGroup: "problem.group", play.LinkTopic: "problem.topic",
}

func (l Lang) linkText(e *play.LinkError) string {
	return l.Text(linkKeys[e.Reason], "part", shorten(e.Part), "error", l.ErrorText(e.Err))
}

// shorten keeps what a link held short enough to read.
func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// ScriptErrors finds the parser's errors in an error, nil when it is another one.
func ScriptErrors(err error) script.Errors {
	var list script.Errors
	if errors.As(err, &list) {
		return list
	}
	return nil
}

// Words is Text for keys whose arguments are numbered from {0}, as the picture's are.
func (l Lang) Words(key string, args ...any) string {
	places := [...]string{"0", "1", "2", "3", "4", "5", "6", "7"}
	pairs := make([]string, 0, 2*len(args))
	for i, a := range args {
		if i < len(places) {
			pairs = append(pairs, places[i], fmt.Sprint(a))
		}
	}
	return l.Text(key, pairs...)
}

// ScriptError words one error of a script, without its place.
func (l Lang) ScriptError(e *script.Error) string {
	if l == English {
		return e.Text()
	}
	zh, ok := scriptChinese[string(e.Code)]
	if !ok {
		return e.Text()
	}
	msg := fill(zh, numbered(e.Args))
	switch {
	case e.Nearest != "":
		msg = l.Text("script.nearest", "error", msg, "word", e.Nearest)
	case e.Expected != "":
		msg = l.Text("script.expected", "error", msg, "what", noun(e.Expected))
	}
	return withoutGaps(msg)
}

// withoutGaps takes away the blanks between two Chinese characters, which are left
// where a word was put in that may be in either script.
func withoutGaps(s string) string {
	r := []rune(s)
	out := make([]rune, 0, len(r))
	for i, c := range r {
		if c == ' ' && i > 0 && i+1 < len(r) && unicode.Is(unicode.Han, r[i-1]) && unicode.Is(unicode.Han, r[i+1]) {
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// numbered pairs values with their places, from 1.
func numbered(args []string) []string {
	digits := [...]string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}
	var out []string
	for i, a := range args {
		if i < len(digits) {
			out = append(out, digits[i], noun(a))
		}
	}
	return out
}
