//go:build browser

package browsertest

import (
	"fmt"
	"testing"
)

// The time line in its forms, to be looked at; each is accessible.
func TestTimeLooks(t *testing.T) {
	beside(t)
	for _, size := range []struct {
		name          string
		width, height int
	}{{"wide", 1440, 900}, {"phone", 390, 844}} {
		for _, theme := range []string{"light", "dark"} {
			for _, lang := range []string{"en", "zh"} {
				if (lang == "zh") == (theme == "dark") == (size.name == "phone") {
					continue // each pair of size, theme and language once
				}
				t.Run(fmt.Sprintf("%s-%s-%s", size.name, theme, lang), func(t *testing.T) {
					p := openPage(t, view{Painted: true, Width: size.width, Height: size.height, Theme: theme, Lang: lang, Address: "#lesson=two-brokers&t=80s&paused=1"})
					p.waitFor("__ringside.time === 80000")
					p.run("__ringside.seek(34000)")
					if size.name == "phone" {
						p.click("#lanes-on")
					}
					p.waitTick(20)
					p.checkA11y()
					p.capture("time")
					if size.name == "phone" {
						p.click("[data-do=more]")
						p.waitTick(6)
						p.checkA11y()
						p.capture("time-more")
					}
					p.click("[data-do=what-if]")
					p.waitTick(6)
					p.checkA11y()
					p.capture("time-whatif")
					p.click("#whatif .btn")
					p.waitFor("document.querySelector('.theirs').checkVisibility() && !__ringside.seeking")
					p.waitTick(30)
					p.checkA11y()
					p.capture("time-versus")
				})
			}
		}
	}
}
