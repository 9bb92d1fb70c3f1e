package sim

// Timer names a scheduled event so that it can be cancelled. The zero Timer names none.
type Timer struct {
	slot int32 // index + 1
	gen  uint32
}

// entry is what the heap moves: the order, and where the event lies.
type entry struct {
	key
	slot int32
}

type slot struct {
	ev   Event
	gen  uint32
	live bool
}

// heap holds events of any order. Places are reused.
type heap struct {
	entries []entry
	slots   []slot
	free    []int32
	// out is the event taken last.
	out Event
}

// add gives the place of one more event.
func (h *heap) add(k key) (*Event, Timer) {
	var s int32
	if n := len(h.free); n > 0 {
		s = h.free[n-1]
		h.free = h.free[:n-1]
	} else {
		s = int32(len(h.slots))
		h.slots = append(h.slots, slot{})
	}
	sl := &h.slots[s]
	sl.live = true
	sl.gen++
	h.push(entry{k, s})
	return &sl.ev, Timer{s + 1, sl.gen}
}

func (h *heap) pending(t Timer) bool {
	return t.slot != 0 && h.slots[t.slot-1].live && h.slots[t.slot-1].gen == t.gen
}

// top is the key of the first event; a cancelled one counts until it is taken,
// since taking it out of the middle would cost more than meeting it once.
func (h *heap) top() key {
	if len(h.entries) == 0 {
		return never
	}
	return h.entries[0].key
}

// take takes out the first event; nil when it was cancelled.
func (h *heap) take() *Event {
	s := h.entries[0].slot
	h.pop()
	h.free = append(h.free, s)
	sl := &h.slots[s]
	if !sl.live {
		return nil
	}
	sl.live = false
	h.out = sl.ev
	return &h.out
}

// The heap has four children a node: fewer levels, and the children lie in one
// or two cache lines.
const arity = 4

func (h *heap) push(e entry) {
	h.entries = append(h.entries, e)
	es := h.entries
	i := len(es) - 1
	for i > 0 {
		p := (i - 1) / arity
		if !e.before(es[p].key) {
			break
		}
		es[i] = es[p]
		i = p
	}
	es[i] = e
}

func (h *heap) pop() {
	n := len(h.entries) - 1
	e := h.entries[n]
	es := h.entries[:n]
	h.entries = es
	if n == 0 {
		return
	}
	i := 0
	for {
		c := i*arity + 1
		if c >= n {
			break
		}
		m := c
		for k := c + 1; k < c+arity && k < n; k++ {
			if es[k].before(es[m].key) {
				m = k
			}
		}
		if !es[m].before(e.key) {
			break
		}
		es[i] = es[m]
		i = m
	}
	es[i] = e
}
