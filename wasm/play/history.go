package play

import (
	"slices"
	"sort"
	"time"

	"ringside/core"
	"ringside/core/trace"
)

// Nobody stands for no consumer in a [Span].
const Nobody = -1

// Span is a time in which the owners of a queue stayed the same.
type Span struct {
	// From is when it began, since the script's time 0.
	From time.Duration
	// To is when it ended; that of a queue's last span lies where the history ends.
	To time.Duration
	// Owner holds the queue, [Nobody] when nobody does; Other is a second
	// consumer that holds it at the same time, else [Nobody]. Both are indexes
	// into View.Consumers.
	Owner, Other int
	// Rest are further owners beside these two, where there are more.
	Rest []int
	// Takers have the queue beside each other, in the order they came: it has no
	// owner. They pop from it (mode=pop), or with All each of them reads all of it
	// (broadcasting, mode=pull-all).
	Takers []int
	All    bool
}

// Level is how many queues stood badly from a time on.
type Level struct {
	// At is that time.
	At time.Duration
	// Unowned queues had an owner before and have none; Double ones have two or more.
	Unowned, Double int
}

// History is who held which queue when, read from the trace of a run. It keeps
// the furthest time seen, whatever the run is sought back to: a replay brings
// the same events again.
type History struct {
	seen  int
	reach time.Duration

	queues []queueHistory // as View.Queues
	queue  []int          // by index of the log, Nobody when not shown
	member []int          // likewise for consumers
	on     []queuePlace   // as queues
	all    []bool         // as View.Consumers: it reads all queues

	levels     []Level
	changes    []time.Duration // when a queue that had had an owner got or lost one
	rebalances []time.Duration
}

// queuePlace is where a queue lies.
type queuePlace struct{ topic, broker string }

type queueHistory struct {
	spans  []Span
	owners []int // now, in the order they came
	takers []int // likewise those who share it
	all    bool  // each of these reads all of it
	had    bool  // it has had an owner
}

// reset begins anew for the group that v shows.
func (h *History) reset() { *h = History{} }

// begin finds the places of the log's queues and consumers in the view.
func (h *History) begin(log *trace.Log, v *core.View) {
	places := func(names []string, n int, name func(int) string) []int {
		at := make(map[string]int, n)
		for i := range n {
			at[name(i)] = i
		}
		out := make([]int, len(names))
		for i, s := range names {
			out[i] = Nobody
			if k, ok := at[s]; ok {
				out[i] = k
			}
		}
		return out
	}
	h.queue = places(log.Queues, len(v.Queues), func(i int) string { return v.Queues[i].Name })
	h.member = places(log.Consumers, len(v.Consumers), func(i int) string { return v.Consumers[i].Name })
	h.queues, h.on = make([]queueHistory, len(v.Queues)), make([]queuePlace, len(v.Queues))
	for i := range h.queues {
		h.on[i] = queuePlace{v.Queues[i].Topic, v.Brokers[v.Queues[i].Broker].Name}
		h.queues[i].spans = []Span{{Owner: Nobody, Other: Nobody}}
	}
	for i := range v.Consumers {
		h.all = append(h.all, v.Consumers[i].Broadcast || v.Consumers[i].Mode == "pull-all")
	}
	h.levels = []Level{{}}
}

// read takes over what is new in the log of a run that is at now.
func (h *History) read(log *trace.Log, v *core.View, now time.Duration) {
	if h.queue != nil && len(h.queues) != len(v.Queues) {
		h.reset() // another topic is shown
	}
	h.reach = max(h.reach, now)
	if log == nil || len(v.Groups) == 0 {
		return
	}
	if h.queue == nil {
		h.begin(log, v)
	}
	events := log.Events()
	for ; h.seen < len(events); h.seen++ {
		h.event(log, &events[h.seen], v.Group)
	}
}

// event takes over one event. A killed consumer's queues have drops of their
// own (rocketmq's disown), so that takes and drops are all there is.
func (h *History) event(log *trace.Log, e *trace.Event, group int) {
	if int(e.Group) != group {
		return
	}
	at := time.Duration(e.At)
	switch e.Kind {
	case trace.KindAllocate:
		if t := int(e.Topic); t >= 0 && t < len(log.Topics) && !isRetry(log.Topics[t]) {
			h.rebalances = append(h.rebalances, at)
		}
	case trace.KindTake, trace.KindDrop:
		q, c := h.queue[e.Queue], h.member[e.Consumer]
		if q == Nobody || c == Nobody {
			return
		}
		if h.all[c] {
			h.queues[q].share(c, e.Kind == trace.KindTake, true, at)
			return
		}
		h.change(&h.queues[q], c, e.Kind == trace.KindTake, at)
	case trace.KindAssign, trace.KindUnassign:
		if c := h.member[e.Consumer]; c != Nobody {
			h.share(log, e, c, at)
		}
	}
}

// share adds or removes one who pops: from one queue, or from any of a topic's
// on a broker.
func (h *History) share(log *trace.Log, e *trace.Event, consumer int, at time.Duration) {
	for i := range h.queues {
		switch {
		case e.Queue >= 0 && h.queue[e.Queue] != i:
			continue
		case e.Queue < 0 && (h.on[i] != queuePlace{log.Topics[e.Topic], log.Brokers[e.Broker]}):
			continue
		}
		h.queues[i].share(consumer, e.Kind == trace.KindAssign, false, at)
	}
}

