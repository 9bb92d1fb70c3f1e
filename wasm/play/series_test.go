package play

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSeriesKeepsTheFurthest(t *testing.T) {
	const step = 100 * time.Millisecond
	of := func(step time.Duration, n int) Series {
		s := Series{Step: step, Backlog: make([]int32, n), Duplicates: make([]int32, n), Unowned: make([]int32, n)}
		for i := range n {
			s.Backlog[i] = int32(i + 1)
		}
		return s
	}
	var k Series
	k.keep(of(step, 10))
	k.keep(of(step, 4)) // after a seek back
	assert.Equal(t, of(step, 10), k)
	k.keep(of(2*step, 6)) // 1.2 s
	assert.Equal(t, of(2*step, 6), k, "a longer step, and further")
	k.keep(of(step, 7)) // after a seek back, before the step has grown again
	assert.Equal(t, of(2*step, 6), k)
	k.cut(700 * time.Millisecond)
	assert.Equal(t, of(2*step, 3), k, "the step that 0.7 s lies in has another future")
	k.keep(of(step, 7))
	assert.Equal(t, of(step, 7), k)
}

// A topic chosen has series of its own: t gets 40 messages a second, u 10. Nobody is
// there from 10 s on, so that 400 and 100 wait at 20 s, and 500 in the group. Acting in
// the past leaves nothing of the other future in the step that it falls into.
func TestSeriesOfTheTopicChosen(t *testing.T) {
	const text = "broker a\ntopic t a:2\ntopic u a:2\nproducer t rate=40/s\nproducer u rate=10/s\ngroup g topic=t,u work=0ms\nconsumer c1 group=g\nat 10s kill c1\nrun 30s\n"
	p := New(Core([]Lesson{{Name: "x", Text: text}}, "x", nil, nil))
	require.NoError(t, p.Open("#lesson=x&paused=1"))
	p.SeekNow(20 * time.Second)
	topics := p.View().Topics
	require.Len(t, topics, 2)
	for i, want := range map[int]float64{-1: 500, 0: 400, 1: 100} {
		if i >= 0 {
			want = map[string]float64{"t": 400, "u": 100}[topics[i]]
		}
		p.SelectTopic(i)
		s := p.Series()
		require.Len(t, s.Backlog, 200)
		assert.InDelta(t, want, s.Backlog[199], 4, fmt.Sprint(i))
		assert.EqualValues(t, p.View().Counted().Backlog, s.Backlog[199])
		assert.EqualValues(t, p.View().Counted().Unowned, s.Unowned[199])
	}
	p.Seek(15*time.Second + 50*time.Millisecond)
	settle(t, p)
	require.NoError(t, p.Apply("burst t 1000"))
	settle(t, p)
	p.SelectTopic(-1)
	p.SeekNow(20 * time.Second)
	assert.InDelta(t, 1000+5.1*50, p.Series().Backlog[150], 4, "at 15.1 s")
}
