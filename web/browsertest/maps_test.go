//go:build browser

package browsertest

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// Two brokers whose tables differ. After 12 s nothing is sent but one message, so
// that after 20 s each change of a table is one of the last lines.
const unlike = `protocol rocketmq
seed 1
net latency=3ms
broker a
broker b
topic orders a:4 b:2
producer orders rate=50/s
group billing topic=orders commit=interval:5s batch=1 work=5ms threads=4
at 1s join c1 group=billing
at 2s join c2 group=billing
at 12s set orders rate=0/s
at 20s scale orders a:4/2
at 25s burst orders 1
at 30s perm orders b r
at 40s leave c1
run 60s
`

// tablesOf are a broker's tables as core has them, in the words of the page:
// TopicConfigManager, ConsumerManager and ConsumerOffsetManager.
func tablesOf(v *core.View, broker int) (topics, members, offsets [][]string) {
	b := &v.Brokers[broker]
	for _, t := range b.TopicConfigs {
		topics = append(topics, []string{t.Topic, strconv.Itoa(t.Read), strconv.Itoa(t.Write), t.Perm})
	}
	for _, m := range b.Members {
		tenths := (v.Now - m.LastBeat).Milliseconds() / 100
		members = append(members, []string{v.Consumers[m.Consumer].Name, m.ID, fmt.Sprintf("%d.%d s ago", tenths/10, tenths%10)})
	}
	for _, q := range v.Queues {
		if q.Broker == broker {
			offsets = append(offsets, []string{strconv.Itoa(q.ID), strconv.FormatInt(q.Committed, 10), strconv.FormatInt(q.End, 10),
				strconv.FormatInt(q.End-q.Committed, 10)})
		}
	}
	return topics, members, offsets
}

// litRows are the first cells of the rows of the maps that are lit.
const litRows = "[...document.querySelectorAll('.maps tr.lit')].map(r => r.cells[0].innerText)"

// unlit goes to a moment from the one after it: on the way back nothing is lit.
func (p *tab) unlit(at int) {
	p.t.Helper()
	p.seek(at + 1)
	p.seek(at)
	p.waitFor(litRows + ".length === 0")
	p.run("document.activeElement.blur()")
}

// playUntilLit plays from a moment on until rows are lit and tells which.
func (p *tab) playUntilLit(from int) []string {
	p.t.Helper()
	p.unlit(from)
	p.press(" ")
	p.waitFor(litRows + ".length > 0")
	p.press(" ")
	p.waitFor("!(" + playing + ")")
	return eval[[]string](p, litRows)
}

// What each broker keeps is what core says of it, and a change is lit; choosing
// another broker, or searching, changes nothing.
func TestBrokerMaps(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1280, Height: 800})
	require.Equal(t, "", p.load(unlike))
	p.run("__ringside.pause()")
	p.tabTo("maps")
	shows := func(at time.Duration, broker int) {
		t.Helper()
		v := core.View{Topic: -1}
		headless(t, unlike, at).View(&v)
		topics, members, offsets := tablesOf(&v, broker)
		assert.Equal(t, topics, p.rows("TopicConfigManager"), "at %v", at)
		assert.Equal(t, members, p.rows("ConsumerManager: billing"), "at %v", at)
		assert.Equal(t, offsets, p.rows("ConsumerOffsetManager: orders@billing"), "at %v", at)
	}
	p.seek(11_000)
	p.waitTick(8)
	shows(11*time.Second, 0)
	// By the script; and each broker makes the group's retry topic with one queue at
	// its first heartbeat (ClientManageProcessor, SubscriptionGroupConfig.retryQueueNums).
	usual := [][]string{{"orders", "4", "4", "RW-"}, {"%RETRY%billing", "1", "1", "RW-"}}
	assert.Equal(t, usual, p.rows("TopicConfigManager"))
	assert.Equal(t, "orders has other queue numbers: a 4/4 RW-, b 2/2 RW-", p.text(".gaps li"))
	for _, row := range p.rows("ConsumerOffsetManager") {
		assert.NotEqual(t, "0", row[1], "something has been committed of queue %s", row[0])
	}
	p.pick("#broker", "b")
	p.waitFor("document.querySelector('.maps tbody tr').cells[1].innerText === '2'")
	assert.Empty(t, eval[[]string](p, litRows), "another broker is chosen, nothing has changed")
	shows(11*time.Second, 1)

	t.Run("notifications", func(t *testing.T) {
		// A group's members are told of each that comes, the new one too
		// (DefaultConsumerIdsChangeListener.handle, CHANGE); each of the two clients is
		// known 50 ms after its start, by a 6 ms before b.
		assert.Equal(t, []string{"broker b tells c2: members changed", "broker b tells c1: members changed", "broker b now lists c1, c2", "broker b registers c2",
			"broker b tells c1: members changed", "broker b now lists c1", "broker b registers c1"},
			eval[[]string](p.in(t), "[...document.querySelectorAll('.notes .say')].map(b => b.innerText)"))
	})
	t.Run("search", func(t *testing.T) { p.in(t).searchMaps() })
	t.Run("changes", func(t *testing.T) {
		p.in(t).seeMapsChange()
		p.seek(31_000)
		p.waitTick(8)
		shows(31*time.Second, 1)
	})
}

