package panel

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

func whyAt(t *testing.T, text string, at time.Duration, queue int) (*core.View, string, string) {
	t.Helper()
	sim, err := core.Load(text)
	require.NoError(t, err)
	sim.Advance(at)
	v := &core.View{Topic: -1}
	sim.View(v)
	require.Greater(t, len(v.Queues), queue)
	for _, l := range []Lang{English, Chinese} {
		for _, line := range l.Explain(v, sim.Log(), Subject{SubjectQueue, queue}).Lines {
			assert.NotContains(t, line, "{")
			assert.NotContains(t, line, "why.")
		}
	}
	a := English.Explain(v, sim.Log(), Subject{SubjectQueue, queue})
	return v, a.Title, strings.Join(a.Lines, "\n")
}

// Four queues for two consumers: averagely gives c1 the first two, c2 the others.
func TestWhyAveragely(t *testing.T) {
	_, title, text := whyAt(t, base+"run 60s\n", 30*time.Second, 2)
	assert.Equal(t, "Why does a/2 go to c2?", title)
	assert.Contains(t, text, "saw c1, c2.")
	assert.Contains(t, text, "a/2 is number 3 of 4 queues, c2 number 2 of 2 consumers; its block is 2 from number 3.")
}

func TestWhyCircle(t *testing.T) {
	_, title, text := whyAt(t, strings.Replace(base, "topic=t", "topic=t strategy=averagely-by-circle", 1)+"run 60s\n", 30*time.Second, 2)
	assert.Equal(t, "Why does a/2 go to c1?", title)
	assert.Contains(t, text, "a/2 is number 3 of 4 queues; dealt out in turn to 2 consumers, it falls to number 1: c1.")
}

// On the ring the node named must be one of the owner's.
func TestWhyRing(t *testing.T) {
	ring := strings.Replace(base, "topic=t", "topic=t strategy=consistent-hash", 1) + "run 60s\n"
	for queue := range 4 {
		v, title, text := whyAt(t, ring, 30*time.Second, queue)
		owner := v.Consumers[v.Queues[queue].Owners[0]].Name
		assert.Equal(t, "Why does "+v.Queues[queue].Name+" go to "+owner+"?", title)
		assert.Regexp(t, `hashes \(MD5\) to 0x[0-9a-f]{8}; .*`+owner+`-\d at 0x[0-9a-f]{8}`, text)
	}
}

// After a kill nobody holds the queues until the others have computed again.
func TestWhyNobody(t *testing.T) {
	_, title, text := whyAt(t, base+"at 30500ms kill c2\nrun 60s\n", 30501*time.Millisecond, 3)
	assert.Equal(t, "Why does nobody hold a/3?", title)
	assert.Contains(t, text, "Nobody has held it for 1 ms")
}

// Without any member the explanation says so.
func TestWhyWithoutMembers(t *testing.T) {
	_, title, text := whyAt(t, "broker a\ntopic t a:4\ngroup g topic=t\nrun 60s\n", time.Second, 0)
	assert.Equal(t, "Why does nobody hold a/0?", title)
	assert.Equal(t, "Nobody has had it so far.\nNo consumer is registered.", text)
}
