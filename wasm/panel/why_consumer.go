package panel

import (
	"slices"
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
)

// stateWhy are the sentences about what a consumer is doing.
var stateWhy = map[core.ConsumerState]string{
	core.ConsumerAbsent: "why.is-absent", core.ConsumerStarting: "why.is-starting", core.ConsumerRunning: "why.is-running",
	core.ConsumerAckWait: "why.is-ack-wait", core.ConsumerFrozen: "why.is-frozen", core.ConsumerStopped: "why.is-stopped",
	core.ConsumerDead: "why.is-dead", core.ConsumerLockWait: "why.is-lock-wait",
}

// lifeKinds are the events that lead to a state.
var lifeKinds = map[core.ConsumerState][]trace.Kind{
	core.ConsumerStarting: {trace.KindStart}, core.ConsumerFrozen: {trace.KindFreeze},
	core.ConsumerStopped: {trace.KindStopped, trace.KindStop}, core.ConsumerDead: {trace.KindKill},
}

// heldUp says what keeps a live consumer from its work.
func (x *explaining) heldUp(c *core.ConsumerView) {
	switch {
	case !Alive(c.State) || c.State == core.ConsumerFrozen:
	case c.Stopping:
		x.say("why.is-stopping")
	case c.Suspended && c.Mode == script.ModeLite.String():
		x.say("why.is-suspended-lite")
	case c.Suspended:
		x.say("why.is-suspended")
	case c.PutOff > 0:
		x.say("why.is-flow", "n", Number(c.PutOff), "cached", Number(c.Cached))
	}
	var cut []string
	for i := range x.v.Brokers {
		if linkCut(x.v, c.Name, x.v.Brokers[i].Name) {
			cut = append(cut, x.v.Brokers[i].Name)
		}
	}
	if len(cut) > 0 && Alive(c.State) {
		x.say("why.is-cut", "brokers", x.cut(cut))
	}
}

// stateKey is the sentence about a consumer's state. One that broadcasts keeps its
// offsets itself, and a popped message comes back by itself.
func (x *explaining) stateKey(c *core.ConsumerView) string {
	switch {
	case c.State == core.ConsumerStopped && c.Broadcast:
		return "why.is-stopped-broadcast"
	case c.State == core.ConsumerStopped && pops(c):
		return "why.is-stopped-pop"
	case c.State == core.ConsumerDead && c.Broadcast:
		return "why.is-dead-broadcast"
	case c.State == core.ConsumerDead && pops(c):
		return "why.is-dead-pop"
	case c.State == core.ConsumerStarting && len(c.Sees) > 0:
		return "why.is-started"
	case c.State == core.ConsumerFrozen && !listed(x.v, c.ID):
		return "why.is-frozen-out"
	case c.State == core.ConsumerLockWait && c.Stopping:
		return "why.is-running"
	case c.State == core.ConsumerLockWait && len(x.refusedLocks(c)) == 0:
		return "why.is-lock-old"
	}
	return stateWhy[c.State]
}

// refusedLocks are the queues that a consumer computed to be its own and does not
// have: their locks were refused.
func (x *explaining) refusedLocks(c *core.ConsumerView) []string {
	at := slices.IndexFunc(x.v.Consumers, func(o core.ConsumerView) bool { return o.Name == c.Name })
	var out []string
	for _, topic := range x.topics() {
		a, ok := x.allocation(at, topic)
		if !ok {
			continue
		}
		for _, q := range a.Queues {
			name := nameAt(x.log.Queues, int(q))
			i := slices.IndexFunc(x.v.Queues, func(q core.QueueView) bool { return q.Name == name })
			if i >= 0 && !slices.Contains(c.Holds, i) {
				out = append(out, name)
			}
		}
	}
	return out
}

// allocation is what the consumer at a place of the view computed last for a topic.
func (x *explaining) allocation(consumer int, topic string) (trace.Allocation, bool) {
	if x.log == nil {
		return trace.Allocation{}, false
	}
	e := x.latest(int32(slices.Index(x.log.Topics, topic)))[consumer]
	if e == nil {
		return trace.Allocation{}, false
	}
	return x.log.Allocation(e), true
}

// consumer explains its state, what it believes, and why it has nothing.
func (x *explaining) consumer(i int) {
	c := &x.v.Consumers[i]
	x.Title = x.Text("why.title-consumer", "consumer", c.Name, "state", x.StateOf(x.v, c))
	x.heldUp(c)
	x.say(x.stateKey(c), "consumer", c.Name, "busy", Number(c.Busy), "threads", Number(c.Threads), "queues", x.cut(x.refusedLocks(c)))
	if Alive(c.State) {
		x.believes(c)
		x.idle(i)
		if wait := c.NextRebalance - x.v.Now; wait > 0 && c.State != core.ConsumerFrozen && c.State != core.ConsumerStarting && !c.Stopping {
			x.say("why.next", "span", x.Span(wait))
		}
	}
	if x.log == nil {
		return
	}
	index, kinds := consumerIndex(x.log, c.Name), lifeKinds[c.State]
	if kinds == nil {
		kinds = []trace.Kind{trace.KindTake, trace.KindDrop, trace.KindAllocate}
	}
	x.chain(func(e *trace.Event) bool {
		return e.Consumer == index && slices.Contains(kinds, e.Kind) && !isRetry(x.log, e) && (e.Kind != trace.KindAllocate || e.Cause != 0)
	})
}

