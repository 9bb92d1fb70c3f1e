package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// Pops are asynchronous like pulls: the assignment knows the number of the
// request it waits for.

// popEventAt handles what belongs to POP at a broker.
func (c *Cluster) popEventAt(ev *sim.Event) {
	switch ev.Kind {
	case evAssignAsk:
		c.assignmentAsked(ev)
	case evPopHold:
		c.popHoldEnds(ev.A, ev.B, int(ev.N))
	case evRevive:
		c.reviveTick(ev.A)
	case evInvisible:
		c.invisibleArrives(ev)
	default:
		c.retryEvent(ev)
	}
}

// retryEvent handles what failing consumers ask a broker, and delays.
func (c *Cluster) retryEvent(ev *sim.Event) {
	switch ev.Kind {
	case evSendBack, evSendBackLost:
		c.sendBackArrives(ev)
	case evDelayPoll:
		c.delayPolled(ev.A, ev.B)
	case evLateDone:
		c.lateDone(ev.A, ev.B, ev.N)
	case evSearchAsk:
		c.offsetSearched(ev)
	}
}

// failPop schedules the failure of a pop that waits.
func (c *Cluster) failPop(consumer, pop int32, gen uint32, request int32, at sim.Time) {
	co := &c.consumers[consumer]
	if p := &co.pops[pop]; p.active && p.gen == gen && p.asked && p.request == request {
		c.clientTimer(co, sim.Event{At: at, Kind: evPopFailed, A: pop, B: int32(gen), N: int64(request)})
	}
}

// latePop is failPop for one that will not be answered: it times out.
func (c *Cluster) latePop(consumer, pop int32, gen uint32, request int32) {
	c.failPop(consumer, pop, gen, request, c.now()+c.timer(script.TimerLongPollTimeout))
}

// popGaveUp is PopCallback.onException, if the pop still waits.
func (c *Cluster) popGaveUp(co *consumer, ev *sim.Event) {
	p := &co.pops[ev.A]
	if p.active && p.gen == uint32(ev.B) && p.asked && p.request == int32(ev.N) {
		p.asked = false
		c.popLater(co, ev.A, c.pullRetry(co))
	}
}

// popUnsent fails a pop that found no connection.
func (c *Cluster) popUnsent(co *consumer, i int32) {
	p := &co.pops[i]
	from, to := c.consumerProcess(co.index), c.brokerProcess(p.broker)
	wait := 2 * c.net.Latency(from, to)
	if c.net.IsCut(from, to) {
		wait = c.timer(script.TimerConnectTimeout)
	}
	c.failPop(co.index, i, p.gen, p.request, c.now()+wait)
}

// eachHeldPop calls f for the pops that a broker holds; f reports whether it goes
// on holding them.
func (c *Cluster) eachHeldPop(b int32, f func(h *heldPop) bool) {
	for i := range c.groups {
		g := &c.groups[i]
		if g.pop == nil {
			continue
		}
		for slot := range g.topics {
			st := c.popState(g, slot, b)
			held := st.held
			st.held = held[:0]
			for j := range held {
				if f(&held[j]) {
					st.held = append(st.held, held[j])
				}
			}
		}
	}
}

// overduePops notes that the pops a broker holds will not be answered: all of them
// (-1), or those of one consumer.
func (c *Cluster) overduePops(b, consumer int32) {
	c.eachHeldPop(b, func(h *heldPop) bool {
		if consumer < 0 || h.consumer == consumer {
			c.latePop(h.consumer, h.pop, h.gen, h.request)
		}
		return true
	})
}

// endPopsAt forgets the pops that a broker holds: its process ends. What it has
// hidden is stored and stays hidden.
func (c *Cluster) endPopsAt(b int32) {
	c.eachHeldPop(b, func(h *heldPop) bool {
		c.consumers[h.consumer].del.held--
		return false
	})
	c.brokers[b].reviving = false
	for i := range c.groups {
		for slot := range c.groups[i].topics {
			if c.groups[i].pop != nil {
				c.popState(&c.groups[i], slot, b).timed = false
			}
		}
	}
}

// popsBegin is the start of a broker's PopReviveService.
func (c *Cluster) popsBegin(b int32) {
	if br := &c.brokers[b]; br.hidden > 0 && !br.reviving {
		br.reviving = true
		c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(script.TimerPopRevive), Kind: evRevive, A: b})
	}
}

// noAssignment is a queryAssignment that failed: null, so the client keeps what it
// has and asks again in 1 s.
func (c *Cluster) noAssignment(co *consumer, b int32) {
	co.rb.assigned.null = true
	c.assignmentAnswered(co, b)
}

// loopFailed is an exception in the loop of a pull consumer: the queue is passed
// over until the next round.
func (c *Cluster) loopFailed(co *consumer, k *call) {
	if i := co.loop.asked; i >= 0 && co.loop.ofQueue == k.arg && (k.kind == trace.CallOffset || k.kind == trace.CallMaxOffset) {
		c.roundNext(co)
	}
}
