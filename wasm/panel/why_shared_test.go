package panel

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
	"ringside/wasm/play"
)

const together = "broker a\ntopic t a:4\nproducer t rate=40/s\nconsumer c1 group=g\nconsumer c2 group=g\nat 30s kill c1\nrun 60s\ngroup g topic=t "

// sharedModes are the ways in which consumers have queues together, and what the
// table of figures says of them.
var sharedModes = map[string]string{
	"mode=pop":                  "POP: c1, c2",
	"model=broadcasting":        "each of c1, c2",
	"mode=pull-all every=200ms": "each of c1, c2",
}

// What consumers have together is nowhere called owned twice: not in the figures, nor
// in the answer why, nor in what is spoken, nor in the lanes.
func TestSharedQueuesAreNowhereOwnedTwice(t *testing.T) {
	for set, owner := range sharedModes {
		p := play.New(play.Core([]play.Lesson{{Name: "x", Text: together + set}}, "x", nil, nil))
		require.NoError(t, p.Open("#lesson=x&paused=1"))
		p.SeekNow(20 * time.Second)
		v, log := p.View(), p.Sim().Log()
		text, tone := English.Owner(v, &v.Queues[0])
		assert.Equal(t, owner, text, set)
		assert.Empty(t, tone, set)
		assert.Equal(t, "0 (0 ms)", rowsOf(English, v)["queues with two owners (longest)"], set)
		for _, l := range []Lang{English, Chinese} {
			a := l.Explain(v, log, Subject{SubjectQueue, 0})
			said := a.Title + strings.Join(a.Lines, " ") + l.Spoken(log, 0, v)
			for _, alarm := range []string{"at the same time", "held twice", "both", "同时持有"} {
				assert.NotContains(t, said, alarm, set)
			}
			assert.NotEmpty(t, a.Chain, "%s: how they came to it", set)
		}
		a := English.Explain(v, log, Subject{SubjectQueue, 0})
		assert.Equal(t, "Who takes from a/0?", a.Title)
		assert.Equal(t, set == "model=broadcasting", strings.Contains(strings.Join(a.Lines, " "), "offset file"), set)
		for _, mode := range []LaneMode{LanesQueues, LanesConsumers} {
			for _, lane := range Lanes(mode, v) {
				for _, b := range lane.Bars(nil, p.History(), Window{To: 20 * time.Second}, 4) {
					assert.NotEqual(t, BarDouble, b.Kind, set)
					assert.NotContains(t, English.BarText(v, &lane, &b), "another one holds too", set)
				}
			}
		}
		for i := range log.Events() {
			assert.NotEqual(t, trace.KindDouble, log.Events()[i].Kind)
		}
	}
}

// The bars of those that read all say so; one that is left has what it had.
func TestLaneOfABroadcastQueue(t *testing.T) {
	p := play.New(play.Core([]play.Lesson{{Name: "x", Text: together + "model=broadcasting"}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SeekNow(40 * time.Second)
	lane := Lane{Name: "a/0", Consumer: -1}
	bars := lane.Bars(nil, p.History(), Window{To: 40 * time.Second}, 4)
	last, before := bars[len(bars)-1], bars[len(bars)-2]
	assert.Equal(t, BarShared, before.Kind)
	assert.Contains(t, English.BarText(p.View(), &lane, &before), "each of c1, c2")
	assert.Contains(t, Chinese.BarText(p.View(), &lane, &before), "各读全部")
	assert.Equal(t, []int{1}, last.Takers)
	assert.Equal(t, "a/0: c2, 10.0 s", English.BarText(p.View(), &lane, &last))
	lane = Lane{Name: "c2", Consumer: 1}
	bars = lane.Bars(nil, p.History(), Window{To: 40 * time.Second}, 4)
	assert.Contains(t, English.BarText(p.View(), &lane, &bars[len(bars)-1]), "c2 reads all of 4, as others do")
}

// A queue from which somebody popped, and nobody does any more, has had its time.
func TestALaneThatNobodyPopsFromAnyMore(t *testing.T) {
	h := kindOf(play.Span{Owner: play.Nobody, Other: play.Nobody}, true)
	assert.Equal(t, BarNobody, h)
	p := play.New(play.Core([]play.Lesson{{Name: "x", Text: together + "mode=pop"}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SeekNow(35 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	p.SeekNow(40 * time.Second)
	rows, _ := LaneRows(p.History(), Window{To: 40 * time.Second}, 100)
	assert.Equal(t, BarNobody, rows[len(rows)-1].Kind)
	assert.Equal(t, core.SharedNot, p.View().Queues[0].Shared)
}
