package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// processQueue is one queue in a client's table: the cache, the pull loop's
// state, and the client's memory of the offset.
type processQueue struct {
	ProcessQueue
	consumer, queue int32
	// slot is the topic's place in the group's subscription.
	slot int
	// gen counts the uses of this place in the pool; used says that it is in use.
	gen     uint32
	used    bool
	dropped bool
	// pending counts pulls on their way, held, or being answered; the place is not
	// used again before they are gone.
	pending int
	// asked: a pull is outstanding and its answer counts; request is its number.
	asked   bool
	request int32
	channel int32  // it went out on
	filter  uint64 // the broker's filter of its answer
	// failedAt is the message at which an orderly listener failed last, failures
	// how often in a row.
	failedAt int64
	failures int
	// stuck are messages that a broadcasting Go client failed on.
	stuck []stuckMessage
	req   pullRequest
	// next is PullRequest.nextOffset.
	next int64
	// memory is the offset store's entry, noOffset none.
	memory   ControllableOffset
	lastPull sim.Time
	// pulled: the first pull has been sent. failing: the last one failed.
	pulled, failing bool
	taken           int32 // stored event of the take
	// lock is what an orderly consumer knows of its lock.
	lock pqLock
	// consumed is AssignedMessageQueue's consumeOffset of a lite consumer: how far
	// poll() has handed out, -1 nothing yet.
	consumed int64
	// balanced: mode=pull-all has the queue in its rebalance's table as well, so
	// the timer sends its offset.
	balanced bool
	// gone are messages it has pulled that the broker has lost; cutsSeen counts the
	// truncations that a pull of it has come after.
	gone     []goneRun
	cutsSeen int
	// paused: a lite consumer's pause() was called for it.
	paused   bool
	owned    bool // the ledger was told
	accepted bool // and of a pull that the broker has accepted
	threaded bool // its pull task has one of the lite consumer's threads
}

// pullRequest is what a pull carries (PullMessageRequestHeader).
type pullRequest struct {
	offset, commit, version int64
	// lone: it carries its own subscription, so the broker asks for no version;
	// noHold: it is answered at once.
	lone, noHold bool
	// mask are the tags of its own subscription.
	mask uint64
}

// take puts a queue into the client's table.
func (c *Cluster) take(co *consumer, q int32, next, memory int64) int32 {
	i := c.newProcessQueue()
	pq := &c.pqs[i]
	pq.consumer, pq.queue, pq.next, pq.memory = co.index, q, next, ControllableOffset{Value: memory}
	pq.slot = c.groups[co.group].slot(c.queues[q].topic)
	pq.dropped, pq.asked, pq.pulled, pq.failing, pq.paused, pq.lastPull = false, false, false, false, false, c.now()
	// The lock was granted just before; a concurrent consumer has none. Java before
	// 4.9.5 and Go did not note it on the new process queue, which then waits for the
	// next renewal (apache/rocketmq#2621).
	pq.lock = pqLock{locked: co.orderly && co.client == script.ClientJava5, at: c.now()}
	pq.failedAt, pq.failures, pq.stuck = -1, 0, pq.stuck[:0]
	co.table = append(co.table, i)
	pq.consumed, pq.balanced, pq.owned, pq.threaded, pq.accepted = noOffset, false, true, false, false
	pq.taken = c.own(co, q, next)
	return i
}

func (c *Cluster) newProcessQueue() int32 {
	if n := len(c.freePQs); n > 0 {
		i := c.freePQs[n-1]
		c.freePQs = c.freePQs[:n-1]
		pq := &c.pqs[i]
		pq.Clear()
		pq.gone, pq.cutsSeen = pq.gone[:0], 0
		pq.gen++
		pq.used = true
		return i
	}
	c.pqs = append(c.pqs, processQueue{used: true, gen: 1})
	return int32(len(c.pqs) - 1)
}

// drop takes a process queue out of use; the caller takes it out of the table.
// Messages in a listener run on, but their results are ignored (isDropped).
func (c *Cluster) drop(co *consumer, i, cause int32, crashed bool) {
	pq := &c.pqs[i]
	pq.dropped, pq.asked = true, co.loop.pullsFor(i)
	c.remember(co, pq)
	if pq.pending == 0 && !crashed && !co.draining {
		c.litePullOver(co, i) // no answer will come that gives its thread back
	}
	if co.client.Go() && pq.lock.listening {
		co.order.strays++ // out of the table at once, whatever its listener does
	}
	if pq.owned {
		c.disown(co, pq, cause, crashed)
	}
	c.release(i)
}

// release gives the place back once nothing refers to it.
func (c *Cluster) release(i int32) {
	pq := &c.pqs[i]
	if pq.used && pq.dropped && pq.pending == 0 {
		pq.used = false
		c.freePQs = append(c.freePQs, i)
	}
}

// giveUpAll empties the table, at a kill or a clean stop.
func (c *Cluster) giveUpAll(co *consumer, cause int32, crashed bool) {
	for _, i := range co.table {
		if c.pqs[i].dropped {
			c.letGo(i) // an orderly consumer's, not yet out of its table
			continue
		}
		c.drop(co, i, cause, crashed)
	}
	co.table = co.table[:0]
	c.endPops(co, cause)
}

func (c *Cluster) pullLater(co *consumer, i int32, wait sim.Time) {
	c.clientTimer(co, sim.Event{At: c.now() + wait, Kind: evPullDue, A: i, B: int32(c.pqs[i].gen)})
}

func (c *Cluster) pullDue(co *consumer, i int32, gen uint32) {
	if pq := &c.pqs[i]; pq.gen == gen && pq.used && !pq.dropped && !pq.asked {
		c.pull(co, i)
	}
}

