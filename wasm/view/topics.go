package view

import (
	"math"

	"ringside/core"
)

// maxRings is how many topics get a ring of their own; more share one.
const maxRings = 6

// topicRuns are the runs of queues of one topic in the view's order, which is
// by topic first.
type topicRuns struct {
	start []int // index of each run's first queue; the number of queues at the end
}

func (t *topicRuns) update(v *core.View) {
	t.start = t.start[:0]
	for i := range v.Queues {
		if i == 0 || v.Queues[i].Topic != v.Queues[i-1].Topic {
			t.start = append(t.start, i)
		}
	}
	t.start = append(t.start, len(v.Queues))
}

func (t *topicRuns) count() int { return len(t.start) - 1 }

// of are the first queue of run k and the number of its queues.
func (t *topicRuns) of(k int) (first, n int) { return t.start[k], t.start[k+1] - t.start[k] }

// topicRings draws a ring per topic side by side, each with its topic in the
// middle; false when they are too many or would be too small.
func (s *Scene) topicRings(v *core.View, r Rect, n int) bool {
	if n > maxRings {
		return false
	}
	columns, size := 0, float32(0)
	for c := 1; c <= n; c++ {
		rows := (n + c - 1) / c
		if side := min(r.W/float32(c), r.H/float32(rows)); side > size {
			columns, size = c, side
		}
	}
	if size < 110 {
		return false
	}
	rows := (n + columns - 1) / columns
	w, h := r.W/float32(columns), r.H/float32(rows)
	for k := range n {
		first, queues := s.topics.of(k)
		cell := Rect{r.X + float32(k%columns)*w, r.Y + float32(k/columns)*h, w, h}
		if k/columns == rows-1 && n%columns != 0 { // the last row stands in the middle
			cell.X += float32(columns-n%columns) * w / 2
		}
		if !s.placeRing(cell.Inset(2, 2), first, queues, s.names.bareWidest) {
			continue
		}
		s.equalRing(v)
		if s.place.named {
			s.arcNames(v, s.ringFont(), s.arcNameW(s.names.bareWidest), s.pillH(), s.names.bare)
		}
		s.topicCentre(v, v.Queues[first].Topic)
		s.places = append(s.places, s.place)
	}
	return true
}

// topicCentre writes a topic and how it fares inside its ring.
func (s *Scene) topicCentre(v *core.View, topic string) {
	room := s.place.inner - 6
	if room < 26 {
		return
	}
	big := clamp(room*0.17, 10.5, 16*s.unit)
	small := clamp(big*0.82, 10, 13*s.unit)
	c := changesOf(v, s.place.first, s.place.n)
	lines := append(s.lines[:0],
		line{Font{Size: big, Bold: true}, InkText, 0, name(topic)},
		line{Font{Size: small}, InkMuted, 3, either(s.place.n, KeyQueueOne, KeyQueues)})
	if h := sharingOf(v, s.place.first, s.place.n); h.how != core.SharedNot && room >= 40 {
		lines = append(lines, line{Font{Size: small}, InkMuted, 3, h.words()})
	}
	if n := c.unowned + c.double; n > 0 && room >= 44 {
		lines = append(lines, line{Font{Size: small, Bold: true}, InkWarn, 4, key(KeyChanging).with(integer(n))})
	}
	s.lines = lines
	s.stack(lines, float32(math.Max(0, float64(room))))
}
