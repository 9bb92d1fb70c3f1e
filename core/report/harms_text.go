package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"ringside/core/model"
)

// WriteHarms writes what the events of the run have cost a group, at most 80
// columns wide: per queue, for the group, and event by event.
func (r *Recorder) WriteHarms(w io.Writer, v *model.View) {
	fmt.Fprintln(w)
	if len(v.Groups) > 1 {
		fmt.Fprintf(w, "harm, group %s\n", clip(v.Groups[v.Group], 66))
	}
	harmTable(w, v)
	fmt.Fprintln(w)
	harmLines(w, v)
	r.spikeTable(w, v)
}

// harmLine is a row of the table: a queue, a broker's queues, or the group.
type harmLine struct {
	name string
	// times are the longest: see harmHeads.
	times                   [7]time.Duration
	moved, skipped, backlog int64
}

var harmHeads = [7]string{"pause", "unown.", "1st p.", "lock", "twice", "silent", "recov."}

func (l *harmLine) add(o *harmLine) {
	for i := range l.times {
		l.times[i] = max(l.times[i], o.times[i])
	}
	l.moved += o.moved
	l.skipped += o.skipped
	l.backlog = max(l.backlog, o.backlog)
}

func harmLineOf(q *model.QueueView) harmLine {
	h := &q.Harms
	return harmLine{
		q.Name, [7]time.Duration{h.Pause, h.Unowned, h.FirstPull, h.LockWait, h.Double, h.Silent, h.Recovery}, h.Moved, h.Skipped, h.BacklogMax,
	}
}

// harmTable lists the queues, or the brokers when there are many. The last line is
// the group's own: its backlog is that of all queues together.
func harmTable(w io.Writer, v *model.View) {
	var lines []harmLine
	for i := range v.Queues {
		l := harmLineOf(&v.Queues[i])
		if len(v.Queues) > summaryRows {
			l.name = l.name[:strings.LastIndexByte(l.name, '/')] + "/*"
			if n := len(lines); n > 0 && lines[n-1].name == l.name {
				lines[n-1].add(&l)
				continue
			}
		}
		lines = append(lines, l)
	}
	lines = append(lines, harmLine{
		"group", [7]time.Duration{v.PauseMax, v.UnownedMax, v.FirstPullMax, v.LockWaitMax, v.DoubleMax, v.SilentMax, v.Recovery},
		v.Moved, v.Skipped, v.BacklogPeak,
	})
	width := 7
	for _, l := range lines {
		width = max(width, min(len([]rune(l.name)), 10))
	}
	fmt.Fprintf(w, "%-*s", width, "longest")
	for _, head := range harmHeads {
		fmt.Fprintf(w, " %6s", head)
	}
	fmt.Fprintf(w, " %5s %5s %8s\n", "moved", "skip.", "backlog")
	for i, l := range lines {
		if i >= summaryRows && i < len(lines)-1 {
			if i == summaryRows {
				fmt.Fprintf(w, "… and %d more lines; -json has all queues\n", len(lines)-1-i)
			}
			continue
		}
		fmt.Fprintf(w, "%-*s", width, clip(l.name, width))
		for _, t := range l.times {
			fmt.Fprintf(w, " %6s", short(t))
		}
		fmt.Fprintf(w, " %5d %5d %8d\n", l.moved, l.skipped, l.backlog)
	}
	fmt.Fprintln(w, "  seconds; 1st p.: owned, no pull accepted yet; recov.: till the backlog is back")
}

// short writes a time as seconds in at most six characters, "-" for none.
func short(t time.Duration) string {
	ms := t.Milliseconds()
	switch {
	case t == 0:
		return "-"
	case ms < 100_000:
		return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
	case ms < 10_000_000:
		return fmt.Sprintf("%d.%d", ms/1000, ms%1000/100)
	}
	return fmt.Sprintf("%d", ms/1000)
}

// harmLines are the figures that only the group has.
func harmLines(w io.Writer, v *model.View) {
	fmt.Fprintf(w, "now: %d paused (%d unowned, %d without a first pull, %d waiting for a lock)\n", v.Paused, v.Unowned, v.FirstPull, v.LockWait)
	idle := "never"
	if v.IdleMax > 0 {
		idle = short(v.IdleMax) + " s at longest"
	}
	fmt.Fprintf(w, "idle consumers: %d now; %s\n", v.Idle, idle)
	fmt.Fprintf(w, "queues moved: %d; rebalances: %d; notices: %d\n", v.Moved, v.Rebalances, v.Notices)
	fmt.Fprintf(w, "highest consume TPS: %d\n", v.RateMax)
}

// spikeTable lists the events and how the backlog answered.
func (r *Recorder) spikeTable(w io.Writer, v *model.View) {
	if len(v.Spikes) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%9s  %-30s %8s %8s %9s %8s\n", "at", "event", "before", "backlog", "back in", "TPS")
	for i := range v.Spikes {
		s := &v.Spikes[i]
		if i == summaryRows {
			fmt.Fprintf(w, "… and %d more events; -json has all\n", len(v.Spikes)-i)
			break
		}
		back := short(s.Recovery)
		if s.Lasts {
			back = ">" + back
		}
		fmt.Fprintf(w, "%9s  %-30s %8d %8d %9s %8d\n", short(max(s.At, 1)), clip(r.happened(s.At), 30), s.Level, s.Peak, back, s.Rate)
	}
}
