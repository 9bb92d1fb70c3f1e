package play

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// twoGroups has a second group, of which one member subscribes to another topic late.
const twoGroups = twoTopics + "group h topic=t\nconsumer d1 group=h\nat 30s subscribe d1 u\n"

// looking opens a fragment over the real simulator.
func looking(t *testing.T, fragment string) (*Playground, *fakeAddress) {
	t.Helper()
	a := &fakeAddress{}
	p := New(Core([]Lesson{{Name: "x", Text: twoTopics}, {Name: "y", Text: twoGroups}}, "x", a, nil))
	require.NoError(t, p.Open(fragment))
	for p.Seeking() {
		p.Tick(1)
	}
	return p, a
}

// notices are the reasons of all that is to be told.
func notices(t *testing.T, p *Playground) (out []LinkReason) {
	t.Helper()
	for err := p.Notice(); err != nil; err = p.Notice() {
		var link *LinkError
		require.ErrorAs(t, err, &link)
		out = append(out, link.Reason)
	}
	return out
}

// What is chosen goes into the address at once, and from there into another page.
func TestTheAddressHasTheTopic(t *testing.T) {
	p, a := looking(t, "#lesson=x&t=10s&paused=1")
	p.SelectTopic(1)
	assert.Equal(t, "lesson=x&t=10s&paused=1&topic=u", a.now())
	other, _ := looking(t, "#"+a.now())
	assert.Empty(t, notices(t, other))
	assert.Len(t, other.View().Queues, 2, "topic u has two queues")
	assert.Equal(t, 1, other.View().Topic)
	assert.Equal(t, 2, other.History().Queues())
	p.SelectTopic(-1)
	assert.Equal(t, "lesson=x&t=10s&paused=1", a.now())
}

// The first group is what a link without one shows.
func TestTheAddressHasTheGroup(t *testing.T) {
	p, a := looking(t, "#lesson=y&t=10s&paused=1")
	p.SelectTopic(1)
	p.SelectGroup(1)
	assert.Equal(t, "lesson=y&t=10s&paused=1&group=h", a.now(), "the topic was the other group's")
	p.SelectTopic(0)
	other, _ := looking(t, "#"+a.now())
	assert.Equal(t, Look{"h", "t"}, other.Place().Look)
	assert.Equal(t, "d1", other.View().Consumers[0].Name)
	p.SelectGroup(0)
	assert.Equal(t, "lesson=y&t=10s&paused=1", a.now())
	named, _ := looking(t, "#lesson=y&t=10s&group=g")
	assert.Empty(t, notices(t, named))
	assert.Equal(t, Look{}, named.Place().Look)
}

// Names that are none are told, and the rest of the link is followed.
func TestALinkWithUnknownNamesOpens(t *testing.T) {
	for _, row := range []struct {
		look string
		want []LinkReason
		left Look
	}{
		{"&topic=nosuch", []LinkReason{LinkTopic}, Look{}},
		{"&group=nosuch", []LinkReason{LinkGroup}, Look{}},
		{"&group=nosuch&topic=u", []LinkReason{LinkGroup}, Look{Topic: "u"}},
		{"&group=h&topic=%zz", []LinkReason{LinkTopic}, Look{Group: "h"}},
		{"&topic=" + strings.Repeat("x", 5000), []LinkReason{LinkTopic}, Look{}},
		{"&topic=%25RETRY%25g", []LinkReason{LinkTopic}, Look{}}, // retry topics are no part of the picture
		{"&group=h&topic=u", []LinkReason{LinkTopic}, Look{Group: "h"}},
		{"&group=&topic=", nil, Look{}},
	} {
		p, _ := looking(t, "#lesson=y&t=20s&paused=1"+row.look)
		assert.Equal(t, row.want, notices(t, p), row.look)
		assert.Equal(t, row.left, p.Place().Look, row.look)
		assert.Equal(t, 20*time.Second, p.View().Now)
		p.Seek(25 * time.Second)
		for p.Seeking() {
			p.Tick(1)
		}
		assert.Empty(t, notices(t, p), "once")
	}
	both, _ := looking(t, "#lesson=x&t=10h&topic=nosuch")
	assert.ElementsMatch(t, []LinkReason{LinkLate, LinkTopic}, notices(t, both))
}

// A topic that is subscribed to in the midst of the run is looked at where it is
// known, and all of them before.
func TestATopicThatComesLate(t *testing.T) {
	p, a := looking(t, "#lesson=y&t=40s&paused=1&group=h&topic=u")
	assert.Empty(t, notices(t, p))
	assert.Equal(t, "u", p.View().Queues[0].Topic)
	p.SeekNow(20 * time.Second)
	assert.Len(t, p.View().Queues, 4, "t has four")
	assert.Equal(t, 4, p.History().Queues())
	assert.Equal(t, "lesson=y&t=20s&paused=1&group=h", a.now())
	p.SeekNow(50 * time.Second)
	assert.Len(t, p.View().Queues, 2)
	assert.Equal(t, "lesson=y&t=50s&paused=1&group=h&topic=u", a.now())
}

// Going to another place of the same scenario goes to what it looks at.
func TestOpenChangesWhatIsLookedAt(t *testing.T) {
	p, _ := looking(t, "#lesson=x&t=10s&paused=1&topic=u")
	sim, generation := p.Sim(), p.Generation()
	require.NoError(t, p.Open("#lesson=x&t=10s&paused=1"))
	assert.True(t, sim == p.Sim())
	assert.Len(t, p.View().Queues, 6)
	assert.Greater(t, p.Generation(), generation)
	require.NoError(t, p.Open("#lesson=x&t=10s&paused=1&topic=t"))
	assert.Len(t, p.View().Queues, 4)
	require.NoError(t, p.OpenLesson("y"))
	assert.Equal(t, Look{}, p.Place().Look, "another lesson begins with everything")
}

// Another text of the script, an action and a what-if leave the choice, by name.
func TestTheChoiceOutlivesAChangeOfTheScript(t *testing.T) {
	p, _ := looking(t, "#lesson=y&t=20s&paused=1&group=h&topic=t")
	seen := func(what string) {
		t.Helper()
		for p.Seeking() {
			p.Tick(1)
		}
		assert.Equal(t, Look{"h", "t"}, p.Place().Look, what)
		assert.Equal(t, "d1", p.View().Consumers[0].Name, what)
		if v := p.RivalView(); v != nil {
			assert.Equal(t, Look{"h", "t"}, lookOf(v), what)
		}
	}
	require.NoError(t, p.WhatIf("set h commit=sync"))
	seen("what if")
	require.NoError(t, p.Undo())
	seen("undo")
	require.NoError(t, p.Apply("burst t 5"))
	seen("action")
	// A group before it, so that its number is another one.
	require.NoError(t, p.LoadText(strings.Replace(twoGroups, "group g", "group f topic=u\nconsumer f1 group=f\ngroup g", 1)))
	seen("text")
	assert.Equal(t, 2, p.View().Group)
	require.NoError(t, p.LoadText(twoTopics))
	for p.Seeking() {
		p.Tick(1)
	}
	assert.Equal(t, Look{Topic: "t"}, p.Place().Look, "the group is gone, a topic of that name is not")
	assert.Empty(t, notices(t, p))
}
