package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// A pull consumer has no listener that could answer RECONSUME_LATER. What becomes
// of a message that its application fails on is the application's own doing
// (script.Settings.OnFail).

// appSendsBack is who waits for a send-back's answer: the application's thread.
const appSendsBack = -2

// appFailed is the application's answer to the failure of its present message.
func (c *Cluster) appFailed(co *consumer, q int32) {
	offset := co.app.next
	note := c.event(trace.KindFail)
	note.Consumer, note.Queue, note.Group, note.A, note.B = co.index, q, int16(co.group), offset, 1
	c.log.Note(&note)
	c.groups[co.group].ledger.Fail(1)
	switch co.set.OnFail {
	case "stay":
		co.app.stay, co.app.end = true, offset
		return
	case "send-back":
		// DefaultMQPullConsumerImpl.sendMessageBack, with its 3 s.
		co.app.sending = true
		ev := sim.Event{Kind: evSendBack, A: co.index, B: q, N: offset}
		if co.sendBackIsLost() {
			ev.Kind = evSendBackLost
		}
		c.ask(co, trace.CallSendBack, c.brokerProcess(c.queues[q].broker), script.TimerAPITimeout, ev, appSendsBack)
		return
	case "no-commit":
		// A later commit passes over it, unless the process ends before.
		co.app.failed = true
	}
	c.giveUp(co, q, c.nameOf(&c.pqs[co.app.pq], q, offset), trace.GaveUpSkipped)
	co.app.next++
}

// appSentBack lets the application go on. When the broker did not take the message
// and the retry topic did not either, it is an exception in the application, which
// goes on without it.
func (c *Cluster) appSentBack(co *consumer, lost bool) {
	if !co.app.busy || !co.app.sending {
		return
	}
	co.app.sending = false
	if lost {
		pq := &c.pqs[co.app.pq]
		c.giveUp(co, pq.queue, c.nameOf(pq, pq.queue, co.app.next), trace.GaveUpSkipped)
	}
	co.app.next++
	c.appGoesOn(co)
}

// seek is DefaultLitePullConsumer.seek: after asking for the queue's minimum and
// maximum, which is two round trips, its cache is emptied and its pull task begins
// anew at the offset, which is then also the one to commit.
func (c *Cluster) seek(co *consumer, i int32, offset int64) {
	pq := &c.pqs[i]
	if pq.dropped {
		return
	}
	pq.Clear()
	pq.next, pq.consumed = offset, offset
	pq.asked = false // the answer to the pull under way is not put into the cache any more
	c.litePullOver(co, i)
	cache := &co.lite.cache
	for n := cache.n; n > 0; n-- {
		t := *cache.front()
		cache.pop()
		if t.pq == i {
			c.letGo(i)
			continue
		}
		cache.push(t)
	}
	c.pullLater(co, i, 4*c.net.Latency(c.consumerProcess(co.index), c.brokerProcess(c.queues[pq.queue].broker)))
}

// sendBackIsLost draws whether a send-back fails, and the send to the retry topic
// instead of it (script.Settings.SendBackFail).
func (co *consumer) sendBackIsLost() bool {
	return co.set.SendBackFail > 0 && co.sendBackFails.Below(int64(script.WholeShare)) < int64(co.set.SendBackFail)
}
