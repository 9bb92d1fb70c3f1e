package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
)

// Topic t gets 40 messages a second, u 10. Their only consumer is killed at 30 s and
// the next one's start is at 40 s; nobody works for those 10 s and until it pulls,
// 1.6 s later at most (1 s until its first rebalance, 500 ms until its first pull,
// and some requests of 2 ms): t's backlog gets to between 400 and 464, u's to 100 to
// 116, the group's to 500 to 580. At 50 s 300 messages are sent to u at once, which lifts u
// and the group by 300: 300 to 302 wait at u, then its peak.
func TestBacklogPeakOfATopic(t *testing.T) {
	whole, topics := ofTopics(t, twoTopics+`at 40s join c2 group=g
at 50s burst u 300
run 60s
`, 60*time.Second)
	at := func(n, low, high int64) {
		assert.GreaterOrEqual(t, n, low)
		assert.LessOrEqual(t, n, high)
	}
	at(topics[0].Counted().BacklogPeak, 400, 464)
	at(topics[1].Counted().BacklogPeak, 300, 302)
	at(whole.Counted().BacklogPeak, 500, 580)
}

// Step by step a topic's series is what the view says of the topic at the step's
// end, and all of them add up to the group's, whatever the members do.
func TestSeriesOfTopics(t *testing.T) {
	for name, group := range groupModes {
		t.Run(name, func(t *testing.T) {
			s, err := core.Load(threeTopics(group))
			require.NoError(t, err)
			view, duplicates, peaks := &core.View{}, [3]int64{}, [3]int64{}
			for n := 1; n <= 1000; n++ {
				s.Advance(time.Duration(n) * trace.SeriesStep)
				require.Equal(t, n, s.Series(0).Steps())
				sum := [4]int32{}
				for k := range 3 {
					x := s.TopicSeries(0, k)
					require.Equal(t, [2]int{n, 1}, [2]int{x.Steps(), x.Per})
					view.Topic = k
					s.View(view)
					c := view.Counted()
					want := [3]int64{c.Backlog, c.Duplicates - duplicates[k], int64(c.Unowned)}
					require.Equal(t, want, [3]int64{int64(x.Backlog[n-1]), int64(x.Duplicates[n-1]), int64(x.Unowned[n-1])}, "topic %d at step %d", k, n)
					duplicates[k], peaks[k] = c.Duplicates, max(peaks[k], c.Backlog)
					require.GreaterOrEqual(t, c.BacklogPeak, peaks[k])
					for i, v := range [4]int32{x.Backlog[n-1], x.Completions[n-1], x.Duplicates[n-1], x.Unowned[n-1]} {
						sum[i] += v
					}
				}
				g := s.Series(0)
				require.Equal(t, [4]int32{g.Backlog[n-1], g.Completions[n-1], g.Duplicates[n-1], g.Unowned[n-1]}, sum, "step %d", n)
			}
			assert.Nil(t, s.TopicSeries(0, 3))
			assert.Nil(t, s.TopicSeries(1, 0), "h has one topic, which is the group's")
		})
	}
}

// A member that subscribes to a second topic makes it the group's second. What the
// group's series had until then is the first one's; the new one has none. Ten
// messages a second lie there since the beginning: 200 wait from the subscription on,
// and never more than the run's 400.
func TestSeriesOfATopicSubscribedLater(t *testing.T) {
	const text = "broker a\ntopic t a:2\ntopic u a:2\nproducer t rate=20/s\nproducer u rate=10/s\n" +
		"group g topic=t\nconsumer c1 group=g\nat 5s kill c1\nat 8s join c2 group=g\nrun 40s\n"
	for _, how := range []string{"written", "applied"} {
		s, err := core.Load(text)
		if how == "written" {
			s, err = core.Load(text + "at 20s subscribe c2 u\n")
		}
		require.NoError(t, err)
		s.Advance(20*time.Second - 1)
		assert.Nil(t, s.TopicSeries(0, 0), how)
		before := *s.Series(0)
		peak := core.View{}
		s.View(&peak)
		if how == "applied" {
			s.Advance(20 * time.Second)
			require.NoError(t, s.Apply("subscribe c2 u"))
		}
		s.Advance(s.End())
		first, second := s.TopicSeries(0, 0), s.TopicSeries(0, 1)
		require.Equal(t, [2]int{400, 400}, [2]int{first.Steps(), second.Steps()}, how)
		assert.Equal(t, before.Backlog[:199], first.Backlog[:199], how)
		assert.Equal(t, before.Completions[:199], first.Completions[:199], how)
		assert.Equal(t, make([]int32, 199), second.Backlog[:199], how)
		view := core.View{Topic: 0}
		s.View(&view)
		assert.Equal(t, peak.BacklogPeak, view.Counted().BacklogPeak, "3 s of waiting, before there were two: "+how)
		view.Topic = 1
		s.View(&view)
		assert.GreaterOrEqual(t, view.Counted().BacklogPeak, int64(198), how)
		assert.LessOrEqual(t, view.Counted().BacklogPeak, int64(401), how)
	}
}

// Going back and forth gives the same series, and a group with one topic keeps none.
func TestSeriesOfTopicsAreTheSameAfterASeek(t *testing.T) {
	straight, err := core.Load(threeTopics(""))
	require.NoError(t, err)
	straight.Advance(70 * time.Second)
	s, err := core.Load(threeTopics(""))
	require.NoError(t, err)
	s.Advance(90 * time.Second)
	require.NoError(t, s.Seek(40*time.Second))
	s.Advance(70 * time.Second)
	for k := range 3 {
		assert.Equal(t, straight.TopicSeries(0, k), s.TopicSeries(0, k))
	}
}
