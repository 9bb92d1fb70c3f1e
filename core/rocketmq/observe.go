package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/trace"
)

// The ledger and the trace are told here of what the rules above did. Nothing
// in this file decides anything.

// tell notes what a consumer did with messages of a queue.
func (c *Cluster) tell(kind trace.Kind, co *consumer, q int32, first, n, more int64) {
	c.log.Tell(kind, c.now(), co.index, q, -1, int16(co.group), first, n, more)
}

// own records that a consumer holds a queue from now on.
func (c *Cluster) own(co *consumer, q int32, start int64) int32 {
	g := &c.groups[co.group]
	e := c.event(trace.KindTake)
	e.Consumer, e.Queue, e.Group, e.A, e.Cause = co.index, q, int16(co.group), start, co.cause
	e.Broker = int16(c.queues[q].broker)
	id := c.log.Add(e)
	g.owned[q], co.changed = c.now(), c.now()
	if c.topics[c.queues[q].topic].retry || co.broadcast {
		c.skipped(&e, g.ledger.Take(q, co.index, start, c.now(), id), id)
		c.passCopies(co, q, start, id)
		return id
	}
	other := int32(-1)
	g.ledger.Queues[q].Owners(func(o int32) { other = o })
	ch := g.ledger.Take(q, co.index, start, c.now(), id)
	e.Cause = id
	if ch.Ended > 0 {
		e.Kind, e.A = trace.KindOwned, ch.Ended
		c.log.Add(e)
	}
	if ch.Double {
		e.Kind, e.A = trace.KindDouble, int64(other)
		c.log.Add(e)
	}
	c.skipped(&e, ch, id)
	return id
}

// restarted records that a queue is read from another offset than it was taken at.
func (c *Cluster) restarted(co *consumer, pq *processQueue) {
	e := c.event(trace.KindSkipped)
	e.Consumer, e.Queue, e.Group, e.Broker = co.index, pq.queue, int16(co.group), int16(c.queues[pq.queue].broker)
	c.skipped(&e, c.groups[co.group].ledger.Restart(pq.queue, co.index, pq.next), pq.taken)
}

// skipped notes the messages that a take passed over.
func (c *Cluster) skipped(e *trace.Event, ch ledger.Change, cause int32) {
	if ch.Skipped > 0 {
		e.Kind, e.A, e.B, e.Cause = trace.KindSkipped, ch.SkippedFrom, ch.Skipped, cause
		c.log.Add(*e)
	}
}

// disown records that a consumer holds a queue no longer. A kill ends all its
// queues by one event; else each has a drop of its own.
func (c *Cluster) disown(co *consumer, pq *processQueue, cause int32, crashed bool) {
	g := &c.groups[co.group]
	e := c.event(trace.KindDrop)
	e.Consumer, e.Queue, e.Group, e.A, e.Cause = co.index, pq.queue, int16(co.group), pq.memory, cause
	e.Broker = int16(c.queues[pq.queue].broker)
	if crashed {
		e.A = noOffset // a killed process persists nothing
	}
	id := c.log.Add(e)
	g.owned[pq.queue], co.changed = c.now(), c.now()
	g.letGo[pq.queue], g.letGoAt[pq.queue] = co.index, c.now()
	if crashed {
		id = cause
	}
	ch := g.ledger.Drop(pq.queue, co.index, c.now(), id, crashed)
	if ch.Unowned {
		e.Kind, e.Cause, e.A = trace.KindUnowned, id, 0
		c.log.Add(e)
	}
	c.skipped(&e, ch, id)
}

// workRun is the first unbroken run of the thread's messages at or after from;
// it begins at th.to when there is none.
func (c *Cluster) workRun(co *consumer, th *thread, pq *processQueue, from int64) (start, end int64) {
	if co.orderly {
		return pq.takenRun(from, th.to)
	}
	qu := &c.queues[pq.queue]
	for ; from < th.to; from++ {
		if end = qu.runEnd(from, th.to, th.mask); end > from {
			return from, end
		}
	}
	return th.to, th.to
}

// begun tells the trace and the ledger that a listener was entered.
func (c *Cluster) begun(co *consumer, th *thread, pq *processQueue) {
	if th.unbroken() {
		c.tell(trace.KindBegin, co, pq.queue, th.from, int64(th.n), 0)
	} else {
		c.begunRuns(co, th, pq)
	}
	if g := &c.groups[co.group]; g.ordered {
		th.listening, th.overlaps = true, g.ledger.Begin(pq.queue)
	}
}

