package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/sim"
	"ringside/core/trace"
)

// giveUp records that a consumer failed on a message of a queue (name is the ledger's: see
// nameOf) and that nobody will try it again; why is a trace.GaveUp….
func (c *Cluster) giveUp(co *consumer, q int32, name, why int64) {
	g := &c.groups[co.group]
	if !g.ledger.Lose(q, name, co.index, ledger.LossDropped) {
		return
	}
	e := c.event(trace.KindGiveUp)
	e.Consumer, e.Queue, e.Group, e.Broker, e.Cause = co.index, q, int16(co.group), int16(c.queues[q].broker), co.cause
	e.A, e.B, e.C = ledger.Plain(name), 1, why
	c.inRun(&g.runs[q].gaveUp, e)
}

// popDelays are DefaultMQPushConsumerImpl.popDelayLevel: for how long a message
// that failed stays invisible, by its reconsumeTimes.
var popDelays = [...]sim.Time{
	10 * sim.Second, 30 * sim.Second, 60 * sim.Second, 120 * sim.Second, 180 * sim.Second, 240 * sim.Second,
	300 * sim.Second, 360 * sim.Second, 420 * sim.Second, 480 * sim.Second, 540 * sim.Second, 600 * sim.Second,
	1200 * sim.Second, 1800 * sim.Second, 3600 * sim.Second, 7200 * sim.Second,
}

// popDelay is the delay of a level; what lies above the table has its last.
func popDelay(level int) sim.Time { return popDelays[min(level, len(popDelays)-1)] }

// popFailed is processConsumeResult of ConsumeMessagePopConcurrentlyService for
// RECONSUME_LATER: by its reconsumeTimes a message stays invisible for a while.
// What has been tried maxReconsumeTimes already goes by its age instead
// (checkNeedAckOrDelay): older than twice the longest delay, it is acknowledged
// and gone, there being no dead letter queue; else it stays invisible for the
// level above its age. A message younger than the first level has none: upstream
// reads its table at -1, and the exception ends the work on the whole batch, which
// comes back when the time it had is over. What follows in the batch is then never
// counted as acknowledged (waitAckCounter).
func (c *Cluster) popFailed(co *consumer, p *popQueue, th *thread) {
	most := co.maxReconsumeTimes()
	for i := range th.items {
		m := &th.items[i]
		if int(m.times) < most {
			c.changePopInvisibleTime(co, p, th, i, popDelay(int(m.times)))
			continue
		}
		age := c.now() - c.bornAt(m)
		if age > 2*popDelay(len(popDelays)) {
			c.ackPop(co, p, th, 1<<(th.from+int64(i)))
			c.giveUp(co, m.queue, m.offset, trace.GaveUpPop)
			continue
		}
		level := len(popDelays) - 1
		for level >= 0 && age < popDelays[level] {
			level--
		}
		if level < 0 {
			p.wait += len(th.items) - i - 1
			return
		}
		c.changePopInvisibleTime(co, p, th, i, popDelay(level+1))
	}
}

// maxReconsumeTimes is getMaxReconsumeTimes of a concurrent listener's consumer.
func (co *consumer) maxReconsumeTimes() int {
	if co.set.MaxReconsume < 0 {
		return retryMaxTimes
	}
	return co.set.MaxReconsume
}

// bornAt is a popped message's bornTimestamp; what comes back keeps it.
func (c *Cluster) bornAt(m *popMessage) sim.Time {
	if m.born > 0 {
		return m.born
	}
	s := &c.queues[m.queue].stamps
	at, ok := s.of(m.offset)
	if !ok && len(s.at) > 0 {
		at = s.at[0] // completed by another meanwhile, and its time forgotten: it is older
	}
	return at
}
