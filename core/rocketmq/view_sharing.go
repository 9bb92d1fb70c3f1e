package rocketmq

import (
	"ringside/core/ledger"
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
		last, least := int32(-1), int64(0)
		behind := func(ci int32, at int64) {
			if at >= 0 && (last < 0 || at < least) {
				last, least = ci, at
			}
		}
		for _, o := range qv.Owners {
			if ci := g.members[o]; c.consumers[ci].broadcast {
				at := c.fileOf(&c.consumers[ci])[q]
				if at < 0 {
					at = g.ledger.Received(q, ci).First()
				}
				behind(ci, at)
			}
		}
		for k := 0; len(qv.Owners) == 0 && k < len(g.members); k++ {
			if co := &c.consumers[g.members[k]]; co.broadcast {
				behind(co.index, c.fileOf(co)[q])
			}
		}
		if last >= 0 {
			c.viewFile(qv, q, g.ledger.Received(q, last), last, least)
		}
	}
}

// viewFile shows a queue as far as member ci has come, whose file says committed.
func (c *Cluster) viewFile(qv *model.QueueView, q int32, l *ledger.Queue, ci int32, committed int64) {
	qv.InFile = true
	qv.Committed = min(max(committed, qv.Min), qv.End)
	qv.Beyond, qv.Highest = max(committed-qv.End, 0), max(l.Highest, qv.Committed)
	qv.Done = l.DoneBetween(qv.Committed, l.Highest)
	if qv.InProcess > 0 {
		qv.InProcess = c.cachedOf(ci, q)
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
