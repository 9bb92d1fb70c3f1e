package rocketmq

// A group can mix members in POP mode with members that hold queues. They share
// the group's offsets: a POP moves a queue's offset at once, so a member that takes
// the queue then starts behind what others have popped and not yet acknowledged.

// popped tells the ledger which messages of a queue are hidden, or wait in the POP
// retry topic, before it judges what a holder's start passes over.
func (c *Cluster) popped(g int32, q int32) {
	gr := &c.groups[g]
	if gr.pop == nil || c.topics[c.queues[q].topic].retry {
		return
	}
	for k := range c.cks {
		ck := &c.cks[k]
		if !ck.used || ck.group != g {
			continue
		}
		for i := int32(0); i < ck.n; i++ {
			if m := ck.message(i); ck.acked>>i&1 == 0 && m.queue == q {
				gr.ledger.Popped(q, m.offset)
			}
		}
	}
	for i := range gr.pop {
		for _, m := range gr.pop[i].retry {
			if m.queue == q {
				gr.ledger.Popped(q, m.offset)
			}
		}
	}
}
