package panel

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
	"ringside/wasm/view"
)

// answer plays a script to a time and asks about a subject, in both languages.
func answer(t *testing.T, text string, at time.Duration, s func(v *core.View, log *trace.Log) Subject) (Answer, *core.View) {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(at)
	v := &core.View{Topic: -1}
	sim.View(v)
	subject := s(v, sim.Log())
	for _, l := range []Lang{Chinese, English} {
		a := l.Explain(v, sim.Log(), subject)
		for _, line := range append([]string{a.Title}, a.Lines...) {
			assert.NotContains(t, line, "{")
			assert.NotRegexp(t, `\bwhy\.`, line)
		}
	}
	return English.Explain(v, sim.Log(), subject), v
}

func always(s Subject) func(*core.View, *trace.Log) Subject {
	return func(*core.View, *trace.Log) Subject { return s }
}

// words are a chain's texts in one line.
func chainWords(a Answer) string {
	var out []string
	for _, l := range a.Chain {
		out = append(out, l.Text)
	}
	return strings.Join(out, " | ")
}

// The chain of a queue that c1 took over goes back to the kill, and its times do not fall.
func TestWhyQueueGoesBackToTheKill(t *testing.T) {
	a, _ := answer(t, base+"at 30s kill c2\nrun 60s\n", 40*time.Second, always(Subject{SubjectQueue, 3}))
	assert.Equal(t, "Why does a/3 go to c1?", a.Title)
	require.NotEmpty(t, a.Chain)
	assert.Equal(t, "c2 is killed, its connections close", a.Chain[0].Text)
	assert.Equal(t, 30*time.Second, a.Chain[0].At)
	assert.Equal(t, "c1 takes a/3", a.Chain[len(a.Chain)-1].Text)
	for i := 1; i < len(a.Chain); i++ {
		assert.GreaterOrEqual(t, a.Chain[i].At, a.Chain[i-1].At)
	}
}

func TestWhyUnownedQueue(t *testing.T) {
	a, _ := answer(t, base+"at 30s kill c2\nrun 60s\n", 30*time.Second+time.Millisecond, always(Subject{SubjectQueue, 3}))
	assert.Equal(t, "Why does nobody hold a/3?", a.Title)
	assert.Contains(t, chainWords(a), "c2 is killed")
	assert.Contains(t, chainWords(a), "nobody holds a/3")
}

func TestWhyConsumer(t *testing.T) {
	for _, row := range []struct {
		line, title, says, chain string
	}{
		{"at 30s freeze c2", "c2: frozen", "its connections stay", "c2 freezes"},
		{"at 30s kill c2", "c2: killed", "The process is gone", "c2 is killed"},
		// DefaultMQPushConsumerImpl.suspend and tryRebalance; DefaultLitePullConsumer.pause
		// marks the queues given, and its rebalance has no such question.
		{"at 30s suspend c2", "c2: suspended", "pulls and rebalances no more", "c2 rebalances"},
		{"consumer c2 group=g mode=lite commit=lite-auto\nat 30s suspend c2", "c2: suspended", "goes on rebalancing", "c2 rebalances"},
		{"at 30s leave c2", "c2: stopped", "committed its offsets", "c2 shuts down cleanly"},
	} {
		start := base
		if strings.HasPrefix(row.line, "consumer c2 ") {
			start = strings.Replace(base, "consumer c2 group=g\n", "", 1)
		}
		a, _ := answer(t, start+row.line+"\nrun 60s\n", 40*time.Second, always(Subject{SubjectConsumer, 1}))
		assert.Equal(t, row.title, a.Title)
		assert.Contains(t, strings.Join(a.Lines, "\n"), row.says)
		assert.Contains(t, chainWords(a), row.chain)
	}
}

// A frozen consumer still counts on those it saw, and knows nothing of who came meanwhile.
func TestWhyConsumerKnowsOldThings(t *testing.T) {
	a, _ := answer(t, base+"at 30s freeze c2\nat 31s join c3 group=g\nat 35s kill c1\nrun 60s\n", 45*time.Second, always(Subject{SubjectConsumer, 1}))
	assert.Contains(t, strings.Join(a.Lines, "\n"), "a broker lists c3 too.\nThat is no longer so: no broker lists c1 any more.")
}

