package ledger

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSpan(t *testing.T) {
	s := Never
	assert.Equal(t, 1, s.Set(true, 0))
	assert.Equal(t, 0, s.Set(true, 3*ms), "it lasts already")
	assert.Equal(t, 5*ms, s.Longest(5*ms))
	assert.Equal(t, -1, s.Set(false, 7*ms))
	s.Set(true, 10*ms)
	s.Set(false, 12*ms)
	assert.Equal(t, Span{Since: -1, Max: 7 * ms, Sum: 9 * ms}, s)
	assert.Zero(t, s.For(20*ms))
	assert.Equal(t, 7*ms, s.Longest(20*ms))
}

// A queue that has just been taken is paused until the broker accepts a pull:
// dropped at 2, taken at 10, pulled at 510 is unowned for 8, and then owned without
// a pull for 500; the pause is 508 long.
func TestAPauseEndsWithTheFirstPull(t *testing.T) {
	g := one(1)
	q := &g.Queues[0]
	assert.Equal(t, 1, g.FirstPull)
	g.Pulling(0, 0, ms)
	assert.Zero(t, g.Paused)
	g.Drop(0, 0, 2*ms, 2, false)
	assert.Zero(t, g.FirstPull)
	assert.Equal(t, 1, g.Paused)
	g.Take(0, 1, 0, 10*ms, 3)
	g.Pulling(0, 0, 11*ms) // a pull of the old owner that was still on its way
	assert.Equal(t, 1, g.FirstPull)
	g.Pulling(0, 1, 510*ms)
	assert.Zero(t, g.Paused)
	assert.Equal(t, 8*ms, q.UnownedMax)
	assert.Equal(t, 500*ms, q.FirstPull.Max)
	assert.Equal(t, 501*ms, q.FirstPull.Sum, "1 of the first owner before it")
	assert.Equal(t, 508*ms, q.Pause.Max)
}

// While the old owner goes on pulling, a second one that has not begun pauses nothing.
func TestTwoOwnersPauseOnlyWithTheLastThatPulls(t *testing.T) {
	g := one(1)
	g.Pulling(0, 0, 0)
	g.Take(0, 1, 0, 5*ms, 2)
	assert.Zero(t, g.Paused)
	g.Drop(0, 0, 8*ms, 3, false)
	assert.Equal(t, 1, g.FirstPull)
	g.Pulling(0, 1, 20*ms)
	assert.Equal(t, 12*ms, g.Queues[0].Pause.Max)
	assert.Zero(t, g.Queues[0].UnownedMax)
}

// Refused its lock, a member waits for a queue that nobody holds: unowned 0 to 60,
// for want of the lock from 2 on. With the lock it takes the queue and pulls at 65.
func TestALockThatIsRefused(t *testing.T) {
	g := one(1)
	q := &g.Queues[0]
	g.Pulling(0, 0, 0)
	g.Want(0, 1, true, 0)
	assert.Zero(t, g.Paused, "the owner works, whoever else wants the queue")
	g.Want(0, 1, false, 0)
	g.Drop(0, 0, 0, 2, true)
	assert.Zero(t, g.LockWait)
	g.Want(0, 1, true, 2*ms)
	g.Want(0, 1, true, 3*ms) // each try anew
	assert.Equal(t, 1, g.LockWait)
	g.Take(0, 1, 0, 60*ms, 3)
	assert.Zero(t, g.LockWait)
	g.Pulling(0, 1, 65*ms)
	assert.Equal(t, 58*ms, q.LockWait.Max)
	assert.Equal(t, 60*ms, q.UnownedMax)
	assert.Equal(t, 5*ms, q.FirstPull.Max)
	assert.Equal(t, 65*ms, q.Pause.Max)
	assert.Zero(t, g.Paused)
}

// An owner whose lock is not valid: before its first pull that is the reason of the
// pause, and what is left of it without a pull counts after the lock is there.
func TestALockThatIsNotValid(t *testing.T) {
	g := one(1)
	q := &g.Queues[0]
	g.Lock(0, 0, false, ms)
	g.Lock(0, 0, true, 20*ms)
	g.Pulling(0, 0, 23*ms)
	assert.Equal(t, 19*ms, q.LockWait.Max)
	assert.Equal(t, Span{Since: -1, Max: 3 * ms, Sum: 4 * ms}, q.FirstPull, "0 to 1 and 20 to 23")
	assert.Equal(t, 23*ms, q.Pause.Max)
	g.Lock(0, 0, false, 30*ms)
	assert.Equal(t, 1, g.LockWait)
	assert.Equal(t, 10*ms, q.LockWait.For(40*ms))
	g.Lock(0, 7, true, 40*ms) // of somebody who does not hold it
	assert.Equal(t, 1, g.LockWait)
	g.Drop(0, 0, 45*ms, 2, false)
	assert.Zero(t, g.LockWait, "unowned, and nobody was refused")
	assert.Equal(t, 1, g.Paused)
}

func TestSilence(t *testing.T) {
	g := one(3)
	q := &g.Queues[0]
	assert.Zero(t, q.SilentFor(9*ms), "nothing has been completed yet")
	complete(t, g, 0, 0, 10*ms)
	complete(t, g, 1, 0, 25*ms)
	assert.Equal(t, 5*ms, q.SilentFor(30*ms))
	assert.Equal(t, 15*ms, q.SilentLongest(30*ms))
	assert.Equal(t, 20*ms, q.SilentLongest(45*ms))
	complete(t, g, 2, 0, 46*ms)
	assert.Zero(t, q.SilentFor(99*ms), "nothing waits")
	assert.Equal(t, 21*ms, q.SilentLongest(99*ms))
}

func TestAQueueCountsItsMoves(t *testing.T) {
	g := one(0)
	for i, c := range []int32{0, 1, 1, 2} {
		g.Drop(0, g.Queues[0].LastOwner, int64(i)*ms, 1, false)
		g.Take(0, c, 0, int64(i)*ms, 1)
	}
	assert.EqualValues(t, 2, g.Queues[0].Moved, "to 1 and to 2")
	assert.EqualValues(t, 2, g.Moved)
}
