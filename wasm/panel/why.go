package panel

import (
	"slices"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
	"ringside/strategies"
)

// asking explains one queue.
type asking struct {
	*explaining
	q *core.QueueView
	// index and topic are the places of the queue and its topic in the log, -1 without one.
	index, topic int32
	// computed is the latest allocation of the topic by each live process, by index
	// into View.Consumers.
	computed map[int]*trace.Event
	// holder is the owner that is being explained, nil none.
	holder *core.ConsumerView
}

// mostTold is how many owners of a queue are explained one by one.
const mostTold = 3

// queue explains who has a queue, or why nobody does, what keeps it from being worked
// on, and how it came to be so.
func (x *explaining) queue(i int) {
	w := asking{explaining: x, q: &x.v.Queues[i], index: -1, topic: -1}
	w.readLog()
	w.Title = w.title()
	readers, poppers, holders := w.split()
	if len(readers) > 0 {
		w.reads(readers)
	}
	if len(poppers) > 0 {
		w.pops(poppers)
	}
	if len(holders) > 1 {
		w.say(w.doubleKey(holders), "owners", x.cut(w.namesOf(holders)))
	}
	for _, o := range holders[:min(len(holders), mostTold)] {
		w.holds(o)
	}
	if len(holders) > 0 {
		w.wanted()
	}
	if len(w.q.Owners) == 0 {
		w.nobody()
	}
	w.still()
	w.locked()
	w.came()
}

func (w *asking) title() string {
	switch {
	case w.q.Shared != core.SharedNot && len(w.q.Owners) > 0:
		return w.Text("why.title-pop", "queue", w.q.Name)
	case len(w.q.Owners) == 0:
		return w.Text("why.title-none", "queue", w.q.Name)
	}
	return w.Text("why.title", "queue", w.q.Name, "owner", w.cut(w.namesOf(w.q.Owners)))
}

// split tells those who read all queues and those who pop from those who hold the
// queue by an allocation.
func (w *asking) split() (readers, poppers, holders []int) {
	for _, o := range w.q.Owners {
		switch c := &w.v.Consumers[o]; {
		case readsAll(c):
			readers = append(readers, o)
		case pops(c):
			poppers = append(poppers, o)
		default:
			holders = append(holders, o)
		}
	}
	return readers, poppers, holders
}

// readsAll: it reads all queues of its topics, and asks no strategy.
func readsAll(c *core.ConsumerView) bool {
	return c.Broadcast || c.Mode == script.ModePullAll.String()
}

func pops(c *core.ConsumerView) bool { return c.Mode == script.ModePop.String() }

func (w *asking) namesOf(indexes []int) []string {
	out := make([]string, len(indexes))
	for i, x := range indexes {
		out[i] = nameOf(w.v, x)
	}
	return out
}

func nameOf(v *core.View, consumer int) string {
	if consumer < 0 || consumer >= len(v.Consumers) {
		return "?"
	}
	return v.Consumers[consumer].Name
}

// reads says that those who read all queues do so whatever the others do.
func (w *asking) reads(readers []int) {
	var all, loops []int
	for _, o := range readers {
		if w.v.Consumers[o].Broadcast {
			all = append(all, o)
		} else {
			loops = append(loops, o)
		}
	}
	if len(all) > 0 {
		w.say("why.all", "owners", w.cut(w.namesOf(all)))
	}
	if len(loops) > 0 {
		w.say("why.all-loop", "owners", w.cut(w.namesOf(loops)))
	}
	if w.q.InFile {
		w.say("why.in-file")
	}
}

// doubleKey names what makes two hold a queue.
func (w *asking) doubleKey(holders []int) string {
	a, b := &w.v.Consumers[holders[0]], &w.v.Consumers[holders[1]]
	switch {
	case a.ID == b.ID:
		return "why.double-id"
	case byConfig(a) && byConfig(b):
		return "why.double-config"
	case !sameRule(a, b):
		return "why.double-rule"
	}
	return "why.double"
}

