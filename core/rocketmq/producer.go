package rocketmq

import "ringside/core/sim"

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
	asked      sim.Time
	// open tells, of brokers beyond a cut, to which a connection is still thought to
	// be there: it was when the link was cut, and no time-out has closed it.
	open []bool
	// busy is until when a send of it waits; pending the pacing of the one that goes
	// on with another broker then.
	busy    sim.Time
	pending int32
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
	pending := false
	if p.route != nil && len(p.route.writes) > 0 {
		wait, pending = c.sendOne(i, sending{share: 1, last: -1, paced: true})
	} else {
		wait, pending = c.send(i, 1, true)
	}
	if pending {
		p.pending = p.pacing
		return
	}
	if wait > 0 {
		p.pace(p.rate, c.now()+wait)
	}
	c.scheduleProducer(i)
}

// send writes n messages to the producer's next queues, and returns how long
// that hangs; pending tells that a paced one goes on then.
func (c *Cluster) send(i int32, n int64, paced bool) (wait sim.Time, pending bool) {
	p := &c.producers[i]
	if p.route == nil || len(p.route.writes) == 0 {
		w, cause := c.findRoute(i)
		if p.route == nil || len(p.route.writes) == 0 {
			c.failSend(i, sendOver{broker: -1, code: codeTopicNotExist, n: n, cause: cause}, w)
			if paced {
				p.busy = c.now() + w
			}
			return w, false
		}
	}
	// A burst puts its share on each queue at once.
	for k := min(n, int64(len(p.route.writes))); k > 0; k-- {
		share := (n + k - 1) / k
		n -= share
		w, more := c.sendOne(i, sending{share: share, last: -1, paced: paced})
		wait, pending = max(wait, w), pending || more
	}
	return wait, pending
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
