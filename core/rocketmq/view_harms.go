package rocketmq

import (
	"time"

	"ringside/core/ledger"
	"ringside/core/model"
)

func (c *Cluster) viewCounters(v *model.View, g *group) {
	t := &g.ledger.Totals
	v.Counters = model.Counters{
		Produced: t.Produced, Distinct: t.Distinct, Duplicates: t.Duplicates, Completions: t.Completions, Skipped: t.Skipped,
		Backlog: t.Backlog(), BacklogPeak: t.BacklogPeak, Unowned: t.Unowned, Double: t.Double,
		Moved: t.Moved, Disorder: t.Disorder, DisorderBy: t.DisorderBy,
		Rebalances: g.rebalances, Notices: g.notices, ByCause: t.ByCause,
		Failed: t.Failed, Retrying: t.Retrying, DeadLetters: t.DeadLetters(), LostBy: t.LostBy,
		FirstPull: t.FirstPull, LockWait: t.LockWait, Paused: t.Paused,
		Rate: g.ledger.Rate(), RateMax: g.ledger.RateMax(), Recovery: time.Duration(g.ledger.Recovery(c.now())),
	}
	c.viewLongest(v, g)
	v.Unreadable, v.SendErrors = c.unreadable(v.Group), c.sendErrors(v.Group)
	c.viewTopic(v, g)
	// The strategy shown is that of the first member without overrides.
	v.Strategy, v.VNodes = "", 0
	for _, i := range g.members {
		co := &c.consumers[i]
		if v.Strategy == "" || len(co.overrides) == 0 {
			v.Strategy, v.VNodes = co.strategyWord(), co.set.VNodes
			if len(co.overrides) == 0 {
				break
			}
		}
	}
}

// viewLongest fills in the longest times of any queue and any member, and the
// group's spikes.
func (c *Cluster) viewLongest(v *model.View, g *group) {
	now := c.now()
	for q := range g.ledger.Queues {
		c.longestOf(&v.Counters, int32(q), &g.ledger.Queues[q], now)
	}
	for i := range v.Consumers {
		co := &v.Consumers[i]
		v.IdleMax = max(v.IdleMax, co.IdleMax)
		if c.consumers[g.members[i]].idleTime.Since >= 0 {
			v.Idle++
		}
	}
	v.Spikes = v.Spikes[:0]
	g.spikes = g.ledger.Spikes(g.spikes[:0], now)
	for _, s := range g.spikes {
		v.Spikes = append(v.Spikes, model.Spike{
			At: time.Duration(s.At), Level: s.Level, Peak: s.Peak, Recovery: time.Duration(s.Recovery), Lasts: s.Lasts, Rate: s.Rate,
		})
	}
}

// queueHarms is what the ledger says of a queue.
func (c *Cluster) queueHarms(q int32, l *ledger.Queue, now int64) model.QueueHarms {
	now = c.missed(q, l, now)
	h := model.QueueHarms{
		Unowned: time.Duration(l.UnownedLongest(now)), FirstPull: time.Duration(l.FirstPull.Longest(now)),
		LockWait: time.Duration(l.LockWait.Longest(now)), Pause: time.Duration(l.Pause.Longest(now)),
		Double: time.Duration(l.DoubleLongest(now)), Silent: time.Duration(l.SilentLongest(now)),
		Moved: l.Moved, Completions: l.Completions, Distinct: l.Distinct, ByCause: l.ByCause, DisorderBy: l.DisorderBy, Skipped: l.Skipped, LostBy: l.LostBy,
		Backlog: l.Waiting(), BacklogMax: l.BacklogPeak(), Recovery: time.Duration(l.Recovery(now)),
	}
	if l.UnownedSince >= 0 {
		h.Paused |= model.PausedUnowned
	}
	if l.FirstPull.Since >= 0 {
		h.Paused |= model.PausedFirstPull
	}
	if l.LockWait.Since >= 0 {
		h.Paused |= model.PausedLock
	}
	return h
}
