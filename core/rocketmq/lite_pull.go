package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// pullThresholdForAll is DefaultLitePullConsumer.pullThresholdForAll: cached
// requests times batch.
const pullThresholdForAll = 10_000

// liteApp is a DefaultLitePullConsumer and the application that polls it: one
// thread that calls poll(), works through what it gets, and polls again.
type liteApp struct {
	// waiting: poll() stands without messages; polls counts the calls.
	waiting bool
	polls   int64
	// commitDue is nextAutoCommitDeadline.
	commitDue sim.Time
	cache     taskQueue // consumeRequestCache
	// out pulls of the pullThreadNums threads are under way, each waiting for its
	// answer; wait are the pull tasks without a thread.
	out  int
	wait taskQueue
}

// appWork is what the application of a pull consumer works on, message by message.
type appWork struct {
	busy      bool
	pq        int32
	next, end int64
	mask      uint64 // of the tags that were let through
	// stay: it failed, and goes back to next. failed: its batch is not to be committed.
	// sending: it waits for the answer to a send-back.
	stay, failed, sending bool
}

// startApp is the end of start() of a consumer that sends no heartbeat in it: the
// first one comes with the timer. From here on the application asks for messages.
func (c *Cluster) startApp(co *consumer) {
	e := c.event(trace.KindStarted)
	e.Consumer, e.Group, e.Cause = co.index, int16(co.group), co.cause
	c.log.Add(e)
	if co.mode == script.ModeLite {
		c.poll(co)
		return
	}
	c.startLoop(co)
}

// resetApp ends the application's work at once.
func (c *Cluster) resetApp(co *consumer) {
	if co.app.busy {
		c.letGo(co.app.pq)
	}
	co.app = appWork{}
	for _, q := range []*taskQueue{&co.lite.cache, &co.lite.wait} {
		for ; q.n > 0; q.pop() {
			c.letGo(q.front().pq)
		}
	}
	co.lite.waiting, co.lite.commitDue, co.lite.out = false, 0, 0
	co.lite.polls++
	c.loopMovesOn(co)
	co.loop.reset()
}

// loopVersion stands for subVersion 0, with which DefaultMQPullConsumerImpl sends
// its topics, always for all tags: it never replaces another member's
// subscription. The tags that it wants go with each pull.
const loopVersion = 1

// unsubscribed takes out of a heartbeat what the consumer does not subscribe to:
// pull consumers have no retry topic, and mode=pull-all none at all.
func (c *Cluster) unsubscribed(co *consumer) {
	for i, t := range c.groups[co.group].topics {
		switch {
		case co.mode.Listens():
		case c.topics[t].retry || co.mode == script.ModePullAll:
			co.beatVersions[i] = 0
		case co.mode.Pulls() && co.beatVersions[i] != 0:
			co.beatVersions[i], co.beatMasks[i] = loopVersion, allTags
		}
	}
}

// skipsTopic says whether a rebalance leaves the present topic alone.
func (c *Cluster) skipsTopic(co *consumer) bool {
	if co.mode.Listens() {
		return false
	}
	return c.topics[c.groups[co.group].topics[co.rb.slot]].retry || co.mode == script.ModePullAll && !co.loop.known
}

// poll is DefaultLitePullConsumerImpl.poll: auto-commit when it is due, then the
// next cached batch; without one it waits for up to 5 s. A batch counts as
// consumed when it is handed out.
func (c *Cluster) poll(co *consumer) {
	for !co.draining {
		if co.set.Commit == script.CommitInterval && c.now() >= co.lite.commitDue {
			c.commitAll(co)
			co.lite.commitDue = c.now() + c.timer(script.TimerLiteAutoCommit)
		}
		if !c.handOut(co) {
			co.lite.waiting = true
			co.lite.polls++
			c.clientTimer(co, sim.Event{At: c.now() + c.timer(script.TimerLitePoll), Kind: evLitePoll, N: co.lite.polls})
			return
		}
		if !c.appRun(co) {
			return
		}
		c.liteBatchDone(co)
	}
}

