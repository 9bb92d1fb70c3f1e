package rocketmq

import (
	"time"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// deleteTimer sets a master's next look for messages older than message-life. A
// run is too short for any of upstream's 72 h, so it is not set then.
func (c *Cluster) deleteTimer(b int32, wait script.Timer) {
	if c.brokers[b].master < 0 && time.Duration(c.timer(script.TimerMessageLife)) < script.MaxRun {
		c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(wait), Kind: evDeleteCheck, A: b})
	}
}

// deleteExpired is CleanCommitLogService. Upstream deletes whole files of the
// commit log, in the hour of deleteWhen (04) or while the disk is full; here each
// message goes at the first look after its time.
func (c *Cluster) deleteExpired(b int32) {
	c.deleteTimer(b, script.TimerDeleteCheck)
	for q := range c.queues {
		if c.queues[q].broker == b {
			c.deleteBelow(int32(q), c.olderThan(int32(q), c.now()-c.timer(script.TimerMessageLife)))
		}
	}
}

// olderThan is the first offset that may have been stored at or after a time, to
// the second.
func (c *Cluster) olderThan(q int32, at sim.Time) int64 {
	qu := &c.queues[q]
	if n := len(qu.times); n > 0 && at >= qu.times[n-1].at+stampGap {
		return qu.log.End
	}
	return c.searchOffset(q, at)
}

// deleteBelow makes a queue begin at an offset; what lies before it and has not
// been completed is lost. A copy in a retry topic is the message itself.
func (c *Cluster) deleteBelow(q int32, lowest int64) {
	qu := &c.queues[q]
	before := qu.log.Min
	if lowest <= before {
		return
	}
	qu.log.Min = lowest
	e := c.event(trace.KindDeleted)
	e.Queue, e.Topic, e.Broker, e.A = q, int16(qu.topic), int16(qu.broker), lowest
	for g := range c.groups {
		gr := &c.groups[g]
		if !gr.reads(qu.topic) {
			continue
		}
		e.Group, e.B = int16(g), 0
		if !c.topics[qu.topic].retry {
			e.B = gr.ledger.Expire(q, lowest)
			c.log.Add(e)
			continue
		}
		for o := before; o < lowest; o++ {
			if m := &qu.copies[o]; gr.ledger.ExpireCopy(q, o, m.queue, m.offset) {
				e.B++
			}
		}
		c.log.Add(e)
	}
}
