package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// producer sends to one topic, one message after the other, round robin over
// the write queues of its own route, as DefaultMQProducer chooses
// (MQFaultStrategy without latency faults).
type producer struct {
	topic int32
	// rate is in messages per 1,000 s; 0 is silent.
	rate  int64
	start sim.Time
	// due is when the next message is sent, and carry the fraction of a nanosecond
	// beyond it, in parts of rate: the k-th message is due at exactly k·10¹²/rate,
	// rounded down.
	due         sim.Time
	carry       int64
	whole, part int64 // 10¹²/rate and its remainder
	next        int32 // place in the write queues
	// pacing counts the paces set; the message due at an earlier one is not sent.
	pacing int32

	// retries is retryTimesWhenSendFailed.
	retries int
	// route is what it knows of its topic (TopicPublishInfo), from its name server.
	route      *route
	nameServer int32
	asking     bool
	// errors counts messages that were not sent; failing is the stored event of the
	// present run of them, with its code and broker.
	errors     int64
	failing    int32
	failCode   int64
	failBroker int32
}

// thousandSeconds is the unit of a producer's rate.
const thousandSeconds = 1000 * sim.Second

func (c *Cluster) startProducer(i int32) {
	p := &c.producers[i]
	p.pace(p.rate, max(p.start, c.now()))
	c.queue.Post(sim.Event{At: p.due, Kind: evProducerPoll, Actor: nobody, A: i})
	c.scheduleProducer(i)
}

// pace sets the rate and the time from which it counts.
func (p *producer) pace(rate int64, from sim.Time) {
	p.rate, p.due, p.carry = rate, from, 0
	if rate > 0 {
		p.whole, p.part = thousandSeconds/rate, thousandSeconds%rate
	}
}

func (c *Cluster) scheduleProducer(i int32) {
	p := &c.producers[i]
	if p.rate == 0 {
		return
	}
	ev := c.queue.Place(p.due, evProduce, nobody, 0)
	ev.A, ev.B = i, p.pacing
}

// interval moves on to the next message.
func (p *producer) interval() {
	p.due += p.whole
	p.carry += p.part
	if p.carry >= p.rate {
		p.carry -= p.rate
		p.due++
	}
}

// setRate changes the rate from now on; the first message comes one interval later.
func (c *Cluster) setRate(i int32, rate int64) {
	p := &c.producers[i]
	p.pacing++
	p.pace(rate, max(p.start, c.now()))
	if rate > 0 {
		p.interval()
	}
	c.scheduleProducer(i)
}

// produce sends one message. A send that hangs stops the producer until it
// times out, since it sends synchronously; what it did not send meanwhile is
// not sent later.
func (c *Cluster) produce(i, pacing int32) {
	p := &c.producers[i]
	if p.pacing != pacing {
		return
	}
	p.interval()
	var wait sim.Time
	if p.route != nil && len(p.route.writes) > 0 {
		wait = c.sendOne(p, 1)
	} else {
		wait = c.send(i, 1)
	}
	if wait > 0 {
		p.pace(p.rate, c.now()+wait)
	}
	c.scheduleProducer(i)
}

// send writes n messages to the producer's next queues, and returns how long
// that hangs.
func (c *Cluster) send(i int32, n int64) (wait sim.Time) {
	p := &c.producers[i]
	if p.route == nil || len(p.route.writes) == 0 {
		// tryToFindTopicPublishInfo asks a name server anew at each send, and waits.
		c.chooseNameServer(p)
		if r := c.producerRouteAt(p, p.nameServer); r != nil {
			p.route = r
		}
	}
	if p.route == nil || len(p.route.writes) == 0 {
		c.sendFailed(p, -1, codeTopicNotExist, n)
		return 0
	}
	// A burst puts its share on each queue at once.
	for k := min(n, int64(len(p.route.writes))); k > 0; k-- {
		share := (n + k - 1) / k
		n -= share
		wait = max(wait, c.sendOne(p, share))
	}
	return wait
}

// sendOne writes messages to the next queue; where that fails, to the next one of
// another broker if there is one, so often as retryTimesWhenSendFailed says. A
// time-out uses up the time for retries too (sendMsgTimeout is for all).
func (c *Cluster) sendOne(p *producer, share int64) sim.Time {
	last := int32(-1)
	for try := 0; ; try++ {
		q := p.nextQueue(c, last)
		last = c.queues[q].broker
		switch code := c.sendCode(q); {
		case code == codeFound:
			if p.failBroker == last {
				p.failing = 0
			}
			c.log.Tell(trace.KindProduce, c.now(), -1, q, int16(p.topic), -1, c.queues[q].log.End, share, 0)
			c.append(q, share)
			return 0
		case code == sendHangs:
			c.servers[c.brokerProcess(last)].deferred = append(c.servers[c.brokerProcess(last)].deferred,
				sim.Event{At: c.now(), Kind: evLateSend, Actor: serverActor(c.brokerProcess(last)), A: q, N: share})
			c.sendFailed(p, last, code, share)
			return c.timer(script.TimerSendTimeout)
		case try >= p.retries:
			c.sendFailed(p, last, code, share)
			return 0
		}
	}
}

