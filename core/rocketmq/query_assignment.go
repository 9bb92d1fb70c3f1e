package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
	"ringside/strategies"
)

// assignment is what a broker answers to QUERY_ASSIGNMENT.
type assignment struct {
	// null: the broker knows no such group or strategy; the client keeps what it has.
	null bool
	pop  bool // POP instead of PULL
	// pops are brokers (any queue) or single queues, for POP.
	pops []popAssign
}

// popAssign is one MessageQueueAssignment in POP mode; queue -1 is any of the broker's.
type popAssign struct{ broker, queue int32 }

// brokerRoute is a topic's route as a broker knows it (TopicRouteInfoManager):
// fetched when it is first asked for, then polled every 30 s.
type brokerRoute struct {
	route   *route
	fetched sim.Time
}

// serverSide: the client leaves the allocation to the broker (clientRebalance=false),
// which an orderly or a broadcasting one never does (RebalancePushImpl.clientRebalance)
// and other clients do not know.
func (co *consumer) serverSide() bool {
	return co.mode == script.ModePop || co.mode == script.ModePush && !co.set.ClientRebalance &&
		!co.orderly && !co.broadcast && co.client == script.ClientJava5
}

// askAssignment is MQClientInstance.queryAssignment: a random broker of the topic
// allocates for this member.
func (c *Cluster) askAssignment(co *consumer, b int32) {
	c.ask(co, trace.CallAssign, c.brokerProcess(b), script.TimerAssignmentTimeout,
		sim.Event{Kind: evAssignAsk, A: co.index, B: b, N: int64(co.life)}, b)
}

// assignmentAsked is QueryAssignmentProcessor.doLoadBalance.
func (c *Cluster) assignmentAsked(ev *sim.Event) {
	b := ev.B
	co := &c.consumers[ev.A]
	if co.life != uint32(ev.N) || !co.rb.running || c.callOf(ev.M) == nil {
		return
	}
	g := &c.groups[co.group]
	co.rb.ids = co.rb.ids[:0]
	for _, ch := range g.at[b].channels {
		co.rb.ids = append(co.rb.ids, c.consumers[c.channels[ch].consumer].idIndex)
	}
	c.ids.sort(co.rb.ids)
	a := &co.rb.assigned
	a.null, a.pop, a.pops = false, false, a.pops[:0]
	co.rb.share = co.rb.share[:0]
	r := c.routeAtBroker(b, g.topics[co.rb.slot])
	if r == nil || len(co.rb.ids) == 0 {
		a.null = true
	} else {
		co.rb.seen = r
		c.assign(co, r, a)
	}
	c.touch(co, b)
	c.toClient(co, c.brokerProcess(b), sim.Event{Kind: evAssignAnswer, A: b, M: ev.M})
}

// assign allocates. The broker knows averagely and averagely-by-circle only;
// with another strategy, and when that throws, it answers null. A retry topic is
// always pulled.
func (c *Cluster) assign(co *consumer, r *route, a *assignment) {
	ids := c.ids.strings(co.rb.ids)
	group := c.groups[co.group].name
	a.pop = co.mode == script.ModePop && !c.topics[c.groups[co.group].topics[co.rb.slot]].retry
	if a.pop {
		list, err := strategies.AllocateForPop(co.strategy, group, co.id, r.list, ids, co.set.PopShare)
		a.null = err != nil
		for _, q := range list {
			p := popAssign{broker: int32(slices.IndexFunc(c.brokers, func(x broker) bool { return x.name == q.Broker })), queue: -1}
			if q.ID != strategies.AnyQueue {
				p.queue = r.queues[slices.Index(r.list, q)]
			}
			if !slices.Contains(a.pops, p) {
				a.pops = append(a.pops, p)
			}
		}
		return
	}
	switch co.strategy.(type) {
	case strategies.Averagely, strategies.AveragelyByCircle:
		share, err := strategies.AppendShare(co.rb.share, co.strategy, group, co.id, r.list, ids)
		a.null = err != nil
		for i, k := range share {
			share[i] = r.queues[k]
		}
		co.rb.share = share
	default:
		a.null = true
	}
}

