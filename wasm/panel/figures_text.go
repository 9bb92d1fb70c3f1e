package panel

import (
	"ringside/core"
	"ringside/wasm/view"
)

// QueueRow is a queue: its name, who holds it, the committed offset, the log's end
// and how many of its messages were repeats; tone is that of the owner.
func (l Lang) QueueRow(v *core.View, q *core.QueueView) (row []string, tone string) {
	owner, tone := l.Owner(v, q)
	return []string{q.Name, owner, Number(q.Committed + q.Beyond), Number(q.End), Number(q.Duplicates)}, tone
}

// ConsumerRow is a consumer: its name, what it is doing, the queues that it holds,
// with those it gave up while a message is still in the listener, and its rate.
func (l Lang) ConsumerRow(v *core.View, c *core.ConsumerView) []string {
	named := func(queues []int) string {
		names := make([]string, 0, len(queues))
		for _, q := range queues {
			if q >= 0 && q < len(v.Queues) {
				names = append(names, v.Queues[q].Name)
			}
		}
		return l.List(names)
	}
	holds := named(c.Holds)
	if len(c.Dropped) > 0 {
		holds = l.Text("figure.given-up", "queues", holds, "dropped", named(c.Dropped))
	}
	return []string{c.Name, l.StateOf(v, c), holds, l.Text("figure.per-second", "n", Number(c.Rate))}
}

// strategyRows are the topics shown and how they are dealt out.
func (l Lang) strategyRows(v *core.View) [][2]string {
	strategy := v.Strategy
	switch how, undealt := view.Undealt(v); {
	case undealt && how == core.SharedPop:
		strategy = l.Text("figure.undealt-pop")
	case undealt:
		strategy = l.Text("figure.undealt-all")
	case len(v.Ring) > 0:
		strategy = l.Text("figure.nodes", "strategy", strategy, "n", Number(v.VNodes))
	}
	return [][2]string{{l.Text("figure.topics"), l.List(v.Topics)}, {l.Text("figure.strategy"), strategy}}
}
