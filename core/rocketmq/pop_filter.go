package rocketmq

import (
	"slices"

	"ringside/core/trace"
)

// popFrom is POP's offset of a queue. Its first is 0 while message 0 is in memory,
// else one before the end; the minimum with from=first.
func (c *Cluster) popFrom(co *consumer, q int32) int64 {
	if from := c.groups[co.group].stored[q]; from != noOffset {
		return from
	}
	log := &c.queues[q].log
	if log.Min > 0 && co.set.From != "first" {
		return max(log.End-1, log.Min)
	}
	return log.Min
}

// popMatches says whether a queue has a message for a held request
// (PopLongPollingService.notifyMessageArriving, isMatchedByConsumeQueue).
func (c *Cluster) popMatches(co *consumer, slot int, q int32) bool {
	qu := &c.queues[q]
	return qu.anyMatches(c.popFrom(co, q), qu.log.End, co.masks[slot])
}

// popFiltered is popQueue with a subscription expression, which each POP carries
// of its own: what does not match is passed over for the whole group, whose offset
// moves behind all that was looked at.
func (c *Cluster) popFiltered(co *consumer, slot int, q int32, from, rest int64, answer int32) int64 {
	qu, mask := &c.queues[q], co.masks[slot]
	most := rest
	if qu.perPull > 0 {
		most = min(most, qu.perPull)
	}
	found, end := int64(0), from
	for limit := min(qu.log.End, from+filterScan); end < limit && found < most; end++ {
		if qu.matches(end, mask) {
			found++
		}
	}
	if end == from {
		return rest
	}
	if found > 0 {
		ck := c.newCheckpoint(co, slot, qu.broker)
		c.addToAnswer(answer, ck)
		ck.queue, ck.n = -1, int32(found)
		for o := from; o < end; o++ {
			if qu.matches(o, mask) {
				ck.items = append(ck.items, popMessage{queue: q, offset: o})
			}
		}
		c.tell(trace.KindAnswer, co, q, from, end-from, 0)
	}
	for o := from; o < end; o++ {
		if !qu.matches(o, mask) {
			c.popLeavesOut(co, slot, q, o)
		}
	}
	c.commitOffset(co.group, q, qu.broker, end, co.index, 0)
	return rest - found
}

// popLeavesOut tells the ledger of a message that a POP's filter took out. It is no
// process queue's; the ledger asks for its queue and topic alone.
func (c *Cluster) popLeavesOut(co *consumer, slot int, q int32, offset int64) {
	left := processQueue{queue: q, slot: slot}
	c.filtered(co, &left, offset)
}

// filterRetries takes out of the retry topic what the POP under way does not
// subscribe to. The topic is read with the same filter, so that what failed at a
// member with other tags is passed over and lost. false: the request is a held
// one, and nothing there is for it.
func (c *Cluster) filterRetries(co *consumer, slot int, st *popState, held bool) bool {
	mask := co.masks[slot]
	if mask == allTags {
		return true
	}
	if held && !slices.ContainsFunc(st.retry, func(m popMessage) bool { return c.queues[m.queue].matches(m.offset, mask) }) {
		return false
	}
	kept := st.retry[:0]
	for _, m := range st.retry {
		if c.queues[m.queue].matches(m.offset, mask) {
			kept = append(kept, m)
			continue
		}
		c.popLeavesOut(co, slot, m.queue, m.offset)
	}
	st.retry = kept
	return true
}
