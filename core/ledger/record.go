package ledger

// record is what is known of one offset, packed: 16 bits consumer+1 of the
// latest completion, flags, and a saturating count of completions.
type record uint32

const (
	whoMask       record = 1<<16 - 1
	flagDiscarded record = 1 << 16 // the latest completion's result was ignored
	flagSkipped   record = 1 << 17 // passed over by everybody so far
	countShift           = 24
	countMax      record = 255
)

func (r record) who() int32        { return int32(r&whoMask) - 1 }
func (r record) count() record     { return r >> countShift }
func (r record) completed() bool   { return r>>countShift > 0 }
func (r record) discarded() bool   { return r&flagDiscarded != 0 }
func (r record) skipped() bool     { return r&flagSkipped != 0 }
func (r record) asSkipped() record { return r | flagSkipped }

// again is the record after one more completion.
func (r record) again(who int32, discarded bool) record {
	n := min(r.count()+1, countMax)
	out := record(who+1)&whoMask | n<<countShift
	if discarded {
		out |= flagDiscarded
	}
	return out
}
