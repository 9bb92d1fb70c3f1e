package panel

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/script"
	"ringside/wasm/play"
)

const base = "broker a\ntopic t a:4\nproducer t rate=100/s\ngroup g topic=t\nconsumer c1 group=g\nconsumer c2 group=g\n"

// Every line that a control can make is one that the core takes.
func TestControlLinesAreScriptLines(t *testing.T) {
	load := func() *core.Sim {
		sim, err := core.Load(base + "run 60s\n")
		require.NoError(t, err)
		sim.Advance(10 * time.Second)
		return sim
	}
	lines := []string{
		JoinLine("c3", "g", false), "leave c1", "kill c1", "freeze c1", BurstLine("t", burst()),
	}
	for key, choices := range map[string]Choices{"strategy": strategyChoices, "commit": commitChoices, "batch": batchChoices, "work": workChoices} {
		for _, v := range choices {
			lines = append(lines, SetLine("g", key, v))
		}
	}
	for _, v := range rateChoices {
		lines = append(lines, SetLine("t", "rate", v+"/s"))
	}
	for _, line := range lines {
		assert.NoError(t, load().Apply(line), line)
	}
	sim := load()
	require.NoError(t, sim.Apply("freeze c1"))
	require.NoError(t, sim.Apply("thaw c1"))
	require.NoError(t, sim.Apply("kill c1"))
	require.NoError(t, sim.Apply(JoinLine("c1", "g", true)))
}

func burst() int { return 1000 }

// The view says strategy, commit and work in words that the controls know, so
// that each shows as the choice it is.
func TestViewSpeaksTheControlsWords(t *testing.T) {
	sim, err := core.Load(base + "run 60s\n")
	require.NoError(t, err)
	sim.Advance(time.Second)
	v := core.View{Topic: -1}
	sim.View(&v)
	require.NotEmpty(t, v.Consumers)
	c := v.Consumers[0]
	assert.Contains(t, []string(strategyChoices), c.Strategy)
	assert.Contains(t, []string(commitChoices), c.Commit)
	assert.Contains(t, []string(workChoices.With(c.Work)), c.Work)
	_, err = core.Load(base + "run 60s\nat 1s set g work=" + c.Work + " commit=" + c.Commit + " strategy=" + c.Strategy + "\n")
	assert.NoError(t, err)
}

func TestRoomChoicesNeedRooms(t *testing.T) {
	const rooms = "broker a room=r1\ntopic t a:4\ngroup g topic=t\nconsumer c1 group=g room=r1\nrun 20s\n"
	sc, err := script.Parse(rooms)
	require.NoError(t, err)
	assert.True(t, HasRooms(sc.Scenario(), "g"))
	for _, v := range roomChoices {
		sim, err := core.Load(rooms)
		require.NoError(t, err)
		assert.NoError(t, sim.Apply(SetLine("g", "strategy", v)), v)
	}
	sc, err = script.Parse(base + "run 10s\n")
	require.NoError(t, err)
	assert.False(t, HasRooms(sc.Scenario(), "g"))
}

func TestFreeName(t *testing.T) {
	assert.Equal(t, "c1", FreeName(nil))
	assert.Equal(t, "c4", FreeName([]string{"c1", "c3", "orders", "c"}))
	assert.Equal(t, "c2", FreeName([]string{"consumer-1", "c01", "cc9"}), "c01 is number 1")
}

func TestDeedsFor(t *testing.T) {
	assert.Equal(t, Deeds{Start: true}, DeedsFor(core.ConsumerDead))
	assert.Equal(t, Deeds{Start: true}, DeedsFor(core.ConsumerAbsent))
	assert.Equal(t, Deeds{Kill: true, Thaw: true}, DeedsFor(core.ConsumerFrozen))
	assert.Equal(t, Deeds{Stop: true, Kill: true, Freeze: true}, DeedsFor(core.ConsumerAckWait))
}

