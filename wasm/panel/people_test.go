package panel

import (
	"go/format"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/view"
)

func memberOf(consumer int, id string) core.MemberView {
	return core.MemberView{Consumer: consumer, ID: id}
}

// a lists both, b only c1; c is down and does not count.
func TestMemberGaps(t *testing.T) {
	v := &core.View{
		Consumers: []core.ConsumerView{{Name: "c1"}, {Name: "c2"}},
		Brokers: []core.BrokerView{
			{Name: "a", Up: true, Members: []core.MemberView{memberOf(0, "x@c1"), memberOf(1, "x@c2")}},
			{Name: "b", Up: true, Members: []core.MemberView{memberOf(0, "x@c1")}},
			{Name: "c", Members: []core.MemberView{}},
		},
	}
	gaps := MemberGaps(v)
	require.Len(t, gaps, 1)
	assert.Equal(t, Gap{What: "x@c2", Consumer: 1, Has: []string{"a"}, Lacks: []string{"b"}}, gaps[0])
	assert.Equal(t, "c2 is listed by a, not by b", English.GapText(v, &gaps[0]))
	v.Brokers[1].Members = v.Brokers[0].Members
	assert.Empty(t, MemberGaps(v))
}

func TestTopicGaps(t *testing.T) {
	config := func(read int) []core.TopicConfigView {
		return []core.TopicConfigView{{Topic: "t", Read: read, Write: 4, Perm: "RW-"}}
	}
	v := &core.View{Brokers: []core.BrokerView{{Name: "a", Up: true, TopicConfigs: config(4)}, {Name: "b", Up: true, TopicConfigs: config(8)}, {Name: "c", Up: true}}}
	gaps := TopicGaps(v)
	require.Len(t, gaps, 1, "that c has no such topic is usual")
	assert.Equal(t, "t has other queue numbers: a 4/4 RW-, b 8/4 RW-", English.GapText(v, &gaps[0]))
}

// A lock counts for 60 s at the broker (REBALANCE_LOCK_MAX_LIVE_TIME).
func TestLockAge(t *testing.T) {
	assert.Equal(t, "12.0 s ago", English.LockAge(30*time.Second, &core.LockView{ID: "x@c1", At: 18 * time.Second}))
	assert.Equal(t, "61.5 s ago, expired", English.LockAge(90*time.Second, &core.LockView{ID: "x@c1", At: 28500 * time.Millisecond, Expired: true}))
	assert.Equal(t, "61.5 秒前，已过期", Chinese.LockAge(90*time.Second, &core.LockView{ID: "x@c1", At: 28500 * time.Millisecond, Expired: true}))
}

func TestFound(t *testing.T) {
	assert.True(t, Found("", "x"))
	assert.True(t, Found(" C1 ", "127.0.0.1@c1"))
	assert.False(t, Found("c3", "127.0.0.1@c1", "c1"))
}

// The test that is copied is Go as gofmt writes it, whatever the script holds.
func TestGoTest(t *testing.T) {
	for _, script := range []string{"broker a\nrun 60s\n", "title.en A `quoted` word\nrun 60s\n"} {
		text := GoTest("kill-duplicates", script, 12300*time.Millisecond, "00112233")
		formatted, err := format.Source([]byte(text))
		require.NoError(t, err, text)
		assert.Equal(t, string(formatted), text)
		assert.Contains(t, text, "func TestKillDuplicates(")
		assert.Contains(t, text, `"00112233"`)
	}
	assert.Equal(t, "Script", goName("…"))
}

func TestCurve(t *testing.T) {
	c := NewCurve(100, 50, 3, [][]float64{{0, 12, 54}, {0, 0, 5}})
	assert.InDelta(t, 60, c.Max, 0, "the next of …, 40, 50, 60")
	assert.Equal(t, "M0.0 50.0L50.0 40.0L100.0 5.0", c.Path([]float64{0, 12, 54}))
	assert.True(t, strings.HasPrefix(c.Marks(1, []float64{60}), "M0.0 0.0m"))
	assert.InDelta(t, 1, NewCurve(1, 1, 1, nil).Max, 0, "an empty drawing has an axis too")
	assert.InDelta(t, 0.5, NewCurve(1, 1, 1, nil).X(0), 0)
}

