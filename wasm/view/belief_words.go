package view

import "ringside/core"

// Beliefs are what each consumer computed, for whoever says in words what the
// consumers' own rings draw. They are computed as the rings are: a few at a time
// and only when they are others than before.
type Beliefs struct{ all beliefs }

// Update follows the view; ask is [Viewport.Believes].
func (b *Beliefs) Update(v *core.View, ask Believes) { b.all.update(v, ask) }

// Of gives the owners that a consumer of the view computed, one per queue and -1
// for nobody; nil when it has computed nothing, or is not asked yet.
func (b *Beliefs) Of(consumer int) []int32 {
	if consumer < 0 || consumer >= len(b.all.of) || !b.all.of[consumer].ok {
		return nil
	}
	return b.all.of[consumer].owners
}

// Rim is the ink in which a consumer's own ring is lit where it is not so as it
// was computed: [InkWarn] where nobody holds the queue, [InkDuplicate] where
// another does, or two do. False: as computed.
func Rim(q *core.QueueView, believed int32) (Ink, bool) {
	switch differs(q, believed) {
	case nobodyHas:
		return InkWarn, true
	case otherOwner:
		return InkDuplicate, true
	}
	return 0, false
}
