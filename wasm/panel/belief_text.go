package panel

import (
	"ringside/core"
	"ringside/wasm/view"
)

// BeliefRow is what the consumers' own rings say of a queue: its name, who holds
// it in truth, and whom each consumer computed as its owner. Of gives what a
// consumer computed, nil for nothing. The tone is that of the picture's rim: the
// graver one where anything computed is not so.
func (l Lang) BeliefRow(v *core.View, queue int, of func(consumer int) []int32) (row []string, tone string) {
	q := &v.Queues[queue]
	var owners []int32 // in the order in which they are met
	by := map[int32][]string{}
	asked := 0
	for i := range v.Consumers {
		owned := of(i)
		if queue >= len(owned) {
			continue
		}
		asked++
		who := owned[queue]
		if by[who] == nil {
			owners = append(owners, who)
		}
		by[who] = append(by[who], v.Consumers[i].Name)
	}
	parts := make([]string, 0, len(owners))
	for _, who := range owners {
		parts = append(parts, l.believed(v, who, by[who], asked))
		switch ink, lit := view.Rim(q, who); {
		case !lit:
			continue
		case ink == view.InkDuplicate:
			tone = "bad"
		case tone == "":
			tone = "warn"
		}
		parts[len(parts)-1] = l.Text("twin.differs", "text", parts[len(parts)-1])
	}
	text := l.Text("twin.not-computed")
	if len(parts) > 0 {
		text = l.parts(parts)
	}
	so, _ := l.Owner(v, q)
	return []string{q.Name, so, text}, tone
}

// believed is an owner and those who computed it.
func (l Lang) believed(v *core.View, owner int32, by []string, all int) string {
	name := l.Text("twin.nobody")
	if owner >= 0 {
		name = nameOf(v, int(owner))
	}
	if len(by) == all && all > 1 {
		return l.Text("twin.believed-alike", "owner", name)
	}
	who := l.List(by)
	if len(by) > mostNamed {
		who = Number(len(by))
	}
	return l.Text("twin.believed-by", "owner", name, "consumers", who)
}

// parts joins clauses that have commas in them.
func (l Lang) parts(list []string) string {
	out := list[0]
	for _, one := range list[1:] {
		out = l.Text("twin.then", "a", out, "b", one)
	}
	return out
}