// pull is DefaultMQPushConsumerImpl.pullMessage: its checks in upstream's order,
// then an asynchronous pull that the broker may hold.
func (c *Cluster) pull(co *consumer, i int32) {
	if c.pullWaits(co, i) {
		return
	}
	pq := &c.pqs[i]
	if pq.paused {
		c.pullLater(co, i, c.timer(script.TimerPullRetrySuspended)) // PullTaskImpl's first check
		return
	}
	pq.lastPull = c.now()
	if co.mode == script.ModeLite && !c.litePull(co, i) {
		return
	}
	if co.suspended() {
		c.pullLater(co, i, c.suspendedRetry(co))
		return
	}
	switch {
	case c.cacheFull(co, pq):
		c.pullLater(co, i, c.timer(script.TimerPullRetryCacheFull))
		c.litePullOver(co, i)
		return
	case co.subVersions[pq.slot] == 0:
		c.pullLater(co, i, c.timer(script.TimerPullRetry)) // subscriptionData is null
		return
	}
	if co.locks() && !c.lockedForPull(co, i) {
		return
	}
	c.sendPull(co, i)
}

// cacheFull tells whether flow control puts off the pull of a queue: too many
// messages of it are cached, or they are too large or too far apart.
func (c *Cluster) cacheFull(co *consumer, pq *processQueue) bool {
	cached := int64(pq.Count)
	if co.polled && co.subVersions[pq.slot] != 0 {
		// What has failed in broadcasting lies in no channel any more.
		return cached-int64(len(pq.stuck)) > pollAhead*int64(co.set.PullBatch)
	}
	return cached > int64(co.set.PullThreshold) ||
		cached*c.queues[pq.queue].size>>20 > int64(co.set.PullThresholdSize) ||
		// consumeConcurrentlyMaxSpan; a span above it needs as many cached messages.
		cached > 0 && !co.orderly && pq.reach() > int64(co.set.Span) && pq.Span() > int64(co.set.Span)
}

// sendPull sends a pull of the next messages.
func (c *Cluster) sendPull(co *consumer, i int32) {
	pq := &c.pqs[i]
	pq.asked = true
	pq.request++
	pq.pending++
	co.del.requests++
	pq.req = pullRequest{offset: pq.next, commit: noOffset, version: co.pullVersion(pq.slot)}
	pq.req.lone, pq.req.noHold, pq.req.mask = co.polled || !co.mode.Listens(), co.mode.Pulls(), co.masks[pq.slot]
	// The offset in memory rides on the pull of a push consumer when it is above 0.
	if co.mode.Listens() && !co.broadcast && !co.polled && co.set.Commit == script.CommitInterval && pq.memory.Value > 0 {
		pq.req.commit = pq.memory.Value
	}
	if !pq.pulled {
		pq.pulled = true
		e := c.event(trace.KindFirstPull)
		e.Consumer, e.Queue, e.Group, e.A, e.Cause = co.index, pq.queue, int16(co.group), pq.next, pq.taken
		c.log.Add(e)
	}
	b := c.processFor(co, c.queues[pq.queue].broker)
	if set := c.queues[pq.queue].broker; b != set && !co.seesActing(set) {
		pq.req.commit = noOffset // a pull from a slave carries none
	}
	ch := c.connect(co, b)
	pq.channel = ch
	if ch < 0 {
		c.noChannel(co, i, b)
		return
	}
	c.sendServer(co, c.brokerProcess(b), evPull, i, int32(pq.gen), int64(ch), int64(pq.request))
}

// dropAnswer accounts for an answer that reaches nobody.
func (c *Cluster) dropAnswer(ev *sim.Event) {
	c.pqs[ev.A].pending--
	c.release(ev.A)
}

// pullAnswered is PullCallback.onSuccess.
func (c *Cluster) pullAnswered(co *consumer, ev *sim.Event) {
	pq := &c.pqs[ev.A]
	pq.pending--
	if pq.dropped || pq.gen != uint32(ev.B) || !pq.asked || pq.request != int32(ev.M>>32) {
		c.staleAnswer(co, ev)
		c.release(ev.A)
		return
	}
	again := pq.failing
	pq.asked, pq.failing = false, false
	n, code := int(ev.M>>8&0xffffff), ev.M&0xff
	c.tell(trace.KindAnswer, co, pq.queue, ev.N, int64(n), code)
	co.del.answered(n, code)
	if !co.mode.Listens() {
		c.appAnswered(co, ev.A, ev.N, n, code)
		return
	}
	switch code {
	case codeFound:
		pq.next = ev.N + int64(n)
		mask := pq.filter & co.masks[pq.slot]
		put, dispatch := c.cached(co, ev.A, ev.N, n, mask)
		switch {
		case co.orderly && dispatch:
			c.submitOrderly(co, ev.A)
		case !co.orderly && put > 0:
			c.submit(co, ev.A, ev.N, n, mask)
		}
	case codeOffsetMoved:
		c.offsetIllegal(co, ev.A, ev.N)
		return
	case codeRetryImmediately:
		// NO_MATCHED_MSG: all that was looked at has been filtered out.
		pq.next = ev.N + int64(n)
		c.cached(co, ev.A, ev.N, n, pq.filter)
		if pq.Count == 0 {
			pq.updateOffset(pq.next)
		}
	case codePullNotFound:
		// correctTagsOffset: with nothing cached the offset is the next one.
		if pq.Count == 0 {
			pq.updateOffset(pq.next)
		}
	default:
		c.pullRefusedBy(co, ev.A, code, again)
		return
	}
	if co.set.PullInterval > 0 && code == codeFound {
		c.pullLater(co, ev.A, int64(co.set.PullInterval))
		return
	}
	c.pull(co, ev.A)
}
