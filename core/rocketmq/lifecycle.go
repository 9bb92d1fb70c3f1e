package rocketmq

import (
	"slices"

	"ringside/core/model"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// stop is shutdown(): the consume pool is stopped, by default with no wait, and
// its workers interrupted, all offsets are persisted one-way, and the client unregisters at
// every broker, one after the other. What was in a listener is not finished and
// lies at or beyond the persisted offset.
func (c *Cluster) stop(co *consumer) {
	if !co.alive() || co.draining || co.closing {
		return
	}
	if co.frozen {
		c.thaw(co)
	}
	c.processEvent(co, trace.KindStop, 0)
	if co.set.Await > 0 && (co.tasks.n > 0 || len(co.idle) < co.poolSize()) {
		// The pool takes no more, and what it has taken is worked off while shutdown() waits.
		co.closing = true
		c.clientTimer(co, sim.Event{At: c.now() + int64(co.set.Await), Kind: evAwaitOver})
		return
	}
	c.poolStopped(co)
}

// poolStopped is shutdownNow of the pool: whoever is still at work is interrupted.
func (c *Cluster) poolStopped(co *consumer) {
	if co.draining {
		return
	}
	co.draining, co.closing = true, false
	c.idles(co)
	c.wantsOnly(co, nil, -1)
	co.rb.running = false // a rebalance under way takes nothing more
	c.interrupt(co)
	c.resetThreads(co)
	if co.locks() {
		co.order.unlocking = 0
		c.unlockNext(co)
		return
	}
	c.shutDown(co)
}

// shutDown is the rest of shutdown(), once the consume pool is down.
func (c *Cluster) shutDown(co *consumer) {
	c.persistAll(co, trace.CommitByShutdown)
	// Upstream empties the table last; it holds its queues until it unregisters,
	// which the others cannot tell apart.
	c.giveUpAll(co, co.cause, false)
	co.leaving = true
	c.unregisterNext(co)
}

// unregisterNext unregisters at the next broker the client has a channel to.
func (c *Cluster) unregisterNext(co *consumer) {
	for b := range c.brokers {
		if ch := co.conn[b]; ch >= 0 {
			c.ask(co, trace.CallUnregister, c.brokerProcess(int32(b)), script.TimerAPITimeout,
				sim.Event{Kind: evUnregister, A: co.index, B: int32(b), N: int64(ch)}, int32(b))
			return
		}
	}
	e := c.event(trace.KindStopped)
	e.Consumer, e.Group, e.Cause = co.index, int16(co.group), co.cause
	c.log.Add(e)
	c.ended(co)
}

// ended is the end of a process that was not killed.
func (c *Cluster) ended(co *consumer) {
	co.state, co.draining = model.ConsumerStopped, false
	co.life++
	c.dropCalls(co)
	co.changed = c.now()
}

func (c *Cluster) unregistered(co *consumer, b int32) {
	if ch := co.conn[b]; ch >= 0 {
		co.conn[b] = -1
		if c.channels[ch].registered {
			// A heartbeat of a round that was under way came after the request. The
			// broker forgets it as MQClientInstance.shutdown closes the channel.
			c.toServer(co, c.brokerProcess(b), sim.Event{Kind: evSockClosed, A: ch, N: int64(co.cause)})
		} else {
			c.channels[ch].open = false
		}
	}
	c.unregisterNext(co)
}

// kill is kill -9: the process is gone, and each broker sees its socket close.
func (c *Cluster) kill(co *consumer) {
	if !co.alive() {
		return
	}
	c.workedOff(co)
	c.processEvent(co, trace.KindKill, 0)
	c.giveUpAll(co, co.cause, true)
	for b, ch := range co.conn {
		if ch >= 0 {
			c.toServer(co, c.brokerProcess(int32(b)), sim.Event{Kind: evSockClosed, A: ch, N: int64(co.cause)})
			co.conn[b] = -1
		}
	}
	for i := range co.deferred {
		c.unanswered(&co.deferred[i])
	}
	co.deferred = co.deferred[:0]
	co.life++
	c.dropCalls(co)
	co.state, co.frozen, co.draining, co.closing = model.ConsumerDead, false, false, false
	c.idles(co)
	c.wantsOnly(co, nil, -1)
	c.resetThreads(co)
}

// freeze is SIGSTOP: the process stands still, its sockets stay open.
func (c *Cluster) freeze(co *consumer) {
	if !co.alive() || co.frozen {
		return
	}
	c.processEvent(co, trace.KindFreeze, 0)
	co.frozen = true
}

// thaw is SIGCONT: what came meanwhile is taken up at once, in order. Answers
// that were in the socket still count, but a channel that the broker has closed
// carries nothing more: the next request makes a new one. Fixed-rate timers run
// as often as they were missed, since each sets its next time from the one it
// was due.
func (c *Cluster) thaw(co *consumer) {
	if !co.frozen {
		return
	}
	c.processEvent(co, trace.KindThaw, 0)
	co.frozen = false
	waiting := slices.Clone(co.deferred)
	co.deferred = co.deferred[:0]
	for i := range waiting {
		if waiting[i].Kind == evChanClosed {
			c.forgetChannel(co, waiting[i].A)
		}
	}
	for i := range waiting {
		c.dispatch(&waiting[i])
	}
}

// alive: the process exists and has not been told to stop for good.
func (co *consumer) alive() bool {
	return co.state == model.ConsumerStarting || co.state == model.ConsumerRunning
}

// change is set: a setting of a consumer or of all members of a group that do
// not override it, or a producer's rate.
func (c *Cluster) change(a *script.Action) {
	e := c.event(trace.KindSet)
	if a.Apply == nil {
		for i := range c.topics {
			if c.topics[i].name == a.Target && c.topics[i].producer >= 0 {
				e.Topic = int16(i)
				e.A = a.Rate
				c.log.Add(e)
				c.setRate(c.topics[i].producer, a.Rate)
			}
		}
		return
	}
	for i := range c.consumers {
		co := &c.consumers[i]
		whole := a.Consumer < 0 && c.groups[co.group].name == a.Target && !slices.Contains(co.overrides, a.Key)
		if !whole && a.Consumer != i {
			continue
		}
		e.Consumer, e.Group = int32(i), int16(co.group)
		c.log.Add(e)
		c.applySettings(co, a)
	}
}

// applySettings changes a running consumer. The strategy counts from its next
// rebalance on.
func (c *Cluster) applySettings(co *consumer, a *script.Action) {
	before := co.set
	a.Apply(&co.set)
	co.changed = c.now()
	if a.Consumer >= 0 && !slices.Contains(co.overrides, a.Key) {
		co.overrides = append(slices.Clone(co.overrides), a.Key)
	}
	if err := c.useStrategy(co); err != nil {
		// The script has checked the word; what is left (a room that no resolver
		// knows, say) shows at the allocation, as upstream's exception does.
		co.set.Strategy = before.Strategy
	}
	if !slices.Equal(co.set.Tags, before.Tags) {
		c.retag(co)
	}
	if co.set.Threads != before.Threads && co.alive() {
		c.resizeThreads(co)
	}
}

// burst sends N messages at once.
func (c *Cluster) burst(a *script.Action) {
	for i := range c.topics {
		if c.topics[i].name != a.Target || c.topics[i].producer < 0 {
			continue
		}
		e := c.event(trace.KindBurst)
		e.Topic, e.A = int16(i), int64(a.N)
		c.log.Add(e)
		c.send(c.topics[i].producer, int64(a.N), false)
	}
}