func TestRateNow(t *testing.T) {
	s, err := script.Parse(base + "at 10s set t rate=0.5/s\nat 20s set t rate=600/s\nrun 30s\n")
	require.NoError(t, err)
	for at, want := range map[time.Duration]string{0: "100", 10 * time.Second: "0.5", 19 * time.Second: "0.5", 25 * time.Second: "600"} {
		rate, ok := RateNow(s.Scenario(), "t", at)
		assert.True(t, ok)
		assert.Equal(t, want, RateText(rate), at)
	}
	_, ok := RateNow(s.Scenario(), "none", 0)
	assert.False(t, ok)
}

func TestChoicesNames(t *testing.T) {
	assert.Equal(t, "timer 5 s + each pull", English.Commit("interval:5s"))
	assert.Equal(t, "sync: wait for each ACK", English.Commit("sync"))
	assert.Equal(t, "2 ms to 8 ms", English.Work("2ms..8ms"))
	assert.Equal(t, "about 5 ms (exponential)", English.Work("exp:5ms"))
	assert.Equal(t, "machine room nearby (averagely)", English.Strategy("machine-room-nearby:averagely"))
	assert.Equal(t, "my-own", English.Strategy("my-own"))
	assert.Equal(t, Choices{"7", "1"}, Choices{"1"}.With("7"))
}

func TestOwner(t *testing.T) {
	v := &core.View{Consumers: []core.ConsumerView{{Name: "c1"}, {Name: "c2"}, {Name: "p1", Mode: "pop"}, {Name: "p2", Mode: "pop"}}}
	for _, row := range []struct {
		q          core.QueueView
		text, tone string
	}{
		{core.QueueView{Owners: []int{1}}, "c2", ""},
		{core.QueueView{Owners: []int{0, 1}}, "both c1 and c2", "bad"},
		{core.QueueView{Owners: []int{0, 1, 2}}, "3 at once: c1, c2, p1", "bad"},
		{core.QueueView{UnownedFor: 1500 * time.Millisecond}, "nobody for 1.5 s", "warn"},
		{core.QueueView{}, "nobody yet", "soft"},
		{core.QueueView{Owners: []int{2, 3}, Shared: core.SharedPop}, "POP: p1, p2", ""},
		{core.QueueView{Owners: []int{3}, Shared: core.SharedPop}, "POP: p2", ""},
		{core.QueueView{Owners: []int{0, 1}, Shared: core.SharedAll}, "each of c1, c2", ""},
		{core.QueueView{Owners: []int{1}, Shared: core.SharedAll}, "c2", ""},
	} {
		text, tone := English.Owner(v, &row.q)
		assert.Equal(t, row.text, text)
		assert.Equal(t, row.tone, tone)
	}
}

func TestErrorText(t *testing.T) {
	assert.Equal(t, "", English.ErrorText(nil))
	assert.Equal(t, "There is no lesson “x”.", English.ErrorText(&play.LinkError{Reason: play.LinkLesson, Part: "x"}))
	assert.Contains(t, English.ErrorText(&play.LinkError{Reason: play.LinkDamage, Part: "1x", Err: script.ErrLinkDamaged}), "damaged")
	assert.Equal(t, "boom", English.ErrorText(errors.New("boom")))
	for _, err := range []error{play.ErrLater, play.ErrMoved} {
		assert.NotEqual(t, err.Error(), Chinese.ErrorText(err))
	}
	for reason := play.LinkPart; reason <= play.LinkTopic; reason++ {
		for _, l := range []Lang{English, Chinese} {
			text := l.ErrorText(&play.LinkError{Reason: reason, Part: "p", Err: errors.New("why")})
			assert.NotContains(t, text, "{")
			assert.NotEmpty(t, text)
		}
	}
}

