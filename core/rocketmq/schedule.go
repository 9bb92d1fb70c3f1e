package rocketmq

import "ringside/core/sim"

// toClient schedules an event at a consumer after the way from a process.
func (c *Cluster) toClient(co *consumer, from int32, ev sim.Event) {
	c.sendClient(co, from, ev.Kind, ev.A, ev.B, ev.N, ev.M)
}

// sendClient is toClient for what comes with every message; so are sendServer and
// setTimer below. No event is made up that is then copied.
func (c *Cluster) sendClient(co *consumer, from int32, kind uint16, a, b int32, n, m int64) {
	if c.net.IsCut(from, c.consumerProcess(co.index)) {
		c.lose(&sim.Event{Kind: kind, Actor: co.index, A: a, B: b, N: n, M: m})
		return
	}
	ev := c.queue.Place(c.now()+c.net.Delay(from, c.consumerProcess(co.index)), kind, co.index, co.life)
	ev.A, ev.B, ev.N, ev.M = a, b, n, m
}

// toServer schedules an event at a broker or name server after the way from a consumer.
func (c *Cluster) toServer(co *consumer, to int32, ev sim.Event) {
	c.sendServer(co, to, ev.Kind, ev.A, ev.B, ev.N, ev.M)
}

func (c *Cluster) sendServer(co *consumer, to int32, kind uint16, a, b int32, n, m int64) {
	if c.net.IsCut(c.consumerProcess(co.index), to) {
		c.lose(&sim.Event{Kind: kind, A: a, B: b, N: n, M: m})
		return
	}
	ev := c.queue.Place(c.now()+c.net.Delay(c.consumerProcess(co.index), to), kind, serverActor(to), c.servers[to].life)
	ev.A, ev.B, ev.N, ev.M = a, b, n, m
}

// clientTimer schedules an event of the consumer's own.
func (c *Cluster) clientTimer(co *consumer, ev sim.Event) {
	ev.Actor, ev.Life = co.index, co.life
	c.queue.Post(ev)
}

func (c *Cluster) setTimer(co *consumer, at sim.Time, kind uint16, a int32) {
	c.queue.Place(at, kind, co.index, co.life).A = a
}

// clientWait is clientTimer for what may end before its time.
func (c *Cluster) clientWait(co *consumer, ev sim.Event) sim.Timer {
	ev.Actor, ev.Life = co.index, co.life
	return c.queue.Add(ev)
}

// periodic schedules the next round of a fixed-rate task
// (scheduleAtFixedRate). It keeps the time it is due, so that a process that
// stood still makes up for every round it missed.
func (c *Cluster) periodic(co *consumer, due sim.Time, kind uint16) {
	c.clientTimer(co, sim.Event{At: due, Kind: kind, N: due})
}