// routeAtBroker is the broker's own copy of a topic's route.
func (c *Cluster) routeAtBroker(b, t int32) *route {
	br := &c.brokers[b]
	if br.routes == nil {
		br.routes = make([]brokerRoute, len(c.topics))
	}
	k := &br.routes[t]
	if k.route == nil || c.now()-k.fetched >= c.timer(script.TimerRoutePoll) {
		k.fetched = c.now()
		for n := range c.nameServers {
			if s := &c.servers[n]; !s.up || s.frozen || c.net.IsCut(int32(n), c.brokerProcess(b)) {
				continue
			}
			if r := c.nameServers[n].routes[t]; r != nil {
				k.route = r
			}
			break
		}
	}
	return k.route
}

// assignmentAnswered is updateMessageQueueAssignment; null is unbalanced, so the
// client asks again in 1 s, and keeps what it has.
func (c *Cluster) assignmentAnswered(co *consumer, b int32) {
	if !co.rb.running {
		return
	}
	a := &co.rb.assigned
	if a.null {
		co.rb.balanced = false
		e := c.event(trace.KindIDListError)
		e.Consumer, e.Broker, e.Group, e.Cause = co.index, int16(b), int16(co.group), co.cause
		c.log.Add(e)
		c.nextTopic(co)
		return
	}
	if a.pop {
		co.rb.share = co.rb.share[:0]
		for _, q := range co.rb.seen.queues {
			if a.covers(c.queues[q].broker, q) {
				co.rb.share = append(co.rb.share, q)
			}
		}
	}
	cause := c.allocated(co, b, co.rb.seen, false)
	if a.pop {
		c.updatePops(co, cause)
		return
	}
	c.updateProcessQueueTable(co, co.rb.seen, cause)
}

// covers reports whether a POP assignment lets the client pop from queue q of
// broker b.
func (a *assignment) covers(b, q int32) bool {
	return slices.ContainsFunc(a.pops, func(p popAssign) bool { return p.queue == q || p.queue < 0 && p.broker == b })
}

// updatePops takes over the assignment of the present topic.
func (c *Cluster) updatePops(co *consumer, cause int32) {
	co.rb.changed, co.rb.added = false, co.rb.added[:0]
	co.cause = cause
	for i := range co.pops {
		p := &co.pops[i]
		if p.active && p.slot == co.rb.slot && !slices.Contains(co.rb.assigned.pops, popAssign{p.broker, p.queue}) {
			c.endPop(co, p, cause)
			co.rb.changed = true
		}
	}
	for _, want := range co.rb.assigned.pops {
		at := slices.IndexFunc(co.pops, func(p popQueue) bool {
			return p.slot == co.rb.slot && p.broker == want.broker && p.queue == want.queue
		})
		if at < 0 {
			at = len(co.pops)
			co.pops = append(co.pops, popQueue{slot: co.rb.slot, broker: want.broker, queue: want.queue})
		}
		if p := &co.pops[at]; !p.active {
			p.active, p.asked, p.wait = true, false, 0
			p.gen++
			p.taken = c.popEvent(co, p, trace.KindAssign, cause)
			c.holds(co, c.groups[co.group].topics[p.slot], 1)
			co.rb.changed = true
			c.popLater(co, int32(at), c.firstPull(co))
		}
	}
	c.endTopic(co)
}

// popEvent notes that a client may pop from now on, or may not any more.
func (c *Cluster) popEvent(co *consumer, p *popQueue, kind trace.Kind, cause int32) int32 {
	e := c.event(kind)
	e.Consumer, e.Broker, e.Queue, e.Group, e.Cause = co.index, int16(p.broker), p.queue, int16(co.group), cause
	e.Topic = int16(c.groups[co.group].topics[p.slot])
	co.changed = c.now()
	return c.log.Add(e)
}

func (c *Cluster) endPop(co *consumer, p *popQueue, cause int32) {
	p.active = false
	p.gen++
	c.popEvent(co, p, trace.KindUnassign, cause)
	c.holds(co, c.groups[co.group].topics[p.slot], -1)
}

// endPops ends all pops of a process that is over.
func (c *Cluster) endPops(co *consumer, cause int32) {
	for i := range co.pops {
		if co.pops[i].active {
			c.endPop(co, &co.pops[i], cause)
		}
	}
}
