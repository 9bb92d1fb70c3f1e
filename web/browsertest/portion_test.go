//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// countElements notes the most elements that were put into the page in one task:
// the observer is called when the task that did it is over.
const countElements = `
	window.most = 0; window.tasks = [];
	new PerformanceObserver(l => tasks.push(...l.getEntries().map(e => Math.round(e.duration)))).observe({entryTypes: ['longtask']});
	new MutationObserver(list => {
		let n = 0;
		for (const m of list) for (const e of m.addedNodes) if (e.nodeType === 1) n += 1 + e.querySelectorAll('*').length;
		most = Math.max(most, n);
	}).observe(document, {childList: true, subtree: true});`

// orderlyLarge is a script at the limits of the language whose members lock
// their queues, so that every table is long.
func orderlyLarge() string {
	var b strings.Builder
	b.WriteString("seed 1\nbroker a\ntopic orders a:4096\nproducer orders rate=1000/s\n")
	b.WriteString("group billing topic=orders listener=orderly work=1ms\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "consumer c%d group=billing\n", i+1)
	}
	b.WriteString("run 60s\n")
	return b.String()
}

// With 4,096 queues and 1,000 consumers every list shows its first hundred rows
// and a button for the next hundred; nothing that the reader opens makes more
// than some hundred elements at once. A search finds the others.
func TestLongListsComeInPortions(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1440, Height: 900, Script: countElements})
	require.Equal(t, "", p.load(orderlyLarge()))
	p.run("__ringside.pause()")
	p.seek(40_000)
	p.waitTick(20)
	// A hundred rows of five cells with a button, and twice that for what stands beside them.
	const limit = 2000
	opened := func(what string) {
		t.Helper()
		p.waitTick(35) // long tables are brought up to date each half second
		assert.LessOrEqual(t, eval[int](p, "(n => { most = 0; return n; })(most)"), limit, what)
		t.Logf("%s: tasks longer than 50 ms: %v", what, eval[[]int](p, "tasks.splice(0)"))
	}
	opened("the script")
	for _, row := range []struct {
		tab, rows, more string
		step, all       int
	}{
		{"controls", "#panel-controls .consumers li", "more-deeds", 40, 1000},
		{"maps", "#panel-maps .locks tbody tr", "more-locks", 100, 4096},
		{"figures", "#panel-figures .figures > table:first-of-type tbody tr", "more-queues", 100, 4096},
	} {
		p.press(kbOfTab[row.tab])
		opened(row.tab)
		count := fmt.Sprintf("document.querySelectorAll(%q).length", row.rows)
		assert.Equal(t, row.step, eval[int](p, count), row.tab)
		button := fmt.Sprintf("[data-do=%s]", row.more)
		p.run(fmt.Sprintf("document.querySelector(%q).focus()", button))
		p.press(kb.Enter)
		p.waitFor(fmt.Sprintf("%s === %d", count, 2*row.step))
		opened(row.more)
		assert.Equal(t, row.more, eval[string](p, "document.activeElement.dataset.do"), "the focus stays")
		assert.Contains(t, strings.ReplaceAll(p.text(button), "\u202f", ""), fmt.Sprintf("%d of %d", 2*row.step, row.all))
	}
	p.press(kbOfTab["controls"])
	for i := 0; i < eval[int](p, "document.querySelectorAll('#panel-controls details').length"); i++ {
		p.run(fmt.Sprintf("document.querySelectorAll('#panel-controls details')[%d].open = true", i))
		p.waitTick(7) // two updates
		name := eval[string](p, fmt.Sprintf("document.querySelectorAll('#panel-controls details')[%d].innerText.split('\\n')[0]", i))
		assert.LessOrEqual(t, eval[int](p, "(n => { most = 0; return n; })(most)"), limit, name)
	}
	// A long list of names is made when the reader turns to it.
	names := "document.querySelectorAll('#thing-consumer option').length"
	assert.Equal(t, 1, eval[int](p, names))
	p.run("document.getElementById('thing-consumer').focus()")
	assert.Equal(t, 1000, eval[int](p, names))
	assert.Equal(t, "c1", eval[string](p, "document.getElementById('thing-consumer').value"))
	p.typeInto("#act-kill-0", "c777")
	p.click("#act-kill-do")
	p.waitFor("document.querySelector('.added').innerText.includes('kill c777')")
	p.waitFor("!__ringside.seeking")
	p.press(kbOfTab["maps"])
	p.typeInto("#map-search", "@c777")
	p.waitFor("document.querySelectorAll('#panel-maps .locks tbody tr').length < 6")
	// 4,096 = 96 × 5 + 904 × 4 (AllocateMessageQueueAveragely), and the ids are
	// sorted as words: c777 is the 753rd, so it has four.
	assert.Len(t, p.rows("RebalanceLockManager"), 4)
}
