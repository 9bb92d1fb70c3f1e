package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// lockedForPull are the checks of pullMessage for an orderly consumer: without
// the lock it tries again in 1 s, and before the first pull with it the offset
// is read once more, since the one before may have gone on until it unlocked.
func (c *Cluster) lockedForPull(co *consumer, i int32) bool {
	pq := &c.pqs[i]
	if !pq.lock.locked {
		c.lockWaits(co, pq)
		c.pullLater(co, i, c.pullRetry(co))
		return false
	}
	if pq.lock.known {
		return true
	}
	pq.asked = true
	pq.request++
	b := c.processFor(co, c.queues[pq.queue].broker)
	pq.channel = c.connect(co, b)
	co.order.reading = pullWait{i, pq.gen, true}
	c.reread(co, i, evRereadAsk, script.TimerOffsetTimeout)
	return false
}

// reread asks for the offset of a process queue, or the end of its queue.
func (c *Cluster) reread(co *consumer, i int32, kind uint16, timeout script.Timer) {
	pq := &c.pqs[i]
	c.askWith(co, trace.CallReread, c.brokerProcess(c.processFor(co, c.queues[pq.queue].broker)), timeout,
		sim.Event{Kind: kind, A: i, B: int32(pq.gen), N: int64(co.life)}, i, rereadOf(pq))
}

// rereadOf names the use of a process queue and its request.
func rereadOf(pq *processQueue) int64 { return int64(pq.gen)<<32 | int64(uint32(pq.request)) }

// pullWait is a pull request in the queue of PullMessageService.
type pullWait struct {
	pq   int32
	gen  uint32
	busy bool
}

// pullWaits: PullMessageService is one thread per client, and while it reads an
// offset the other queues' pulls wait for their turn.
func (c *Cluster) pullWaits(co *consumer, i int32) bool {
	if !co.orderly || !co.order.reading.busy {
		return false
	}
	co.order.pulls = append(co.order.pulls, pullWait{pq: i, gen: c.pqs[i].gen})
	return true
}

// pullOn lets the pull thread go on after it read an offset.
func (c *Cluster) pullOn(co *consumer) {
	o := &co.order
	o.reading.busy = false
	for len(o.pulls) > 0 && !o.reading.busy {
		w := o.pulls[0]
		o.pulls = o.pulls[:copy(o.pulls, o.pulls[1:])]
		c.pullDue(co, w.pq, w.gen)
	}
}

// rereadLost is the failure of the query: the pull is tried again in 1 s.
func (c *Cluster) rereadLost(co *consumer, i int32, of int64) {
	if pq := &c.pqs[i]; pq.used && !pq.dropped && pq.asked && rereadOf(pq) == of {
		pq.asked = false
		c.pullLater(co, i, c.timer(script.TimerPullRetry))
	}
	c.pullOn(co)
}

// rereadAsked is the query of the stored offset, or with max of the queue's end.
func (c *Cluster) rereadAsked(ev *sim.Event, maxOffset bool) {
	pq := &c.pqs[ev.A]
	co := &c.consumers[pq.consumer]
	if !pq.used || pq.gen != uint32(ev.B) || co.life != uint32(ev.N) || c.callOf(ev.M) == nil {
		return
	}
	p := serverProcess(ev.Actor)
	b := c.brokerOf(p)
	kind, offset := uint16(evRereadAnswer), int64(0)
	if maxOffset {
		kind, offset = evRereadMaxAnswer, c.queues[pq.queue].log.End
		if co.set.From == "timestamp" && !c.topics[c.queues[pq.queue].topic].retry {
			offset = c.searchOffset(pq.queue, c.timestamp(co))
		}
	} else {
		offset = c.queryOffset(co, pq.queue, b)
	}
	c.touch(co, b)
	c.toClient(co, p, sim.Event{Kind: kind, A: ev.A, B: ev.B, N: offset, M: ev.M})
}

// rereadAnswered is computePullFromWhere before the first pull.
func (c *Cluster) rereadAnswered(co *consumer, ev *sim.Event, of int64) {
	pq := &c.pqs[ev.A]
	if w := co.order.reading; !w.busy || w.pq != ev.A || w.gen != uint32(ev.B) {
		return // it came after its time-out
	}
	if !pq.used || pq.gen != uint32(ev.B) || pq.dropped || !pq.asked || rereadOf(pq) != of {
		c.pullOn(co) // given up meanwhile, or its channel was closed
		return
	}
	switch {
	case ev.Kind == evRereadMaxAnswer:
		pq.next = ev.N
	case ev.N >= 0:
		pq.next, pq.memory.Value = ev.N, ev.N
	case co.set.From == "first", co.set.From == "last" && c.topics[c.queues[pq.queue].topic].retry:
		pq.next = 0
	default:
		c.reread(co, ev.A, evRereadMax, script.TimerMaxOffsetTimeout)
		return
	}
	pq.asked, pq.lock.known = false, true
	c.restarted(co, pq)
	co.order.reading.busy = false
	c.pull(co, ev.A)
	c.pullOn(co)
}
