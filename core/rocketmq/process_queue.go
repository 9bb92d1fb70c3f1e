package rocketmq

// ProcessQueue is the client's cache of one queue (upstream's class of that
// name, msgTreeMap): the messages pulled and not yet finished. What it answers
// to Remove is the offset to commit: the smallest unfinished one.
//
// Upstream keeps a tree map. Offsets nearly always come in rising order, so
// here they lie in a ring buffer; the rare lower one is put in its place.
type ProcessQueue struct {
	buf  []int64 // offsets in rising order; a finished one is stored as ^offset
	head int
	n    int // entries in buf, finished ones included
	// Count is msgCount: messages put and not removed.
	Count int
	// queueOffsetMax is the last new offset put; it may go down when lower
	// offsets are pulled later.
	queueOffsetMax int64
	consuming      bool
	// taken holds what an orderly consumer has in work (consumingMsgOrderlyTreeMap).
	taken []int64
}

func (p *ProcessQueue) at(i int) *int64 { return &p.buf[(p.head+i)&(len(p.buf)-1)] }

// offsetOf is the offset of an entry, finished or not.
func offsetOf(v int64) int64 {
	if v < 0 {
		return ^v
	}
	return v
}

// find is the index of the first entry whose offset is not below offset.
func (p *ProcessQueue) find(offset int64) int {
	if p.n == 0 {
		return 0
	}
	// Without gaps the place follows from the first offset.
	if i := offset - offsetOf(*p.at(0)); i >= 0 && i < int64(p.n) && offsetOf(*p.at(int(i))) == offset {
		return int(i)
	}
	lo, hi := 0, p.n
	for lo < hi {
		mid := (lo + hi) / 2
		if offsetOf(*p.at(mid)) < offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (p *ProcessQueue) grow() {
	if p.n < len(p.buf) {
		return
	}
	bigger := make([]int64, max(64, 2*len(p.buf)))
	for i := range p.n {
		bigger[i] = *p.at(i)
	}
	p.buf, p.head = bigger, 0
}

// insert puts offset in its place; false when it is there already, unfinished.
func (p *ProcessQueue) insert(offset int64) bool {
	i := p.n
	if p.n > 0 && offset <= offsetOf(*p.at(p.n - 1)) {
		i = p.find(offset)
		if v := *p.at(i); offsetOf(v) == offset {
			*p.at(i) = offset
			return v < 0
		}
	}
	p.grow()
	p.n++
	for j := p.n - 1; j > i; j-- {
		*p.at(j) = *p.at(j - 1)
	}
	*p.at(i) = offset
	return true
}

// PutRange is Put for the offsets [from, from+n), as a pull brings them.
func (p *ProcessQueue) PutRange(from int64, n int) bool {
	if p.n > 0 && from <= offsetOf(*p.at(p.n - 1)) {
		for o := from; o < from+int64(n); o++ {
			p.put(o)
		}
		return p.dispatch()
	}
	for o := from; o < from+int64(n); o++ {
		p.grow()
		p.n++
		*p.at(p.n - 1) = o
	}
	if n > 0 {
		p.queueOffsetMax = from + int64(n) - 1
		p.Count += n
	}
	return p.dispatch()
}

// Put puts offsets (putMessage) and reports whether an orderly consumer is to
// be dispatched: it is when there is work and none is under way.
func (p *ProcessQueue) Put(offsets ...int64) bool {
	for _, o := range offsets {
		p.put(o)
	}
	return p.dispatch()
}

func (p *ProcessQueue) put(offset int64) {
	if p.insert(offset) {
		p.queueOffsetMax = offset
		p.Count++
	}
}

func (p *ProcessQueue) dispatch() bool {
	if p.Count-len(p.taken) > 0 && !p.consuming {
		p.consuming = true
		return true
	}
	return false
}

// Remove takes finished offsets out (removeMessage) and returns the offset to
// commit: the smallest that remains, one past the last put when none does, -1
// when there was nothing to begin with.
func (p *ProcessQueue) Remove(offsets ...int64) int64 {
	if p.Count == 0 {
		return -1
	}
	for _, o := range offsets {
		p.finish(o)
	}
	return p.commitOffset()
}

// RemoveRange is Remove for the offsets [from, from+n).
func (p *ProcessQueue) RemoveRange(from int64, n int) int64 {
	if p.Count == 0 {
		return -1
	}
	i := p.find(from)
	for o := from; o < from+int64(n) && i < p.n; o++ {
		// i is the first entry that is not below o.
		v := p.at(i)
		if offsetOf(*v) > o {
			continue
		}
		if *v == o {
			*v = ^o
			p.Count--
		}
		i++
	}
	return p.commitOffset()
}

func (p *ProcessQueue) finish(offset int64) {
	i := p.find(offset)
	if i == p.n {
		return
	}
	v := p.at(i)
	if *v != offset {
		return
	}
	*v = ^offset
	p.Count--
}

func (p *ProcessQueue) commitOffset() int64 {
	for p.n > 0 && *p.at(0) < 0 {
		p.shift()
	}
	if p.n == 0 {
		return p.queueOffsetMax + 1
	}
	return *p.at(0)
}

func (p *ProcessQueue) shift() {
	p.head = (p.head + 1) & (len(p.buf) - 1)
	p.n--
}

// Span is getMaxSpan: the highest cached offset minus the lowest.
func (p *ProcessQueue) Span() int64 {
	lo, hi := int64(-1), int64(-1)
	for i := 0; i < p.n && lo < 0; i++ {
		lo = *p.at(i)
	}
	for i := p.n - 1; i >= 0 && hi < 0; i-- {
		hi = *p.at(i)
	}
	if lo < 0 || hi < 0 {
		return 0
	}
	return hi - lo
}

// reach is at least Span: finished messages at the ends count too.
func (p *ProcessQueue) reach() int64 {
	if p.n == 0 {
		return 0
	}
	return offsetOf(*p.at(p.n - 1)) - offsetOf(*p.at(0))
}

// Holds reports whether offset is cached and unfinished.
func (p *ProcessQueue) Holds(offset int64) bool {
	i := p.find(offset)
	return i < p.n && *p.at(i) == offset
}

// Take moves up to n of the lowest messages to the ones in work (takeMessages),
// for an orderly listener, and returns their offsets; the slice is valid until
// the next call. None left: consuming ends.
func (p *ProcessQueue) Take(n int) []int64 {
	from := len(p.taken)
	for ; n > 0; n-- {
		p.commitOffset() // drops finished ones from the front
		if p.n == 0 {
			break
		}
		p.taken = append(p.taken, *p.at(0))
		p.shift()
	}
	if len(p.taken) == from {
		p.consuming = false
	}
	return p.taken[from:]
}

// waitingCount is the number of messages cached and not in work (hasTempMessage
// asks whether there is one).
func (p *ProcessQueue) waitingCount() int { return p.Count - len(p.taken) }

// Commit finishes the messages in work and returns the next offset, one past
// the highest of them. With none in work upstream throws NoSuchElementException;
// here ok is false.
func (p *ProcessQueue) Commit() (next int64, ok bool) {
	if len(p.taken) == 0 {
		return 0, false
	}
	for _, o := range p.taken {
		next = max(next, o+1)
	}
	p.Count -= len(p.taken)
	p.taken = p.taken[:0]
	return next, true
}

// Again puts messages in work back (makeMessageToConsumeAgain).
func (p *ProcessQueue) Again(offsets ...int64) {
	for _, o := range offsets {
		for i, t := range p.taken {
			if t == o {
				p.taken = append(p.taken[:i], p.taken[i+1:]...)
				break
			}
		}
		p.insert(o)
	}
}

// Rollback puts all messages in work back (rollback).
func (p *ProcessQueue) Rollback() {
	for _, o := range p.taken {
		p.insert(o)
	}
	p.taken = p.taken[:0]
}

// first is the smallest offset cached and unfinished (msgTreeMap.firstKey).
func (p *ProcessQueue) first() (int64, bool) {
	for i := range p.n {
		if v := *p.at(i); v >= 0 {
			return v, true
		}
	}
	return 0, false
}

// takenRun is the first unbroken run of messages in work at or after from; it
// begins at none when there is none.
func (p *ProcessQueue) takenRun(from, none int64) (start, end int64) {
	for i, o := range p.taken {
		if o < from {
			continue
		}
		end = o + 1
		for _, next := range p.taken[i+1:] {
			if next != end {
				break
			}
			end++
		}
		return o, end
	}
	return none, none
}

// Clear empties the cache (clear).
func (p *ProcessQueue) Clear() {
	p.head, p.n, p.Count, p.queueOffsetMax = 0, 0, 0, 0
	p.taken = p.taken[:0]
	p.consuming = false
}
