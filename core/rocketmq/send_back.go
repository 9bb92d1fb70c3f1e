package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// The client's side of a failed message: ConsumeMessageConcurrentlyService.

const timerDelayPoll = script.TimerDelayPoll

// serial numbers the messages of a topic as a producer that goes round its
// queues writes them, from 0.
func (c *Cluster) serial(m retryCopy) int64 {
	t := &c.topics[c.queues[m.queue].topic]
	width, place := int64(0), int64(0)
	for i := range t.on {
		n := max(t.on[i].read, t.on[i].write)
		if id := m.queue - t.on[i].first; id >= 0 && int(id) < n {
			place = width + int64(id)
		}
		width += int64(n)
	}
	return ledger.Plain(m.offset)*width + place
}

// failed is processConsumeResult for RECONSUME_LATER: in CLUSTERING each message
// is sent back, one after the other, while the thread waits; in BROADCASTING it
// is dropped, with a line in the log.
func (c *Cluster) failed(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	c.failNote(co, pq, th, 0)
	switch {
	case pq.dropped:
		c.freeThread(co, k)
	case co.broadcast && co.client.Go():
		c.stuckInGo(co, k)
	case co.broadcast:
		for o := th.from; o < th.to; o++ {
			if c.queues[pq.queue].matches(o, th.mask) {
				c.giveUp(co, pq.queue, c.nameOf(pq, pq.queue, o), trace.GaveUpBroadcasting)
			}
		}
		if offset := pq.RemoveRange(th.from, int(th.to-th.from)); offset >= 0 {
			pq.updateOffset(offset)
		}
		c.freeThread(co, k)
	default:
		th.back = th.from
		c.sendBackNext(co, k)
	}
}

func (c *Cluster) failNote(co *consumer, pq *processQueue, th *thread, interrupted int64) {
	c.tell(trace.KindFail, co, pq.queue, th.from, int64(th.n), interrupted)
	c.groups[co.group].ledger.Fail(int64(th.n))
}

// sendBackNext sends the thread's next message back that is still in the cache.
func (c *Cluster) sendBackNext(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	for ; th.back < th.to; th.back++ {
		if !c.queues[pq.queue].matches(th.back, th.mask) || !pq.Holds(th.back) {
			continue
		}
		c.sendBack(co, pq.queue, th.back, 0, k)
		return
	}
	th.back = -1
	// Messages sent back count as done for the offset.
	if !pq.dropped {
		pq.updateOffset(pq.commitOffset())
	}
	c.freeThread(co, k)
}

// sendBack sends one message back; k is the thread that waits for the answer, -1 none.
func (c *Cluster) sendBack(co *consumer, q int32, offset, level int64, k int32) {
	ev := sim.Event{Kind: evSendBack, A: co.index, B: q, N: offset | level<<levelShift}
	if co.sendBackIsLost() {
		ev.Kind = evSendBackLost
	}
	c.ask(co, trace.CallSendBack, c.brokerProcess(c.queues[q].broker), script.TimerSendBackTimeout, ev, k)
}

// sendBackAnswered goes on with the batch. What could not be sent back stays in
// the cache and comes to the listener again after 5 s.
func (c *Cluster) sendBackAnswered(co *consumer, k int32, lost bool) {
	if k == appSendsBack {
		c.appSentBack(co, lost)
		return
	}
	if k < 0 || int(k) >= len(co.threads) {
		return // nobody waits
	}
	th := &co.threads[k]
	if !th.busy || th.back < 0 {
		return
	}
	pq := &c.pqs[th.pq]
	if lost {
		g := &c.groups[co.group]
		e := c.event(trace.KindSendBackLost)
		e.Consumer, e.Queue, e.Group, e.Broker, e.A, e.B = co.index, pq.queue, int16(co.group), int16(c.queues[pq.queue].broker), th.back, 1
		c.inRun(&g.runs[pq.queue].sendBackLost, e)
		if co.polled { // ACK sleeps, and tries again
			c.clientTimer(co, sim.Event{At: c.now() + c.timer(script.TimerResubmit), Kind: evSendBackAgain, A: k})
			return
		}
		c.keep(th.pq)
		c.clientTimer(co, sim.Event{At: c.now() + c.timer(script.TimerResubmit), Kind: evResubmit, A: th.pq, B: int32(th.gen), N: th.back})
	} else {
		pq.finish(th.back)
	}
	th.back++
	c.sendBackNext(co, k)
}

