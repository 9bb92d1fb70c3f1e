package play

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOpenDefaultLessonPlays(t *testing.T) {
	p, a := open(t, "")
	assert.Equal(t, "join", p.Lesson())
	assert.True(t, p.Playing())
	p.Tick(1)
	assert.Equal(t, "lesson=join&t=0.017s", a.now())
	assert.Len(t, a.entries, 1, "the start replaces the entry that the page came with")
}

func TestAddressFollowsTimeOncePerSecond(t *testing.T) {
	p, a := open(t, "lesson=join&t=10s")
	for range 600 { // ten seconds of frames
		p.Tick(1)
	}
	assert.Equal(t, 10, a.writes)
	assert.Equal(t, "lesson=join&t=20s", a.now())
	assert.Len(t, a.entries, 1, "time makes no history")
}

func TestAddressStandsStillWhenNothingHappens(t *testing.T) {
	p, a := open(t, "lesson=join&t=10s&paused=1")
	for range 600 {
		p.Tick(1)
	}
	assert.Zero(t, a.writes)
}

// A pause or a seek is in the address at once, for a reload right after it.
func TestAddressFollowsTheReader(t *testing.T) {
	p, a := open(t, "lesson=join&t=10s")
	p.Pause()
	assert.Equal(t, "lesson=join&t=10s&paused=1", a.now())
	p.Seek(42 * time.Second)
	assert.Equal(t, "lesson=join&t=42s&paused=1", a.now())
}

// Dragging the scrubber asks for a change with every frame; browsers would
// refuse that many. The last place is written all the same.
func TestAddressIsNotWrittenTooOften(t *testing.T) {
	p, a := open(t, "lesson=join&t=10s&paused=1")
	for i := range 1800 { // 30 s of frames
		p.Seek(time.Duration(i) * 10 * time.Millisecond)
		p.Tick(1)
	}
	assert.LessOrEqual(t, a.writes, 90)
	for range 60 {
		p.Tick(1)
	}
	assert.Equal(t, "lesson=join&t=17.99s&paused=1", a.now())
}

func TestBackReturnsToTheScenarioBefore(t *testing.T) {
	p, a := open(t, "lesson=join&t=10s&paused=1")
	p.Tick(60)
	require.NoError(t, p.Apply("kill c1"))
	require.NoError(t, p.OpenLesson("kill"))
	require.Len(t, a.entries, 2, "the first entry is the page's own, which Open leaves alone")
	require.NoError(t, p.Open(a.entries[0]))
	assert.Equal(t, joinText+"at 10s kill c1\n", p.Text())
	assert.Equal(t, 10*time.Second, p.Now())
	assert.Len(t, a.entries, 2, "going back pushes nothing")
	require.NoError(t, p.Open("lesson=join&t=10s&paused=1"))
	assert.Equal(t, "join", p.Lesson())
}

// The entry that an action leaves behind has the very moment, however lately the address was written.
func TestBackReturnsToTheMoment(t *testing.T) {
	p, a := open(t, "lesson=join&t=10s")
	p.Tick(1) // writes the address, and starts its pause
	p.Pause()
	p.Seek(12 * time.Second)
	require.NoError(t, p.Apply("kill c1"))
	require.Len(t, a.entries, 2)
	assert.Equal(t, "lesson=join&t=12s&paused=1", a.entries[0])
}

// A page that is left, or loaded again, has the very moment too.
func TestLeaveWritesTheAddress(t *testing.T) {
	p, a := open(t, "lesson=join&t=10s")
	p.Tick(1)
	p.Tick(29)
	p.Leave()
	assert.Equal(t, "lesson=join&t=10.5s", a.now())
}

// Going to another time of the same scenario keeps the run, so that what was seen stays seen.
func TestOpenSameScenarioOnlySeeks(t *testing.T) {
	p, _ := open(t, "lesson=join&t=50s&paused=1")
	sim := p.Sim()
	require.NoError(t, p.Open("lesson=join&t=20s&paused=1"))
	assert.Same(t, sim, p.Sim())
	assert.Equal(t, 20*time.Second, p.View().Now)
}

