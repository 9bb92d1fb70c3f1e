package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// The broker's side of a failed message (AbstractSendMessageProcessor.consumerSendMsgBack,
// ScheduleMessageService): it waits in a delay level's queue of SCHEDULE_TOPIC_XXXX
// and then becomes a new message of %RETRY%group.

// retryMaxTimes is SubscriptionGroupConfig.retryMaxTimes.
const retryMaxTimes = 16

// firstRetryLevel is the delay level of the first retry; each later one is one higher.
const firstRetryLevel = 3

// retryCopy is a message of a retry topic: the message it is a copy of.
type retryCopy struct {
	queue  int32 // of the message itself
	times  int32 // reconsumeTimes
	event  int32 // the stored event of the send-back
	offset int64
}

// delayed is a copy on its way through a delay level.
type delayed struct {
	retryCopy
	group int32
	due   sim.Time
}

// delayQueue is one level at one broker: first in, first out, since all wait equally long.
type delayQueue struct {
	wait    sim.Time
	waiting []delayed
	head    int
}

// original is the message that stands at offset of a queue: itself, or in a
// retry topic the one that it is a copy of.
func (c *Cluster) original(q int32, offset int64) retryCopy {
	qu := &c.queues[q]
	if c.topics[qu.topic].retry {
		return qu.copies[offset]
	}
	return retryCopy{queue: q, offset: c.nameOf(nil, q, offset)}
}

// sendBackArrives is CONSUMER_SEND_MSG_BACK at the broker that the message came
// from. What has been retried often enough goes to %DLQ%group.
func (c *Cluster) sendBackArrives(ev *sim.Event) {
	co := &c.consumers[ev.A]
	b := c.queues[ev.B].broker
	c.touch(co, b)
	lost := ev.Kind == evSendBackLost
	offset, level := ev.N&(1<<levelShift-1), ev.N>>levelShift
	if !lost {
		c.takeBack(co, ev.B, offset, int(level))
	}
	if c.callOf(ev.M) == nil {
		return // nobody waits
	}
	answer := sim.Event{Kind: evSendBackAnswer, M: ev.M}
	if lost {
		answer.N = 1
	}
	c.toClient(co, c.brokerProcess(b), answer)
}

// levelShift is where a send-back's delay level lies above the offset.
const levelShift = 48

func (c *Cluster) takeBack(co *consumer, q int32, offset int64, level int) {
	g := &c.groups[co.group]
	o := c.original(q, offset)
	copied := c.topics[c.queues[q].topic].retry
	e := c.event(trace.KindSendBack)
	e.Consumer, e.Queue, e.Group, e.Broker, e.A, e.B, e.Cause = co.index, q, int16(co.group), int16(c.queues[q].broker), offset, 1, co.cause
	most := co.set.MaxReconsume
	if most == script.Unlimited {
		most = retryMaxTimes
	}
	if int(o.times) >= most {
		c.deadLetter(co, q, offset)
		return
	}
	if level == 0 {
		level = firstRetryLevel + int(o.times)
	}
	b := c.queues[q].broker
	level = min(level, len(c.brokers[b].delays))
	e.C = int64(level)
	o.event = c.inRun(&g.runs[q].sentBack, e)
	o.times++
	if copied {
		g.ledger.SendBackCopy(q, offset)
	} else {
		g.ledger.SendBack(q, o.offset)
	}
	c.delay(b, level, delayed{o, co.group, c.now() + c.brokers[b].delays[level-1].wait})
}

// deadLetter puts the message at offset of a queue into %DLQ%group.
func (c *Cluster) deadLetter(co *consumer, q int32, offset int64) {
	g := &c.groups[co.group]
	o, rq := c.original(q, offset), int32(-1)
	if c.topics[c.queues[q].topic].retry {
		rq = q
	}
	e := c.event(trace.KindDead)
	e.Consumer, e.Queue, e.Group, e.Broker, e.A, e.B, e.Cause = co.index, o.queue, int16(co.group), int16(c.queues[q].broker), ledger.Plain(o.offset), 1, co.cause
	if g.ledger.Dead(o.queue, o.offset, rq, offset) {
		c.inRun(&g.runs[o.queue].dead, e)
	}
}

// passCopies notes the copies of a retry topic that a new owner starts behind
// (CONSUME_FROM_TIMESTAMP begins at its end).
func (c *Cluster) passCopies(co *consumer, q int32, start int64, cause int32) {
	qu := &c.queues[q]
	for o := int64(0); o < min(start, int64(len(qu.copies))); o++ {
		m := &qu.copies[o]
		if !c.groups[co.group].ledger.PassCopy(q, o, m.queue, m.offset) {
			continue
		}
		e := c.event(trace.KindSkipped)
		e.Consumer, e.Queue, e.Group, e.Broker, e.A, e.B, e.Cause = co.index, m.queue, int16(co.group), int16(qu.broker), ledger.Plain(m.offset), 1, cause
		c.log.Add(e)
	}
}

// delay puts a copy at the end of a level.
func (c *Cluster) delay(b int32, level int, d delayed) {
	dq := &c.brokers[b].delays[level-1]
	dq.waiting = append(dq.waiting, d)
	if len(dq.waiting)-dq.head == 1 {
		c.pollDelay(b, level)
	}
}

// pollDelay schedules the next look at a level: it is polled every 100 ms, so
// its first message is seen by the first poll at or after its time.
func (c *Cluster) pollDelay(b int32, level int) {
	dq := &c.brokers[b].delays[level-1]
	if dq.head == len(dq.waiting) {
		dq.waiting, dq.head = dq.waiting[:0], 0
		return
	}
	poll := c.timer(timerDelayPoll)
	at := (dq.waiting[dq.head].due + poll - 1) / poll * poll
	c.atServer(c.brokerProcess(b), sim.Event{At: at, Kind: evDelayPoll, A: b, B: int32(level)})
}

// delaysBegin is the start of ScheduleMessageService: what waits is stored.
func (c *Cluster) delaysBegin(b int32) {
	for level := range c.brokers[b].delays {
		c.pollDelay(b, level+1)
	}
}

// delayPolled delivers what is due to the retry topics.
func (c *Cluster) delayPolled(b int32, level int32) {
	dq := &c.brokers[b].delays[level-1]
	for dq.head < len(dq.waiting) && dq.waiting[dq.head].due <= c.now() {
		d := dq.waiting[dq.head]
		dq.head++
		c.deliverCopy(b, &d)
	}
	c.pollDelay(b, int(level))
}

// deliverCopy writes a copy to a queue of the group's retry topic on the broker,
// any below the group's retryQueueNums, whatever the topic has.
func (c *Cluster) deliverCopy(b int32, d *delayed) {
	t := &c.topics[c.groups[d.group].retryTopic]
	for i := range t.on {
		on := &t.on[i]
		if on.broker != b {
			continue
		}
		pick := int64(0)
		if on.write > 1 {
			pick = c.brokers[b].retryPick.Below(int64(on.write))
		}
		q := on.first + int32(pick)
		qu := &c.queues[q]
		e := c.event(trace.KindCopy)
		e.Queue, e.Group, e.Broker, e.A, e.B, e.C = q, int16(d.group), int16(b), qu.log.End, ledger.Plain(d.offset), int64(d.queue)|int64(d.times)<<32
		c.log.Note(&e)
		qu.stampNow(c.now())
		qu.copies = append(qu.copies, d.retryCopy)
		qu.log.End++
		c.brokers[b].appended++
		if len(qu.held) > 0 {
			c.wakeHeld(q, 1)
		}
	}
}
