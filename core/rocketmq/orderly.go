package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// ConsumeMessageOrderlyService: a queue's messages are worked on one after the
// other, by one task at a time, while the queue's lock is valid.

const (
	// consumeContinuously is MAX_TIME_CONSUME_CONTINUOUSLY: how long a task keeps
	// its thread in a row (rocketmq.client.maxTimeConsumeContinuously).
	consumeContinuously = 60 * sim.Second
	// soon is the delay with which a task is submitted again, and a lock asked for
	// again within a task; atStart the latter when a task begins without a lock.
	soon    = 10 * sim.Millisecond
	atStart = 100 * sim.Millisecond
	// refusedWait is the delay after a refused lock.
	refusedWait = 3000 * sim.Millisecond
)

// submitOrderly puts a queue's task into the pool.
func (c *Cluster) submitOrderly(co *consumer, i int32) {
	if co.draining || co.closing {
		return
	}
	co.tasks.push(task{pq: i, gen: c.pqs[i].gen})
	c.keep(i)
	c.feed(co)
}

// submitLater is submitConsumeRequestLater.
func (c *Cluster) submitLater(co *consumer, i int32, wait sim.Time) {
	c.clientTimer(co, sim.Event{At: c.now() + wait, Kind: evSubmit, A: i, B: int32(c.pqs[i].gen)})
}

func (c *Cluster) submitDue(co *consumer, i int32, gen uint32) {
	if pq := &c.pqs[i]; pq.used && pq.gen == gen && !pq.dropped {
		c.submitOrderly(co, i)
	}
}

// feedOrderly gives waiting tasks to idle threads.
func (c *Cluster) feedOrderly(co *consumer) {
	for len(co.idle) > 0 && co.tasks.n > 0 {
		t := co.tasks.front() // it stays where it lies until one is pushed
		co.tasks.pop()
		if c.pqs[t.pq].dropped {
			c.letGo(t.pq)
			continue
		}
		k := co.idle[len(co.idle)-1]
		co.idle = co.idle[:len(co.idle)-1]
		// The task's hold on the process queue becomes the thread's.
		th := &co.threads[k]
		th.clear()
		th.busy, th.pq, th.gen, th.since, th.back = true, t.pq, t.gen, c.now(), -1
		if c.queueBusy(co, k) {
			co.threads[k].waits = true
			continue
		}
		c.consumeOrderly(co, k, atStart)
	}
}

// queueBusy: another thread works on the same queue, which can only be for a
// process queue that was removed by force (MessageQueueLock: threads take turns).
func (c *Cluster) queueBusy(co *consumer, k int32) bool {
	if co.order.strays == 0 {
		return false
	}
	q := c.pqs[co.threads[k].pq].queue
	for j := range co.threads {
		if th := &co.threads[j]; int32(j) != k && th.listening && c.pqs[th.pq].queue == q {
			return true
		}
	}
	return false
}

// consumeOrderly is the loop of ConsumeRequest.run: the next messages go to the
// listener, or the task ends. lockLater is when a lock found not valid is asked for.
func (c *Cluster) consumeOrderly(co *consumer, k int32, lockLater sim.Time) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	switch {
	case pq.dropped:
	case !c.lockValid(pq):
		c.lockWaits(co, pq)
		c.clientTimer(co, sim.Event{At: c.now() + lockLater, Kind: evLockDue, A: th.pq, B: int32(pq.gen), N: int64(pq.queue)})
	case c.now()-th.since > consumeContinuously:
		c.submitLater(co, th.pq, soon)
	default:
		taken := pq.Take(co.set.Batch)
		if len(taken) == 0 {
			break
		}
		th.from, th.to, th.n = taken[0], taken[len(taken)-1]+1, int32(len(taken))
		pq.lock.listening = true
		c.begun(co, th, pq)
		c.enter(co, k)
		return
	}
	c.freeThread(co, k)
}

// orderlyDone is processConsumeResult of an orderly listener. The result of a
// queue that has been dropped meanwhile moves no offset, so that the messages
// come again.
func (c *Cluster) orderlyDone(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	pq.lock.listening = false
	c.listenerGone(co, th)
	pq.failures = 0
	c.orderlyCommit(co, k)
}

// orderlyCommit takes what the listener is through with out of the cache and
// goes on with the queue.
func (c *Cluster) orderlyCommit(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	next, ok := pq.Commit()
	if pq.dropped {
		c.droppedDone(co, k)
		return
	}
	if ok {
		pq.memory.Update(next, false)
	}
	commit := co.set.Commit
	if co.broadcast {
		commit = script.CommitInterval // there is nobody to send it to
	}
	switch commit {
	case script.CommitSync:
		th.ack = true
		c.ask(co, trace.CallCommit, c.brokerProcess(c.processFor(co, c.queues[pq.queue].broker)), script.TimerOffsetTimeout,
			sim.Event{Kind: evCommitSync, A: co.index, B: pq.queue, N: pq.memory.Value}, k)
		return
	case script.CommitAsync:
		c.sendCommit(co, pq.queue, pq.memory.Value, 0)
	}
	c.consumeOrderly(co, k, soon)
}

