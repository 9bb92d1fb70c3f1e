package rocketmq

import (
	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// A broker that comes up after a power failure has lost what it had not flushed
// (flushDiskType ASYNC_FLUSH), or a slave that takes its place never had it:
// CommitLog.recoverAbnormally ends in truncateDirtyFiles, and the queues end where
// the log does. Offsets are stored apart and may lie beyond the end then. Retry
// topics and the schedule keep what they have.

// cutLog is one truncation of a queue: the offsets [from, to) were taken away.
type cutLog struct{ from, to int64 }

// goneRun are messages that a process queue has in its cache or its listeners and
// that truncation n of the queue has taken from the broker.
type goneRun struct {
	from, to int64
	n        int
}

// truncate takes the tail of a broker's log away.
func (c *Cluster) truncate(a *script.Action) {
	b := c.brokerNamed(a.Target)
	for q := range c.queues {
		qu := &c.queues[q]
		if qu.broker != b || c.topics[qu.topic].retry {
			continue
		}
		end := max(qu.log.End-int64(a.N), qu.log.Min)
		if a.N == 0 {
			end = c.storedBefore(int32(q), c.servers[c.brokerProcess(b)].changed-int64(a.Lost))
		}
		if end < qu.log.End {
			c.cutTail(int32(q), end)
		}
	}
}

// storedBefore is the first offset that was stored at or after a time.
func (c *Cluster) storedBefore(q int32, at sim.Time) int64 {
	qu := &c.queues[q]
	o := qu.log.End
	for ; o > qu.log.Min; o-- {
		stored, known := qu.stamps.of(o - 1)
		if !known {
			return c.searchOffset(q, at) // to the second
		}
		if stored < at {
			break
		}
	}
	return o
}

// cutTail makes a queue end at an offset.
func (c *Cluster) cutTail(q int32, end int64) {
	qu := &c.queues[q]
	old := qu.log.End
	qu.cuts = append(qu.cuts, cutLog{end, old})
	qu.log.End = end
	qu.stamps.cut(end)
	if n := end - qu.first; n < int64(len(qu.tags)) {
		qu.tags = qu.tags[:n]
	}
	for len(qu.times) > 0 && qu.times[len(qu.times)-1].offset >= end {
		qu.times = qu.times[:len(qu.times)-1]
	}
	c.nameGone(q, end, old)
	e := c.event(trace.KindTruncated)
	e.Queue, e.Topic, e.Broker, e.A, e.C = q, int16(qu.topic), int16(qu.broker), end, old-end
	e.Cause = c.servers[c.brokerProcess(qu.broker)].cause
	for g := range c.groups {
		if gr := &c.groups[g]; gr.reads(qu.topic) {
			e.Group = int16(g)
			_, e.B = gr.ledger.Truncate(q, end)
			c.log.Add(e)
		}
	}
}

// nameGone gives the messages of [from, to) names of their own wherever they are
// still known: in clients, in retry topics and behind POP checkpoints.
func (c *Cluster) nameGone(q int32, from, to int64) {
	n := len(c.queues[q].cuts)
	for i := range c.pqs {
		pq := &c.pqs[i]
		if last := min(to, pq.next); pq.used && pq.queue == q && last > from {
			pq.gone = append(pq.gone, goneRun{from, last, n})
		}
	}
	rename := func(queue int32, offset *int64) {
		if queue == q && *offset >= from && *offset < to {
			*offset = ledger.GoneName(*offset, n)
		}
	}
	for i := range c.queues {
		for j := range c.queues[i].copies {
			m := &c.queues[i].copies[j]
			rename(m.queue, &m.offset)
		}
	}
	for b := range c.brokers {
		for level := range c.brokers[b].delays {
			for j := range c.brokers[b].delays[level].waiting {
				m := &c.brokers[b].delays[level].waiting[j]
				rename(m.queue, &m.offset)
			}
		}
	}
	c.eachPopped(q, rename)
}

// eachPopped calls f for the messages of a queue that were popped.
func (c *Cluster) eachPopped(q int32, f func(queue int32, offset *int64)) {
	for i := range c.cks {
		ck := &c.cks[i]
		if !ck.used {
			continue
		}
		if ck.queue == q {
			// It is told message by message from now on.
			ck.items = ck.items[:0]
			for j := range ck.n {
				ck.items = append(ck.items, popMessage{queue: q, offset: ck.from + int64(j)})
			}
			ck.queue = -1
		}
		for j := range ck.items {
			f(ck.items[j].queue, &ck.items[j].offset)
		}
	}
	for i := range c.consumers {
		for k := range c.consumers[i].threads {
			items := c.consumers[i].threads[k].items
			for j := range items {
				f(items[j].queue, &items[j].offset)
			}
		}
	}
	for g := range c.groups {
		for s := range c.groups[g].pop {
			retry := c.groups[g].pop[s].retry
			for j := range retry {
				f(retry[j].queue, &retry[j].offset)
			}
		}
	}
}

// nameOf is the ledger's name of the message that a process queue has at an
// offset; pq may be nil, where its table is not known any more.
func (c *Cluster) nameOf(pq *processQueue, q int32, offset int64) int64 {
	qu := &c.queues[q]
	if len(qu.cuts) == 0 {
		return offset
	}
	if pq != nil {
		for i := range pq.gone {
			if r := &pq.gone[i]; offset >= r.from && offset < r.to {
				return ledger.GoneName(offset, r.n)
			}
		}
	}
	for i := len(qu.cuts) - 1; i >= 0 && offset >= qu.log.End; i-- {
		if r := qu.cuts[i]; offset >= r.from && offset < r.to {
			return ledger.GoneName(offset, i+1)
		}
	}
	return offset
}

// noteDone tells the trace of completions in a queue whose log was cut, those of
// messages that the broker has lost apart.
func (c *Cluster) noteDone(co *consumer, pq *processQueue, q int32, from, to int64, dropped bool) {
	for from < to {
		end, gone := from+1, c.nameOf(pq, q, from) != from
		for end < to && (c.nameOf(pq, q, end) != end) == gone {
			end++
		}
		flags := int64(0)
		if dropped {
			flags |= trace.CompleteDiscarded
		}
		if gone {
			flags |= trace.CompleteGone
		}
		c.tell(trace.KindComplete, co, q, from, end-from, flags)
		from = end
	}
}

// readOn notes what a process queue's first pull after a truncation passes over:
// its offset lay beyond the end, and the log has grown past it since.
func (c *Cluster) readOn(co *consumer, pq *processQueue, from int64) {
	cuts := c.queues[pq.queue].cuts
	pq.cutsSeen = len(cuts)
	e := c.event(trace.KindSkipped)
	e.Consumer, e.Queue, e.Group, e.Broker = co.index, pq.queue, int16(co.group), int16(c.queues[pq.queue].broker)
	c.skipped(&e, c.groups[co.group].ledger.Pass(pq.queue, co.index, cuts[len(cuts)-1].from, from), pq.taken)
}

// cut forgets the stamps of offsets from end on.
func (s *stamps) cut(end int64) {
	switch {
	case s.next <= end:
	case end <= s.base:
		s.at, s.base, s.next, s.shift = s.at[:0], end, end, 0
	default:
		k := (end - s.base + 1<<s.shift - 1) >> s.shift
		s.at = s.at[:k]
		s.next = s.base + k<<s.shift
	}
}