// share adds or removes one of those who have the queue together.
func (q *queueHistory) share(consumer int, take, all bool, at time.Duration) {
	q.takers = slices.DeleteFunc(q.takers, func(c int) bool { return c == consumer })
	if take {
		q.takers = append(q.takers, consumer)
	}
	q.all = all
	q.next(at)
}

// isRetry tells a group's retry topic, which is no part of the picture
// (MixAll.RETRY_GROUP_TOPIC_PREFIX).
func isRetry(topic string) bool { return len(topic) >= 7 && topic[:7] == "%RETRY%" }

// change adds or removes an owner.
func (h *History) change(q *queueHistory, consumer int, take bool, at time.Duration) {
	level := h.levels[len(h.levels)-1]
	level.At = at
	level.count(q, -1)
	if q.had {
		h.changes = append(h.changes, at)
	}
	if i := slices.Index(q.owners, consumer); i >= 0 {
		q.owners = slices.Delete(q.owners, i, i+1)
	}
	if take {
		q.owners = append(q.owners, consumer)
		q.had = true
	}
	level.count(q, 1)
	if last := &h.levels[len(h.levels)-1]; last.At == at {
		*last = level
	} else {
		h.levels = append(h.levels, level)
	}
	q.next(at)
}

func (l *Level) count(q *queueHistory, by int) {
	switch {
	case q.had && len(q.owners) == 0:
		l.Unowned += by
	case len(q.owners) > 1:
		l.Double += by
	}
}

// next begins a span with the owners of now.
func (q *queueHistory) next(at time.Duration) {
	s := Span{From: at, To: at, Owner: Nobody, Other: Nobody, Takers: slices.Clone(q.takers), All: q.all && len(q.takers) > 0}
	if n := len(q.owners); n > 0 {
		s.Owner = q.owners[0]
		if n > 1 {
			s.Other = q.owners[n-1]
		}
		if n > 2 {
			s.Rest = slices.Clone(q.owners[1 : n-1])
		}
	}
	last := &q.spans[len(q.spans)-1]
	last.To = at
	if last.From == at {
		q.spans = q.spans[:len(q.spans)-1]
		if n := len(q.spans); n > 0 && q.spans[n-1].same(&s) {
			return // gone and back within the instant
		}
	}
	q.spans = append(q.spans, s)
}

// same tells whether two spans are alike but for their times.
func (s *Span) same(t *Span) bool {
	return s.Owner == t.Owner && s.Other == t.Other && s.All == t.All && slices.Equal(s.Rest, t.Rest) && slices.Equal(s.Takers, t.Takers)
}

// Has tells whether a consumer holds the queue or takes from it.
func (s *Span) Has(consumer int) bool {
	return s.Owner == consumer || s.Other == consumer || slices.Contains(s.Rest, consumer) || slices.Contains(s.Takers, consumer)
}

// Reach is the furthest time seen of the run.
func (h *History) Reach() time.Duration { return h.reach }

// Queues is the number of queues, in the order of View.Queues.
func (h *History) Queues() int { return len(h.queues) }

// Spans are the owners of a queue over time, from 0 to Reach, without gaps.
// They are valid until the playground's next tick.
func (h *History) Spans(queue int) []Span {
	spans := h.queues[queue].spans
	spans[len(spans)-1].To = h.reach
	return spans
}

// Rebalances are the times at which a member computed its share.
func (h *History) Rebalances() []time.Duration { return h.rebalances }

// Levels are the steps of the numbers of unowned and doubly owned queues, from time 0.
func (h *History) Levels() []Level { return h.levels }

// LevelAt is the level at a time.
func (h *History) LevelAt(at time.Duration) Level {
	i := sort.Search(len(h.levels), func(i int) bool { return h.levels[i].At > at })
	if i == 0 {
		return Level{}
	}
	return h.levels[i-1]
}

// changeBefore is the last change of hands up to and including a time.
func (h *History) changeBefore(at time.Duration) (time.Duration, bool) {
	i := sort.Search(len(h.changes), func(i int) bool { return h.changes[i] > at })
	if i == 0 {
		return 0, false
	}
	return h.changes[i-1], true
}

// changeAfter is the first change of hands after a time.
func (h *History) changeAfter(at time.Duration) (time.Duration, bool) {
	i := sort.Search(len(h.changes), func(i int) bool { return h.changes[i] > at })
	if i == len(h.changes) {
		return 0, false
	}
	return h.changes[i], true
}

// clone is a copy that shares nothing that changes.
func (h *History) clone() History {
	out := *h
	out.queues = slices.Clone(h.queues)
	for i := range out.queues {
		q := &out.queues[i]
		q.spans, q.owners, q.takers = slices.Clone(q.spans), slices.Clone(q.owners), slices.Clone(q.takers)
	}
	out.levels, out.changes, out.rebalances = slices.Clone(h.levels), slices.Clone(h.changes), slices.Clone(h.rebalances)
	return out
}
