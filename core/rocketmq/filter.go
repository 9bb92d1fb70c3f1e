package rocketmq

import (
	"slices"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// allTags is the subscription "*". Any other set of tags is a bit for each tag
// that producers of the script give.
const allTags = ^uint64(0)

// filterScan is how many messages a broker looks at for one pull that filters:
// MessageStoreConfig.maxFilterMessageSize, 16,000 bytes, by 20 bytes an entry.
const filterScan = 16000 / 20

// tagger gives the messages of a topic their tags.
type tagger struct {
	stream sim.Stream
	// sum holds the running sums of the weights, bit the tags.
	sum []int64
	tag []uint8
}

func (b *builder) tags(p *script.Producer, t int32) {
	if len(p.Tags) == 0 {
		return
	}
	c := b.c
	tg := &tagger{stream: sim.NewStream(c.seed, p.Topic, "tag")}
	total := int64(0)
	for _, w := range p.Tags {
		i := slices.Index(c.tagNames, w.Tag)
		if i < 0 {
			i = len(c.tagNames)
			c.tagNames = append(c.tagNames, w.Tag)
		}
		total += int64(w.Weight)
		tg.sum = append(tg.sum, total)
		tg.tag = append(tg.tag, uint8(i+1))
	}
	c.topics[t].tagger = tg
}

// next is the tag of the next message, as its place in Cluster.tagNames + 1.
func (t *tagger) next() uint8 {
	n := t.stream.Below(t.sum[len(t.sum)-1])
	for i, s := range t.sum {
		if n < s {
			return t.tag[i]
		}
	}
	return 0
}

// maskOf is the set of tags of a subscription expression.
func (c *Cluster) maskOf(tags []string) uint64 {
	if tags == nil {
		return allTags
	}
	mask := uint64(0)
	for _, t := range tags {
		if i := slices.Index(c.tagNames, t); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// matches says whether the message at offset of a queue has a tag of the set. A
// message without a tag matches "*" only.
func (q *queue) matches(offset int64, mask uint64) bool {
	if mask == allTags {
		return true
	}
	i := offset - q.first
	if i < 0 || i >= int64(len(q.tags)) || q.tags[i] == 0 {
		return false
	}
	return mask>>(q.tags[i]-1)&1 == 1
}

// runEnd is the end of the unbroken run of matching messages that begins at
// from, at most to; from itself when that one does not match.
func (q *queue) runEnd(from, to int64, mask uint64) int64 {
	if mask == allTags {
		return to
	}
	for from < to && q.matches(from, mask) {
		from++
	}
	return from
}

// anyMatches says whether any offset in [from, to) matches.
func (q *queue) anyMatches(from, to int64, mask uint64) bool {
	if mask == allTags {
		return from < to
	}
	for o := from; o < to; o++ {
		if q.matches(o, mask) {
			return true
		}
	}
	return false
}

// scan is DefaultMessageStore.getMessage: how many messages from an offset a pull
// looks at, and how many of them it brings.
func (c *Cluster) scan(h *heldPull, co *consumer, mask uint64) (seen, found int64) {
	q := &c.queues[c.pqs[h.pq].queue]
	most := c.available(h, co)
	if mask == allTags || most <= 0 {
		return max(most, 0), max(most, 0)
	}
	limit := min(q.log.End-h.offset, filterScan)
	for seen < limit && found < c.mostPerPull(q, co) {
		if q.matches(h.offset+seen, mask) {
			found++
		}
		seen++
	}
	return seen, found
}

// cached is what PullAPIWrapper.processPullResult leaves of an answer: the
// messages that the broker's filter and the client's own let through go into
// the cache. It returns how many, and whether an orderly task is to be submitted.
func (c *Cluster) cached(co *consumer, i int32, from int64, n int, mask uint64) (put int, dispatch bool) {
	pq := &c.pqs[i]
	if mask == allTags {
		return n, pq.PutRange(from, n)
	}
	qu := &c.queues[pq.queue]
	for o := from; o < from+int64(n); o++ {
		if qu.matches(o, mask) {
			pq.put(o)
			put++
			continue
		}
		c.filtered(co, pq, o)
	}
	if put > 0 {
		dispatch = pq.dispatch()
	}
	return put, dispatch
}

// filtered tells the ledger of a message that this consumer will not be given,
// and that its offset moves past.
func (c *Cluster) filtered(co *consumer, pq *processQueue, offset int64) {
	g := &c.groups[co.group]
	loss := ledger.LossUnwanted
	if c.wanted(co, pq, offset) {
		loss = ledger.LossFiltered
	}
	if !g.ledger.Lose(pq.queue, offset, co.index, loss) {
		return
	}
	e := c.event(trace.KindFiltered)
	e.Consumer, e.Queue, e.Group, e.Broker, e.A, e.B = co.index, pq.queue, int16(co.group), int16(c.queues[pq.queue].broker), offset, 1
	e.Cause = pq.taken
	if loss == ledger.LossUnwanted {
		e.C = 1
	}
	c.inRun(&g.runs[pq.queue].filtered, e)
}

// wanted says whether a member of the group, or of a broadcasting group the
// consumer itself, subscribes to the message's tag.
func (c *Cluster) wanted(co *consumer, pq *processQueue, offset int64) bool {
	qu := &c.queues[pq.queue]
	if co.broadcast {
		return qu.matches(offset, co.masks[pq.slot])
	}
	for _, i := range c.groups[co.group].members {
		m := &c.consumers[i]
		if m.alive() && m.subVersions[pq.slot] != 0 && qu.matches(offset, m.masks[pq.slot]) {
			return true
		}
	}
	return false
}

// runMark remembers a stored event that counts a run.
type runMark struct {
	event, consumer int32
	c               int64
	until           sim.Time
}

// runTime is how long a run may grow; then a new event is stored.
const runTime = 5 * sim.Second

// inRun stores an event, or lets the latest one of its run grow by e.B.
func (c *Cluster) inRun(r *runMark, e trace.Event) int32 {
	if r.event != 0 && r.consumer == e.Consumer && r.c == e.C && c.now() <= r.until {
		c.log.Grow(r.event, e.B)
		return r.event
	}
	*r = runMark{event: c.log.Add(e), consumer: e.Consumer, c: e.C, until: c.now() + runTime}
	return r.event
}

// queueRuns are the runs of a queue in a group.
type queueRuns struct{ filtered, sentBack, sendBackLost, dead, gaveUp runMark }
