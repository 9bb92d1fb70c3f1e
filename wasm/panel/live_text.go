package panel

import (
	"strconv"
	"strings"

	"ringside/core"
	"ringside/core/trace"
)

// mostNamed is how many consumers and queues a spoken sentence names; of more it
// gives the number.
const mostNamed = 6

// Spoken is what a listener hears of events [from:] of a log: what was done to
// processes, the rebalance that follows in one sentence, and what went wrong.
// v is the state after them.
func (l Lang) Spoken(log *trace.Log, from int, v *core.View) string {
	events := log.Events()[from:]
	var deeds, harms []string
	moved, changed := 0, false
	for i := range events {
		e := &events[i]
		if !Announced(log, e) {
			continue
		}
		switch e.Kind {
		case trace.KindTake:
			moved, changed = moved+1, true
		case trace.KindUnowned, trace.KindDouble:
			changed = true // the sentence tells what of it lasts
		case trace.KindDuplicates, trace.KindSkipped, trace.KindOffsetBack:
			harms = append(harms, l.Describe(log, e))
		default:
			deeds = append(deeds, l.Describe(log, e))
		}
	}
	parts := l.few(deeds)
	if changed {
		parts = append(parts, l.rebalanced(moved, v))
	}
	return strings.Join(append(parts, l.few(harms)...), l.Text("live.stop"))
}

// few are the first three of a list, and how many more there are.
func (l Lang) few(list []string) []string {
	if n := len(list) - 3; n > 0 {
		return append(list[:3:3], l.Text("live.more", "n", Number(n)))
	}
	return list
}

// rebalanced is the sentence: how many queues were taken, who holds how many now, what
// has no owner or two.
func (l Lang) rebalanced(moved int, v *core.View) string {
	var clauses []string
	if moved > 0 {
		clauses = append(clauses, l.Text("live.moved", "n", Number(moved)))
	}
	clauses = append(clauses, l.shares(v))
	var nobody, twice []string
	for i := range v.Queues {
		q := &v.Queues[i]
		switch {
		case q.Doubled():
			twice = append(twice, q.Name)
		case len(q.Owners) == 0 && q.UnownedFor > 0:
			nobody = append(nobody, q.Name)
		}
	}
	if len(nobody) > 0 {
		clauses = append(clauses, l.Text("live.nobody", "queues", l.named(nobody)))
	}
	if len(twice) > 0 {
		clauses = append(clauses, l.Text("live.twice", "queues", l.named(twice)))
	}
	return l.Text("live.rebalanced", "text", strings.Join(clauses, l.Text("live.comma")))
}

// named is a list of queues, or their number when they are many.
func (l Lang) named(list []string) string {
	if len(list) > mostNamed {
		return l.Text("live.queues", "n", Number(len(list)))
	}
	return l.List(list)
}

// shares says who holds how many queues; of many consumers, the least and the most.
func (l Lang) shares(v *core.View) string {
	var list []string
	least, most := -1, 0
	for i := range v.Consumers {
		c := &v.Consumers[i]
		if !Alive(c.State) {
			continue
		}
		n := len(c.Holds)
		list = append(list, l.Text("live.share", "consumer", c.Name, "n", strconv.Itoa(n)))
		if least < 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	if len(list) == 0 {
		return l.Text("live.empty")
	}
	if len(list) > mostNamed {
		return l.Text("live.spread", "consumers", Number(len(list)), "least", Number(least), "most", Number(most))
	}
	return l.List(list)
}
