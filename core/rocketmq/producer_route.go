package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
)

// producerPoll is the producer's own route poll.
func (c *Cluster) producerPoll(i int32) {
	p := &c.producers[i]
	if p.route == nil && c.now() <= p.start {
		// The route that start() and the first send need is there when the first
		// message leaves.
		p.route = c.producerRouteAt(i, p.nameServer)
		c.queue.Post(sim.Event{At: c.now() + c.timer(script.TimerRoutePollFirst), Kind: evProducerPoll, Actor: nobody, A: i})
		return
	}
	c.queue.Post(sim.Event{At: c.now() + c.timer(script.TimerRoutePoll), Kind: evProducerPoll, Actor: nobody, A: i})
	c.askProducerRoute(i)
}

// askProducerRoute asks the first name server that listens; one that hangs, or
// that a cut keeps away, costs a time-out.
func (c *Cluster) askProducerRoute(i int32) {
	p := &c.producers[i]
	if p.asking {
		return
	}
	p.asking, p.asked = true, c.now()
	c.chooseNameServer(i)
	ev := sim.Event{Kind: evProducerRoute, Actor: nobody, A: i, B: p.nameServer}
	ev.At = c.now() + c.net.Delay(c.producerProcess(i), p.nameServer) + c.net.Delay(p.nameServer, c.producerProcess(i))
	if wait, _, hangs := c.nameServerHangs(i); hangs {
		ev.B, ev.At = -1, c.now()+wait
	} else if !c.servers[p.nameServer].up {
		ev.B = -1
	}
	c.queue.Post(ev)
}

// nameServerHangs tells whether the producer's name server would not answer, not
// even that nobody is there, how long that takes, and by which event it is so.
func (c *Cluster) nameServerHangs(i int32) (wait sim.Time, cause int32, hangs bool) {
	p := &c.producers[i]
	s := &c.servers[p.nameServer]
	switch {
	case c.net.IsCut(c.producerProcess(i), p.nameServer):
		// No connection is made, as with a consumer's (call.go).
		wait = min(c.timer(script.TimerAPITimeout), c.timer(script.TimerConnectTimeout))
		return wait, c.cutBy(c.producerProcess(i), p.nameServer), true
	case s.up && s.frozen:
		return c.timer(script.TimerAPITimeout), s.cause, true
	}
	return 0, 0, false
}

// chooseNameServer goes on to the next name server while nobody listens.
func (c *Cluster) chooseNameServer(i int32) {
	p := &c.producers[i]
	for range c.nameServers {
		if c.servers[p.nameServer].up || c.net.IsCut(c.producerProcess(i), p.nameServer) {
			break
		}
		p.nextNameServer(c)
	}
}

func (p *producer) nextNameServer(c *Cluster) {
	p.nameServer = (p.nameServer + 1) % int32(len(c.nameServers))
}

// findRoute is tryToFindTopicPublishInfo of a producer without a route: each send
// asks a name server anew and waits, first for the topic's route and then for that
// of createTopicKey (TBW102), which no broker here has. So where the first asking
// ran out of time the send fails, whatever the next name server says. It returns
// how long that takes, and which event made it wait.
func (c *Cluster) findRoute(i int32) (wait sim.Time, cause int32) {
	p := &c.producers[i]
	for ask := range 2 {
		c.chooseNameServer(i)
		w, why, hangs := c.nameServerHangs(i)
		if hangs {
			wait, cause = wait+w, why
			p.nextNameServer(c)
			continue
		}
		if ask == 0 {
			if r := c.producerRouteAt(i, p.nameServer); r != nil {
				p.route = r
				break
			}
		}
	}
	return wait, cause
}

// producerRoute takes over an answer; a topic that the name server does not know
// leaves the old route as it is. One that a cut caught on its way never comes.
func (c *Cluster) producerRoute(i, ns int32) {
	p := &c.producers[i]
	if ns >= 0 && c.net.IsCut(c.producerProcess(i), ns) {
		c.queue.Post(sim.Event{At: max(c.now(), p.asked+c.timer(script.TimerAPITimeout)), Kind: evProducerRoute, Actor: nobody, A: i, B: -1})
		return
	}
	p.asking = false
	if ns < 0 {
		p.nextNameServer(c)
		return
	}
	if r := c.producerRouteAt(i, ns); r != nil && !r.same(p.route) {
		p.route = r
	}
}

func (c *Cluster) producerRouteAt(i, ns int32) *route {
	if s := &c.servers[ns]; !s.up || s.frozen || c.net.IsCut(c.producerProcess(i), ns) {
		return nil
	}
	return c.nameServers[ns].routes[c.producers[i].topic]
}
