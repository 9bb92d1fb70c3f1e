//go:build browser

package browsertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestFirstFrameDoesNotWait: what no one sees at first is made after the first
// frame, and at once for a reader who is quicker than that.
func TestFirstFrameDoesNotWait(t *testing.T) {
	at := func(then string) string {
		return `window.addEventListener('ringside:firstframe', () => {
			window.early = document.querySelectorAll('#script, dialog').length;
			` + then + `
			window.after = document.querySelectorAll('#script, dialog').length;
		});`
	}
	const all = 3 // the editor and two sheets

	t.Run("alone", func(t *testing.T) {
		p := openPage(t, view{Painted: true, Script: at("")})
		assert.Zero(t, eval[int](p, "window.early"))
		assert.Equal(t, all, eval[int](p, "document.querySelectorAll('#script, dialog').length"))
	})
	t.Run("asked for", func(t *testing.T) {
		p := openPage(t, view{Painted: true, Script: at(`document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));`)})
		assert.Zero(t, eval[int](p, "window.early"))
		assert.Equal(t, all, eval[int](p, "window.after"))
		assert.True(t, eval[bool](p, "document.querySelector('dialog.help').open"))
	})
}
