package rocketmq

import (
	"ringside/core/sim"
	"ringside/core/trace"
)

// noOffset: the broker has stored none (QUERY_NOT_FOUND).
const noOffset = -1

// commitOffset is ConsumerOffsetManager.commitOffset: a plain put. The last
// writer wins, whoever it is, and the offset may go backwards.
func (c *Cluster) commitOffset(g, q int32, offset int64, by, cause int32) {
	gr := &c.groups[g]
	old := gr.stored[q]
	if old == offset {
		return
	}
	gr.stored[q] = offset
	gr.changed[q] = c.now()
	var id int32
	if offset < old {
		e := c.event(trace.KindOffsetBack)
		e.Queue, e.Group, e.Broker, e.Consumer, e.Cause = q, int16(g), int16(c.queues[q].broker), by, cause
		e.A, e.B = old, offset
		id = c.log.Add(e)
	}
	gr.ledger.Stored(q, max(old, 0), offset, id)
}

// commitArrives is UPDATE_CONSUMER_OFFSET, one-way.
func (c *Cluster) commitArrives(i, q int32, offset int64, cause int32) {
	co := &c.consumers[i]
	c.touch(co, c.queues[q].broker)
	if c.groups[co.group].reset[q] != noOffset {
		return // "Offset has been previously reset"
	}
	if cause == 0 {
		// A commit of a single batch: no stored event tells of it.
		note := c.event(trace.KindRide)
		note.Consumer, note.Queue, note.Group, note.A = i, q, int16(co.group), offset
		c.log.Note(&note)
	}
	c.commitOffset(co.group, q, offset, i, cause)
}

// commitSyncArrives is the same with an answer that a thread waits for.
func (c *Cluster) commitSyncArrives(ev *sim.Event) {
	c.commitArrives(ev.A, ev.B, ev.N, 0)
	co := &c.consumers[ev.A]
	if life := uint32(ev.M); co.life == life {
		c.toClient(co, c.brokerProcess(c.queues[ev.B].broker), sim.Event{Kind: evCommitAck, A: int32(ev.M >> 32)})
	}
}

// offsetAsked is ConsumerManageProcessor.queryConsumerOffset. Without a stored
// offset the answer is 0 while the queue begins at 0 and message 0 is in memory
// (a run is younger than any page cache; memory=no says that the topic is
// older), else "not found".
func (c *Cluster) offsetAsked(i, q int32, life uint32) {
	co := &c.consumers[i]
	if co.life != life {
		return
	}
	offset := c.queryOffset(co, q)
	c.touch(co, c.queues[q].broker)
	c.toClient(co, c.brokerProcess(c.queues[q].broker), sim.Event{Kind: evOffsetAnswer, B: q, N: offset})
}

// queryOffset is the answer to a consumer's query.
func (c *Cluster) queryOffset(co *consumer, q int32) int64 {
	offset := c.groups[co.group].stored[q]
	if log := &c.queues[q].log; offset == noOffset && log.Min == 0 && log.End > 0 && !c.topics[c.queues[q].topic].aged {
		offset = 0
	}
	e := c.event(trace.KindOffsetRead)
	e.Consumer, e.Queue, e.Broker, e.Group, e.A, e.Cause = co.index, q, int16(c.queues[q].broker), int16(co.group), offset, co.cause
	c.log.Add(e)
	return offset
}

// maxOffsetAsked is GET_MAX_OFFSET.
func (c *Cluster) maxOffsetAsked(i, q int32, life uint32) {
	co := &c.consumers[i]
	if co.life != life {
		return
	}
	c.touch(co, c.queues[q].broker)
	c.toClient(co, c.brokerProcess(c.queues[q].broker), sim.Event{Kind: evMaxAnswer, B: q, N: c.queues[q].log.End})
}
