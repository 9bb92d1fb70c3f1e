package play

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
)

// fakeSim is a run with one event every millisecond. Its script is its text;
// the line "run N" says how many seconds it lasts, "event N" names a second
// with an event that matters.
type fakeSim struct {
	text   string
	now    time.Duration
	end    time.Duration
	marks  []time.Duration
	steps  int // calls of AdvanceSteps
	replay int // calls of Seek
}

func loadFake(text string) (Sim, error) {
	s := &fakeSim{text: text}
	for line := range strings.Lines(text) {
		var n int
		if _, err := fmt.Sscanf(line, "run %d", &n); err == nil {
			s.end = time.Duration(n) * time.Second
		} else if _, err := fmt.Sscanf(line, "event %d", &n); err == nil {
			s.marks = append(s.marks, time.Duration(n)*time.Second)
		}
	}
	if s.end == 0 {
		return nil, errors.New("no run line")
	}
	return s, nil
}

func (s *fakeSim) Now() time.Duration { return s.now }
func (s *fakeSim) End() time.Duration { return s.end }

func (s *fakeSim) AdvanceSteps(to time.Duration, most int) bool {
	s.steps++
	to = min(to, s.end)
	if reach := s.now + time.Duration(most)*time.Millisecond; reach < to {
		s.now = reach
		return false
	}
	s.now = max(s.now, to)
	return true
}

func (s *fakeSim) Seek(to time.Duration) error { s.replay++; s.now = to; return nil }

// The events are the marks; odd seconds do not matter.
func (s *fakeSim) Events() int {
	n := 0
	for n < len(s.marks) && s.marks[n] <= s.now {
		n++
	}
	return n
}

func (s *fakeSim) EventAt(i int) (time.Duration, bool) {
	return s.marks[i], s.marks[i]%(2*time.Second) == 0
}

func (s *fakeSim) Apply(line string) error {
	if strings.HasPrefix(line, "bad") {
		return errors.New("unknown action " + line)
	}
	s.text += fmt.Sprintf("at %v %s\n", s.now, line)
	return nil
}

func (s *fakeSim) Text() string      { return s.text }
func (s *fakeSim) View(v *core.View) { v.Now, v.End, v.Groups = s.now, s.end, []string{"g"} }
func (s *fakeSim) Digest() string    { return fmt.Sprint(len(s.text), " ", s.now) }

func (s *fakeSim) Script() *script.Script   { return nil }
func (s *fakeSim) Log() *trace.Log          { return nil }
func (s *fakeSim) Watch(func(*trace.Event)) {}
func (s *fakeSim) Claims() []Claim          { return nil }

func (s *fakeSim) Series(int, int) Series {
	n := int(s.now / (100 * time.Millisecond))
	out := Series{Step: 100 * time.Millisecond, Backlog: make([]int32, n), Duplicates: make([]int32, n)}
	for i := range n {
		out.Backlog[i] = int32(i)
	}
	return out
}

// fakeAddress keeps what was written.
type fakeAddress struct {
	entries []string // the history; the last is the present one
	writes  int
}

func (a *fakeAddress) Push(f string) { a.entries = append(a.entries, f); a.writes++ }

func (a *fakeAddress) Replace(f string) {
	a.writes++
	if len(a.entries) == 0 {
		a.entries = append(a.entries, "")
	}
	a.entries[len(a.entries)-1] = f
}

func (a *fakeAddress) now() string { return a.entries[len(a.entries)-1] }

const (
	joinText = "join\nevent 30\nevent 35\nevent 60\nrun 120\n"
	killText = "kill\nrun 90\n"
)

// fake makes a playground over fakes; permalinks are the text in hexadecimal.
func fake() (*Playground, *fakeAddress) {
	a := &fakeAddress{}
	p := New(Config{
		Load:   loadFake,
		Encode: func(text string) string { return fmt.Sprintf("1%x", text) },
		Decode: func(link string) (string, error) {
			var text []byte
			if _, err := fmt.Sscanf(link, "1%x", &text); err != nil {
				return "", errors.New("damaged")
			}
			return string(text), nil
		},
		Lessons: []Lesson{{"kill", killText}, {"join", joinText}},
		Default: "join",
		Address: a,
	})
	return p, a
}
