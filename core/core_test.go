package core_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
	"ringside/strategies"
)

// story has a join, a kill, a freeze and a change, so that a run has something
// to say.
const story = `seed 7
net latency=1ms jitter=2ms
broker a
broker b
topic orders a:4 b:4
producer orders rate=200/s
group g topic=orders work=1ms..9ms
consumer c1 group=g
consumer c2 group=g
at 12s join c3 group=g
at 20s kill c2
at 25s freeze c1
at 31s thaw c1
at 33s set g commit=sync
at 36s join c2
at 40s burst orders 500
run 50s
expect at 10s owner orders/a/0 = c1
expect at 18s members a = c1,c2,c3
expect duplicates > 0
expect backlog < 20
`

func load(t testing.TB, text string) *core.Sim {
	t.Helper()
	s, err := core.Load(text)
	require.NoError(t, err)
	return s
}

func TestAdvanceStopsAtTheTimeAndAtTheEnd(t *testing.T) {
	s := load(t, story)
	s.Advance(10 * time.Second)
	assert.Equal(t, 10*time.Second, s.Now())
	s.Advance(5 * time.Second)
	assert.Equal(t, 10*time.Second, s.Now(), "backwards does nothing")
	s.Advance(time.Hour)
	assert.Equal(t, 50*time.Second, s.Now())
	assert.Equal(t, s.End(), s.Now())
}

func TestStepsOfAnySizeGiveTheSameRun(t *testing.T) {
	whole := load(t, story)
	whole.Advance(whole.End())
	small := load(t, story)
	for !small.AdvanceSteps(small.End(), 7) {
	}
	assert.Equal(t, whole.Digest(), small.Digest())
	odd := load(t, story)
	for at := time.Duration(0); at <= odd.End(); at += 333_333_337 {
		odd.Advance(at)
	}
	odd.Advance(odd.End())
	assert.Equal(t, whole.Digest(), odd.Digest())
	assert.Equal(t, whole.Series(0), odd.Series(0))
}

// Seeking anywhere and back gives the state and the digest of a run straight to
// that time.
func TestSeekAndForkEqualARunStraightThere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := load(t, story)
		for range 4 {
			to := time.Duration(rapid.Int64Range(0, int64(s.End())).Draw(rt, "to"))
			require.NoError(rt, s.Seek(to))
			straight := load(t, story)
			straight.Advance(to)
			require.Equal(rt, straight.Digest(), s.Digest())
			require.Equal(rt, view(straight), view(s))
			f, err := s.Fork()
			require.NoError(rt, err)
			require.Equal(rt, s.Digest(), f.Digest())
			f.Advance(f.End())
			require.Equal(rt, straight.Digest(), s.Digest(), "the fork does not touch the original")
		}
	})
}

func view(s *core.Sim) core.View {
	v := core.View{Topic: -1}
	s.View(&v)
	return v
}

// A line applied at a time is the same as the line in the script.
func TestApplyEqualsTheLineInTheScript(t *testing.T) {
	for _, line := range []string{"kill c3", "join c4 group=g", "set g batch=16", "set orders rate=50/s", "freeze c3", "burst orders 100", "leave c3", "restart c3 down=2s",
		"stop a", "kill b", "freeze a", "restart b down=1s", "stop ns", "cut a c1", "cut ns b", "scale orders a:8", "scale orders a:2/4", "scale orders b:0", "perm orders a w"} {
		s := load(t, story)
		s.Advance(32 * time.Second)
		require.NoError(t, s.Apply(line), line)
		s.Advance(s.End())
		with := load(t, story+"at 32s "+line+"\n")
		with.Advance(with.End())
		assert.Equal(t, with.Digest(), s.Digest(), line)
		assert.Contains(t, s.Script().Format(), "at 32s "+line)
	}
}

func TestApplyActsAtOnce(t *testing.T) {
	s := load(t, story)
	s.Advance(15 * time.Second)
	require.NoError(t, s.Apply("kill c3"))
	v := view(s)
	assert.Equal(t, core.ConsumerDead, v.Consumers[2].State)
	require.NoError(t, s.Apply("join c9 group=g"))
	v = view(s)
	assert.Equal(t, "c9", v.Consumers[3].Name)
	assert.Equal(t, core.ConsumerStarting, v.Consumers[3].State)
	assert.Equal(t, 15*time.Second, s.Now())
}

func TestABadLineChangesNothing(t *testing.T) {
	s := load(t, story)
	s.Advance(15 * time.Second)
	before, text := s.Digest(), s.Script().Format()
	for _, line := range []string{"", "kil c1", "kill c77", "thaw c1", "set g strategy=averagly", "join c1", "kill c1\nkill c3", "burst orders -1", "start a", "heal a b", "scale orders z:4", strings.Repeat("x", 100_000)} {
		var errs script.Errors
		require.ErrorAs(t, s.Apply(line), &errs, "%.20q", line)
		require.NotEmpty(t, errs)
	}
	assert.Equal(t, before, s.Digest())
	assert.Equal(t, text, s.Script().Format())
}

