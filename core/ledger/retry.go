package ledger

// A message that is sent back comes again as a copy in the group's retry topic.
// The ledger knows copy and original as one message: completing the copy
// completes the message.

// Fail records that a listener failed on n messages; nothing is completed by it.
func (g *Group) Fail(n int64) { g.Failed += n }

// SendBack records that a broker took message offset of queue q back for retry.
func (g *Group) SendBack(q int32, offset int64) {
	r := g.Queues[q].at(offset)
	g.Retrying++
	if !r.completed() && r.loss() == LossNone {
		*r |= flagWaiting
	}
}

// Popped records that the message at offset of queue q is hidden in POP mode: it
// will be acknowledged or come back, so whoever starts behind it passes nothing over.
func (g *Group) Popped(q int32, offset int64) {
	if r := g.Queues[q].at(offset); !r.completed() && r.loss() == LossNone {
		*r |= flagWaiting
	}
}

// SendBackCopy records that copy, an offset of retry queue rq, was sent back in
// its turn, and another copy waits instead. A copy that had ended before (its
// queue was handed over with an old offset) leaves two.
func (g *Group) SendBackCopy(rq int32, copy int64) {
	if !g.end(rq, copy) {
		g.Retrying++
	}
}

// Dead records that the message at offset of queue q went to the dead letter
// queue, having come from that queue itself (rq < 0) or as a copy. first is
// false when it was completed or dead already.
func (g *Group) Dead(q int32, offset int64, rq int32, copy int64) (first bool) {
	if rq >= 0 && g.end(rq, copy) {
		g.Retrying--
	}
	return g.lose(q, &g.Queues[q], offset, LossDead)
}

// PassCopy records that the only owner of retry queue rq started behind a copy,
// which is the message at offset of queue q; true when the message is lost by it.
func (g *Group) PassCopy(rq int32, copy int64, q int32, offset int64) bool {
	if len(g.Queues[rq].holds) > 1 || !g.end(rq, copy) {
		return false
	}
	g.Retrying--
	return g.lose(q, &g.Queues[q], offset, LossPassedOver)
}

// end marks a copy as done with; false when it was.
func (g *Group) end(rq int32, copy int64) bool {
	r := g.Queues[rq].at(copy)
	if *r&flagEnded != 0 {
		return false
	}
	*r |= flagEnded
	return true
}

// CompleteCopy records that consumer c's listener finished copy, an offset of
// retry queue rq, which is the message at offset of queue q; event is the stored
// event of the send-back that made the copy.
func (g *Group) CompleteCopy(rq int32, copy int64, q int32, offset int64, c int32, discarded bool, at int64, event int32) (Repeat, bool) {
	if g.end(rq, copy) {
		g.Retrying--
	}
	rqu := &g.Queues[rq]
	cr := rqu.at(copy)
	before := *cr
	*cr = before.again(c, discarded) | flagEnded
	rqu.Highest = max(rqu.Highest, copy+1)

	qu := &g.Queues[q]
	r := qu.at(offset)
	old := *r
	*r = old.again(c, discarded) | flagRetried
	rep := Repeat{Cause: CauseSendBack, First: old.who(), Event: event}
	if old.completed() && before.completed() {
		rep = g.cause(rqu, before, c, copy, discarded)
	}
	return rep, g.count(q, qu, old, offset, at, rep.Cause)
}
