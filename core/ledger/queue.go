package ledger

// Queue is the ledger of one queue for one group.
type Queue struct {
	// Produced messages were appended. The others and ByCause are as in Totals, of this queue.
	Produced, Distinct, Duplicates, Completions, Skipped int64
	ByCause                                              [NumCauses]int64
	// Order counts what came out of order (groups with an orderly listener).
	Order
	// Low is the first offset not completed (nor passed over); Highest the highest
	// completed offset + 1.
	Low, Highest int64
	topic        *Topic // nil in a group of one topic, and of a retry queue
	// LastOwner held the queue last (a consumer index), -1 nobody yet.
	LastOwner int32
	// UnownedSince is when the last owner was lost (ns), -1 while owned or never owned.
	UnownedSince int64
	// DoubleSince is when a second owner came (ns), -1 when there is none.
	DoubleSince int64
	// UnownedMax, DoubleMax and SilenceMax are the longest such times that have
	// ended, in ns; silence is the time between two completions.
	UnownedMax, DoubleMax, SilenceMax int64
	// Unowned and Double are such times added up, in ns.
	Unowned, Double int64
	// FirstPull, LockWait and Pause are its pauses after it was taken, those for
	// want of its lock, and those of any kind in one, unowned ones included.
	FirstPull, LockWait, Pause Span
	// Moved counts takes by another consumer than held it last.
	Moved int64
	// LastComplete is when the latest completion ended (ns), -1 none yet.
	LastComplete int64
	// DuplicateFrom and DuplicateTo span the latest run of repeat completions: its
	// lowest offset, and its highest + 1.
	DuplicateFrom, DuplicateTo int64
	duplicateAt                int64

	// LostBy counts messages that nobody will complete, Due those to be completed,
	// as in Totals. End is the next offset to be written.
	LostBy   [NumLosses]int64
	Due, End int64
	spikes   spikes

	// quiet: no totals of ownership. begun, dueTo: see Group.receive.
	quiet, begun bool
	dueTo        int64

	base    int64 // offset of records[0]
	records []record
	gone    []gone // by truncation
	holds   []hold
	past    []past
	// back is the latest step back of the stored offset that has not been made good.
	backFrom  int64
	backEvent int32
	// lost is the latest step back whether made good or not.
	lostFrom  int64
	lostEvent int32
	// listening counts the listeners under way; last is the offset completed last.
	listening int
	last      int64
	// wants are the members that want it and were refused its lock.
	wants []int32
}

// hold is one consumer's present ownership.
type hold struct {
	consumer, Event int32
	highAtTake      int64
	start           int64
	backFrom        int64
	backEvent       int32
	// pulling: a pull was accepted; waits: its lock is not valid.
	// too: see TakeToo.
	pulling, waits, too bool
}

// past is how a consumer's latest ownership ended.
type past struct {
	consumer, event int32
	crashed         bool
	// forced: the queue was unlocked with a message in this consumer's listener.
	forced bool
}

func (q *Queue) init() {
	q.last = -1
	q.FirstPull, q.LockWait, q.Pause = Never, Never, Never
	q.spikes = newSpikes()
	q.LastOwner, q.LastComplete, q.UnownedSince, q.DoubleSince = -1, -1, -1, -1
}

// begin makes offset first the queue's lowest.
func (q *Queue) begin(first int64) {
	q.begun = true
	q.base, q.Low, q.Highest = first, first, first
}

// Owners calls f for each consumer that holds the queue, in the order they took it.
func (q *Queue) Owners(f func(consumer int32)) {
	for i := range q.holds {
		f(q.holds[i].consumer)
	}
}

// NumOwners is the number of consumers that hold the queue.
func (q *Queue) NumOwners() int { return len(q.holds) }

// Holds reports whether consumer c holds the queue.
func (q *Queue) Holds(c int32) bool { return q.hold(c) != nil }

// First is the lowest offset that counts: where the queue, or its receiver, began.
func (q *Queue) First() int64 { return q.base }

// Waiting is the number of messages that nobody has completed or passed over.
func (q *Queue) Waiting() int64 {
	return q.Due - q.Distinct - q.Skipped - q.LostBy[LossUnwanted] - q.LostBy[LossDead]
}

// Done reports whether the message at offset has been completed.
func (q *Queue) Done(offset int64) bool {
	i := offset - q.base
	return i >= 0 && i < int64(len(q.records)) && q.records[i].completed()
}

// DoneBetween counts completed offsets in [from, to).
func (q *Queue) DoneBetween(from, to int64) int {
	n := 0
	for i := max(from-q.base, 0); i < min(to-q.base, int64(len(q.records))); i++ {
		if q.records[i].completed() {
			n++
		}
	}
	return n
}

func (q *Queue) hold(c int32) *hold {
	for i := range q.holds {
		if q.holds[i].consumer == c {
			return &q.holds[i]
		}
	}
	return nil
}

func (q *Queue) ended(c int32) *past {
	for i := range q.past {
		if q.past[i].consumer == c {
			return &q.past[i]
		}
	}
	return nil
}

// reader is the stored event by which consumer c read the queue: its take, or the
// end of its hold, or failing those the take of whoever holds it.
func (q *Queue) reader(c int32) int32 {
	if h := q.hold(c); h != nil {
		return h.Event
	}
	if p := q.ended(c); p != nil {
		return p.event
	}
	if len(q.holds) > 0 {
		return q.holds[0].Event
	}
	return 0
}

func (q *Queue) end(c, event int32, crashed bool) {
	if p := q.ended(c); p != nil {
		p.event, p.crashed, p.forced = event, crashed, false
		return
	}
	q.past = append(q.past, past{consumer: c, event: event, crashed: crashed})
}

// at is the record of an offset; the slice grows by doubling, which costs
// nothing per message in the long run.
func (q *Queue) at(offset int64) *record {
	if n := offset >> goneShift; n > 0 {
		g := &q.gone[n-1]
		return &g.records[Plain(offset)-g.from]
	}
	for int64(len(q.records)) <= offset-q.base {
		q.records = append(q.records, 0)
	}
	return &q.records[offset-q.base]
}

func (q *Queue) completed(offset, at int64) {
	if q.LastComplete >= 0 {
		q.SilenceMax = max(q.SilenceMax, at-q.LastComplete)
	}
	q.LastComplete = at
	if offset>>goneShift == 0 {
		q.Highest = max(q.Highest, offset+1)
	}
}

func (q *Queue) raiseLow() {
	for i := q.Low - q.base; i < int64(len(q.records)) && (q.records[i].completed() || q.records[i].loss() != LossNone); i++ {
		q.Low++
	}
}

// spread widens the latest run of duplicates, or begins a new one when the
// previous was longer ago than two seconds (the eye's business, not the count's).
func (q *Queue) spread(offset, at int64) {
	offset = Plain(offset)
	if q.DuplicateTo == 0 || at-q.duplicateAt > 2_000_000_000 {
		q.DuplicateFrom, q.DuplicateTo = offset, offset+1
	}
	q.DuplicateFrom = min(q.DuplicateFrom, offset)
	q.DuplicateTo = max(q.DuplicateTo, offset+1)
	q.duplicateAt = at
}