func TestExpectations(t *testing.T) {
	s := load(t, story)
	for _, r := range s.Expect() {
		assert.True(t, r.Pending, r.Text)
	}
	s.Advance(15 * time.Second)
	r := s.Expect()
	assert.False(t, r[0].Pending)
	assert.True(t, r[0].Pass, r[0].Got)
	assert.True(t, r[1].Pending)
	s.Advance(s.End())
	for _, r := range s.Expect() {
		assert.False(t, r.Pending)
		assert.True(t, r.Pass, "%s; got %s", r.Text, r.Got)
	}
}

// Every subject of the language is measured: both a claim that holds and its
// opposite come out right, on a run whose figures follow from arithmetic.
func TestEverySubjectIsMeasured(t *testing.T) {
	base := `broker a
topic orders a:2
producer orders rate=10/s
group g topic=orders work=1ms
consumer c1 group=g
at 10s join c2 group=g
at 20s join c3 group=g
run 30s
`
	claims := []struct{ yes, no string }{
		{"owner orders/a/0 = c1", "owner orders/a/0 = c2"},
		{"owns c1 = a/0", "owns c1 = a/1"},
		{"owns c2 = orders/a/1", "owns c2 = none"},
		{"idle = c3", "idle = none"},
		{"members = c1,c2,c3", "members = c1"},
		{"members a = c3,c1,c2", "members a = none"},
		// One message each 100 ms from 0 to 30 s: 301; that of 30.000 s is under way.
		{"completions = 300", "completions != 300"},
		{"distinct = 300", "distinct < 300"},
		{"completions c1 < 300", "completions c1 = 300"},
		{"duplicates = 0", "duplicates > 0"},
		{"duplicates c1 = 0", "duplicates c1 > 0"},
		{"duplicates crash <= 0", "duplicates crash >= 1"},
		{"skipped = 0", "skipped != 0"},
		{"skipped passed-over = 0", "skipped expired > 0"},
		{"failed = 0", "failed > 0"},
		{"dead-letters = 0", "dead-letters > 0"},
		{"retrying = 0", "retrying > 0"},
		{"suspended = none", "suspended = c1"},
		{"backlog = 1", "backlog = 0"},
		// Nothing is read in the first 1.5 s: 15 or 16 messages wait.
		{"backlog max >= 15", "backlog max > 20"},
		{"moved = 1", "moved = 0"},
		{"rebalances >= 6", "rebalances = 0"},
		// c1's own start, c2's (two members), c3's (three).
		{"notices = 6", "notices = 5"},
		{"unowned = 0", "unowned = 1"},
		{"double = 0", "double = 2"},
		// c2 takes over a second after its start: 1 s less start=50ms and the way.
		{"unowned max > 900ms", "unowned max < 900ms"},
		{"unowned orders/a/1 > 900ms", "unowned orders/a/1 = 0s"},
		{"double max = 0s", "double max > 0s"},
		{"silent max > 1400ms", "silent max < 1s"},
		{"committed orders/a/0 > 100", "committed orders/a/0 > 200"},
		{"unreadable = 0", "unreadable > 0"},
		{"send-errors = 0", "send-errors > 0"},
	}
	for _, c := range claims {
		s := load(t, base+"expect "+c.yes+"\nexpect "+c.no+"\n")
		s.Advance(s.End())
		r := s.Expect()
		assert.True(t, r[0].Pass, "%s; got %s", c.yes, r[0].Got)
		assert.False(t, r[1].Pass, "%s; got %s", c.no, r[1].Got)
	}
}

func TestNextEventFindsWhatMatters(t *testing.T) {
	s := load(t, story)
	s.Advance(13900 * time.Millisecond)
	at, ok := s.NextEvent()
	require.True(t, ok)
	assert.Equal(t, 20*time.Second, at, "nothing happens between c3's settling and c2's kill")
	assert.Equal(t, 13900*time.Millisecond, s.Now())
	s.Advance(s.End())
	_, ok = s.NextEvent()
	assert.False(t, ok)
}

func TestMarksAreTheActions(t *testing.T) {
	s := load(t, story)
	var got []string
	for _, m := range s.Marks() {
		got = append(got, fmt.Sprint(m.At, " ", m.Action.Target))
	}
	assert.Equal(t, []string{"12s c3", "20s c2", "25s c1", "31s c1", "33s g", "36s c2", "40s orders"}, got)
}

