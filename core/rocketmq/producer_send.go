package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// sending is a send under way (DefaultMQProducerImpl.sendDefaultImpl): share
// messages, after try failures, the last at broker last (-1 none), which have
// taken spent of sendMsgTimeout. paced: the producer waits for it.
type sending struct {
	share int64
	try   int
	last  int32
	spent sim.Time
	paced bool
}

// sendOver is a send that has failed for good.
type sendOver struct {
	broker int32
	code   int64
	n      int64
	cause  int32 // the stored event that explains it, 0 none
}

// sendOne writes messages to the next queue; where that fails, to the next one of
// another broker if there is one, so often as retryTimesWhenSendFailed says. A
// time-out uses up the time for retries too (sendMsgTimeout is for all). It
// returns how long it hangs; pending tells that it goes on then with a retry.
func (c *Cluster) sendOne(i int32, s sending) (wait sim.Time, pending bool) {
	p := &c.producers[i]
	for ; ; s.try++ {
		q := p.nextQueue(c, s.last)
		s.last = c.queues[q].broker
		over := sendOver{broker: s.last, code: c.sendCode(i, q), n: s.share}
		switch over.code {
		case codeFound:
			if p.failBroker == s.last {
				p.failing = 0
			}
			c.log.Tell(trace.KindProduce, c.now(), -1, q, int16(p.topic), -1, c.queues[q].log.End, s.share, 0)
			c.append(q, s.share)
			return 0, false
		case trace.SendTimedOut, trace.SendNoConnection:
			return c.sendWaits(i, q, s, over)
		}
		if s.try >= p.retries {
			c.failSend(i, over, 0)
			return 0, false
		}
	}
}

// sendWaits is a try that nobody answers. What is sent to a frozen broker lies in
// its socket; what is sent over a cut link is lost. A connection that cannot be
// made costs connectTimeoutMillis, and what is left of sendMsgTimeout is for
// another broker. Upstream's clock has then gone a little further than the
// time-out, so of two equal ones nothing is left.
func (c *Cluster) sendWaits(i, q int32, s sending, over sendOver) (wait sim.Time, pending bool) {
	p, timeout, at := &c.producers[i], c.timer(script.TimerSendTimeout), c.brokerProcess(s.last)
	wait, over.cause = timeout-s.spent, c.cutBy(c.producerProcess(i), at)
	switch {
	case over.code == trace.SendNoConnection:
		wait = c.timer(script.TimerConnectTimeout)
	case over.cause == 0:
		c.servers[at].deferred = append(c.servers[at].deferred,
			sim.Event{At: c.now(), Kind: evLateSend, Actor: serverActor(at), A: q, N: s.share})
	default:
		p.open[s.last] = false // NettyClientConfig.clientCloseSocketIfTimeout
	}
	s.spent += wait
	if s.paced {
		p.busy = c.now() + wait
	}
	if s.try >= p.retries || s.spent >= timeout {
		c.failSend(i, over, wait)
		return wait, false
	}
	s.try++
	c.queue.Post(sim.Event{At: c.now() + wait, Kind: evSendAgain, Actor: nobody, A: i, B: s.last, N: s.share, M: s.pack()})
	return wait, s.paced
}

// pack puts a sending into one number for its event; unpackSending is its inverse.
func (s *sending) pack() int64 {
	m := s.spent<<6 | int64(s.try)<<1
	if s.paced {
		m |= 1
	}
	return m
}

func unpackSending(ev *sim.Event) sending {
	return sending{share: ev.N, last: ev.B, spent: ev.M >> 6, try: int(ev.M >> 1 & 31), paced: ev.M&1 != 0}
}

// sendAgain goes on with a send whose last try found no connection. A route that
// has come meanwhile may leave nothing to send to.
func (c *Cluster) sendAgain(ev *sim.Event) {
	i, s := ev.A, unpackSending(ev)
	p := &c.producers[i]
	var wait sim.Time
	pending := false
	if len(p.route.writes) > 0 {
		wait, pending = c.sendOne(i, s)
	} else {
		c.failSend(i, sendOver{broker: s.last, code: trace.SendNoConnection, n: s.share, cause: c.cutBy(c.producerProcess(i), c.brokerProcess(s.last))}, 0)
	}
	if !s.paced || pending || p.pending != p.pacing {
		return
	}
	p.pace(p.rate, c.now()+wait)
	c.scheduleProducer(i)
}

// sendCode is what a broker answers a message for one of its queues, codeFound
// when it is stored (AbstractSendMessageProcessor.msgCheck), or what the producer
// finds instead.
func (c *Cluster) sendCode(i, q int32) int64 {
	qu := &c.queues[q]
	at := c.brokerProcess(qu.broker)
	s := &c.servers[at]
	on := c.configOfQueue(qu)
	switch {
	case c.net.IsCut(c.producerProcess(i), at):
		if c.producers[i].open[qu.broker] {
			return trace.SendTimedOut
		}
		return trace.SendNoConnection
	case !s.up:
		return trace.SendRefused
	case s.frozen:
		return trace.SendTimedOut
	case on == nil:
		return codeTopicNotExist
	case on.perm&permWrite == 0:
		return codeNoPermission
	case qu.id >= max(on.read, on.write):
		return codeSystemError
	}
	return codeFound
}

// cutFromBroker notes whether the producer has a connection to a broker when the
// link between them is cut: it sends its heartbeat to each broker of its route
// (MQClientInstance.sendHeartbeatToAllBroker).
func (c *Cluster) cutFromBroker(i, b int32) {
	p := &c.producers[i]
	p.open[b] = c.servers[c.brokerProcess(b)].up && p.route != nil && slices.Contains(p.route.brokers, b)
}

// failSend lets a send fail after some time: the exception is thrown then. Its
// messages count as not sent from now on, since nothing can save them.
func (c *Cluster) failSend(i int32, over sendOver, wait sim.Time) {
	c.producers[i].errors += over.n
	if wait == 0 {
		c.sendFailed(i, over)
		return
	}
	c.queue.Post(sim.Event{At: c.now() + wait, Kind: evSendOver, Actor: nobody, A: i, B: over.broker, N: over.n, M: int64(over.cause)<<16 | over.code&0xffff})
}

// sendIsOver is the exception of a send that waited.
func (c *Cluster) sendIsOver(ev *sim.Event) {
	c.sendFailed(ev.A, sendOver{broker: ev.B, n: ev.N, cause: int32(ev.M >> 16), code: int64(int16(ev.M))})
}

// sendFailed notes messages that were not sent.
func (c *Cluster) sendFailed(i int32, over sendOver) {
	p := &c.producers[i]
	if p.failing != 0 && p.failCode == over.code && p.failBroker == over.broker {
		c.log.Grow(p.failing, over.n)
		return
	}
	e := c.event(trace.KindSendFailed)
	e.Topic, e.Broker, e.A, e.B, e.Cause = int16(p.topic), int16(over.broker), over.code, over.n, over.cause
	if over.broker >= 0 && e.Cause == 0 {
		e.Cause = c.servers[c.brokerProcess(over.broker)].cause
	}
	p.failing, p.failCode, p.failBroker = c.log.Add(e), over.code, over.broker
}
