package panel

import (
	"slices"
	"strconv"
	"strings"

	"ringside/core"
	"ringside/core/ledger"
	"ringside/core/trace"
)

// SubjectKind is a kind of thing that can be explained.
type SubjectKind uint8

// The kinds.
const (
	SubjectNone     SubjectKind = iota // nothing
	SubjectQueue                       // Index into View.Queues
	SubjectConsumer                    // Index into View.Consumers
	SubjectBroker                      // Index into View.Brokers
	SubjectCounter                     // CounterDuplicates and so on
	SubjectEvent                       // Index is the event's ID in the log
)

// The counters that can be explained.
const (
	CounterDuplicates = iota // repeats: messages processed again
	CounterPaused            // queues that pause: see core.Pauses
	CounterBacklog           // messages that wait
)

// Subject is a thing to explain. The zero Subject is nothing.
type Subject struct {
	Kind  SubjectKind // what it is
	Index int         // which of the view's; of an event its ID
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
	Title string   // what is asked
	Lines []string // the sentences
	Chain []Link   // the first cause first
}

// Explain answers why a subject is as it is, from the state and the trace.
func (l Lang) Explain(v *core.View, log *trace.Log, s Subject) Answer {
	x := explaining{Lang: l, v: v, log: log}
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
	log *trace.Log
}

func (x *explaining) say(key string, pairs ...string) {
	x.Lines = append(x.Lines, sentence(x.Text(key, pairs...)))
}

// sentence begins with a capital where it begins with a broker.
func sentence(s string) string {
	if rest, ok := strings.CutPrefix(s, "broker "); ok {
		return "Broker " + rest
	}
	return s
}

// titled is a title about so many things, or about none.
func (x *explaining) titled(none, some string, n int64) {
	if n == 0 {
		some = none
	}
	x.Title = x.Text(some, "n", Number(n))
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

// broker explains whom it lists, and why.
func (x *explaining) broker(i int) {
	b := &x.v.Brokers[i]
	names := make([]string, len(b.Members))
	for k := range b.Members {
		names[k] = nameOf(x.v, b.Members[k].Consumer)
	}
	x.Title = sentence(x.Text("why.title-broker", "broker", x.BrokerName(b.Name), "consumers", x.cut(names)))
	x.say("why.lists")
	x.brokerFault(b)
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
