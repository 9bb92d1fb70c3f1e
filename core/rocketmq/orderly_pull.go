package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
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
	b := c.queues[pq.queue].broker
	pq.channel = c.connect(co, b)
	c.toServer(co, c.brokerProcess(b), sim.Event{Kind: evRereadAsk, A: i, B: int32(pq.gen), N: int64(co.life), M: int64(pq.request)})
	o := &co.order
	o.reading = pullWait{i, pq.gen, true}
	o.readTimer = c.clientTimer(co, sim.Event{
		At: c.now() + c.timer(script.TimerOffsetTimeout), Kind: evRereadLost, A: i, B: int32(pq.gen), M: int64(pq.request),
	})
	return false
}

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
	c.queue.Cancel(o.readTimer)
	o.reading.busy = false
	for len(o.pulls) > 0 && !o.reading.busy {
		w := o.pulls[0]
		o.pulls = o.pulls[:copy(o.pulls, o.pulls[1:])]
		c.pullDue(co, w.pq, w.gen)
	}
}

// rereadLost is the time-out of the query: the pull is tried again in 1 s.
func (c *Cluster) rereadLost(co *consumer, i int32, gen uint32, request int64) {
	if pq := &c.pqs[i]; pq.used && pq.gen == gen && !pq.dropped && pq.asked && int64(pq.request) == request {
		pq.asked = false
		c.pullLater(co, i, c.timer(script.TimerPullRetry))
	}
	c.pullOn(co)
}

// rereadAsked is the query of the stored offset, or with max of the queue's end.
func (c *Cluster) rereadAsked(ev *sim.Event, maxOffset bool) {
	pq := &c.pqs[ev.A]
	co := &c.consumers[pq.consumer]
	if !pq.used || pq.gen != uint32(ev.B) || co.life != uint32(ev.N) {
		return
	}
	b := c.queues[pq.queue].broker
	kind, offset := uint16(evRereadAnswer), int64(0)
	if maxOffset {
		kind, offset = evRereadMaxAnswer, c.queues[pq.queue].log.End
		if co.set.From == "timestamp" && !c.topics[c.queues[pq.queue].topic].retry {
			offset = c.searchOffset(pq.queue, c.timestamp(co))
		}
	} else {
		offset = c.queryOffset(co, pq.queue)
	}
	c.touch(co, b)
	c.toClient(co, c.brokerProcess(b), sim.Event{Kind: kind, A: ev.A, B: ev.B, N: offset, M: ev.M})
}

// rereadAnswered is computePullFromWhere before the first pull.
func (c *Cluster) rereadAnswered(co *consumer, ev *sim.Event) {
	pq := &c.pqs[ev.A]
	if w := co.order.reading; !w.busy || w.pq != ev.A || w.gen != uint32(ev.B) {
		return // it came after its time-out
	}
	if !pq.used || pq.gen != uint32(ev.B) || pq.dropped || !pq.asked || int64(pq.request) != ev.M {
		c.pullOn(co) // given up meanwhile, or its channel was closed
		return
	}
	switch {
	case ev.Kind == evRereadMaxAnswer:
		pq.next = ev.N
	case ev.N >= 0:
		pq.next, pq.memory = ev.N, ev.N
	case co.set.From == "first", co.set.From == "last" && c.topics[c.queues[pq.queue].topic].retry:
		pq.next = 0
	default:
		b := c.queues[pq.queue].broker
		c.toServer(co, c.brokerProcess(b), sim.Event{Kind: evRereadMax, A: ev.A, B: ev.B, N: int64(co.life), M: ev.M})
		return
	}
	pq.asked, pq.lock.known = false, true
	c.restarted(co, pq)
	co.order.reading.busy = false
	c.pull(co, ev.A)
	c.pullOn(co)
}
