package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
)

func viewAt(t *testing.T, text string, at time.Duration) (*core.View, *script.Script) {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(at)
	v := &core.View{Topic: -1}
	sim.View(v)
	return v, sim.Script()
}

func comparedRows(t *testing.T, text string) map[string]StrategyRow {
	t.Helper()
	v, s := viewAt(t, text, 30*time.Second)
	c := NewComparison(v, s.Scenario())
	for i := 0; !c.Done(); i++ {
		require.Less(t, i, 1000)
		c.Step()
	}
	out := map[string]StrategyRow{}
	for _, r := range c.Rows {
		assert.True(t, r.Ready)
		out[r.Word] = r
	}
	return out
}

// Eight queues 0…7, two consumers. Averagely: 0123|4567, with a third 012|345|67:
// 3 goes from c1 to c2, and 6, 7 go to c3: 3 move. By circle: 02468… to
// 0,3,6|1,4,7|2,5: queue by queue 0 stays with c1, 1 with c2; 2 c1→c3, 3 c2→c1,
// 4 c1→c2, 5 c2→c3, 6 stays c1, 7 stays c2: 4 move. Whoever leaves two, its own four move.
func TestComparisonCountsMoves(t *testing.T) {
	rows := comparedRows(t, "broker a\ntopic t a:8\ngroup g topic=t vnodes=10\nconsumer c1 group=g\nconsumer c2 group=g\nrun 60s\n")
	a, b := rows["averagely"], rows["averagely-by-circle"]
	assert.Equal(t, [5]int{4, 4, 3, 4, 4}, [5]int{a.Most, a.Least, a.Join, a.LeaveLeast, a.LeaveMost})
	assert.Equal(t, [5]int{4, 4, 4, 4, 4}, [5]int{b.Most, b.Least, b.Join, b.LeaveLeast, b.LeaveMost})
	assert.Zero(t, a.Hashes)
	h := rows["consistent-hash"]
	require.NoError(t, h.Err)
	assert.Equal(t, 8, h.Most+h.Least, "two consumers share eight queues")
	assert.Equal(t, 2*10+8, h.Hashes, "20 virtual nodes and 8 queues")
	assert.LessOrEqual(t, h.Join, 8)
	// On a ring only the queues of the one who leaves move.
	assert.Equal(t, [2]int{h.Least, h.Most}, [2]int{h.LeaveLeast, h.LeaveMost})
}

func TestComparisonOfRooms(t *testing.T) {
	rows := comparedRows(t, `broker a room=r1
broker b room=r2
topic t a:4 b:4
group g topic=t
consumer c1 group=g room=r1
consumer c2 group=g room=r2
run 60s
`)
	r, ok := rows["machine-room-nearby:averagely"]
	require.True(t, ok, "offered where all have rooms")
	require.NoError(t, r.Err)
	// One more in room r1 takes two of its four queues; nobody else is touched.
	assert.Equal(t, [3]int{4, 4, 2}, [3]int{r.Most, r.Least, r.Join})
}

// Alone, nobody can leave; without anybody there is nothing to compare.
func TestComparisonOfFew(t *testing.T) {
	rows := comparedRows(t, "broker a\ntopic t a:4\ngroup g topic=t\nconsumer c1 group=g\nrun 60s\n")
	assert.Equal(t, -1, rows["averagely"].LeaveLeast)
	assert.Equal(t, 2, rows["averagely"].Join)
	v, s := viewAt(t, "broker a\ntopic t a:4\ngroup g topic=t\nat 50s join c1 group=g\nrun 60s\n", 10*time.Second)
	c := NewComparison(v, s.Scenario())
	assert.True(t, c.Done())
	c.Step()
	assert.False(t, c.Rows[0].Ready)
}

func TestRangeText(t *testing.T) {
	assert.Equal(t, "–", English.rangeText(-1, 0))
	assert.Equal(t, "3", English.rangeText(3, 3))
	assert.Equal(t, "3–5", English.rangeText(3, 5))
}

// No strategy is at work where the consumers share their queues, and the table says so.
func TestTheComparisonOfASharingGroupSaysSo(t *testing.T) {
	v := &core.View{Queues: []core.QueueView{{Owners: []int{0, 1}}}}
	assert.NotContains(t, English.CompareAbout(v, 1, 2), "share")
	for _, how := range []core.Sharing{core.SharedPop, core.SharedAll} {
		v.Queues[0].Shared = how
		assert.Contains(t, English.CompareAbout(v, 1, 2), "no strategy is at work")
		assert.Contains(t, Chinese.CompareAbout(v, 1, 2), "没有策略在起作用")
	}
}
