package ledger

// record is what is known of one offset, packed: 16 bits consumer+1 of the
// latest completion, flags, a Loss, and a saturating count of completions.
type record uint32

const (
	whoMask       record = 1<<16 - 1
	flagDiscarded record = 1 << 16 // the latest completion's result was ignored
	flagRetried   record = 1 << 17 // the latest completion came through the retry topic
	flagWaiting   record = 1 << 18 // sent back or popped, and neither completed nor dead since
	flagEnded     record = 1 << 19 // of a copy in a retry topic: completed, sent back again or dead
	lossShift            = 20
	lossMask      record = 7 << lossShift
	countShift           = 24
	countMax      record = 255
)

func (r record) who() int32      { return int32(r&whoMask) - 1 }
func (r record) count() record   { return r >> countShift }
func (r record) completed() bool { return r>>countShift > 0 }
func (r record) discarded() bool { return r&flagDiscarded != 0 }
func (r record) retried() bool   { return r&flagRetried != 0 }
func (r record) waiting() bool   { return r&flagWaiting != 0 }
func (r record) loss() Loss      { return Loss(r & lossMask >> lossShift) }

// asLost is the record of a message that nobody will complete any more.
func (r record) asLost(l Loss) record {
	return r&^(lossMask|flagWaiting) | record(l)<<lossShift
}

// again is the record after one more completion.
func (r record) again(who int32, discarded bool) record {
	n := min(r.count()+1, countMax)
	out := record(who+1)&whoMask | n<<countShift
	if discarded {
		out |= flagDiscarded
	}
	return out
}
