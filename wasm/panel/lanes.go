package panel

import (
	"math"
	"slices"
	"time"

	"ringside/core"
	"ringside/wasm/play"
)

// LaneMode says what a lane of the time line is about.
type LaneMode string

// The modes.
const (
	LanesQueues    LaneMode = "queues"    // who holds the queue
	LanesConsumers LaneMode = "consumers" // how many queues the consumer holds
)

// mostLanes is how many queues have a lane of their own; more are bundled.
const (
	mostLanes   = 48
	mostBundles = 24
)

// Lane is one row of the time line.
type Lane struct {
	// Name is the consumer's or the queue's, of several queues the first's and the last's.
	Name string
	// Consumer is whose lane it is, -1 for one of queues.
	Consumer int
	// First and Last are the queues of a lane of queues.
	First, Last int
}

// Bundled tells whether the lane stands for several queues.
func (l *Lane) Bundled() bool { return l.Consumer < 0 && l.Last > l.First }

// BarKind is what a bar says.
type BarKind uint8

// The kinds, in the order in which they are drawn.
const (
	BarOwned  BarKind = iota // a queue with one owner, or what a consumer holds
	BarShared                // one without an owner, which several have together (see play.Span)
	BarNever                 // a queue that nobody has held yet
	BarNobody                // a queue, or a share of a bundle, without an owner
	BarDouble                // with two owners

	numBarKinds
)

// Bar is a stretch of time in a lane.
type Bar struct {
	// From and To are times of the run; Kind is what is so between them.
	From, To time.Duration
	Kind     BarKind
	// Owner and Other are consumers, -1 for none, Rest further owners.
	Owner, Other int
	Rest         []int
	// Takers are those who share it; with All each of them reads all of it.
	Takers []int
	All    bool
	// Low and High are which part of the lane's height it fills, 0 to 1 from below.
	Low, High float64
	// Count is the number of queues that it stands for.
	Count int
}

// Lanes are the lanes of a run.
func Lanes(mode LaneMode, v *core.View) []Lane {
	var out []Lane
	if mode == LanesConsumers {
		for i := range v.Consumers {
			out = append(out, Lane{Name: v.Consumers[i].Name, Consumer: i})
		}
		return out
	}
	if len(v.Queues) <= mostLanes {
		for i := range v.Queues {
			out = append(out, Lane{Name: v.Queues[i].Name, Consumer: -1, First: i, Last: i})
		}
		return out
	}
	return bundles(v)
}

// bundles gathers queues that stand beside each other on one broker.
func bundles(v *core.View) []Lane {
	var out []Lane
	size := (len(v.Queues) + mostBundles - 1) / mostBundles
	for first := 0; first < len(v.Queues); {
		last := first
		for last+1 < len(v.Queues) && last-first+1 < size && v.Queues[last+1].Broker == v.Queues[first].Broker {
			last++
		}
		name := v.Queues[first].Name
		if last > first {
			name += "…" + Number(v.Queues[last].ID)
		}
		out = append(out, Lane{Name: name, Consumer: -1, First: first, Last: last})
		first = last + 1
	}
	return out
}

// LaneHeights gives each of n lanes the height at which all fit into room, but
// at least least and at most most, and the height of those in sight: whole lanes.
func LaneHeights(n int, room, least, most float64) (lane, all float64) {
	n = max(n, 1)
	lane = min(max(math.Floor(room/float64(n)), least), most)
	return lane, lane * min(float64(n), max(1, math.Floor(room/lane)))
}

// LanesOutOfSight is how many of n lanes are for the most part above and below
// what is seen of them.
func LanesOutOfSight(n int, lane, scroll, seen float64) (above, below int) {
	above = int(math.Round(scroll / lane))
	return above, max(0, n-above-int(math.Round(seen/lane)))
}

// Bars appends the bars of a lane that lie in a window to dst. Most is the
// greatest number of queues that a consumer held at once ([MostHeld]).
func (l *Lane) Bars(dst []Bar, h *play.History, w Window, most int) []Bar {
	switch {
	case l.Consumer >= 0:
		return l.held(dst, h, w, most)
	case l.Bundled():
		return l.bundle(dst, h, w)
	}
	if l.First >= h.Queues() {
		return dst
	}
	had := false
	for _, s := range h.Spans(l.First) {
		b := Bar{From: s.From, To: s.To, Kind: kindOf(s, had), Owner: s.Owner, Other: s.Other, Rest: s.Rest, Takers: s.Takers, All: s.All, High: 1, Count: 1}
		had = had || s.Owner >= 0 || len(s.Takers) > 0
		if s.To >= w.From && s.From <= w.To && s.To > s.From {
			dst = append(dst, b)
		}
	}
	return dst
}

func kindOf(s play.Span, had bool) BarKind {
	switch {
	case len(s.Takers) > 0:
		return BarShared
	case s.Owner < 0 && !had:
		return BarNever
	case s.Owner < 0:
		return BarNobody
	case s.Other >= 0:
		return BarDouble
	}
	return BarOwned
}

// ownedOr is the kind of what is held: a group pops from all its queues, or owns them.
func ownedOr(shared bool) BarKind {
	if shared {
		return BarShared
	}
	return BarOwned
}

// step is a change of a count at a time.
type step struct {
	at        time.Duration
	one, both int
}

