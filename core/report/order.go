package report

import "ringside/core/trace"

// Order says how well the order of the queues' messages was kept, as the
// recordings count it.
type Order struct {
	// StepsBack counts messages delivered again, or later than a higher one;
	// JumpsAhead those that left offsets out.
	StepsBack  int64 `json:"steps_back"`
	JumpsAhead int64 `json:"jumps_ahead"`
	// Overlapping counts messages of a queue begun before the previous one ended.
	Overlapping int64 `json:"overlapping"`
}

// ordering follows the order of one queue's messages for one group.
type ordering struct {
	Order
	begun bool
	last  int64           // the offset completed last, if any
	busy  map[int32]int64 // listeners at work, by consumer
}

func (r *Recorder) ordering(e *trace.Event) *ordering {
	key := [2]int32{int32(r.names.groupOf(e)), e.Queue}
	o := r.orders[key]
	if o == nil {
		o = &ordering{busy: map[int32]int64{}}
		r.orders[key] = o
	}
	return o
}

func (o *ordering) begin(e *trace.Event) {
	for _, n := range o.busy {
		if n > 0 {
			o.Overlapping++
			break
		}
	}
	o.busy[e.Consumer]++
}

func (o *ordering) complete(e *trace.Event) {
	o.busy[e.Consumer]--
	if o.begun && e.A <= o.last {
		o.StepsBack++
	}
	if o.begun && e.A > o.last+1 {
		o.JumpsAhead++
	}
	o.begun, o.last = true, e.A+e.B-1
}

// cutOff ends the listeners of a process that is gone.
func (r *Recorder) cutOff(consumer int32) {
	for _, o := range r.orders {
		delete(o.busy, consumer)
	}
}

// orderOf are a group's figures, nil when it has no orderly listener.
func (r *Recorder) orderOf(group int) *Order {
	if !r.names.ordered[group] {
		return nil
	}
	t := &Order{}
	for key, o := range r.orders {
		if int(key[0]) == group {
			t.StepsBack += o.StepsBack
			t.JumpsAhead += o.JumpsAhead
			t.Overlapping += o.Overlapping
		}
	}
	return t
}

// orderTotals add up the groups with an orderly listener, nil when there is none.
func (r *Recorder) orderTotals() *Order {
	var t *Order
	for g := range r.groups {
		o := r.orderOf(g)
		if o == nil {
			continue
		}
		if t == nil {
			t = &Order{}
		}
		t.StepsBack += o.StepsBack
		t.JumpsAhead += o.JumpsAhead
		t.Overlapping += o.Overlapping
	}
	return t
}

// order takes the events of orderly listeners.
func (r *Recorder) order(e *trace.Event) {
	switch e.Kind {
	case trace.KindLock:
		asked, granted := []int32{}, []int32{}
		r.log.Locks(e, func(q int32, ok bool) {
			asked = append(asked, q)
			if ok {
				granted = append(granted, q)
			}
		})
		r.event(e, "lock", r.names.queueList(asked), r.names.queueList(granted))
	case trace.KindUnlock:
		r.event(e, "unlock", r.names.queueList(r.log.IDs(e)))
	case trace.KindRelease:
		r.own.remove(e)
	}
}
