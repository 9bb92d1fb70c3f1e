package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
	"ringside/strategies"
)

// Where the clients differ: rocketmq-client-go v2 beside Java 5 and Java 4.9.

// goVersions lies above every subVersion of a Java client: Java's are
// milliseconds, Go's nanoseconds (time.Now().UnixNano()), and the broker just
// compares the numbers.
const goVersions = int64(1) << 62

// useClient makes a new process one of the client and mode that the settings
// name by now.
func (c *Cluster) useClient(co *consumer) {
	co.mode, co.polled = co.set.Mode, co.set.Mode == script.ModeLite && co.set.Client.Go()
	if co.polled {
		co.mode = script.ModePush
	}
	if co.client == co.set.Client {
		return
	}
	co.client = co.set.Client
	if err := c.useStrategy(co); err != nil {
		// As with set: what the script could not check shows at the allocation.
		co.strategy = strategies.GoClient{Strategy: strategies.Averagely{}}
	}
}

// versionAt is SubscriptionData.subVersion of a subscription made now, the
// client's time; 0 means none here, and 1 upstream's 0 (loopVersion).
func (co *consumer) versionAt(now sim.Time) int64 {
	if co.client.Go() {
		return goVersions + now
	}
	return now + 2
}

// pullVersion is the version that a pull carries; the Go client sends none, so
// the broker never finds it too new (SUBSCRIPTION_NOT_LATEST).
func (co *consumer) pullVersion(slot int) int64 {
	if co.client.Go() {
		return 0
	}
	return co.subVersions[slot]
}

// rebalanceGap is the least time between two rebalances, 0 none.
func (c *Cluster) rebalanceGap(co *consumer) sim.Time {
	if co.client != script.ClientJava5 {
		return 0
	}
	return c.timer(script.TimerRebalanceGap)
}

// firstPull is the delay of the first pull after a queue is taken; lite pull
// consumers have none.
func (c *Cluster) firstPull(co *consumer) sim.Time {
	if co.client != script.ClientJava5 || co.mode == script.ModeLite {
		return 0
	}
	return c.timer(script.TimerFirstPull)
}

// pullRetry is the delay after a pull that failed.
func (c *Cluster) pullRetry(co *consumer) sim.Time {
	if co.client.Go() {
		return c.timer(script.TimerGoPullRetry)
	}
	return c.timer(script.TimerPullRetry)
}

// suspendedRetry is the delay of a pull that finds its consumer suspended.
func (c *Cluster) suspendedRetry(co *consumer) sim.Time {
	if co.client.Go() {
		return c.timer(script.TimerGoPullRetrySuspended)
	}
	return c.timer(script.TimerPullRetrySuspended)
}

// holdTime is how long a pull asked to be held.
func (c *Cluster) holdTime(h *heldPull) sim.Time {
	switch co := &c.consumers[c.pqs[h.pq].consumer]; {
	case co.client.Go():
		return c.timer(script.TimerGoLongPoll)
	case co.mode == script.ModeLite:
		return c.timer(script.TimerLiteLongPoll)
	}
	return c.timer(script.TimerLongPoll)
}

// again schedules the next round of a periodic task. A Java client's fixed-rate
// task makes up for every round it missed while it was frozen; a Go ticker drops
// them and keeps its beat.
func (c *Cluster) again(co *consumer, due, period sim.Time, kind uint16) {
	next := due + period
	if missed := c.now() - next; missed >= 0 && co.client.Go() {
		next += (missed/period + 1) * period
	}
	c.periodic(co, next, kind)
}

// rebalanceTick is the Go client's ticker, which counts from its start whatever
// comes between.
func (c *Cluster) rebalanceTick(co *consumer, due sim.Time) {
	c.again(co, due, c.timer(script.TimerRebalanceWait), evRebalanceTick)
	co.rb.wake = due + c.timer(script.TimerRebalanceWait)
	c.wakeRebalance(co)
}

// nextRun lets the next RebalanceImmediately run that waited for its lock: each
// notice has its own run, they do not merge. It is an event, since a run that asks
// nobody (broadcasting) ends at once and would call the next from inside.
func (c *Cluster) nextRun(co *consumer) {
	if co.rb.behind > 0 {
		co.rb.behind--
		c.clientTimer(co, sim.Event{At: c.now(), Kind: evNextRun})
	}
}

// dropOneByOne drops the topic's queues that are not marked. Each is persisted by
// itself, and persisting one queue deletes the offsets of all others from the
// client's memory unsaved (offset_store.go, persist); they reappear at the next ack.
func (c *Cluster) dropOneByOne(co *consumer, t, cause int32) {
	for n := 0; n < len(co.table); {
		i := co.table[n]
		pq := &c.pqs[i]
		expired := c.now()-pq.lastPull > c.timer(script.TimerPullIdle)
		if c.queues[pq.queue].topic != t || (c.mark[pq.queue] == c.epoch && !expired) {
			n++
			continue
		}
		co.rb.changed = true
		c.ints = c.ints[:0]
		if pq.memory.Value >= 0 {
			c.ints = append(c.ints, int64(pq.queue), pq.memory.Value)
		}
		c.sendCommits(co, trace.CommitByRemoval, cause)
		c.drop(co, i, cause, false)
		co.table = slices.Delete(co.table, n, n+1)
		for _, other := range co.table {
			if !co.broadcast { // the local file's store keeps what it has
				c.pqs[other].memory.Value = noOffset
			}
		}
	}
}

// strategyWord is the word of what the consumer really runs.
func (co *consumer) strategyWord() string {
	if co.client.Go() {
		return strategies.GoWord(co.set.Strategy)
	}
	return co.set.Strategy
}

// descending is a route as the Go client sorted it before v2.0.0: brokers in
// descending order, the queues of each in ascending order.
func descending(r *route) *route {
	d := &route{brokers: r.brokers, seen: r.seen}
	for end := len(r.list); end > 0; {
		from := end - 1
		for from > 0 && r.list[from-1].Broker == r.list[end-1].Broker {
			from--
		}
		d.queues = append(d.queues, r.queues[from:end]...)
		d.list = append(d.list, r.list[from:end]...)
		end = from
	}
	return d
}