// sweep adds the steps up: f gets each stretch of time in which nothing changes.
func sweep(steps []step, end time.Duration, f func(from, to time.Duration, one, both int)) {
	slices.SortFunc(steps, func(a, b step) int { return int(min(max(a.at-b.at, -1), 1)) })
	one, both := 0, 0
	from := time.Duration(0)
	for i := 0; i < len(steps); {
		at := steps[i].at
		if at > from {
			f(from, at, one, both)
			from = at
		}
		for ; i < len(steps) && steps[i].at == at; i++ {
			one, both = one+steps[i].one, both+steps[i].both
		}
	}
	if end > from {
		f(from, end, one, both)
	}
}

// held are the bars of a consumer: as high as it holds queues, those that
// another one holds too on top.
func (l *Lane) held(dst []Bar, h *play.History, w Window, most int) []Bar {
	var steps []step
	shared, all := false, false
	for q := range h.Queues() {
		for _, s := range h.Spans(q) {
			if !s.Has(l.Consumer) || s.To < w.From || s.From > w.To {
				continue
			}
			shared, all = shared || len(s.Takers) > 0, all || s.All
			d := step{one: 1}
			if s.Other >= 0 {
				d = step{both: 1}
			}
			steps = append(steps, step{s.From, d.one, d.both}, step{s.To, -d.one, -d.both})
		}
	}
	unit := 1 / float64(max(most, 1))
	sweep(steps, 0, func(from, to time.Duration, one, both int) {
		if to <= w.From || from >= w.To {
			return // what ended before the window is not counted
		}
		alone := float64(one) * unit
		if one > 0 {
			dst = append(dst, Bar{From: from, To: to, Kind: ownedOr(shared), Owner: l.Consumer, Other: -1, All: all, High: alone, Count: one})
		}
		if both > 0 {
			dst = append(dst, Bar{From: from, To: to, Kind: BarDouble, Owner: l.Consumer, Other: -1, Low: alone, High: min(alone+float64(both)*unit, 1), Count: both})
		}
	})
	return dst
}

// bundle are the bars of many queues: the share that has owners, from below,
// then that with two, and on top that with none.
func (l *Lane) bundle(dst []Bar, h *play.History, w Window) []Bar {
	var steps []step
	n, shared, all := 0, false, false
	for q := l.First; q <= l.Last && q < h.Queues(); q++ {
		n++
		for _, s := range h.Spans(q) {
			if s.To < w.From || s.From > w.To || s.Owner < 0 && len(s.Takers) == 0 {
				continue
			}
			shared, all = shared || len(s.Takers) > 0, all || s.All
			d := step{one: 1}
			if s.Other >= 0 {
				d = step{both: 1}
			}
			steps = append(steps, step{s.From, d.one, d.both}, step{s.To, -d.one, -d.both})
		}
	}
	unit := 1 / float64(max(n, 1))
	sweep(steps, min(h.Reach(), w.To), func(from, to time.Duration, one, both int) {
		if to <= w.From || from >= w.To {
			return // what ended before the window is not counted
		}
		low, high := float64(one)*unit, float64(one+both)*unit
		if one > 0 {
			dst = append(dst, Bar{From: from, To: to, Kind: ownedOr(shared), Owner: -1, Other: -1, All: all, High: low, Count: one})
		}
		if both > 0 {
			dst = append(dst, Bar{From: from, To: to, Kind: BarDouble, Owner: -1, Other: -1, Low: low, High: high, Count: both})
		}
		if none := n - one - both; none > 0 {
			dst = append(dst, Bar{From: from, To: to, Kind: BarNobody, Owner: -1, Other: -1, Low: high, High: 1, Count: none})
		}
	})
	return dst
}

// MostHeld is the greatest number of queues that one consumer held at once.
func MostHeld(h *play.History, consumers int) int {
	steps := make([][]step, consumers)
	for q := range h.Queues() {
		for _, s := range h.Spans(q) {
			for _, c := range slices.Concat([]int{s.Owner, s.Other}, s.Rest, s.Takers) {
				if c >= 0 && c < consumers {
					steps[c] = append(steps[c], step{s.From, 1, 0}, step{s.To, -1, 0})
				}
			}
		}
	}
	most := 1
	for _, list := range steps {
		sweep(list, 0, func(_, _ time.Duration, one, _ int) { most = max(most, one) })
	}
	return most
}

// LaneRow is a row of the table that says what the lanes show.
type LaneRow struct {
	// Queue is its index, From and To are times of the run, Kind is what is so
	// between them.
	Queue    int
	From, To time.Duration
	Kind     BarKind
	// Owner and Other are consumers, -1 for none; Rest further owners, Takers those
	// who share it, All as in [Bar].
	Owner, Other int
	Rest, Takers []int
	All          bool
}

// LaneRows are the spans in a window, queue by queue, at most so many; all is
// how many there are.
func LaneRows(h *play.History, w Window, most int) (rows []LaneRow, all int) {
	for q := range h.Queues() {
		had := false
		for _, s := range h.Spans(q) {
			kind := kindOf(s, had)
			had = had || s.Owner >= 0 || len(s.Takers) > 0
			if s.To <= w.From || s.From >= w.To || s.To == s.From {
				continue
			}
			if all++; len(rows) < most {
				rows = append(rows, LaneRow{q, s.From, s.To, kind, s.Owner, s.Other, s.Rest, s.Takers, s.All})
			}
		}
	}
	return rows, all
}
