package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// consumerTable lists the group's consumers.
func (r *Recorder) consumerTable(w io.Writer, s *sums, g int) {
	width, n := 8, 0
	for i, c := range r.log.Consumers {
		if r.names.group[i] == g {
			width = max(width, min(len([]rune(c)), 16))
		}
	}
	fmt.Fprintf(w, "%-*s %-8s %9s %6s %10s %7s  %s\n", width, "consumer", "state", "completed", "again", "rebalances", "notices", "holds")
	more := 0
	for i, c := range r.log.Consumers {
		if r.names.group[i] != g {
			continue
		}
		if n++; n > summaryRows {
			more++
			continue
		}
		work := r.groups[g].byConsumer[int32(i)]
		if work == nil {
			work = &worker{}
		}
		holds := r.holdsText(int32(i))
		head := fmt.Sprintf("%-*s %-8s %9d %6d %10d %7d  ", width, clip(c, width), stateWord(s, int32(i)), work.completions, work.repeats, r.runs[c], s.notices[int32(i)])
		fmt.Fprintln(w, head+clip(holds, 80-len([]rune(head))))
	}
	if more > 0 {
		fmt.Fprintf(w, "… and %d more consumers; -json has all\n", more)
	}
}

// stateWord is what the last event about a consumer left it in.
func stateWord(s *sums, c int32) string {
	switch s.freezing[c] {
	case trace.KindStart:
		return "starting"
	case trace.KindStarted, trace.KindThaw:
		return "running"
	case trace.KindStop:
		return "stopping"
	case trace.KindStopped:
		return "stopped"
	case trace.KindKill:
		return "killed"
	case trace.KindFreeze:
		return "frozen"
	}
	return "absent"
}

// holdsText is what a consumer holds now: its topics' queues, neighbours as
// ranges, the retry topic's left out.
func (r *Recorder) holdsText(c int32) string {
	held := slices.Clone(r.own.holds[c])
	slices.Sort(held)
	held = slices.DeleteFunc(held, func(q int32) bool { return r.names.queues[q].retry })
	return Ranges(r.names.queueList(held))
}

// Ranges writes sorted queue names with neighbours joined: a/0-2 b/1; "-" is none.
func Ranges(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	var out []string
	for i := 0; i < len(names); {
		at := strings.LastIndexByte(names[i], '/')
		var from int
		fmt.Sscanf(names[i][at+1:], "%d", &from)
		j := i
		for j+1 < len(names) && names[j+1] == fmt.Sprintf("%s/%d", names[i][:at], from+j+1-i) {
			j++
		}
		if j > i {
			out = append(out, fmt.Sprintf("%s-%d", names[i], from+j-i))
		} else {
			out = append(out, names[i])
		}
		i = j + 1
	}
	return strings.Join(out, " ")
}

// worst is a figure and the queue that has it.
type worst struct {
	ns    int64
	queue string
}

func (x *worst) offer(ns int64, queue string) {
	if ns > x.ns {
		x.ns, x.queue = ns, queue
	}
}

func (x worst) String() string {
	if x.ns == 0 {
		return "never"
	}
	return fmt.Sprintf("%s (%s)", seconds(x.ns), x.queue)
}

// harms writes what the rebalances cost.
func (r *Recorder) harms(w io.Writer, s *sums, g int, now int64, totals *ledger.Totals) {
	var unowned, double, silent worst
	for q := range r.names.queues {
		if !r.subscribed(g, int32(q)) || r.names.queues[q].retry {
			continue
		}
		name, t := r.names.queue(int32(q)), &r.groups[g].queues[q]
		u, d := r.harm(g, int32(q), now)
		unowned.offer(u, name)
		double.offer(d, name)
		silent.offer(t.silence, name)
		if t.last >= 0 {
			silent.offer(now-t.last, name)
		}
	}
	c := r.groups[g]
	fmt.Fprintf(w, "messages: %d completed + %d again = %d completions; %d skipped\n", c.distinct, c.completions-c.distinct, c.completions, totals.Skipped)
	if c.failed+s.dead[g] > 0 {
		fmt.Fprintf(w, "failed tries: %d; dead letters: %d\n", c.failed, s.dead[g])
	}
	if r.names.broadcasts(g) {
		fmt.Fprintf(w, "broadcasting: each consumer is to get every message\n")
		return
	}
	fmt.Fprintf(w, "backlog: %d at the end, %d at most\n", totals.Backlog(), totals.BacklogPeak)
	fmt.Fprintf(w, "longest unowned: %v\nlongest held twice: %v\nlongest silent: %v\n", unowned, double, silent)
	if o := r.orderOf(g); o != nil {
		fmt.Fprintf(w, "order: %d steps back, %d jumps ahead, %d overlapping\n", o.StepsBack, o.JumpsAhead, o.Overlapping)
	}
}
