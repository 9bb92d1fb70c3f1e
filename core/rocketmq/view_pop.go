package rocketmq

import (
	"slices"

	"ringside/core/model"
)

// viewPops fills in who may pop which queue, which is everybody's as a rule, and
// what is hidden.
func (c *Cluster) viewPops(v *model.View, g *group) {
	v.Invisible, v.Revived = 0, 0
	if g.pop == nil {
		return
	}
	for i, ci := range g.members {
		cv := &v.Consumers[i]
		for _, p := range c.consumers[ci].pops {
			if p.active {
				cv.Cached += p.wait
				if !p.asked && p.wait > c.consumers[ci].set.PopThreshold {
					cv.PutOff++
				}
				c.viewPop(v, g, &p, i)
			}
		}
		slices.Sort(cv.Holds)
		cv.Holds = slices.Compact(cv.Holds)
	}
	for i := range c.cks {
		ck := &c.cks[i]
		if !ck.used || ck.group != int32(v.Group) {
			continue
		}
		v.Invisible += ck.hidden()
		for k := int32(0); k < ck.n; k++ {
			if at := g.place[ck.message(k).queue]; at >= 0 && ck.acked>>k&1 == 0 {
				v.Queues[at].Invisible++
			}
		}
	}
	for i := range g.pop {
		v.Revived += len(g.pop[i].retry)
	}
}

// viewPop shows one assignment of member i.
func (c *Cluster) viewPop(v *model.View, g *group, p *popQueue, i int) {
	for at, q := range g.shown {
		mine := p.queue == q || p.queue < 0 && v.Queues[at].Readable && c.queues[q].broker == p.broker && c.queues[q].topic == g.topics[p.slot]
		if mine && !slices.Contains(v.Queues[at].Owners, i) {
			v.Queues[at].Owners = append(v.Queues[at].Owners, i)
			v.Queues[at].PutOff = v.Queues[at].PutOff || !p.asked && p.wait > c.consumers[g.members[i]].set.PopThreshold
			v.Consumers[i].Holds = append(v.Consumers[i].Holds, at)
		}
	}
}