func TestWhyDuplicates(t *testing.T) {
	text := strings.Replace(base, "topic=t", "topic=t work=50ms", 1) + "at 30s burst t 2000\nat 32s kill c2\nrun 60s\n"
	a, v := answer(t, text, 50*time.Second, always(Subject{SubjectCounter, CounterDuplicates}))
	require.Positive(t, v.Duplicates, "the kill in a backlog repeats what was pulled")
	require.EqualValues(t, 1, v.Duplicates)
	assert.Equal(t, "Why was 1 message processed again?", a.Title)
	assert.Contains(t, strings.Join(a.Lines, "\n"), "crash before commit")
	assert.Contains(t, chainWords(a), "c2 is killed")
	// The event itself gives the same chain.
	e, _ := answer(t, text, 50*time.Second, func(_ *core.View, log *trace.Log) Subject {
		return Subject{SubjectEvent, int(last(log, func(e *trace.Event) bool { return e.Kind == trace.KindDuplicates }).ID)}
	})
	assert.Equal(t, a.Chain, e.Chain)
}

func TestWhyPausedAndBacklog(t *testing.T) {
	a, _ := answer(t, base+"at 30s kill c2\nrun 60s\n", 30*time.Second+time.Millisecond, always(Subject{SubjectCounter, CounterPaused}))
	assert.Equal(t, "Why are 2 queues paused?", a.Title)
	assert.Contains(t, strings.Join(a.Lines, "\n"), "a/2, a/3")
	assert.Contains(t, chainWords(a), "c2 is killed")
	a, v := answer(t, base+"at 30s burst t 5000\nrun 60s\n", 30*time.Second+time.Millisecond, always(Subject{SubjectCounter, CounterBacklog}))
	assert.Equal(t, "Why do "+Number(v.Backlog)+" messages wait?", a.Title)
	assert.Contains(t, strings.Join(a.Lines, "\n"), "Most wait in")
}

func TestWhyBroker(t *testing.T) {
	a, _ := answer(t, base+"at 30s kill c2\nrun 60s\n", 40*time.Second, always(Subject{SubjectBroker, 0}))
	assert.Equal(t, "Broker a lists c1", a.Title)
	assert.Contains(t, chainWords(a), "c2 is killed")
}

// What is not there gives the hint and nothing else.
func TestWhyNothing(t *testing.T) {
	for _, s := range []Subject{{}, {SubjectQueue, 99}, {SubjectConsumer, -1}, {SubjectBroker, 5}, {SubjectCounter, 9}, {SubjectEvent, 1 << 20}, {SubjectEvent, -1}} {
		a, _ := answer(t, base+"run 60s\n", time.Second, always(s))
		assert.Equal(t, English.Text("why.hint"), a.Title)
		assert.Empty(t, a.Lines)
		assert.Empty(t, a.Chain)
	}
}

// Whatever a consumer can be doing and whatever makes duplicates has a sentence.
func TestEveryStateAndCauseIsExplained(t *testing.T) {
	for state := range stateKeys {
		_, ok := words[stateWhy[state]]
		assert.True(t, ok, "no words for state %d", state)
	}
	for cause, key := range duplicateWhy {
		_, ok := words[key]
		assert.True(t, ok, "no words for cause %d", cause)
	}
}

func TestSubjectsAsText(t *testing.T) {
	for _, s := range []Subject{{SubjectQueue, 3}, {SubjectConsumer, 0}, {SubjectBroker, 1}, {SubjectCounter, CounterBacklog}, {SubjectEvent, 1234}} {
		assert.Equal(t, s, ParseSubject(s.String()))
	}
	for _, bad := range []string{"", "queue", "queue:", "queue:x", "queue:-1", "what:1", ":1"} {
		assert.Equal(t, Subject{}, ParseSubject(bad), bad)
	}
}

