package sim

// Two lanes carry the events of the network and of the listeners, one those of a
// producer; one more leaves room. laneSpan keeps timers of seconds out: one of
// them would close its lane to all that is due before it.
const (
	numLanes = 4
	laneSpan = 100 * Millisecond
)

// lane holds events in the order in which they are due, in a ring buffer.
type lane struct {
	buf     []waiting
	head, n int
}

type waiting struct {
	ev  Event
	seq uint64
}

// push gives the place of one more.
func (l *lane) push() *waiting {
	// One place stays free, so that the event shifted out last is not overwritten.
	if l.n+1 >= len(l.buf) {
		l.grow()
	}
	l.n++
	return &l.buf[(l.head+l.n-1)&(len(l.buf)-1)]
}

func (l *lane) grow() {
	bigger := make([]waiting, max(16, 2*len(l.buf)))
	for i := range l.n {
		bigger[i] = l.buf[(l.head+i)&(len(l.buf)-1)]
	}
	l.buf, l.head = bigger, 0
}

// shift takes out the first event and gives the key of the next.
func (l *lane) shift() (*Event, key) {
	ev := &l.buf[l.head].ev
	l.head = (l.head + 1) & (len(l.buf) - 1)
	l.n--
	if l.n == 0 {
		return ev, never
	}
	w := &l.buf[l.head]
	return ev, key{w.ev.At, w.seq}
}