func (c *Cluster) pollEnds(co *consumer, n int64) {
	if co.lite.waiting && co.lite.polls == n {
		co.lite.waiting = false
		c.poll(co)
	}
}

// handOut gives the application the next batch of a queue that is not dropped.
func (c *Cluster) handOut(co *consumer) bool {
	for co.lite.cache.n > 0 {
		t := *co.lite.cache.front()
		co.lite.cache.pop()
		pq := &c.pqs[t.pq]
		if pq.dropped {
			c.letGo(t.pq)
			continue
		}
		if offset := pq.RemoveRange(t.next, int(t.end-t.next)); offset >= 0 {
			pq.consumed = offset
		}
		c.appTakes(co, t.pq, t.next, t.end, t.mask)
		c.letGo(t.pq)
		return true
	}
	return false
}

// appTakes gives messages to the application, those of [from, end) with a tag of mask.
func (c *Cluster) appTakes(co *consumer, i int32, from, end int64, mask uint64) {
	pq := &c.pqs[i]
	co.app = appWork{busy: true, pq: i, next: from, end: end, mask: mask}
	c.keep(i)
	qu := &c.queues[pq.queue]
	for ; from < end; from++ {
		to := qu.runEnd(from, end, mask)
		if to == from {
			continue
		}
		c.tell(trace.KindBegin, co, pq.queue, from, to-from, 0)
		c.handed(co, pq.queue, from, to-from)
		from = to
	}
}

// appRun works on; false while a message, or sending one back, takes time.
func (c *Cluster) appRun(co *consumer) bool {
	for co.app.next < co.app.end {
		if co.app.sending {
			return false
		}
		if !c.queues[c.pqs[co.app.pq].queue].matches(co.app.next, co.app.mask) {
			co.app.next++
			continue
		}
		if w := co.work(1); w > 0 {
			c.clientTimer(co, sim.Event{At: c.now() + w, Kind: evAppWork})
			return false
		}
		c.appDone(co)
	}
	return !co.app.sending
}

// appDone: a message is done. Its offset was, or will be, recorded whatever
// becomes of the queue, so no result is ever ignored.
func (c *Cluster) appDone(co *consumer) {
	pq := &c.pqs[co.app.pq]
	if c.fails(co, c.original(pq.queue, co.app.next)) {
		c.appFailed(co, pq.queue)
		return
	}
	c.doneRun(co, pq, pq.queue, co.app.next, co.app.next+1, false, false)
	co.app.next++
}

func (c *Cluster) appWorkDone(co *consumer) {
	if !co.app.busy {
		return
	}
	c.appDone(co)
	c.appGoesOn(co)
}

// appGoesOn works on, and ends the batch when all of it is done.
func (c *Cluster) appGoesOn(co *consumer) {
	if !c.appRun(co) {
		return
	}
	if co.mode == script.ModeLite {
		c.liteBatchDone(co)
		c.poll(co)
		return
	}
	c.loopBatchDone(co)
	c.roundNext(co)
}

// liteBatchDone is what the application does after a batch: nothing with
// auto-commit; commitSync(), which moves the values in the offset store; or
// commitSync(offsets, true), which sends this queue's at once. The latter
// persists by RemoteBrokerOffsetStore.persistAll, which deletes the entries of
// all other queues from the store unsaved.
func (c *Cluster) liteBatchDone(co *consumer) {
	i := co.app.pq
	pq := &c.pqs[i]
	switch {
	case co.app.stay:
		c.seek(co, i, co.app.next)
	case co.app.failed:
	case co.set.Commit == script.CommitLiteSync:
		c.commitAll(co)
	case co.set.Commit == script.CommitLiteSyncPersist && !pq.dropped:
		pq.memory.Value = co.app.end
		c.ints = append(c.ints[:0], int64(pq.queue), pq.memory.Value)
		if co.broadcast {
			c.save(co, trace.CommitBySync, co.cause) // which deletes nothing
			break
		}
		c.sendCommit(co, pq.queue, pq.memory.Value, 0)
		for _, other := range co.table {
			if other != i {
				c.pqs[other].memory.Value = noOffset
			}
		}
	}
	co.app.busy = false
	c.letGo(i)
}

