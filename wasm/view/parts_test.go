package view

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

func TestNumbers(t *testing.T) {
	const thin = "\u2009"
	for _, c := range []struct {
		arg  Arg
		want string
	}{
		{number(0), "0"},
		{number(999), "999"},
		{number(1204), "1" + thin + "204"},
		{number(12040), "12" + thin + "040"},
		{number(1234567), "1" + thin + "234" + thin + "567"},
		{number(-42), "−42"},
		{number(math.MinInt64), "−9" + thin + "223" + thin + "372" + thin + "036" + thin + "854" + thin + "775" + thin + "808"},
		{tenths(18), "1.8"},
		{tenths(0), "0.0"},
		{tenths(-5), "−0.5"},
		{seconds(1799 * time.Millisecond), "1.7"},
		{seconds(59900 * time.Millisecond), "59.9"},
		{seconds(61 * time.Second), "61.0"},
		{seconds(121900 * time.Millisecond), "121"},
		{seconds(799 * time.Millisecond), "0.7"},
		{text("订单/0"), "订单/0"},
	} {
		assert.Equal(t, c.want, string(c.arg.AppendText(nil)))
	}
}

func TestShortNames(t *testing.T) {
	for _, c := range []struct{ full, short []string }{
		{nil, []string{}},
		{[]string{"broker-a"}, []string{"a"}},
		{[]string{"broker-a", "broker-b"}, []string{"a", "b"}},
		{[]string{"a", "b"}, []string{"a", "b"}},
		{[]string{"sh-1", "bj-1"}, []string{"sh-1", "bj-1"}},
		{[]string{"broker-10", "broker-11"}, []string{"10", "11"}},
		{[]string{"broker-", "broker-a"}, []string{"1", "2"}}, // nothing is left of the first, and it is long
		{[]string{"shanghai-one", "beijing-two"}, []string{"1", "2"}},
	} {
		assert.Equal(t, c.short, distinctPart(c.full))
	}
	v := fixture.TwoTopics()
	s := wide(v, nil)
	assert.Equal(t, "1:a/0", s.names.short[0])
	assert.Equal(t, "2:b/1", s.names.short[7])
	assert.Equal(t, "b/1", s.names.bare[7])
	assert.Equal(t, "2:1", s.names.rows[7])
}

func TestGroups(t *testing.T) {
	v := &core.View{Brokers: make([]core.BrokerView, 3)}
	for _, b := range []int{2, 0, 0, 2, -1, 7, 2} {
		v.Queues = append(v.Queues, core.QueueView{Broker: b})
	}
	var g groups
	for range 2 {
		g.update(v)
		assert.Equal(t, []int{1, 2}, g.of(0))
		assert.Empty(t, g.of(1))
		assert.Equal(t, []int{0, 3, 6}, g.of(2))
		assert.Len(t, g.order, 5, "queues of no known broker are in none")
	}
}

func TestNiceSpan(t *testing.T) {
	for n, want := range map[int64]int64{0: 10, 9: 10, 10: 20, 49: 50, 50: 100, 99: 100, 150: 200, 200: 500, 999: 1000, 123456: 200000} {
		assert.Equal(t, want, niceSpan(n))
	}
}

// TestBarScaleHolds: the scale grows at once and shrinks only after the backlog
// was below a quarter of it for twelve seconds, unless time goes back.
func TestBarScaleHolds(t *testing.T) {
	var b barScale
	at := func(now time.Duration, backlog int64) int64 {
		b.update(&core.View{Now: now, Queues: []core.QueueView{{Committed: 100, End: 100 + backlog}}})
		return b.span
	}
	assert.EqualValues(t, 20, at(0, 10))
	assert.EqualValues(t, 500, at(time.Second, 300))
	assert.EqualValues(t, 500, at(5*time.Second, 10), "a commit does not make the bars jump")
	assert.EqualValues(t, 500, at(10*time.Second, 200))
	assert.EqualValues(t, 500, at(22*time.Second, 20))
	assert.EqualValues(t, 50, at(23*time.Second, 20))
	assert.EqualValues(t, 500, at(24*time.Second, 300))
	assert.EqualValues(t, 20, at(2*time.Second, 10), "scrubbed back")
}

// TestBarSegments: with a span of 50 messages in the 72 % right of the
// committed mark, 10 done, 15 in process and 25 waiting end at the bar's end.
func TestBarSegments(t *testing.T) {
	var s Scene
	s.bars.span = 50
	q := core.QueueView{Min: 0, Committed: 1000, Done: 10, InProcess: 15, End: 1050, Owners: []int{1}}
	s.bar(&q, 0, Rect{0, 0, 102, 12})
	// The inside is 100 wide and begins at 1: committed at 1+28, 1.44 a message.
	type part struct {
		x, w float32
		ink  Ink
	}
	var got []part
	for _, b := range s.Boxes[1 : len(s.Boxes)-1] {
		got = append(got, part{b.X, b.W, b.Fill.Ink})
	}
	want := []part{{1, 28, ConsumerFill(1)}, {29, 14.4, ConsumerFill(1)}, {43.4, 21.6, ConsumerFill(1)}, {65, 36, InkWaiting}}
	require.Len(t, got, len(want))
	for i := range want {
		assert.InDelta(t, want[i].x, got[i].x, 1e-3)
		assert.InDelta(t, want[i].w, got[i].w, 1e-3)
		assert.Equal(t, want[i].ink, got[i].ink)
	}
	assert.Equal(t, StyleHatched, s.Boxes[2].Style, "done but not committed is hatched")
	tick := s.Boxes[len(s.Boxes)-1]
	assert.Equal(t, InkTick, tick.Fill.Ink)
	assert.InDelta(t, 29, tick.X+tick.W/2, 1e-3)
}

// TestBarClamps: figures that contradict each other stay inside the bar.
func TestBarClamps(t *testing.T) {
	var s Scene
	s.bars.span = 50
	for _, q := range []core.QueueView{
		{Committed: 10, End: 5},
		{Committed: 10, End: 1 << 60, Done: -3, InProcess: 1 << 30},
		{Min: 100, Committed: 10, End: 20, DuplicateFrom: -5, DuplicateTo: 1 << 50, Owners: []int{0, 1}},
	} {
		s.Boxes = s.Boxes[:0]
		s.bar(&q, 0, Rect{0, 10, 102, 12})
		for _, b := range s.Boxes {
			assert.GreaterOrEqual(t, b.X, float32(0))
			assert.LessOrEqual(t, b.Right(), float32(102.5))
			assert.GreaterOrEqual(t, b.W, float32(0))
		}
	}
}

func TestCountersOfShare(t *testing.T) {
	v := &core.View{}
	v.Duplicates, v.Completions = 37, 3084
	c := counterOf(v, CounterDuplicates)
	// 37 of 3084 is 1.1997 %.
	assert.Equal(t, tenths(12), c.sub.args[0])
	assert.Equal(t, InkDuplicate, c.ink)
	assert.Equal(t, tenths(0), counterOf(&core.View{}, CounterDuplicates).sub.args[0], "nothing of nothing")
}
