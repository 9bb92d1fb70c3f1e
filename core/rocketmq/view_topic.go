package rocketmq

import (
	"time"

	"ringside/core/ledger"
	"ringside/core/model"
)

// viewTopic sums up for the topic chosen what the ledger keeps per queue. Queues
// that have been taken out count as they do in the group's figures.
func (c *Cluster) viewTopic(v *model.View, g *group) {
	if !v.OneTopic() {
		return
	}
	t := c.topicOf(v.Topics[v.Topic])
	o := &v.OfTopic
	*o = model.Counters{
		BacklogPeak: g.ledger.Topics[v.Topic].BacklogPeak, RateMax: v.RateMax, Recovery: v.Recovery, Rebalances: v.Rebalances, Notices: v.Notices,
		Disorder: v.Disorder, DisorderBy: v.DisorderBy, Failed: v.Failed, Retrying: v.Retrying, Idle: v.Idle, IdleMax: v.IdleMax,
	}
	now := c.now()
	for q := range g.ledger.Queues {
		if c.queues[q].topic != t {
			continue
		}
		l := &g.ledger.Queues[q]
		o.Produced, o.Distinct, o.Duplicates = o.Produced+l.Produced, o.Distinct+l.Distinct, o.Duplicates+l.Duplicates
		o.Completions, o.Skipped, o.Moved = o.Completions+l.Completions, o.Skipped+l.Skipped, o.Moved+l.Moved
		o.Backlog, o.Rate = o.Backlog+l.Waiting(), o.Rate+l.Rate()
		for i, n := range l.ByCause {
			o.ByCause[i] += n
		}
		for i, n := range l.LostBy {
			o.LostBy[i] += n
		}
		for _, n := range [...]struct {
			count *int
			since int64
		}{{&o.Unowned, l.UnownedSince}, {&o.Double, l.DoubleSince}, {&o.FirstPull, l.FirstPull.Since}, {&o.LockWait, l.LockWait.Since}, {&o.Paused, l.Pause.Since}} {
			if n.since >= 0 {
				*n.count++
			}
		}
		c.longestOf(o, int32(q), l, now)
		if w := l.Waiting(); w > 0 && !c.readable(int32(q)) {
			o.Unreadable += w
		}
	}
	o.DeadLetters = o.LostBy[ledger.LossDead]
	for i := range c.producers {
		if c.producers[i].topic == t {
			o.SendErrors += c.producers[i].errors
		}
	}
}

// missed is until when somebody misses the queue: now, or when it was let go, if
// since then no consumer can read it and there is nothing in it.
func (c *Cluster) missed(q int32, l *ledger.Queue, now int64) int64 {
	if l.Produced == 0 && l.NumOwners() == 0 && !c.readable(q) {
		return max(l.UnownedSince, 0)
	}
	return now
}

// longestOf raises the longest times by those of a queue.
func (c *Cluster) longestOf(v *model.Counters, q int32, l *ledger.Queue, now int64) {
	longest := func(d *time.Duration, ns int64) { *d = max(*d, time.Duration(ns)) }
	now = c.missed(q, l, now)
	longest(&v.UnownedMax, l.UnownedLongest(now))
	longest(&v.DoubleMax, l.DoubleLongest(now))
	longest(&v.FirstPullMax, l.FirstPull.Longest(now))
	longest(&v.LockWaitMax, l.LockWait.Longest(now))
	longest(&v.PauseMax, l.Pause.Longest(now))
	longest(&v.SilentMax, l.SilentLongest(now))
}
