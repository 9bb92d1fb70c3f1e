package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
	"ringside/strategies"
)

// route is a TopicRouteData: the queues that consumers may read, sorted as
// RebalanceImpl sorts them. It never changes; a change makes a new one.
type route struct {
	// queues are indexes into the cluster's queues; list the same for the strategies.
	queues []int32
	list   []strategies.Queue
	// brokers have the topic, in the order of their names.
	brokers []int32
	// seen is the number of queues per broker of the cluster, for the trace.
	seen []int32
}

// newRoute is the route that a name server answers now, nil when no broker has
// the topic (code 17, TOPIC_NOT_EXIST).
func (c *Cluster) newRoute(t int32) *route {
	r := &route{seen: make([]int32, len(c.brokers))}
	top := &c.topics[t]
	for i := range top.on {
		on := &top.on[i]
		if !on.exists {
			continue
		}
		r.brokers = append(r.brokers, on.broker)
		r.seen[on.broker] = int32(on.read)
		for id := range on.read {
			r.queues = append(r.queues, on.first+int32(id))
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

// What a client asked its routes for.
const (
	routeForStart     = iota // start(): before the first heartbeat
	routeForPoll             // the 30 s poll
	routeForRebalance        // a rebalance that found no broker for the id list
)

// askRoute asks the name server for the routes of all the client's topics.
// Upstream asks topic by topic; the answers travel together here.
func (c *Cluster) askRoute(co *consumer, purpose int32) {
	c.toServer(co, nameServerProcess, sim.Event{Kind: evRouteAsk, A: co.index, B: purpose, N: int64(co.life)})
}

func (c *Cluster) routeAsked(i, purpose int32, life uint32) {
	co := &c.consumers[i]
	if co.life != life {
		return
	}
	c.toClient(co, nameServerProcess, sim.Event{Kind: evRouteAnswer, B: purpose})
}

// routeAnswered takes over the routes (updateTopicRouteInfoFromNameServer). What
// the name server does not know leaves the old route as it is.
func (c *Cluster) routeAnswered(co *consumer, purpose int32) {
	changed := int64(0)
	for i, t := range c.groups[co.group].topics {
		if r := c.topics[t].route; r != nil && r != co.routes[i] && co.subVersions[i] != 0 {
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
	case routeForRebalance:
		c.routeForRebalanceAnswered(co)
	}
}

// routePoll is the client's periodic route task. A changed route wakes nobody:
// the next rebalance uses it.
func (c *Cluster) routePoll(co *consumer, due sim.Time) {
	c.again(co, due, c.timer(script.TimerRoutePoll), evRoutePoll)
	c.askRoute(co, routeForPoll)
}
