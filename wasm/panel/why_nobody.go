package panel

import (
	"slices"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
)

// nobody says since when a queue has no owner, whose it would be by the members that
// a broker lists, and what that one is waiting for.
func (w *asking) nobody() {
	w.lost()
	broker, members := w.registered()
	switch {
	case !w.q.Readable:
		w.say("why.unreadable", "broker", w.BrokerName(w.v.Brokers[w.q.Broker].Name))
	case len(members) == 0:
		w.say("why.no-members")
	default:
		w.due(broker, members)
	}
}

// lost says who had the queue last, and how it lost it.
func (w *asking) lost() {
	if w.q.UnownedFor <= 0 {
		w.say("why.never")
		return
	}
	key, who := "why.unowned", nameOf(w.v, w.q.LetGo)
	if w.log != nil {
		e := last(w.log, func(e *trace.Event) bool {
			return e.Kind == trace.KindDrop && e.Queue == w.index && int(e.Group) == w.v.Group
		})
		if e != nil {
			who = nameAt(w.log.Consumers, int(e.Consumer))
			if eventKey(e, w.log) == "event.drop-killed" {
				key = "why.unowned-killed"
			}
		}
	}
	w.say(key, "span", w.Span(w.q.UnownedFor), "consumer", who)
}

// registered are the members that the first broker with any lists, and its name.
func (w *asking) registered() (broker string, members []int) {
	for i := range w.v.Brokers {
		b := &w.v.Brokers[i]
		for k := range b.Members {
			if m := b.Members[k].Consumer; m >= 0 && m < len(w.v.Consumers) {
				members = append(members, m)
			}
		}
		if len(members) > 0 {
			return b.Name, members
		}
	}
	return "", nil
}

// due says whose the queue would be by a broker's list.
func (w *asking) due(broker string, members []int) {
	first := &w.v.Consumers[members[0]]
	unlike := slices.ContainsFunc(members, func(m int) bool { return !sameRule(first, &w.v.Consumers[m]) })
	asked := first.ServerSide && !readsAll(first)
	switch {
	case readsAll(first):
		w.say("why.all-soon", "consumers", w.cut(w.namesOf(members)))
	case asked && !unlike && !brokerKnows(first):
		w.say("why.server-unknown", "strategy", w.ShortStrategy(first.Strategy))
	case pops(first):
		w.say("why.pop-soon", "consumers", w.cut(w.namesOf(members)))
	case unlike:
		w.say("why.sees-group", "broker", w.BrokerName(broker), "consumers", w.cut(w.namesOf(members)))
		w.say("why.mixed")
		w.dueEach(members)
	default:
		w.say("why.sees-group", "broker", w.BrokerName(broker), "consumers", w.cut(w.namesOf(members)))
		e, err := w.explanation(first, w.idsAt(members), w.readable())
		if err != nil {
			w.say("why.impossible", "error", w.StrategyError(err))
			return
		}
		w.reason(&e)
		for _, id := range takers(&e) {
			w.waits(members, id)
		}
	}
}

// dueEach asks each member by its own strategy; it takes what that gives to itself.
func (w *asking) dueEach(members []int) {
	none := true
	for i, m := range members {
		c := &w.v.Consumers[m]
		if slices.Contains(members[:i], m) || c.ServerSide && !brokerKnows(c) {
			continue
		}
		e, err := w.explanation(c, w.idsAt(members), w.readable())
		if err == nil && slices.Contains(takers(&e), c.ID) {
			none = false
			mine(c, &e)
			w.reason(&e)
			w.waits(members, c.ID)
		}
	}
	listed := !slices.ContainsFunc(members, func(m int) bool { return !byConfig(&w.v.Consumers[m]) })
	switch {
	case none && listed:
		w.say("why.nobody-config")
	case none:
		w.say("why.mixed-nobody")
	}
}

func (x *explaining) idsAt(members []int) []string {
	ids := make([]string, len(members))
	for i, m := range members {
		ids[i] = x.v.Consumers[m].ID
	}
	return ids
}

// waits says what the member with a client id, whose the queue would be, has not
// done yet.
func (w *asking) waits(members []int, id string) {
	place := slices.IndexFunc(members, func(m int) bool { return w.v.Consumers[m].ID == id })
	if place < 0 || w.log == nil {
		return
	}
	m := members[place]
	c, e := &w.v.Consumers[m], w.computed[m]
	var a trace.Allocation
	if e != nil {
		a = w.log.Allocation(e)
	}
	broker := w.v.Brokers[w.q.Broker].Name
	switch {
	case !slices.Contains(c.Topics, w.q.Topic):
		w.say("why.waits-topic", "owner", c.Name, "topic", w.q.Topic)
		return
	case c.State == core.ConsumerFrozen:
		w.say("why.waits-frozen", "owner", c.Name)
		return
	case c.Suspended && c.Mode != script.ModeLite.String():
		w.say("why.waits-suspended", "owner", c.Name)
		return
	case c.Stopping:
		w.say("why.waits-stopping", "owner", c.Name)
		return
	case e == nil:
		w.say("why.waits-first", "owner", c.Name)
	case a.Failed:
		w.say("why.waits-failed", "owner", c.Name, "time", Clock(at(e)))
	case slices.Contains(a.Queues, w.index) && w.q.Harms.Paused&core.PausedLock != 0:
		w.say("why.waits-lock", "owner", c.Name, "time", Clock(at(e)), "broker", w.BrokerName(broker))
	case slices.Contains(a.Queues, w.index):
		w.say("why.waits-soon", "owner", c.Name, "time", Clock(at(e)))
		w.cutOff(c, &w.v.Brokers[w.q.Broker])
		return
	case !slices.Contains(w.known(&a), w.queueOf(w.q)):
		w.say("why.waits-route", "owner", c.Name, "time", Clock(at(e)))
	default:
		w.say("why.waits-late", "owner", c.Name, "time", Clock(at(e)), "consumers", w.cut(w.seen(a.IDs, e.At)))
	}
	if left := c.NextRebalance - w.v.Now; left > 0 {
		w.say("why.next-of", "consumer", c.Name, "span", w.Span(left))
	}
}
