package panel

import (
	"slices"
	"strconv"
	"strings"

	"ringside/core"
	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/trace"
)

// SubjectKind is a kind of thing that can be explained.
type SubjectKind uint8

// The kinds.
const (
	SubjectNone     SubjectKind = iota
	SubjectQueue                // Index into View.Queues
	SubjectConsumer             // Index into View.Consumers
	SubjectBroker               // Index into View.Brokers
	SubjectCounter              // CounterDuplicates and so on
	SubjectEvent                // Index is the event's ID in the log
)

// The counters that can be explained.
const (
	CounterDuplicates = iota
	CounterPaused
	CounterBacklog
)

// Subject is a thing to explain. The zero Subject is nothing.
type Subject struct {
	Kind  SubjectKind
	Index int
}

var subjectWords = map[SubjectKind]string{SubjectQueue: "queue", SubjectConsumer: "consumer",
	SubjectBroker: "broker", SubjectCounter: "counter", SubjectEvent: "event"}

// String is the form that stands in the page's elements: "queue:3".
func (s Subject) String() string { return subjectWords[s.Kind] + ":" + strconv.Itoa(s.Index) }

// ParseSubject reads what String writes; anything else is nothing.
func ParseSubject(text string) Subject {
	word, index, _ := strings.Cut(text, ":")
	n, err := strconv.Atoi(index)
	for kind, w := range subjectWords {
		if w == word && err == nil && n >= 0 {
			return Subject{kind, n}
		}
	}
	return Subject{}
}

// Answer is an explanation: a title, sentences, and the chain of events that
// led there.
type Answer struct {
	Title string
	Lines []string
	Chain []Link
}

// Explain answers why a subject is as it is, from the state and the trace.
func (l Lang) Explain(v *core.View, sc *script.Scenario, log *trace.Log, s Subject) Answer {
	x := explaining{Lang: l, v: v, sc: sc, log: log}
	in := func(n int) bool { return s.Index >= 0 && s.Index < n }
	switch {
	case s.Kind == SubjectQueue && in(len(v.Queues)):
		x.queue(s.Index)
	case s.Kind == SubjectConsumer && in(len(v.Consumers)):
		x.consumer(s.Index)
	case s.Kind == SubjectBroker && in(len(v.Brokers)):
		x.broker(s.Index)
	case s.Kind == SubjectCounter:
		x.counter(s.Index)
	case s.Kind == SubjectEvent && log != nil && log.Event(int32(s.Index)) != nil:
		x.event(log.Event(int32(s.Index)))
	default:
		x.Title = l.Text("why.hint")
	}
	return x.Answer
}

// explaining gathers one answer.
type explaining struct {
	Lang
	Answer
	v   *core.View
	sc  *script.Scenario
	log *trace.Log
}

func (x *explaining) say(key string, pairs ...string) {
	x.Lines = append(x.Lines, x.Text(key, pairs...))
}

// chain takes the chain of the latest event that fits.
func (x *explaining) chain(fits func(e *trace.Event) bool) {
	if x.log == nil {
		return
	}
	if e := last(x.log, fits); e != nil {
		x.Chain = x.Causes(x.log, e.ID)
	}
}

// queue explains the owner, and how the queue came to it or lost it.
func (x *explaining) queue(i int) {
	x.Title, x.Lines = x.Why(x.v, x.sc, i)
	q := &x.v.Queues[i]
	if left := q.LockedUntil - x.v.Now; q.LockedBy >= 0 && left > 0 {
		x.say("why.locked", "consumer", nameOf(x.v, q.LockedBy), "span", x.Span(left))
	}
	if x.log == nil {
		return
	}
	index := queueIndex(x.log, q.Name)
	about := func(kinds ...trace.Kind) func(e *trace.Event) bool {
		return func(e *trace.Event) bool {
			return e.Queue == index && slices.Contains(kinds, e.Kind) && (e.Group < 0 || int(e.Group) == x.v.Group)
		}
	}
	switch {
	case q.Shared == core.SharedPop && len(q.Owners) > 0:
		x.chain(func(e *trace.Event) bool {
			here := e.Queue == index || e.Queue < 0 && int(e.Broker) == q.Broker && e.Topic >= 0 && x.log.Topics[e.Topic] == q.Topic
			return e.Kind == trace.KindAssign && here && int(e.Group) == x.v.Group
		})
	case q.Shared == core.SharedAll && len(q.Owners) > 0:
		x.chain(about(trace.KindTake))
	case q.Doubled():
		x.chain(about(trace.KindDouble, trace.KindTake))
	case len(q.Owners) == 0:
		x.chain(about(trace.KindUnowned, trace.KindDrop))
	default:
		owner := consumerIndex(x.log, x.v.Consumers[q.Owners[0]].Name)
		x.chain(func(e *trace.Event) bool { return e.Kind == trace.KindTake && e.Queue == index && e.Consumer == owner })
	}
}

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
}

