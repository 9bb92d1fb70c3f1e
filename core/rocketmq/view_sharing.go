package rocketmq

import (
	"slices"

	"ringside/core/model"
	"ringside/core/script"
)

// viewSharing says how the owners of a queue have it together; owners of the usual
// kind, if there are two, are one too many whoever reads along.
func (c *Cluster) viewSharing(v *model.View, g *group) {
	for i := range v.Queues {
		qv := &v.Queues[i]
		owners := 0
		for _, o := range qv.Owners {
			switch co := &c.consumers[g.members[o]]; {
			case co.readsAll():
				qv.Shared = max(qv.Shared, model.SharedAll)
			case co.mode == script.ModePop:
				qv.Shared = model.SharedPop
			default:
				owners++
			}
		}
		if owners > 1 {
			qv.Shared = model.SharedNot
		}
	}
}

// viewFiles shows how far a queue is where the group keeps its offsets in files: as
// far as the member that is furthest behind, of those that hold it or, when nobody
// does, of those that have a file. The broker knows no offset of such a group.
func (c *Cluster) viewFiles(v *model.View, g *group) {
	for i := range v.Queues {
		qv, q := &v.Queues[i], g.shown[i]
		if qv.Shared == model.SharedNot && len(qv.Owners) > 0 || g.stored[q] >= 0 {
			continue
		}
		last := int32(-1)
		least := int64(0)
		for m, ci := range g.members {
			co := &c.consumers[ci]
			if !co.broadcast || len(qv.Owners) > 0 && !slices.Contains(qv.Owners, m) {
				continue
			}
			at := c.fileOf(co)[q]
			if at < 0 && len(qv.Owners) == 0 {
				continue
			}
			if at < 0 {
				at = g.ledger.Received(q, ci).First()
			}
			if last < 0 || at < least {
				last, least = ci, at
			}
		}
		if last < 0 {
			continue
		}
		l := g.ledger.Received(q, last)
		qv.InFile = true
		qv.Committed = min(max(least, qv.Min), qv.End)
		qv.Beyond, qv.Highest = max(least-qv.End, 0), max(l.Highest, qv.Committed)
		qv.Done, qv.InProcess = l.DoneBetween(qv.Committed, l.Highest), c.cachedOf(last, q)
	}
}

// cachedOf is the number of messages that a consumer has in its cache of a queue or
// in its listener.
func (c *Cluster) cachedOf(ci, q int32) int {
	for _, i := range c.consumers[ci].table {
		if pq := &c.pqs[i]; pq.queue == q && !pq.dropped {
			return pq.Count
		}
	}
	return 0
}
