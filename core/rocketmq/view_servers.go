package rocketmq

import (
	"time"

	"ringside/core/model"
)

// readable: a route that a name server made now would show consumers the queue.
func (c *Cluster) readable(q int32) bool {
	qu := &c.queues[q]
	on := c.configOfQueue(qu)
	return on != nil && on.perm&permRead != 0 && qu.id < on.read
}

// writable: producers may send to it.
func (c *Cluster) writable(q int32) bool {
	qu := &c.queues[q]
	on := c.configOfQueue(qu)
	return on != nil && on.perm&permWrite != 0 && qu.id < on.write
}

// committed is the stored offset at whoever of master and slave is there.
func (c *Cluster) committed(g *group, q int32) int64 {
	b := c.queues[q].broker
	if slave := c.brokers[b].slave; slave >= 0 && !c.servers[c.brokerProcess(b)].up && c.servers[c.brokerProcess(slave)].up {
		return g.slaveStored[q]
	}
	return g.stored[q]
}

// showQueues adds the queues of a topic on a broker that belong in the view: those
// that can be read or written, and those that have vanished but hold messages in
// the store (read or not) or are still held.
func (c *Cluster) showQueues(v *model.View, g *group, on *topicConfig) {
	for id := range on.most {
		q := on.first + int32(id)
		there := on.exists && id < max(on.read, on.write)
		l := &g.ledger.Queues[q]
		if c.shows(v, g, q) && (there || l.Produced > 0 || l.NumOwners() > 0) {
			g.shown = append(g.shown, q)
		}
	}
}

// unreadable counts the group's waiting messages on queues that no consumer can
// be shown: cut off by readQueueNums, by the permission, or with their topic.
// They are not lost; they are there again when the queue is.
func (c *Cluster) unreadable(g int) int64 {
	gr, n := &c.groups[g], int64(0)
	for q := range c.queues {
		if w := gr.ledger.Queues[q].Waiting(); w > 0 && !c.readable(int32(q)) {
			n += w
		}
	}
	return n
}

// sendErrors counts messages for the group's topics that producers could not send.
func (c *Cluster) sendErrors(g int) int64 {
	n := int64(0)
	for i := range c.producers {
		if c.groups[g].reads(c.producers[i].topic) {
			n += c.producers[i].errors
		}
	}
	return n
}

// viewProducers fills in the producers of a group's topics.
func (c *Cluster) viewProducers(v *model.View, g *group) {
	n := 0
	for i := range c.producers {
		p := &c.producers[i]
		if !g.reads(p.topic) {
			continue
		}
		v.Producers = grow(v.Producers, n+1)
		pv := &v.Producers[n]
		pv.Name, pv.Topic = c.log.Processes[c.producerProcess(int32(i))], c.topics[p.topic].name
		pv.Rate, pv.Errors, pv.Waiting, pv.Brokers = p.rate, p.errors, c.now() < p.busy, pv.Brokers[:0]
		if p.route != nil {
			for _, b := range p.route.brokers {
				pv.Brokers = append(pv.Brokers, int(b))
			}
		}
		n++
	}
	v.Producers = v.Producers[:n]
}

// viewServers fills in the name servers and the links that are cut.
func (c *Cluster) viewServers(v *model.View) {
	v.NameServers = grow(v.NameServers, len(c.nameServers))
	for i := range c.nameServers {
		n, s, nv := &c.nameServers[i], &c.servers[i], &v.NameServers[i]
		nv.Name, nv.Up, nv.Frozen, nv.StateChanged = n.name, s.up, s.frozen, time.Duration(s.changed)
		nv.Brokers = nv.Brokers[:0]
		nv.Routes = nv.Routes[:0]
		if !s.up {
			continue
		}
		for b := range n.live {
			if n.live[b].known {
				nv.Brokers = append(nv.Brokers, b)
			}
		}
		for t := range c.topics {
			for j, d := range n.topics[t] {
				if d.known && !c.topics[t].retry {
					nv.Routes = append(nv.Routes, model.RouteView{
						Topic: c.topics[t].name, Broker: int(c.topics[t].on[j].broker), Read: d.read, Write: d.write, Perm: permWords[d.perm&7],
					})
				}
			}
		}
	}
	v.Cuts = v.Cuts[:0]
	for _, l := range c.net.Cuts() {
		v.Cuts = append(v.Cuts, model.CutView{A: c.log.Processes[l[0]], B: c.log.Processes[l[1]]})
	}
}
