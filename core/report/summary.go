package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// summaryRows is how many queues or consumers are listed one by one; more make
// the screen too small, and Report has them all.
const summaryRows = 24

// causes are repeats by cause.
type causes [ledger.NumCauses]int64

// sums are what the stored events say about repeats and dead letters.
type sums struct {
	queue    map[[2]int]*causes // by group and queue
	group    map[int]*causes
	dead     map[int]int64
	notices  map[int32]int
	freezing map[int32]trace.Kind // the last thing the script did to a consumer
}

func (r *Recorder) sums() *sums {
	s := &sums{map[[2]int]*causes{}, map[int]*causes{}, map[int]int64{}, map[int32]int{}, map[int32]trace.Kind{}}
	events := r.log.Events()
	for i := range events {
		e := &events[i]
		g := r.names.groupOf(e)
		switch e.Kind {
		case trace.KindDuplicates:
			key := [2]int{g, int(e.Queue)}
			if s.queue[key] == nil {
				s.queue[key] = &causes{}
			}
			if s.group[g] == nil {
				s.group[g] = &causes{}
			}
			s.queue[key][e.C] += e.B
			s.group[g][e.C] += e.B
		case trace.KindDead:
			s.dead[g] += e.B
		case trace.KindNotice:
			s.notices[e.Consumer]++
		case trace.KindStart, trace.KindStarted, trace.KindStop, trace.KindStopped, trace.KindKill, trace.KindFreeze, trace.KindThaw:
			s.freezing[e.Consumer] = e.Kind
		}
	}
	return s
}

// Summary writes one screen about the run up to now, at most 80 columns wide:
// per group its queues, its consumers, and what the rebalances cost. totals are
// the groups' ledgers at that time: what is due to a group that mixes ways to get
// messages, and what was passed over and came after all, only they know.
func (r *Recorder) Summary(w io.Writer, name string, now time.Duration, totals []ledger.Totals) {
	s := r.sums()
	fmt.Fprintln(w, clip(r.what(name), 80))
	fmt.Fprintf(w, "%s of %s, seed %d: %s, %s\n", seconds(int64(now)), r.sc.Protocol, r.sc.Seed,
		count(len(r.sc.Brokers), "broker"), count(len(r.sc.Consumers), "consumer"))
	for g := range r.groups {
		fmt.Fprintln(w)
		if r.names.many {
			fmt.Fprintf(w, "group %s\n", clip(r.log.Groups[g], 74))
		}
		r.queueTable(w, s, g, int64(now))
		fmt.Fprintln(w)
		r.consumerTable(w, s, g)
		fmt.Fprintln(w)
		r.harms(w, s, g, int64(now), &totals[g])
	}
}

// queueLine is a row of the table: one queue, a broker's queues, or all.
type queueLine struct {
	name                       string
	produced, completed, again int64
	causes                     causes
	unowned, committed         int64
}

func (l *queueLine) add(o *queueLine) {
	l.produced += o.produced
	l.completed += o.completed
	l.again += o.again
	l.committed += o.committed
	l.unowned = max(l.unowned, o.unowned)
	for i := range l.causes {
		l.causes[i] += o.causes[i]
	}
}

func (r *Recorder) queueLine(s *sums, g int, q int32, now int64) queueLine {
	t := &r.groups[g].queues[q]
	l := queueLine{name: r.names.queue(q), produced: r.produced[q].Count, completed: t.distinct + t.repeats, again: t.repeats}
	if c := s.queue[[2]int{g, int(q)}]; c != nil {
		l.causes = *c
	}
	l.unowned, _ = r.harm(g, q, now)
	if st := r.stored[[2]int32{int32(g), q}]; st != nil {
		l.committed = st.offset
	}
	return l
}

// queueTable lists the group's queues, or its brokers when there are many.
func (r *Recorder) queueTable(w io.Writer, s *sums, g int, now int64) {
	var lines []queueLine
	total := queueLine{name: "all"}
	for q := range r.names.queues {
		if !r.subscribed(g, int32(q)) || r.names.queues[q].retry {
			continue
		}
		l := r.queueLine(s, g, int32(q), now)
		lines = append(lines, l)
		total.add(&l)
	}
	if len(lines) > summaryRows {
		lines = perBroker(lines)
	}
	shown := ledger.CauseNone + 1
	width := 5
	for _, l := range lines {
		width = max(width, min(len([]rune(l.name)), 16))
	}
	head := fmt.Sprintf("%-*s %8s %9s %6s", width, "queue", "produced", "completed", "again")
	var legend []string
	for c := shown; c < ledger.NumCauses; c++ {
		if total.causes[c] > 0 {
			head += fmt.Sprintf(" %5s", shortCause[c])
			legend = append(legend, causeWords[c])
		}
	}
	fmt.Fprintf(w, "%s %9s %9s\n", head, "unowned", "committed")
	for i, l := range append(lines, total) {
		if i == summaryRows && i < len(lines) {
			fmt.Fprintf(w, "… and %d more lines; -json has all queues\n", len(lines)-i)
		}
		if i >= summaryRows && i < len(lines) {
			continue
		}
		fmt.Fprintf(w, "%-*s %8d %9d %6d", width, clip(l.name, width), l.produced, l.completed, l.again)
		for c := shown; c < ledger.NumCauses; c++ {
			if total.causes[c] > 0 {
				fmt.Fprintf(w, " %5d", l.causes[c])
			}
		}
		fmt.Fprintf(w, " %9s %9d\n", seconds(l.unowned), l.committed)
	}
	for _, l := range legend {
		fmt.Fprintln(w, "  "+l)
	}
}

// shortCause heads a column of the table, causeWords explains it below.
var (
	shortCause = [ledger.NumCauses]string{
		ledger.CauseCrash: "crash", ledger.CauseHandOver: "moved", ledger.CauseOverlap: "twice",
		ledger.CauseDiscarded: "disc.", ledger.CauseOffsetBack: "back",
		ledger.CauseForcedUnlock: "force", ledger.CauseInvisible: "invis.", ledger.CauseSendBack: "retry",
	}
	causeWords = [ledger.NumCauses]string{
		ledger.CauseCrash:        "crash: completed by a process that died before the broker knew",
		ledger.CauseHandOver:     "moved: hand-over with an offset behind the work",
		ledger.CauseOverlap:      "twice: two readers at once",
		ledger.CauseDiscarded:    "disc.: result discarded, the queue had been taken away",
		ledger.CauseOffsetBack:   "back: the broker's offset had gone back",
		ledger.CauseForcedUnlock: "force: unlocked by force with the message in a listener",
		ledger.CauseInvisible:    "invis.: popped, and not acknowledged in its invisible time",
		ledger.CauseSendBack:     "retry: sent back, and completed through its own queue as well",
	}
)

// perBroker adds up the lines of each broker (and topic), in their order.
func perBroker(lines []queueLine) []queueLine {
	var out []queueLine
	for _, l := range lines {
		name := l.name[:strings.LastIndexByte(l.name, '/')] + "/*"
		if n := len(out); n == 0 || out[n-1].name != name {
			out = append(out, queueLine{name: name})
		}
		out[len(out)-1].add(&l)
	}
	return out
}

// seconds writes nanoseconds as seconds with milliseconds.
func seconds(ns int64) string {
	if ns == 0 {
		return "0 s"
	}
	return fmt.Sprintf("%d.%03d s", ns/1e9, ns%1e9/1e6)
}

// count is "1 broker", "2 brokers".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// clip shortens text to n characters.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
