//go:build browser

package browsertest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What only the picture drew stands in tables too: what each consumer computed
// while that is drawn, the ends of the logs, a broker's rate; and the scrubber
// says what the series are.
func TestThePictureIsInTables(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1024, Height: 768, Address: "#lesson=two-brokers&t=32s&paused=1"})
	p.seek(32_320) // a has told c1 and c3 of c3, b has not told c2
	table := func(caption string) [][]string {
		return eval[[][]string](p, `[...[...document.querySelectorAll('#panel-figures table')].find(t => t.checkVisibility() && t.caption.innerText === '`+caption+`')?.tBodies[0].rows ?? []]
			.map(r => [...r.cells].map(c => c.innerText))`)
	}
	p.click("#tab-figures")
	p.waitFor("document.querySelector('#panel-figures tbody tr')")
	require.Empty(t, table("Belief and truth"), "not while it is not drawn")
	p.press("b")
	p.waitFor("[...document.querySelectorAll('#panel-figures td')].some(c => c.checkVisibility() && c.innerText.includes('not so'))")
	rows := table("Belief and truth")
	require.Len(t, rows, 8)
	// Averagely, eight queues: of two the first takes 4, of three the first takes 3.
	assert.Regexp(t, `c1, by .*`, rows[0][2])
	assert.Equal(t, "a/0", rows[0][0])
	assert.Len(t, table("Beginning, repeats and rate of the logs"), 8)
	servers := table("Brokers, name servers and producers")
	require.NotEmpty(t, servers)
	assert.Equal(t, "a", servers[0][0])
	assert.Regexp(t, `^[1-9]\d*$`, servers[0][4], "messages per second")
	assert.Regexp(t, `^0:32\.320 of .*; backlog [1-9]\d*, duplicates/s \d+, without owner \d+$`, eval[string](p, "document.getElementById('scrub').getAttribute('aria-valuetext')"))
	assert.Empty(t, eval[[]string](p, sideways))
	p.capture("twins")
	p.checkA11y()
	p.press("b")
	p.waitTick(12)
	assert.Empty(t, table("Belief and truth"))
}
