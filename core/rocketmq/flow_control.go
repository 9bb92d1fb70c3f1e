package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// codeFlowControl is ResponseCode.FLOW_CONTROL.
const codeFlowControl = 215

// throttleCode is what a broker answers to the pulls and pops that reach it while
// it is throttled, codeFound while it is not. Those that it holds are answered as
// ever: they are past the request queue and the quota.
func (c *Cluster) throttleCode(b int32) int64 {
	switch c.brokers[b].throttle {
	case script.ThrottleBusy:
		return codeSystemBusy
	case script.ThrottleFlow:
		return codeFlowControl
	}
	return codeFound
}

// throttled refuses a pull that has reached a throttled broker; not even the
// offset it carries is stored.
func (c *Cluster) throttled(ev *sim.Event, b int32) bool {
	code := c.throttleCode(b)
	if code == codeFound {
		return false
	}
	pq := &c.pqs[ev.A]
	c.answerPull(&heldPull{pq: ev.A, gen: ev.B, request: int32(ev.M), channel: int32(ev.N), offset: pq.req.offset}, 0, code)
	return true
}

// throttle changes what a broker answers to pulls.
func (c *Cluster) throttle(a *script.Action) {
	b := c.brokerNamed(a.Target)
	c.brokers[b].throttle = a.Throttle
	e := c.event(trace.KindThrottle)
	e.Broker, e.A = int16(b), c.throttleCode(b)
	c.brokers[b].throttled = c.log.Add(e)
}

// refusedRetry is the delay after a pull or pop that a broker refused: Java knows
// a shorter one for FLOW_CONTROL (PULL_TIME_DELAY_MILLS_WHEN_BROKER_FLOW_CONTROL).
func (c *Cluster) refusedRetry(co *consumer, code int64) sim.Time {
	if code == codeFlowControl && !co.client.Go() {
		return c.timer(script.TimerPullRetryFlowControl)
	}
	return c.pullRetry(co)
}

// pullRefusedBy is PullCallback.onException for an answer that is a refusal. Of a
// row of FLOW_CONTROL, fifty a second, the first is noted.
func (c *Cluster) pullRefusedBy(co *consumer, i int32, code int64, again bool) {
	pq := &c.pqs[i]
	pq.failing = code == codeFlowControl
	if !pq.failing || !again {
		e := c.event(trace.KindRefused)
		b := c.channels[pq.channel].broker
		e.Consumer, e.Queue, e.Group, e.Broker, e.A, e.Cause = co.index, pq.queue, int16(co.group), int16(b), code, pq.taken
		if code == c.throttleCode(b) {
			e.Cause = c.brokers[b].throttled
		}
		c.log.Add(e)
	}
	c.pullLater(co, i, c.refusedRetry(co, code))
}
