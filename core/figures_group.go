package core

import (
	"slices"
	"strings"

	"ringside/core/ledger"
	"ringside/core/script"
)

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
	v := s.view(g)
	if n := len(e.Args); n > 0 && strings.Contains(e.Args[n-1], "/") {
		q := queueIndex(v, e.Args[n-1])
		if q < 0 {
			return 0 // a queue that is not there has had nothing
		}
		return queueFigure(e.Subject, e.Args[:n-1], &v.Queues[q])
	}
	arg := strings.Join(e.Args, " ")
	if d, ok := s.delivery(e.Subject, arg, g); ok {
		return d
	}
	if n, ok := groupFigure(e.Subject+" "+arg, v); ok {
		return n
	}
	if len(e.Args) > 0 {
		if i := slices.IndexFunc(v.Consumers, func(c ConsumerView) bool { return c.Name == e.Args[0] }); i >= 0 {
			return consumerFigure(e.Subject, &v.Consumers[i])
		}
		if n, ok := spikeFigure(e, v); ok {
			return n
		}
		return byReason(e.Subject, arg, &v.Counters.ByCause, &v.DisorderBy, &v.LostBy)
	}
	return 0
}

// groupFigure is a figure of the group as a whole.
func groupFigure(word string, v *View) (n int64, ok bool) {
	switch word {
	case "duplicates ":
		return v.Duplicates, true
	case "completions ":
		return v.Completions, true
	case "distinct ":
		return v.Distinct, true
	case "skipped ":
		return v.Skipped, true
	case "failed ":
		return v.Failed, true
	case "dead-letters ":
		return v.DeadLetters, true
	case "retrying ":
		return v.Retrying, true
	case "backlog ":
		return v.Backlog, true
	case "backlog max":
		return v.BacklogPeak, true
	case "recovery max":
		return int64(v.Recovery), true
	case "consume-tps ":
		return v.Rate, true
	case "consume-tps max":
		return v.RateMax, true
	case "disorder ":
		return v.Disorder, true
	case "moved ":
		return v.Moved, true
	case "rebalances ":
		return v.Rebalances, true
	case "notices ":
		return v.Notices, true
	case "unreadable ":
		return v.Unreadable, true
	case "send-errors ":
		return v.SendErrors, true
	}
	return pauseFigure(word, v)
}

// pauseFigure is a figure about queues that nobody works on, or two do, and about
// consumers that have none.
func pauseFigure(word string, v *View) (n int64, ok bool) {
	switch word {
	case "unowned ":
		return int64(v.Unowned), true
	case "unowned max":
		return int64(v.UnownedMax), true
	case "first-pull ":
		return int64(v.FirstPull), true
	case "first-pull max":
		return int64(v.FirstPullMax), true
	case "lock-wait ":
		return int64(v.LockWait), true
	case "lock-wait max":
		return int64(v.LockWaitMax), true
	case "pause ":
		return int64(v.Paused), true
	case "pause max":
		return int64(v.PauseMax), true
	case "double ":
		return int64(v.Double), true
	case "double max":
		return int64(v.DoubleMax), true
	case "silent max":
		return int64(v.SilentMax), true
	case "idle count":
		return int64(v.Idle), true
	case "idle max":
		return int64(v.IdleMax), true
	}
	return 0, false
}

// spikeFigure is a figure of one event of the script.
func spikeFigure(e *script.Expect, v *View) (n int64, ok bool) {
	at := e.Args[len(e.Args)-1]
	for i := range v.Spikes {
		x := &v.Spikes[i]
		if script.FormatDuration(x.At) != at {
			continue
		}
		switch e.Subject {
		case "recovery":
			return int64(x.Recovery), true
		case "backlog":
			return x.Peak, true
		case "consume-tps":
			return x.Rate, true
		}
	}
	return 0, false
}

// byReason is a count by why.
func byReason(subject, arg string, again, disorder *[ledger.NumCauses]int64, lost *[ledger.NumLosses]int64) int64 {
	if l, ok := ledger.ParseLoss(arg); ok && subject == "skipped" {
		return lost[l]
	}
	c, ok := ledger.ParseCause(arg)
	switch {
	case ok && subject == "duplicates":
		return again[c]
	case ok && subject == "disorder":
		return disorder[c]
	}
	return 0
}

func consumerFigure(subject string, c *ConsumerView) int64 {
	switch subject {
	case "duplicates":
		return c.Duplicates
	case "completions":
		return c.Completions
	case "rebalances":
		return c.Rebalances
	case "notices":
		return c.Notices
	case "idle":
		return int64(c.IdleMax)
	}
	return 0
}

// queueFigure is a figure of one queue, narrowed by args.
func queueFigure(subject string, args []string, q *QueueView) int64 {
	h := &q.Harms
	if len(args) > 0 && args[0] != "max" {
		return byReason(subject, args[0], &h.ByCause, &h.DisorderBy, &h.LostBy)
	}
	switch subject {
	case "unowned":
		return int64(h.Unowned)
	case "first-pull":
		return int64(h.FirstPull)
	case "lock-wait":
		return int64(h.LockWait)
	case "pause":
		return int64(h.Pause)
	case "double":
		return int64(h.Double)
	case "silent":
		return int64(h.Silent)
	case "recovery":
		return int64(h.Recovery)
	case "committed": // the broker's, which has none of a group that keeps files
		if q.InFile {
			return q.Min
		}
		return q.Committed + q.Beyond
	case "duplicates":
		return q.Duplicates
	case "disorder":
		return q.Disorder
	case "skipped":
		return h.Skipped
	case "completions":
		return h.Completions
	case "distinct":
		return h.Distinct
	case "moved":
		return h.Moved
	case "backlog":
		if len(args) > 0 {
			return h.BacklogMax
		}
		return h.Backlog
	case "consume-tps":
		if len(args) > 0 {
			return int64(q.RateMax)
		}
		return int64(q.Rate)
	}
	return 0
}
