//go:build browser

package browsertest

import (
	"fmt"
	"slices"
	"testing"
)

// The time line in its forms, to be looked at; each is accessible. Both looks of
// a size are taken of the same page: the first of them is checked by every rule,
// the other by what another language and other colours can change.
func TestTimeLooks(t *testing.T) {
	beside(t)
	type look struct{ theme, lang string }
	for _, size := range []struct {
		name          string
		width, height int
		looks         []look // each pair of size, theme and language once
	}{
		{"wide", 1440, 900, []look{{"light", "en"}, {"dark", "zh"}}},
		{"phone", 390, 844, []look{{"dark", "en"}, {"light", "zh"}}},
	} {
		t.Run(size.name, func(t *testing.T) {
			p := openPage(t, view{Painted: true, Width: size.width, Height: size.height, Address: "#lesson=two-brokers&t=80s&paused=1"})
			looks := size.looks
			// open leaves open what a button opens, and a change of language may have closed.
			open := func(button, part string) {
				t.Helper()
				if p.text(part) == "" {
					p.click(button)
				}
				p.waitFor(fmt.Sprintf("document.querySelector(%q)?.checkVisibility()", part))
			}
			nothing := func() {}
			more := func() {
				if size.name == "phone" {
					open("[data-do=more]", ".tools [data-do=what-if]")
				}
			}
			menu := func() {
				if p.text("#whatif .btn") == "" {
					more()
				}
				open("[data-do=what-if]", "#whatif .btn")
			}
			take := func(name string, prepare func()) {
				t.Helper()
				for i, l := range looks {
					p.wear(l.theme, l.lang)
					prepare()
					p.waitTick(8)
					if i == 0 {
						p.checkA11y()
					} else {
						p.checkColours()
					}
					p.capture(name)
				}
				slices.Reverse(looks) // the page wears the other already
			}
			p.waitFor("__ringside.time === 80000")
			p.seek(34_000)
			if size.name == "phone" {
				p.click("#lanes-on")
			}
			p.waitTick(20)
			take("time", nothing)
			if size.name == "phone" {
				take("time-more", more)
			}
			take("time-whatif", menu)
			p.click("#whatif .btn")
			p.waitFor("document.querySelector('.theirs').checkVisibility() && !__ringside.seeking")
			p.waitTick(30)
			take("time-versus", nothing)
		})
	}
}
