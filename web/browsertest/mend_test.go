//go:build browser

package browsertest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
	"ringside/core/trace"
)

// A link to a script with an error leads to the editor, where the error is
// marked; mended there, the script plays. The list of its events then shows what
// matters, or all.
func TestAFaultyLinkIsMended(t *testing.T) {
	faulty := strings.Replace(joining, "averagely", "averagly", 1)
	p := openPage(t, view{Lang: "en", Width: 1280, Height: 800, Address: "#s=" + script.Encode(faulty)})
	p.click(".problem [data-do=mend]")
	p.waitFor("document.getElementById('panel-script').checkVisibility()")
	assert.Equal(t, faulty, p.script())
	p.click("#script-errors button")
	require.Equal(t, "averagly", eval[string](p, "(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.getElementById('script'))"))
	p.press("averagely")
	p.press(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.waitFor("!document.querySelector('.problem').checkVisibility() && location.hash.startsWith('#s=')")
	assert.Equal(t, joining, decoded(t, p.place().Link))
	p.waitFor(playing)
	p.click("#play")
	p.waitFor("!(" + playing + ")")
	p.seek(12_000)
	p.agrees()

	p.tabTo("events")
	said := func() []string {
		return eval[[]string](p, "[...document.querySelectorAll('#panel-events .events li')].map(e => e.innerText)")
	}
	heartbeat := func(line string) bool { return strings.Contains(line, "heartbeat of c1") }
	p.waitFor("document.querySelectorAll('#panel-events .events li').length > 0")
	few := said()
	assert.False(t, slices.ContainsFunc(few, heartbeat), "a heartbeat is routine")
	p.pick("#event-filter", "all")
	events := headless(t, joining, 12*time.Second).Log().Events()
	require.Less(t, len(events), 150, "as many as the list holds")
	all := said()
	assert.Len(t, all, len(events), "each event that the trace stores")
	beats := 0
	for _, e := range events {
		if e.Kind == trace.KindHeartbeat && e.Consumer == 0 {
			beats++
		}
	}
	require.Positive(t, beats)
	assert.Len(t, slices.DeleteFunc(slices.Clone(all), func(line string) bool { return !heartbeat(line) }), beats)
	for _, line := range few {
		assert.Contains(t, all, line)
	}
	p.pick("#event-filter", "matter")
	assert.Equal(t, few, said())
}
