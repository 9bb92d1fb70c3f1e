package panel

import (
	"ringside/core/ledger"
	"ringside/core/trace"
)

// ofTopic says that a figure is that of the topic chosen, and what the group's is.
func (x *explaining) ofTopic(group int64) {
	if x.v.OneTopic() {
		x.say("why.of-topic", "topic", x.v.Topics[x.v.Topic], "n", Number(group))
	}
}

// shown finds the queues shown among the log's: with a topic chosen, an event of
// another one explains nothing.
func (x *explaining) shown(e *trace.Event) bool {
	if int(e.Group) != x.v.Group {
		return false
	}
	if !x.v.OneTopic() {
		return true
	}
	if e.Queue < 0 || int(e.Queue) >= len(x.log.Queues) {
		return false
	}
	for i := range x.v.Queues {
		if x.v.Queues[i].Name == x.log.Queues[e.Queue] {
			return true
		}
	}
	return false
}

func (x *explaining) duplicates() {
	n := x.v.Counted()
	x.titled("why.title-duplicates-none", "why.title-duplicates", n.Duplicates)
	x.ofTopic(x.v.Duplicates)
	for c := ledger.CauseNone + 1; c < ledger.NumCauses; c++ {
		if k := n.ByCause[c]; k > 0 {
			x.say("why.dup-part", "n", Number(k), "cause", x.Cause(c), "because", x.Text(duplicateWhy[c]))
		}
	}
	if n.Duplicates == 0 {
		x.say("why.dup-yet")
	}
	x.chain(func(e *trace.Event) bool { return e.Kind == trace.KindDuplicates && x.shown(e) })
}

// backlog compares what comes with what is done, and names the longest queue.
func (x *explaining) backlog() {
	n := x.v.Counted()
	x.titled("why.title-backlog-none", "why.title-backlog", n.Backlog)
	x.ofTopic(x.v.Backlog)
	come, done := 0, 0
	worst := -1
	for i := range x.v.Queues {
		q := &x.v.Queues[i]
		come += q.Appended
		done += q.Rate
		if worst < 0 || q.Harms.Backlog > x.v.Queues[worst].Harms.Backlog {
			worst = i
		}
	}
	x.say("why.backlog-rates", "come", Number(come), "done", Number(done))
	if worst >= 0 && n.Backlog > 0 {
		q := &x.v.Queues[worst]
		owner, _ := x.Owner(x.v, q)
		x.say("why.backlog-worst", "queue", q.Name, "n", Number(q.Harms.Backlog), "owner", owner)
	}
}
