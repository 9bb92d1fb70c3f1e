//go:build browser

package browsertest

import (
	"fmt"
	"testing"
)

// The screenshots are build output, made to be looked at; the test is that the
// page can be brought there without a problem and is accessible in each form.
func TestPageLooks(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"wide", 1440, 900}, {"phone", 390, 844}} {
		for _, theme := range []string{"light", "dark"} {
			for _, lang := range []string{"en", "zh"} {
				t.Run(fmt.Sprintf("%s-%s-%s", size.name, theme, lang), func(t *testing.T) {
					screenshot(t, size.name, size.width, size.height, theme, lang, func(p *tab) {
						p.run("__ringside.pause(); __ringside.seek(45_000)")
						p.waitTick(2)
						p.checkA11y()
					})
				})
			}
		}
	}
}
