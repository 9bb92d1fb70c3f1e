package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// illegalOffset is what a broker answers to a pull at an offset that its queue
// does not have: PULL_OFFSET_MOVED with the offset to go on at. An admin's reset
// is answered the same way, once (queryThenEraseResetOffset).
func (c *Cluster) illegalOffset(g *group, q int32, offset int64) (next int64, illegal bool) {
	if r := g.reset[q]; r != noOffset {
		g.reset[q] = noOffset
		return r, true
	}
	return c.outside(q, offset)
}

// outside is where DefaultMessageStore.getMessage goes on when an offset lies
// outside its queue: OFFSET_TOO_SMALL, OFFSET_OVERFLOW_BADLY. Just at the end
// (OFFSET_OVERFLOW_ONE) a pull waits for the next message.
func (c *Cluster) outside(q int32, offset int64) (next int64, illegal bool) {
	log := &c.queues[q].log
	switch {
	case log.End == 0:
		return 0, offset != 0
	case offset < log.Min:
		return log.Min, true
	case offset > log.End && log.Min == 0 && c.brokers[c.queues[q].broker].beyondEnd == script.EndFirst:
		return 0, true
	case offset > log.End:
		return log.End, true
	}
	return 0, false
}

// offsetIllegal is the client's OFFSET_ILLEGAL: it drops the queue, sets its
// offset to the one named and freezes it, persists it, removes the process queue
// (which persists it again) and wakes the rebalance.
func (c *Cluster) offsetIllegal(co *consumer, i int32, next int64) {
	pq := &c.pqs[i]
	e := c.event(trace.KindRefused)
	e.Consumer, e.Queue, e.Group, e.Broker, e.A, e.Cause = co.index, pq.queue, int16(co.group), int16(c.queues[pq.queue].broker), codeOffsetMoved, pq.taken
	e.Cause = c.log.Add(e)
	e.Kind, e.A, e.B = trace.KindRepair, pq.next, next
	co.cause = c.log.Add(e)
	pq.memory.UpdateAndFreeze(next)
	for range 2 {
		c.ints = append(c.ints[:0], int64(pq.queue), next)
		c.sendCommits(co, trace.CommitByRemoval, co.cause)
	}
	co.table = slices.DeleteFunc(co.table, func(x int32) bool { return x == i })
	if co.locks() {
		c.sendUnlock(co, pq.queue)
	}
	c.drop(co, i, co.cause, false)
	c.wakeRebalance(co)
}

// expire deletes the messages of a topic below an offset (in reality whole files
// of the commit log, after fileReservedTime).
func (c *Cluster) expire(a *script.Action) {
	t := c.topicOf(a.Target)
	for q := range c.queues {
		if qu := &c.queues[q]; qu.topic == t {
			c.deleteBelow(int32(q), min(int64(a.N), qu.log.End))
		}
	}
}

// resetOffset is mqadmin resetOffsetByTime (AdminBrokerProcessor.resetOffsetInner,
// useServerSideResetOffset): the stored offset is set at once, commits of the
// queue are refused until a pull has fetched the new one.
func (c *Cluster) resetOffset(a *script.Action) {
	g := int32(slices.IndexFunc(c.groups, func(g group) bool { return g.name == a.Target }))
	gr, t := &c.groups[g], c.topicOf(a.Topic)
	for q := range c.queues {
		qu := &c.queues[q]
		if s := &c.servers[c.brokerProcess(qu.broker)]; qu.topic != t || !s.up || s.frozen {
			continue
		}
		to := qu.log.Min
		switch a.Where {
		case "last":
			to = qu.log.End
		case "offset":
			to = min(max(int64(a.N), qu.log.Min), qu.log.End)
		case "timestamp":
			to = c.searchOffset(int32(q), int64(a.Timestamp))
		}
		e := c.event(trace.KindReset)
		e.Queue, e.Topic, e.Group, e.Broker, e.A, e.B = int32(q), int16(t), int16(g), int16(qu.broker), gr.stored[q], to
		id := c.log.Add(e)
		gr.reset[q] = to
		c.commitOffset(g, int32(q), qu.broker, to, nobody, id)
	}
}

// stamp says that the queue's End was offset at time at. One is kept a second.
type stamp struct {
	at     sim.Time
	offset int64
}

const stampGap = sim.Second

// stamps notes the store time of messages about to be written at End.
func (q *queue) stampNow(now sim.Time) {
	if n := len(q.times); n == 0 || now-q.times[n-1].at >= stampGap {
		q.times = append(q.times, stamp{now, q.log.End})
	}
}

// searchOffset is getOffsetInQueueByTime: the first message stored at or after a
// time. Store times are kept by the second, so the answer may lie up to one
// second of messages earlier, never later.
func (c *Cluster) searchOffset(q int32, at sim.Time) int64 {
	qu := &c.queues[q]
	if at > c.now() {
		return qu.log.End
	}
	i, _ := slices.BinarySearchFunc(qu.times, at, func(s stamp, t sim.Time) int { return int(min(max(s.at-t, -1), 1)) })
	switch {
	case i < len(qu.times) && qu.times[i].at == at:
		return max(qu.times[i].offset, qu.log.Min)
	case i == 0:
		return qu.log.Min
	}
	return max(qu.times[i-1].offset, qu.log.Min)
}

// timestamp is consumeTimestamp: by default 30 minutes before the consumer was made.
func (c *Cluster) timestamp(co *consumer) sim.Time {
	if co.set.Timestamp == script.NoTimestamp {
		return co.startedAt - 1800*sim.Second
	}
	return int64(co.set.Timestamp)
}

// offsetSearched is SEARCH_OFFSET_BY_TIMESTAMP.
func (c *Cluster) offsetSearched(ev *sim.Event) {
	co := &c.consumers[ev.A]
	if co.life != uint32(ev.N) || c.callOf(ev.M) == nil {
		return
	}
	p := serverProcess(ev.Actor)
	c.touch(co, c.brokerOf(p))
	c.toClient(co, p, sim.Event{Kind: evMaxAnswer, B: ev.B, N: c.searchOffset(ev.B, c.timestamp(co)), M: ev.M})
}
