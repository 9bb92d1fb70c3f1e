package view

import (
	"time"

	"ringside/core"
)

// barScale is the number of messages from the committed offset to a bar's right
// end, the same for all bars. It grows at once and shrinks only after the
// backlog has stayed far below it for a while, or bars would jump with every commit.
type barScale struct {
	span  int64
	now   time.Duration
	large time.Duration // when at least a quarter of the span was last needed
}

const shrinkAfter = 12 * time.Second

func (b *barScale) update(v *core.View) {
	var need int64
	for i := range v.Queues {
		need = max(need, v.Queues[i].End-v.Queues[i].Committed)
	}
	span := niceSpan(need)
	if v.Now < b.now || span > b.span || b.span == 0 {
		b.span, b.large = span, v.Now
	}
	b.now = v.Now
	if need*4 >= b.span {
		b.large = v.Now
	}
	if v.Now-b.large > shrinkAfter {
		b.span, b.large = span, v.Now
	}
}

// niceSpan is the least of 10, 20, 50, 100, 200 … above n.
func niceSpan(n int64) int64 {
	for unit := int64(10); unit < 1e17; unit *= 10 {
		for _, m := range [...]int64{1, 2, 5} {
			if unit*m > n {
				return unit * m
			}
		}
	}
	return n + 1
}

// committedPart is where in a bar the committed offset lies; what is left of it
// is the past.
const committedPart = 0.28

// bar draws a queue's log around the committed offset: the committed past, what
// is done but not committed, what is in process, what waits, and the latest
// repeats as a stripe with a diamond.
func (s *Scene) bar(q *core.QueueView, i int, r Rect) {
	if r.W < 8 || r.H < 3 {
		return
	}
	alpha := s.shade(i, 255)
	owned := len(q.Owners) > 0
	ink := InkWaiting
	if owned {
		ink = ConsumerFill(q.Owners[0])
	}
	track := Box{Rect: r, Fill: solid(InkTrack), Edge: solid(InkEdge), EdgeWidth: 1}
	if !owned {
		track.Style, track.Edge, track.EdgeWidth = StyleDashed, Paint{InkHollow, alpha}, 1
	}
	s.box(track)
	in := r.Inset(1, 1)
	zero := in.X + in.W*committedPart
	perMessage := in.W * (1 - committedPart) / float32(max(1, s.bars.span))
	at := func(offset int64) float32 {
		return clamp(zero+float32(offset-q.Committed)*perMessage, in.X, in.Right())
	}
	part := func(from, to float32, p Paint) Rect {
		b := Rect{from, in.Y, to - from, in.H}
		if b.W > 0.05 {
			s.box(fill(b, p))
		}
		return b
	}
	mine := func(b Box) { // in the owners' colours
		if b.W <= 0.05 {
			return
		}
		if shared(q) {
			s.sharedBox(q, b)
			return
		}
		s.box(b)
	}
	done := q.Committed + int64(max(0, q.Done))
	process := min(done+int64(max(0, q.InProcess)), max(q.End, done))
	mine(fill(Rect{at(q.Min), in.Y, zero - at(q.Min), in.H}, Paint{ink, scaleAlpha(alpha, 76)}))
	mine(Box{Rect: Rect{zero, in.Y, at(done) - zero, in.H}, Style: StyleHatched, Fill: Paint{ink, scaleAlpha(alpha, 90)}, Second: Paint{ink, scaleAlpha(alpha, 200)}})
	mine(fill(Rect{at(done), in.Y, at(process) - at(done), in.H}, Paint{ink, alpha}))
	part(at(process), at(q.End), Paint{InkWaiting, alpha})
	if q.Doubled() {
		s.box(Box{
			Rect: Rect{zero, in.Y, at(q.End) - zero, in.H}, Style: StyleHatched,
			Fill: Paint{ink, alpha}, Second: Paint{ConsumerFill(q.Owners[1]), alpha},
		})
	}
	if q.DuplicateTo > q.DuplicateFrom {
		from, to := at(q.DuplicateFrom), at(q.DuplicateTo)
		if to > in.X+0.5 {
			h := clamp(in.H*0.3, 2, 4)
			s.box(fill(Rect{from, in.Bottom() - h, max(2, to-from), h}, Paint{InkDuplicate, alpha}))
		}
	}
	tick := 1.5 * s.Viewport.Theme.Stroke()
	s.box(fill(Rect{zero - tick/2, r.Y - 2, tick, r.H + 4}, Paint{InkTick, alpha}))
	s.barMarks(q, Rect{in.X, in.Y, zero - tick - in.X, in.H}, alpha)
	if q.Doubled() {
		s.box(Box{Rect: r, Edge: Paint{InkDuplicate, alpha}, EdgeWidth: 1.5})
	}
}

func scaleAlpha(a, by uint8) uint8 { return uint8(int(a) * int(by) / 255) }
