package ledger

// MaxConsumers is the number of consumers that a Group can tell apart (16 bits, 0 meaning nobody).
const MaxConsumers = int(whoMask)

// Totals sum up the queues of a group.
type Totals struct {
	// Completions of messages by listeners are Distinct first ones and Duplicates,
	// which ByCause tells apart; Skipped messages are lost, see LostBy.
	Distinct, Duplicates, Completions, Skipped int64
	ByCause                                    [NumCauses]int64
	// LostBy counts messages that nobody will complete, by why; Skipped are those
	// of them that count as harm (Loss.Skips).
	LostBy [NumLosses]int64
	// Failed counts tries that ended in failure (RECONSUME_LATER); Retrying the
	// messages that wait in the schedule or the retry topic now.
	Failed, Retrying int64
	// Due counts messages to be completed: those produced, once for all members
	// that share the queues, and once for each that broadcasts, from where it
	// started, while it is there.
	Due int64
	// Produced is the number of messages appended to the group's queues.
	Produced int64
	// Unowned counts queues that had an owner and have none now; Double those
	// with two or more live owners.
	Unowned, Double int
	// UnownedMax and DoubleMax are the longest such times that have ended, in ns.
	UnownedMax, DoubleMax int64
	// Moved counts queues taken by another consumer than held them last.
	Moved int64
	// Order counts what came out of order (groups with an orderly listener).
	Order
	// FirstPull, LockWait and Paused count queues that are so now; see Span.
	FirstPull, LockWait, Paused int
	// BacklogPeak is the highest Backlog seen.
	BacklogPeak int64
}

// DeadLetters is the number of messages in the dead letter queue.
func (t *Totals) DeadLetters() int64 { return t.LostBy[LossDead] }

// Backlog is the number of messages that are to be completed and neither have
// been nor are lost.
func (t *Totals) Backlog() int64 {
	return t.Due - t.Distinct - t.Skipped - t.LostBy[LossUnwanted] - t.LostBy[LossDead]
}

// Group is the ledger of one consumer group.
type Group struct {
	Totals
	// aimed counts the spikes under way, the group's and the queues'.
	aimed  int
	spikes spikes
	// Queues are the ledgers of the single queues, by the index that callers give.
	Queues []Queue
	// Topics are the sums of its topics, by the index that Divide's caller gives;
	// none when it has only one.
	Topics []*Topic
	// shared: members divide the queues among them (CLUSTERING). Broadcasting
	// members each have a ledger of their own: receivers, by consumer, are places
	// in sets, -1 for a member that shares.
	shared    bool
	receivers []int32
	sets      [][]Queue
	// Clock tells the time (ns) to what is measured in time and is not told it;
	// without one it is 0 always.
	Clock func() int64
}

// NewGroup makes the ledger of a group over so many queues.
func NewGroup(queues int) *Group {
	g := &Group{Queues: newQueues(queues), shared: true, spikes: newSpikes()}
	g.spikes.keep, g.spikes.aimed = true, &g.aimed
	for q := range g.Queues {
		g.Queues[q].spikes.aimed = &g.aimed
	}
	return g
}

func newQueues(n int) []Queue {
	qs := make([]Queue, n)
	for i := range qs {
		qs[i].init()
	}
	return qs
}

// Append tells the ledger that n messages were written to queue q.
func (g *Group) Append(q int32, n int64) {
	g.Produced += n
	g.Queues[q].Produced += n
	g.due(q, n)
}

// Repeat is what Complete says of a completion that was one.
type Repeat struct {
	// Cause is why, CauseNone when it was no repeat.
	Cause Cause
	// First is the consumer that had completed the message before, -1 unknown.
	First int32
	// Event is the stored trace event that the cause rests on: the killed
	// consumer's kill, the take that started behind the work, …
	Event int32
}

