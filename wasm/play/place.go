package play

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Place is what an address fragment holds: a scenario and a time in it.
//
//	#lesson=join&t=12.3s          a lesson by name
//	#s=<permalink>&t=12.3s        a script (package script's Encode)
//	…&paused=1                    the reader had paused there
//	…&run=B&b=A.lesson:join       this is run B, compared with run A, a lesson
//	…&b=C.<permalink>             a further run that is kept; at most MostBranches in all
//	…&vs=0                        compared with none of them
//	…&group=g&topic=t             group g is looked at, and of its topics t alone
//
// The zero Place is an address without a fragment.
type Place struct {
	// Lesson is a lesson's name; Link a permalink. At most one of them is set.
	Lesson, Link string
	// At is the time in the run, 0 when not given, in whole milliseconds.
	At time.Duration
	// Paused keeps the run from starting by itself.
	Paused bool
	// Run is the letter of this run, "" when it is the only one.
	Run string
	// Others are further runs that are kept; this one is compared with the
	// first, unless Alone is set.
	Others []OtherPlace
	Alone  bool
	Look
}

// OtherPlace is a further run that a place keeps: its Name, which is a letter, and
// its script as Lesson or Link, as in [Place].
type OtherPlace struct{ Name, Lesson, Link string }

// LinkError says why a fragment cannot be read.
type LinkError struct {
	// Reason is one of the Reason constants.
	Reason LinkReason
	// Part is the part of the fragment at fault, as it stands there.
	Part string
	// Err is the cause where another package found it (the permalink's decoder, the script's parser).
	Err error
}

// LinkReason is a kind of fault in a fragment.
type LinkReason uint8

// The reasons.
const (
	LinkPart    LinkReason = iota // a part that is not key=value of a known key
	LinkTwice                     // a key given twice, or both a lesson and a script
	LinkTime                      // t is no time
	LinkLesson                    // no such lesson
	LinkDamage                    // the permalink cannot be decoded
	LinkScript                    // it decodes, to a script with errors
	LinkNothing                   // a time without a scenario
	LinkLate                      // the time lies after the run's end; see [Playground.Notice]
	LinkRun                       // a run's letter or form is wrong
	LinkRuns                      // more runs than are kept
	LinkGroup                     // no such group; see [Playground.Notice]
	LinkTopic                     // the group has no such topic; see [Playground.Notice]
)

// Error is the reason for logs; the page says it in the reader's language.
func (e *LinkError) Error() string {
	words := [...]string{
		"unknown part %q; known are lesson=NAME, s=PERMALINK, t=TIME and paused=1",
		"%q is given twice; a link names one scenario, by lesson= or by s=",
		"%q is no time; write t=12.3s",
		"no lesson %q",
		"the permalink in %q is damaged",
		"the script in %q has errors",
		"%q names no scenario; add lesson=NAME or s=PERMALINK",
		"%q lies after the end of the run",
		"%q is no run; write run=B, b=A.PERMALINK or b=A.lesson:NAME, each letter once",
		"%q is one run too many",
		"no consumer group %q",
		"the group has no topic %q",
	}
	msg := "link: " + fmt.Sprintf(words[e.Reason], clip(e.Part))
	if e.Err != nil {
		msg += ": " + e.Err.Error()
	}
	return msg
}

// Unwrap returns the cause.
func (e *LinkError) Unwrap() error { return e.Err }

// clip shortens a text for a message.
func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// ParsePlace reads a fragment, with or without its "#". It does not look
// whether the lesson exists or the permalink decodes.
func ParsePlace(fragment string) (Place, error) {
	var p Place
	seen := map[string]bool{}
	fragment = strings.TrimPrefix(fragment, "#")
	if fragment == "" {
		return p, nil
	}
	for _, part := range strings.Split(fragment, "&") {
		key, value, ok := strings.Cut(part, "=")
		if ok && p.Look.set(key, value) {
			continue
		}
		if !ok || value == "" {
			return Place{}, &LinkError{Reason: LinkPart, Part: cmp.Or(part, fragment)}
		}
		if seen[key] && key != "b" || (key == "s" && seen["lesson"]) || (key == "lesson" && seen["s"]) {
			return Place{}, &LinkError{Reason: LinkTwice, Part: part}
		}
		seen[key] = true
		if err := p.set(key, value, part); err != nil {
			return Place{}, err
		}
	}
	if p.Lesson == "" && p.Link == "" {
		return Place{}, &LinkError{Reason: LinkNothing, Part: fragment}
	}
	return p, p.checkRuns()
}

// set fills the field that a part of a fragment names.
func (p *Place) set(key, value, part string) error {
	switch key {
	case "lesson":
		name, err := url.QueryUnescape(value)
		if err != nil {
			return &LinkError{Reason: LinkLesson, Part: value}
		}
		p.Lesson = name
	case "s":
		p.Link = value
	case "t":
		at, err := time.ParseDuration(value)
		if err != nil || at < 0 {
			return &LinkError{Reason: LinkTime, Part: part}
		}
		p.At = at.Round(time.Millisecond)
	case "paused":
		if value != "1" {
			return &LinkError{Reason: LinkPart, Part: part}
		}
		p.Paused = true
	case "run":
		if !isLetter(value) {
			return &LinkError{Reason: LinkRun, Part: part}
		}
		p.Run = value
	case "b":
		return p.addOther(value, part)
	case "vs":
		if value != "0" {
			return &LinkError{Reason: LinkPart, Part: part}
		}
		p.Alone = true
	default:
		return &LinkError{Reason: LinkPart, Part: part}
	}
	return nil
}

// String is the fragment, without "#". The zero Place gives "".
func (p Place) String() string {
	var b strings.Builder
	switch {
	case p.Lesson != "":
		b.WriteString("lesson=" + url.QueryEscape(p.Lesson))
	case p.Link != "":
		b.WriteString("s=" + p.Link)
	default:
		return ""
	}
	if at := p.At.Round(time.Millisecond); at > 0 {
		b.WriteString("&t=" + strconv.FormatFloat(float64(at.Milliseconds())/1000, 'f', -1, 64) + "s")
	}
	if p.Paused {
		b.WriteString("&paused=1")
	}
	p.writeRuns(&b)
	p.Look.write(&b)
	return b.String()
}
