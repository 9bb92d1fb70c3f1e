package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// pqLock is the part of a process queue that an orderly consumer needs.
type pqLock struct {
	// locked is ProcessQueue.locked, at its lastLockTimestamp: the client trusts
	// the lock for 30 s from then on (REBALANCE_LOCK_MAX_LIVE_TIME).
	locked bool
	at     sim.Time
	// known is PullRequest.previouslyLocked: the offset was read again after locking.
	known bool
	// listening: a message is in the listener, which holds the consume lock.
	listening bool
	// ask is the lock request under way for a listener, 0 none.
	ask int64
	// waits: it was noted that the lock is not valid.
	waits bool
}

// orderState is what an orderly client keeps beside its process queues.
type orderState struct {
	relock []relockRound // by broker
	asks   int64
	// ask is the rebalance's lock request under way, 0 none.
	ask   int64
	timer sim.Timer
	// failed: a lock was refused for the topic under way (allMQLocked = false);
	// refused: at the last run, for any topic.
	failed, refused bool
	// remove are process queues that the rebalance wants out of the table, the first
	// one's consume lock being waited for when waiting.
	remove  []int32
	waiting bool
	cause   int32
	// strays counts listeners at work on process queues that were removed by force.
	strays int
	// reading is the pull whose offset is being read again; pulls wait behind it.
	reading pullWait
	pulls   []pullWait
	// unlocking is the broker to be told next at a clean shutdown.
	unlocking int32
	// wants are queues of its share whose lock was refused.
	wants []int32
}

// relockRound is the periodic renewal of the locks at one broker (lockAll).
type relockRound struct {
	round   int64
	asked   []int32
	granted []bool
}

// resetOrder begins a process's life: the renewal runs each 20 s, the first
// time 1 s after ConsumeMessageOrderlyService.start, which comes before the
// client instance's own timers.
func (c *Cluster) resetOrder(co *consumer) {
	co.orderly = co.set.Orderly && co.mode == script.ModePush
	o := &co.order
	if o.relock == nil {
		o.relock = make([]relockRound, len(c.brokers))
	}
	*o = orderState{relock: o.relock, asks: o.asks, remove: o.remove[:0], pulls: o.pulls[:0], wants: o.wants[:0]}
	if co.locks() {
		c.groups[co.group].ordered = true
		c.periodic(co, c.now()+c.timer(script.TimerRelockFirst), evRelock)
	}
}

// locks: it locks its queues at the broker; a broadcasting consumer needs no
// locks, though it too works on one message of a queue after the other.
func (co *consumer) locks() bool { return co.orderly && !co.broadcast }

// lockValid: locked, and not older than 30 s (isLocked, isLockExpired).
func (c *Cluster) lockValid(pq *processQueue) bool {
	return c.consumers[pq.consumer].broadcast || pq.lock.locked && c.now()-pq.lock.at <= c.timer(script.TimerClientLockLife)
}

// relockDue is lockMQPeriodically → RebalanceImpl.lockAll: one request per
// broker for all queues that are not dropped. Upstream waits for each broker's
// answer before it asks the next; here they are asked together.
func (c *Cluster) relockDue(co *consumer, due sim.Time) {
	c.periodic(co, due+c.timer(script.TimerRelock), evRelock)
	if co.draining {
		return
	}
	for b := range co.order.relock {
		co.order.relock[b].asked = co.order.relock[b].asked[:0]
	}
	for _, i := range co.table {
		// A 4.9 client renews what it has dropped and still has in its table as well.
		if pq := &c.pqs[i]; !pq.dropped || co.client == script.ClientJava49 {
			r := &co.order.relock[c.queues[pq.queue].broker]
			r.asked = append(r.asked, pq.queue)
		}
	}
	for b := range co.order.relock {
		r := &co.order.relock[b]
		if len(r.asked) == 0 {
			continue
		}
		co.order.asks++
		r.round = co.order.asks
		// An exception leaves locked as it was; the client's 30 s run out.
		c.askWith(co, trace.CallRelock, c.brokerProcess(c.lockerFor(co, int32(b))), script.TimerLockTimeout,
			sim.Event{Kind: evRelockAsk, A: co.index, B: int32(b), N: int64(co.life)}, int32(b), r.round)
	}
}

// relockAnswered: a queue that was not granted is not worked on any more. When
// no answer comes, locked stays as it was and the client's 30 s run out.
func (c *Cluster) relockAnswered(co *consumer, b int32, round int64) {
	r := &co.order.relock[b]
	if r.round != round {
		return
	}
	c.epoch += 2
	for i, q := range r.asked {
		c.mark[q] = c.epoch - 1
		if r.granted[i] {
			c.mark[q] = c.epoch
		}
	}
	for _, i := range co.table {
		pq := &c.pqs[i]
		switch c.mark[pq.queue] {
		case c.epoch:
			c.locked(pq)
		case c.epoch - 1:
			pq.lock.locked = false
			c.lockWaits(co, pq)
		}
	}
}

