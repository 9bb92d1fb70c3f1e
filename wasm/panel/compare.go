package panel

import (
	"strings"
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/play"
)

// Figure is a number of two runs at the same time.
type Figure struct {
	// Key is its name's in the table of words.
	Key string
	// Ours and Theirs are written for a reader, Diff with its sign, "" when they are equal.
	Ours, Theirs, Diff string
	// Tone is "good" when ours is the lower one, "bad" when it is the higher one.
	Tone string
}

// Compare lists what two runs differ in: of each, less is better. When both show the
// same topic it is that topic's.
func (l Lang) Compare(ours, theirs *core.View) []Figure {
	count := func(key string, a, b int64) Figure {
		return figure(key, a, b, func(n int64) string { return Number(n) })
	}
	mine, its := &ours.Counters, &theirs.Counters
	if showAlike(ours, theirs) {
		mine, its = ours.Counted(), theirs.Counted()
	}
	return []Figure{
		count("versus.duplicates", mine.Duplicates, its.Duplicates),
		figure("versus.pause", int64(mine.PauseMax), int64(its.PauseMax), func(n int64) string { return l.Span(time.Duration(n)) }),
		count("versus.peak", mine.BacklogPeak, its.BacklogPeak),
		count("versus.moved", mine.Moved, its.Moved),
	}
}

// showAlike tells whether two runs show the same topic, or both the whole group.
func showAlike(ours, theirs *core.View) bool {
	if ours.OneTopic() && theirs.OneTopic() {
		return ours.Topics[ours.Topic] == theirs.Topics[theirs.Topic]
	}
	return ours.OneTopic() == theirs.OneTopic()
}

func figure(key string, ours, theirs int64, text func(int64) string) Figure {
	f := Figure{Key: key, Ours: text(ours), Theirs: text(theirs)}
	switch {
	case ours < theirs:
		f.Diff, f.Tone = "−"+text(theirs-ours), "good"
	case ours > theirs:
		f.Diff, f.Tone = "+"+text(ours-theirs), "bad"
	}
	return f
}

// mostDifference is how many runes of a run's difference are told.
const mostDifference = 60

// BranchText says what a run has that another one has not: the first line
// that differs, or the lesson's title.
func (l Lang) BranchText(b, other *play.Branch) string {
	mine, its := canonical(b.Text), canonical(other.Text)
	more, less := play.Differences(mine, its), play.Differences(its, mine)
	text := ""
	switch {
	case len(more) > 0:
		text = "+ " + more[0]
	case len(less) > 0:
		text = l.Text("versus.without", "line", less[0])
	default:
		return l.Text("versus.same")
	}
	if r := []rune(text); len(r) > mostDifference {
		text = strings.TrimSpace(string(r[:mostDifference-1])) + "…"
	}
	if n := len(more) + len(less) - 1; n > 0 {
		text = l.Text("versus.and", "text", text, "n", Number(n))
	}
	return text
}

// canonical is a script as the parser writes it, so that spaces make no difference.
func canonical(text string) string {
	if s, err := script.Parse(text); err == nil {
		return s.Format()
	}
	return text
}
