package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// popBatch is how many waiting POPs a revival wakes at most.
const popBatch = 32

// checkpoint is a PopCheckPoint: up to 32 messages of one queue, or of the POP
// retry topic, hidden from everybody until they are acknowledged or their
// invisible time is over.
type checkpoint struct {
	used                 bool
	place                int32 // in the pool
	gen                  uint32
	group, broker, queue int32 // queue -1: items of the retry topic
	slot                 int
	from                 int64
	n                    int32
	acked                uint32
	popped, revive       sim.Time
	consumer             int32
	items                []popMessage
}

// ckRef names a checkpoint in its present use.
type ckRef struct {
	ck  int32
	gen uint32
}

// popAnswer is what a POP's answer carries.
type popAnswer struct{ cks []ckRef }

// heldPop is a POP that waits at the broker (PopLongPollingService).
type heldPop struct {
	consumer, pop int32
	gen           uint32
	request       int32
	channel       int32
	queue         int32 // -1: any
	until         sim.Time
}

// popState is what one broker keeps for a group and topic in POP mode.
type popState struct {
	held []heldPop
	// timed: an event will look whether the oldest has waited for its time.
	timed bool
	// retry is %RETRY%group_topic: one queue per broker.
	retry []popMessage
}

// popState is that of a broker; a topic subscribed to later (addSlot) gets its
// place when it is first asked for.
func (c *Cluster) popState(g *group, slot int, b int32) *popState {
	if g.pop == nil {
		c.popping = true
		g.revived = make([]int32, len(c.queues))
	}
	for len(g.pop) < len(g.topics)*len(c.brokers) {
		g.pop = append(g.pop, popState{})
	}
	return &g.pop[slot*len(c.brokers)+int(b)]
}

// popArrives is PopMessageProcessor.processRequest.
func (c *Cluster) popArrives(ev *sim.Event) {
	co := &c.consumers[ev.A]
	ch := int32(ev.N >> 32)
	chn := &c.channels[ch]
	chn.lastTraffic = c.now()
	if !chn.open || co.life != uint32(ev.M>>32) {
		return
	}
	p := &co.pops[ev.B]
	if code := c.throttleCode(p.broker); code != codeFound {
		c.toClient(co, c.brokerProcess(p.broker), sim.Event{Kind: evPopAnswer, A: ev.B, B: int32(uint32(ev.M)), N: -1 - code, M: int64(int32(ev.N))})
		return
	}
	h := heldPop{consumer: ev.A, pop: ev.B, gen: uint32(ev.M), request: int32(ev.N), channel: ch, queue: p.queue, until: c.now() + c.timer(script.TimerLongPoll)}
	if c.pop(&h, p.slot, p.broker, false) {
		return
	}
	st := c.popState(&c.groups[co.group], p.slot, p.broker)
	st.held = append(st.held, h)
	co.del.held++
	if !st.timed {
		st.timed = true
		c.atServer(c.brokerProcess(p.broker), sim.Event{At: h.until, Kind: evPopHold, A: co.group, B: p.broker, N: int64(p.slot)})
	}
}

// pop takes messages for a request and answers it; false when there are none.
// With a probability of 20 % the retry topic is read first, else after the
// queues when the batch is not full; the queues in turn from a random one. A held
// request is woken by messages that its filter lets through alone.
func (c *Cluster) pop(h *heldPop, slot int, b int32, held bool) bool {
	co := &c.consumers[h.consumer]
	g := &c.groups[co.group]
	on := c.topics[g.topics[slot]].configOf(b)
	if on == nil {
		return false
	}
	random := c.popRandom(b)
	answer := c.newPopAnswer()
	rest := int64(co.set.PopBatch)
	retryFirst := random%5 == 0
	if retryFirst {
		rest = c.popRetry(co, slot, b, rest, answer, held)
	}
	for i := int64(0); i < int64(on.read) && rest > 0; i++ {
		q := on.first + int32((random+i)%int64(on.read))
		if h.queue >= 0 && h.queue != q || held && !c.popMatches(co, slot, q) {
			continue
		}
		rest = c.popQueue(co, slot, q, rest, answer)
	}
	if !retryFirst && rest > 0 {
		c.popRetry(co, slot, b, rest, answer, held)
	}
	if len(c.popAnswers[answer].cks) == 0 {
		c.freePopAnswer(answer)
		return false
	}
	c.answerPop(h, answer)
	return true
}

func (c *Cluster) popRandom(b int32) int64 {
	br := &c.brokers[b]
	if !br.popSeeded {
		br.popSeeded = true
		br.popStream = sim.NewStream(c.seed, br.name, "pop queue")
	}
	return br.popStream.Below(100)
}

