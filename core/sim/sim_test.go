package sim

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestQueueGivesTiesInTheOrderPutIn(t *testing.T) {
	var q Queue
	for i := range 100 {
		q.Add(Event{At: int64(i % 3), A: int32(i)})
	}
	lastAt, lastA := int64(-1), int32(-1)
	for {
		ev := q.Next(10)
		if ev == nil {
			break
		}
		if ev.At == lastAt {
			require.Greater(t, ev.A, lastA)
		} else {
			require.Greater(t, ev.At, lastAt)
		}
		lastAt, lastA = ev.At, ev.A
	}
	assert.Equal(t, int64(2), q.Now())
}

// The queue against a sorted list: any mix of adding, cancelling and taking, with
// delays that repeat and delays that do not, near and far.
func TestQueueEqualsASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type item struct {
			at  int64
			seq int
			tm  Timer // of an event that can be cancelled
		}
		var q Queue
		var model []item
		delay := rapid.OneOf(rapid.SampledFrom([]int64{-5, 0, 10, 500, 5000, laneSpan, laneSpan + 1, 10 * laneSpan}), rapid.Int64Range(0, 2*laneSpan))
		for seq := range rapid.IntRange(1, 300).Draw(t, "steps") {
			switch rapid.IntRange(0, 6).Draw(t, "op") {
			case 0, 1, 2:
				at := q.Now() + delay.Draw(t, "delay")
				q.Post(Event{At: at, A: int32(seq)})
				model = append(model, item{max(at, q.Now()), seq, Timer{}})
			case 3:
				at := q.Now() + delay.Draw(t, "delay")
				tm := q.Add(Event{At: at, A: int32(seq)})
				model = append(model, item{max(at, q.Now()), seq, tm})
			case 4:
				if len(model) > 0 {
					i := rapid.IntRange(0, len(model)-1).Draw(t, "cancel")
					cancels := model[i].tm != Timer{}
					require.Equal(t, cancels, q.Pending(model[i].tm))
					require.Equal(t, cancels, q.Cancel(model[i].tm))
					require.False(t, q.Cancel(model[i].tm))
					if cancels {
						model = append(model[:i], model[i+1:]...)
					}
				}
			default:
				sort.SliceStable(model, func(i, j int) bool {
					return model[i].at < model[j].at || (model[i].at == model[j].at && model[i].seq < model[j].seq)
				})
				limit := q.Now() + 5*laneSpan
				ev := q.Next(limit)
				if len(model) == 0 || model[0].at > limit {
					require.Nil(t, ev)
					q.Idle(limit)
					break
				}
				require.NotNil(t, ev)
				require.Equal(t, int32(model[0].seq), ev.A)
				require.Equal(t, model[0].at, ev.At)
				require.Equal(t, model[0].at, q.Now())
				model = model[1:]
			}
			require.Equal(t, len(model), q.Len())
		}
	})
}

// Whoever handles an event may put in others, so many that the lanes grow.
func TestAnEventIsValidUntilTheNext(t *testing.T) {
	var q Queue
	q.Post(Event{At: 1, A: 7})
	for q.Len() < 500 {
		ev := q.Next(1 << 60)
		was := *ev
		for i := range 3 {
			q.Post(Event{At: ev.At + 10, A: int32(i)})
		}
		require.Equal(t, was, *ev)
	}
}

func TestQueueMovesPastTimesToNow(t *testing.T) {
	var q Queue
	q.Idle(100)
	q.Add(Event{At: 5})
	ev := q.Next(100)
	require.NotNil(t, ev)
	assert.Equal(t, int64(100), ev.At)
}

func TestQueueAllocatesNothingInSteadyState(t *testing.T) {
	var q Queue
	for i := range 1000 {
		q.Add(Event{At: int64(i)})
	}
	n := testing.AllocsPerRun(1000, func() {
		at := q.Next(1 << 60).At
		q.Cancel(q.Add(Event{At: at + 1000}))
		q.Add(Event{At: at + 1001})
		q.Post(Event{At: at + 1002})
		q.Next(1 << 60)
	})
	assert.Zero(t, n)
}

// Reference values of SplitMix64 for seed 1234567 (Vigna's splitmix64.c, as listed at rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64).
func TestStreamIsSplitMix64(t *testing.T) {
	s := Stream{1234567}
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		assert.Equal(t, want, s.Uint64())
	}
}

func TestStreamsOfOtherNamesDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for _, n := range [][2]string{{"c1", "work"}, {"c1", "idlist"}, {"c2", "work"}, {"c", "1work"}, {"c1w", "ork"}} {
		s := NewStream(42, n[0], n[1])
		v := s.Uint64()
		assert.NotContains(t, seen, v)
		seen[v] = n[0]
	}
}

func TestExpHasItsMean(t *testing.T) {
	s := NewStream(1, "a", "b")
	const n, mean = 200_000, 5_000_000
	var sum, over int64
	for range n {
		v := s.Exp(mean)
		require.GreaterOrEqual(t, v, int64(0))
		require.LessOrEqual(t, v, int64(20*mean))
		sum += v
		if v > mean {
			over++
		}
	}
	// Standard error of the mean is mean/sqrt(n) = 0.22 %; five of them.
	assert.InDelta(t, mean, sum/n, mean*0.0112)
	// P(X > mean) = 1/e = 0.3679; standard error 0.0011.
	assert.InDelta(t, 0.3679, float64(over)/n, 0.0055)
}

func TestBetweenReachesBothEnds(t *testing.T) {
	s := NewStream(7, "x", "y")
	var lo, hi bool
	for range 1000 {
		v := s.Between(3, 6)
		require.True(t, v >= 3 && v <= 6)
		lo, hi = lo || v == 3, hi || v == 6
	}
	assert.True(t, lo && hi)
	assert.Equal(t, int64(9), s.Between(9, 9))
}

func TestNetworkLinks(t *testing.T) {
	n := NewNetwork(4, Millisecond, 0, 1)
	n.SetLink(1, 2, 20*Millisecond)
	assert.Equal(t, 20*Millisecond, n.Delay(2, 1))
	assert.Equal(t, Millisecond, n.Delay(1, 3))
	assert.Equal(t, Millisecond, n.Delay(0, 3))
	j := NewNetwork(2, Millisecond, Millisecond, 1)
	for range 100 {
		d := j.Delay(0, 1)
		require.True(t, d >= Millisecond && d <= 2*Millisecond)
	}
}

func BenchmarkQueue(b *testing.B) {
	for _, n := range []int{16, 256, 4096} {
		b.Run(map[int]string{16: "16", 256: "256", 4096: "4096"}[n], func(b *testing.B) {
			var q Queue
			s := NewStream(1, "q", "bench")
			for range n {
				q.Add(Event{At: s.Below(1000)})
			}
			b.ReportAllocs()
			for b.Loop() {
				q.Post(Event{At: q.Next(1<<62).At + s.Below(1000)})
			}
		})
	}
	// What a run is like: some hundred timers, and a few delays that come again and again.
	b.Run("delays", func(b *testing.B) {
		var q Queue
		for i := range int64(1000) {
			q.Post(Event{At: 1<<61 + i})
		}
		delays := []int64{100_000, 500_000, 5_000_000, 500_000}
		for i := range 200 {
			q.Post(Event{At: int64(i), A: int32(i % 4)})
		}
		b.ReportAllocs()
		for b.Loop() {
			ev := q.Next(1 << 60)
			q.Post(Event{At: ev.At + delays[ev.A], A: (ev.A + 1) % 4})
		}
	})
}
