package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// call is a request of a client that waits for its answer (ResponseFuture in
// NettyRemotingAbstract's responseTable). Its place in the table and its
// generation travel with the request and the answer, so that an answer that
// comes after the time-out finds nobody.
//
// No timer runs for a request on its way. Whoever learns that the answer cannot
// come in time (a cut link, a frozen process) sets one by overdue; thus a healthy
// cluster pays nothing.
type call struct {
	gen      uint32
	used     bool
	late     bool // the failure is scheduled
	kind     int64
	consumer int32
	to       int32 // process asked
	channel  int32 // of a broker, else -1
	arg      int32 // broker, queue, thread or purpose, by kind
	tries    int32 // name servers tried
	aux      int64 // more of what the call is about, by kind
	until    sim.Time
}

func callToken(i int32, gen uint32) int64 { return int64(i)<<32 | int64(gen) }

// callOf is the pending call that a token names, nil when it is over.
func (c *Cluster) callOf(token int64) *call {
	i := int32(token >> 32)
	if int(i) >= len(c.calls) {
		return nil
	}
	k := &c.calls[i]
	if !k.used || k.gen != uint32(token) {
		return nil
	}
	return k
}

// ask sends a request that waits for its answer at most as long as timeout. The
// event's M is the call's token, and the answer's must be.
func (c *Cluster) ask(co *consumer, kind int64, to int32, timeout script.Timer, ev sim.Event, arg int32) {
	c.askWith(co, kind, to, timeout, ev, arg, 0)
}

// askWith is ask with something to remember; it gives the call's token.
func (c *Cluster) askWith(co *consumer, kind int64, to int32, timeout script.Timer, ev sim.Event, arg int32, aux int64) int64 {
	return c.askAgain(co, call{kind: kind, consumer: co.index, to: to, channel: -1, arg: arg, aux: aux, until: c.now() + c.timer(timeout)}, ev)
}

func (c *Cluster) askAgain(co *consumer, k call, ev sim.Event) int64 {
	i := int32(len(c.calls))
	if n := len(c.freeCalls); n > 0 {
		i = c.freeCalls[n-1]
		c.freeCalls = c.freeCalls[:n-1]
	} else {
		c.calls = append(c.calls, call{})
	}
	k.gen, k.used = c.calls[i].gen+1, true
	ev.M = callToken(i, k.gen)
	c.calls[i] = k
	at := &c.calls[i]

	from := c.consumerProcess(co.index)
	b := c.brokerOf(k.to)
	if b >= 0 && isLock(k.kind) && !co.knows(c, b) {
		// Locks are the master's: without it in the route they fail
		// (findBrokerAddressInSubscribe with onlyThisBroker).
		c.failCall(ev.M, trace.FailedRefused, c.now())
		return ev.M
	}
	if b >= 0 {
		at.channel = c.connect(co, b)
	}
	switch way := c.net.Latency(from, k.to); {
	case c.net.IsCut(from, k.to) && (b < 0 || at.channel < 0):
		// The connection is never made (NettySystemConfig.connectTimeoutMillis).
		at.until = min(at.until, c.now()+c.timer(script.TimerConnectTimeout))
		c.lateCall(ev.M)
	case !c.servers[k.to].up:
		c.failCall(ev.M, trace.FailedRefused, c.now()+2*way)
	default:
		c.toServer(co, k.to, ev)
		if 2*way >= at.until-c.now() {
			c.lateCall(ev.M)
		}
	}
	return ev.M
}

func isLock(kind int64) bool {
	return kind == trace.CallLock || kind == trace.CallRelock || kind == trace.CallUnlock
}

// lateCall schedules the failure of a call whose answer will not come in time.
func (c *Cluster) lateCall(token int64) {
	if k := c.callOf(token); k != nil && !k.late {
		k.late = true
		c.failCall(token, trace.FailedTimedOut, k.until)
	}
}

func (c *Cluster) failCall(token int64, how int32, at sim.Time) {
	c.clientTimer(&c.consumers[c.callOf(token).consumer], sim.Event{At: at, Kind: evCallFailed, A: how, M: token})
}

// endCall takes a call off the table; ok is false when it is over already.
func (c *Cluster) endCall(token int64) (k call, ok bool) {
	p := c.callOf(token)
	if p == nil {
		return call{}, false
	}
	p.used = false
	c.freeCalls = append(c.freeCalls, int32(token>>32))
	return *p, true
}

// dropCalls forgets the calls of a process that is no more.
func (c *Cluster) dropCalls(co *consumer) {
	for i := range c.calls {
		if k := &c.calls[i]; k.used && k.consumer == co.index {
			c.endCall(callToken(int32(i), k.gen))
		}
	}
}

// isRequest and isAnswer tell the events that carry a call's token.
func isRequest(kind uint16) bool { return kind >= firstRequest && kind <= lastRequest }
func isAnswer(kind uint16) bool  { return kind >= firstAnswer && kind <= lastAnswer }

