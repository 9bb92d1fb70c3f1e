package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// nameServer is one name server (RouteInfoManager). Each is alone: it knows what
// brokers have told it since its own start.
type nameServer struct {
	name string
	// live is brokerLiveTable, by broker.
	live []liveBroker
	// topics is topicQueueTable: per topic, by the place of the broker in topic.on.
	topics [][]queueData
	// routes are what it answers per topic, nil when no broker has the topic
	// (code 17, TOPIC_NOT_EXIST).
	routes []*route
}

// liveBroker is a BrokerLiveInfo.
type liveBroker struct {
	known bool
	// life of the broker's process that registered: its socket belongs to it.
	life uint32
	last sim.Time
}

// queueData is a QueueData: a TopicConfig as a broker registered it.
type queueData struct {
	known       bool
	read, write int
	perm        int
}

// nameServerStarts begins with empty tables.
func (c *Cluster) nameServerStarts(p int32) {
	n := &c.nameServers[p]
	clear(n.live)
	for t := range n.topics {
		clear(n.topics[t])
		n.routes[t] = nil
	}
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerBrokerScanFirst), Kind: evBrokerScan, A: p})
}

// registered is REGISTER_BROKER: broker b tells all its topics, or the one that
// has changed (incremental registration).
func (c *Cluster) registered(p, b, t int32, life uint32) {
	n := &c.nameServers[p]
	if s := &c.servers[c.brokerProcess(b)]; s.life != life || !s.up {
		return // sent by a process that has gone since
	}
	changed := !n.live[b].known
	n.live[b] = liveBroker{known: true, life: life, last: c.now()}
	// A slave that comes or goes changes the addresses of its master's topics.
	set := c.setOf(b)
	for i := range c.topics {
		if (t < 0 || int32(i) == t) && c.learn(n, int32(i), set, b == set || c.slaveActs(n, set)) {
			changed = true
		}
	}
	if changed {
		c.rebuild(n, set)
		c.nameServerKnows(trace.KindBrokerRegister, p, b, 0)
	}
}

// learn takes over the TopicConfig of a broker; it reports whether it is new.
func (c *Cluster) learn(n *nameServer, t, b int32, master bool) bool {
	top := &c.topics[t]
	for j := range top.on {
		on := &top.on[j]
		if on.broker != b || !master {
			continue
		}
		d := queueData{on.exists, on.read, on.write, on.perm}
		if !on.exists {
			d = queueData{}
		}
		if c.slaveActs(n, b) {
			d.perm &^= permWrite // it is the slave who registers
		}
		if n.topics[t][j] != d {
			n.topics[t][j] = d
			return true
		}
	}
	return false
}

// forget removes a broker: unregistered, its connection closed, or expired.
func (c *Cluster) forget(p, b int32, life uint32, why int64) {
	n := &c.nameServers[p]
	if !n.live[b].known || n.live[b].life != life {
		return
	}
	n.live[b] = liveBroker{}
	set := c.setOf(b)
	if !c.anyLive(n, set) {
		for t := range c.topics {
			for j := range c.topics[t].on {
				if c.topics[t].on[j].broker == set {
					n.topics[t][j] = queueData{}
				}
			}
		}
	}
	c.wipeWritePerm(n, set)
	c.rebuild(n, set)
	c.nameServerKnows(trace.KindBrokerUnregister, p, b, why)
}

// anyLive: the master or its slave is registered.
func (c *Cluster) anyLive(n *nameServer, set int32) bool {
	slave := c.brokers[set].slave
	return n.live[set].known || slave >= 0 && n.live[slave].known
}

func (c *Cluster) nameServerKnows(kind trace.Kind, p, b int32, why int64) {
	e := c.event(kind)
	e.Broker, e.A, e.B, e.Cause = int16(b), int64(p), why, c.servers[c.brokerProcess(b)].cause
	c.log.Add(e)
}

// rebuild makes the routes of the topics on a broker anew.
func (c *Cluster) rebuild(n *nameServer, set int32) {
	for t := range c.topics {
		if slices.ContainsFunc(c.topics[t].on, func(on topicConfig) bool { return on.broker == set }) {
			n.routes[t] = c.newRoute(n, int32(t))
		}
	}
}

// scanBrokers is scanNotActiveBroker: a broker that has not registered for
// 120 s (10 s in slave acting master mode) is removed.
func (c *Cluster) scanBrokers(p int32) {
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerBrokerScan), Kind: evBrokerScan, A: p})
	n := &c.nameServers[p]
	for b := range n.live {
		if l := n.live[b]; l.known && l.last+c.brokerExpiry(int32(b)) < c.now() {
			c.forget(p, int32(b), l.life, trace.ForgotExpired)
		}
	}
}

// routeAsked is GET_ROUTEINFO_BY_TOPIC for all of a client's topics. Upstream
// asks topic by topic; the answers travel together here.
func (c *Cluster) routeAsked(ev *sim.Event) {
	co := &c.consumers[ev.A]
	if uint32(ev.N) != co.life {
		return
	}
	p := serverProcess(ev.Actor)
	c.toClient(co, p, sim.Event{Kind: evRouteAnswer, A: p, M: ev.M})
}
