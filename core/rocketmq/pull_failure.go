package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// Pulls are asynchronous and need no entry in the table of calls: the process
// queue knows the number of the one it waits for.

// noChannel fails a pull that could not be sent.
func (c *Cluster) noChannel(co *consumer, i, b int32) {
	pq := &c.pqs[i]
	pq.pending--
	from, p := c.consumerProcess(co.index), c.brokerProcess(b)
	if c.net.IsCut(from, p) {
		c.failPull(i, pq.gen, pq.request, trace.FailedTimedOut, c.now()+c.timer(script.TimerConnectTimeout))
		return
	}
	c.failPull(i, pq.gen, pq.request, trace.FailedRefused, c.now()+2*c.net.Latency(from, p))
}

// latePull notes that a pull's answer will not come: it times out when 30 s have
// passed and the table of waiting requests is looked through, a second later
// (NettyRemotingAbstract.scanResponseTable).
func (c *Cluster) latePull(i int32, gen uint32, request int32) {
	if pq := &c.pqs[i]; pq.gen == gen && pq.asked && pq.request == request {
		c.failPull(i, gen, request, trace.FailedTimedOut, pq.lastPull+c.timer(script.TimerLongPollTimeout)+sim.Second)
	}
}

func (c *Cluster) failPull(i int32, gen uint32, request, how int32, at sim.Time) {
	co := &c.consumers[c.pqs[i].consumer]
	c.clientTimer(co, sim.Event{At: at, Kind: evPullFailed, A: i, B: int32(gen), N: int64(request), M: int64(how)})
}

// pullGaveUp is the time-out or the exception of a pull, if it still waits.
func (c *Cluster) pullGaveUp(co *consumer, ev *sim.Event) {
	pq := &c.pqs[ev.A]
	if pq.gen == uint32(ev.B) && pq.used && (!pq.dropped || co.loop.pullsFor(ev.A)) && pq.asked && pq.request == int32(ev.N) {
		c.pullThrew(co, ev.A, int32(ev.M))
		return
	}
	if pq.gen == uint32(ev.B) && pq.dropped && pq.request == int32(ev.N) {
		c.litePullOver(co, ev.A)
	}
	if given := pq.gen != uint32(ev.B) || pq.dropped && pq.request == int32(ev.N); given && co.mode.Pulls() && co.loop.asks(ev.A) && co.loop.gen == uint32(ev.B) {
		c.roundNext(co) // the loop still stands at a queue that was given up meanwhile
	}
}

// pullThrew is PullCallback.onException: again after pullTimeDelayMillsWhenException.
// The first of a row of failures is noted.
func (c *Cluster) pullThrew(co *consumer, i int32, how int32) {
	pq := &c.pqs[i]
	pq.asked = false
	if !pq.failing {
		pq.failing = true
		b := c.processFor(co, c.queues[pq.queue].broker)
		e := c.event(trace.KindCallFailed)
		e.Consumer, e.Group, e.Queue, e.Broker, e.Cause = co.index, int16(co.group), pq.queue, int16(b), pq.taken
		e.A, e.B, e.C = int64(c.brokerProcess(b)), trace.CallPull, int64(how)
		c.log.Add(e)
	}
	c.pullFailed(co, i)
}
