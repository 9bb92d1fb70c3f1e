package rocketmq

import (
	"slices"

	"ringside/core/model"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// rebalanceRun is the state of a client's RebalanceService and of the
// doRebalance under way. It goes topic by topic, and each step that asks a
// broker waits for the answer.
type rebalanceRun struct {
	running bool
	// notified is ServiceThread.hasNotified: a wake-up that came during a run.
	notified bool
	// behind counts the runs that wait for the one under way (Go).
	behind int
	// last is lastRebalanceTimestamp; timer ends the wait for the next run.
	last  sim.Time
	timer sim.Timer
	wake  sim.Time // when timer is due, for the view

	// direct: not the service runs it, but resume().
	direct   bool
	place    int // of the topic in the client's order
	slot     int // of the topic in the group's table
	balanced bool
	asked    int32 // broker asked for the id list
	retried  bool  // the route was fetched because no broker was known
	ids      []int32
	share    []int32 // queues allocated for the topic
	add      []int32 // queues still to be added
	added    []int32 // process queues that will be pulled
	changed  bool
	// assigned is a broker's allocation, seen the route it knew.
	assigned assignment
	seen     *route
}

// waitRebalance sets the service's wait.
func (c *Cluster) waitRebalance(co *consumer, wait sim.Time) {
	c.queue.Cancel(co.rb.timer)
	co.rb.wake = c.now() + wait
	co.rb.timer = c.clientWait(co, sim.Event{At: co.rb.wake, Kind: evRebalance})
}

// wakeRebalance is rebalanceImmediately (ServiceThread.wakeup): wake-ups during
// a run or a wait coalesce into one.
func (c *Cluster) wakeRebalance(co *consumer) {
	if co.rb.running {
		co.rb.notified = true
		co.rb.behind++
		return
	}
	c.rebalanceDue(co)
}

// rebalanceDue is RebalanceService.run after its wait: within minInterval of the
// last run it waits again, else it runs.
func (c *Cluster) rebalanceDue(co *consumer) {
	if co.rb.running && co.rb.direct {
		co.rb.notified = true // the service's own turn comes after resume()'s
		return
	}
	if co.draining || co.rb.running {
		return
	}
	gap := c.rebalanceGap(co)
	if since := c.now() - co.rb.last; since < gap {
		c.waitRebalance(co, gap-since)
		return
	}
	c.queue.Cancel(co.rb.timer)
	co.rb.direct = false
	if co.suspended() {
		// tryRebalance of a suspended consumer returns "unbalanced".
		co.rb.last = c.now()
		co.rb.notified = false
		if wait := c.rebalanceGap(co); wait > 0 {
			c.waitRebalance(co, wait)
		} else if !co.client.Go() {
			c.waitRebalance(co, c.timer(script.TimerRebalanceWait))
		}
		return
	}
	c.runRebalance(co)
}

// runRebalance is doRebalance.
func (c *Cluster) runRebalance(co *consumer) {
	co.rb.running, co.rb.notified, co.rb.balanced = true, false, true
	co.rb.place, co.order.refused = -1, false
	c.nextTopic(co)
}

// nextTopic goes on with the next subscribed topic, or ends the run.
func (c *Cluster) nextTopic(co *consumer) {
	co.rb.place++
	if co.draining {
		return
	}
	if co.rb.place >= len(co.walk) {
		c.truncateNotMyTopic(co)
		c.endRebalance(co)
		return
	}
	co.rb.slot = int(co.walk[co.rb.place])
	if c.skipsTopic(co) {
		c.nextTopic(co)
		return
	}
	co.rb.retried = false
	if co.broadcast {
		c.allocateBroadcast(co)
		return
	}
	c.findConsumerIDList(co)
}

// endRebalance waits 20 s when all is balanced, else 1 s; a wake-up meanwhile
// counts at once but for the minimum gap.
func (c *Cluster) endRebalance(co *consumer) {
	co.rb.running = false
	if co.lastRebalance < 0 {
		co.firstRebalance = c.now()
	}
	co.lastRebalance = c.now()
	if co.rb.direct {
		co.rb.direct = false
		if co.rb.notified {
			co.rb.notified = false
			c.rebalanceDue(co)
		}
		return
	}
	co.rb.last = c.now()
	if co.state == model.ConsumerStarting {
		co.state = model.ConsumerRunning
		co.changed = c.now()
		c.idles(co)
	}
	if co.client.Go() {
		c.nextRun(co)
		return
	}
	wait := c.timer(script.TimerRebalanceWait)
	if gap := c.rebalanceGap(co); !co.rb.balanced && gap > 0 {
		wait = gap
	}
	c.waitRebalance(co, wait)
	if co.rb.notified {
		co.rb.notified = false
		c.rebalanceDue(co)
	}
}

// findConsumerIDList is findConsumerIdList: a random broker of the topic's route
// is asked for the ids; with no route it is fetched once.
func (c *Cluster) findConsumerIDList(co *consumer) {
	r := co.routes[co.rb.slot]
	if r == nil {
		if !co.rb.retried && !co.client.Go() {
			co.rb.retried = true
			c.askRoute(co, routeForRebalance)
			return
		}
		c.nextTopic(co) // no route, no ids: nothing is dropped, and it counts as balanced
		return
	}
	co.rb.asked = c.processFor(co, r.brokers[co.idList.Below(int64(len(r.brokers)))])
	if co.serverSide() {
		c.askAssignment(co, co.rb.asked)
		return
	}
	c.ask(co, trace.CallIDList, c.brokerProcess(co.rb.asked), script.TimerAPITimeout,
		sim.Event{Kind: evIDListAsk, A: co.index, B: co.rb.asked, N: int64(co.life)}, co.rb.asked)
}

// routeForRebalanceAnswered goes on after the fetch: a broker is known now, or
// not. The set of queues was read before it (mqSet is null), so a topic that has
// just appeared is allocated by the next run only.
func (c *Cluster) routeForRebalanceAnswered(co *consumer) {
	if co.rb.running {
		c.findConsumerIDList(co)
	}
}

// idListAnswered is rebalanceByTopic in CLUSTERING mode, from the id list on.
func (c *Cluster) idListAnswered(co *consumer, b int32, n int64) {
	if !co.rb.running {
		return
	}
	switch {
	case co.rb.retried:
		c.noQueues(co)
		return
	case n == 0 && !co.client.Go():
		// SYSTEM_ERROR "no consumer for this group".
		c.noIDList(co, b)
		return
	}
	r := co.routes[co.rb.slot]
	c.ids.sort(co.rb.ids)
	ids := c.ids.strings(co.rb.ids)
	whole, err := c.allocate(co, r, ids)
	cause := c.allocated(co, b, r, err != nil)
	co.rb.balanced = co.rb.balanced && whole
	if err != nil {
		// An exception keeps what is held and counts as unbalanced: again in 1 s.
		c.nextTopic(co)
		return
	}
	if co.mode == script.ModePullAll {
		c.markBalanced(co)
		c.nextTopic(co)
		return
	}
	c.updateProcessQueueTable(co, r, cause)
}

// allocated writes the allocation into the trace.
func (c *Cluster) allocated(co *consumer, b int32, r *route, failed bool) int32 {
	g := &c.groups[co.group]
	t := g.topics[co.rb.slot]
	if !c.topics[t].retry {
		g.rebalances++
		co.rebalances++
	}
	slices.Sort(co.rb.share)
	a := trace.Allocation{Asked: int(b), Failed: failed, Queues: co.rb.share, Seen: r.seen, IDs: c.ids.consumers(co.rb.ids)}
	c.ints = trace.EncodeAllocation(c.ints[:0], &a)
	e := c.event(trace.KindAllocate)
	e.Consumer, e.Broker, e.Group, e.Topic, e.Cause = co.index, int16(b), int16(co.group), int16(t), co.cause
	return c.log.Add(e, c.ints...)
}