// Complete records that consumer c's listener finished the message at offset of
// queue q at time at. discarded says that its result was ignored.
func (g *Group) Complete(q int32, offset int64, c int32, discarded bool, at int64) (Repeat, bool) {
	qu := g.queueOf(q, c)
	if offset < qu.base {
		g.reopen(q, qu, offset)
	}
	r := qu.at(offset)
	old := *r
	*r = old.again(c, discarded)
	qu.completed(offset, at)
	if old == 0 && qu == &g.Queues[q] {
		// The usual case: nothing was known of the message.
		g.Completions++
		qu.Completions++
		g.Distinct++
		qu.Distinct++
		if t := qu.topic; t != nil {
			t.Completions++
			t.Distinct++
		}
		g.fewer(qu)
		qu.raiseLow()
		return Repeat{}, false
	}
	var rep Repeat
	if old.completed() {
		rep = g.cause(qu, old, c, offset, discarded)
	}
	if qu != &g.Queues[q] {
		g.mirror(q, old, offset, at, rep.Cause)
	}
	return rep, g.count(q, qu, old, offset, at, rep.Cause)
}

// Discard records that consumer c's completion of a message counts for nothing:
// the batch that it was part of failed, and comes again.
func (g *Group) Discard(q int32, offset int64, c int32) {
	if r := g.queueOf(q, c).at(offset); r.completed() && r.who() == c {
		*r |= flagDiscarded
	}
}

// count counts a completion of a message that had the record old before, and
// says whether it was a repeat.
func (g *Group) count(q int32, qu *Queue, old record, offset, at int64, cause Cause) bool {
	g.Completions++
	qu.Completions++
	t := g.Queues[q].topic
	if t != nil {
		t.Completions++
	}
	if l := old.loss(); l != LossNone {
		g.lost(q, qu, l, -1)
	}
	if !old.completed() {
		g.Distinct++
		qu.Distinct++
		if t != nil {
			t.Distinct++
		}
		g.fewer(&g.Queues[q]) // in a broadcasting group qu is not it
		qu.raiseLow()
		return false
	}
	g.Duplicates++
	qu.Duplicates++
	if t != nil {
		t.Duplicates++
	}
	g.ByCause[cause]++
	qu.ByCause[cause]++
	qu.spread(offset, at)
	return true
}

// CompleteAgain is Complete of a message in POP mode, where a queue has no owner:
// a repeat came back after its invisible time, by the stored event given, or,
// without one, because the broker had lost its offset. In a group whose other
// members hold queues, one of those may have completed the message: an overlap.
func (g *Group) CompleteAgain(q int32, offset int64, c, event int32, at int64) (Repeat, bool) {
	qu := &g.Queues[q]
	r := qu.at(offset)
	old := *r
	*r = old.again(c, false)
	qu.completed(offset, at)
	rep := Repeat{Cause: CauseInvisible, First: old.who(), Event: event}
	switch {
	case event != 0:
	case Plain(offset) < qu.lostFrom:
		rep.Cause, rep.Event = CauseOffsetBack, qu.lostEvent
	default:
		rep.Cause, rep.Event = CauseOverlap, qu.reader(old.who())
	}
	if !g.count(q, qu, old, offset, at, rep.Cause) {
		return Repeat{}, false
	}
	return rep, true
}

// cause finds the one reason why the message was completed again.
func (g *Group) cause(qu *Queue, old record, c int32, offset int64, discarded bool) Repeat {
	offset = Plain(offset)
	first := old.who()
	rep := Repeat{Cause: CauseHandOver, First: first}
	h := qu.hold(c)
	if h != nil {
		rep.Event = h.Event
	} else if p := qu.ended(c); p != nil {
		// c gave the queue up while the message was in its listener.
		rep.Event = p.event
	}
	before := qu.ended(first)
	switch {
	case discarded:
		rep.Cause = CauseDiscarded
		if p := qu.ended(c); p != nil && p.forced {
			rep.Cause = CauseForcedUnlock
		}
	case old.retried():
		rep.Cause = CauseSendBack
	case old.discarded():
		rep.Cause = CauseDiscarded
		if before != nil {
			rep.Event = before.event
			if before.forced {
				rep.Cause = CauseForcedUnlock
			}
		}
	case h != nil && offset < h.backFrom:
		rep.Cause, rep.Event = CauseOffsetBack, h.backEvent
	case h != nil && first != c && (qu.hold(first) != nil || offset >= h.highAtTake):
		rep.Cause = CauseOverlap
	case before != nil && before.crashed:
		rep.Cause, rep.Event = CauseCrash, before.event
	}
	return rep
}
