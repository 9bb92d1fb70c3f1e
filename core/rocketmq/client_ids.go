package rocketmq

import (
	"slices"

	"ringside/strategies"
)

// idTable numbers the client ids of a run. Several consumers may have one id.
type idTable struct {
	ids []string
	// first is the first consumer with the id, which stands for it in the trace.
	first []int32
	// order is the id's place in String.compareTo's order.
	order   []int32
	scratch []string
	seen    []int32
}

// add gives the number of an id.
func (t *idTable) add(id string, consumer int32) int32 {
	if i := slices.Index(t.ids, id); i >= 0 {
		return int32(i)
	}
	t.ids = append(t.ids, id)
	t.first = append(t.first, consumer)
	return int32(len(t.ids) - 1)
}

// rank computes the order once all ids are in.
func (t *idTable) rank() {
	sorted := make([]int32, len(t.ids))
	for i := range sorted {
		sorted[i] = int32(i)
	}
	slices.SortFunc(sorted, func(a, b int32) int { return strategies.CompareIDs(t.ids[a], t.ids[b]) })
	t.order = make([]int32, len(t.ids))
	for place, i := range sorted {
		t.order[i] = int32(place)
	}
}

// sort puts id numbers in the order in which RebalanceImpl sorts them.
func (t *idTable) sort(ids []int32) {
	slices.SortFunc(ids, func(a, b int32) int { return int(t.order[a] - t.order[b]) })
}

// strings are the ids by name; valid until the next call.
func (t *idTable) strings(ids []int32) []string {
	t.scratch = t.scratch[:0]
	for _, i := range ids {
		t.scratch = append(t.scratch, t.ids[i])
	}
	return t.scratch
}

// consumers are the consumers that stand for the ids; valid until the next call.
func (t *idTable) consumers(ids []int32) []int32 {
	t.seen = t.seen[:0]
	for _, i := range ids {
		t.seen = append(t.seen, t.first[i])
	}
	return t.seen
}
