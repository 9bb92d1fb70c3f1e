package script

import "slices"

// argKind is what can narrow an expectation's subject.
type argKind uint8

const (
	argNone argKind = iota
	argMax
	argQueue
	argBroker
	argConsumer
	argCause
	argMin
	argMedian
	argP99
	argLoss
	argCount
	argTime
)

var argForms = [...]string{"", "max", "TOPIC/BROKER/ID", "BROKER", "CONSUMER", "CAUSE", "min", "median", "p99", "LOSS", "count", "TIME"}

// valueKind is what a subject is compared with.
type valueKind uint8

const (
	valueCount valueKind = iota
	valueDuration
	valueConsumers
	valueQueues
)

var valueForms = [...]string{"N", "TIME", "NAME[,NAME] or none", "BROKER/ID[,BROKER/ID] or none"}

// figure is a row of what can be expected: a subject, narrowed by args.
type figure struct {
	subject string
	value   valueKind
	args    []argKind
}

// Ways to narrow a subject.
var (
	ofAll      = []argKind{}
	atMost     = []argKind{argMax}
	ofQueue    = []argKind{argQueue}
	ofConsumer = []argKind{argConsumer}
	byCause    = []argKind{argCause}
	byLoss     = []argKind{argLoss}
	ofEvent    = []argKind{argTime}
)

// figures are all that can be expected.
var figures = slices.Concat(
	rows("owner", valueConsumers, ofQueue),
	rows("owns", valueQueues, ofConsumer),
	rows("idle", valueConsumers, ofAll),
	rows("idle", valueCount, []argKind{argCount}),
	rows("idle", valueDuration, atMost, ofConsumer),
	rows("members", valueConsumers, ofAll, []argKind{argBroker}),
	rows("locked", valueConsumers, ofQueue),
	rows("suspended", valueConsumers, ofAll),
	rows("moved", valueCount, ofAll, ofQueue),
	rows("rebalances", valueCount, ofAll, ofConsumer),
	rows("notices", valueCount, ofAll, ofConsumer),

	pauses("pause"), pauses("unowned"), pauses("first-pull"), pauses("lock-wait"), pauses("double"),
	rows("silent", valueDuration, atMost, ofQueue),

	rows("duplicates", valueCount, ofAll, ofConsumer, byCause, ofQueue, []argKind{argCause, argQueue}),
	rows("disorder", valueCount, ofAll, byCause, ofQueue, []argKind{argCause, argQueue}),
	rows("skipped", valueCount, ofAll, byLoss, ofQueue, []argKind{argLoss, argQueue}),
	rows("failed", valueCount, ofAll), rows("dead-letters", valueCount, ofAll), rows("retrying", valueCount, ofAll),

	rows("completions", valueCount, ofAll, ofConsumer, ofQueue),
	rows("distinct", valueCount, ofAll, ofQueue),
	rows("backlog", valueCount, ofAll, ofQueue, atMost, []argKind{argMax, argQueue}, []argKind{argMax, argTime}),
	rows("recovery", valueDuration, atMost, ofQueue, ofEvent),
	rows("consume-tps", valueCount, ofAll, ofQueue, atMost, []argKind{argMax, argQueue}, []argKind{argMax, argTime}),
	rows("committed", valueCount, ofQueue),
	rows("unreadable", valueCount, ofAll), rows("send-errors", valueCount, ofAll),

	rows("requests", valueCount, ofAll, ofConsumer), rows("found", valueCount, ofAll, ofConsumer),
	rows("empty", valueCount, ofAll, ofConsumer), rows("refused", valueCount, ofAll, ofConsumer),
	rows("held", valueCount, ofAll, ofConsumer), rows("invisible", valueCount, ofAll),
	rows("latency", valueDuration, []argKind{argMin}, []argKind{argMedian}, []argKind{argP99}, atMost),
)

func rows(subject string, value valueKind, args ...[]argKind) []figure {
	out := make([]figure, len(args))
	for i := range args {
		out[i] = figure{subject, value, args[i]}
	}
	return out
}

// pauses are the rows of a state of queues: how many are in it, and the longest time.
func pauses(subject string) []figure {
	return append(rows(subject, valueCount, ofAll), rows(subject, valueDuration, atMost, ofQueue)...)
}

// mostArgs is by how many words a subject can be narrowed.
func mostArgs(subject string) int {
	most := 0
	for i := range figures {
		if figures[i].subject == subject {
			most = max(most, len(figures[i].args))
		}
	}
	return most
}

// ExpectForm is a way to write an expectation: the subject and what narrows it.
// An argument in capitals stands for a name, a cause, a time; others are words.
type ExpectForm struct {
	// Subject and Args as in [Expect].
	Subject string
	Args    []string
	// Form is the whole line, as error messages write it.
	Form string
}

// ExpectForms are all ways to write an expectation.
func ExpectForms() []ExpectForm {
	out := make([]ExpectForm, len(figures))
	for i := range figures {
		f := &figures[i]
		out[i] = ExpectForm{Subject: f.subject, Form: f.form()}
		for _, k := range f.args {
			out[i].Args = append(out[i].Args, argForms[k])
		}
	}
	return out
}