// searchMaps searches broker b's tables and takes the search back.
func (p *tab) searchMaps() {
	t := p.t
	for _, row := range []struct {
		search                   string
		topics, members, offsets []string
	}{
		{"retry", []string{"%RETRY%billing"}, nil, nil},
		{"@c2", nil, []string{"c2"}, nil},
		{"b/1", nil, nil, []string{"1"}},
		{"ORDERS", []string{"orders"}, nil, []string{"0", "1"}}, // the topic, and the queues that are its
	} {
		p.typeInto("#map-search", row.search)
		p.waitTick(8)
		for caption, want := range map[string][]string{"TopicConfigManager": row.topics, "ConsumerManager": row.members, "ConsumerOffsetManager": row.offsets} {
			assert.ElementsMatch(t, want, firstCells(p.rows(caption)), "%s in %s", row.search, caption)
		}
		assert.Empty(t, eval[[]string](p, litRows), "searching for %s changes nothing", row.search)
	}
	p.typeInto("#map-search", " ")
}

// seeMapsChange plays the script's changes and sees each one lit; broker b is chosen then.
func (p *tab) seeMapsChange() {
	t := p.t
	p.pick("#broker", "a")
	assert.Equal(t, []string{"orders"}, p.playUntilLit(19_900))
	assert.Equal(t, []string{"orders", "4", "2", "RW-"}, p.rows("TopicConfigManager")[0])
	// The one message of 25 s is committed by the client's next persistAllConsumerOffset.
	before, after := core.View{Topic: -1}, core.View{Topic: -1}
	headless(t, unlike, 25*time.Second).View(&before)
	headless(t, unlike, 30*time.Second).View(&after)
	i := slices.IndexFunc(after.Queues, func(q core.QueueView) bool { return q.CommitChanged > 25*time.Second })
	require.GreaterOrEqual(t, i, 0)
	q := &after.Queues[i]
	require.Equal(t, before.Queues[i].Committed+1, q.Committed)
	p.pick("#broker", after.Brokers[q.Broker].Name)
	assert.Equal(t, []string{strconv.Itoa(q.ID)}, p.playUntilLit(int(q.CommitChanged.Milliseconds())-200))
	p.pick("#broker", "b")
	assert.Equal(t, []string{"orders"}, p.playUntilLit(29_900))
	assert.Equal(t, []string{"orders", "2", "2", "R--"}, p.rows("TopicConfigManager")[0])
	assert.Equal(t, "orders has other queue numbers: a 4/2 RW-, b 2/2 R--", p.text(".gaps li"))
	// A row that moves up, since the one before it is gone, says what it said.
	p.unlit(39_900)
	p.press(" ")
	p.waitFor("document.querySelector('.notes').innerText.includes('b unregisters c1')")
	p.press(" ")
	assert.Equal(t, []string{"c2"}, firstCells(p.rows("ConsumerManager")))
	assert.Empty(t, eval[[]string](p, litRows))
}
