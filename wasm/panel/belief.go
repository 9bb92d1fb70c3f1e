package panel

import (
	"slices"

	"ringside/core"
	"ringside/strategies"
)

// Believes fills owners, one per queue of the view, with the index of the
// consumer to whom the given one hands the queue in its own computation: by its
// strategy, from the ids it saw when it last rebalanced; -1 is nobody. It tells
// false when there is nothing to compute from, or the strategy cannot be made.
//
// A RocketMQ client computes its own share only; this asks it for all shares,
// which is what it takes the others to have.
func Believes(v *core.View, consumer int, owners []int32) bool {
	c := &v.Consumers[consumer]
	if len(c.Sees) == 0 || len(v.Queues) == 0 {
		return false
	}
	x := explaining{v: v}
	s, err := x.strategyOf(c)
	if err != nil {
		return false
	}
	ids := make([]string, 0, len(c.Sees))
	of := make(map[string]int32, len(c.Sees)) // of two consumers with one id the first
	for _, seen := range c.Sees {
		if seen < 0 || seen >= len(v.Consumers) {
			continue
		}
		id := v.Consumers[seen].ID
		ids = append(ids, id)
		if _, ok := of[id]; !ok {
			of[id] = int32(seen)
		}
	}
	strategies.SortIDs(ids)
	group := x.group()
	for i := range owners {
		owners[i] = -1
	}
	for first := 0; first < len(v.Queues); { // topic by topic, as they are dealt
		next := first
		var queues []strategies.Queue
		for next < len(v.Queues) && v.Queues[next].Topic == v.Queues[first].Topic {
			queues = append(queues, x.queueOf(&v.Queues[next]))
			next++
		}
		if !shares(s, group, queues, ids, of, owners[first:next]) {
			return false
		}
		first = next
	}
	return true
}

// shares asks for the share of every id; the queues are those of one topic, in
// the order of the view, which is that of MessageQueue.compareTo.
func shares(s strategies.Strategy, group string, queues []strategies.Queue, ids []string, of map[string]int32, owners []int32) bool {
	var share []int32
	for i, id := range ids {
		if slices.Index(ids, id) < i {
			continue
		}
		var err error
		if share, err = strategies.AppendShare(share[:0], s, group, id, queues, ids); err != nil {
			return false
		}
		for _, q := range share {
			if owners[q] < 0 {
				owners[q] = of[id]
			}
		}
	}
	return true
}
