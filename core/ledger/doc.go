// Package ledger keeps the truth about messages: how long each queue's log is,
// who completed which offset how often, and who held the queue meanwhile.
//
// At every instant Distinct + Duplicates = Completions. Each repeat completion
// gets one Cause. What a broker or consumer believes (committed offsets, process
// queues) is not kept here.
//
// A group may mix members that get their messages in different ways; upstream
// neither forbids nor notices it. What is due then:
//
//   - All CLUSTERING members, whether they push, pull, poll or pop, share the
//     group's offsets. A message is due to them once, and whoever completes it
//     first has completed it; each other completion is a repeat.
//   - Each BROADCASTING client id is due every message from where it first starts,
//     while it is there, and once for each. A completion by one is no repeat of
//     another's, nor of the sharers'.
//   - A member that broadcasts counts in the others' allocation (it is in the
//     broker's id list). The queues that fall to it are read by it for itself
//     alone, so for the sharers they stay due.
//   - While all members broadcast nothing is due to sharers. A member that shares,
//     though it joins later, makes every message due to them from the beginning, as
//     for a group whose members all come late.
//
// Totals are the sums over the sharers and all broadcasters, so Due ≥ Distinct +
// lost always, and the backlog is never negative.
package ledger

// Log is the part of a queue's message log that matters to consumption: which
// offsets exist. Messages are offsets, not objects.
type Log struct {
	// Min is the lowest offset still stored, End the next to be written.
	Min, End int64
}

// Cause is why a message was completed more than once.
type Cause uint8

const (
	// CauseNone: not a repeat.
	CauseNone Cause = iota
	// CauseCrash: the consumer that completed it first was killed before the
	// broker had stored an offset beyond it.
	CauseCrash
	// CauseHandOver: the queue changed hands cleanly, but the stored offset was
	// behind the work done (async or interval commit, or work finished out of order).
	CauseHandOver
	// CauseOverlap: two live consumers held the queue at once, or one popped from a
	// queue that another held.
	CauseOverlap
	// CauseDiscarded: the first completion came after the queue had been taken away,
	// so ConsumeMessageConcurrentlyService ignored its result (processQueue.isDropped);
	// or a later message of its batch failed, and the listener answers for all of it.
	CauseDiscarded
	// CauseOffsetBack: the broker's offset went back after it had been beyond the message.
	CauseOffsetBack
	// CauseForcedUnlock: an orderly queue was unlocked while a message was still in
	// its listener (RebalancePushImpl.UNLOCK_DELAY_TIME_MILLS), so that the next
	// owner got the message as well.
	CauseForcedUnlock
	// CauseInvisible: a popped message was not acknowledged within its invisible
	// time (its consumer was killed, stood still or was slow) and came back.
	CauseInvisible
	// CauseSendBack: the message was sent back and completed through the retry
	// topic, and completed through its own queue as well (a listener that shutdown()
	// interrupted, a send-back whose answer did not come, …).
	CauseSendBack

	// NumCauses counts the causes, CauseNone included.
	NumCauses
)

var causeNames = [NumCauses]string{
	"none", "crash", "hand-over", "overlap", "discarded", "offset-back", "forced-unlock", "invisible", "send-back",
}

// String is the cause's word in scripts and summaries.
func (c Cause) String() string {
	if c >= NumCauses {
		return "unknown"
	}
	return causeNames[c]
}

// ParseCause is the inverse of String for the causes that can be counted.
func ParseCause(word string) (Cause, bool) {
	for c := CauseNone + 1; c < NumCauses; c++ {
		if causeNames[c] == word {
			return c, true
		}
	}
	return CauseNone, false
}
