package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/lessons"
	"ringside/wasm/view/internal/fixture"
)

// TestOnePauseReadsTheSameEverywhere: the ring, the queue's row and the counter
// write one pause with the same digits, also where rounding and cutting differ.
func TestOnePauseReadsTheSameEverywhere(t *testing.T) {
	for _, pause := range []time.Duration{780 * time.Millisecond, 1849 * time.Millisecond, 59960 * time.Millisecond, 61050 * time.Millisecond} {
		v := fixture.Plain(2, 4, 2)
		fixture.Disown(v, 6, pause)
		said := map[string]string{}
		for _, l := range wide(v, nil).Labels {
			switch l.Key {
			case KeyNobody1:
				said[l.Key] = string(l.Args[1].AppendText(nil))
			case KeySeconds, KeyLongest:
				said[l.Key] = string(l.Args[0].AppendText(nil))
			}
		}
		require.Len(t, said, 3, "%v", said)
		assert.Equal(t, said[KeyNobody1], said[KeySeconds])
		assert.Equal(t, said[KeyNobody1], said[KeyLongest])
	}
}

// TestThePausedCounterCountsEveryKindOfPause: at 38.1 s of the lesson join c3 has
// a/6 and a/7, and its first pull is still to come (Java 5 waits 500 ms after the
// take), so two queues are paused though none is unowned. Until 50 s the longest
// pause is that without an owner and these 500 ms together, 1.4 s as the lesson's
// own claims have it; without an owner it was 0.9 s.
func TestThePausedCounterCountsEveryKindOfPause(t *testing.T) {
	lesson, ok := lessons.Get("join")
	require.True(t, ok)
	sim, err := core.Load(lesson.Text)
	require.NoError(t, err)
	v := &core.View{Topic: -1}
	sim.Advance(38100 * time.Millisecond)
	sim.View(v)
	require.Zero(t, v.Unowned)
	assert.EqualValues(t, 2, counterOf(v, CounterPaused).value)
	assert.Equal(t, InkWarn, counterOf(v, CounterPaused).ink)
	sim.Advance(50 * time.Second)
	sim.View(v)
	assert.Zero(t, counterOf(v, CounterPaused).value)
	assert.Equal(t, key(KeyLongest).with(seconds(v.PauseMax)), counterOf(v, CounterPaused).sub)
	assert.Greater(t, v.PauseMax, v.UnownedMax+500*time.Millisecond-time.Millisecond)
}
