package rocketmq

import (
	"math/bits"
	"time"

	"ringside/core/model"
	"ringside/core/sim"
	"ringside/core/trace"
)

// delivery counts what getting messages costs one consumer. See model.Delivery.
type delivery struct {
	requests, found, empty, refused, messages int64
	held                                      int
	before, rate                              int64
	handed                                    int64
	since                                     sim.Time
	min, max                                  sim.Time
	latency                                   *histogram
}

// answered counts an answer of n messages.
func (d *delivery) answered(n int, code int64) {
	switch {
	case code == codeFound:
		d.found++
		d.messages += int64(n)
	case code == codePullNotFound:
		d.empty++
	default:
		d.refused++
	}
}

// handedOver counts the latency of the messages that a thread's listener is given.
func (c *Cluster) handedOver(co *consumer, th *thread, pq *processQueue) {
	if th.unbroken() {
		c.handed(co, pq.queue, th.from, int64(th.n))
		return
	}
	for o, end := c.workRun(co, th, pq, th.from); o < th.to; o, end = c.workRun(co, th, pq, end) {
		c.handed(co, pq.queue, o, end-o)
	}
}

// handed counts the latency of n messages that the program is given now. One that
// was completed before, which is a duplicate, has no time any more or does not count.
func (c *Cluster) handed(co *consumer, q int32, from, n int64) {
	s := &c.queues[q].stamps
	l := &c.groups[co.group].ledger.Queues[q]
	d := &co.del
	if d.latency == nil {
		d.latency = new(histogram)
	}
	for o := from; o < from+n; o++ {
		at, ok := s.of(o)
		if !ok || o < l.Highest && l.Done(o) {
			continue
		}
		late := c.now() - at
		if d.handed == 0 || late < d.min {
			d.min = late
		}
		d.max = max(d.max, late)
		d.handed++
		d.latency.add(late)
	}
}

// measure begins a group's figures anew.
func (c *Cluster) measure(name string) {
	for g := range c.groups {
		if c.groups[g].name != name {
			continue
		}
		e := c.event(trace.KindMeasure)
		e.Group = int16(g)
		c.log.Add(e)
		for _, i := range c.groups[g].members {
			d := &c.consumers[i].del
			held, latency := d.held, d.latency
			if latency != nil {
				clear(latency[:])
			}
			*d = delivery{held: held, latency: latency, rate: d.rate, since: c.now()}
		}
	}
}

// histogram counts durations in microseconds: up to 63 exactly, then 32 classes
// for each doubling, up to 24 hours (37 bits).
type histogram [32*31 + 64]uint32

func (h *histogram) add(d sim.Time) {
	v := uint64(max(d, 0)) / uint64(time.Microsecond)
	h[min(class(v), len(h)-1)]++
}

func class(v uint64) int {
	if v < 64 {
		return int(v)
	}
	shift := bits.Len64(v) - 6
	return 32*shift + int(v>>shift)
}

// middle is the value in the middle of a class.
func middle(k int) time.Duration {
	if k < 64 {
		return time.Duration(k) * time.Microsecond
	}
	shift := k/32 - 1
	low := uint64(k-32*shift) << shift
	return time.Duration(low+1<<(shift-1)) * time.Microsecond
}

// quantile is the value that permille of the counts do not exceed (nearest rank).
func (h *histogram) quantile(count int64, permille int64) time.Duration {
	if count == 0 {
		return 0
	}
	rank := max((count*permille+999)/1000, 1)
	for k, n := range h {
		if rank -= int64(n); rank <= 0 {
			return middle(k)
		}
	}
	return 0
}

// viewDelivery fills in what getting messages costs, of each member and together.
func (c *Cluster) viewDelivery(v *model.View, g *group) {
	var all delivery
	var sum histogram
	for i, ci := range g.members {
		d := &c.consumers[ci].del
		v.Consumers[i].Delivery = d.view()
		all.requests += d.requests
		all.found += d.found
		all.empty += d.empty
		all.refused += d.refused
		all.messages += d.messages
		all.held += d.held
		all.rate += d.rate
		all.since = max(all.since, d.since)
		if d.handed == 0 {
			continue
		}
		if all.handed == 0 || d.min < all.min {
			all.min = d.min
		}
		all.max = max(all.max, d.max)
		all.handed += d.handed
		for k, n := range d.latency {
			sum[k] += n
		}
	}
	all.latency = &sum
	v.Delivery = all.view()
}

func (d *delivery) view() model.Delivery {
	out := model.Delivery{
		Since:    time.Duration(d.since),
		Requests: d.requests, Found: d.found, Empty: d.empty, Refused: d.refused, Messages: d.messages,
		Held: d.held, Rate: int(d.rate), Handed: d.handed, Min: time.Duration(d.min), Max: time.Duration(d.max),
	}
	if d.handed > 0 {
		// A class's middle may lie outside what was measured.
		out.Median = min(max(d.latency.quantile(d.handed, 500), out.Min), out.Max)
		out.P99 = min(max(d.latency.quantile(d.handed, 990), out.Min), out.Max)
	}
	return out
}