// believes says what a live consumer takes for its own, and by what it does.
func (x *explaining) believes(c *core.ConsumerView) {
	queues := x.cut(queueNames(x.v, c.Holds))
	switch {
	case c.Broadcast && len(c.Holds) > 0:
		x.say("why.believes-all", "queues", queues)
		return
	case readsAll(c) && len(c.Holds) > 0:
		x.say("why.believes-loop", "queues", queues)
		return
	case readsAll(c) || len(c.Sees) == 0:
		return
	}
	when := x.computedAt(c)
	names := make([]string, len(c.Sees))
	for k, s := range c.Sees {
		names[k] = nameOf(x.v, s)
		if x.log != nil {
			names[k] = x.seen([]int32{consumerIndex(x.log, names[k])}, int64(when))[0]
		}
	}
	pairs := []string{"consumer", c.Name, "time", Clock(when), "consumers", x.cut(names), "queues", queues}
	switch {
	case c.LastRebalance < 0:
		x.say("why.believes-first", pairs...)
	case pops(c):
		x.say("why.believes-pop", pairs...)
	case len(c.Holds) == 0 && x.v.OneTopic():
		x.say("why.believes-none-of", append(pairs, "topic", x.v.Topics[x.v.Topic])...)
	case len(c.Holds) == 0:
		x.say("why.believes-none", pairs...)
	default:
		x.say("why.believes", pairs...)
	}
	if e := x.noList(c, when); e != nil {
		x.say("why.no-list", "time", Clock(at(e)))
	}
	missing, extra := strangers(x.v, c.Sees)
	if len(missing) > 0 {
		x.say("why.outdated-missing", "consumers", x.cut(missing))
	}
	if len(extra) > 0 {
		x.say("why.outdated-extra", "consumers", x.cut(extra))
	}
}

// computedAt is when a consumer computed last, as the answers about its queues have
// it; its rebalance ended a little later.
func (x *explaining) computedAt(c *core.ConsumerView) time.Duration {
	when := c.LastRebalance
	if x.log != nil {
		index := consumerIndex(x.log, c.Name)
		if e := last(x.log, func(e *trace.Event) bool {
			return e.Consumer == index && (e.Kind == trace.KindAllocate && !isRetry(x.log, e) || e.Kind == trace.KindStart)
		}); e != nil && e.Kind == trace.KindAllocate {
			when = at(e)
		}
	}
	if when < 0 {
		return x.v.Now
	}
	return when
}

// noList is the latest failure to get the list of members since a time, nil when there is none.
func (x *explaining) noList(c *core.ConsumerView, since time.Duration) *trace.Event {
	if x.log == nil {
		return nil
	}
	index := consumerIndex(x.log, c.Name)
	e := last(x.log, func(e *trace.Event) bool {
		return at(e) <= since || e.Consumer == index && (e.Kind == trace.KindIDListError ||
			e.Kind == trace.KindCallFailed && (e.B == trace.CallIDList || e.B == trace.CallAssign))
	})
	if e == nil || at(e) <= since {
		return nil
	}
	return e
}

// strangers compares whom a consumer computed with and whom the brokers list: who is
// listed and was not seen, who was seen and is listed no more. What counts is the
// client id, which two processes may share.
func strangers(v *core.View, sees []int) (missing, extra []string) {
	seen := func(id string) bool {
		return slices.ContainsFunc(sees, func(s int) bool { return s >= 0 && s < len(v.Consumers) && v.Consumers[s].ID == id })
	}
	for i := range v.Consumers {
		c := &v.Consumers[i]
		first := slices.IndexFunc(v.Consumers, func(o core.ConsumerView) bool { return o.ID == c.ID }) == i
		switch now := listed(v, c.ID); {
		case first && now && !seen(c.ID):
			missing = append(missing, c.Name)
		case first && !now && seen(c.ID):
			extra = append(extra, c.Name)
		}
	}
	return missing, extra
}

func queueNames(v *core.View, queues []int) []string {
	out := make([]string, 0, len(queues))
	for _, q := range queues {
		if q >= 0 && q < len(v.Queues) {
			out = append(out, v.Queues[q].Name)
		}
	}
	return out
}
