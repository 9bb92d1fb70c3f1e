package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
)

// Slave acting master mode (RIP-32): enableSlaveActingMaster at a master and its
// slave, supportActingMaster at the name servers. Both brokers send a light
// heartbeat each second, so that a name server misses one after 10 s; without a
// master it shows the slave as a master that cannot be written to, and clients
// lock, commit and read there. Messages that wait in the schedule or for a POP
// revival are not taken elsewhere (EscapeBridge).

// brokerBeatTimer sets a broker's next heartbeat to the name servers
// (BrokerController.scheduleSendHeartbeat).
func (c *Cluster) brokerBeatTimer(b int32, wait script.Timer) {
	if c.brokers[b].acting {
		c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(wait), Kind: evBrokerBeat, A: b})
	}
}

// brokerBeat is sendHeartbeat: BROKER_HEARTBEAT to every name server.
func (c *Cluster) brokerBeat(b int32) {
	c.brokerBeatTimer(b, script.TimerBrokerHeartbeat)
	p := c.brokerProcess(b)
	for n := range c.nameServers {
		c.betweenServers(p, int32(n), sim.Event{Kind: evBrokerBeats, A: b, N: int64(c.servers[p].life)})
	}
}

// brokerBeats is updateBrokerInfoUpdateTimestamp: it counts for a broker that is known.
func (c *Cluster) brokerBeats(p, b int32, life uint32) {
	if l := &c.nameServers[p].live[b]; l.known && l.life == life {
		l.last = c.now()
	}
}

// brokerExpiry is the heartbeatTimeoutMillis that the broker has registered with.
func (c *Cluster) brokerExpiry(b int32) sim.Time {
	if c.brokers[b].acting {
		return c.timer(script.TimerBrokerExpiryActingMaster)
	}
	return c.timer(script.TimerBrokerExpiry)
}

// slaveActs: the name server knows no master of the set, and a slave that may act for it.
func (c *Cluster) slaveActs(n *nameServer, set int32) bool {
	slave := c.brokers[set].slave
	return slave >= 0 && c.brokers[slave].acting && n.live[slave].known && !n.live[set].known
}

// wipeWritePerm is what a name server does when a set has lost its master and a
// slave acts for it: the topics there become read-only
// (cleanTopicByUnRegisterRequests). The master's next registration mends it.
func (c *Cluster) wipeWritePerm(n *nameServer, set int32) {
	if !c.slaveActs(n, set) {
		return
	}
	for t := range c.topics {
		for j := range c.topics[t].on {
			if c.topics[t].on[j].broker == set {
				n.topics[t][j].perm &^= permWrite
			}
		}
	}
}

// lockerFor is the broker process that a client asks for the locks of a broker's
// queues: the master, or the slave that its route shows as one.
func (c *Cluster) lockerFor(co *consumer, set int32) int32 {
	if slave := c.processFor(co, set); slave != set && co.seesActing(set) {
		return slave
	}
	return set
}

// seesActing: the client's routes show a slave as the master of the set.
func (co *consumer) seesActing(set int32) bool {
	for _, r := range co.routes {
		if r == nil {
			continue
		}
		if i := slices.Index(r.brokers, set); i >= 0 && r.acting[i] {
			return true
		}
	}
	return false
}

// sendUnlock sends UNLOCK_BATCH_MQ for one queue, one-way.
func (c *Cluster) sendUnlock(co *consumer, q int32) {
	b := c.lockerFor(co, c.queues[q].broker)
	if c.connect(co, b) >= 0 {
		c.toServer(co, c.brokerProcess(b), sim.Event{Kind: evUnlock, A: co.index, B: q})
	}
}

// lockOf is the lock of a queue where it counts now: at the master, or while that
// is down at its slave.
func (c *Cluster) lockOf(g *group, q int32) *queueLock {
	side := 0
	if b := c.queues[q].broker; !c.servers[c.brokerProcess(b)].up && c.brokers[b].acting {
		side = 1
	}
	return &g.locks[side][q]
}

// preOnline is BrokerPreOnlineService of a master that comes back: it takes over
// the offsets of its slave where that has acted for it, before it registers.
// (The second or two that the handshake takes are left out.)
func (c *Cluster) preOnline(b int32) {
	slave := c.brokers[b].slave
	if slave < 0 || !c.brokers[b].acting || !c.brokers[slave].acted {
		return
	}
	p, sp := c.brokerProcess(b), c.brokerProcess(slave)
	if s := &c.servers[sp]; !s.up || s.frozen || c.net.IsCut(p, sp) {
		return
	}
	for g := range c.groups {
		gr := &c.groups[g]
		for q := range c.queues {
			if c.queues[q].broker == b && gr.slaveStored[q] != noOffset {
				c.putOffset(int32(g), int32(q), b, gr.slaveStored[q], -1, c.servers[p].cause)
			}
		}
	}
	c.brokers[slave].acted = false
}
