package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// Response codes of a pull (ResponseCode, RemotingSysResponseCode).
const (
	codeFound                 = 0  // SUCCESS
	codeSystemError           = 1  // SYSTEM_ERROR
	codeSystemBusy            = 2  // SYSTEM_BUSY
	codeNoPermission          = 16 // NO_PERMISSION
	codeTopicNotExist         = 17 // TOPIC_NOT_EXIST
	codePullNotFound          = 19 // PULL_NOT_FOUND, NO_NEW_MSG at the client
	codeRetryImmediately      = 20 // PULL_RETRY_IMMEDIATELY, NO_MATCHED_MSG at the client
	codeOffsetMoved           = 21 // PULL_OFFSET_MOVED, OFFSET_ILLEGAL at the client
	codeSubscriptionNotExist  = 24
	codeSubscriptionNotLatest = 25
	codeInvalidParameter      = 29 // INVALID_PARAMETER
)

// pullBytesMemory is MessageStoreConfig.maxTransferBytesOnMessageInMemory, and
// pullCountMemory maxTransferCountOnMessageInMemory: what one pull may bring.
const (
	pullBytesMemory = 256 << 10
	pullCountMemory = 32
)

// heldPull is a pull that found nothing and waits at the broker (PullRequestHoldService).
type heldPull struct {
	pq, gen int32
	request int32
	channel int32
	offset  int64
	version int64 // of the subscription it was sent with
	lone    bool  // it carries its subscription itself, mask being its tags
	mask    uint64
	since   sim.Time
}

// pullArrives is PullMessageProcessor.processRequest.
func (c *Cluster) pullArrives(ev *sim.Event) {
	pq := &c.pqs[ev.A]
	co := &c.consumers[pq.consumer]
	q := &c.queues[pq.queue]
	chn := &c.channels[int32(ev.N)]
	if !chn.open && !c.thawing {
		c.bounce(serverProcess(ev.Actor), ev)
		return
	}
	chn.lastTraffic = c.now()

	c.tell(trace.KindPull, co, pq.queue, pq.req.offset, pq.req.commit, 0)

	if c.brokers[chn.broker].throttle != script.ThrottleOff && c.throttled(ev, chn.broker) {
		return
	}
	h := heldPull{pq: ev.A, gen: ev.B, request: int32(ev.M), channel: int32(ev.N), offset: pq.req.offset, version: pq.req.version, lone: pq.req.lone, mask: pq.req.mask, since: c.now()}
	code := c.refusal(&h, chn.broker)
	if pq.req.commit >= 0 && code == codeFound {
		c.tell(trace.KindRide, co, pq.queue, pq.req.commit, 0, 0)
		if c.side(chn.broker) == 1 {
			c.brokers[chn.broker].acted = true
		}
		c.commitOffset(co.group, pq.queue, chn.broker, pq.req.commit, pq.consumer, 0)
	}
	switch {
	case c.serve(&h, code):
	case pq.req.noHold:
		c.answerPull(&h, 0, codePullNotFound)
	default:
		co.del.held++
		q.held = append(q.held, h)
	}
}

// subscribed is the answer to a pull as far as the group's table of topics has a
// say: SUBSCRIPTION_NOT_EXIST, SUBSCRIPTION_NOT_LATEST, or codeFound.
func (c *Cluster) subscribed(h *heldPull) int64 {
	pq := &c.pqs[h.pq]
	if h.lone {
		return codeFound // it brings its subscription along
	}
	switch v := c.groups[c.consumers[pq.consumer].group].at[c.channels[h.channel].broker].versions[pq.slot]; {
	case v == 0:
		return codeSubscriptionNotExist
	case v < h.version:
		return codeSubscriptionNotLatest
	}
	return codeFound
}

// process answers a pull, one that has just come or one that was held; false
// when there is nothing to answer yet.
func (c *Cluster) process(h *heldPull) bool {
	return c.serve(h, c.refusal(h, c.channels[h.channel].broker))
}

