package core

import (
	"slices"
	"strconv"
	"strings"

	"ringside/core/script"
)

func joinOrNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ",")
}

// groupOf is the place of the group that a claim is about, -1 for all of them.
func (s *Sim) groupOf(name string) int {
	return slices.IndexFunc(s.script.Scenario().Groups, func(g script.Group) bool { return g.Name == name })
}

// view is the state as one group sees it, over all its topics.
func (s *Sim) view(group int) *View {
	v := &View{Group: max(group, 0), Topic: -1}
	s.View(v)
	return v
}

// queueIndex finds TOPIC/BROKER/ID, -1 when there is no such queue.
func queueIndex(v *View, word string) int {
	return slices.IndexFunc(v.Queues, func(q QueueView) bool { return queueWord(v, &q) == word })
}

// queueWord is a queue as scripts write it.
func queueWord(v *View, q *QueueView) string {
	return q.Topic + "/" + v.Brokers[q.Broker].Name + "/" + strconv.Itoa(q.ID)
}

// plain writes a queue of a list in full, so that a/0 and orders/a/0 compare.
func (s *Sim) plain(e *script.Expect, word string) string {
	if e.Subject != "owns" || strings.Count(word, "/") != 1 {
		return word
	}
	g := s.groupOf(e.Group)
	return s.script.Scenario().TopicsOf(s.script.Scenario().Groups[max(g, 0)].Name)[0] + "/" + word
}

// names is the list that a claim about names is compared with.
func (s *Sim) names(e *script.Expect) []string {
	g := s.groupOf(e.Group)
	v := s.view(g)
	var out []string
	add := func(i int) { out = append(out, v.Consumers[i].Name) }
	switch e.Subject {
	case "owner":
		if q := queueIndex(v, e.Args[0]); q >= 0 {
			for _, c := range v.Queues[q].Owners {
				add(c)
			}
		}
	case "locked":
		if q := queueIndex(v, e.Args[0]); q >= 0 && v.Queues[q].LockedBy >= 0 {
			add(v.Queues[q].LockedBy)
		}
	case "owns":
		for i := range v.Consumers {
			if v.Consumers[i].Name == e.Args[0] {
				for _, q := range v.Consumers[i].Holds {
					out = append(out, queueWord(v, &v.Queues[q]))
				}
			}
		}
	case "suspended":
		for i := range v.Consumers {
			if v.Consumers[i].Suspended {
				add(i)
			}
		}
	case "idle":
		for i := range v.Consumers {
			if c := &v.Consumers[i]; running(c.State) && len(c.Holds) == 0 {
				add(i)
			}
		}
	case "members":
		for b := range v.Brokers {
			if len(e.Args) > 0 && v.Brokers[b].Name != e.Args[0] {
				continue
			}
			for _, m := range v.Brokers[b].Members {
				if !slices.Contains(out, v.Consumers[m.Consumer].Name) {
					add(m.Consumer)
				}
			}
		}
	}
	return out
}

func running(st ConsumerState) bool {
	return st == ConsumerRunning || st == ConsumerAckWait || st == ConsumerFrozen || st == ConsumerLockWait
}
