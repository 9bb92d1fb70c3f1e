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
	since   sim.Time
}

// pullArrives is PullMessageProcessor.processRequest.
func (c *Cluster) pullArrives(ev *sim.Event) {
	pq := &c.pqs[ev.A]
	co := &c.consumers[pq.consumer]
	g := &c.groups[co.group]
	q := &c.queues[pq.queue]
	chn := &c.channels[int32(ev.N)]
	if !chn.open && !c.thawing {
		c.bounce(serverProcess(ev.Actor), ev)
		return
	}
	chn.lastTraffic = c.now()

	note := c.event(trace.KindPull)
	note.Consumer, note.Queue, note.Group, note.A, note.B = pq.consumer, pq.queue, int16(co.group), pq.req.offset, pq.req.commit
	c.log.Note(&note)

	h := heldPull{pq: ev.A, gen: ev.B, request: int32(ev.M), channel: int32(ev.N), offset: pq.req.offset, since: c.now()}
	refused := c.pullRefused(pq.queue, chn.broker)
	switch v := g.at[chn.broker].versions[pq.slot]; {
	case refused != codeFound:
		c.answerPull(&h, 0, refused)
		return
	case pq.req.lone:
	case v == 0:
		c.answerPull(&h, 0, codeSubscriptionNotExist)
		return
	case v < pq.req.version:
		c.answerPull(&h, 0, codeSubscriptionNotLatest)
		return
	}
	if pq.req.commit >= 0 {
		note.Kind, note.A, note.B = trace.KindRide, pq.req.commit, 0
		c.log.Note(&note)
		c.commitOffset(co.group, pq.queue, chn.broker, pq.req.commit, pq.consumer, 0)
	}
	if n := c.available(&h, co); n > 0 {
		c.answerPull(&h, n, codeFound)
		return
	}
	if pq.req.noHold {
		c.answerPull(&h, 0, codePullNotFound)
		return
	}
	co.del.held++
	q.held = append(q.held, h)
}

// pullRefused is the code of a pull that the broker does not serve, codeFound
// else: a slave that may not be read from, no such topic, no permission to read,
// or a queue that readQueueNums has cut off.
func (c *Cluster) pullRefused(q, b int32) int64 {
	qu := &c.queues[q]
	on := c.topics[qu.topic].configOf(qu.broker)
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
	n := min(q.log.End-h.offset, int64(co.set.PullBatch), pullCountMemory)
	if q.size > 0 && n > 1 {
		n = max(1, min(n, pullBytesMemory/q.size))
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
	c.queue.Add(sim.Event{
		At: c.now() + delay, Kind: evPullAnswer, Actor: pq.consumer, Life: co.life,
		A: h.pq, B: h.gen, N: h.offset, M: int64(h.request)<<32 | n<<8 | code,
	})
	if n > 0 {
		c.flights.add(flightMessages, pq.queue, chn.broker, pq.consumer, n, c.now(), c.now()+delay, c.groups[co.group].ledger.Queues[pq.queue].Done(h.offset))
	}
}

// wakeHeld answers the pulls held on a queue in which messages arrived.
func (c *Cluster) wakeHeld(q int32) {
	held := c.queues[q].held
	c.queues[q].held = held[:0]
	for i := range held {
		h := held[i]
		if c.servers[c.brokerProcess(c.channels[h.channel].broker)].frozen {
			c.queues[q].held = append(c.queues[q].held, h)
			continue
		}
		n := c.available(&h, &c.consumers[c.pqs[h.pq].consumer])
		if n <= 0 {
			c.queues[q].held = append(c.queues[q].held, h)
			continue
		}
		c.consumers[c.pqs[h.pq].consumer].del.held--
		c.answerPull(&h, n, codeFound)
	}
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
			if c.channels[h.channel].broker == b && c.now()-h.since >= c.holdTime(&h) {
				c.consumers[c.pqs[h.pq].consumer].del.held--
				// The request is processed once more, without holding it: a queue that
				// has gone meanwhile is refused only now.
				code := c.pullRefused(int32(q), b)
				if code == codeFound {
					code = codePullNotFound
				}
				c.answerPull(&h, 0, code)
				continue
			}
			qu.held = append(qu.held, h)
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