func scenario(t *testing.T) *script.Script {
	t.Helper()
	s, err := script.Parse(base + "run 60s\n")
	require.NoError(t, err)
	return s
}

// Every action that the language has is offered with fields whose first values
// make a line that the script accepts, or one that says what is missing.
func TestEveryActionIsOffered(t *testing.T) {
	s := scenario(t)
	sections := map[Section]bool{}
	for _, s := range Sections {
		sections[s] = true
	}
	offered := map[string]bool{}
	for _, f := range OfferedForms() {
		offered[f.Word] = true
		assert.True(t, sections[SectionOf(&f)], f.Word)
		values := make([]string, len(f.Slots))
		for i := range f.Slots {
			values[i] = SlotStart(s.Scenario(), &f, i)
		}
		line := FormLine(&f, values)
		assert.True(t, strings.HasPrefix(line, f.Word+" "), line)
		wrong := English.Try(s, 20*time.Second, line)
		assert.NotContains(t, wrong, "unexpected", line)
		assert.NotContains(t, wrong, "is missing", line)
	}
	for _, f := range script.ActionForms() {
		assert.True(t, offered[f.Word], "nothing offers %s", f.Form)
	}
}

func TestFormLine(t *testing.T) {
	forms := map[string]script.ActionForm{}
	for _, f := range OfferedForms() {
		forms[f.Word] = f
	}
	line := func(word string, values ...string) string {
		f := forms[word]
		return FormLine(&f, values)
	}
	assert.Equal(t, "restart c1 down=5s", line("restart", "c1", "5s"))
	assert.Equal(t, "join c9 group=g", line("join", "c9", "g", " "))
	assert.Equal(t, "join c9 group=g batch=4 threads=2", line("join", "c9", "g", "batch=4 threads=2"))
	assert.Equal(t, "burst t", line("burst", "t", ""), "the parser says what is missing")
}

// What is wrong is said in the reader's language, and nothing is changed.
func TestTry(t *testing.T) {
	s := scenario(t)
	assert.Empty(t, English.Try(s, 20*time.Second, "kill c1"))
	assert.Contains(t, English.Try(s, 20*time.Second, "thaw c1"), "it has been running since")
	assert.Contains(t, English.Try(s, 20*time.Second, "set g batch=0"), "batch 0 is out of range; expected a whole number from 1 to 1024")
	assert.Contains(t, Chinese.Try(s, 20*time.Second, "set g batch=0"), "batch")
	assert.NotEmpty(t, English.Try(s, 20*time.Second, "set g batch=2\nkill c1"))
	assert.NotContains(t, s.Format(), "kill")
}

func TestSlotNames(t *testing.T) {
	slot := script.Slot{Names: []string{"BROKER:READ[/WRITE]"}}
	assert.Equal(t, "queues", English.SlotName(&slot))
	assert.Equal(t, "down for", English.SlotName(&script.Slot{Key: "down", Names: []string{"TIME"}}))
	assert.Equal(t, "WHAT", English.SlotName(&script.Slot{Names: []string{"WHAT"}}), "without words its own name stands in")
	label, hint := English.SettingWords("no-such")
	assert.Equal(t, [2]string{"no-such", "no-such=…"}, [2]string{label, hint})
}

