//go:build browser

package browsertest

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEditorRunsWhatIsTyped(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	p.visitAt("join", 20*time.Second)
	p.tabTo("script")
	p.write(joining)
	p.waitFor("document.querySelector('#panel-script [role=status]').textContent === 'changed, not applied'")
	p.press(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.waitFor("location.hash.startsWith('#s=') && !__ringside.seeking")
	assert.Equal(t, joining, decoded(t, p.place().Link))
	assert.Equal(t, 20*time.Second, p.now(), "the time stays")
	p.agrees()
	assert.Equal(t, "Your own script", eval[string](p, "document.getElementById('lesson').selectedOptions[0].text"))

	// An error is shown where it stands, while typing already, and the run stays.
	digest := p.digest()
	p.press(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.press("at 12s freez c2")
	p.waitFor("document.getElementById('script').getAttribute('aria-invalid') === 'true'")
	// The tenth line: nine of joining, then this one; freez stands after "at 12s ".
	assert.Equal(t, "Line 10, column 8: ", p.text("#script-errors button")[:19])
	assert.Contains(t, p.text("#script-errors"), "freeze")
	p.click(`[data-do="apply-text"]`)
	assert.Equal(t, "freez", eval[string](p, "(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.getElementById('script'))"))
	assert.Equal(t, digest, p.digest())
	mark := p.boxOf(".errorline")
	area := p.boxOf("#script")
	assert.Greater(t, mark.Y, area.Y)
	assert.Less(t, mark.Y, area.Y+area.H)

	p.typed("freeze")
	p.waitFor("document.getElementById('script').getAttribute('aria-invalid') === 'false'")
	p.click(`[data-do="apply-text"]`)
	p.waitFor("!__ringside.seeking && location.hash.startsWith('#s=')")
	p.waitFor("document.querySelector('#panel-script [role=status]').textContent === 'This script is playing.'")
	assert.Equal(t, joining+"at 12s freeze c2", p.script())
	require.NotEqual(t, digest, p.digest())
	p.agrees()

	// Format is what the headless fmt does; it changes the text only.
	p.click(`[data-do="format-text"]`)
	want := headless(t, joining+"at 12s freeze c2", 0).Script().Format()
	assert.Equal(t, want, p.script())
}

// Undo in the editor gives the text that plays.
func TestEditorGivesTheTextBack(t *testing.T) {
	p := openPage(t, view{Width: 390, Height: 844})
	p.visitAt("join", 20*time.Second)
	before := p.script()
	p.tabTo("script")
	p.write("nonsense")
	p.waitFor("document.getElementById('script').getAttribute('aria-invalid') === 'true'")
	p.checkA11y()
	p.click(`[data-do="revert-text"]`)
	p.waitFor("document.getElementById('script').getAttribute('aria-invalid') === 'false'")
	assert.Equal(t, before, p.script())
}

// What was typed and not applied outlives a change of the run from elsewhere, for
// nothing else could bring it back; another lesson replaces it.
func TestDraftOutlivesAChangeOfTheRun(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900, Lang: "en"})
	p.visitAt("join", 20*time.Second)
	p.tabTo("script")
	p.write(joining)
	p.tabTo("controls")
	p.click("[data-do=add]")
	p.waitFor("!__ringside.seeking && location.hash.startsWith('#s=')")
	p.waitTick(8)
	assert.Equal(t, joining, p.script())
	p.tabTo("script")
	assert.Equal(t, "changed, not applied", p.text("#panel-script [role=status]"))
	p.click("[data-do=revert-text]")
	assert.Contains(t, p.script(), "at 20s join c4")
	p.write(joining)
	p.pick("#lesson", "freeze")
	p.waitFor("document.getElementById('script').value.includes('group=g-freeze-long')")
}