// consumer explains its state and what it believes.
func (x *explaining) consumer(i int) {
	c := &x.v.Consumers[i]
	x.Title = x.Text("why.title-consumer", "consumer", c.Name, "state", x.StateOf(c))
	x.heldUp(c)
	key, ok := stateWhy[c.State]
	if ok {
		x.say(key, "consumer", c.Name, "busy", Number(c.Busy), "threads", Number(c.Threads))
	}
	if len(c.Sees) > 0 && Alive(c.State) {
		w := asking{l: x.Lang, v: x.v}
		x.say("why.believes", "consumer", c.Name, "time", Clock(c.LastRebalance), "consumers", w.names(c.Sees),
			"queues", x.cut(queueNames(x.v, c.Holds)))
		if missing, extra := strangers(x.v, c.Sees); len(missing)+len(extra) > 0 {
			x.say("why.outdated", "missing", x.List(missing), "extra", x.List(extra))
		}
		if wait := c.NextRebalance - x.v.Now; wait > 0 && c.State != core.ConsumerFrozen {
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

// strangers compares what a consumer computed with and who lives: who lives and
// is missing, who is gone and still counted.
func strangers(v *core.View, sees []int) (missing, extra []string) {
	for i := range v.Consumers {
		alive := v.Consumers[i].State != core.ConsumerStarting && Alive(v.Consumers[i].State)
		switch seen := slices.Contains(sees, i); {
		case alive && !seen:
			missing = append(missing, v.Consumers[i].Name)
		case !Alive(v.Consumers[i].State) && seen:
			extra = append(extra, v.Consumers[i].Name)
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

// broker explains whom it lists, and why.
func (x *explaining) broker(i int) {
	b := &x.v.Brokers[i]
	names := make([]string, len(b.Members))
	for k := range b.Members {
		names[k] = nameOf(x.v, b.Members[k].Consumer)
	}
	x.Title = x.Text("why.title-broker", "broker", b.Name, "consumers", x.cut(names))
	x.say("why.lists")
	if x.log == nil {
		return
	}
	index := slices.Index(x.log.Brokers, b.Name)
	x.chain(func(e *trace.Event) bool { return e.Kind == trace.KindMembers && int(e.Broker) == index })
}

// event explains one event by its causes.
func (x *explaining) event(e *trace.Event) {
	x.Title = x.Describe(x.log, e)
	x.Chain = x.Causes(x.log, e.ID)
	switch {
	case e.Kind == trace.KindDuplicates:
		x.say(duplicateWhy[ledger.Cause(e.C)%ledger.NumCauses])
	case len(x.Chain) < 2:
		x.say("why.no-cause")
	}
}

// duplicateWhy say how each cause makes duplicates.
var duplicateWhy = [ledger.NumCauses]string{
	ledger.CauseNone: "why.dup-none", ledger.CauseCrash: "why.dup-crash", ledger.CauseHandOver: "why.dup-hand-over",
	ledger.CauseOverlap: "why.dup-overlap", ledger.CauseDiscarded: "why.dup-discarded", ledger.CauseOffsetBack: "why.dup-offset-back",
	ledger.CauseForcedUnlock: "why.dup-forced-unlock", ledger.CauseInvisible: "why.dup-invisible",
	ledger.CauseSendBack: "why.dup-send-back",
}

// counter explains a counter.
func (x *explaining) counter(which int) {
	switch which {
	case CounterDuplicates:
		x.duplicates()
	case CounterPaused:
		x.paused()
	case CounterBacklog:
		x.backlog()
	default:
		x.Title = x.Text("why.hint")
	}
}