// locked notes that the broker granted the lock of a process queue.
func (c *Cluster) locked(pq *processQueue) {
	pq.lock.locked, pq.lock.at, pq.lock.waits = true, c.now(), false
	c.lockValidity(pq, true)
}

// lockWaits notes, once, that a queue may not be worked on.
func (c *Cluster) lockWaits(co *consumer, pq *processQueue) {
	if pq.lock.waits || pq.dropped {
		return
	}
	pq.lock.waits = true
	c.lockValidity(pq, false)
	e := c.event(trace.KindLockWait)
	e.Consumer, e.Queue, e.Broker, e.Group, e.Cause = co.index, pq.queue, int16(c.queues[pq.queue].broker), int16(co.group), pq.taken
	e.A = c.now() - pq.lock.at
	c.log.Add(e)
	co.changed = c.now()
}

// askLock sends RebalanceImpl.lock for one queue, with its 1 s time-out. Only
// the master gives locks, or a slave that acts for it.
func (c *Cluster) askLock(co *consumer, q int32, purpose int64) (request int64) {
	return c.askWith(co, trace.CallLock, c.brokerProcess(c.lockerFor(co, c.queues[q].broker)), script.TimerLockTimeout,
		sim.Event{Kind: evLockAsk, A: co.index, B: q, N: int64(co.life)}, q, purpose)
}

// lockAnswered takes an answer, or the failure that stands for a refusal.
func (c *Cluster) lockAnswered(co *consumer, q int32, granted bool, purpose, request int64) {
	if purpose == lockForTask {
		c.taskLocked(co, q, granted, request)
		return
	}
	if request != co.order.ask || !co.rb.running || co.draining {
		return
	}
	co.order.ask = 0
	c.wants(co, q, !granted)
	if granted {
		c.askOffset(co, q)
		return
	}
	// The queue is skipped; the run counts as unbalanced.
	co.order.failed, co.order.refused = true, true
	co.changed = c.now()
	co.rb.add = co.rb.add[:copy(co.rb.add, co.rb.add[1:])]
	c.addNext(co)
}

// orderlyTopicEnds is the end of rebalanceByTopic for an orderly consumer: a
// failed lock wakes the service after 500 ms (rebalanceLater), and the run is
// balanced only if the share is just what is held and not dropped.
// Other clients try a refused lock again with their next tick or notice.
func (c *Cluster) orderlyTopicEnds(co *consumer) {
	if co.client != script.ClientJava5 {
		return
	}
	if co.order.failed {
		c.clientTimer(co, sim.Event{At: c.now() + c.timer(script.TimerRebalanceLockRetry), Kind: evRebalanceLater})
	}
	t, working := c.groups[co.group].topics[co.rb.slot], 0
	for _, i := range co.table {
		if pq := &c.pqs[i]; !pq.dropped && c.queues[pq.queue].topic == t {
			working++
		}
	}
	if working != len(co.rb.share) {
		co.rb.balanced = false
	}
}

// unlockNext is the unlockAll of a clean shutdown: broker after broker is told,
// and answers, before the offsets are persisted.
func (c *Cluster) unlockNext(co *consumer) {
	for ; int(co.order.unlocking) < len(c.brokers); co.order.unlocking++ {
		b := co.order.unlocking
		c.ints = c.ints[:0]
		for _, i := range co.table {
			if pq := &c.pqs[i]; !pq.dropped && c.queues[pq.queue].broker == b {
				c.ints = append(c.ints, int64(pq.queue))
				pq.lock.locked = false
			}
		}
		if len(c.ints) == 0 {
			continue
		}
		e := c.event(trace.KindUnlock)
		e.Consumer, e.Broker, e.Group, e.Cause, e.A = co.index, int16(b), int16(co.group), co.cause, unlockAtShutdown
		c.log.Add(e, c.ints...)
		c.ask(co, trace.CallUnlock, c.brokerProcess(c.lockerFor(co, b)), script.TimerLockTimeout,
			sim.Event{Kind: evUnlockAllAsk, A: co.index, B: b, N: int64(co.life)}, b)
		return
	}
	c.shutDown(co)
}

// What KindUnlock says of the reason.
const (
	unlockQuiet      = iota // the queue was given up and no message was in the listener
	unlockByForce           // one was
	unlockAtShutdown        // unlockAll
)

func (c *Cluster) unlockedAll(co *consumer, b int32) {
	if !co.draining || co.order.unlocking != b {
		return
	}
	co.order.unlocking++
	c.unlockNext(co)
}