// refusal is why a broker does not serve a pull, codeFound when it does.
func (c *Cluster) refusal(h *heldPull, b int32) int64 {
	if code := c.pullRefused(c.pqs[h.pq].queue, b); code != codeFound {
		return code
	}
	return c.subscribed(h)
}

// serve is process of a pull whose refusal is known.
func (c *Cluster) serve(h *heldPull, code int64) bool {
	pq := &c.pqs[h.pq]
	co := &c.consumers[pq.consumer]
	g := &c.groups[co.group]
	b := c.channels[h.channel].broker
	if code != codeFound {
		c.answerPull(h, 0, code)
		return true
	}
	if next, illegal := c.illegalOffset(g, pq.queue, h.offset); illegal {
		h.offset = next
		c.answerPull(h, 0, codeOffsetMoved)
		return true
	}
	if !pq.accepted {
		c.accepted(h)
	}
	mask := g.at[b].masks[pq.slot]
	if h.lone {
		mask = h.mask
	}
	if pq.cutsSeen != len(c.queues[pq.queue].cuts) {
		c.readOn(co, pq, h.offset)
	}
	seen, found := c.scan(h, co, mask)
	if seen == 0 {
		return false
	}
	if pq.gen == uint32(h.gen) && pq.request == h.request {
		pq.filter = mask
	}
	code = codeFound
	if found == 0 {
		code = codeRetryImmediately
	}
	c.answerPull(h, seen, code)
	return true
}

// pullRefused is the code of a pull that the broker does not serve, codeFound
// else: a slave that may not be read from, no such topic, no permission to read,
// or a queue that readQueueNums has cut off.
func (c *Cluster) pullRefused(q, b int32) int64 {
	qu := &c.queues[q]
	on := c.configOfQueue(qu)
	switch {
	case b != qu.broker && !c.brokers[b].slaveRead:
		return codeSystemBusy
	case on == nil:
		return codeTopicNotExist
	case on.perm&permRead == 0:
		return codeNoPermission
	case qu.id >= on.read:
		return codeInvalidParameter
	}
	return codeFound
}

// available is the number of messages that one pull brings: pullBatchSize,
// cut to what the store hands out from memory.
func (c *Cluster) available(h *heldPull, co *consumer) int64 {
	q := &c.queues[c.pqs[h.pq].queue]
	return min(q.log.End-h.offset, c.mostPerPull(q, co))
}

func (c *Cluster) mostPerPull(q *queue, co *consumer) int64 {
	n := min(int64(co.set.PullBatch), pullCountMemory)
	if q.perPull > 0 {
		n = min(n, q.perPull)
	}
	if limit := int64(co.set.PullBatchSize); limit < pullBytesMemory && q.size > 0 {
		n = min(n, max(1, limit/q.size)) // maxMsgBytes of the request, since 5.0
	}
	return n
}

// answerPull sends the answer; n messages from the offset asked for.
func (c *Cluster) answerPull(h *heldPull, n int64, code int64) {
	pq := &c.pqs[h.pq]
	co := &c.consumers[pq.consumer]
	chn := &c.channels[h.channel]
	if !chn.open || chn.life != co.life {
		pq.pending-- // nobody is at the other end any more
		c.release(h.pq)
		return
	}
	chn.lastTraffic = c.now()
	from := c.brokerProcess(chn.broker)
	if c.net.IsCut(from, c.consumerProcess(pq.consumer)) {
		pq.pending--
		c.latePull(h.pq, uint32(h.gen), h.request)
		c.release(h.pq)
		return
	}
	delay := c.net.Delay(from, c.consumerProcess(pq.consumer))
	ev := c.queue.Place(c.now()+delay, evPullAnswer, pq.consumer, co.life)
	ev.A, ev.B, ev.N, ev.M = h.pq, h.gen, h.offset, int64(h.request)<<32|n<<8|code
	if code == codeFound {
		c.flights.add(flightMessages, pq.queue, chn.broker, pq.consumer, n, c.now(), c.now()+delay, c.groups[co.group].ledger.Queues[pq.queue].Done(h.offset))
	}
}

