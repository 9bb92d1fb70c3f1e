package rocketmq

import (
	"ringside/core/sim"
	"ringside/core/trace"
)

// noOffset: the broker has stored none (QUERY_NOT_FOUND).
const noOffset = -1

// commitOffset is ConsumerOffsetManager.commitOffset at the broker b: a plain
// put. The last writer wins, whoever it is, and the offset may go backwards.
func (c *Cluster) commitOffset(g, q, b int32, offset int64, by, cause int32) {
	c.putOffset(g, q, b, offset, by, cause)
}

func (c *Cluster) putOffset(g, q, b int32, offset int64, by, cause int32) {
	gr := &c.groups[g]
	side := c.side(b)
	table := gr.offsets(side)
	old := table[q]
	if old == offset {
		return
	}
	table[q] = offset
	if side == 1 {
		return // a slave's copy; the ledger follows the master
	}
	gr.changed[q] = c.now()
	var id int32
	if offset < old {
		e := c.event(trace.KindOffsetBack)
		e.Queue, e.Group, e.Broker, e.Consumer, e.Cause = q, int16(g), int16(b), by, cause
		e.A, e.B = old, offset
		id = c.log.Add(e)
	}
	gr.ledger.Stored(q, max(old, 0), offset, id)
}

// commitArrives is UPDATE_CONSUMER_OFFSET, one-way.
func (c *Cluster) commitArrives(ev *sim.Event, cause int32) {
	co := &c.consumers[ev.A]
	b := c.brokerOf(serverProcess(ev.Actor))
	c.touch(co, b)
	if c.groups[co.group].reset[ev.B] != noOffset {
		return // "Offset has been previously reset"
	}
	if cause == 0 {
		// A commit of a single batch: no stored event tells of it.
		c.tell(trace.KindRide, co, ev.B, ev.N, 0, 0)
	}
	if c.side(b) == 1 {
		c.brokers[b].acted = true
	}
	c.commitOffset(co.group, ev.B, b, ev.N, ev.A, cause)
}

// commitSyncArrives is the same with an answer that a thread waits for.
func (c *Cluster) commitSyncArrives(ev *sim.Event) {
	c.commitArrives(ev, 0)
	if c.callOf(ev.M) != nil {
		c.toClient(&c.consumers[ev.A], serverProcess(ev.Actor), sim.Event{Kind: evCommitAck, M: ev.M})
	}
}

// offsetAsked is ConsumerManageProcessor.queryConsumerOffset. Without a stored
// offset the answer is 0 while the queue begins at 0 and message 0 is in memory
// (a run is younger than any page cache; memory=no says that the topic is
// older), else "not found".
func (c *Cluster) offsetAsked(ev *sim.Event) {
	i, q := ev.A, ev.B
	co := &c.consumers[i]
	if co.life != uint32(ev.N) || c.callOf(ev.M) == nil {
		return
	}
	p := serverProcess(ev.Actor)
	b := c.brokerOf(p)
	offset := c.queryOffset(co, q, b)
	c.touch(co, b)
	c.toClient(co, p, sim.Event{Kind: evOffsetAnswer, B: q, N: offset, M: ev.M})
}

// queryOffset is the answer of the broker b to a consumer's query.
func (c *Cluster) queryOffset(co *consumer, q, b int32) int64 {
	offset := c.groups[co.group].offsets(c.side(b))[q]
	if log := &c.queues[q].log; offset == noOffset && log.Min == 0 && log.End > 0 && !c.topics[c.queues[q].topic].aged {
		offset = 0
	}
	e := c.event(trace.KindOffsetRead)
	e.Consumer, e.Queue, e.Broker, e.Group, e.A, e.Cause = co.index, q, int16(b), int16(co.group), offset, co.cause
	c.log.Add(e)
	return offset
}

// maxOffsetAsked is GET_MAX_OFFSET.
func (c *Cluster) maxOffsetAsked(ev *sim.Event) {
	co := &c.consumers[ev.A]
	if co.life != uint32(ev.N) || c.callOf(ev.M) == nil {
		return
	}
	p := serverProcess(ev.Actor)
	c.touch(co, c.brokerOf(p))
	c.toClient(co, p, sim.Event{Kind: evMaxAnswer, B: ev.B, N: c.queues[ev.B].log.End, M: ev.M})
}
