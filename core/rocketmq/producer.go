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
	// from and sent give the time of the next message exactly: from + sent·10¹²/rate.
	from  sim.Time
	sent  int64
	next  int32 // place in the write queues
	timer sim.Timer
}

// thousandSeconds is the unit of a producer's rate.
const thousandSeconds = 1000 * sim.Second

func (c *Cluster) startProducer(i int32) {
	p := &c.producers[i]
	p.from, p.sent = max(p.start, c.now()), 0
	c.scheduleProducer(i)
}

func (c *Cluster) scheduleProducer(i int32) {
	p := &c.producers[i]
	if p.rate == 0 {
		return
	}
	p.timer = c.queue.Add(sim.Event{At: p.from + mulDiv(p.sent, thousandSeconds, p.rate), Kind: evProduce, Actor: nobody, A: i})
}

// setRate changes the rate from now on.
func (c *Cluster) setRate(i int32, rate int64) {
	p := &c.producers[i]
	c.queue.Cancel(p.timer)
	p.rate = rate
	p.from, p.sent = max(p.start, c.now()), 0
	if rate > 0 {
		p.sent = 1 // the first message comes one interval from now
	}
	c.scheduleProducer(i)
}

// produce sends one message.
func (c *Cluster) produce(i int32) {
	p := &c.producers[i]
	p.sent++
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