func TestSubjectsOfThePicture(t *testing.T) {
	v := &core.View{Ring: []core.RingNode{{Consumer: 2}}}
	for _, s := range []Subject{{SubjectQueue, 3}, {SubjectConsumer, 1}, {SubjectBroker, 1}, {SubjectCounter, CounterPaused}} {
		assert.Equal(t, s, subjectOf(v, hitOf(s)))
	}
	assert.Equal(t, Subject{SubjectConsumer, 2}, subjectOf(v, view.Hit{Kind: view.HitNode}))
	assert.Equal(t, Subject{}, subjectOf(v, view.Hit{Kind: view.HitNode, Index: 7}))
	assert.Equal(t, view.Hit{}, hitOf(Subject{SubjectEvent, 1}))
}

// A long chain keeps its first cause.
func TestLongChainKeepsBothEnds(t *testing.T) {
	log := testLog()
	id := int32(0)
	for i := range 20 {
		e := trace.None(trace.KindTake, int64(i)*int64(time.Second))
		e.Consumer, e.Queue, e.Cause = 0, 1, id
		id = log.Add(e)
	}
	links := English.Causes(log, id)
	require.Len(t, links, mostLinks)
	assert.Equal(t, int32(1), links[0].ID)
	assert.Equal(t, id, links[len(links)-1].ID)
	assert.Empty(t, English.Causes(log, 999))
}

// One sentence for what happened in one moment, in order.
func TestCaptionText(t *testing.T) {
	log := testLog()
	add := func(kind trace.Kind, at time.Duration, queue int32) *trace.Event {
		e := trace.None(kind, int64(at))
		e.Consumer, e.Queue, e.Topic = 0, queue, 0
		return log.Event(log.Add(e))
	}
	add(trace.KindUnowned, time.Second, 0)
	add(trace.KindStop, 5*time.Second, -1)
	add(trace.KindHeartbeat, 5*time.Second, -1)
	e := add(trace.KindUnowned, 5*time.Second+time.Millisecond, 1)
	assert.Equal(t, "c1 shuts down cleanly; nobody holds a/1", English.CaptionText(log, e))
}

// With one topic chosen a counter is explained by that topic alone: 400 of its
// messages wait ten seconds after the only consumer's end, at 40 a second, and 500
// of the group's.
func TestWhyACounterOfATopic(t *testing.T) {
	sim, err := core.Load("broker a\ntopic t a:4\ntopic u a:2\nproducer t rate=40/s\nproducer u rate=10/s\n" +
		"group g topic=t,u from=first work=0ms\nconsumer c1 group=g\nat 30s kill c1\nrun 60s\n")
	require.NoError(t, err)
	sim.Advance(40 * time.Second)
	v := &core.View{Topic: 0}
	sim.View(v)
	ask := func(l Lang, counter int) Answer {
		return l.Explain(v, sim.Log(), Subject{SubjectCounter, counter})
	}
	a := ask(English, CounterBacklog)
	assert.Equal(t, "Why do "+Number(v.OfTopic.Backlog)+" messages wait?", a.Title)
	assert.InDelta(t, 400, v.OfTopic.Backlog, 4)
	assert.Equal(t, "Counted for topic t alone; the whole group has "+Number(v.Backlog)+".", a.Lines[0])
	assert.InDelta(t, 500, v.Backlog, 6)
	assert.Contains(t, a.Lines[1], "40 messages a second come into these queues")
	a = ask(English, CounterPaused)
	assert.Equal(t, "Why are 4 queues paused?", a.Title)
	assert.Equal(t, "Counted for topic t alone; the whole group has 6.", a.Lines[0])
	a = ask(English, CounterDuplicates)
	assert.Equal(t, "No message was processed again", a.Title)
	assert.Empty(t, a.Chain, "no event of another topic explains it")
	assert.Equal(t, "只统计主题 t；整组为 6。", ask(Chinese, CounterPaused).Lines[0])
	v.Topic = -1
	sim.View(v)
	assert.Equal(t, "Why are 6 queues paused?", ask(English, CounterPaused).Title)
	assert.NotContains(t, strings.Join(ask(English, CounterPaused).Lines, " "), "alone")
}
