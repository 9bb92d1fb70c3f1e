package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/script"
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
	c.holds(co, c.queues[q].topic, 1)
	if c.topics[c.queues[q].topic].retry || co.broadcast {
		c.skipped(&e, g.ledger.Take(q, co.index, start, c.now(), id), id)
		c.passCopies(co, q, start, id)
		return id
	}
	c.popped(co.group, q)
	other := int32(-1)
	g.ledger.Queues[q].Owners(func(o int32) {
		if c.consumers[o].mode != script.ModePullAll {
			other = o
		}
	})
	take := g.ledger.Take
	if co.mode == script.ModePullAll {
		take = g.ledger.TakeToo
	}
	ch := take(q, co.index, start, c.now(), id)
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

// readsAll: it reads all queues of its topics whoever else does, so that nothing is
// divided among it and others (BROADCASTING, and a loop over all queues).
func (co *consumer) readsAll() bool { return co.broadcast || co.mode == script.ModePullAll }

// restarted records that a queue is read from another offset than it was taken at.
func (c *Cluster) restarted(co *consumer, pq *processQueue) {
	e := c.event(trace.KindSkipped)
	e.Consumer, e.Queue, e.Group, e.Broker = co.index, pq.queue, int16(co.group), int16(c.queues[pq.queue].broker)
	c.popped(co.group, pq.queue)
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
	e.Consumer, e.Queue, e.Group, e.A, e.Cause = co.index, pq.queue, int16(co.group), pq.memory.Value, cause
	e.Broker = int16(c.queues[pq.queue].broker)
	if crashed {
		e.A = noOffset // a killed process persists nothing
	}
	id := c.log.Add(e)
	g.owned[pq.queue], co.changed = c.now(), c.now()
	c.holds(co, c.queues[pq.queue].topic, -1)
	g.letGo[pq.queue], g.letGoAt[pq.queue] = co.index, c.now()
	if crashed {
		id = cause
	}
	c.popped(co.group, pq.queue)
	ch := g.ledger.Drop(pq.queue, co.index, c.now(), id, crashed)
	if ch.Unowned {
		e.Kind, e.Cause, e.A = trace.KindUnowned, id, 0
		c.log.Add(e)
	}
	c.skipped(&e, ch, id)
}

// judged: the order of its messages is somebody's business. Whoever shares a queue
// with an orderly listener can break its order; one that broadcasts breaks its own only.
func (co *consumer) judged() bool { return co.orderly || !co.broadcast }

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
		if g.ordered && !copied && co.judged() {
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
