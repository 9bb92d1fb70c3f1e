package core_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
)

// sharing is a topic of eight queues read by three consumers of a kind.
func sharing(set string) string {
	return "broker a\nbroker b\ntopic t a:4 b:4\nproducer t rate=100/s\ngroup g topic=t work=5ms " + set +
		"\nconsumer c1 group=g\nconsumer c2 group=g\nconsumer c3 group=g\nrun 60s\n"
}

// sharers are the owners of each queue.
func sharers(v *core.View) (out [][]int) {
	for i := range v.Queues {
		owners := slices.Clone(v.Queues[i].Owners)
		slices.Sort(owners)
		out = append(out, owners)
	}
	return out
}

// Who has a queue together with others is no second owner. With popShareQueueNum -1
// (the default) allocate4Pop gives each of three members every broker, so that each
// queue is shared by three; with 1 of 3 members (share < members-1) each gets its
// part by averagely and the part of the next id in the ring, so that two share each:
// c1 has 0-2, c2 3-5, c3 6-7 of the eight, and c1 c2's too, c2 c3's, c3 c1's.
func TestSharedQueuesHaveNoSecondOwner(t *testing.T) {
	all := []int{0, 1, 2}
	every := [][]int{all, all, all, all, all, all, all, all}
	for set, want := range map[string]struct {
		how core.Sharing
		who [][]int
	}{
		"mode=pop":                                     {core.SharedPop, every},
		"mode=pop pop-share=1":                         {core.SharedPop, [][]int{{0, 2}, {0, 2}, {0, 2}, {0, 1}, {0, 1}, {0, 1}, {1, 2}, {1, 2}}},
		"model=broadcasting":                           {core.SharedAll, every},
		"mode=pull-all every=300ms":                    {core.SharedAll, every},
		"mode=pull-all every=300ms model=broadcasting": {core.SharedAll, every},
	} {
		t.Run(set, func(t *testing.T) {
			s, err := core.Load(sharing(set))
			require.NoError(t, err)
			s.Advance(40 * time.Second)
			v := &core.View{Topic: -1}
			s.View(v)
			assert.Equal(t, want.who, sharers(v))
			for i := range v.Queues {
				assert.Equal(t, want.how, v.Queues[i].Shared)
				assert.False(t, v.Queues[i].Doubled())
				assert.Zero(t, v.Queues[i].Harms.Double)
				assert.Zero(t, v.Queues[i].Harms.Moved)
			}
			assert.Zero(t, v.Double)
			assert.Zero(t, v.DoubleMax)
			assert.Zero(t, v.Moved, "nothing is divided, so nothing changes hands")
			for _, e := range s.Log().Events() {
				assert.NotEqual(t, trace.KindDouble, e.Kind)
			}
		})
	}
}

// What is drawn as owned twice is what is counted as owned twice, whoever else reads
// along. The broker forgets a process that hangs after 120 s, and others take its
// queues, which it still has when it goes on.
func TestDoubledIsWhatIsCounted(t *testing.T) {
	seen := 0
	for _, third := range []string{"", " mode=pull-all every=300ms", " mode=pop", " model=broadcasting"} {
		s, err := core.Load("broker a\nbroker b\ntopic t a:4 b:4\nproducer t rate=100/s\ngroup g topic=t work=5ms\n" +
			"consumer c1 group=g\nconsumer c2 group=g\nconsumer c3 group=g" + third + "\nat 20s freeze c1\nat 200s thaw c1\nrun 240s\n")
		require.NoError(t, err)
		v := &core.View{Topic: -1}
		for at := time.Second; at < s.End(); at += 200 * time.Millisecond {
			s.Advance(at)
			s.View(v)
			n := 0
			for i := range v.Queues {
				if v.Queues[i].Doubled() {
					n++
				}
			}
			require.Equal(t, v.Double, n, "%s at %v", third, at)
			seen += n
		}
	}
	assert.Positive(t, seen)
}

// In broadcasting the broker knows no offset; each member has a file, written every
// five seconds (from 10 s after its start on). At 40.5 s the files are at most 5 s
// old, so a queue of 12.5 messages a second has fewer than 80 above its committed
// offset, of which all but what is at work is done, and hardly any wait.
func TestBroadcastQueuesAreAsFarAsTheFiles(t *testing.T) {
	s, err := core.Load(sharing("model=broadcasting"))
	require.NoError(t, err)
	s.Advance(40500 * time.Millisecond)
	v := &core.View{Topic: -1}
	s.View(v)
	for i := range v.Queues {
		q := &v.Queues[i]
		assert.Greater(t, q.Committed, int64(400), "35 s at 12.5 a second are 437")
		assert.LessOrEqual(t, q.End-q.Committed, int64(80))
		assert.LessOrEqual(t, q.End-q.Committed-int64(q.Done)-int64(q.InProcess), int64(1))
		assert.LessOrEqual(t, q.InProcess, 2, "of one member, not of all three")
	}
}

// When the last one has left, what it wrote into its file at shutdown is how far the
// queue has come: 20 s at 12.5 a second are 250, and since then 125 have come.
func TestABroadcastQueueThatNobodyReads(t *testing.T) {
	s, err := core.Load(strings.Replace(sharing("model=broadcasting from=first"), "run 60s", "at 20s leave c1\nat 20s leave c2\nat 20s leave c3\nrun 60s", 1))
	require.NoError(t, err)
	s.Advance(30 * time.Second)
	v := &core.View{Topic: -1}
	s.View(v)
	for i := range v.Queues {
		q := &v.Queues[i]
		assert.Empty(t, q.Owners)
		assert.True(t, q.InFile)
		assert.InDelta(t, 250, q.Committed, 3)
		assert.InDelta(t, 125, q.End-q.Committed, 3)
		assert.Zero(t, q.InProcess)
	}
}
