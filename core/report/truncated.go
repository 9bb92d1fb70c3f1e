package report

import "ringside/core/trace"

// goneTally holds the first completions of the offsets that a truncation took
// away: the same offsets come again with other messages.
type goneTally struct {
	from  int64
	first []uint64
	of    map[int32][]uint64
}

// truncated forgets what is known of the messages that a broker has lost.
func (c *counts) truncated(e *trace.Event) {
	t := &c.queues[e.Queue]
	away := goneTally{from: e.A, of: map[int32][]uint64{}}
	away.first, t.first = cutOff(t.first, e.A, e.C)
	for id := range t.of { // order: each client id by itself
		away.of[id], t.of[id] = cutOff(t.of[id], e.A, e.C)
	}
	t.gone = append(t.gone, away)
	for o := e.A; o < e.A+e.C; o++ {
		delete(t.again, o)
	}
}

// cutOff takes the n entries from offset end on off a list.
func cutOff(list []uint64, end, n int64) (away, rest []uint64) {
	away = make([]uint64, n)
	if end < int64(len(list)) {
		copy(away, list[end:])
		list = list[:end]
	}
	return away, list
}

// seen is the first completion of the message at an offset, as a consumer counts it.
func (c *counts) seen(t *tally, e *trace.Event, offset int64) *uint64 {
	if e.C&trace.CompleteGone != 0 {
		for i := len(t.gone) - 1; i >= 0; i-- {
			if g := &t.gone[i]; offset >= g.from && offset < g.from+int64(len(g.first)) {
				return c.seenGone(g, e.Consumer, offset-g.from)
			}
		}
	}
	return &c.firsts(t, e.Consumer, offset)[offset]
}

func (c *counts) seenGone(g *goneTally, consumer int32, i int64) *uint64 {
	list := g.first
	if int(consumer) < len(c.alone) && c.alone[consumer] {
		id := c.id[consumer]
		if g.of[id] == nil {
			g.of[id] = make([]uint64, len(g.first))
		}
		list = g.of[id]
	}
	if list[i] == 0 {
		// It was counted as lost.
		c.found++
	}
	return &list[i]
}
