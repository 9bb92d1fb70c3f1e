package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/trace"
)

// The ledger and the trace are told here of what the rules above did. Nothing
// in this file decides anything.

// own records that a consumer holds a queue from now on.
func (c *Cluster) own(co *consumer, q int32, start int64) int32 {
	g := &c.groups[co.group]
	e := c.event(trace.KindTake)
	e.Consumer, e.Queue, e.Group, e.A, e.Cause = co.index, q, int16(co.group), start, co.cause
	e.Broker = int16(c.queues[q].broker)
	id := c.log.Add(e)
	g.owned[q], co.changed = c.now(), c.now()
	if c.topics[c.queues[q].topic].retry {
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
	if ch.Skipped > 0 {
		e.Kind, e.A, e.B = trace.KindSkipped, ch.SkippedFrom, ch.Skipped
		c.log.Add(e)
	}
	return id
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
	if c.topics[c.queues[pq.queue].topic].retry {
		return
	}
	if crashed {
		id = cause
	}
	if g.ledger.Drop(pq.queue, co.index, c.now(), id, crashed).Unowned {
		e.Kind, e.Cause, e.A = trace.KindUnowned, id, 0
		c.log.Add(e)
	}
}

// completed records that a listener finished the messages of a thread.
func (c *Cluster) completed(co *consumer, pq *processQueue, th *thread) {
	overlaps := th.overlaps
	c.listenerGone(co, th)
	c.completedBy(co, pq.queue, th.from, int(th.n), pq.dropped, overlaps)
}

// completedBy says whose listener it was, whether its result is ignored, and
// whether the first message was begun before the one before it had ended.
func (c *Cluster) completedBy(co *consumer, q int32, from int64, n int, discarded, overlaps bool) {
	g := &c.groups[co.group]
	note := c.event(trace.KindComplete)
	note.Consumer, note.Queue, note.Group, note.A, note.B = co.index, q, int16(co.group), from, int64(n)
	if discarded {
		note.C = 1
	}
	c.log.Note(&note)
	co.completions += int64(n)
	for o := from; o < from+int64(n); o++ {
		rep, again := g.ledger.Complete(q, o, co.index, discarded, c.now())
		if again {
			co.duplicates++
			c.repeated(co, g, q, o, rep)
		}
		if g.ordered {
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