// popQueue pops from one queue: the group's offset moves at once, and a
// checkpoint hides what was taken.
func (c *Cluster) popQueue(co *consumer, slot int, q int32, rest int64, answer int32) int64 {
	qu := &c.queues[q]
	from := c.popFrom(co, q)
	if co.masks[slot] != allTags {
		return c.popFiltered(co, slot, q, from, rest, answer)
	}
	if next, illegal := c.outside(q, from); illegal {
		// OFFSET_TOO_SMALL, OFFSET_OVERFLOW_BADLY: it goes on where the queue has messages.
		from = next
		c.commitOffset(co.group, q, qu.broker, from, co.index, 0)
	}
	n := min(qu.log.End-from, rest)
	if qu.perPull > 0 {
		n = min(n, qu.perPull)
	}
	if n <= 0 {
		return rest
	}
	ck := c.newCheckpoint(co, slot, qu.broker)
	c.addToAnswer(answer, ck)
	ck.queue, ck.from, ck.n = q, from, int32(n)
	c.tell(trace.KindAnswer, co, q, from, n, 0)
	c.tell(trace.KindRide, co, q, from+n, 0, 0)
	c.commitOffset(co.group, q, qu.broker, from+n, co.index, 0)
	return rest - n
}

// popRetry pops what has come back.
func (c *Cluster) popRetry(co *consumer, slot int, b int32, rest int64, answer int32, held bool) int64 {
	st := c.popState(&c.groups[co.group], slot, b)
	if !c.filterRetries(co, slot, st, held) {
		return rest
	}
	n := min(int64(len(st.retry)), rest)
	if n == 0 {
		return rest
	}
	ck := c.newCheckpoint(co, slot, b)
	c.addToAnswer(answer, ck)
	ck.queue, ck.n = -1, int32(n)
	ck.items = append(ck.items, st.retry[:n]...)
	st.retry = st.retry[:copy(st.retry, st.retry[n:])]
	return rest - n
}

// newCheckpoint hides messages from now on; the caller says which.
func (c *Cluster) newCheckpoint(co *consumer, slot int, b int32) *checkpoint {
	var i int32
	if n := len(c.freeCKs); n > 0 {
		i = c.freeCKs[n-1]
		c.freeCKs = c.freeCKs[:n-1]
	} else {
		i = int32(len(c.cks))
		c.cks = append(c.cks, checkpoint{})
	}
	ck := &c.cks[i]
	ck.used, ck.place, ck.group, ck.broker, ck.slot, ck.consumer = true, i, co.group, b, slot, co.index
	ck.gen++
	ck.queue, ck.from, ck.n, ck.acked, ck.items = 0, 0, 0, 0, ck.items[:0]
	ck.popped, ck.revive = c.now(), c.now()+int64(co.set.Invisible)
	c.reviveSoon(b)
	return ck
}

func (c *Cluster) addToAnswer(answer int32, ck *checkpoint) {
	a := &c.popAnswers[answer]
	a.cks = append(a.cks, ckRef{ck.place, ck.gen})
}

func (c *Cluster) freeCheckpoint(i int32) {
	c.cks[i].used = false
	c.cks[i].gen++
	c.brokers[c.cks[i].broker].hidden--
	c.freeCKs = append(c.freeCKs, i)
}

func (c *Cluster) newPopAnswer() int32 {
	if n := len(c.freeAnswers); n > 0 {
		i := c.freeAnswers[n-1]
		c.freeAnswers = c.freeAnswers[:n-1]
		return i
	}
	c.popAnswers = append(c.popAnswers, popAnswer{})
	return int32(len(c.popAnswers) - 1)
}

func (c *Cluster) freePopAnswer(i int32) {
	if i >= 0 {
		c.popAnswers[i].cks = c.popAnswers[i].cks[:0]
		c.freeAnswers = append(c.freeAnswers, i)
	}
}

// answerPop sends an answer, -1 an empty one (POLLING_TIMEOUT). If nobody is at
// the other end, what was popped stays hidden until its time is over.
func (c *Cluster) answerPop(h *heldPop, answer int32) {
	co := &c.consumers[h.consumer]
	chn := &c.channels[h.channel]
	if !chn.open || chn.life != co.life {
		c.freePopAnswer(answer)
		return
	}
	chn.lastTraffic = c.now()
	c.sendClient(co, c.brokerProcess(chn.broker), evPopAnswer, h.pop, int32(h.gen), int64(answer), int64(h.request))
}

// popHoldEnds answers the requests that have waited for their time.
func (c *Cluster) popHoldEnds(g, b int32, slot int) {
	st := c.popState(&c.groups[g], slot, b)
	held := st.held
	st.held = held[:0]
	for i := range held {
		if held[i].until > c.now() {
			st.held = append(st.held, held[i])
			continue
		}
		c.consumers[held[i].consumer].del.held--
		c.answerPop(&held[i], -1)
	}
	if st.timed = len(st.held) > 0; st.timed {
		c.atServer(c.brokerProcess(b), sim.Event{At: st.held[0].until, Kind: evPopHold, A: g, B: b, N: int64(slot)})
	}
}

