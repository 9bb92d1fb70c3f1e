package ledger

// A broker that has lost the tail of its log gives the same offsets out again.
// The message that had an offset before truncation n of its queue (the first is
// 1) is known by a name of its own from then on: GoneName. A consumer may still
// have it in its cache and complete it.

const goneShift = 48

// GoneName names the message that had an offset before truncation n of its queue.
func GoneName(offset int64, n int) int64 { return offset | int64(n)<<goneShift }

// Plain is the offset of a message, gone or not.
func Plain(name int64) int64 { return name & (1<<goneShift - 1) }

// gone are the records that a truncation took away.
type gone struct {
	from    int64
	records []record
}

// Truncate records that queue q ends at offset end from now on. What lay behind
// and was neither completed nor sent back is lost. n numbers the truncation.
func (g *Group) Truncate(q int32, end int64) (n int, lost int64) {
	main := &g.Queues[q]
	old := main.End
	if g.shared {
		lost = g.loseTail(q, main, end, old)
	}
	main.cut(end, old)
	for r := range g.sets {
		qu := &g.sets[r][q]
		if qu.begun {
			// What came while it was away is not due yet, and never will be.
			lost += g.loseTail(q, qu, end, min(old, qu.dueTo))
		}
		qu.dueTo = min(qu.dueTo, end)
		qu.cut(end, old)
	}
	main.End = end
	return len(main.gone), lost
}

func (g *Group) loseTail(q int32, qu *Queue, end, old int64) (n int64) {
	for o := max(end, qu.base); o < old; o++ {
		if !qu.at(o).waiting() && g.lose(q, qu, o, LossTruncated) {
			n++
		}
	}
	return n
}

// cut puts the records of [end, old) away.
func (q *Queue) cut(end, old int64) {
	away := gone{end, make([]record, old-end)}
	if from := max(end, q.base); from-q.base < int64(len(q.records)) {
		copy(away.records[from-end:], q.records[from-q.base:])
		q.records = q.records[:from-q.base]
	}
	q.gone = append(q.gone, away)
	q.base, q.Low, q.Highest, q.last = min(q.base, end), min(q.Low, end), min(q.Highest, end), min(q.last, end-1)
	q.backFrom, q.lostFrom = min(q.backFrom, end), min(q.lostFrom, end)
	for i := range q.holds {
		h := &q.holds[i]
		h.highAtTake, h.backFrom = min(h.highAtTake, end), min(h.backFrom, end)
	}
}

// Pass records that consumer c, the only one that holds queue q, reads on from
// offset to without having seen what lies in [from, to): messages that were
// written at offsets that a truncation had freed.
func (g *Group) Pass(q, c int32, from, to int64) (ch Change) {
	qu := g.queueOf(q, c)
	if len(qu.holds) > 1 {
		return ch
	}
	for o := max(from, qu.Low); o < min(to, g.Queues[q].End); o++ {
		if qu.at(o).waiting() || !g.lose(q, qu, o, LossPassedOver) {
			continue
		}
		if ch.Skipped == 0 {
			ch.SkippedFrom = o
		}
		ch.Skipped++
	}
	return ch
}

// ExpireCopy records that copy, an offset of retry queue rq, was deleted; true
// when the message that it is, at offset of queue q, is lost by it.
func (g *Group) ExpireCopy(rq int32, copy int64, q int32, offset int64) bool {
	if !g.end(rq, copy) {
		return false
	}
	g.Retrying--
	return g.lose(q, &g.Queues[q], offset, LossExpired)
}
