//go:build browser

package browsertest

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/play"
)

// twoTopics has a group of two topics and another group.
const twoTopics = `broker a
topic orders a:4
topic bills a:2
producer orders rate=40/s
producer bills rate=10/s
group g topic=orders,bills
group h topic=orders
consumer c1 group=g
consumer c2 group=g
consumer d1 group=h
run 60s
`

// topicShown is the topic chosen, as the page's header says it.
const topicShown = "document.getElementById('topic').selectedOptions[0]?.text"

// What a reader has chosen to look at is in the link that is copied, and a page
// opened there shows the same; with all topics again the link has none.
func TestALinkHasTheTopicAndTheGroup(t *testing.T) {
	p := openPage(t, view{Width: 1440, Height: 900, Script: `
		Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}});`})
	p.visit("#s=" + script.Encode(twoTopics) + "&t=20s&paused=1")
	p.waitFor("!__ringside.seeking && __ringside.time === 20000")
	p.press(kbOfTab["figures"])
	queues := "document.querySelector('#panel-figures .twins table').tBodies[0].rows.length"
	p.waitFor(queues + " === 6")
	p.pick("#topic", "1")
	p.waitFor("location.hash.endsWith('&topic=bills')")
	p.waitFor(queues + " === 2")
	figures := p.text("#panel-figures")
	assert.Contains(t, figures, "Topic bills alone")
	assert.Contains(t, figures, "whole group: rebalances")
	p.click(`#panel-figures button[data-arg="counter:2"]`)
	p.waitFor("document.querySelector('.why').innerText.includes('Counted for topic bills alone')")
	p.click(`[data-do="share"]`)
	p.waitFor("window.copied")

	other := openAt(t, eval[string](p, "copied"), view{Lang: "zh"})
	other.waitFor("__ringside.time === 20000 && " + topicShown + " === 'bills'")
	assert.Equal(t, play.Look{Topic: "bills"}, other.place().Look)
	assert.Equal(t, p.digest(), other.digest())
	other.pick("#group", "1")
	other.waitFor("location.hash.endsWith('&group=h')")
	other.tabTo("figures")
	other.waitTick(8)
	ofH := core.View{Group: 1, Topic: -1}
	headless(t, twoTopics, 20*time.Second).View(&ofH)
	require.Len(t, ofH.Queues, 4, "h reads orders only")
	var want [][]string
	for _, q := range ofH.Queues { // its one member has them all
		want = append(want, []string{q.Name, "d1", strconv.FormatInt(q.Committed, 10), strconv.FormatInt(q.End, 10), "0"})
	}
	assert.Equal(t, want, eval[[][]string](other, "[...document.querySelector('#panel-figures .figures > table').tBodies[0].rows].map(r => [...r.cells].map(c => c.innerText))"))
	other.leave("location.reload()")
	other.waitFor("document.getElementById('group').value === '1'")
	other.close()

	p.pick("#topic", "-1")
	p.waitFor("!location.hash.includes('topic')")
	p.waitFor(queues + " === 6")
}

// Names in a link that are none are told, and the scenario opens all the same.
func TestALinkToNoTopicOpens(t *testing.T) {
	p := openPage(t, view{})
	for look, says := range map[string]string{
		"&topic=no-such":                      "no topic “no-such”",
		"&group=no-such":                      "no consumer group “no-such”",
		"&topic=%zz":                          "no topic “%zz”",
		"&topic=<img src=x onerror=alert(1)>": "no topic “<img",
	} {
		p.visit("#s=" + script.Encode(twoTopics) + "&t=20s&paused=1" + look)
		p.waitFor("!__ringside.seeking && __ringside.time === 20000")
		p.waitFor(fmt.Sprintf("document.querySelector('.toast').textContent.includes(%q)", says))
		assert.Empty(t, p.text(".problem"))
		assert.Equal(t, "all", eval[string](p, topicShown), look)
	}
}