// wakePops gives arriving messages to the requests that wait, the oldest first,
// one for each message (PopLongPollingService.notifyMessageArriving); those whose
// channel has closed are passed over.
func (c *Cluster) wakePops(g *group, slot int, b int32, n int64) {
	st := c.popState(g, slot, b)
	for i := 0; i < len(st.held) && n > 0; {
		h := &st.held[i]
		chn := &c.channels[h.channel]
		gone := !chn.open || chn.life != c.consumers[h.consumer].life
		if !gone && !c.pop(h, slot, b, true) {
			i++
			continue
		}
		if !gone {
			n--
		}
		c.consumers[h.consumer].del.held--
		st.held = append(st.held[:i], st.held[i+1:]...)
	}
}

// popsArrived tells the groups in POP mode of new messages.
func (c *Cluster) popsArrived(q int32, n int64) {
	for i := range c.groups {
		g := &c.groups[i]
		if g.pop == nil {
			continue
		}
		if slot := g.slot(c.queues[q].topic); slot >= 0 {
			c.wakePops(g, slot, c.queues[q].broker, n)
		}
	}
}

// ackArrives is AckMessageProcessor. An acknowledgement after the revival
// changes nothing.
func (c *Cluster) ackArrives(ev *sim.Event) {
	ck := &c.cks[ev.A]
	c.touch(&c.consumers[ev.M], ck.broker)
	if !ck.used || ck.gen != uint32(ev.B) {
		return
	}
	if ck.acked |= uint32(ev.N); ck.hidden() == 0 {
		c.freeCheckpoint(ev.A)
	}
}

// invisibleArrives is ChangeInvisibleTimeProcessor: the message gets a checkpoint
// of its own that ends when the client says, and is acknowledged in the old one.
func (c *Cluster) invisibleArrives(ev *sim.Event) {
	co := &c.consumers[ev.M>>44]
	ck := &c.cks[ev.A]
	c.touch(co, ck.broker)
	if !ck.used || ck.gen != uint32(ev.B) || ck.acked>>ev.N&1 == 1 {
		return
	}
	m, slot, b := ck.message(int32(ev.N)), ck.slot, ck.broker
	m.born = c.bornAt(&m)
	if ck.acked |= 1 << ev.N; ck.hidden() == 0 {
		c.freeCheckpoint(ev.A)
	}
	later := c.newCheckpoint(co, slot, b)
	later.queue, later.n = -1, 1
	later.items = append(later.items, m)
	later.revive = c.now() + ev.M&(1<<44-1)
}

// reviveSoon keeps the broker's PopReviveService going while something is hidden.
func (c *Cluster) reviveSoon(b int32) {
	br := &c.brokers[b]
	br.hidden++
	if !br.reviving {
		br.reviving = true
		period := c.timer(script.TimerPopRevive)
		c.atServer(c.brokerProcess(b), sim.Event{At: (c.now()/period + 1) * period, Kind: evRevive, A: b})
	}
}

// reviveTick is PopReviveService: every second it writes what was not
// acknowledged in its invisible time, and TimerPopReviveAfter more, to the retry topic.
func (c *Cluster) reviveTick(b int32) {
	for i := range c.cks {
		ck := &c.cks[i]
		if !ck.used || ck.broker != b || c.now()-ck.revive <= c.timer(script.TimerPopReviveAfter) {
			continue
		}
		c.reviveCheckpoint(ck)
		g, slot := &c.groups[ck.group], ck.slot
		c.freeCheckpoint(int32(i))
		c.wakePops(g, slot, b, popBatch)
	}
	br := &c.brokers[b]
	if br.reviving = br.hidden > 0; br.reviving {
		c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(script.TimerPopRevive), Kind: evRevive, A: b})
	}
}

// reviveCheckpoint brings the messages of a checkpoint that are not acknowledged
// back, with reconsumeTimes + 1.
func (c *Cluster) reviveCheckpoint(ck *checkpoint) {
	co := &c.consumers[ck.consumer]
	st := c.popState(&c.groups[ck.group], ck.slot, ck.broker)
	e := c.event(trace.KindRevive)
	e.Consumer, e.Broker, e.Queue, e.Group, e.Cause = ck.consumer, int16(ck.broker), ck.queue, int16(ck.group), co.cause
	e.A, e.B = -1, int64(ck.hidden())
	for i := int32(0); i < ck.n; i++ {
		if ck.acked>>i&1 == 0 && e.A < 0 {
			m := ck.message(i)
			e.Queue, e.A = m.queue, ledger.Plain(m.offset)
		}
	}
	id := c.log.Add(e)
	for i := int32(0); i < ck.n; i++ {
		if ck.acked>>i&1 == 0 {
			m := ck.message(i)
			m.times, m.born = m.times+1, c.bornAt(&m)
			m.event = id
			c.groups[ck.group].revived[m.queue] = id
			st.retry = append(st.retry, m)
		}
	}
}
