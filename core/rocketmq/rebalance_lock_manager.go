package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// queueLock is RebalanceLockManager.LockEntry: who may work on a queue of a
// group, and when it last said so. The holder is a client id, so that two
// processes with one id do not keep each other out; it is not tied to a
// channel, so that a killed process's lock lasts until it expires.
type queueLock struct {
	holder int32 // client id number + 1, 0 nobody
	at     sim.Time
}

// expired: a lock counts for 60 s from its last renewal (REBALANCE_LOCK_MAX_LIVE_TIME).
func (c *Cluster) expired(l *queueLock) bool {
	return c.now()-l.at > c.timer(script.TimerBrokerLockLife)
}

// tryLock is tryLockBatch for one queue: its own lock is renewed, a free one
// taken, another's taken over once it has expired. A master and its slave have a
// table each (side).
func (c *Cluster) tryLock(co *consumer, q int32, side int) bool {
	l := &c.groups[co.group].locks[side][q]
	if l.holder != 0 && l.holder != co.idIndex+1 && !c.expired(l) {
		return false
	}
	l.holder, l.at = co.idIndex+1, c.now()
	return true
}

// unlock is unlockBatch for one queue: only the holder's counts.
func (c *Cluster) unlock(co *consumer, q int32, side int) {
	if l := &c.groups[co.group].locks[side][q]; l.holder == co.idIndex+1 {
		*l = queueLock{}
	}
}

// clearLocks forgets all locks of a broker: they live in its memory only.
func (c *Cluster) clearLocks(b int32) {
	for g := range c.groups {
		locks := c.groups[g].locks[c.side(b)]
		for q := range locks {
			if c.queues[q].broker == c.setOf(b) {
				locks[q] = queueLock{}
			}
		}
	}
}

// Why a client asks for one lock.
const (
	lockForRebalance = iota // a queue of its share that it does not hold yet
	lockForTask             // a listener found its lock not valid (tryLockLaterAndReconsume)
)

// lockAsked is LOCK_BATCH_MQ for one queue.
func (c *Cluster) lockAsked(ev *sim.Event) {
	q, p := ev.B, serverProcess(ev.Actor)
	co := &c.consumers[ev.A]
	granted := int64(0)
	if c.tryLock(co, q, c.side(c.brokerOf(p))) {
		granted = 1
	}
	c.ints = append(c.ints[:0], int64(q), granted)
	c.locksAnswered(co, c.brokerOf(p))
	if co.life == uint32(ev.N) {
		c.toClient(co, p, sim.Event{Kind: evLockAnswer, B: q, N: granted, M: ev.M})
	}
}

// relockAsked is LOCK_BATCH_MQ for all of a client's queues on the broker.
func (c *Cluster) relockAsked(ev *sim.Event) {
	b, p := ev.B, serverProcess(ev.Actor)
	co := &c.consumers[ev.A]
	r := &co.order.relock[b]
	if k := c.callOf(ev.M); k == nil || r.round != k.aux {
		return // a later process of the consumer has asked meanwhile, or this one gave up
	}
	c.ints, r.granted = c.ints[:0], r.granted[:0]
	for _, q := range r.asked {
		granted := c.tryLock(co, q, c.side(c.brokerOf(p)))
		r.granted = append(r.granted, granted)
		c.ints = append(c.ints, int64(q), 0)
		if granted {
			c.ints[len(c.ints)-1] = 1
		}
	}
	c.locksAnswered(co, c.brokerOf(p))
	c.toClient(co, p, sim.Event{Kind: evRelockAnswer, A: b, M: ev.M})
}

// locksAnswered writes the queue, granted pairs in c.ints into the trace.
func (c *Cluster) locksAnswered(co *consumer, b int32) {
	e := c.event(trace.KindLock)
	e.Consumer, e.Broker, e.Group, e.Cause = co.index, int16(b), int16(co.group), co.cause
	for i := 0; i < len(c.ints); i += 2 {
		e.A++
		e.B += c.ints[i+1]
	}
	if e.A == 1 {
		e.Queue = int32(c.ints[0])
	}
	c.log.Add(e, c.ints...)
	c.touch(co, b)
}

// unlockArrives is UNLOCK_BATCH_MQ, one-way.
func (c *Cluster) unlockArrives(i, q, p int32) {
	co, b := &c.consumers[i], c.brokerOf(p)
	c.touch(co, b)
	c.unlock(co, q, c.side(b))
}

// unlockAllAsked is the UNLOCK_BATCH_MQ of a client that shuts down.
func (c *Cluster) unlockAllAsked(ev *sim.Event) {
	b, p := ev.B, serverProcess(ev.Actor)
	co := &c.consumers[ev.A]
	if co.life != uint32(ev.N) {
		return
	}
	for _, i := range co.table {
		if pq := &c.pqs[i]; !pq.dropped && c.queues[pq.queue].broker == b {
			c.unlock(co, pq.queue, c.side(c.brokerOf(p)))
		}
	}
	c.touch(co, c.brokerOf(p))
	c.toClient(co, p, sim.Event{Kind: evUnlockedAll, A: b, M: ev.M})
}