func TestPlaceOfAScriptIsAPermalink(t *testing.T) {
	p, a := open(t, "")
	require.NoError(t, p.LoadText("mine\nrun 5\n"))
	again, _ := open(t, a.now())
	assert.Equal(t, "mine\nrun 5\n", again.Text())
	require.NoError(t, p.LoadText(killText))
	assert.Equal(t, "lesson=kill", a.now()[:11], "a lesson's own text has the short form")
}

func TestLoadTextKeepsTime(t *testing.T) {
	p, a := open(t, "lesson=join&t=50s&paused=1")
	require.NoError(t, p.LoadText("mine\nrun 60\n"))
	assert.Equal(t, 50*time.Second, p.Now())
	assert.False(t, p.Playing())
	require.NoError(t, p.LoadText("mine\nrun 40\n"))
	assert.Equal(t, 40*time.Second, p.Now(), "as far as the run goes")
	writes := a.writes
	require.NoError(t, p.LoadText("mine\nrun 40\n"))
	assert.Equal(t, writes, a.writes, "the same text changes nothing")
}

func TestLoadTextWithErrorsChangesNothing(t *testing.T) {
	p, a := open(t, "lesson=join&t=50s&paused=1")
	sim, writes := p.Sim(), a.writes
	require.Error(t, p.LoadText("no such thing"))
	assert.Same(t, sim, p.Sim())
	assert.Equal(t, joinText, p.Text())
	assert.Equal(t, writes, a.writes)
}

func TestBadFragmentLeavesTheAddress(t *testing.T) {
	for fragment, want := range map[string]LinkReason{
		"#lesson=nope":         LinkLesson,
		"#s=2zz":               LinkDamage,
		"#s=16e6f":             LinkScript, // "no", which the loader refuses
		"#lesson=join&t=later": LinkTime,
	} {
		p, a := open(t, "lesson=join")
		err := p.Open(fragment)
		var link *LinkError
		require.ErrorAs(t, err, &link, fragment)
		assert.Equal(t, want, link.Reason, fragment)
		assert.Equal(t, err, p.Problem())
		assert.Nil(t, p.Sim())
		p.Tick(600)
		assert.Zero(t, a.writes, "the reader can still see and mend the address")
		require.NoError(t, p.OpenLesson("kill"))
		assert.NoError(t, p.Problem())
		assert.True(t, p.Playing())
	}
}

// Opening the lesson of before leaves the bad link at once, as any other does.
func TestLessonAfterABadFragmentIsInTheAddress(t *testing.T) {
	p, a := fake()
	require.NoError(t, p.Open("#lesson=kill"))
	require.NoError(t, p.OpenLesson("kill"))
	require.Error(t, p.Open("#lesson=nope"))
	writes := a.writes
	require.NoError(t, p.OpenLesson("kill"))
	assert.Equal(t, writes+1, a.writes)
	assert.Equal(t, "lesson=kill", a.now())
}

func TestBadScriptInALinkCanBeEdited(t *testing.T) {
	p, _ := fake()
	require.Error(t, p.Open("#s=16e6f"))
	assert.Equal(t, "no", p.Text(), "the editor shows what the link held")
	assert.True(t, errors.Unwrap(p.Problem()) != nil, "with the parser's own errors")
}

func TestTimeAfterTheEndIsTold(t *testing.T) {
	p, _ := open(t, "lesson=join&t=500s")
	assert.Equal(t, p.End(), p.Now())
	assert.False(t, p.Playing())
	var link *LinkError
	require.ErrorAs(t, p.Notice(), &link)
	assert.Equal(t, LinkLate, link.Reason)
	assert.NoError(t, p.Notice(), "once")
}
