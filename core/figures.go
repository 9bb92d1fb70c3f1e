package core

import (
	"slices"
	"strconv"
	"strings"

	"ringside/core/ledger"
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

// figure is the number that a claim is compared with; over all groups, counts
// add up and maxima are the largest.
func (s *Sim) figure(e *script.Expect) int64 {
	if g := s.groupOf(e.Group); g >= 0 {
		return s.figureOf(e, g)
	}
	var all int64
	largest := e.IsDuration || slices.Contains(e.Args, "max")
	for g := range s.script.Scenario().Groups {
		n := s.figureOf(e, g)
		if largest {
			all = max(all, n)
		} else {
			all += n
		}
	}
	return all
}

func (s *Sim) figureOf(e *script.Expect, g int) int64 {
	l := s.sys.Groups()[g]
	arg := ""
	if len(e.Args) > 0 {
		arg = e.Args[0]
	}
	switch e.Subject + " " + arg {
	case "duplicates ":
		return l.Duplicates
	case "completions ":
		return l.Completions
	case "distinct ":
		return l.Distinct
	case "skipped ":
		return l.Skipped
	case "failed ":
		return l.Failed
	case "dead-letters ":
		return l.DeadLetters()
	case "retrying ":
		return l.Retrying
	case "backlog ":
		return l.Backlog()
	case "backlog max":
		return l.BacklogPeak
	case "disorder ":
		return l.Disorder
	case "moved ":
		return l.Moved
	case "rebalances ":
		return s.sys.Harms(g).Rebalances
	case "notices ":
		return s.sys.Harms(g).Notices
	case "unreadable ":
		return s.sys.Harms(g).Unreadable
	case "send-errors ":
		return s.sys.Harms(g).SendErrors
	case "unowned ":
		return int64(l.Unowned)
	case "double ":
		return int64(l.Double)
	case "unowned max":
		return int64(s.view(g).UnownedMax)
	case "double max":
		return int64(s.view(g).DoubleMax)
	case "silent max":
		return s.silent(l)
	}
	if d, ok := s.delivery(e.Subject, arg, g); ok {
		return d
	}
	return s.figureAbout(e.Subject, arg, g)
}

// silent is the longest time without a completion of any queue so far, one that
// still lasts included where messages wait.
func (s *Sim) silent(l *ledger.Group) int64 {
	var longest int64
	now := int64(s.Now())
	for i := range l.Queues {
		q := &l.Queues[i]
		longest = max(longest, q.SilenceMax)
		if q.LastComplete >= 0 {
			longest = max(longest, waitingSince(q, now))
		}
	}
	return longest
}

// waitingSince is how long a queue with messages that nobody has completed has
// been silent.
func waitingSince(q *ledger.Queue, now int64) int64 {
	if q.Waiting() == 0 {
		return 0
	}
	return now - q.LastComplete
}

// figureAbout is a figure of one consumer, cause or queue.
func (s *Sim) figureAbout(subject, arg string, g int) int64 {
	if c, ok := ledger.ParseCause(arg); ok && subject == "duplicates" {
		return s.sys.Groups()[g].ByCause[c]
	} else if ok {
		return s.sys.Groups()[g].DisorderBy[c]
	}
	if loss, ok := ledger.ParseLoss(arg); ok && subject == "skipped" {
		return s.sys.Groups()[g].LostBy[loss]
	}
	v := s.view(g)
	switch subject {
	case "duplicates", "completions":
		for i := range v.Consumers {
			if c := &v.Consumers[i]; c.Name == arg {
				if subject == "duplicates" {
					return c.Duplicates
				}
				return c.Completions
			}
		}
	case "committed":
		if q := queueIndex(v, arg); q >= 0 {
			return v.Queues[q].Committed + v.Queues[q].Beyond
		}
	case "unowned":
		if q := queueIndex(v, arg); q >= 0 {
			return int64(max(v.Queues[q].UnownedMax, v.Queues[q].UnownedFor))
		}
	}
	return 0
}
