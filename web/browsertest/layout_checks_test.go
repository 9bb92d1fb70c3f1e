//go:build browser

package browsertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// wellLaid is a page without a fault of layout.
const wellLaid = `<!doctype html><html lang="en"><title>Laid out</title><style>
	body { margin: 0 } .btn { width: 60px; height: 48px } .bar { height: 60px } .fold-more { padding: 0 8px }
	</style><body class="app"><div class="bar"><span id="said">Words in the bar</span></div>
	<div class="tools"><button class="btn" id="tool" data-do="tool">Tool</button></div>
	<div class="pane"><details class="fold-more" open><summary>More</summary><p id="folded">folded</p></details></div></body></html>`

// TestLayoutChecksFindFaults shows that the checks of layout can fail: each row is
// one fault in a page that is well laid out otherwise.
func TestLayoutChecksFindFaults(t *testing.T) {
	p := openAt(t, serve(t, htmlPage(wellLaid)), view{NoWait: true, Width: 400, Height: 600})
	checks := map[string]string{"too small": tooSmall, "for fingers": smallForFingers + "('.btn')", "sideways": sideways, "clipped": clipped, "covered": coveredTools}
	for _, row := range []struct{ check, id, style, says string }{
		{"too small", "tool", "width: 23px", "tool  is 23 × 48"},
		{"too small", "tool", "position: fixed; left: -70px", "is cut off"},
		{"too small", "folded", "position: fixed; inset: 0; margin: 0", "is covered by"},
		{"for fingers", "tool", "height: 43px", "is 60 × 43"},
		{"sideways", "said", "position: absolute; width: 500px", "the page"},
		{"sideways", "folded", "width: 398px", "folded out of its fold"},
		{"clipped", "said", "position: fixed; left: 380px; white-space: nowrap", "Words in the bar ends at"},
		{"clipped", "said", "display: block; width: 50px; overflow: hidden; white-space: nowrap", "Words in the bar is cut"},
		{"covered", "said", "position: fixed; inset: 0", "tool"},
	} {
		for name, check := range checks {
			assert.Empty(t, eval[[]string](p, check), "%s, of the page without a fault", name)
		}
		p.run("document.getElementById('" + row.id + "').style = '" + row.style + "'")
		assert.Contains(t, strings.Join(eval[[]string](p, checks[row.check]), "\n"), row.says, "%s: %s", row.id, row.style)
		p.run("document.getElementById('" + row.id + "').style = ''")
	}
}
