package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// What a rebalance does to the client's table once the share is known.

// updateProcessQueueTable is updateProcessQueueTableInRebalance: first what is
// not in the share any more is dropped, then what is new is added, one queue
// after the other.
func (c *Cluster) updateProcessQueueTable(co *consumer, r *route, cause int32) {
	t := c.groups[co.group].topics[co.rb.slot]
	co.rb.changed = false
	c.epoch++
	for _, q := range co.rb.share {
		c.mark[q] = c.epoch
	}
	switch {
	case co.client.Go():
		// Orderly or not: a removed queue is never unlocked ("TODO orderly").
		c.dropOneByOne(co, t, cause)
	case co.locks():
		c.removeOrderly(co, t, cause)
		return
	default:
		c.dropUnneeded(co, t, cause)
	}
	c.addMissing(co, cause)
}

// addMissing adds whatever of the share is not in the table yet.
func (c *Cluster) addMissing(co *consumer, cause int32) {
	c.epoch++
	for _, q := range co.rb.share {
		c.mark[q] = c.epoch
	}
	for _, i := range co.table {
		c.mark[c.pqs[i].queue] = 0
	}
	co.rb.add, co.rb.added = co.rb.add[:0], co.rb.added[:0]
	for _, q := range co.rb.share {
		if c.mark[q] == c.epoch {
			co.rb.add = append(co.rb.add, q)
		}
	}
	if len(co.order.wants) > 0 {
		c.wantsOnly(co, co.rb.add, c.groups[co.group].topics[co.rb.slot])
	}
	c.inJavaSetOrder(co.rb.add, len(co.rb.share))
	co.cause = cause
	c.addNext(co)
}

// dropUnneeded drops the process queues of the topic that are not marked, and
// those of a push consumer in which no pull was tried for 120 s.
func (c *Cluster) dropUnneeded(co *consumer, t, cause int32) {
	c.ints = c.ints[:0]
	kept := co.table[:0]
	for _, i := range co.table {
		pq := &c.pqs[i]
		// Only what the client itself pulls (ConsumeType.CONSUME_PASSIVELY) can expire.
		expired := co.mode.Listens() && c.now()-pq.lastPull > c.timer(script.TimerPullIdle)
		if c.queues[pq.queue].topic != t || (c.mark[pq.queue] == c.epoch && !expired) {
			kept = append(kept, i)
			continue
		}
		co.rb.changed = true
		if pq.memory.Value >= 0 {
			c.ints = append(c.ints, int64(pq.queue), pq.memory.Value)
		}
		c.drop(co, i, cause, false)
	}
	co.table = kept
	c.sendCommits(co, trace.CommitByRemoval, cause)
}

// inJavaSetOrder puts new queues in the order in which upstream's HashSet of the
// share gives them.
func (c *Cluster) inJavaSetOrder(add []int32, share int) {
	buckets := javaBuckets(share)
	key := func(q int32) int32 {
		qu := &c.queues[q]
		return javaBucket(javaQueueHash(c.topics[qu.topic].name, c.brokers[qu.broker].name, qu.id), buckets)
	}
	slices.SortStableFunc(add, func(a, b int32) int { return int(key(a) - key(b)) })
}

// addNext asks for the offset of the next new queue (computePullFromWhere), or
// ends the topic.
func (c *Cluster) addNext(co *consumer) {
	if len(co.rb.add) == 0 {
		c.endTopic(co)
		return
	}
	if co.mode == script.ModePull {
		c.addUnread(co)
		return
	}
	q := co.rb.add[0]
	if co.locks() {
		co.order.ask = c.askLock(co, q, lockForRebalance)
		return
	}
	c.askOffset(co, q)
}

func (c *Cluster) askOffset(co *consumer, q int32) {
	if co.broadcast {
		c.offsetAnswered(co, q, c.fileOf(co)[q])
		return
	}
	c.ask(co, trace.CallOffset, c.brokerProcess(c.processFor(co, c.queues[q].broker)), script.TimerOffsetTimeout,
		sim.Event{Kind: evOffsetAsk, A: co.index, B: q, N: int64(co.life)}, q)
}

