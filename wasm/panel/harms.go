package panel

import (
	"slices"
	"strings"
	"time"

	"ringside/core"
	"ringside/core/ledger"
	"ringside/core/script"
)

// HarmMeanings are the figures that the tab explains: the keys of their names and
// of what they mean. The README defines the same figures.
var HarmMeanings = [][2]string{
	{"harm.pause", "harm.pause-means"}, {"harm.unowned", "harm.unowned-means"}, {"harm.first-pull", "harm.first-pull-means"},
	{"harm.lock-wait", "harm.lock-wait-means"}, {"harm.double", "harm.double-means"}, {"harm.silent", "harm.silent-means"},
	{"harm.again", "harm.again-means"}, {"harm.skipped", "harm.skipped-means"}, {"harm.moved", "harm.moved-means"},
	{"harm.idle", "harm.idle-means"}, {"harm.notices", "harm.notices-means"}, {"harm.peak", "harm.peak-means"},
	{"harm.recovery", "harm.recovery-means"}, {"harm.tps", "harm.tps-means"},
}

// Span0 is Span, with a dash for no time at all.
func (l Lang) Span0(d time.Duration) string {
	if d == 0 {
		return "–"
	}
	return l.Span(d)
}

// Seconds writes a time as a narrow table has it, in seconds and without the unit:
// 0.865, 120.8, a dash for none.
func Seconds(d time.Duration) string {
	ms := d.Milliseconds()
	switch {
	case d == 0:
		return "–"
	case ms < 10_000:
		return Number(ms/1000) + "." + three(ms%1000)
	}
	return Number(ms/1000) + "." + Number(ms%1000/100)
}

// GroupFigures are the figures of the group, or of the topic chosen: names and
// values. What exists for the group only says so beside those of a topic.
func (l Lang) GroupFigures(v *core.View) [][2]string {
	n := v.Counted()
	pair := func(now, most string) string { return l.Text("figure.pair", "now", now, "most", most) }
	longest := func(now int, most time.Duration) string { return pair(Number(now), l.Span0(most)) }
	whole := func(key string) string {
		if v.OneTopic() {
			return l.Text("figure.whole", "figure", l.Text(key))
		}
		return l.Text(key)
	}
	rows := append(l.strategyRows(v), [][2]string{
		{l.Text("figure.produced"), Number(n.Produced)},
		{l.Text("figure.completions"), Number(n.Completions)},
		{l.Text("figure.duplicates"), Number(n.Duplicates)},
	}...)
	for c := ledger.CauseNone + 1; c < ledger.NumCauses; c++ {
		if k := n.ByCause[c]; k > 0 {
			rows = append(rows, [2]string{"· " + l.Cause(c), Number(k)})
		}
	}
	rows = append(rows, [2]string{l.Text("figure.skipped"), Number(n.Skipped)})
	rows = append(rows, [][2]string{
		{l.Text("figure.backlog"), pair(Number(n.Backlog), Number(n.BacklogPeak))},
		{l.Text("figure.unowned"), pair(Number(n.Unowned), l.Span(n.UnownedMax))},
		{l.Text("figure.double"), pair(Number(n.Double), l.Span(n.DoubleMax))},
		{l.Text("figure.moved"), Number(n.Moved)},
		{whole("figure.rebalances"), Number(n.Rebalances)},
		{whole("figure.notices"), Number(n.Notices)},
		{l.Text("figure.paused"), longest(n.Paused, n.PauseMax)},
		{"· " + l.Text("figure.unpulled"), longest(n.FirstPull, n.FirstPullMax)},
		{"· " + l.Text("figure.lock-wait"), longest(n.LockWait, n.LockWaitMax)},
		{l.Text("figure.silent"), l.Span0(n.SilentMax)},
		{whole("figure.recovery"), l.Span0(n.Recovery)},
	}...)
	if v.OneTopic() {
		rows = append(rows, [2]string{l.Text("figure.tps-now"), Number(n.Rate)})
	}
	return append(rows, [][2]string{
		{whole("figure.tps"), pair(Number(v.Rate), Number(v.RateMax))},
		{whole("figure.idle"), longest(n.Idle, n.IdleMax)},
	}...)
}

// QueuePauses are a queue's longest pauses by kind, as the table has them.
func QueuePauses(q *core.QueueView) []string {
	h := &q.Harms
	return []string{Seconds(h.Pause), Seconds(h.Unowned), Seconds(h.FirstPull), Seconds(h.LockWait), Seconds(h.Double), Seconds(h.Silent)}
}

// QueueCosts are what else a queue has suffered: duplicates and why, messages
// skipped, moves, and its own backlog's peak and recovery.
func (l Lang) QueueCosts(q *core.QueueView) []string {
	h := &q.Harms
	var causes []string
	for c := ledger.CauseNone + 1; c < ledger.NumCauses; c++ {
		if n := h.ByCause[c]; n > 0 {
			causes = append(causes, l.Text("harm.by-cause", "cause", l.Cause(c), "n", Number(n)))
		}
	}
	return []string{strings.Join(causes, "; "), Number(h.Skipped), Number(h.Moved), Number(h.BacklogMax), Seconds(h.Recovery)}
}

// SpikeRow is an event and how the backlog answered it.
func (l Lang) SpikeRow(s *core.Spike, actions []script.Action) []string {
	var what []string
	for i := range actions {
		if a := &actions[i]; a.At == s.At && a.Kind != script.ActMeasure {
			if text := l.MarkText(a); !slices.Contains(what, text) {
				what = append(what, text)
			}
		}
	}
	back := Seconds(s.Recovery)
	if s.Lasts {
		back = "> " + back
	}
	return []string{Clock(s.At), strings.Join(what, ", "), Number(s.Level), Number(s.Peak), back, Number(s.Rate)}
}
