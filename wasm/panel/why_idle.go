package panel

import (
	"slices"

	"ringside/core"
	"ringside/core/trace"
	"ringside/strategies"
)

// idle says why a consumer that has computed has no queue, topic by topic.
func (x *explaining) idle(i int) {
	c := &x.v.Consumers[i]
	if x.log == nil || len(c.Holds) > 0 || readsAll(c) || c.LastRebalance < 0 || c.Stopping || c.Suspended || c.State == core.ConsumerLockWait {
		return
	}
	if (c.ServerSide || pops(c)) && !brokerKnows(c) {
		x.say("why.server-unknown", "strategy", x.ShortStrategy(c.Strategy))
		return
	}
	for _, topic := range x.topics() {
		switch a, ok := x.allocation(i, topic); {
		case !slices.Contains(c.Topics, topic):
			x.say("why.idle-topic", "topic", topic)
		case ok:
			x.idleIn(c, topic, &a)
		}
	}
}

// topics are those whose queues are shown.
func (x *explaining) topics() []string {
	if x.v.OneTopic() {
		return x.v.Topics[x.v.Topic : x.v.Topic+1]
	}
	return x.v.Topics
}

// idleIn says why the allocation of one topic gave a consumer nothing.
func (x *explaining) idleIn(c *core.ConsumerView, topic string, a *trace.Allocation) {
	ids, queues := x.idsOf(a.IDs), x.queuesOf(topic, a.Seen)
	sorted(c, queues, ids)
	s, err := x.strategyOf(c)
	if err == nil && !a.Failed && !pops(c) {
		_, err = s.Allocate(x.group(), c.ID, queues, ids)
	}
	place := slices.Index(ids, c.ID)
	pairs := []string{"topic", topic, "consumer", c.Name, "queues", Number(len(queues)), "consumers", Number(len(ids)),
		"place", Number(place + 1), "strategy", x.ShortStrategy(wordOf(c)), "n", Number(c.VNodes), "room", c.Room, "wants", x.names(x.log.Queues, a.Queues)}
	switch {
	case len(queues) == 0:
		x.say("why.idle-no-queues", pairs...)
	case err != nil:
		x.say("why.impossible", "error", x.StrategyError(err))
	case len(a.Queues) > 0:
		x.say("why.idle-soon", pairs...)
		x.unanswered(c, a)
	case place < 0:
		x.say("why.idle-unlisted", pairs...)
	default:
		key := idleKey(s, place, len(queues))
		if key == "why.idle-room" {
			n, members := x.inRoom(c.Room, queues, ids)
			pairs = append([]string{"n", Number(n), "consumers", Number(members)}, pairs...)
		}
		x.say(key, pairs...)
	}
}

// unanswered says which of the brokers that have its share it cannot ask.
func (x *explaining) unanswered(c *core.ConsumerView, a *trace.Allocation) {
	for i := range x.v.Brokers {
		b := &x.v.Brokers[i]
		if slices.ContainsFunc(a.Queues, func(q int32) bool { return x.brokerOf(q) == b.Name }) {
			x.brokerFault(b)
			x.cutOff(c, b)
		}
	}
}

// brokerOf is the broker of a queue of the log.
func (x *explaining) brokerOf(q int32) string {
	name := nameAt(x.log.Queues, int(q))
	i := slices.IndexFunc(x.v.Queues, func(v core.QueueView) bool { return v.Name == name })
	if i < 0 {
		return ""
	}
	return x.v.Brokers[x.v.Queues[i].Broker].Name
}

// inRoom counts the queues and the members of a room.
func (x *explaining) inRoom(room string, queues []strategies.Queue, ids []string) (n, members int) {
	at := rooms{x.v}
	for _, q := range queues {
		if at.BrokerDeployIn(q) == room {
			n++
		}
	}
	for _, id := range ids {
		if at.ConsumerDeployIn(id) == room {
			members++
		}
	}
	return n, members
}

// wordOf is the word of what a consumer's client runs.
func wordOf(c *core.ConsumerView) string {
	if isGo(c) {
		return strategies.GoWord(c.Strategy)
	}
	return c.Strategy
}

// idleKey says what in a strategy leaves the member at a place of the sorted list
// without a queue.
func idleKey(s strategies.Strategy, place, queues int) string {
	if g, ok := s.(strategies.GoClient); ok {
		s = g.Strategy
	}
	switch s.(type) {
	case strategies.Averagely, strategies.AveragelyByCircle:
		if place >= queues { // AllocateMessageQueueAveragely: averageSize 1, and the range is empty
			return "why.idle-block"
		}
	case *strategies.ConsistentHash, *strategies.GoConsistentHash:
		return "why.idle-ring"
	case *strategies.MachineRoomNearby, *strategies.SameRoom:
		return "why.idle-room"
	case strategies.ByConfig:
		return "why.idle-config"
	}
	return "why.idle-other"
}
