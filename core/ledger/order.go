package ledger

// Order counts what an orderly listener promises not to happen. A queue's
// completions are in order when each has the offset after the one before it and
// was begun after that one had ended, whoever the consumers are.
type Order struct {
	// StepsBack counts completions of a message at or below the one completed
	// before it: delivered again, or later than a higher one.
	StepsBack int64
	// JumpsAhead counts completions that left offsets out.
	JumpsAhead int64
	// Overlapping counts listeners entered while another was still at work on the
	// queue.
	Overlapping int64
	// Disorder counts completions that stepped back or whose listener overlapped,
	// each once, and DisorderBy the same by cause.
	Disorder   int64
	DisorderBy [NumCauses]int64
}

func (o *Order) add(back, ahead, overlapping bool, cause Cause) {
	if back {
		o.StepsBack++
	}
	if ahead {
		o.JumpsAhead++
	}
	if overlapping {
		o.Overlapping++
	}
	if back || overlapping {
		o.Disorder++
		o.DisorderBy[cause]++
	}
}

// Begin records that consumer c's listener was entered with messages of queue q,
// and reports whether another one was at work on the queue. A broadcasting
// consumer has an order of its own.
func (g *Group) Begin(q, c int32) (overlapping bool) {
	qu := g.queueOf(q, c)
	qu.listening++
	return qu.listening > 1
}

// End records that a listener of consumer c is over, or its process gone.
func (g *Group) End(q, c int32) { g.queueOf(q, c).listening-- }

// Ordered judges the order of the completion that Complete was told of last.
// overlapping is what Begin said of its listener; rep and again are what
// Complete said. It reports whether the completion came out of order, and why.
func (g *Group) Ordered(q int32, offset int64, c int32, overlapping bool, rep Repeat, again bool) (Repeat, bool) {
	qu := g.queueOf(q, c)
	offset = Plain(offset)
	back := offset <= qu.last
	// Before the first completion the queue may begin anywhere.
	ahead := qu.last >= 0 && offset > qu.last+1 && !qu.allLost(qu.last+1, offset)
	qu.last = offset
	if !back && !ahead && !overlapping {
		return Repeat{}, false
	}
	why := rep
	if !again {
		why = qu.disordered(c)
	}
	qu.add(back, ahead, overlapping, why.Cause)
	if main := &g.Queues[q]; main != qu {
		main.add(back, ahead, overlapping, why.Cause)
	}
	g.add(back, ahead, overlapping, why.Cause)
	return why, back || overlapping
}

// allLost: nobody is to complete any message of [from, to): filtered out, dead
// letters and the like leave no gap.
func (q *Queue) allLost(from, to int64) bool {
	for o := max(from, q.base); o < to; o++ {
		if q.at(o).loss() == LossNone {
			return false
		}
	}
	return true
}

// disordered is the cause of a completion out of order that was not a repeat:
// who completed it works on the queue beside, or after, its owner.
func (q *Queue) disordered(c int32) Repeat {
	why := Repeat{Cause: CauseOverlap, First: -1}
	if h := q.hold(c); h != nil {
		why.Event = h.Event
	} else if p := q.ended(c); p != nil {
		why.Event, why.Cause = p.event, CauseDiscarded
		if p.forced {
			why.Cause = CauseForcedUnlock
		}
	}
	for i := range q.past {
		// The owner began while the one before was still in its listener.
		if p := &q.past[i]; p.forced && p.consumer != c && why.Cause == CauseOverlap {
			why.Cause, why.Event = CauseForcedUnlock, p.event
		}
	}
	return why
}

// Forced records that the queue, which consumer c has dropped, was unlocked
// while a message was in c's listener; event is the unlock.
func (g *Group) Forced(q, c, event int32) {
	if p := g.queueOf(q, c).ended(c); p != nil {
		p.forced, p.event = true, event
	}
}
