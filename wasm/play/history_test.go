package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ringside/core"
)

// At any time the history says what the view says, whichever way time went.
func TestHistoryIsTheViewOverTime(t *testing.T) {
	const text = coreText + "at 25s kill c1\nat 30s leave c3\nat 40s join c1\n"
	p := New(Core([]Lesson{{Name: "x", Text: text}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SeekNow(p.End())
	sim, err := core.Load(text)
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		at := time.Duration(rapid.Int64Range(1, 60_000).Draw(t, "ms"))*time.Millisecond - 1
		p.SeekNow(at) // must not disturb what has been seen
		if err := sim.Seek(at); err != nil {
			t.Fatal(err)
		}
		v := core.View{Topic: -1}
		sim.View(&v)
		h := p.History()
		level := Level{}
		for q := range v.Queues {
			want := Span{Owner: Nobody, Other: Nobody}
			if o := v.Queues[q].Owners; len(o) > 0 {
				want.Owner = o[0]
				if len(o) > 1 {
					want.Other = o[len(o)-1]
				}
			}
			got := spanAt(h.Spans(q), at)
			if !(got.Owner == want.Owner && got.Other == want.Other || got.Owner == want.Other && got.Other == want.Owner) {
				t.Fatalf("%v of queue %d: %+v, view has %v", at, q, got, v.Queues[q].Owners)
			}
		}
		level = h.LevelAt(at)
		if level.Unowned != v.Unowned || level.Double != v.Double {
			t.Fatalf("%v: level %+v, view has %d and %d", at, level, v.Unowned, v.Double)
		}
	})
	v := core.View{Topic: -1}
	sim.Advance(sim.End())
	sim.View(&v)
	assert.Len(t, p.History().Rebalances(), int(v.Rebalances))
	assert.Equal(t, p.End(), p.History().Reach())
}

func spanAt(spans []Span, at time.Duration) Span {
	for _, s := range spans {
		if s.From <= at && at < s.To {
			return s
		}
	}
	return spans[len(spans)-1]
}

// Spans follow each other without gaps, and neighbours differ.
func TestSpansHaveNoGaps(t *testing.T) {
	p := real(t)
	p.SeekNow(45 * time.Second)
	for q := range p.History().Queues() {
		spans := p.History().Spans(q)
		assert.Zero(t, spans[0].From)
		assert.Equal(t, 45*time.Second, spans[len(spans)-1].To)
		for i := 1; i < len(spans); i++ {
			assert.Equal(t, spans[i-1].To, spans[i].From)
			assert.False(t, spans[i-1].Owner == spans[i].Owner && spans[i-1].Other == spans[i].Other)
		}
	}
}

func TestActingCutsTheHistory(t *testing.T) {
	p := real(t)
	p.SeekNow(45 * time.Second)
	p.Seek(10 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	settle(t, p)
	assert.Equal(t, 10*time.Second, p.History().Reach())
	assert.Equal(t, 45*time.Second, p.RivalHistory().Reach())
}

// With mode=pop a broker lets every member pop from all queues (pop-share=0): no
// queue has an owner, and the takers are those that the view names.
func TestHistoryOfPops(t *testing.T) {
	const text = "broker a\ntopic t a:2\nproducer t rate=10/s\ngroup g topic=t mode=pop\nconsumer c1 group=g\n" +
		"at 20s join c2 group=g\nat 40s kill c1\nrun 60s\n"
	p := New(Core([]Lesson{{Name: "x", Text: text}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SeekNow(p.End())
	h := p.History()
	for q := range h.Queues() {
		for at, want := range map[time.Duration][]int{15 * time.Second: {0}, 39 * time.Second: {0, 1}, 59 * time.Second: {1}} {
			got := spanAt(h.Spans(q), at)
			assert.Equal(t, want, got.Takers, "%v", at)
			assert.Equal(t, Nobody, got.Owner)
		}
	}
	assert.Equal(t, Level{}, h.LevelAt(59*time.Second), "that a queue has no owner is no harm here")
}

// Those that read all queues are no second owners: with two of them from their
// first rounds on, and one after the kill at 20 s, no moment is a queue's with two
// owners or, with somebody left, with none.
func TestHistoryOfThoseThatReadAll(t *testing.T) {
	for _, set := range []string{"model=broadcasting", "mode=pull-all every=200ms"} {
		p := New(Core([]Lesson{{Name: "x", Text: "broker a\ntopic t a:2\nproducer t rate=10/s\ngroup g topic=t " + set +
			"\nconsumer c1 group=g\nconsumer c2 group=g\nat 20s kill c1\nrun 40s\n"}}, "x", nil, nil))
		require.NoError(t, p.Open("#lesson=x&paused=1"))
		p.SeekNow(30 * time.Second)
		for q := range 2 {
			spans := p.History().Spans(q)
			for _, s := range spans {
				assert.Equal(t, []int{Nobody, Nobody}, []int{s.Owner, s.Other}, set)
				assert.Equal(t, len(s.Takers) > 0, s.All, set)
			}
			before, after := spans[len(spans)-2], spans[len(spans)-1]
			assert.ElementsMatch(t, []int{0, 1}, before.Takers, set)
			assert.Equal(t, 20*time.Second, before.To, set)
			assert.Equal(t, []int{1}, after.Takers, set)
		}
		for _, l := range p.History().Levels() {
			assert.Zero(t, l.Unowned+l.Double, set)
		}
	}
}
