package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
	"ringside/strategies"
)

// route is a TopicRouteData: the queues that consumers may read, sorted as
// RebalanceImpl sorts them, and those that producers may write. It never
// changes; a change makes a new one.
type route struct {
	// queues are indexes into the cluster's queues; list the same for the strategies.
	queues []int32
	list   []strategies.Queue
	// writes are the queues to send to, in the order of TopicPublishInfo.
	writes []int32
	// brokers have the topic, in the order of their names; masters says whose
	// master is known, slaves whose slave (its index, else -1).
	brokers []int32
	masters []bool
	// acting: the slave is shown as the master.
	acting []bool
	slaves []int32
	// seen is the number of queues per broker of the cluster, for the trace.
	seen []int32
}

// The bits of PermName.
const (
	permRead  = 4
	permWrite = 2
)

// newRoute is the route of a topic that a name server answers now.
func (c *Cluster) newRoute(n *nameServer, t int32) *route {
	r := &route{seen: make([]int32, len(c.brokers))}
	top := &c.topics[t]
	for j := range top.on {
		d, b, first := n.topics[t][j], top.on[j].broker, top.on[j].first
		if !d.known || !c.anyLive(n, b) {
			continue
		}
		r.brokers = append(r.brokers, b)
		r.masters = append(r.masters, n.live[b].known)
		slave := c.brokers[b].slave
		if slave >= 0 && !n.live[slave].known {
			slave = -1
		}
		r.slaves = append(r.slaves, slave)
		r.acting = append(r.acting, c.slaveActs(n, b) && d.perm&permWrite == 0)
		if d.perm&permRead != 0 {
			r.seen[b] = int32(d.read)
			for id := range d.read {
				r.queues = append(r.queues, first+int32(id))
			}
		}
		// topicRouteData2TopicPublishInfo: a broker without a master cannot be written to.
		if d.perm&permWrite != 0 && n.live[b].known {
			for id := range d.write {
				r.writes = append(r.writes, first+int32(id))
			}
		}
	}
	if len(r.brokers) == 0 {
		return nil
	}
	slices.SortStableFunc(r.queues, func(a, b int32) int {
		return strategies.CompareQueues(c.strategiesQueue(a), c.strategiesQueue(b))
	})
	for _, q := range r.queues {
		r.list = append(r.list, c.strategiesQueue(q))
	}
	return r
}

// same reports whether two routes say the same (topicRouteDataChanged).
func (r *route) same(o *route) bool {
	return r == o || r != nil && o != nil && slices.Equal(r.queues, o.queues) && slices.Equal(r.writes, o.writes) &&
		slices.Equal(r.brokers, o.brokers) && slices.Equal(r.masters, o.masters) && slices.Equal(r.slaves, o.slaves) && slices.Equal(r.acting, o.acting)
}

// What a client asked its routes for.
const (
	routeForStart     = iota // start(): before the first heartbeat
	routeForPoll             // the 30 s poll
	routeForRebalance        // a rebalance that found no broker for the id list
	routeForLoop             // fetchSubscribeMessageQueues of a topic that mode=pull-all reads from now on
)

// askRoute asks the client's name server for the routes of all its topics.
func (c *Cluster) askRoute(co *consumer, purpose int32) { c.askNameServer(co, purpose, 0) }

func (c *Cluster) askNameServer(co *consumer, purpose, tries int32) {
	k := call{kind: trace.CallRoute, consumer: co.index, to: co.nameServer, channel: -1, arg: purpose, tries: tries,
		until: c.now() + c.timer(script.TimerAPITimeout)}
	c.askAgain(co, k, sim.Event{Kind: evRouteAsk, A: co.index, N: int64(co.life)})
}

// routeFailed goes on to the next name server when nobody listened at this one
// (NettyRemotingClient.getAndCreateNameserverChannel), in the same request; after
// a time-out only the next request does.
func (c *Cluster) routeFailed(co *consumer, k call, how int32) {
	if how != trace.FailedTimedOut || len(c.nameServers) > 1 {
		co.nameServer = (k.to + 1) % int32(len(c.nameServers))
	}
	if tries := k.tries + 1; how != trace.FailedTimedOut && tries < int32(len(c.nameServers)) {
		c.askNameServer(co, k.arg, tries)
		return
	}
	switch k.arg {
	case routeForStart:
		c.startFailed(co)
	case routeForPoll:
		c.taskDone(co)
	case routeForRebalance:
		c.nextTopic(co) // no broker, no ids: nothing is dropped, and it counts as balanced
	}
}

// routeAnswered takes over the routes (updateTopicRouteInfoFromNameServer). What
// the name server does not know leaves the old route as it is.
func (c *Cluster) routeAnswered(co *consumer, p, purpose int32) {
	changed := int64(0)
	for i, t := range c.groups[co.group].topics {
		r := c.nameServers[p].routes[t]
		switch {
		case purpose == routeForRebalance && i != co.rb.slot: // asked for one topic only
		case co.subVersions[i] == 0: // not subscribed to
		case r == nil && !c.topics[t].retry:
			e := c.event(trace.KindRouteError)
			e.Consumer, e.Topic, e.A = co.index, int16(t), int64(p)
			c.log.Add(e)
		case r != nil && !r.same(co.routes[i]):
			co.routes[i] = r
			changed = 1
		}
	}
	e := c.event(trace.KindRoute)
	e.Consumer, e.A = co.index, changed
	c.log.Add(e)
	if purpose == routeForPoll {
		co.loopRoute()
	}
	switch purpose {
	case routeForStart:
		// Wait for the time that start= names, if the answer came before it.
		at := max(c.now(), co.startedAt+int64(co.set.Start))
		c.clientTimer(co, sim.Event{At: at, Kind: evStartBeat})
	case routeForPoll:
		c.taskDone(co)
	case routeForRebalance:
		c.routeForRebalanceAnswered(co)
	case routeForLoop:
		c.watchAll(co)
	}
}

// startFailed is start() throwing because no name server answers: the process
// is there, its consumer is not.
func (c *Cluster) startFailed(co *consumer) {
	e := c.event(trace.KindStartFailed)
	e.Consumer, e.Group, e.Cause = co.index, int16(co.group), co.cause
	c.log.Add(e)
	c.ended(co)
}

// knows reports whether a broker process is in any of the client's routes
// (brokerAddrTable, less what cleanOfflineBroker took out).
func (co *consumer) knows(c *Cluster, b int32) bool {
	set := c.setOf(b)
	for _, r := range co.routes {
		if r == nil {
			continue
		}
		i := slices.Index(r.brokers, set)
		if i >= 0 && (b == set && r.masters[i] || b != set && r.slaves[i] == b) {
			return true
		}
	}
	return false
}

// processFor is the broker process that a client asks about the queues of a
// broker: the master, or its slave when only that is known
// (findBrokerAddressInSubscribe).
func (c *Cluster) processFor(co *consumer, set int32) int32 {
	if c.brokers[set].slave < 0 {
		return set
	}
	return c.knownOf(co, set)
}

func (c *Cluster) knownOf(co *consumer, set int32) int32 {
	if slave := c.brokers[set].slave; !co.knows(c, set) && co.knows(c, slave) {
		return slave
	}
	return set
}

// setOf is the master of a broker: itself, or the one it is the slave of.
func (c *Cluster) setOf(b int32) int32 {
	if m := c.brokers[b].master; m >= 0 {
		return m
	}
	return b
}