// offsetAnswered is computePullFromWhere: a stored offset counts; without one
// CONSUME_FROM_LAST_OFFSET asks for the maximum (0 for a retry topic),
// CONSUME_FROM_FIRST_OFFSET takes 0, CONSUME_FROM_TIMESTAMP asks for the offset
// of a time (the maximum of a retry topic).
func (c *Cluster) offsetAnswered(co *consumer, q int32, offset int64) {
	if co.mode.Pulls() {
		c.loopOffset(co, q, offset)
		return
	}
	if !co.rb.running || len(co.rb.add) == 0 || co.rb.add[0] != q {
		return
	}
	switch {
	case offset >= 0:
		c.startQueueWith(co, q, offset, offset)
	case co.set.From == "timestamp" && !c.topics[c.queues[q].topic].retry:
		c.askQueueEnd(co, q, evSearchAsk)
	case co.set.From == "first", co.set.From == "last" && c.topics[c.queues[q].topic].retry:
		c.startQueueWith(co, q, 0, noOffset)
	default:
		c.askQueueEnd(co, q, evMaxAsk)
	}
}

// askQueueEnd asks for the maximum of a queue, or for the offset of a time.
func (c *Cluster) askQueueEnd(co *consumer, q int32, kind uint16) {
	c.ask(co, trace.CallMaxOffset, c.brokerProcess(c.processFor(co, c.queues[q].broker)), script.TimerMaxOffsetTimeout,
		sim.Event{Kind: kind, A: co.index, B: q, N: int64(co.life)}, q)
}

// startQueue is the answer of GET_MAX_OFFSET; nothing is recorded by it.
func (c *Cluster) startQueue(co *consumer, q int32, offset int64) {
	if co.mode.Pulls() {
		c.loopStart(co, q, offset)
		return
	}
	if !co.rb.running || len(co.rb.add) == 0 || co.rb.add[0] != q {
		return
	}
	c.startQueueWith(co, q, offset, noOffset)
}

func (c *Cluster) startQueueWith(co *consumer, q int32, next, memory int64) {
	co.rb.add = co.rb.add[:copy(co.rb.add, co.rb.add[1:])]
	co.rb.changed = true
	if memory == noOffset {
		memory = co.remembered(q)
	}
	i := c.take(co, q, next, memory)
	if co.client.Go() {
		c.pull(co, i)
	} else {
		co.rb.added = append(co.rb.added, i)
	}
	c.addNext(co)
}

// endTopic sends the pull requests on their way (dispatchPullRequest, 500 ms)
// and, when the table changed, tells the brokers of the new subscription
// version (messageQueueChanged).
func (c *Cluster) endTopic(co *consumer) {
	if co.locks() {
		c.orderlyTopicEnds(co)
	}
	for _, i := range co.rb.added {
		if wait := c.firstPull(co); wait > 0 {
			c.pullLater(co, i, wait)
		} else {
			c.pull(co, i)
		}
	}
	if !co.rb.changed || co.mode != script.ModePush && co.mode != script.ModePop {
		c.nextTopic(co)
		return
	}
	c.queuesChanged(co)
}

// shareThresholds gives each process queue of the consumer, the retry topic's
// included, an equal share of the topic's thresholds (messageQueueChanged).
func (co *consumer) shareThresholds() {
	n := max(1, len(co.table))
	if t := co.set.PullThresholdTopic; t != script.Unlimited {
		co.set.PullThreshold = max(1, t/n)
	}
	if t := co.set.PullThresholdSizeTopic; t != script.Unlimited {
		co.set.PullThresholdSize = max(1, t/n)
	}
}

// queuesChanged is messageQueueChanged: a new subscription version, and
// heartbeats to all brokers.
func (c *Cluster) queuesChanged(co *consumer) {
	co.shareThresholds()
	if co.subVersions[co.rb.slot] != 0 { // it may have been unsubscribed meanwhile
		co.subVersions[co.rb.slot] = co.versionAt(c.now())
	}
	// While the periodic heartbeat is under way this one is skipped, and the
	// brokers keep the old version until the next one, 30 s later.
	if !c.beginBeat(co, beatForChange, -1) {
		c.nextTopic(co)
	}
}
