package rocketmq

import (
	"math/bits"
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// consumeLockWait is how long a client that gives a queue up waits for the
// message in the listener (RebalancePushImpl.tryRemoveOrderMessageQueue's
// tryLock of the consume lock).
const (
	consumeLockWait   = 500 * sim.Millisecond
	consumeLockWait49 = 1000 * sim.Millisecond // before 5.2.0 (removeUnnecessaryMessageQueue)
)

// removeOrderly is the first half of updateProcessQueueTableInRebalance for an
// orderly consumer: all that is not in the share is dropped at once, then taken
// out of the table one by one as far as the listeners allow. What was left
// there earlier is tried again.
func (c *Cluster) removeOrderly(co *consumer, t, cause int32) {
	co.order.cause, co.order.failed = cause, false
	co.order.remove = co.order.remove[:0]
	for _, i := range co.table {
		pq := &c.pqs[i]
		expired := c.now()-pq.lastPull > c.timer(script.TimerPullIdle)
		if c.queues[pq.queue].topic != t || (c.mark[pq.queue] == c.epoch && !expired) {
			continue
		}
		if !pq.dropped {
			c.keep(i) // by its place in the table
			c.drop(co, i, cause, false)
		}
		co.order.remove = append(co.order.remove, i)
	}
	c.inJavaMapOrder(co.order.remove, len(co.table))
	c.removeNext(co)
}

// inJavaMapOrder puts process queues in the order of upstream's removeQueueMap,
// new HashMap(processQueueTable.size()), filled in the table's own order.
func (c *Cluster) inJavaMapOrder(remove []int32, table int) {
	hash := func(i, buckets int32) int32 {
		qu := &c.queues[c.pqs[i].queue]
		return javaBucket(javaQueueHash(c.topics[qu.topic].name, c.brokers[qu.broker].name, qu.id), buckets)
	}
	// HashMap.tableSizeFor, doubled while over 3/4 full.
	buckets := int32(1) << bits.Len(uint(max(table, 1)-1))
	for int(buckets)*3/4 < len(remove) {
		buckets *= 2
	}
	all := javaBuckets(table)
	slices.SortStableFunc(remove, func(a, b int32) int { return int(hash(a, all) - hash(b, all)) })
	slices.SortStableFunc(remove, func(a, b int32) int { return int(hash(a, buckets) - hash(b, buckets)) })
}

// removeNext is removeUnnecessaryMessageQueue → tryRemoveOrderMessageQueue,
// queue after queue.
func (c *Cluster) removeNext(co *consumer) {
	for len(co.order.remove) > 0 {
		i := co.order.remove[0]
		pq := &c.pqs[i]
		c.persist(co, pq)
		forced, wait := c.now() > pq.lock.at+c.timer(script.TimerForcedUnlock), consumeLockWait
		if co.client == script.ClientJava49 {
			// It forgets the offset before it waits, waits longer, and knows no force.
			pq.memory.Value, forced, wait = noOffset, false, consumeLockWait49
		}
		if pq.lock.listening && !forced {
			co.order.waiting = true
			co.order.timer = c.clientWait(co, sim.Event{At: c.now() + wait, Kind: evConsumeLock})
			return
		}
		c.removeQueue(co, i)
	}
	c.addMissing(co, co.order.cause)
}

// consumeLockTimeout gives up waiting for a listener: the queue stays in the
// table, dropped and locked, until a later rebalance.
func (c *Cluster) consumeLockTimeout(co *consumer) {
	if !co.order.waiting || co.draining {
		return
	}
	co.order.waiting = false
	co.order.remove = co.order.remove[:copy(co.order.remove, co.order.remove[1:])]
	c.removeNext(co)
}

// listenerLeft hands the consume lock to a rebalance that waits for it.
func (c *Cluster) listenerLeft(co *consumer, i int32) {
	if !co.order.waiting || co.order.remove[0] != i || co.draining {
		return
	}
	co.order.waiting = false
	c.queue.Cancel(co.order.timer)
	c.removeQueue(co, i)
	c.removeNext(co)
}

// removeQueue takes the first process queue to be removed out of the table:
// its offset is persisted once more and forgotten, and the broker is told, one-way.
func (c *Cluster) removeQueue(co *consumer, i int32) {
	co.order.remove = co.order.remove[:copy(co.order.remove, co.order.remove[1:])]
	pq := &c.pqs[i]
	c.persist(co, pq)
	pq.memory.Value, pq.lock.locked = noOffset, false
	co.table = slices.DeleteFunc(co.table, func(p int32) bool { return p == i })
	co.rb.changed = true
	co.changed = c.now()

	b := c.queues[pq.queue].broker
	e := c.event(trace.KindRelease)
	e.Consumer, e.Queue, e.Group, e.Broker, e.Cause = co.index, pq.queue, int16(co.group), int16(b), co.order.cause
	by := int64(unlockQuiet)
	if pq.lock.listening {
		by, e.A = unlockByForce, 1
	}
	e.Cause = c.log.Add(e)
	if co.client == script.ClientJava49 && pq.waitingCount() > 0 {
		// unlockDelay: with messages left in the cache the broker is told 20 s later.
		c.clientTimer(co, sim.Event{At: c.now() + c.timer(script.TimerForcedUnlock), Kind: evUnlockDue, B: pq.queue, N: int64(e.Cause)})
		c.letGo(i)
		return
	}
	e.Kind, e.A = trace.KindUnlock, by
	id := c.log.Add(e, int64(pq.queue))
	if pq.lock.listening {
		co.order.strays++
		if !c.topics[c.queues[pq.queue].topic].retry {
			c.groups[co.group].ledger.Forced(pq.queue, co.index, id)
		}
	}
	c.sendUnlock(co, pq.queue)
	c.letGo(i)
}

// unlockDue is the delayed unlock of a 4.9 client.
func (c *Cluster) unlockDue(co *consumer, q, cause int32) {
	b := c.queues[q].broker
	e := c.event(trace.KindUnlock)
	e.Consumer, e.Queue, e.Group, e.Broker, e.Cause = co.index, q, int16(co.group), int16(b), cause
	c.log.Add(e, int64(q))
	c.sendUnlock(co, q)
}

// persist sends one queue's offset (OffsetStore.persist).
func (c *Cluster) persist(co *consumer, pq *processQueue) {
	if pq.memory.Value < 0 {
		return
	}
	c.ints = append(c.ints[:0], int64(pq.queue), pq.memory.Value)
	c.sendCommits(co, trace.CommitByRemoval, co.order.cause)
}