// overdue notes that what an event carries will not be answered in time.
func (c *Cluster) overdue(ev *sim.Event) {
	switch {
	case isRequest(ev.Kind) || isAnswer(ev.Kind):
		c.lateCall(ev.M)
	case ev.Kind == evPull:
		c.latePull(ev.A, uint32(ev.B), int32(ev.M))
	case ev.Kind == evPop:
		c.latePop(ev.A, ev.B, uint32(ev.M), int32(ev.N))
	case ev.Kind == evPopAnswer:
		c.latePop(ev.Actor, ev.A, uint32(ev.B), int32(ev.M))
	}
}

// bounce tells the sender that nobody is at the other end (a TCP reset).
func (c *Cluster) bounce(p int32, ev *sim.Event) {
	if ev.Kind == evPull {
		pq := &c.pqs[ev.A]
		pq.pending--
		c.failPull(ev.A, uint32(ev.B), int32(ev.M), trace.FailedRefused, c.now()+c.net.Latency(p, c.consumerProcess(pq.consumer)))
		c.release(ev.A)
		return
	}
	if ev.Kind == evPop {
		c.failPop(ev.A, ev.B, uint32(ev.M), int32(ev.N), c.now()+c.net.Latency(p, c.consumerProcess(ev.A)))
	}
	if !isRequest(ev.Kind) {
		return
	}
	k := c.callOf(ev.M)
	if k == nil || k.late {
		return
	}
	back := c.consumerProcess(k.consumer)
	if c.net.IsCut(p, back) {
		c.lateCall(ev.M)
		return
	}
	c.failCall(ev.M, trace.FailedRefused, c.now()+c.net.Latency(p, back))
}

// lose is the end of what was sent over a link that is cut. TCP would send it
// again for many minutes; by then its sender has given up.
func (c *Cluster) lose(ev *sim.Event) {
	c.overdue(ev)
	switch ev.Kind {
	case evPull:
		c.pqs[ev.A].pending--
		c.release(ev.A)
	case evPopAnswer:
		c.freePopAnswer(int32(ev.N))
	case evChanClosed:
		c.channels[ev.A].unseen = true
	}
}

// callFailed is the exception that a waiting thread gets. A request that timed
// out also costs the connection, with all that waits on it
// (NettyClientConfig.clientCloseSocketIfTimeout).
func (c *Cluster) callFailed(co *consumer, how int32, token int64) {
	k, ok := c.endCall(token)
	if !ok {
		return
	}
	e := c.event(trace.KindCallFailed)
	e.Consumer, e.Group, e.Broker, e.Cause = co.index, int16(co.group), int16(c.brokerOf(k.to)), co.cause
	e.A, e.B, e.C = int64(k.to), k.kind, int64(how)
	c.log.Add(e)
	if how == trace.FailedTimedOut && k.channel >= 0 {
		c.hangUp(co, k.channel)
	}
	switch k.kind {
	case trace.CallHeartbeat:
		co.beat.failed = true
		c.beatAnswered(co)
	case trace.CallIDList:
		c.noIDList(co, k.arg)
	case trace.CallOffset, trace.CallMaxOffset:
		if co.mode.Pulls() {
			c.loopFailed(co, &k)
			return
		}
		c.noOffsetRead(co, k.arg)
	case trace.CallAssign:
		c.noAssignment(co, k.arg)
	case trace.CallSendBack:
		c.sendBackAnswered(co, k.arg, true)
	case trace.CallRoute:
		c.routeFailed(co, k, how)
	case trace.CallCommit:
		c.commitAcked(co, k.arg)
	case trace.CallLock:
		c.lockAnswered(co, k.arg, false, k.aux, token)
	case trace.CallUnlock:
		c.unlockedAll(co, k.arg)
	case trace.CallReread:
		c.rereadLost(co, k.arg, k.aux)
	case trace.CallUnregister:
		c.unregistered(co, k.arg)
	}
}

// hangUp closes a channel from the client's side.
func (c *Cluster) hangUp(co *consumer, ch int32) {
	b := c.channels[ch].broker
	c.forgetChannel(co, ch)
	c.toServer(co, c.brokerProcess(b), sim.Event{Kind: evSockClosed, A: ch, N: int64(co.cause)})
	c.failFast(co, ch)
}

// failFast fails at once what waits on a channel that has closed
// (NettyRemotingAbstract.failFast).
func (c *Cluster) failFast(co *consumer, ch int32) {
	for i := range c.calls {
		if k := &c.calls[i]; k.used && k.channel == ch && k.consumer == co.index {
			c.failCall(callToken(int32(i), k.gen), trace.FailedClosed, c.now())
		}
	}
	for _, i := range co.table {
		if pq := &c.pqs[i]; pq.asked && pq.channel == ch {
			c.pullThrew(co, i, trace.FailedClosed)
		}
	}
	if i := co.loop.asked; co.loop.pulling && c.pqs[i].dropped && c.pqs[i].asked && c.pqs[i].channel == ch {
		c.pullThrew(co, i, trace.FailedClosed)
	}
	for i := range co.pops {
		if p := &co.pops[i]; p.active && p.asked && p.channel == ch {
			p.asked = false
			c.popLater(co, int32(i), c.pullRetry(co))
		}
	}
}
