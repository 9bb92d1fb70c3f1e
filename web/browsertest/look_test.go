//go:build browser

package browsertest

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"ringside/core/lessons"
)

// allLessons is set by make screenshots.
var allLessons = flag.Bool("lessons", false, "let TestPageLooks capture every lesson, not the default one alone")

// moments are the times at which each lesson's picture tells most, and the tab
// that stands beside it.
var moments = []struct {
	lesson string
	at     time.Duration
	tab    string
}{
	{"join", 37_800 * time.Millisecond, "lesson"},
	{"kill-duplicates", 32_900 * time.Millisecond, "events"},
	{"sync-async", 44_200 * time.Millisecond, "figures"},
	{"ring-grows", 28 * time.Second, "lesson"},
	{"rolling-restart", 38 * time.Second, "maps"},
	{"two-brokers", 32_400 * time.Millisecond, "controls"},
	{"more-consumers-than-queues", 30 * time.Second, "script"},
	{"freeze", 100 * time.Second, "events"},
}

// looks are the themes that are captured, those with more contrast by make
// screenshots alone.
func looks() []string {
	if *allLessons {
		return []string{"light", "dark", "light-contrast", "dark-contrast"}
	}
	return []string{"light", "dark"}
}

// TestEveryLessonHasItsMoment: a new lesson is looked at as well.
func TestEveryLessonHasItsMoment(t *testing.T) {
	var have, want []string
	for _, m := range moments {
		have = append(have, m.lesson)
	}
	for _, l := range lessons.All() {
		want = append(want, l.Name)
	}
	assert.Equal(t, want, have)
}

// The screenshots are build output, made to be looked at; the test is that the
// page can be brought there without a problem.
func TestPageLooks(t *testing.T) {
	for _, size := range [][2]int{{1440, 900}, {390, 844}} {
		page := openPage(t, view{Painted: true, Width: size[0], Height: size[1]})
		for i, moment := range moments {
			if i > 0 && !*allLessons {
				break
			}
			page.visitAt(moment.lesson, moment.at)
			page.press(kbOfTab[moment.tab])
			page.run("document.activeElement.blur()")
			page.waitTick(7) // the page has seen that the editor was left, and not taken away
			if size[0] < 900 {
				page.click("[data-do=fold]") // the picture
			}
			for _, theme := range looks() {
				base, more := strings.CutSuffix(theme, "-contrast")
				page.setMediaWith(base, false, more)
				for _, lang := range []string{"en", "zh"} {
					p := page.in(t)
					if eval[string](p, "__ringside.lang") != lang {
						p.press("g")
					}
					p.view.Theme, p.view.Lang = theme, lang
					p.waitTick(7)
					p.capture("lesson-" + moment.lesson)
				}
			}
			if size[0] < 900 {
				page.setMedia("dark", false)
				page.press(kbOfTab[moment.tab])
				page.run("document.activeElement.blur()")
				page.waitTick(7)
				p := page.in(t)
				p.view.Theme, p.view.Lang = "dark", "zh"
				p.capture(fmt.Sprintf("tab-%s-%s", moment.tab, moment.lesson))
			}
		}
		page.close()
	}
}
