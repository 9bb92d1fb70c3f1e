package model

import (
	"time"

	"ringside/core/ledger"
)

// QueueHarms is what rebalances have cost one queue of a group. Times are the
// longest so far, one that still lasts included.
type QueueHarms struct {
	// Unowned: it had an owner and nobody holds it. FirstPull: somebody holds it, and
	// the broker has accepted no pull of a holder yet (PullMessageProcessor). LockWait:
	// each holder lacks its lock, or nobody holds it and a member that wants it was
	// refused (RebalanceImpl.lock). Pause is the longest time without a break in which
	// one of these holds.
	Unowned, FirstPull, LockWait, Pause time.Duration
	// Double: two live processes held it. Silent: nobody completed a message of it.
	Double, Silent time.Duration
	// Paused is the kind of pause it is in now, see Pauses.
	Paused Pauses
	// Moved counts takes by another consumer than held it last.
	Moved int64
	// Completions and Distinct count messages completed, with repeats and without;
	// ByCause are the repeats, DisorderBy what came out of order.
	Completions, Distinct int64
	ByCause, DisorderBy   [ledger.NumCauses]int64
	// Skipped counts messages lost, LostBy by why.
	Skipped int64
	LostBy  [ledger.NumLosses]int64
	// Backlog is the number of messages that wait, BacklogMax the most.
	Backlog, BacklogMax int64
	// Recovery is the longest recovery of the queue's own backlog after an event.
	Recovery time.Duration
}

// Pauses is what a queue lacks now, as bits.
type Pauses uint8

const (
	// PausedUnowned: an owner. See QueueHarms.Unowned.
	PausedUnowned Pauses = 1 << iota
	// PausedFirstPull: a first pull of its holder. See QueueHarms.FirstPull.
	PausedFirstPull
	// PausedLock: a lock of its broker. See QueueHarms.LockWait.
	PausedLock
)

// Spike is how the backlog answered an event of the script: an action, or several
// of one instant. Each is measured against its own level.
type Spike struct {
	// At is when the event happened.
	At time.Duration
	// Level is the backlog at that instant, before the event took effect; Peak the
	// highest of the spike, Level when there was none. What lifts the backlog for less
	// than 100 ms is none.
	Level, Peak int64
	// Recovery is the time from the event until the backlog was at Level or below
	// again after its peak, 0 without a spike; until now when it Lasts.
	Recovery time.Duration
	Lasts    bool
	// Rate is the highest number of completions in a whole second of the script's
	// clock that began at the event or later and ended before the next one.
	Rate int64
}
