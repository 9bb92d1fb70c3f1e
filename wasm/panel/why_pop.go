package panel

import (
	"slices"

	"ringside/core"
	"ringside/strategies"
)

// pops says how those who pop from a queue came to it: their brokers' answers
// (QueryAssignmentProcessor.allocate4Pop) follow popShareQueueNum.
func (w *asking) pops(poppers []int) {
	w.say("why.pop", "owners", w.cut(w.namesOf(poppers)))
	c := &w.v.Consumers[poppers[0]]
	e := w.computed[poppers[0]]
	if e == nil {
		return
	}
	a := w.log.Allocation(e)
	share, ids, queues := c.PopShare, w.idsOf(a.IDs), w.known(&a)
	switch {
	case share <= 0 || share >= len(ids)-1:
		w.say("why.pop-all", "n", Number(popShareNum(c)), "consumers", Number(len(ids)))
	case len(ids) > len(queues):
		w.say("why.pop-one", "queues", Number(len(queues)), "consumers", Number(len(ids)))
	default:
		w.popShare(c, share, ids, queues)
	}
}

// popShareNum is popShareQueueNum as upstream has it: -1 unless it is set.
func popShareNum(c *core.ConsumerView) int {
	if c.PopShare == 0 {
		return -1
	}
	return c.PopShare
}

// popShare says whose share a queue is, and who may pop from it besides: each gets
// its own share and those of the next members of the list.
func (w *asking) popShare(c *core.ConsumerView, share int, ids []string, queues []strategies.Queue) {
	e, err := w.explanation(c, ids, queues)
	if err != nil || e.Owner == "" {
		return
	}
	w.reason(&e)
	before := make([]string, 0, share)
	at := slices.Index(ids, e.Owner)
	for i := 1; i <= share; i++ {
		before = append(before, w.name(ids[(at-i+len(ids))%len(ids)]))
	}
	w.say("why.pop-share", "n", Number(share), "owner", w.name(e.Owner), "consumers", w.cut(before))
}
