package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// A listener goes through its batch (consumeMessageBatchMaxSize) message by
// message, and each is done at its own time; what it answers, and with that the
// offset, waits for the batch's end. Recorded: batch-kill-while-draining.

// together is the time within which the messages of a batch are told as one: those
// that end less than this after the one before are told at the last one's end. It
// keeps short work as cheap as a batch of one; the end of the batch is exact.
const together = 5 * sim.Millisecond

// enter begins a listener's work on its batch.
func (c *Cluster) enter(co *consumer, k int32) {
	th := &co.threads[k]
	th.told, th.toldN = th.from, 0
	c.nextPiece(co, k)
}

// nextPiece works on the next messages of the batch: one, or those that end within
// the time that is told together.
func (c *Cluster) nextPiece(co *consumer, k int32) {
	th := &co.threads[k]
	left := th.n - th.toldN
	th.pieceAt = c.now()
	var spent sim.Time
	th.pieceN, spent = co.piece(left)
	th.until = th.pieceAt + spent
	c.setTimer(co, th.until, evWorkDone, k)
}

// piece is how many of n messages are told together, and the time they take.
func (co *consumer) piece(n int32) (int32, sim.Time) {
	if d := co.set.Work; d.Kind == script.DistFixed {
		if per := int64(d.Min); per > 0 {
			n = min(n, int32(max(1, together/per)))
		}
		return n, int64(d.Min) * int64(n)
	}
	var spent sim.Time
	for i := range n {
		if spent += co.work(1); spent >= together {
			return i + 1, spent
		}
	}
	return n, spent
}

// tellPiece records the messages of the present piece as done, up to the first that
// fails; failed says that one did. more says that the batch goes on.
func (c *Cluster) tellPiece(co *consumer, th *thread) (failed, more bool) {
	pq := &c.pqs[th.pq]
	left, canFail := int64(th.pieceN), co.failsAtAll()
	if th.pieceN == th.n && !canFail && th.unbroken() {
		th.toldN, th.told = th.n, th.to
		c.doneRun(co, pq, pq.queue, th.from, th.to, pq.dropped, th.overlaps)
		return false, false
	}
	for from, to := c.workRun(co, th, pq, th.told); left > 0 && from < th.to; from, to = c.workRun(co, th, pq, th.told) {
		end := min(to, from+left)
		if canFail {
			end = c.beforeFailure(co, pq.queue, from, end)
			failed = end < min(to, from+left)
		}
		if end > from {
			c.doneRun(co, pq, pq.queue, from, end, pq.dropped, th.overlaps && th.toldN == 0)
			th.toldN += int32(end - from)
		}
		if th.told = end; failed {
			return true, false
		}
		left -= end - from
	}
	return false, left == 0 && th.toldN < th.n
}

// beforeFailure is the first message of [from, end) that the listener cannot
// process, end when there is none.
func (c *Cluster) beforeFailure(co *consumer, q int32, from, end int64) int64 {
	for ; from < end; from++ {
		if c.fails(co, c.original(q, from)) {
			break
		}
	}
	return from
}

// takenBack: a listener that fails answers for its whole batch, so what it has
// done of it counts for nothing and comes again.
func (c *Cluster) takenBack(co *consumer, th *thread) {
	pq := &c.pqs[th.pq]
	for from, to := c.workRun(co, th, pq, th.from); from < th.told; from, to = c.workRun(co, th, pq, to) {
		for o := from; o < min(to, th.told); o++ {
			c.groups[co.group].ledger.Discard(pq.queue, c.nameOf(pq, pq.queue, o), co.index)
		}
	}
}

// fails says whether the listener cannot process a message.
func (c *Cluster) fails(co *consumer, m retryCopy) bool {
	chance := co.set.Fail > 0 && co.failing.Below(int64(script.WholeShare)) < int64(co.set.Fail)
	return chance || co.set.FailEvery > 0 && c.serial(m)%int64(co.set.FailEvery) == 0
}

// failsAtAll says whether messages can fail at a consumer.
func (co *consumer) failsAtAll() bool { return co.set.Fail > 0 || co.set.FailEvery > 0 }

// begun tells the trace and the ledger that a listener was entered.
func (c *Cluster) begun(co *consumer, th *thread, pq *processQueue) {
	if th.unbroken() {
		c.tell(trace.KindBegin, co, pq.queue, th.from, int64(th.n), 0)
	} else {
		c.begunRuns(co, th, pq)
	}
	if g := &c.groups[co.group]; g.ordered && co.judged() {
		th.listening, th.overlaps = true, g.ledger.Begin(pq.queue, co.index)
	}
}

func (c *Cluster) begunRuns(co *consumer, th *thread, pq *processQueue) {
	for from, to := c.workRun(co, th, pq, th.from); from < th.to; from, to = c.workRun(co, th, pq, to) {
		c.tell(trace.KindBegin, co, pq.queue, from, to-from, 0)
	}
}

// workedOff completes what a consumer that is killed has worked off of the pieces
// in its listeners; the batches' results never reach processConsumeResult, and all
// of them come again. Listeners that can fail are left out: which message does is
// told by its end. A frozen process got no further since the freeze, and its clock
// is not kept.
func (c *Cluster) workedOff(co *consumer) {
	if co.frozen || co.failsAtAll() {
		return
	}
	for k := range co.threads {
		th := &co.threads[k]
		if !th.busy || th.ack || th.waits || th.back >= 0 || th.pieceN < 2 || th.until <= th.pieceAt {
			continue
		}
		th.pieceN = int32(int64(th.pieceN) * (c.now() - th.pieceAt) / (th.until - th.pieceAt))
		if th.pop {
			c.tellPop(co, th)
			continue
		}
		c.tellPiece(co, th)
	}
}