// nextQueue is selectOneMessageQueue: the next write queue, of another broker
// than the one that failed where there is one.
func (p *producer) nextQueue(c *Cluster, failed int32) int32 {
	w := p.route.writes
	for range w {
		q := w[p.next%int32(len(w))]
		p.next = (p.next%int32(len(w)) + 1) % int32(len(w))
		if c.queues[q].broker != failed {
			return q
		}
	}
	q := w[p.next%int32(len(w))]
	p.next = (p.next%int32(len(w)) + 1) % int32(len(w))
	return q
}

// Results of a send that are no response codes.
const (
	sendHangs   = -1 // no answer: RemotingTimeoutException
	sendRefused = -2 // no connection: RemotingConnectException
)

// sendCode is what a broker answers a message for one of its queues, codeFound
// when it is stored (AbstractSendMessageProcessor.msgCheck).
func (c *Cluster) sendCode(q int32) int64 {
	qu := &c.queues[q]
	s := &c.servers[c.brokerProcess(qu.broker)]
	on := c.configOfQueue(qu)
	switch {
	case !s.up:
		return sendRefused
	case s.frozen:
		return sendHangs
	case on == nil:
		return codeTopicNotExist
	case on.perm&permWrite == 0:
		return codeNoPermission
	case qu.id >= max(on.read, on.write):
		return codeSystemError
	}
	return codeFound
}

// sendFailed counts messages that were not sent.
func (c *Cluster) sendFailed(p *producer, b int32, code, n int64) {
	p.errors += n
	if p.failing != 0 && p.failCode == code && p.failBroker == b {
		c.log.Grow(p.failing, n)
		return
	}
	e := c.event(trace.KindSendFailed)
	e.Topic, e.Broker, e.A, e.B = int16(p.topic), int16(b), code, n
	if b >= 0 {
		e.Cause = c.servers[c.brokerProcess(b)].cause
	}
	p.failing, p.failCode, p.failBroker = c.log.Add(e), code, b
}

// producerPoll is the producer's own route poll.
func (c *Cluster) producerPoll(i int32) {
	p := &c.producers[i]
	if p.route == nil && c.now() <= p.start {
		// The route that start() and the first send need is there when the first
		// message leaves.
		p.route = c.producerRouteAt(p, p.nameServer)
		c.queue.Post(sim.Event{At: c.now() + c.timer(script.TimerRoutePollFirst), Kind: evProducerPoll, Actor: nobody, A: i})
		return
	}
	c.queue.Post(sim.Event{At: c.now() + c.timer(script.TimerRoutePoll), Kind: evProducerPoll, Actor: nobody, A: i})
	c.askProducerRoute(i)
}

// askProducerRoute asks the first name server that listens; one that hangs costs
// the time-out.
func (c *Cluster) askProducerRoute(i int32) {
	p := &c.producers[i]
	if p.asking {
		return
	}
	p.asking = true
	c.chooseNameServer(p)
	ev := sim.Event{Kind: evProducerRoute, Actor: nobody, A: i, B: p.nameServer}
	ev.At = c.now() + c.net.Delay(c.producerProcess(i), p.nameServer) + c.net.Delay(p.nameServer, c.producerProcess(i))
	if s := &c.servers[p.nameServer]; !s.up || s.frozen {
		ev.B = -1
		if s.frozen {
			ev.At = c.now() + c.timer(script.TimerAPITimeout)
		}
	}
	c.queue.Post(ev)
}

// chooseNameServer goes on to the next name server while nobody listens.
func (c *Cluster) chooseNameServer(p *producer) {
	for range c.nameServers {
		if c.servers[p.nameServer].up {
			break
		}
		p.nameServer = (p.nameServer + 1) % int32(len(c.nameServers))
	}
}

// producerRoute takes over an answer; a topic that the name server does not know
// leaves the old route as it is.
func (c *Cluster) producerRoute(i, ns int32) {
	p := &c.producers[i]
	p.asking = false
	if ns < 0 {
		p.nameServer = (p.nameServer + 1) % int32(len(c.nameServers))
		return
	}
	if r := c.producerRouteAt(p, ns); r != nil && !r.same(p.route) {
		p.route = r
	}
}

func (c *Cluster) producerRouteAt(p *producer, ns int32) *route {
	if s := &c.servers[ns]; !s.up || s.frozen {
		return nil
	}
	return c.nameServers[ns].routes[p.topic]
}