func TestSeriesAddUp(t *testing.T) {
	s := load(t, story)
	s.Advance(s.End())
	v := view(s)
	series := s.Series(0)
	require.Equal(t, 500, series.Steps())
	var completions, duplicates, peak int64
	for i := range series.Steps() {
		completions += int64(series.Completions[i])
		duplicates += int64(series.Duplicates[i])
		peak = max(peak, int64(series.Backlog[i]))
	}
	assert.Equal(t, v.Completions, completions)
	assert.Equal(t, v.Duplicates, duplicates)
	assert.LessOrEqual(t, peak, v.BacklogPeak)
	assert.EqualValues(t, v.Backlog, series.Backlog[499])
}

// The view is another telling of the same state: what the counters, queues and
// consumers say must agree at every instant.
func TestTheViewAgreesWithItself(t *testing.T) {
	s := load(t, story)
	var v core.View
	v.Topic = -1
	for at := time.Duration(0); at <= s.End(); at += 97 * time.Millisecond {
		s.Advance(at)
		s.View(&v)
		require.Equal(t, v.Completions, v.Distinct+v.Duplicates)
		var owners, holds, dups, double, unowned int
		for _, q := range v.Queues {
			owners += len(q.Owners)
			dups += int(q.Duplicates)
			require.LessOrEqual(t, q.Committed, q.End)
			require.LessOrEqual(t, q.Highest, q.End)
			for _, o := range q.Owners {
				require.Contains(t, v.Consumers[o].Holds, queueAt(&v, q.Name))
			}
			if len(q.Owners) > 1 {
				double++
			}
			if len(q.Owners) == 0 && q.UnownedFor > 0 {
				unowned++
			}
		}
		for _, c := range v.Consumers {
			holds += len(c.Holds)
			require.LessOrEqual(t, c.Busy, c.Threads)
		}
		require.Equal(t, owners, holds)
		require.EqualValues(t, v.Duplicates, dups)
		require.Equal(t, v.Double, double)
		require.LessOrEqual(t, unowned, v.Unowned)
	}
}

// Who let go of a queue is the owner it had when it was last seen with one.
func TestTheViewKnowsWhoLetGo(t *testing.T) {
	s := load(t, story)
	v := core.View{Topic: -1}
	var before []int
	gone := 0
	for at := time.Duration(0); at <= s.End(); at += 5 * time.Millisecond {
		s.Advance(at)
		s.View(&v)
		for i := range v.Queues {
			q := &v.Queues[i]
			if at == 0 {
				require.Equal(t, -1, q.LetGo)
				before = append(before, -1)
			}
			if len(q.Owners) == 0 && before[i] >= 0 {
				require.Equal(t, before[i], q.LetGo)
				require.Equal(t, at-q.UnownedFor, q.LetGoAt)
				gone++
			}
			if len(q.Owners) == 1 {
				before[i] = q.Owners[0]
			}
		}
	}
	require.Positive(t, gone)
}

func queueAt(v *core.View, name string) int {
	for i := range v.Queues {
		if v.Queues[i].Name == name {
			return i
		}
	}
	return -1
}

func TestFillingTheViewAllocatesNothing(t *testing.T) {
	s := load(t, strings.Replace(story, "work=1ms..9ms", "work=1ms..9ms strategy=consistent-hash", 1))
	s.Advance(40 * time.Second)
	v := core.View{Topic: -1}
	s.View(&v)
	assert.Zero(t, testing.AllocsPerRun(20, func() { s.View(&v) }))
}

// Both lists of strategy words must be one.
func TestScriptAndStrategiesKnowTheSameWords(t *testing.T) {
	assert.ElementsMatch(t, strategies.Words(), script.StrategyWords())
	for _, w := range strategies.Words() {
		assert.Equal(t, strategies.TakesInner(w), script.StrategyTakesInner(w), w)
	}
}

func TestTailHearsEverything(t *testing.T) {
	s := load(t, story)
	n := int64(0)
	s.Tail(func(*trace.Event) { n++ })
	s.Advance(s.End())
	assert.Equal(t, s.Log().Count(), n)
}

// What a process completed in its last second is no rate of one that is gone:
// at 20 s one member with work=1ms has done the ten messages that a second
// brings, and at 20.3 s, before the next full second, a killed one does nothing.
func TestAProcessThatIsGoneHasNoRate(t *testing.T) {
	for _, row := range []struct {
		word  string
		state core.ConsumerState
		rate  int
	}{{"kill", core.ConsumerDead, 0}, {"leave", core.ConsumerStopped, 0}, {"freeze", core.ConsumerFrozen, 10}} {
		sim, err := core.Load("broker a\ntopic t a:1\nproducer t rate=10/s\ngroup g topic=t work=1ms\nconsumer c1 group=g\nat 20.2s " + row.word + " c1\nrun 30s\n")
		require.NoError(t, err)
		sim.Advance(20300 * time.Millisecond)
		var v core.View
		sim.View(&v)
		assert.Equal(t, row.state, v.Consumers[0].State)
		assert.InDelta(t, row.rate, v.Consumers[0].Rate, 1, row.word)
	}
}
