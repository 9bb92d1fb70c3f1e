package ledger

// Loss is why a message that was written is completed by nobody.
type Loss uint8

const (
	// LossNone: it has been completed, or will be.
	LossNone Loss = iota
	// LossPassedOver: the new owner of its queue started behind it
	// (CONSUME_FROM_LAST_OFFSET, a reset offset, …).
	LossPassedOver
	// LossFiltered: a filter took it out though a member of the group subscribes
	// to its tag: the broker filters by the newest subscription of the group, the
	// client by its own.
	LossFiltered
	// LossExpired: it was deleted before anybody completed it.
	LossExpired
	// LossDropped: its consumer failed on it and nobody tries again: broadcasting has
	// no retry, an application that pulls went on, a POP client gave it up.
	LossDropped
	// LossUnwanted: no member subscribes to its tag. That is no harm.
	LossUnwanted
	// LossDead: it went to the dead letter queue, %DLQ%group.
	LossDead
	// LossTruncated: the broker lost the tail of its log before anybody completed it.
	LossTruncated

	// NumLosses counts them, LossNone included.
	NumLosses
)

var lossNames = [NumLosses]string{"none", "passed-over", "filtered", "expired", "dropped", "unwanted", "dead-letter", "truncated"}

// String is the loss's word in scripts and summaries.
func (l Loss) String() string {
	if l >= NumLosses {
		return "unknown"
	}
	return lossNames[l]
}

// Skips reports whether the loss counts as a skipped message: lost without
// anybody having asked for that, and without a trace of it in a queue.
func (l Loss) Skips() bool { return l >= LossPassedOver && l <= LossDropped || l == LossTruncated }

// ParseLoss is the inverse of String for the losses that count as skipped.
func ParseLoss(word string) (Loss, bool) {
	for l := LossPassedOver; l < NumLosses; l++ {
		if l.Skips() && lossNames[l] == word {
			return l, true
		}
	}
	return LossNone, false
}

// Lose records that the message at offset of queue q will not reach consumer c;
// false when it has been completed already, or counted as lost.
func (g *Group) Lose(q int32, offset int64, c int32, l Loss) bool {
	qu := g.queueOf(q, c)
	if offset < qu.base {
		g.reopen(q, qu, offset)
	}
	return g.lose(q, qu, offset, l)
}

func (g *Group) lose(q int32, qu *Queue, offset int64, l Loss) bool {
	r := qu.at(offset)
	if r.completed() || r.loss() != LossNone {
		return false
	}
	*r = r.asLost(l)
	g.lost(q, qu, l, 1)
	qu.raiseLow()
	return true
}

// lost counts n more messages lost, or fewer.
func (g *Group) lost(q int32, qu *Queue, l Loss, n int64) {
	g.LostBy[l] += n
	qu.LostBy[l] += n
	main := &g.Queues[q]
	if main != qu {
		main.LostBy[l] += n
	}
	if t := main.topic; t != nil && l.endsWaiting() {
		t.lost += n
	}
	if l.Skips() {
		g.Skipped += n
		qu.Skipped += n
		if main != qu {
			main.Skipped += n
		}
	}
	g.less(q, n)
}

// Expire records that queue q now begins at offset lowest; what lay before it
// and was neither completed nor sent back is lost. It returns how many.
func (g *Group) Expire(q int32, lowest int64) int64 {
	n := int64(0)
	sets := len(g.sets)
	if g.shared {
		n += g.expire(q, &g.Queues[q], lowest)
	}
	for r := range sets {
		if qu := &g.sets[r][q]; qu.begun {
			// What came while it was away is not due yet; its next start passes over it.
			n += g.expire(q, qu, min(lowest, qu.dueTo))
		}
	}
	return n
}

func (g *Group) expire(q int32, qu *Queue, lowest int64) (n int64) {
	for o := qu.Low; o < min(lowest, g.Queues[q].End); o++ {
		if r := qu.at(o); !r.waiting() && g.lose(q, qu, o, LossExpired) {
			n++
		}
	}
	return n
}
