package panel

import (
	"slices"
	"strconv"
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
	"ringside/strategies"
)

func at(e *trace.Event) time.Duration { return time.Duration(e.At) }

// readLog finds the queue in the log, and what each process computed last.
func (w *asking) readLog() {
	if w.log == nil {
		return
	}
	w.index = queueIndex(w.log, w.q.Name)
	w.topic = int32(slices.Index(w.log.Topics, w.q.Topic))
	w.computed = w.latest(w.topic)
}

// latest are the latest allocations of a topic by the processes that live, by index
// into View.Consumers; one that has computed nothing since its start has none.
func (x *explaining) latest(topic int32) map[int]*trace.Event {
	place := map[int32]int{}
	for i := range x.v.Consumers {
		if Alive(x.v.Consumers[i].State) {
			place[consumerIndex(x.log, x.v.Consumers[i].Name)] = i
		}
	}
	found := make(map[int]*trace.Event, len(place))
	events := x.log.Events()
	for i := len(events) - 1; i >= 0 && len(place) > 0; i-- {
		e := &events[i]
		if e.Kind != trace.KindStart && (e.Kind != trace.KindAllocate || int32(e.Topic) != topic) {
			continue
		}
		at, ok := place[e.Consumer]
		if !ok {
			continue
		}
		if e.Kind == trace.KindAllocate {
			found[at] = e
		}
		delete(place, e.Consumer)
	}
	return found
}

// seen names consumers of the log as they were at a time. An id stands there for the
// first process that ever had it; one that was started before that time and lives is
// the one that was meant.
func (x *explaining) seen(consumers []int32, when int64) []string {
	out := make([]string, len(consumers))
	for i, c := range consumers {
		out[i] = nameAt(x.log.Consumers, int(c))
		old := slices.IndexFunc(x.v.Consumers, func(v core.ConsumerView) bool { return v.Name == out[i] })
		if old < 0 || Alive(x.v.Consumers[old].State) {
			continue
		}
		now := slices.IndexFunc(x.v.Consumers, func(v core.ConsumerView) bool { return v.ID == x.v.Consumers[old].ID && Alive(v.State) })
		if now >= 0 && x.startedBy(x.v.Consumers[now].Name, when) {
			out[i] = x.v.Consumers[now].Name
		}
	}
	return out
}

// startedBy: the process that a name has now was started at a time or earlier.
func (x *explaining) startedBy(name string, when int64) bool {
	index := consumerIndex(x.log, name)
	e := last(x.log, func(e *trace.Event) bool { return e.Kind == trace.KindStart && e.Consumer == index })
	return e != nil && e.At <= when
}

// idsOf are the client ids of consumers of the log.
func (x *explaining) idsOf(consumers []int32) []string {
	ids := make([]string, 0, len(consumers))
	for _, c := range consumers {
		name := nameAt(x.log.Consumers, int(c))
		if i := slices.IndexFunc(x.v.Consumers, func(v core.ConsumerView) bool { return v.Name == name }); i >= 0 {
			ids = append(ids, x.v.Consumers[i].ID)
		}
	}
	return ids
}

// known are the queues of the topic that an allocation was computed with.
func (w *asking) known(a *trace.Allocation) []strategies.Queue {
	return w.queuesOf(w.q.Topic, a.Seen)
}

// queuesOf are the queues of a topic, of which each broker has so many.
func (x *explaining) queuesOf(topic string, perBroker []int32) []strategies.Queue {
	var out []strategies.Queue
	for b, n := range perBroker {
		for id := range n {
			out = append(out, strategies.Queue{Topic: topic, Broker: nameAt(x.log.Brokers, b), ID: int(id)})
		}
	}
	return out
}

// readable are the queues of the topic that a route has now.
func (w *asking) readable() []strategies.Queue {
	var out []strategies.Queue
	for i := range w.v.Queues {
		if q := &w.v.Queues[i]; q.Topic == w.q.Topic && q.Readable {
			out = append(out, w.queueOf(q))
		}
	}
	return out
}

func (x *explaining) queueOf(q *core.QueueView) strategies.Queue {
	return strategies.Queue{Topic: q.Topic, Broker: x.v.Brokers[q.Broker].Name, ID: q.ID}
}

// explanation asks the strategy of c about the queue, as its client runs it.
func (w *asking) explanation(c *core.ConsumerView, ids []string, queues []strategies.Queue) (strategies.Explanation, error) {
	s, err := w.strategyOf(c)
	if err != nil {
		return strategies.Explanation{}, err
	}
	sorted(c, queues, ids)
	return strategies.Explain(s, w.queueOf(w.q), w.group(), queues, ids)
}

func (x *explaining) group() string {
	if x.v.Group >= 0 && x.v.Group < len(x.v.Groups) {
		return x.v.Groups[x.v.Group]
	}
	return ""
}

// sorted sorts both lists as the client does: rocketmq-client-go before v2.0.0 had
// the brokers of a topic in descending order (PR#420).
func sorted(c *core.ConsumerView, queues []strategies.Queue, ids []string) {
	strategies.SortIDs(ids)
	strategies.SortQueues(queues)
	if c.Client != script.ClientGoRC.String() {
		return
	}
	slices.SortStableFunc(queues, func(a, b strategies.Queue) int {
		if a.Broker == b.Broker {
			return 0
		}
		return strategies.CompareQueues(b, a)
	})
}

func isGo(c *core.ConsumerView) bool {
	return c.Client == script.ClientGo.String() || c.Client == script.ClientGoRC.String()
}

// sameRule: two members compute alike from the same lists.
func sameRule(a, b *core.ConsumerView) bool {
	return a.Strategy == b.Strategy && a.VNodes == b.VNodes && isGo(a) == isGo(b) &&
		slices.Equal(a.IDCs, b.IDCs) && slices.Equal(a.Config, b.Config)
}

// strategyOf is what c runs, without what a Go client makes of errors.
func (x *explaining) strategyOf(c *core.ConsumerView) (strategies.Strategy, error) {
	o := strategies.Options{VNodes: &c.VNodes, Rooms: rooms{x.v}, IDCs: c.IDCs, Config: x.configured(c.Config)}
	if isGo(c) {
		return strategies.ParseGo(c.Strategy, o)
	}
	return strategies.Parse(c.Strategy, o)
}

// configured turns the words of config= ("a/0") into queues: they are those of the
// group's first topic.
func (x *explaining) configured(list []string) []strategies.Queue {
	var out []strategies.Queue
	for i := range x.v.Queues {
		q := x.queueOf(&x.v.Queues[i])
		if len(x.v.Topics) > 0 && q.Topic == x.v.Topics[0] && slices.Contains(list, q.Broker+"/"+strconv.Itoa(q.ID)) {
			out = append(out, q)
		}
	}
	return out
}

// brokerKnows: QueryAssignmentProcessor knows two strategies; to others it answers null.
func brokerKnows(c *core.ConsumerView) bool {
	return c.Strategy == "averagely" || c.Strategy == "averagely-by-circle"
}

// rooms answers from the view, as a script's rooms are.
type rooms struct{ v *core.View }

func (r rooms) BrokerDeployIn(q strategies.Queue) string {
	for i := range r.v.Brokers {
		if r.v.Brokers[i].Name == q.Broker {
			return r.v.Brokers[i].Room
		}
	}
	return ""
}

func (r rooms) ConsumerDeployIn(id string) string {
	for i := range r.v.Consumers {
		if r.v.Consumers[i].ID == id {
			return r.v.Consumers[i].Room
		}
	}
	return ""
}
