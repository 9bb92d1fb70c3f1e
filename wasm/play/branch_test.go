package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// lessons are those of a playground over the real core; "two" has a join at 20 s.
func lessonsOf() []Lesson { return []Lesson{{Name: "two", Text: coreText}} }

func names(p *Playground) (out []string) {
	for _, b := range p.Branches() {
		out = append(out, b.Name)
	}
	return out
}

// settle lets ticks pass until nothing is being computed.
func settle(t *testing.T, p *Playground) {
	t.Helper()
	for n := 0; p.Seeking(); n++ {
		require.Less(t, n, 10_000)
		p.Tick(1)
	}
}

// What happened in the run kept is what a run of its own script does, whatever is done to the other.
func TestActingInThePastKeepsTheOldRun(t *testing.T) {
	p := real(t)
	p.Seek(50 * time.Second)
	p.Seek(10 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	settle(t, p)
	assert.Equal(t, []string{"A", "B"}, names(p))
	assert.Equal(t, 1, p.Branch())
	assert.Equal(t, 0, p.Against())
	assert.Equal(t, coreText, p.Branches()[0].Text)
	assert.Len(t, p.RivalSeries().Backlog, 500, "what was seen of the old run stays seen")

	p.Seek(30 * time.Second)
	settle(t, p)
	whole, err := core.Load(coreText)
	require.NoError(t, err)
	whole.Advance(30 * time.Second)
	assert.Equal(t, whole.Digest(), p.rival.sim.Digest())
	assert.Equal(t, 30*time.Second, p.RivalView().Now)
	assert.NotEqual(t, p.Digest(), p.rival.sim.Digest())
}

func TestActingAtTheFrontDoesNotFork(t *testing.T) {
	p := real(t)
	p.Seek(10 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	assert.Equal(t, []string{"A"}, names(p))
	assert.Nil(t, p.RivalView())
}

// Both runs have one clock while they play, also when the machine is too slow for both.
func TestRivalsHaveTheSameClock(t *testing.T) {
	p := real(t)
	p.Seek(15 * time.Second)
	p.Seek(10 * time.Second)
	require.NoError(t, p.Apply("kill c2"))
	settle(t, p)
	var now time.Duration
	p.cfg.Clock = func() time.Duration { now += 6 * time.Millisecond; return now }
	p.SetSpeed(1_000_000)
	p.Play()
	for n := 0; p.Playing(); n++ {
		require.Less(t, n, 10_000)
		p.Tick(1)
		if !p.Behind() {
			assert.Equal(t, p.View().Now, p.RivalView().Now)
		}
	}
	settle(t, p)
	assert.Equal(t, p.End(), p.RivalView().Now)
}

// A setting from the beginning on: with sync commits nothing is committed by the timer.
func TestWhatIf(t *testing.T) {
	p := real(t)
	p.Seek(40 * time.Second)
	require.NoError(t, p.WhatIf("set g commit=sync"))
	settle(t, p)
	assert.Contains(t, p.Text(), "at 0s set g commit=sync")
	assert.Equal(t, "sync", p.View().Consumers[2].Commit, "c3, which joins later, too")
	assert.Equal(t, "interval:5s", p.RivalView().Consumers[0].Commit)
	assert.Equal(t, 40*time.Second, p.Now())
	assert.Equal(t, 40*time.Second, p.RivalView().Now)

	text := p.Text()
	require.Error(t, p.WhatIf("set g commit=sometimes"))
	assert.Equal(t, text, p.Text())
	assert.Len(t, p.Branches(), 2)
}

func TestShowGoesOverAndBack(t *testing.T) {
	p := real(t)
	p.Seek(40 * time.Second)
	digest := p.Digest()
	require.NoError(t, p.WhatIf("set g commit=sync"))
	settle(t, p)
	require.NoError(t, p.Show(0))
	settle(t, p)
	assert.Equal(t, digest, p.Digest())
	assert.Equal(t, "two", p.Lesson())
	assert.Equal(t, 1, p.Against())
	assert.Len(t, p.Series().Backlog, 400)
	require.NoError(t, p.Compare(-1))
	assert.Nil(t, p.RivalView())
	require.NoError(t, p.Compare(1))
	settle(t, p)
	assert.Equal(t, 40*time.Second, p.RivalView().Now)
	require.NoError(t, p.Forget(1))
	assert.Equal(t, []string{"A"}, names(p))
}

// The address brings all runs back, the one compared with first.
func TestBranchesAreInTheAddress(t *testing.T) {
	p := real(t)
	p.Seek(40 * time.Second)
	for _, line := range []string{"set g commit=sync", "set g batch=8"} {
		require.NoError(t, p.WhatIf(line))
		settle(t, p)
	}
	place := p.Place()
	assert.Equal(t, "C", place.Run)
	require.Len(t, place.Others, 2)
	assert.Equal(t, "B", place.Others[0].Name)
	assert.Equal(t, OtherPlace{Name: "A", Lesson: "two"}, place.Others[1])

	again := New(Core(lessonsOf(), "", nil, nil))
	require.NoError(t, again.Open(place.String()))
	settle(t, again)
	assert.Equal(t, p.Digest(), again.Digest())
	assert.Equal(t, p.rival.sim.Digest(), again.rival.sim.Digest())
	assert.Equal(t, names(p), names(again))
	assert.Equal(t, place, again.Place())

	require.NoError(t, p.Compare(-1))
	require.NoError(t, again.Open(p.Place().String()))
	assert.Nil(t, again.RivalView())
}

func TestHostileBranches(t *testing.T) {
	for fragment, want := range map[string]LinkReason{
		"#lesson=two&run=B&b=A.1zzzz":          LinkDamage,
		"#lesson=two&run=B&b=A.2abc":           LinkDamage,
		"#lesson=two&run=B&b=A.lesson:nothing": LinkLesson,
		"#lesson=two&run=B&b=A":                LinkRun,
	} {
		p := New(Core(lessonsOf(), "two", nil, nil))
		var link *LinkError
		require.ErrorAs(t, p.Open(fragment), &link, fragment)
		assert.Equal(t, want, link.Reason, fragment)
		assert.Nil(t, p.Sim())
		require.NoError(t, p.OpenLesson("two"))
		assert.Equal(t, []string{"A"}, names(p))
	}
	p := New(Core(lessonsOf(), "two", nil, nil))
	bad := "#lesson=two&run=B&b=A." + p.cfg.Encode("broker a\nnonsense\n")
	var link *LinkError
	require.ErrorAs(t, p.Open(bad), &link)
	assert.Equal(t, LinkScript, link.Reason)
}

// There is room for MostBranches; the oldest that is not shown goes.
func TestBranchesAreBounded(t *testing.T) {
	p := real(t)
	p.Seek(5 * time.Second)
	for n := range 10 {
		require.NoError(t, p.WhatIf("set g batch="+string(rune('1'+n%9))))
		settle(t, p)
		assert.LessOrEqual(t, len(p.Branches()), MostBranches)
	}
	assert.Len(t, p.Branches(), MostBranches)
	_, err := ParsePlace(p.Place().String())
	assert.NoError(t, err)
}

func TestDifferences(t *testing.T) {
	a := "broker a\n\n# note\nrun 10s\nrun 10s\n"
	b := "run 10s\nbroker b\n"
	assert.Equal(t, []string{"broker a", "run 10s"}, Differences(a, b))
	assert.Equal(t, []string{"broker b"}, Differences(b, a))
	assert.Empty(t, Differences(a, a))
}