// holds explains by what one owner computed.
func (w *asking) holds(owner int) {
	c := &w.v.Consumers[owner]
	w.holder = c
	defer func() { w.holder = nil }()
	e := w.computed[owner]
	if e == nil {
		w.say("why.holds", "consumer", c.Name)
		return
	}
	a := w.log.Allocation(e)
	w.saw(c, e, &a)
	if a.Failed {
		w.refuses(c, &a)
		return
	}
	x, err := w.explanation(c, w.idsOf(a.IDs), w.known(&a))
	if err != nil {
		w.say("why.impossible", "error", w.StrategyError(err))
		return
	}
	mine(c, &x)
	w.reason(&x)
	switch {
	case slices.Contains(takers(&x), c.ID):
	case slices.Contains(a.Queues, w.index) && x.Owner != "":
		w.say("why.differs-since", "owner", w.name(x.Owner), "consumer", c.Name)
	default:
		w.differs(c, &x)
	}
}

func byConfig(c *core.ConsumerView) bool { return c.Strategy == "by-config" }

// mine makes the explanation of a configured list that of one member: who has which
// list the strategy does not know.
func mine(c *core.ConsumerView, e *strategies.Explanation) {
	if e.Reason == strategies.ReasonConfig && e.Owner != "" {
		e.Owner, e.Others = c.ID, nil
	}
}

// wanting are those that have computed the queue to be their own and do not have it.
func (w *asking) wanting() []int {
	var out []int
	for i := range w.v.Consumers {
		c, e := &w.v.Consumers[i], w.computed[i]
		if e == nil || slices.Contains(w.q.Owners, i) || readsAll(c) || pops(c) || c.Stopping || c.State == core.ConsumerFrozen {
			continue
		}
		if a := w.log.Allocation(e); !a.Failed && slices.Contains(a.Queues, w.index) {
			out = append(out, i)
		}
	}
	return out
}

// wanted says who is about to take a queue that others still have.
func (w *asking) wanted() {
	for _, i := range w.wanting() {
		c, key := &w.v.Consumers[i], "why.wanted"
		if c.Listener == orderlyListener {
			key = "why.wanted-lock"
		}
		w.say(key, "consumer", c.Name)
	}
}

// saw says when a share was computed, by whom, and with whom.
func (w *asking) saw(c *core.ConsumerView, e *trace.Event, a *trace.Allocation) {
	key := "why.sees"
	if c.ServerSide {
		key = "why.sees-server"
	}
	w.say(key, "consumer", c.Name, "broker", w.BrokerName(nameAt(w.log.Brokers, a.Asked)), "time", Clock(at(e)), "consumers", w.cut(w.seen(a.IDs, e.At)))
}

// refuses says why a strategy gave no share: the consumer keeps what it has.
func (w *asking) refuses(c *core.ConsumerView, a *trace.Allocation) {
	_, err := w.explanation(c, w.idsOf(a.IDs), w.known(a))
	if err != nil {
		w.say("why.impossible", "error", w.StrategyError(err))
	}
	w.say("why.keeps", "consumer", c.Name)
}

// locked says who has the queue's lock at its broker.
func (w *asking) locked() {
	left := w.q.LockedUntil - w.v.Now
	if w.q.LockedBy < 0 || left <= 0 {
		return
	}
	key := "why.locked"
	if c := &w.v.Consumers[w.q.LockedBy]; !Alive(c.State) {
		key = "why.locked-gone"
	}
	w.say(key, "consumer", nameOf(w.v, w.q.LockedBy), "span", w.Span(left))
}

// came is the chain of events that brought the queue where it is.
func (w *asking) came() {
	if w.log == nil {
		return
	}
	about := func(kinds ...trace.Kind) func(e *trace.Event) bool {
		return func(e *trace.Event) bool {
			return e.Queue == w.index && slices.Contains(kinds, e.Kind) && (e.Group < 0 || int(e.Group) == w.v.Group)
		}
	}
	switch {
	case w.q.Shared == core.SharedPop && len(w.q.Owners) > 0:
		w.chain(func(e *trace.Event) bool {
			here := e.Queue == w.index || e.Queue < 0 && int(e.Broker) == w.q.Broker && int32(e.Topic) == w.topic
			return e.Kind == trace.KindAssign && here && int(e.Group) == w.v.Group
		})
	case w.q.Shared == core.SharedAll && len(w.q.Owners) > 0:
		w.chain(about(trace.KindTake))
	case w.q.Doubled():
		w.chain(about(trace.KindDouble, trace.KindTake))
	case len(w.q.Owners) == 0:
		w.chain(about(trace.KindUnowned, trace.KindDrop))
	default:
		owner := consumerIndex(w.log, w.v.Consumers[w.q.Owners[0]].Name)
		w.chain(func(e *trace.Event) bool {
			return e.Kind == trace.KindTake && e.Queue == w.index && e.Consumer == owner
		})
	}
}
