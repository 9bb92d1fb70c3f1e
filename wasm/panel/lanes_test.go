package panel

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/play"
)

func played(t testing.TB, text string, at time.Duration) *play.Playground {
	t.Helper()
	p := play.New(play.Core([]play.Lesson{{Name: "x", Text: text}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SeekNow(at)
	return p
}

const lanesText = `broker a
topic t a:4
producer t rate=100/s
group g topic=t
consumer c1 group=g
consumer c2 group=g
at 20s kill c2
run 60s
`

// Averagely: c1 holds a/0 and a/1, c2 the others until it is killed; then c1 holds all.
func TestLanesOfQueues(t *testing.T) {
	p := played(t, lanesText, 60*time.Second)
	lanes := Lanes(LanesQueues, p.View())
	require.Len(t, lanes, 4)
	assert.Equal(t, "a/3", lanes[3].Name)
	bars := lanes[3].Bars(nil, p.History(), Whole(p.End()), 1)
	var kinds []string
	for _, b := range bars {
		kinds = append(kinds, fmt.Sprint(b.Kind, b.Owner))
	}
	assert.Equal(t, BarNever, bars[0].Kind)
	last := bars[len(bars)-3:]
	assert.Equal(t, []int{1, -1, 0}, []int{last[0].Owner, last[1].Owner, last[2].Owner}, "%v", kinds)
	assert.Equal(t, BarNobody, last[1].Kind)
	assert.Equal(t, 20*time.Second, last[1].From, "nobody's from the kill on")
	assert.Equal(t, 60*time.Second, last[2].To)

	none := lanes[3].Bars(nil, p.History(), Window{30 * time.Second, 40 * time.Second, p.End()}, 1)
	require.Len(t, none, 1, "only what lies in the window")
	assert.Equal(t, 0, none[0].Owner)
}

// With mode=pop nobody owns a queue; the lanes say who may pop from it.
func TestLanesOfPops(t *testing.T) {
	p := played(t, strings.Replace(lanesText, "group g topic=t", "group g topic=t mode=pop", 1), 60*time.Second)
	lanes := Lanes(LanesQueues, p.View())
	w := Window{10 * time.Second, 19 * time.Second, p.End()}
	bars := lanes[0].Bars(nil, p.History(), w, 1)
	require.Len(t, bars, 1)
	assert.Equal(t, BarShared, bars[0].Kind)
	assert.Equal(t, []int{0, 1}, bars[0].Takers, bars[0].All)
	text, tone := English.SpanOwner(p.View(), bars[0].Kind, bars[0].Owner, bars[0].Other, bars[0].Rest, bars[0].Takers, bars[0].All)
	assert.Equal(t, [2]string{"no single owner; c1, c2 pop from it", ""}, [2]string{text, tone})
	text, _ = Chinese.SpanOwner(p.View(), bars[0].Kind, bars[0].Owner, bars[0].Other, bars[0].Rest, bars[0].Takers, bars[0].All)
	assert.Equal(t, "没有唯一的持有者；c1、c2 都从中弹出消息", text)
	rows, _ := LaneRows(p.History(), w, 10)
	require.Len(t, rows, 4)
	assert.Equal(t, []int{0, 1}, rows[3].Takers)
	lane := Lanes(LanesConsumers, p.View())[1]
	bars = lane.Bars(nil, p.History(), w, 4)
	require.Len(t, bars, 1)
	assert.Equal(t, "c2 may pop from 4 queues for "+English.Span(bars[0].To-bars[0].From)+"; they have no owner", English.BarText(p.View(), &lane, &bars[0]))
	assert.Empty(t, lane.Bars(nil, p.History(), Window{30 * time.Second, 40 * time.Second, p.End()}, 4), "killed at 20 s")
	a := English.Explain(p.View(), p.Sim().Log(), Subject{SubjectQueue, 0})
	assert.Equal(t, "Who takes from a/0?", a.Title)
	assert.Contains(t, a.Lines[0], "pop from it: c1.")
}

// Three processes of one client id: averagely finds the id's first place in the
// list, so all three take the topic's only queue (upstream's ids.indexOf).
func TestLanesOfThreeOwners(t *testing.T) {
	p := played(t, "broker a\ntopic t a:1\nproducer t rate=10/s\ngroup g topic=t\nconsumer c1 group=g id=x\nconsumer c2 group=g id=x\nconsumer c3 group=g id=x\nrun 60s\n", 60*time.Second)
	w := Window{40 * time.Second, 50 * time.Second, p.End()}
	lanes := Lanes(LanesQueues, p.View())
	bars := lanes[0].Bars(nil, p.History(), w, 1)
	require.Len(t, bars, 1)
	assert.Equal(t, BarDouble, bars[0].Kind)
	assert.ElementsMatch(t, []int{0, 1, 2}, append([]int{bars[0].Owner, bars[0].Other}, bars[0].Rest...))
	assert.Regexp(t, `^a/0: 3 at once: c\d, c\d, c\d, `, English.BarText(p.View(), &lanes[0], &bars[0]))
	assert.Regexp(t, `3 个同时持有：c\d、c\d、c\d`, Chinese.BarText(p.View(), &lanes[0], &bars[0]))
	for i, lane := range Lanes(LanesConsumers, p.View()) {
		bars := lane.Bars(nil, p.History(), w, 1)
		require.Len(t, bars, 1, "c%d holds it too", i+1)
		assert.Equal(t, BarDouble, bars[0].Kind)
	}
	assert.Equal(t, 1, MostHeld(p.History(), 3))
	pair := Pair(p.View(), p.View())
	assert.Empty(t, pair.Differences(&lanes[0], p.History(), p.History()))
}

func TestLanesOfConsumers(t *testing.T) {
	p := played(t, lanesText, 60*time.Second)
	assert.Equal(t, 4, MostHeld(p.History(), 2))
	lanes := Lanes(LanesConsumers, p.View())
	require.Len(t, lanes, 2)
	bars := lanes[0].Bars(nil, p.History(), Window{30 * time.Second, 40 * time.Second, p.End()}, 4)
	require.Len(t, bars, 1)
	assert.Equal(t, 4, bars[0].Count)
	assert.Equal(t, 1.0, bars[0].High)
	bars = lanes[1].Bars(nil, p.History(), Window{10 * time.Second, 40 * time.Second, p.End()}, 4)
	require.Len(t, bars, 1)
	assert.Equal(t, Bar{From: bars[0].From, To: 20 * time.Second, Kind: BarOwned, Owner: 1, Other: -1, High: 0.5, Count: 2}, bars[0])
}

// many is 100 consumers and 1,000 queues on 10 brokers.
func many() string {
	var b strings.Builder
	topic := "topic t"
	for i := range 10 {
		fmt.Fprintf(&b, "broker b%d\n", i)
		topic += fmt.Sprintf(" b%d:100", i)
	}
	b.WriteString(topic + "\nproducer t rate=100/s\ngroup g topic=t\n")
	for i := range 100 {
		fmt.Fprintf(&b, "consumer c%d group=g\n", i)
	}
	b.WriteString("at 20s kill c7\nrun 60s\n")
	return b.String()
}

// Many queues are bundled, no bundle spans two brokers, and each queue is in one.
func TestManyQueuesAreBundled(t *testing.T) {
	p := played(t, many(), 40*time.Second)
	lanes := Lanes(LanesQueues, p.View())
	assert.LessOrEqual(t, len(lanes), 30)
	next := 0
	for i := range lanes {
		assert.Equal(t, next, lanes[i].First)
		next = lanes[i].Last + 1
		q := p.View().Queues
		assert.Equal(t, q[lanes[i].First].Broker, q[lanes[i].Last].Broker)
		for _, b := range lanes[i].Bars(nil, p.History(), Whole(p.End()), 1) {
			assert.LessOrEqual(t, b.High, 1.0001)
			assert.Less(t, b.Low, b.High)
		}
	}
	assert.Equal(t, 1000, next)
	// c7 held ten queues; until the others took over, nobody did.
	nobody := 0
	for i := range lanes {
		for _, b := range lanes[i].Bars(nil, p.History(), Window{20 * time.Second, 20*time.Second + time.Millisecond, p.End()}, 1) {
			if b.Kind == BarNobody && b.From == 20*time.Second {
				nobody += b.Count
			}
		}
	}
	assert.Equal(t, 10, nobody)
}

func TestLaneRowsSayWhatTheLanesShow(t *testing.T) {
	p := played(t, lanesText, 60*time.Second)
	rows, all := LaneRows(p.History(), Window{15 * time.Second, 60 * time.Second, 60 * time.Second}, 100)
	assert.Len(t, rows, all)
	// a/0 and a/1 stay with c1; a/2 and a/3: c2, nobody, c1.
	assert.Equal(t, 2+2*3, all)
	rows, all = LaneRows(p.History(), Whole(60*time.Second), 3)
	assert.Len(t, rows, 3)
	assert.Greater(t, all, 3)
}

// BenchmarkLanesLarge is what one drawing of all lanes costs at 100 × 1,000.
func BenchmarkLanesLarge(b *testing.B) {
	p := played(b, many(), 40*time.Second)
	var bars []Bar
	for _, mode := range []LaneMode{LanesQueues, LanesConsumers} {
		b.Run(string(mode), func(b *testing.B) {
			lanes := Lanes(mode, p.View())
			for b.Loop() {
				bars = bars[:0]
				for i := range lanes[:min(len(lanes), 30)] {
					bars = lanes[i].Bars(bars, p.History(), Whole(p.End()), 20)
				}
			}
		})
	}
}

// Twelve lanes have 10 px each in 126; of thirty, twelve whole ones are in sight.
func TestLanesAreNeverCut(t *testing.T) {
	for _, c := range []struct {
		n         int
		lane, all float64
	}{{4, 20, 80}, {8, 15, 120}, {12, 10, 120}, {30, 10, 120}, {0, 20, 20}} {
		lane, all := LaneHeights(c.n, 126, 10, 20)
		assert.Equal(t, []float64{c.lane, c.all}, []float64{lane, all}, "%d lanes", c.n)
	}
	_, all := LaneHeights(9, 8, 14, 30)
	assert.Equal(t, 14.0, all, "one lane at least")
	above, below := LanesOutOfSight(30, 10, 0, 120)
	assert.Equal(t, []int{0, 18}, []int{above, below})
	above, below = LanesOutOfSight(30, 10, 180, 120)
	assert.Equal(t, []int{18, 0}, []int{above, below})
}