func (c *Cluster) begunRuns(co *consumer, th *thread, pq *processQueue) {
	for from, to := c.workRun(co, th, pq, th.from); from < th.to; from, to = c.workRun(co, th, pq, to) {
		c.tell(trace.KindBegin, co, pq.queue, from, to-from, 0)
	}
}

// completed records that a listener finished the messages of a thread.
func (c *Cluster) completed(co *consumer, pq *processQueue, th *thread) {
	overlaps := th.overlaps
	c.listenerGone(co, th)
	if th.unbroken() {
		c.doneRun(co, pq, pq.queue, th.from, th.to, pq.dropped, overlaps)
		return
	}
	for from, to := c.workRun(co, th, pq, th.from); from < th.to; from, to = c.workRun(co, th, pq, to) {
		c.doneRun(co, pq, pq.queue, from, to, pq.dropped, overlaps && from == th.from)
	}
}

// workedOff completes what a consumer that is killed has worked off of the batches
// in its listeners (consumeMessageBatchMaxSize above 1): a listener goes through
// its batch message by message, so their work is done, though the batch's result
// never reaches processConsumeResult and all of it comes again. Listeners that can
// fail are left out: which message of a batch does is told by its end. A frozen
// process got no further since the freeze, and its clock is not kept.
func (c *Cluster) workedOff(co *consumer) {
	if co.frozen || co.set.Fail > 0 || co.set.FailEvery > 0 {
		return
	}
	for k := range co.threads {
		th := &co.threads[k]
		if !th.busy || th.ack || th.pop || th.waits || th.n < 2 || th.until <= th.since {
			continue
		}
		left := int64(th.n) * int64(c.now()-th.since) / int64(th.until-th.since)
		pq := &c.pqs[th.pq]
		for from, to := c.workRun(co, th, pq, th.from); from < th.to && left > 0; from, to = c.workRun(co, th, pq, to) {
			end := min(to, from+left)
			left -= end - from
			c.doneRun(co, pq, pq.queue, from, end, pq.dropped, false)
		}
	}
}

// doneRun records completions of the messages [from, to) of a process queue (nil:
// it is not known any more). overlaps: another listener had a message of the queue
// meanwhile.
func (c *Cluster) doneRun(co *consumer, pq *processQueue, q int32, from, to int64, dropped, overlaps bool) {
	g := &c.groups[co.group]
	cut := len(c.queues[q].cuts) > 0
	if cut {
		c.noteDone(co, pq, q, from, to, dropped)
	} else {
		ignored := int64(0)
		if dropped {
			ignored = trace.CompleteDiscarded
		}
		c.tell(trace.KindComplete, co, q, from, to-from, ignored)
	}
	co.completions += to - from
	copied := c.topics[c.queues[q].topic].retry
	for o := from; o < to; o++ {
		m := retryCopy{queue: q, offset: o}
		var rep ledger.Repeat
		var again bool
		if copied {
			m = c.queues[q].copies[o]
			rep, again = g.ledger.CompleteCopy(q, o, m.queue, m.offset, co.index, dropped, c.now(), m.event)
		} else {
			name := o
			if cut {
				name = c.nameOf(pq, q, o)
			}
			rep, again = g.ledger.Complete(q, name, co.index, dropped, c.now())
		}
		if again {
			co.duplicates++
			c.repeated(co, g, m.queue, ledger.Plain(m.offset), rep)
		}
		if g.ordered && !copied {
			if why, wrong := g.ledger.Ordered(q, o, co.index, overlaps && o == from, rep, again); wrong {
				c.count(co, &g.misorder[q], trace.KindDisorder, q, o, why)
			}
		}
	}
}

// repeated counts a repeat completion.
func (c *Cluster) repeated(co *consumer, g *group, q int32, offset int64, rep ledger.Repeat) {
	c.count(co, &g.repeat[q], trace.KindDuplicates, q, offset, rep)
}

// count counts a harm in the stored event of its run: same queue, consumer and
// reason.
func (c *Cluster) count(co *consumer, run *repeatRun, kind trace.Kind, q int32, offset int64, rep ledger.Repeat) {
	if run.event != 0 && run.cause == rep.Event && run.consumer == co.index && run.kind == rep.Cause {
		c.log.Grow(run.event, 1)
		return
	}
	e := c.event(kind)
	e.Consumer, e.Queue, e.Group, e.Broker = co.index, q, int16(co.group), int16(c.queues[q].broker)
	e.A, e.B, e.C, e.Cause = offset, 1, int64(rep.Cause), rep.Event
	*run = repeatRun{event: c.log.Add(e), cause: rep.Event, consumer: co.index, kind: rep.Cause}
}
