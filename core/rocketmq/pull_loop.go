package rocketmq

import (
	"slices"

	"ringside/core/model"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// pullLoop is an application's loop over DefaultMQPullConsumer: at its interval
// it asks its queues, one after the other, each once and without waiting for new
// messages (pull, not pullBlockIfNotFound), works on what it gets, and notes the
// offset (updateConsumeOffset). A round that took longer than the interval is
// followed by the next at once.
type pullLoop struct {
	list  []int32 // process queues of the round
	gens  []uint32
	at    int // place of the next one in list
	begun sim.Time
	// asked is the process queue that the round stands at, -1 none; ofQueue is its
	// queue and gen the use of its place, which may be over by the time of an answer.
	asked, ofQueue int32
	gen            uint32
	// pulling: it waits for the answer to a pull, which comes or fails whatever the
	// rebalance does with the queue meanwhile; its place is kept until then.
	pulling bool
	// known: the client has the topic's queues for its own rebalance. With
	// mode=pull-all nothing registers the topic, so that comes with the first route
	// poll after the first pull (isSubscribeTopicNeedUpdate).
	known bool
}

func (l *pullLoop) reset() {
	l.list, l.gens, l.at, l.asked, l.begun, l.known = l.list[:0], l.gens[:0], 0, -1, -1, false
}

func (l *pullLoop) asks(i int32) bool { return l.asked == i }

// startLoop begins the first round. With mode=pull the queues come with the
// first rebalance; with mode=pull-all they are those of the routes.
func (c *Cluster) startLoop(co *consumer) {
	if co.mode == script.ModePullAll {
		co.state, co.changed = model.ConsumerRunning, c.now()
		c.idles(co)
		c.watchAll(co)
	}
	c.round(co)
}

// watchAll is fetchSubscribeMessageQueues of each topic that the loop of
// mode=pull-all reads and has no queue of yet.
func (c *Cluster) watchAll(co *consumer) {
	for slot, t := range c.groups[co.group].topics {
		has := func(i int32) bool { return c.pqs[i].slot == slot }
		if r := co.routes[slot]; r != nil && co.subVersions[slot] != 0 && !c.topics[t].retry && !slices.ContainsFunc(co.table, has) {
			for _, q := range r.queues {
				c.watch(co, q)
			}
		}
	}
}

// watch puts a queue into the table; where to begin is asked when the loop comes to it.
func (c *Cluster) watch(co *consumer, q int32) {
	i := c.newProcessQueue()
	pq := &c.pqs[i]
	pq.consumer, pq.queue, pq.next, pq.memory = co.index, q, noOffset, ControllableOffset{Value: co.remembered(q)}
	pq.slot = c.groups[co.group].slot(c.queues[q].topic)
	pq.dropped, pq.asked, pq.pulled, pq.lastPull = false, false, false, c.now()
	pq.consumed, pq.balanced, pq.owned, pq.threaded = noOffset, co.mode == script.ModePull, false, false
	pq.accepted = false
	co.table = append(co.table, i)
}

// addUnread takes the rebalance's new queues over (RebalancePullImpl asks for no offset).
func (c *Cluster) addUnread(co *consumer) {
	for _, q := range co.rb.add {
		c.watch(co, q)
		co.rb.changed = true
	}
	co.rb.add = co.rb.add[:0]
	c.endTopic(co)
}

// round is one pass over the queues.
func (c *Cluster) round(co *consumer) {
	if co.draining {
		return
	}
	l := &co.loop
	l.begun, l.at, l.list, l.gens = c.now(), 0, append(l.list[:0], co.table...), l.gens[:0]
	slices.SortFunc(l.list, func(a, b int32) int { return int(c.pqs[a].queue - c.pqs[b].queue) })
	for _, i := range l.list {
		l.gens = append(l.gens, c.pqs[i].gen)
	}
	c.roundNext(co)
}

// roundNext asks the next queue, or ends the round.
func (c *Cluster) roundNext(co *consumer) {
	l := &co.loop
	for c.loopMovesOn(co); l.at < len(l.list); {
		i := l.list[l.at]
		pq := &c.pqs[i]
		gen := l.gens[l.at]
		l.at++
		if pq.gen != gen || pq.dropped {
			continue
		}
		l.asked, l.ofQueue, l.gen = i, pq.queue, gen
		if pq.next < 0 {
			c.askOffset(co, pq.queue)
			return
		}
		c.loopPull(co, i)
		return
	}
	c.clientTimer(co, sim.Event{At: max(l.begun+int64(co.set.Every), c.now()), Kind: evRound})
}

// loopMovesOn ends the wait for the queue that the round stands at.
func (c *Cluster) loopMovesOn(co *consumer) {
	l := &co.loop
	if l.pulling {
		l.pulling = false
		c.pqs[l.asked].asked = false
		c.letGo(l.asked)
	}
	l.asked = -1
}

// pullsFor says whether the loop waits for a pull of this process queue.
func (l *pullLoop) pullsFor(i int32) bool { return l.pulling && l.asked == i }

func (c *Cluster) loopPull(co *consumer, i int32) {
	co.loop.pulling = true
	c.keep(i)
	c.pqs[i].lastPull = c.now()
	c.sendPull(co, i)
}

// loopOffset is fetchConsumeOffset from the store. Without one the application
// begins at the end, or at 0 where from=first says so.
func (c *Cluster) loopOffset(co *consumer, q int32, offset int64) {
	switch {
	case offset >= 0:
		c.loopBegin(co, q, offset, offset)
	case co.set.From == "first":
		c.loopBegin(co, q, 0, noOffset)
	default:
		c.ask(co, trace.CallMaxOffset, c.brokerProcess(c.processFor(co, c.queues[q].broker)), script.TimerMaxOffsetTimeout,
			sim.Event{Kind: evMaxAsk, A: co.index, B: q, N: int64(co.life)}, q)
	}
}

func (c *Cluster) loopStart(co *consumer, q int32, offset int64) {
	c.loopBegin(co, q, offset, noOffset)
}

func (c *Cluster) loopBegin(co *consumer, q int32, next, memory int64) {
	i := co.loop.asked
	if i < 0 || co.loop.ofQueue != q {
		return
	}
	pq := &c.pqs[i]
	if pq.gen != co.loop.gen || pq.dropped {
		c.roundNext(co)
		return
	}
	if pq.next >= 0 {
		return // a second answer; the pull is under way
	}
	if pq.next, pq.owned = next, true; memory != noOffset {
		pq.memory.Value = memory
	}
	pq.taken = c.own(co, q, next)
	c.loopPull(co, i)
}

// loopAnswered works on what a pull brought.
func (c *Cluster) loopAnswered(co *consumer, i int32, from int64, n int, code int64) {
	pq := &c.pqs[i]
	if code != codeFound && code != codeRetryImmediately || n == 0 {
		c.roundNext(co)
		return
	}
	pq.next = from + int64(n)
	mask := pq.filter & co.masks[pq.slot]
	if mask != allTags {
		c.leaveOut(co, pq, from, pq.next, mask)
	}
	if !c.queues[pq.queue].anyMatches(from, pq.next, mask) {
		// NO_MATCHED_MSG: nextBeginOffset is noted all the same.
		if !pq.dropped {
			pq.memory.Value = pq.next
		}
		c.roundNext(co)
		return
	}
	c.appTakes(co, i, from, pq.next, mask)
	if c.appRun(co) {
		c.loopBatchDone(co)
		c.roundNext(co)
	}
}

// leaveOut tells the ledger what the filter took out of a pull.
func (c *Cluster) leaveOut(co *consumer, pq *processQueue, from, end int64, mask uint64) {
	for o := from; o < end; o++ {
		if !c.queues[pq.queue].matches(o, mask) {
			c.filtered(co, pq, o)
		}
	}
}

// loopBatchDone is updateConsumeOffset.
func (c *Cluster) loopBatchDone(co *consumer) {
	i := co.app.pq
	pq := &c.pqs[i]
	switch {
	case pq.dropped || co.app.failed:
	case co.app.stay:
		pq.next, pq.memory.Value = co.app.next, co.app.next // the next round pulls from there
	default:
		pq.memory.Value = co.app.end
	}
	co.app.busy = false
	c.letGo(i)
}

// loopRoute: see pullLoop.known.
func (co *consumer) loopRoute() {
	if co.mode == script.ModePullAll && co.loop.begun >= 0 {
		co.loop.known = true
	}
}

// markBalanced is the rebalance of mode=pull-all: what it allocates does not
// matter to the loop, but the timer sends the offsets of those queues only.
func (c *Cluster) markBalanced(co *consumer) {
	c.epoch++
	for _, q := range co.rb.share {
		c.mark[q] = c.epoch
	}
	c.ints = c.ints[:0]
	for _, i := range co.table {
		pq := &c.pqs[i]
		mine := c.mark[pq.queue] == c.epoch
		if mine == pq.balanced || c.topics[c.queues[pq.queue].topic].retry {
			continue
		}
		if !mine && pq.memory.Value >= 0 {
			c.ints = append(c.ints, int64(pq.queue), pq.memory.Value)
		}
		// removeDirtyOffset on the way in, removeOffset on the way out.
		pq.balanced, pq.memory.Value = mine, noOffset
	}
	c.sendCommits(co, trace.CommitByRemoval, co.cause)
}

// forgetUnbalanced is the other half of persistAll(mqs): entries of other queues
// are deleted unsaved, unless there are no mqs at all.
func (c *Cluster) forgetUnbalanced(co *consumer) {
	some := slices.ContainsFunc(co.table, func(i int32) bool { return c.pqs[i].balanced })
	for _, i := range co.table {
		if pq := &c.pqs[i]; some && !pq.balanced {
			pq.memory.Value = noOffset
		}
	}
}
