package lab

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ringside/core/script"
)

// Variant is one way to play the scenario.
type Variant struct {
	// Series and X place its result in a drawing: a line's name and a place on it.
	Series string
	X      int
	// Declare are settings written into the group's own statement, so that they
	// hold from the start; Set are settings changed when the measurement begins.
	Declare, Set []Setting
}

// Setting is KEY=VALUE, Key and Value as a script writes them.
type Setting struct{ Key, Value string }

// Plan is what a [Sweep] does: every variant of one script in one group.
type Plan struct {
	// Script is the text that every variant begins with, Group the consumer group
	// that is changed and measured.
	Script *script.Script
	Group  string
	// Measured is [From, Until].
	From, Until time.Duration
	// Rounds are played for every variant, each with its own seed; one round
	// depends too much on the moment in which something breaks. A round is the
	// script lines that are added: "at 20s kill c2".
	Rounds [][]string
	// Variants are what is compared.
	Variants []Variant
}

// BatchSizes are those that a sweep of batches tries (the range of
// consumeMessageBatchMaxSize is 1 to 1024).
var BatchSizes = []int{1, 2, 4, 8, 16, 32, 64, 128, 256}

// Batches are the variants of a sweep: each batch size with each commit mode.
func Batches(sizes []int, commits []string) []Variant {
	var out []Variant
	for _, c := range commits {
		for _, n := range sizes {
			out = append(out, Variant{Series: c, X: n, Set: []Setting{{"batch", strconv.Itoa(n)}, {"commit", c}}})
		}
	}
	return out
}

// Choices are variants that differ in one setting of the group, from the start.
func Choices(key string, values []string) []Variant {
	out := make([]Variant, len(values))
	for i, v := range values {
		out[i] = Variant{Series: v, X: i, Declare: []Setting{{key, v}}}
	}
	return out
}

// Text is the script of a variant in a round.
func (p *Plan) Text(v *Variant, round int) (string, error) {
	text := reseed(declare(p.Script.Format(), p.Group, v.Declare), p.Script.Scenario().Seed+uint64(round))
	s, err := script.Parse(text)
	if err != nil {
		return "", err
	}
	var lines []string
	if round < len(p.Rounds) {
		lines = p.Rounds[round]
	}
	if len(v.Set) > 0 {
		words := []string{"at", script.FormatDuration(p.From), "set", p.Group}
		for _, one := range v.Set {
			words = append(words, one.Key+"="+one.Value)
		}
		lines = append([]string{strings.Join(words, " ")}, lines...)
	}
	// The figures of requests and latency begin with the measurement.
	lines = append([]string{"at " + script.FormatDuration(p.From) + " measure " + p.Group}, lines...)
	for _, line := range lines {
		next, err := s.Append(line)
		if err != nil {
			return "", err
		}
		s = next
	}
	return s.Format(), nil
}

// declare writes settings into a group's statement of a script in canonical form.
func declare(text, group string, settings []Setting) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != "group" || words[1] != group {
			continue
		}
		for _, s := range settings {
			word := s.Key + "=" + s.Value
			k := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, s.Key+"=") })
			if k < 0 {
				words = append(words, word)
			} else {
				words[k] = word
			}
		}
		lines[i] = strings.Join(words, " ")
	}
	return strings.Join(lines, "\n")
}

// reseed gives a script in canonical form another seed.
func reseed(text string, seed uint64) string {
	line := "seed " + strconv.FormatUint(seed, 10)
	lines := strings.Split(text, "\n")
	for i := range lines {
		if strings.HasPrefix(lines[i], "seed ") {
			lines[i] = line
			return strings.Join(lines, "\n")
		}
	}
	return line + "\n" + text
}

// How long a measurement lasts, and what is done in it.
const (
	measured  = 30 * time.Second
	killAfter = 2 * time.Second
	leastRest = 12 * time.Second
	// killShift moves the kill from round to round: no period of the clients divides it.
	killShift = 137 * time.Millisecond
)

// Window is when a measurement that begins now takes place: from now on, or the
// last 30 s of the run when too little of it is left.
func Window(now, end time.Duration) (from, until time.Duration) {
	from = now.Round(time.Millisecond)
	if end-from < leastRest {
		from = max(0, end-measured)
	}
	return from, min(end, from+measured)
}

// Trouble are rounds that make the difference between variants show: a burst
// that fills the queues of a topic ("" for none), and a consumer killed while
// they are full ("" for none), each time at another moment.
func Trouble(n int, from time.Duration, topic string, burst int, victim string) [][]string {
	out := make([][]string, n)
	for i := range out {
		if topic != "" {
			out[i] = append(out[i], "at "+script.FormatDuration(from)+" burst "+topic+" "+strconv.Itoa(burst))
		}
		if victim != "" {
			at := from + killAfter + time.Duration(i)*killShift
			out[i] = append(out[i], "at "+script.FormatDuration(at)+" kill "+victim)
		}
	}
	return out
}
