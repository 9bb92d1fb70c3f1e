//go:build browser

package browsertest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// burst is a script whose figures follow by arithmetic. One thread and 10 ms a
// message work off 250 in 2.5 s; the held pull is answered when they come, and the
// answer is 1 ms on its way (net latency), so that all are done after 2.501 s. The
// first pull is put off by 500 ms (RebalanceImpl.dispatchPullRequest, delay 500)
// and 1 ms on its way to the broker: 0.501 s without a pull.
const burst = "broker a\ntopic t a:1\nproducer t rate=0/s\ngroup g topic=t threads=1 work=10ms\nconsumer c1 group=g\nat 22s burst t 250\nrun 40s\n"

// The tab Figures tells what each event did to the backlog, and each queue's harm.
func TestHarmsAreShown(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900})
	require.Empty(t, p.load(burst))
	p.run("__ringside.seek(30000)")
	p.tabTo("figures")
	p.waitFor("document.querySelector('.harms tbody tr') && __ringside.time >= 30000")
	rows := p.rows("Events and the backlog")
	require.Len(t, rows, 1)
	assert.Equal(t, []string{"burst of 250", "0", "250", "2.501", "100"}, rows[0][1:])
	assert.Empty(t, p.rows("Longest pauses"), "folded away")
	p.click("#harms > summary")
	p.waitFor("document.querySelectorAll('#harms tbody tr').length === 2")
	assert.Equal(t, [][]string{{"a/0", "0.501", "–", "0.501", "–", "–"}}, cut(p.rows("Longest pauses"), 6))
	assert.Equal(t, [][]string{{"a/0", "", "0", "0", "250", "2.501"}}, p.rows("Duplicates, losses, backlog"))
	p.click("#harm-meanings > summary")
	p.waitFor("document.querySelector('#harm-meanings dd').checkVisibility()")
	assert.GreaterOrEqual(t, eval[int](p, "document.querySelectorAll('#harm-meanings dt').length"), 14)
	p.checkA11y()
}

// cut takes the first cells of each row.
func cut(rows [][]string, n int) [][]string {
	out := make([][]string, len(rows))
	for i := range rows {
		out[i] = rows[i][:n]
	}
	return out
}

// The tables fit the panel in both languages, on a phone as well; make screenshots
// keeps what they look like.
func TestHarmsFit(t *testing.T) {
	p := openPage(t, view{})
	p.visitAt("rolling-restart", 100*time.Second)
	p.tabTo("figures")
	for _, v := range []struct {
		width, height int64
		theme, lang   string
	}{{1440, 900, "dark", "en"}, {1440, 900, "light", "zh"}, {390, 844, "light", "zh"}, {390, 844, "dark", "en"}} {
		p.resize(v.width, v.height)
		p.wear(v.theme, v.lang)
		if p.text("#panel-figures") == "" { // a sheet over the picture, and folded
			p.tabTo("figures")
		}
		p.run("document.querySelectorAll('.harms details').forEach(d => d.open = true)")
		p.waitFor("document.querySelectorAll('#harms tbody tr').length === 16")
		p.run("document.querySelector('.harms').scrollIntoView()")
		p.waitTick(3)
		p.capture("harms")
		p.run("document.querySelector('#harms').scrollIntoView()")
		p.waitTick(3)
		p.capture("harms-queues")
		p.run("document.querySelector('#harm-meanings').scrollIntoView()")
		p.waitTick(3)
		p.capture("harms-means")
		wide := eval[[]string](p, `[...document.querySelectorAll('.harms table')].filter(t => t.scrollWidth > t.parentElement.clientWidth + 1)
			.map(t => t.caption.textContent)`)
		assert.Empty(t, wide, "tables wider than their place at %+v", v)
	}
}