func TestShortcuts(t *testing.T) {
	for _, row := range []struct {
		key   string
		shift bool
		place Place
		want  Command
		n     int
	}{
		{" ", false, PlacePage, CmdToggle, 0}, {" ", false, PlaceScrub, CmdToggle, 0},
		{"ArrowLeft", false, PlacePage, CmdBack, 0}, {"ArrowRight", true, PlaceScrub, CmdOnFar, 0},
		{"Home", false, PlaceScrub, CmdStart, 0}, {"End", false, PlaceScrub, CmdEnd, 0},
		{"1", false, PlaceButton, CmdSpeed, 0}, {"9", false, PlacePage, CmdSpeed, 8},
		{"n", false, PlaceTabs, CmdNext, 0}, {"N", false, PlacePage, CmdNext, 0}, {"?", true, PlacePage, CmdHelp, 0},
		{"+", true, PlacePage, CmdAdd, 0}, {"N", true, PlacePage, CmdPrev, 0}, {"s", false, PlaceButton, CmdStep, 0},
		{"z", false, PlaceScrub, CmdZoomIn, 0}, {"Z", true, PlacePage, CmdZoomOut, 0}, {"0", false, PlacePage, CmdZoomWhole, 0},
	} {
		cmd, n, ok := Shortcut(row.key, row.shift, row.place)
		assert.True(t, ok, row.key)
		assert.Equal(t, row.want, cmd, row.key)
		assert.Equal(t, row.n, n, row.key)
	}
	for _, row := range []struct {
		key   string
		place Place
	}{
		{" ", PlaceButton}, {" ", PlaceTabs}, {"ArrowLeft", PlaceTabs}, {"Home", PlacePage}, {"n", PlaceTyping}, {"1", PlaceTyping},
		{"Tab", PlacePage}, {"Enter", PlacePage}, {"00", PlacePage}, {"0", PlaceTyping}, {"F5", PlacePage},
	} {
		_, _, ok := Shortcut(row.key, false, row.place)
		assert.False(t, ok, "%q in %d", row.key, row.place)
	}
	assert.Equal(t, len(play.Speeds), 9, "the keys 1 to 9")
}

// The picture's cards and the panel call a consumer's state by the same word.
func TestStatesHaveOneWord(t *testing.T) {
	n := 0
	for key, of := range words {
		name, found := strings.CutPrefix(key, "state.")
		if !found {
			continue
		}
		n++
		assert.Equal(t, words["stage.state."+strings.ReplaceAll(name, "-", "")], of, key)
	}
	assert.Equal(t, 11, n, "eight states; stopping, suspended and flow control")
}

// Cut and heal offer whatever a link can end at, and begin with one that there is.
func TestCutOffersProducers(t *testing.T) {
	s := scenario(t)
	for _, f := range OfferedForms() {
		if f.Kind != script.ActCut {
			continue
		}
		for i := range f.Slots {
			options, free := SlotOptions(s.Scenario(), &f.Slots[i])
			assert.False(t, free)
			assert.Contains(t, options, "producer:t")
			assert.Contains(t, options, "ns")
		}
		line := FormLine(&f, []string{SlotStart(s.Scenario(), &f, 0), SlotStart(s.Scenario(), &f, 1)})
		assert.Equal(t, "cut c1 a", line)
		assert.Empty(t, English.Try(s, 0, line))
		assert.Empty(t, English.Try(s, 0, "cut producer:t a"))
	}
}

// Heal begins with the link that was cut last and is not mended yet.
func TestHealBeginsWithTheLastCut(t *testing.T) {
	for actions, want := range map[string]string{
		"": "heal c1 a",
		"at 1s cut producer:t a\nat 2s cut a c2\n":                                  "heal a c2",
		"at 1s cut producer:t a\nat 2s cut a c2\nat 3s heal c2 a\n":                 "heal producer:t a",
		"at 1s cut producer:t a\nat 2s heal a producer:t\nat 3s cut producer:t a\n": "heal producer:t a",
	} {
		s, err := script.Parse(base + actions + "run 1m\n")
		require.NoError(t, err)
		sc := s.Scenario()
		for _, f := range OfferedForms() {
			if f.Word == "heal" {
				assert.Equal(t, want, FormLine(&f, []string{SlotStart(sc, &f, 0), SlotStart(sc, &f, 1)}))
			}
		}
	}
}