// resubmitted is submitConsumeRequestLater's end.
func (c *Cluster) resubmitted(co *consumer, i int32, offset int64) {
	if pq := &c.pqs[i]; !pq.dropped && pq.Holds(offset) {
		c.submit(co, i, offset, 1, allTags)
	}
	c.letGo(i)
}

// sweepsPerQueue bounds the messages of a queue that one sweep sends back.
const sweepsPerQueue = 16

// sweep is cleanExpireMsg: messages at the head of a queue that have been in a
// listener for longer than consumeTimeout are sent back and taken out of the
// cache. The listener runs on; its offset moves with the next result.
func (c *Cluster) sweep(co *consumer, due sim.Time) {
	limit := c.timer(script.TimerConsumeTimeout)
	c.periodic(co, due+limit, evSweep)
	if co.orderly || co.polled { // cleanExpiredMsg leaves orderly ones alone; Go's pull consumer has none
		return
	}
	for _, i := range co.table {
		pq := &c.pqs[i]
		for range sweepsPerQueue {
			head, ok := pq.first()
			if !ok || c.now()-c.inListener(co, i, head) <= limit {
				break
			}
			level := int64(firstRetryLevel)
			if co.client.Go() {
				level += int64(c.original(pq.queue, head).times)
			}
			c.sendBack(co, pq.queue, head, level, -1)
			pq.finish(head)
		}
	}
}

// inListener is since when a message has been in a listener; now when it is in none.
func (c *Cluster) inListener(co *consumer, i int32, offset int64) sim.Time {
	for k := range co.threads {
		if th := &co.threads[k]; th.busy && th.pq == i && th.from <= offset && offset < th.to {
			return th.since
		}
	}
	for _, s := range c.pqs[i].stuck {
		if s.offset == offset {
			return s.since
		}
	}
	return c.now()
}

// interrupt is what shutdownNow does to the listeners. One that fails of it has
// its messages sent back, and they stay behind the offset that is persisted now;
// one that goes on finishes its work, which nobody notes any more.
func (c *Cluster) interrupt(co *consumer) {
	for k := range co.threads {
		th := &co.threads[k]
		if !th.busy || th.pop || th.ack || th.back >= 0 || co.orderly && !th.listening {
			continue
		}
		pq := &c.pqs[th.pq]
		finish := co.set.Interrupt == "finish" || co.polled // the application's own thread
		if !finish {
			c.failNote(co, pq, th, 1)
		}
		if pq.dropped && !finish {
			continue
		}
		if finish {
			c.finishLater(co, th, pq)
			continue
		}
		for from, to := c.workRun(co, th, pq, th.from); from < th.to; from, to = c.workRun(co, th, pq, to) {
			for o := from; o < to; o++ {
				if !co.broadcast && !co.orderly { // an orderly one keeps its place
					c.sendBack(co, pq.queue, o, 0, -1)
				}
			}
		}
	}
}

// finishLater lets an interrupted listener go through the rest of its batch.
func (c *Cluster) finishLater(co *consumer, th *thread, pq *processQueue) {
	at, left := th.until, th.pieceN
	for from, to := c.workRun(co, th, pq, th.told); from < th.to; from, to = c.workRun(co, th, pq, to) {
		for o := from; o < to; o++ {
			if left--; left < 0 {
				at += co.work(1)
			}
			c.queue.Post(sim.Event{At: at, Kind: evLateDone, Actor: nobody, A: co.index, B: pq.queue, N: o})
		}
	}
}

// lateDone is a listener's end after its consumer was shut down.
func (c *Cluster) lateDone(i, q int32, offset int64) {
	co := &c.consumers[i]
	c.doneRun(co, nil, q, offset, offset+1, true, false)
}