// commitAll copies what poll() has handed out to the offset store.
func (c *Cluster) commitAll(co *consumer) {
	for _, i := range co.table {
		if pq := &c.pqs[i]; pq.consumed >= 0 {
			pq.memory.Value = pq.consumed
		}
	}
}

// litePull is the beginning of PullTaskImpl.run: a thread for the task, and the
// limit on all cached requests. false: not now.
func (c *Cluster) litePull(co *consumer, i int32) bool {
	pq := &c.pqs[i]
	if !pq.threaded {
		if co.lite.out >= co.set.Threads {
			co.lite.wait.push(task{pq: i, gen: pq.gen})
			c.keep(i)
			return false
		}
		co.lite.out++
		pq.threaded = true
	}
	if co.lite.cache.n*co.set.PullBatch > pullThresholdForAll {
		c.pullLater(co, i, c.timer(script.TimerPullRetryCacheFull))
		c.litePullOver(co, i)
		return false
	}
	return true
}

// litePullOver gives the task's thread to the next task that waits for one.
func (c *Cluster) litePullOver(co *consumer, i int32) {
	if co.mode != script.ModeLite || !c.pqs[i].threaded {
		return
	}
	c.pqs[i].threaded = false
	co.lite.out--
	for co.lite.wait.n > 0 && co.lite.out < co.set.Threads {
		next := *co.lite.wait.front()
		co.lite.wait.pop()
		if pq := &c.pqs[next.pq]; !pq.dropped && pq.gen == next.gen && !pq.asked {
			c.pull(co, next.pq)
		}
		c.letGo(next.pq)
	}
}

// appAnswered is the answer to a pull of mode=lite or of an application's loop.
func (c *Cluster) appAnswered(co *consumer, i int32, from int64, n int, code int64) {
	if code == codeOffsetMoved {
		// OFFSET_ILLEGAL: the next pull begins where the broker says.
		c.pqs[i].next = from
		c.restarted(co, &c.pqs[i])
		code = codePullNotFound
	}
	if co.mode.Pulls() {
		c.loopAnswered(co, i, from, n, code)
		return
	}
	pq := &c.pqs[i]
	switch code {
	case codeFound:
		pq.next = from + int64(n)
		mask := pq.filter & co.masks[pq.slot]
		put, _ := c.cached(co, i, from, n, mask)
		if put > 0 {
			co.lite.cache.push(task{pq: i, gen: pq.gen, next: from, end: from + int64(n), mask: mask})
			c.keep(i)
		}
		c.litePullOver(co, i)
		c.pull(co, i)
		if put > 0 && co.lite.waiting {
			co.lite.waiting = false
			c.poll(co)
		}
	case codeRetryImmediately:
		// NO_MATCHED_MSG: the pull offset goes on. What poll() has handed out, which is
		// what is committed, does not move with it.
		pq.next = from + int64(n)
		c.cached(co, i, from, n, pq.filter)
		c.litePullOver(co, i)
		c.pull(co, i)
	case codePullNotFound:
		c.litePullOver(co, i)
		c.pull(co, i)
	default:
		c.litePullOver(co, i)
		c.pullLater(co, i, c.refusedRetry(co, code))
	}
}

// staleAnswer is an answer to a pull that does not count any more.
func (c *Cluster) staleAnswer(co *consumer, ev *sim.Event) {
	c.litePullOver(co, ev.A)
	if pq := &c.pqs[ev.A]; co.loop.pullsFor(ev.A) && pq.asked && pq.request == int32(ev.M>>32) {
		c.loopAnswered(co, ev.A, ev.N, int(ev.M>>8&0xffffff), ev.M&0xff)
	}
}

// pullFailed is a pull whose connection closed.
func (c *Cluster) pullFailed(co *consumer, i int32) {
	switch {
	case co.mode.Pulls():
		if co.loop.asks(i) {
			c.roundNext(co)
		}
	default:
		c.litePullOver(co, i)
		c.pullLater(co, i, c.pullRetry(co))
	}
}
