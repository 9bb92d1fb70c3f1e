package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/play"
)

// forked is lanesText played to 60 s, and from 30 s on a second run in which c3
// joins: the first stays as the run that the second is compared with.
func forked(t *testing.T) *play.Playground {
	p := played(t, lanesText, 60*time.Second)
	p.SeekNow(30 * time.Second)
	require.NoError(t, p.Apply("join c3 group=g"))
	for range 4000 {
		p.Tick(1)
		if !p.Seeking() && p.RivalHistory() != nil && p.RivalHistory().Reach() >= 30*time.Second {
			break
		}
	}
	p.SeekNow(45 * time.Second)
	for range 400 {
		p.Tick(1)
	}
	require.NotNil(t, p.RivalView())
	return p
}

// Averagely over four queues: c1 alone has all from 20 s on; with c3 it keeps
// a/0 and a/1, and c3 takes the others. Until 30 s both runs are one.
func TestLanesOfTwoRuns(t *testing.T) {
	p := forked(t)
	ours, theirs := p.View(), p.RivalView()
	pair := Pair(ours, theirs)
	assert.Equal(t, []int{0, 1, 2, 3}, pair.Queue)
	assert.Equal(t, []int{0, 1}, pair.Consumer)
	lanes := Lanes(LanesQueues, ours)
	assert.Empty(t, pair.Differences(&lanes[0], p.History(), p.RivalHistory()), "a/0 is c1's in both")
	moved := pair.Differences(&lanes[3], p.History(), p.RivalHistory())
	require.Len(t, moved, 1)
	assert.GreaterOrEqual(t, moved[0].From, 30*time.Second)
	// A join is noticed at once and c1 lets go within the second of the gap
	// between two rebalances; the rest of the time both differ.
	assert.Less(t, moved[0].From, 32*time.Second)
	assert.Equal(t, min(p.History().Reach(), p.RivalHistory().Reach()), moved[0].To)

	rival, ok := pair.Theirs(&lanes[3])
	require.True(t, ok)
	assert.Equal(t, lanes[3], rival)
	bars := rival.Bars(nil, p.RivalHistory(), Window{35 * time.Second, 40 * time.Second, p.End()}, 1)
	require.Len(t, bars, 1)
	assert.Equal(t, 0, bars[0].Owner, "there it is still c1's")

	byConsumer := Lanes(LanesConsumers, ours)
	require.Len(t, byConsumer, 3)
	assert.NotEmpty(t, pair.Differences(&byConsumer[0], p.History(), p.RivalHistory()))
	assert.Empty(t, pair.Differences(&byConsumer[1], p.History(), p.RivalHistory()), "c2 died in both")
	_, ok = pair.Theirs(&byConsumer[2])
	assert.False(t, ok, "c3 is in ours alone")
}

// Names decide, not places; the order of two owners says nothing.
func TestPairByName(t *testing.T) {
	view := func(queues, consumers []string) *core.View {
		v := &core.View{}
		for _, name := range queues {
			v.Queues = append(v.Queues, core.QueueView{Name: name})
		}
		for _, name := range consumers {
			v.Consumers = append(v.Consumers, core.ConsumerView{Name: name})
		}
		return v
	}
	pair := Pair(view([]string{"a/0", "a/1", "b/0"}, []string{"c1", "c2"}), view([]string{"a/1", "a/0"}, []string{"c9", "c2", "c1", "c8"}))
	assert.Equal(t, []int{1, 0, -1}, pair.Queue)
	assert.Equal(t, []int{2, 1, 0, 3}, pair.Consumer)
	second := func(n int) time.Duration { return time.Duration(n) * time.Second }
	ours := []play.Span{{From: 0, To: second(10), Owner: 0, Other: -1}, {From: second(10), To: second(20), Owner: 0, Other: 1}}
	theirs := []play.Span{{From: 0, To: second(4), Owner: 2, Other: -1}, {From: second(4), To: second(6), Owner: -1, Other: -1},
		{From: second(6), To: second(12), Owner: 2, Other: -1}, {From: second(12), To: second(20), Owner: 1, Other: 2}}
	// Nobody from 4 to 6 there; two owners here from 10, there from 12 on.
	assert.Equal(t, []Stretch{{second(4), second(6)}, {second(10), second(12)}}, joined(pair.differ(nil, -1, ours, theirs, second(20))))
	assert.Equal(t, []Stretch{{second(4), second(6)}}, joined(pair.differ(nil, 0, ours, theirs, second(20))), "c1 alone")
	assert.Equal(t, []Stretch{{second(0), second(3)}}, joined(pair.differ(nil, -1, ours, nil, second(3))), "a queue that the other has not")

	popped := []play.Span{{To: second(5), Owner: -1, Other: -1, Takers: []int{0, 1}}}
	other := []play.Span{{To: second(2), Owner: -1, Other: -1, Takers: []int{1, 2}}, {From: second(2), To: second(5), Owner: -1, Other: -1, Takers: []int{2, 3}}}
	assert.Equal(t, []Stretch{{second(2), second(5)}}, joined(pair.differ(nil, -1, popped, other, second(5))), "c1 and c2 pop in any order, then c1 and c8")
	assert.Empty(t, pair.differ(nil, 0, popped, other, second(5)), "c1 does in both")

	three := []play.Span{{To: second(5), Owner: 0, Other: 1, Rest: []int{2}}}
	same := []play.Span{{To: second(3), Owner: 1, Other: 0, Rest: []int{2}}, {From: second(3), To: second(5), Owner: 2, Other: 1}}
	assert.Equal(t, []Stretch{{second(3), second(5)}}, joined(pair.differ(nil, -1, three, same, second(5))), "c1, c2 and c9 in any order, then two of them")
}