// wakeHeld processes again the pulls held on a queue in which n messages have
// arrived, those whose group's filter matches none of them left out
// (isMatchedByConsumeQueue).
func (c *Cluster) wakeHeld(q int32, n int64) {
	qu := &c.queues[q]
	held := qu.held
	qu.held = held[:0]
	for i := range held {
		h := &held[i]
		frozen := c.servers[c.brokerProcess(c.channels[h.channel].broker)].frozen
		if frozen || c.holdsOn(h, qu.log.End-n) || !c.process(h) {
			qu.held = append(qu.held, *h)
			continue
		}
		c.consumers[c.pqs[h.pq].consumer].del.held--
	}
}

// holdsOn says whether a held pull is not interested in what was written from an
// offset on.
func (c *Cluster) holdsOn(h *heldPull, from int64) bool {
	pq := &c.pqs[h.pq]
	qu := &c.queues[pq.queue]
	mask := c.groups[c.consumers[pq.consumer].group].at[c.channels[h.channel].broker].masks[pq.slot]
	if h.lone {
		mask = h.mask
	}
	return mask != allTags && c.subscribed(h) == codeFound && !qu.anyMatches(from, qu.log.End, mask)
}

// checkHolds is the broker's check every 5 s: a pull held for the time it asked
// for (15 s by Java) is answered empty, so an empty pull takes 15 to 20 s.
func (c *Cluster) checkHolds(b int32) {
	c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(script.TimerLongPollCheck), Kind: evHoldCheck, A: b})
	for q := range c.queues {
		qu := &c.queues[q]
		if qu.broker != c.setOf(b) || len(qu.held) == 0 {
			continue
		}
		held := qu.held
		qu.held = held[:0]
		for i := range held {
			h := held[i]
			if c.channels[h.channel].broker != b {
				qu.held = append(qu.held, h)
				continue
			}
			// The check asks no filter: what was written meanwhile is looked at. A queue
			// that has gone meanwhile is refused only when the hold ends.
			late := c.now()-h.since >= c.holdTime(&h)
			answered := (late || qu.log.End > h.offset) && c.process(&h)
			if !answered && !late {
				qu.held = append(qu.held, h)
				continue
			}
			if !answered {
				c.answerPull(&h, 0, codePullNotFound)
			}
			c.consumers[c.pqs[h.pq].consumer].del.held--
		}
	}
}

// eachHold calls f for the pulls that a broker holds; f reports whether it goes
// on holding them.
func (c *Cluster) eachHold(b int32, f func(h *heldPull) bool) {
	for q := range c.queues {
		qu := &c.queues[q]
		if qu.broker != c.setOf(b) || len(qu.held) == 0 {
			continue
		}
		held := qu.held
		qu.held = held[:0]
		for i := range held {
			if h := held[i]; c.channels[h.channel].broker != b || f(&h) {
				qu.held = append(qu.held, h)
			}
		}
	}
}

// overdueHolds notes that the pulls a broker holds will not be answered: all of
// them (-1), or those of one consumer.
func (c *Cluster) overdueHolds(b, consumer int32) {
	c.eachHold(b, func(h *heldPull) bool {
		if consumer < 0 || c.pqs[h.pq].consumer == consumer {
			c.latePull(h.pq, uint32(h.gen), h.request)
		}
		return true
	})
}

// dropHolds forgets the pulls that a broker holds: its process ends.
func (c *Cluster) dropHolds(b int32) {
	c.eachHold(b, func(h *heldPull) bool {
		c.consumers[c.pqs[h.pq].consumer].del.held--
		c.pqs[h.pq].pending--
		c.release(h.pq)
		return false
	})
}
