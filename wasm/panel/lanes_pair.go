package panel

import (
	"cmp"
	"slices"
	"time"

	"ringside/core"
	"ringside/wasm/play"
)

// Pairing finds the queues and consumers of one run in another, by their names.
type Pairing struct {
	// Queue has for each of our queues its index in the other run, -1 without one.
	Queue []int
	// Consumer has for each of the other run's consumers its index in ours; those
	// that only the other has follow after ours.
	Consumer []int
}

// Pair pairs two runs.
func Pair(ours, theirs *core.View) Pairing {
	queues := make(map[string]int, len(theirs.Queues))
	for i := range theirs.Queues {
		queues[theirs.Queues[i].Name] = i
	}
	consumers := make(map[string]int, len(ours.Consumers))
	for i := range ours.Consumers {
		consumers[ours.Consumers[i].Name] = i
	}
	pair := Pairing{make([]int, len(ours.Queues)), make([]int, len(theirs.Consumers))}
	for i := range ours.Queues {
		k, ok := queues[ours.Queues[i].Name]
		if !ok {
			k = -1
		}
		pair.Queue[i] = k
	}
	more := len(ours.Consumers)
	for i := range theirs.Consumers {
		k, ok := consumers[theirs.Consumers[i].Name]
		if !ok {
			k, more = more, more+1
		}
		pair.Consumer[i] = k
	}
	return pair
}

// Theirs is the lane of the other run that stands against one of ours; false
// when the other run has no such queues or consumer.
func (p *Pairing) Theirs(l *Lane) (Lane, bool) {
	out := *l
	if l.Consumer >= 0 {
		out.Consumer = slices.Index(p.Consumer, l.Consumer)
		return out, out.Consumer >= 0
	}
	if l.First >= len(p.Queue) || l.Last >= len(p.Queue) {
		return out, false
	}
	out.First, out.Last = p.Queue[l.First], p.Queue[l.Last]
	return out, out.First >= 0 && out.Last-out.First == l.Last-l.First
}

// Stretch is a time in which something is so, From and To counted from the script's
// time 0.
type Stretch struct{ From, To time.Duration }

// Differences are the times, in order and without overlap, in which a lane is
// not the same in both runs: a queue of it has other owners, or the consumer
// holds a queue in one run alone. What one of them has not reached yet is left out.
func (p *Pairing) Differences(l *Lane, ours, theirs *play.History) []Stretch {
	var out []Stretch
	first, last := l.First, l.Last
	if l.Consumer >= 0 {
		first, last = 0, ours.Queues()-1
	}
	for q := first; q <= last && q < ours.Queues() && q < len(p.Queue); q++ {
		var other []play.Span
		if k := p.Queue[q]; k >= 0 && k < theirs.Queues() {
			other = theirs.Spans(k)
		}
		out = p.differ(out, l.Consumer, ours.Spans(q), other, min(ours.Reach(), theirs.Reach()))
	}
	return joined(out)
}

// differ appends when two queues' spans differ, until the end. Both have no gaps.
func (p *Pairing) differ(dst []Stretch, consumer int, ours, theirs []play.Span, end time.Duration) []Stretch {
	nobody := play.Span{Owner: play.Nobody, Other: play.Nobody}
	i, k := 0, 0
	for from := time.Duration(0); from < end; {
		for i < len(ours) && ours[i].To <= from {
			i++
		}
		for k < len(theirs) && theirs[k].To <= from {
			k++
		}
		to, a, b := end, nobody, nobody
		if i < len(ours) {
			a, to = ours[i], min(to, ours[i].To)
		}
		if k < len(theirs) {
			b, to = theirs[k], min(to, theirs[k].To)
		}
		if !p.same(consumer, a, b) {
			dst = append(dst, Stretch{from, to})
		}
		from = to
	}
	return dst
}

// same compares who holds a queue or pops from it, or whether one consumer is
// among them. Their order does not matter.
func (p *Pairing) same(consumer int, a, b play.Span) bool {
	of := func(i int) int {
		if i < 0 || i >= len(p.Consumer) {
			return play.Nobody
		}
		return p.Consumer[i]
	}
	alike := func(ours, theirs []int) bool {
		return len(ours) == len(theirs) && !slices.ContainsFunc(ours, func(c int) bool {
			return !slices.ContainsFunc(theirs, func(i int) bool { return of(i) == c })
		})
	}
	holders := func(s *play.Span) []int { return slices.Concat([]int{s.Owner, s.Other}, s.Rest) }
	if consumer >= 0 {
		theirs := slices.Concat(holders(&b), b.Takers)
		return a.Has(consumer) == slices.ContainsFunc(theirs, func(i int) bool { return of(i) == consumer })
	}
	return alike(a.Takers, b.Takers) && alike(holders(&a), holders(&b))
}

// joined joins stretches that touch or overlap.
func joined(list []Stretch) []Stretch {
	slices.SortFunc(list, func(a, b Stretch) int { return cmp.Compare(a.From, b.From) })
	out := list[:0]
	for _, s := range list {
		if n := len(out); n > 0 && s.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, s.To)
			continue
		}
		out = append(out, s)
	}
	return out
}
