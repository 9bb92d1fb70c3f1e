package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// ControllableOffset is upstream's class of that name: an offset in the client's
// memory that can be frozen while an illegal one is being repaired.
type ControllableOffset struct {
	// Value is the next offset to consume.
	Value  int64
	frozen bool
}

// Update moves the offset; with increaseOnly it never goes back.
func (o *ControllableOffset) Update(target int64, increaseOnly bool) {
	if o.frozen || (increaseOnly && target < o.Value) {
		return
	}
	o.Value = target
}

// UpdateAndFreeze sets the offset and refuses later updates.
func (o *ControllableOffset) UpdateAndFreeze(target int64) {
	o.Value, o.frozen = target, true
}

// The RemoteBrokerOffsetStore's table is kept with the process queues: an entry
// begins when the offset is read from the broker or first updated, and ends with
// the queue's removal. processQueue.memory is the entry, noOffset none.

// updateOffset moves the memory offset forward (increaseOnly, as the concurrent
// listener's results do).
func (pq *processQueue) updateOffset(offset int64) { pq.memory.Update(offset, true) }

// persistTimer is persistAllConsumerOffset every 5 s: each entry is sent,
// changed or not.
func (c *Cluster) persistTimer(co *consumer, due sim.Time) {
	period := int64(co.set.Persist)
	if period <= 0 {
		period = c.timer(script.TimerPersist)
	}
	c.again(co, due, period, evPersist)
	if co.broadcast || co.set.Commit != script.CommitSync && co.set.Commit != script.CommitAsync {
		c.persistAll(co, trace.CommitByTimer)
	}
}

func (c *Cluster) persistAll(co *consumer, by int64) {
	if co.mode == script.ModePullAll && !co.broadcast {
		c.forgetUnbalanced(co) // a local file's store forgets nothing
	}
	c.ints = c.ints[:0]
	for _, i := range co.table {
		if pq := &c.pqs[i]; pq.memory.Value >= 0 && (pq.balanced || co.mode != script.ModePullAll) {
			c.ints = append(c.ints, int64(pq.queue), pq.memory.Value)
		}
	}
	c.sendCommits(co, by, co.cause)
}

// sendCommits sends the queue, offset pairs in c.ints, one request each, one-way
// (updateConsumeOffsetToBroker).
func (c *Cluster) sendCommits(co *consumer, by int64, cause int32) {
	if len(c.ints) == 0 {
		return
	}
	if co.broadcast {
		c.save(co, by, cause)
		return
	}
	e := c.event(trace.KindCommit)
	e.Consumer, e.Group, e.A, e.Cause = co.index, int16(co.group), by, cause
	id := c.log.Add(e, c.ints...)
	for i := 0; i < len(c.ints); i += 2 {
		c.sendCommit(co, int32(c.ints[i]), c.ints[i+1], id)
	}
}

func (c *Cluster) sendCommit(co *consumer, q int32, offset int64, id int32) {
	b := c.processFor(co, c.queues[q].broker)
	if c.connect(co, b) < 0 {
		return // only logged
	}
	at := c.now()
	c.toServer(co, c.brokerProcess(b), sim.Event{Kind: evCommit, A: co.index, B: q, N: offset, M: int64(id)})
	c.flights.add(flightCommit, q, b, co.index, 1, at, at+c.net.Latency(c.consumerProcess(co.index), c.brokerProcess(b)), false)
}
