//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
)

// openFolds opens the folded parts of the controls as a reader does.
func (p *tab) openFolds() {
	p.t.Helper()
	p.tabTo("controls")
	p.waitFor("document.querySelector('#panel-controls #section-faults') && document.querySelector('#panel-controls #timers')") // made a little later
	for _, id := range eval[[]string](p, "[...document.querySelectorAll('#panel-controls details:not([open])')].map((d, i) => d.id ||= 'fold-' + i)") {
		for range 5 { // what is in the one before pushes this one down, maybe from under the click
			p.click("#" + id + " > summary")
			p.waitTick(4)
			if eval[bool](p, "document.getElementById('"+id+"').open") {
				break
			}
		}
		p.waitFor("document.getElementById('" + id + "').open")
	}
	p.waitFor("document.querySelector('#act-kill-0') && document.querySelector('#declared-heartbeat')")
}

// Whatever the language can do, set and time has a control with a hint in both
// languages, for the group and for one member.
func TestEveryWordOfTheLanguageHasAControl(t *testing.T) {
	page := openPage(t, view{Lang: "en", Width: 1440, Height: 900, Address: quiet})
	hint := func(p *tab, id string) string {
		return eval[string](p, fmt.Sprintf("(e => e?.checkVisibility() ? document.getElementById(e.getAttribute('aria-describedby').split(' ')[0])?.innerText ?? '' : '')(document.getElementById(%q))", id))
	}
	for _, lang := range []string{"en", "zh"} {
		t.Run(lang, func(t *testing.T) {
			p := page.in(t)
			if lang == "zh" {
				p.run("document.activeElement.blur()")
				p.press("g")
				p.waitFor("__ringside.lang === 'zh'")
			}
			p.openFolds()
			for _, target := range []string{"g-two-brokers-join", "c2"} {
				p.pick("#set-target", target)
				p.waitTick(8)
				for _, f := range script.SettingForms() {
					assert.NotEmpty(t, hint(p, f.Key), "the setting %s of %s", f.Key, target)
					// What set can only refuse is shown, not offered.
					assert.Equal(t, f.StartOnly, eval[bool](p, "document.getElementById('"+f.Key+"').disabled"), "the setting %s of %s", f.Key, target)
				}
			}
			for _, f := range script.ActionForms() {
				id := "act-" + f.Word
				assert.NotEmpty(t, p.text("#"+id+"-hint"), f.Word)
				section := eval[string](p, fmt.Sprintf("document.getElementById(%q).closest('details').id", id))
				assert.Regexp(t, `^section-(consumers|queues|brokers|name-servers|network|faults)$`, section, f.Word)
			}
			for i := range script.NumTimers {
				assert.NotEmpty(t, hint(p, "declared-"+script.Timer(i).String()), "the timer %v", script.Timer(i))
			}
			for _, name := range []string{"net-latency", "net-jitter", "seed", "run"} {
				assert.NotEmpty(t, hint(p, "declared-"+name), name)
			}
			p.checkA11y()
		})
	}
}

// Each text field says in place what is wrong with what is typed, and nothing
// happens to the run.
func TestEveryTextFieldIsJudgedInPlace(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1440, Height: 900, Address: quiet})
	p.openFolds()
	before := p.script()
	fields := eval[[]string](p, "[...document.querySelectorAll('#panel-controls input[type=text]')].filter(e => e.checkVisibility()).map(e => e.id)")
	require.Greater(t, len(fields), script.NumTimers+20)
	for i, id := range fields {
		if (strings.HasPrefix(id, "declared-") || strings.HasPrefix(id, "thing-")) && i%6 > 0 { // all are made alike
			continue
		}
		p.typeInto("#"+id, "?!/| x")
		p.waitFor(fmt.Sprintf("document.getElementById(%q).getAttribute('aria-invalid') === 'true'", id))
		wrong := eval[string](p, fmt.Sprintf("document.getElementById(%q).getAttribute('aria-describedby').split(' ').map(w => document.getElementById(w)).filter(w => w.className === 'wrong' && w.checkVisibility()).map(w => w.innerText).join()", id))
		assert.Greater(t, len(wrong), 10, "%s is told what is wrong", id)
		p.press(kb.Enter)
	}
	p.waitTick(8)
	assert.Equal(t, before, p.script())
	p.checkA11y()
}

// A timer, the network, the seed and the length are set for the whole run; undo
// takes it back.
func TestDeclaredValues(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1440, Height: 900, Address: quiet})
	p.openFolds()
	before := p.script()
	for _, row := range [][3]string{
		{"declared-heartbeat", "5s", "timers heartbeat=5s"}, {"declared-net-latency", "9ms", "net latency=9ms"}, {"declared-seed", "7", "seed 7"},
	} {
		p.typeInto("#"+row[0], row[1])
		p.press(kb.Enter)
		p.waitFor(fmt.Sprintf("!__ringside.seeking && document.getElementById('script').value.includes(%q)", row[2]))
		assert.Equal(t, 45*time.Second, p.now(), "time stays where it is")
		p.agrees()
	}
	for range 3 {
		p.run("document.activeElement.blur()")
		p.click("[data-do=undo]")
		p.waitFor("!__ringside.seeking")
	}
	p.waitFor(fmt.Sprintf("document.getElementById('script').value === %q", before))
	p.waitFor("document.getElementById('declared-heartbeat').value === '30s'")
	p.agrees()
}

