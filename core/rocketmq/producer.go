package rocketmq

import (
	"ringside/core/sim"
	"ringside/core/trace"
)

// producer sends to one topic: round robin over its write queues, as
// DefaultMQProducer chooses (MQFaultStrategy without faults).
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
	timer       sim.Timer
}

// thousandSeconds is the unit of a producer's rate.
const thousandSeconds = 1000 * sim.Second

func (c *Cluster) startProducer(i int32) {
	p := &c.producers[i]
	p.pace(p.rate, max(p.start, c.now()))
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
	p.timer = c.queue.Add(sim.Event{At: p.due, Kind: evProduce, Actor: nobody, A: i})
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
	c.queue.Cancel(p.timer)
	p.pace(rate, max(p.start, c.now()))
	if rate > 0 {
		p.interval()
	}
	c.scheduleProducer(i)
}

// produce sends one message.
func (c *Cluster) produce(i int32) {
	c.producers[i].interval()
	c.send(i, 1)
	c.scheduleProducer(i)
}

// send writes n messages to the producer's next queues.
func (c *Cluster) send(i int32, n int64) {
	p := &c.producers[i]
	t := &c.topics[p.topic]
	writable := int32(0)
	for j := range t.on {
		writable += int32(t.on[j].write)
	}
	if writable == 0 {
		return
	}
	// A burst puts its share on each queue at once.
	for k := min(n, int64(writable)); k > 0; k-- {
		share := (n + int64(k) - 1) / k
		n -= share
		q := t.writeQueue(p.next)
		p.next = (p.next + 1) % writable
		e := c.event(trace.KindProduce)
		e.Queue, e.Topic, e.A, e.B = q, int16(p.topic), c.queues[q].log.End, share
		c.log.Note(&e)
		c.append(q, share)
	}
}

// writeQueue is the k-th write queue of the topic over all its brokers.
func (t *topic) writeQueue(k int32) int32 {
	for i := range t.on {
		if k < int32(t.on[i].write) {
			return t.on[i].first + k
		}
		k -= int32(t.on[i].write)
	}
	return t.on[0].first
}
