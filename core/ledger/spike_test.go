package ledger

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// played is a group of one queue whose clock a test sets.
type played struct {
	*Group
	at   int64
	next int64
}

func play() *played {
	p := &played{Group: one(0)}
	p.Clock = func() int64 { return p.at }
	return p
}

// to appends or completes messages at a time (ms) until so many wait.
func (p *played) to(at, backlog int64) {
	p.at = at * ms
	for ; p.Backlog() < backlog; p.Append(0, 1) {
	}
	for ; p.Backlog() > backlog; p.next++ {
		p.Complete(0, p.next, 0, false, p.at)
	}
}

func (p *played) event(at int64) {
	p.at = at * ms
	p.Event()
}

func (p *played) all(at int64) []Spike { return p.Spikes(nil, at*ms) }

// aims: whatever happens, the level to come down to is waited for where there is
// one, and the backlog is above it.
func aims(t require.TestingT, g *Group) {
	check := func(s *spikes, b, distinct int64) {
		if s.floor < 0 {
			require.Equal(t, int64(math.MaxInt64), s.target)
			return
		}
		require.Equal(t, b-s.floor, s.target-distinct)
		require.Greater(t, b, s.floor)
	}
	check(&g.spikes, g.Backlog(), g.Distinct)
	for q := range g.Queues {
		check(&g.Queues[q].spikes, g.Queues[q].Waiting(), g.Queues[q].Distinct)
	}
}

// 3 wait at the event, 40 at most, and 3 again 700 ms after it.
func TestASpikeAndItsRecovery(t *testing.T) {
	p := play()
	p.to(900, 3)
	p.event(1000)
	p.to(1200, 40)
	p.to(1600, 4)
	assert.Equal(t, Spike{At: 1000 * ms, Level: 3, Peak: 40, Recovery: 650 * ms, Lasts: true}, p.all(1650)[0])
	p.to(1700, 3)
	want := []Spike{{At: 1000 * ms, Level: 3, Peak: 40, Recovery: 700 * ms}}
	assert.Equal(t, want, p.all(1700))
	p.to(1800, 12) // for 50 ms: messages come and go
	p.to(1850, 0)
	p.to(2000, 7) // for long, and lower than the spike
	p.to(2500, 2)
	assert.Equal(t, want, p.all(9000))
	p.to(3000, 41) // and higher: the event's spike is this one
	p.to(3200, 0)
	assert.Equal(t, []Spike{{At: 1000 * ms, Level: 3, Peak: 41, Recovery: 2200 * ms}}, p.all(9000))
	assert.Equal(t, 2200*ms, p.Recovery(9000*ms))
	assert.Equal(t, 2200*ms, p.Queues[0].Recovery(9000*ms))
	assert.EqualValues(t, 41, p.Queues[0].BacklogPeak())
}

func TestNoSpike(t *testing.T) {
	p := play()
	p.to(0, 5)
	assert.Empty(t, p.all(10), "nothing has happened")
	assert.Zero(t, p.Recovery(10))
	p.event(1000)
	p.to(1010, 9)
	p.to(1109, 5) // above its level for 99 ms
	p.to(1200, 0)
	assert.Equal(t, []Spike{{At: 1000 * ms, Level: 5, Peak: 5}}, p.all(5000))
}

// The second event finds the first one's spike under way. Each is measured against
// its own level: 20, which is there at 1,900, and 0, which is at 2,400. The third
// begins when both are over.
func TestEventsThatOverlap(t *testing.T) {
	p := play()
	p.event(1000)
	p.to(1100, 20)
	p.event(1500)
	p.event(1500) // in the same instant: the same event
	p.to(1700, 50)
	p.to(1900, 20)
	assert.Equal(t, []Spike{
		{At: 1000 * ms, Level: 0, Peak: 50, Recovery: 1000 * ms, Lasts: true},
		{At: 1500 * ms, Level: 20, Peak: 50, Recovery: 400 * ms},
	}, p.all(2000))
	p.to(2400, 0)
	p.event(3000)
	p.to(3100, 10)
	p.to(3300, 0)
	want := []Spike{
		{At: 1000 * ms, Level: 0, Peak: 50, Recovery: 1400 * ms},
		{At: 1500 * ms, Level: 20, Peak: 50, Recovery: 400 * ms},
		{At: 3000 * ms, Level: 0, Peak: 10, Recovery: 300 * ms},
	}
	assert.Equal(t, want, p.all(4000))
	assert.Equal(t, 1400*ms, p.Recovery(4000*ms))
}

// Messages that come and go when the next event happens are no spike of the one
// before; those that follow it within 100 ms are, though the next comes as soon.
func TestAStretchTooYoung(t *testing.T) {
	p := play()
	p.event(1000)
	p.to(4990, 1)
	p.event(5000)
	p.to(5500, 9)
	p.to(6000, 0)
	p.event(7000)
	p.to(7050, 3)
	p.event(7080)
	p.to(7500, 0)
	assert.Equal(t, []Spike{
		{At: 1000 * ms},
		{At: 5000 * ms, Level: 1, Peak: 9, Recovery: 1000 * ms},
		{At: 7000 * ms, Peak: 3, Recovery: 500 * ms},
		{At: 7080 * ms, Level: 3, Peak: 3},
	}, p.all(8000))
}

// The middle one of three is over before the third comes; the highest backlog of it
// counts for the first, which is not.
func TestAnOpenSpikeSeesThePeaksOfLaterEvents(t *testing.T) {
	p := play()
	p.event(0)
	p.to(100, 20)
	p.event(200)
	p.to(300, 90)
	p.to(500, 20)
	p.event(1000)
	p.to(1100, 30)
	p.to(1300, 0)
	assert.Equal(t, []Spike{
		{At: 0, Level: 0, Peak: 90, Recovery: 1300 * ms},
		{At: 200 * ms, Level: 20, Peak: 90, Recovery: 300 * ms},
		{At: 1000 * ms, Level: 20, Peak: 30, Recovery: 300 * ms},
	}, p.all(2000))
}

// Whole seconds of the clock: 5, 30 and 8 completions. The event comes within the
// first, so the second that counts for it begins at 1 s.
func TestTheHighestRateAfterAnEvent(t *testing.T) {
	p := play()
	p.to(0, 100)
	second := func(at, n int64) {
		p.to(at-1, p.Backlog()-n)
		p.at = at * ms
		p.Second()
	}
	p.event(500)
	second(1000, 5)
	assert.Zero(t, p.all(1000)[0].Rate)
	second(2000, 30)
	p.event(2000)
	second(3000, 8)
	all := p.all(3000)
	assert.EqualValues(t, 30, all[0].Rate)
	assert.EqualValues(t, 8, all[1].Rate, "it begins with the event")
	assert.EqualValues(t, 30, p.RateMax())
	assert.EqualValues(t, 8, p.Rate())
	assert.EqualValues(t, 8, p.Queues[0].Rate())
	assert.EqualValues(t, 30, p.Queues[0].RateMax())
}

// A message that was passed over and is completed after all waits at no time.
func TestWhatIsLostWaitsNoLonger(t *testing.T) {
	p := play()
	p.event(0)
	p.to(0, 10)
	p.at = 500 * ms
	p.Drop(0, 0, p.at, 1, false)
	p.Take(0, 1, 10, p.at, 2)
	assert.Equal(t, []Spike{{Peak: 10, Recovery: 500 * ms}}, p.all(600))
	p.Complete(0, 3, 1, false, 700*ms)
	assert.Zero(t, p.Backlog())
	assert.EqualValues(t, 10, p.BacklogPeak)
}
