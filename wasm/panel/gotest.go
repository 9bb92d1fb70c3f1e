package panel

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

// GoTest writes a test of package core that plays a script and holds it to its
// own claims and, at a time, to a digest of everything that has happened.
func GoTest(name, script string, at time.Duration, digest string) string {
	var b strings.Builder
	b.WriteString(`package core_test

import (
	"testing"
	"time"

	"ringside/core"
)

func Test` + goName(name) + `(t *testing.T) {
	sim, err := core.Load(` + goString(script) + `)
	if err != nil {
		t.Fatal(err)
	}
	sim.Advance(` + strconv.FormatInt(int64(at), 10) + ` * time.Nanosecond) // ` + at.String() + `
	if got := sim.Digest(); got != ` + strconv.Quote(digest) + ` {
		t.Errorf("the run differs from the one that was seen: digest %s", got)
	}
	sim.Advance(sim.End())
	for _, claim := range sim.Expect() {
		if !claim.Pass {
			t.Errorf("line %d: expect %s; got %s", claim.Pos.Line, claim.Text, claim.Got)
		}
	}
}
`)
	return b.String()
}

// goName makes an exported name of a lesson's: "kill-duplicates" is KillDuplicates.
func goName(name string) string {
	var b strings.Builder
	up := true
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(c))
			up = false
		default:
			b.WriteRune(c)
		}
	}
	if b.Len() == 0 {
		return "Script"
	}
	return b.String()
}

// goString is a literal of a text, raw where Go allows it.
func goString(text string) string {
	if strings.ContainsAny(text, "`\r\ufeff") {
		lines := strings.SplitAfter(text, "\n")
		for i := range lines {
			lines[i] = strconv.Quote(lines[i])
		}
		return strings.Join(lines, " +\n\t\t")
	}
	return "`" + text + "`"
}
