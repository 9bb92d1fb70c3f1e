package core_test

import (
	"fmt"
	"slices"
	"time"

	"ringside/core"
)

// checkHarms: whatever happens, the harms of queues and consumers agree with what
// the view shows of them, and with the group's.
func checkHarms(v *core.View) error {
	var completions, distinct, skipped, backlog, moved int64
	for i := range v.Queues {
		q := &v.Queues[i]
		h := &q.Harms
		completions, distinct, skipped, backlog, moved = completions+h.Completions, distinct+h.Distinct, skipped+h.Skipped, backlog+h.Backlog, moved+h.Moved
		owned, longest := len(q.Owners) > 0, max(h.Unowned, h.FirstPull, h.LockWait)
		switch {
		case h.Paused&core.PausedUnowned != 0 && owned && !shares(v):
			return fmt.Errorf("queue %s has owners and is unowned", q.Name)
		case h.Paused&core.PausedFirstPull != 0 && (!owned || h.Paused != core.PausedFirstPull):
			return fmt.Errorf("queue %s: kinds of pause %b with owners %v", q.Name, h.Paused, q.Owners)
		case longest > h.Pause || h.Pause > v.PauseMax || v.PauseMax > v.Now:
			return fmt.Errorf("queue %s: pauses of %v in one of %v, the group's %v", q.Name, longest, h.Pause, v.PauseMax)
		case h.Backlog > h.BacklogMax || h.Recovery > v.Now || q.Rate > q.RateMax:
			return fmt.Errorf("queue %s: backlog %d of at most %d, recovery %v, rate %d of %d", q.Name, h.Backlog, h.BacklogMax, h.Recovery, q.Rate, q.RateMax)
		}
	}
	switch {
	case completions != v.Completions || distinct != v.Distinct || skipped != v.Skipped || backlog != v.Backlog || moved > v.Moved:
		return fmt.Errorf("completions, distinct, skipped, backlog, moved of queues %d, of the group %d", []int64{completions, distinct, skipped, backlog, moved},
			[]int64{v.Completions, v.Distinct, v.Skipped, v.Backlog, v.Moved})
	case v.Unowned+v.FirstPull > v.Paused:
		return fmt.Errorf("%d queues unowned and %d without a pull, %d paused", v.Unowned, v.FirstPull, v.Paused)
	}
	if err := checkSpikes(v); err != nil {
		return err
	}
	for i := range v.Consumers {
		if c := &v.Consumers[i]; c.IdleFor > 0 && len(c.Holds) > 0 || c.IdleMax > v.Now {
			return fmt.Errorf("consumer %s is idle for %v with %d queues", c.Name, c.IdleFor, len(c.Holds))
		}
	}
	return nil
}

// shares tells whether a member has no queue of its own: the ledger knows of no
// ownership of it.
func shares(v *core.View) bool {
	return slices.ContainsFunc(v.Consumers, func(c core.ConsumerView) bool { return c.Broadcast || c.Mode == "pop" || c.Mode == "pull-all" })
}

func checkSpikes(v *core.View) error {
	before, longest := time.Duration(-1), time.Duration(0)
	for i := range v.Spikes {
		s := &v.Spikes[i]
		if s.At <= before || s.Level > s.Peak || s.Peak > v.BacklogPeak || s.Recovery < 0 || s.At+s.Recovery > v.Now || s.Rate > v.RateMax || s.Lasts && v.Backlog <= s.Level {
			return fmt.Errorf("spike %+v at %v with backlog %d of at most %d", *s, v.Now, v.Backlog, v.BacklogPeak)
		}
		before, longest = s.At, max(longest, s.Recovery)
	}
	if longest != v.Recovery {
		return fmt.Errorf("the longest recovery is %v, of the events %v", v.Recovery, longest)
	}
	return nil
}