// droppedDone ends the task of a queue that was dropped while a message was in
// the listener.
func (c *Cluster) droppedDone(co *consumer, k int32) {
	i := co.threads[k].pq
	q := c.pqs[i].queue
	if co.order.strays > 0 && !c.inTable(co, i) {
		co.order.strays--
	}
	c.freeThread(co, k)
	c.listenerLeft(co, i)
	c.wakeWaiting(co, q)
}

// orderlyFailed is the answer of a listener that failed. With maxReconsumeTimes
// set, what has been tried that often is sent to the retry topic
// (checkReconsumeTimes), which the broker turns into a dead letter at once while
// the group holds a lock, as it does; else the queue is suspended.
func (c *Cluster) orderlyFailed(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	c.failNote(co, pq, th, 0)
	if pq.failedAt != th.from {
		pq.failedAt, pq.failures = th.from, 0
	}
	if most := co.set.MaxReconsume; most == script.Unlimited || pq.failures < most || pq.dropped {
		pq.failures++
		c.suspendQueue(co, k)
		return
	}
	pq.lock.listening = false
	c.listenerGone(co, th)
	for _, o := range pq.ProcessQueue.taken {
		if co.broadcast { // nobody reads the retry topic
			c.giveUp(co, pq.queue, c.nameOf(pq, pq.queue, o), trace.GaveUpBroadcasting)
			continue
		}
		c.deadLetter(co, pq.queue, o)
	}
	pq.failures = 0
	c.orderlyCommit(co, k)
}

// suspendQueue is SUSPEND_CURRENT_QUEUE_A_MOMENT, a listener that failed: the
// messages go back to the head of the queue, and the task comes again after
// suspendCurrentQueueTimeMillis. What follows them waits, for ever if need be
// (maxReconsumeTimes is unlimited by default).
func (c *Cluster) suspendQueue(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	pq.lock.listening = false
	c.listenerGone(co, th)
	pq.Rollback()
	if pq.dropped {
		c.droppedDone(co, k)
		return
	}
	c.submitLater(co, th.pq, int64(co.set.Suspend))
	c.freeThread(co, k)
}

// commitAcked lets a thread that waited for its commit's answer go on.
func (c *Cluster) commitAcked(co *consumer, k int32) {
	th := co.working(k)
	if th == nil {
		return
	}
	if !co.orderly {
		c.freeThread(co, k)
		return
	}
	th.ack = false
	c.consumeOrderly(co, k, soon)
}

// inTable: a dropped process queue is still in the client's table.
func (c *Cluster) inTable(co *consumer, i int32) bool {
	for _, p := range co.table {
		if p == i {
			return true
		}
	}
	return false
}

// wakeWaiting lets a thread go on that waited for its turn on a queue.
func (c *Cluster) wakeWaiting(co *consumer, q int32) {
	for j := range co.threads {
		if th := &co.threads[j]; th.busy && th.waits && c.pqs[th.pq].queue == q && !c.queueBusy(co, int32(j)) {
			th.waits, th.since = false, c.now()
			c.consumeOrderly(co, int32(j), atStart)
			return
		}
	}
}

// lockDue is tryLockLaterAndReconsume. The lock is asked for even if the queue
// has been given up meanwhile, as upstream does.
func (c *Cluster) lockDue(co *consumer, i int32, gen uint32, q int32) {
	if co.draining {
		return
	}
	request := c.askLock(co, q, lockForTask)
	if pq := &c.pqs[i]; pq.used && pq.gen == gen && !pq.dropped {
		pq.lock.ask = request
	}
}

// taskLocked submits the task again, at once or, without the lock, after 3 s.
func (c *Cluster) taskLocked(co *consumer, q int32, granted bool, request int64) {
	for _, i := range co.table {
		pq := &c.pqs[i]
		if pq.queue != q || pq.lock.ask != request {
			continue
		}
		pq.lock.ask = 0
		wait := refusedWait
		if granted {
			c.locked(pq)
			wait = soon
		}
		if !pq.dropped {
			c.submitLater(co, i, wait)
		}
	}
}

// listenerGone tells the ledger that a listener was cut off.
func (c *Cluster) listenerGone(co *consumer, th *thread) {
	if th.listening {
		th.listening = false
		c.groups[co.group].ledger.End(c.pqs[th.pq].queue, co.index)
	}
}