// The comparison follows the group: one more consumer, and it is another one.
func TestComparisonFollowsTheGroup(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1440, Height: 900, Address: quiet})
	p.tabTo("controls")
	p.click("#compare summary")
	ready := "!document.querySelector('#compare tbody').innerText.includes('…')"
	row := func() []string {
		return eval[[]string](p, "[...document.querySelector('#compare tbody tr').cells].map(c => c.innerText)")
	}
	p.waitFor("document.querySelector('#compare').innerText.includes('8 queues, 3 consumers') && " + ready)
	p.click(`[data-do="add"]`)
	p.waitFor("!__ringside.seeking && document.querySelectorAll('.consumers li').length === 4")
	p.run("__ringside.seek(50000)")
	p.waitFor("document.querySelector('#compare').innerText.includes('8 queues, 4 consumers') && " + ready)
	// 01|23|45|67; a fifth makes 2, 2, 2, 1, 1, which is 01|23|45|6|7: queue 7 moves.
	// Three share 3, 3, 2, which is 012|345|67. When the first of the four leaves, 0
	// and 1 go to the second and 3 to the third: 3 moves. The second: 2 to the first
	// and 3 to the third. The third: 2 to the first, 4 and 5 to the second. The
	// fourth: 2 to the first, 4 and 5 to the second, 6 and 7 to the third.
	assert.Equal(t, []string{"averagely", "2 – 2", "1", "2–5", "0"}, row())
	p.click(`[data-do="kill"][data-arg="c4"]`)
	p.waitFor("!__ringside.seeking && document.querySelector('#compare').innerText.includes('8 queues, 3 consumers') && " + ready)
	// 012|345|67; two share 0123|4567: without the first 0, 1, 2 and 4, 5 move, without
	// the second 3, 4, 5, without the third 3, 6, 7. The fourth as TestComparisonIsComputed has it.
	assert.Equal(t, []string{"averagely", "3 – 2", "5", "3–5", "0"}, row())
}

// Push against pull, and the strategies: each variant has its figures, and the
// page's own run is not touched.
func TestExperimentsOfModesAndStrategies(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1440, Height: 900, Address: quiet})
	digest := p.digest()
	p.tabTo("controls")
	p.click("#experiment summary")
	for _, row := range []struct {
		kind    string
		names   []string
		figures int // rate, duplicates, and requests with latency or the pause
	}{
		{"experiment.mode", []string{"push", "pull", "pull-all", "lite", "pop"}, 4},
		{"experiment.strategy", []string{"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go"}, 3},
	} {
		p.pick("#experiment-kind", row.kind)
		p.click("#experiment-run")
		p.waitFor("document.querySelector('#experiment [role=status]').innerText === 'done'")
		rows := eval[[][]string](p, "[...document.querySelectorAll('#experiment tbody tr')].map(r => [...r.cells].map(c => c.innerText))")
		assert.ElementsMatch(t, row.names, firstCells(rows))
		for _, r := range rows {
			assert.Regexp(t, `^[1-9]`, r[1], "messages a second of %v", r)
		}
		// The longest bar of each figure is the largest number of its column.
		bars := eval[[][][]any](p, `[...document.querySelectorAll('#experiment figure')].map(f => [...f.querySelectorAll('.amount')].map((b, i) =>
			[f.querySelectorAll('.bar-name')[i].innerText, parseFloat(b.style.width), f.querySelectorAll('.bar-value')[i].innerText]))`)
		require.Len(t, bars, row.figures)
		for i, figure := range bars {
			require.Len(t, figure, len(rows))
			most := 0.0
			for k, bar := range figure {
				assert.Equal(t, rows[k][0], bar[0])
				most = max(most, bar[1].(float64))
				if i < 2 { // throughput and duplicates are the table's first figures
					assert.Equal(t, rows[k][1+i], bar[2])
				}
			}
			assert.Contains(t, []float64{0, 100}, most)
		}
		p.checkA11y()
	}
	assert.Equal(t, digest, p.digest())
}

// A second click while the first one is being replayed waits for it.
func TestSecondClickWaits(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1440, Height: 900})
	require.Equal(t, "", p.load(large(20, 200, 5000)))
	p.run("__ringside.pause()")
	p.seek(25_000)
	p.tabTo("controls")
	// Both clicks within one task: the page has no time between them.
	p.run(`document.querySelector('[data-do="add"]').click(); document.querySelector('[data-do="kill"][data-arg="c2"]').click()`)
	p.waitFor("!__ringside.seeking && document.getElementById('script').value.includes('kill c2')")
	assert.Equal(t, []string{"at 25s join c21 group=billing", "at 25s kill c2"}, added(large(20, 200, 5000), p.script()))
	p.agrees()
}

// A strategy that cannot work says why in its row, where touch, keyboard and screen
// readers find it, and in the reader's language.
func TestComparisonSaysInTheRowWhyAStrategyCannotWork(t *testing.T) {
	text := "broker a\ntopic t a:4\ngroup g topic=t strategy=consistent-hash vnodes=0\nconsumer c1 group=g\nconsumer c2 group=g\nrun 60s\n"
	p := openPage(t, view{Lang: "zh", Width: 1440, Height: 900, Address: "#s=" + script.Encode(text) + "&t=30s&paused=1"})
	p.tabTo("controls")
	p.click("#compare summary")
	p.waitFor("document.querySelectorAll('#compare tbody tr').length > 3 && !document.querySelector('#compare tbody').innerText.includes('…')")
	row := eval[[]string](p, "[...[...document.querySelectorAll('#compare tbody tr')].find(r => r.cells[0].innerText === 'consistent-hash-go').cells].filter(c => c.checkVisibility()).map(c => c.innerText)")
	require.Len(t, row, 2)
	assert.Contains(t, row[1], "虚拟节点数")
	assert.Zero(t, eval[int](p, "document.querySelectorAll('#compare tr[title]').length"))
	assert.Zero(t, eval[int](p, "document.documentElement.scrollWidth - innerWidth"), "nothing is cut")
}