// A consumer that the script needs later is no victim: c2 leaves at 50 s.
func TestPlanExperiment(t *testing.T) {
	v, s := viewAt(t, base+"at 50s leave c2\nrun 90s\n", 20*time.Second)
	p := PlanExperiment(ExperimentBatch, s, v, true, true)
	assert.Equal(t, [2]time.Duration{20 * time.Second, 50 * time.Second}, [2]time.Duration{p.From, p.Until})
	require.Len(t, p.Rounds, experimentRounds)
	assert.Equal(t, []string{"at 20s burst t 40000", "at 22s kill c1"}, p.Rounds[0])
	assert.Equal(t, 64, p.Variants[6].X, "one size beyond the pull batch of 32")
	assert.Equal(t, "async", p.Variants[7].Series)
	for _, v := range p.Variants {
		_, err := p.Text(&v, 0)
		assert.NoError(t, err)
	}
	strategies := PlanExperiment(ExperimentStrategy, s, v, false, false)
	assert.Len(t, strategies.Variants, len(strategyChoices))
	assert.Equal(t, []string{}, append([]string{}, strategies.Rounds[0]...))
	assert.Contains(t, ExperimentKinds(), ExperimentBatch)
}

func TestPerRound(t *testing.T) {
	assert.Equal(t, "0", perRound(0, 3))
	assert.Equal(t, "3.3", perRound(10, 3))
	assert.Equal(t, "4", perRound(12, 3))
	assert.Equal(t, "333", perRound(1000, 3))
}

// The ring lies left of the brokers, the consumers right of them; the time
// line and the side panel are left free.
func TestExtents(t *testing.T) {
	v, _ := viewAt(t, base+"run 60s\n", 30*time.Second)
	var s view.Scene
	s.Fill(v, view.Viewport{W: 1440, H: 900, Scale: 1, Reserved: []view.Rect{{X: 1056, W: 384, H: 900}, {Y: 710, W: 1056, H: 190}}})
	e := FindExtents(&s)
	for _, r := range []view.Rect{e.Ring, e.Brokers, e.Consumers} {
		assert.False(t, r.Empty())
		assert.LessOrEqual(t, r.Right(), float32(1056+probeStep))
	}
	assert.Less(t, e.Ring.Right(), e.Brokers.X+probeStep)
	assert.Less(t, e.Brokers.Right(), e.Consumers.X)
	rows := 0
	for _, p := range s.Spots() { // a card's rows lie over it, and belong to it
		if p.Hit.Kind == view.HitQueue && !p.Arc && p.X > e.Brokers.X && p.X < e.Brokers.Right() {
			rows++
			assert.True(t, e.Brokers.Contains(p.X, p.Y), "queue %d", p.Hit.Index)
		}
	}
	assert.Equal(t, len(v.Queues), rows)

	s.Fill(v, view.Viewport{W: 390, H: 560})
	phone := FindExtents(&s)
	assert.Less(t, phone.Ring.Bottom(), phone.Brokers.Y)
	assert.Less(t, phone.Brokers.Bottom(), phone.Consumers.Y+probeStep)
}

// Wherever the thing is, the bubble lies inside the window and, if there is
// room anywhere, not over the thing.
func TestPlaceBubble(t *testing.T) {
	for _, row := range []struct {
		of      view.Rect
		covered bool
	}{
		{view.Rect{X: 100, Y: 100, W: 300, H: 200}, false}, {view.Rect{X: 100, Y: 600, W: 300, H: 290}, false},
		{view.Rect{X: 1100, Y: 0, W: 340, H: 900}, false}, {view.Rect{W: 340, H: 900}, false},
		{view.Rect{W: 1440, H: 900}, true}, {view.Rect{}, false},
	} {
		x, y := PlaceBubble(row.of, 340, 160, 1440, 900)
		b := view.Rect{X: x, Y: y, W: 340, H: 160}
		assert.Equal(t, row.covered, b.Overlaps(row.of), row.of)
		assert.GreaterOrEqual(t, min(x, y), float32(0))
		assert.LessOrEqual(t, b.Right(), float32(1440))
		assert.LessOrEqual(t, b.Bottom(), float32(900))
	}
}
