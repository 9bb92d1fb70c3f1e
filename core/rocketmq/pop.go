package rocketmq

import (
	"math/bits"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// popQueue is a PopProcessQueue: what a client has been assigned in POP mode. It
// has no cache and no offset; the broker keeps the state.
type popQueue struct {
	slot          int   // of the topic in the subscription
	broker, queue int32 // queue -1: any of the broker's
	active        bool
	gen           uint32 // counts the times it was assigned
	asked         bool   // a pop is outstanding
	request       int32  // its number
	channel       int32
	// wait is waitAckCounter: messages popped and not acknowledged.
	wait  int
	taken int32 // stored event of the assignment
}

// popTask is popped messages that wait for a thread: some of a checkpoint's.
type popTask struct {
	pop       int32
	gen       uint32
	ck        int32
	ckGen     uint32
	next, end int32
}

// popTasks is a first-in first-out queue.
type popTasks struct {
	buf  []popTask
	head int
}

func (t *popTasks) push(k popTask) {
	if t.head == len(t.buf) {
		t.buf, t.head = t.buf[:0], 0
	}
	if t.head > 1024 && t.head > len(t.buf)/2 {
		t.buf, t.head = t.buf[:copy(t.buf, t.buf[t.head:])], 0
	}
	t.buf = append(t.buf, k)
}

func (t *popTasks) empty() bool { return t.head == len(t.buf) }

// popMessage is a message in POP mode: where it was written first, and how often
// it came back (reconsumeTimes).
type popMessage struct {
	queue  int32
	offset int64
	times  int32
	// born is its bornTimestamp once it has come back, 0 before.
	born sim.Time
	// event is the stored event of its latest revival, 0 none.
	event int32
}

func (c *Cluster) popLater(co *consumer, i int32, wait sim.Time) {
	c.clientTimer(co, sim.Event{At: c.now() + wait, Kind: evPopDue, A: i, B: int32(co.pops[i].gen)})
}

// popDue is DefaultMQPushConsumerImpl.popMessage with its checks in upstream's
// order: suspend(), too many messages that are not acknowledged
// (popThresholdForQueue) and a topic no longer subscribed put it off; else it asks,
// and the broker holds the request while there is nothing.
func (c *Cluster) popDue(co *consumer, i int32, gen uint32) {
	p := &co.pops[i]
	if !p.active || p.gen != gen || p.asked || co.draining {
		return
	}
	switch {
	case co.paused:
		c.popLater(co, i, c.timer(script.TimerPullRetrySuspended))
		return
	case p.wait > co.set.PopThreshold:
		c.popLater(co, i, c.timer(script.TimerPullRetryCacheFull))
		return
	case co.subVersions[p.slot] == 0:
		c.popLater(co, i, c.timer(script.TimerPullRetry)) // subscriptionData is null
		return
	}
	p.asked = true
	p.request++
	co.del.requests++
	p.channel = c.connect(co, p.broker)
	if p.channel < 0 {
		c.popUnsent(co, i)
		return
	}
	c.sendServer(co, c.brokerProcess(p.broker), evPop, co.index, i,
		int64(p.channel)<<32|int64(uint32(p.request)), int64(co.life)<<32|int64(gen))
}

// popAnswered is PopCallback.onSuccess. Messages of an assignment that is over
// are not consumed (isDropped) and come back after their invisible time.
func (c *Cluster) popAnswered(co *consumer, ev *sim.Event) {
	p := &co.pops[ev.A]
	answer := int32(ev.N)
	if !p.active || p.gen != uint32(ev.B) || p.request != int32(ev.M) || !p.asked {
		c.freePopAnswer(answer)
		return
	}
	p.asked = false
	if answer < -1 {
		code := int64(-1 - answer)
		co.del.answered(0, code)
		c.popLater(co, ev.A, c.refusedRetry(co, code))
		return
	}
	if answer < 0 {
		co.del.answered(0, codePullNotFound)
		c.popDue(co, ev.A, p.gen)
		return
	}
	n := 0
	for _, k := range c.popAnswers[answer].cks {
		ck := &c.cks[k.ck]
		if ck.gen != k.gen {
			continue
		}
		n += int(ck.n)
		co.popTasks.push(popTask{pop: ev.A, gen: p.gen, ck: k.ck, ckGen: k.gen, end: ck.n})
	}
	p.wait += n
	co.del.answered(n, codeFound)
	c.freePopAnswer(answer)
	c.feedPop(co)
	if wait := int64(co.set.PullInterval); wait > 0 {
		c.popLater(co, ev.A, wait)
		return
	}
	c.popDue(co, ev.A, p.gen)
}

// feedPop gives popped messages to idle threads, consumeMessageBatchMaxSize at a
// time. What has waited for its invisible time is not begun any more (isPopTimeout).
func (c *Cluster) feedPop(co *consumer) {
	for len(co.idle) > 0 && !co.popTasks.empty() && !co.draining {
		t := &co.popTasks.buf[co.popTasks.head]
		p, ck := &co.pops[t.pop], &c.cks[t.ck]
		n := min(int32(co.set.Batch), t.end-t.next)
		late := ck.gen != t.ckGen || c.now()-ck.popped >= int64(co.set.Invisible)
		if !p.active || p.gen != t.gen || late {
			if p.gen == t.gen {
				p.wait -= int(t.end - t.next)
			}
			co.popTasks.head++
			continue
		}
		k := co.idle[len(co.idle)-1]
		co.idle = co.idle[:len(co.idle)-1]
		th := &co.threads[k]
		items := th.items[:0]
		for i := t.next; i < t.next+n; i++ {
			items = append(items, ck.message(i))
		}
		th.clear()
		th.busy, th.pop, th.pq, th.gen, th.ck, th.ckGen, th.from, th.n = true, true, t.pop, t.gen, t.ck, t.ckGen, int64(t.next), n
		th.items, th.back = items, -1
		for i := range items {
			c.tell(trace.KindBegin, co, items[i].queue, ledger.Plain(items[i].offset), 1, 0)
			c.handed(co, items[i].queue, ledger.Plain(items[i].offset), 1)
		}
		if t.next += n; t.next == t.end {
			co.popTasks.head++
		}
		c.enter(co, k)
	}
}

// popDone is processConsumeResult of ConsumeMessagePopConcurrentlyService: each
// message is acknowledged, unless the assignment or the invisible time is over;
// those come back.
func (c *Cluster) popDone(co *consumer, k int32) {
	th := &co.threads[k]
	p := &co.pops[th.pq]
	failed := c.tellPop(co, th)
	switch {
	case failed:
		c.popFailNotes(co, th.items)
	case th.toldN < th.n:
		c.nextPiece(co, k)
		return
	}
	if p.gen == th.gen {
		p.wait -= int(th.n)
	}
	ck := &c.cks[th.ck]
	switch counts := p.active && p.gen == th.gen && ck.gen == th.ckGen && c.now()-ck.popped < int64(co.set.Invisible); {
	case counts && failed:
		c.popFailed(co, p, th)
	case counts:
		mask := (uint32(1)<<th.n - 1) << th.from
		if th.n == 32 {
			mask = ^uint32(0)
		}
		c.ackPop(co, p, th, int64(mask))
	}
	c.freeThread(co, k)
}

// completedPop tells the ledger. A message that was completed before came back
// because it was not acknowledged in time.
func (c *Cluster) completedPop(co *consumer, m *popMessage) {
	g := &c.groups[co.group]
	gone := int64(0)
	if m.offset != ledger.Plain(m.offset) {
		gone = trace.CompleteGone
	}
	c.tell(trace.KindComplete, co, m.queue, ledger.Plain(m.offset), 1, gone)
	co.completions++
	event := m.event
	if event == 0 && g.revived != nil {
		// The first holder ends after another has completed what came back.
		event = g.revived[m.queue]
	}
	if rep, again := g.ledger.CompleteAgain(m.queue, m.offset, co.index, event, c.now()); again {
		co.duplicates++
		c.repeated(co, g, m.queue, ledger.Plain(m.offset), rep)
	}
}

// tellPop is tellPiece for popped messages.
func (c *Cluster) tellPop(co *consumer, th *thread) (failed bool) {
	for i := th.toldN; i < th.toldN+th.pieceN; i++ {
		m := &th.items[i]
		if c.failing != nil && c.failing(co, *m) || co.failsAtAll() && c.fails(co, retryCopy{queue: m.queue, offset: m.offset}) {
			return true
		}
		c.completedPop(co, m)
	}
	th.toldN += th.pieceN
	return false
}

// popFailNotes notes that a listener failed on a batch, for which it answers as a whole.
func (c *Cluster) popFailNotes(co *consumer, items []popMessage) {
	c.groups[co.group].ledger.Fail(int64(len(items)))
	for i := range items {
		c.tell(trace.KindFail, co, items[i].queue, items[i].offset, 1, 0)
	}
}

// changePopInvisibleTime tells the broker when to bring a failed message back.
func (c *Cluster) changePopInvisibleTime(co *consumer, p *popQueue, th *thread, i int, delay sim.Time) {
	if c.connect(co, p.broker) < 0 {
		return // it comes back after the time it had
	}
	c.toServer(co, c.brokerProcess(p.broker), sim.Event{
		Kind: evInvisible, A: th.ck, B: int32(th.ckGen), N: th.from + int64(i), M: int64(co.index)<<44 | delay,
	})
}

// ackPop acknowledges messages of a checkpoint, given as bits.
func (c *Cluster) ackPop(co *consumer, p *popQueue, th *thread, bits int64) {
	if c.connect(co, p.broker) < 0 {
		return // not acknowledged: they come back
	}
	c.sendServer(co, c.brokerProcess(p.broker), evAck, th.ck, int32(th.ckGen), bits, int64(co.index))
}

// message is the i-th message of a checkpoint.
func (ck *checkpoint) message(i int32) popMessage {
	if ck.queue < 0 {
		return ck.items[i]
	}
	return popMessage{queue: ck.queue, offset: ck.from + int64(i)}
}

// hidden counts the messages that are not acknowledged.
func (ck *checkpoint) hidden() int { return int(ck.n) - bits.OnesCount32(ck.acked) }
