package rocketmq

import (
	"slices"

	"ringside/core/sim"
	"ringside/core/trace"
)

// server is the process of a name server or broker.
type server struct {
	up, frozen bool
	// life counts the incarnations; what was sent to an earlier one bounces.
	life uint32
	// deferred is what came while it was frozen: it lies in the sockets.
	deferred []sim.Event
	// changed is when its state last changed, -1 never; cause the stored event of it.
	changed sim.Time
	cause   int32
}

// serverActor marks an event that happens at a server; serverProcess is its inverse.
func serverActor(p int32) int32       { return nobody - 1 - p }
func serverProcess(actor int32) int32 { return nobody - 1 - actor }

// atServer schedules an event of a server's own: its timers.
func (c *Cluster) atServer(p int32, ev sim.Event) {
	ev.Actor, ev.Life = serverActor(p), c.servers[p].life
	c.queue.Post(ev)
}

// betweenServers sends an event from one server to another.
func (c *Cluster) betweenServers(from, to int32, ev sim.Event) {
	if c.net.IsCut(from, to) {
		return
	}
	ev.At = c.now() + c.net.Delay(from, to)
	c.atServer(to, ev)
}

// arrives gives an event to the server it is for. A process that is gone
// answers by a reset; one that is frozen takes it up when it is thawed, which
// the sender may not wait for.
func (c *Cluster) arrives(ev *sim.Event) {
	p := serverProcess(ev.Actor)
	s := &c.servers[p]
	switch {
	case !s.up || s.life != ev.Life:
		c.bounce(p, ev)
	case s.frozen:
		s.deferred = append(s.deferred, *ev)
		c.overdue(ev)
	default:
		c.serverEvent(ev)
	}
}

// brokerOf is the broker whose process p is, -1 for a name server.
func (c *Cluster) brokerOf(p int32) int32 {
	if p < int32(len(c.nameServers)) {
		return -1
	}
	return p - int32(len(c.nameServers))
}

// serverChanged notes what happened to a server and makes it the cause of what follows.
func (c *Cluster) serverChanged(p int32, kind trace.Kind, b int64) {
	s := &c.servers[p]
	e := c.event(kind)
	e.A, e.B, e.Broker = int64(p), b, int16(c.brokerOf(p))
	s.cause = c.log.Add(e)
	s.changed = c.now()
}

// startServer starts a broker or name server.
func (c *Cluster) startServer(p int32) {
	s := &c.servers[p]
	if s.up {
		return
	}
	s.up, s.frozen = true, false
	s.life++
	c.serverChanged(p, trace.KindServerUp, 0)
	if b := c.brokerOf(p); b >= 0 {
		c.brokerStarts(b)
	} else {
		c.nameServerStarts(p)
	}
}

// stopServer stops a broker or name server, cleanly or by kill -9.
func (c *Cluster) stopServer(p int32, killed bool) {
	s := &c.servers[p]
	if !s.up {
		return
	}
	if s.frozen && !killed {
		c.thawServer(p)
	}
	how := int64(0)
	if killed {
		how = 1
	}
	c.serverChanged(p, trace.KindServerDown, how)
	if b := c.brokerOf(p); b >= 0 {
		c.brokerEnds(b, killed)
	}
	s.up, s.frozen = false, false
	for i := range s.deferred {
		c.bounce(p, &s.deferred[i])
	}
	s.deferred = s.deferred[:0]
}

// freezeServer is SIGSTOP: connections stay, and nothing is answered.
func (c *Cluster) freezeServer(p int32) {
	s := &c.servers[p]
	if !s.up || s.frozen {
		return
	}
	c.serverChanged(p, trace.KindServerFreeze, 0)
	s.frozen = true
	if b := c.brokerOf(p); b >= 0 {
		c.overdueHolds(b, -1)
		c.overduePops(b, -1)
	}
}

// thawServer is SIGCONT. What clients have closed meanwhile is closed first,
// since the event loop sees it at about the time when the request threads come
// to what was sent on those channels: a heartbeat that is worked on after the
// close registers the channel all the same, and only the scan for silent channels
// removes it. Which of the two is first is a race; in the recording
// broker-freeze-join 8 of 21 such channels stayed, here each has an even chance.
func (c *Cluster) thawServer(p int32) {
	s := &c.servers[p]
	if !s.frozen {
		return
	}
	c.serverChanged(p, trace.KindServerThaw, 0)
	s.frozen = false
	waiting := slices.Clone(s.deferred)
	s.deferred = s.deferred[:0]
	for i := range waiting {
		if waiting[i].Kind == evSockClosed {
			c.serverEvent(&waiting[i])
		}
	}
	c.thawing = true
	for i := range waiting {
		if waiting[i].Kind != evSockClosed {
			c.serverEvent(&waiting[i])
		}
	}
	c.thawing = false
}

// setCut severs or mends the link between two processes.
func (c *Cluster) setCut(a, b int32, cut bool) {
	if c.net.IsCut(a, b) == cut {
		return
	}
	e := c.event(trace.KindHeal)
	if cut {
		e.Kind = trace.KindCut
	}
	e.A, e.B = int64(min(a, b)), int64(max(a, b))
	id := c.log.Add(e)
	c.net.Cut(a, b, cut)
	if !cut {
		delete(c.cutEvents, linkOf(a, b))
		return
	}
	c.cutEvents[linkOf(a, b)] = id
	// Pulls that a broker holds for a client beyond the cut will not be answered.
	for _, end := range [2][2]int32{{a, b}, {b, a}} {
		first, after := c.consumerProcess(0), c.producerProcess(0)
		switch broker := end[0] >= int32(len(c.nameServers)) && end[0] < first; {
		case broker && end[1] >= after:
			c.cutFromBroker(end[1]-after, c.brokerOf(end[0]))
		case broker && end[1] >= first:
			c.overdueHolds(c.brokerOf(end[0]), end[1]-first)
			c.overduePops(c.brokerOf(end[0]), end[1]-first)
		}
	}
}

// linkOf is the link between two processes, the lower one first.
func linkOf(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

// cutBy is the stored event that cut the link between two processes, 0 when it is whole.
func (c *Cluster) cutBy(a, b int32) int32 { return c.cutEvents[linkOf(a, b)] }

// processNamed is the process with a name of the script.
func (c *Cluster) processNamed(name string) int32 {
	return int32(slices.Index(c.log.Processes, name))
}
