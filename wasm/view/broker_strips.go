package view

import "ringside/core"

// A broker's row of small bars, and one with words above the bars.
const (
	leastStrip = 16
	stripH     = 24
	stripTall  = 40
	stripGap   = 6
)

// stripsH is the height that strips want, of which part has words when there is
// room for it.
func stripsH(brokers int, tall bool) float32 {
	h := float32(stripH)
	if tall {
		h = stripTall
	}
	return float32(brokers)*(h+stripGap) - stripGap
}

// leastStripsH is the height with which strips can still be told.
func leastStripsH(brokers int) float32 {
	return float32(brokers)*(leastStrip+stripGap) - stripGap
}

// brokerStrips is a row per broker with its queues' bars side by side.
func (s *Scene) brokerStrips(v *core.View, r Rect) float32 {
	s.as(stripsManner, 0)
	n := float32(len(v.Brokers))
	h := clamp((r.H-(n-1)*stripGap)/n, leastStrip, stripTall+6)
	font := Font{Size: 12, Bold: true}
	nameW := s.brokerNames(v, 0.3*r.W, font)
	y := r.Y
	for b := range v.Brokers {
		row := Rect{r.X, y, r.W, h}
		y += h + stripGap
		s.hitRect(HitBroker, b, row)
		label, bars := row.cutLeft(nameW, 6)
		ink := InkText
		if form, trouble, ok := s.trouble(&v.Brokers[b]); ok {
			s.dot(mark(form, label.X+5, label.Y+h/2, 4, trouble))
			_, label = label.cutLeft(12, 2)
			ink = trouble
		}
		s.label(label, AlignLeft, font, ink, name(s.brokerName(v, b, label.W, font)))
		s.stripBars(v, b, bars)
		s.out[b] = anchor{row.Right(), row.Y + h/2, true}
	}
	return y - stripGap - r.Y
}

func (s *Scene) stripBars(v *core.View, b int, r Rect) {
	n := len(s.group.of(b))
	if n == 0 {
		return
	}
	w := r.W / float32(n)
	gap := clamp(w*0.1, 1, 6)
	x := r.X
	for _, i := range s.group.of(b) {
		cell := Rect{x, r.Y, w - gap, r.H}
		x += w
		if s.isLit(i) {
			s.box(Box{Rect: Rect{cell.X - 1, cell.Y, cell.W + 2, cell.H}, Radius: 3, Fill: Paint{InkFocus, 40}})
		}
		bar := cell.Inset(0, max(2, cell.H*0.18))
		if cell.H >= stripTall-8 && cell.W >= 14 {
			var words Rect
			words, bar = cell.cutTop(cell.H*0.44, 0)
			bar = bar.Inset(0, 2)
			s.stripWords(v, i, words)
		}
		s.bar(&v.Queues[i], i, s.moved(i, bar))
		s.hitRect(HitQueue, i, cell)
		s.from[i] = anchor{r.Right(), r.Y + r.H/2, true}
	}
}

// stripMarks puts the owners' marks before the words above a bar that is too
// small for them, and gives the place that is left.
func (s *Scene) stripMarks(q *core.QueueView, f Font, nameW float32, r Rect, alpha uint8) Rect {
	room := 0.85 * s.markRoom(f.Size)
	if room == 0 || r.W*committedPart >= 16*float32(len(q.Owners)) {
		return r
	}
	for _, c := range q.Owners[:min(len(q.Owners), 2)] {
		if r.W < nameW+room {
			break
		}
		s.ownerMark(c, r.X+room*0.47, r.Y+r.H/2, f.Size*0.34, Paint{ConsumerText(c), alpha})
		_, r = r.cutLeft(room, 0)
	}
	return r
}

// stripWords is what there is room for above a small bar: the queue's number
// and lock, and how long nobody has held it. That matters most, but words wider
// than the bar would read as the neighbour's: then the number is in their ink.
func (s *Scene) stripWords(v *core.View, i int, r Rect) {
	q := &v.Queues[i]
	f := Font{Size: clamp(r.H*0.62, 9, 11)}
	alpha := s.shade(i, 255)
	unowned := nobodyHolds(v, q)
	id := Font{Size: f.Size, Mono: true}
	nameW := textWidth(s.names.rows[i], id)
	r = s.stripMarks(q, f, nameW, r, alpha)
	const plus = "+9" // the least that repeats need; their label grows smaller
	const secondsW = 24
	if cramped := unowned && r.W < nameW+secondsW; !unowned || cramped || r.W >= nameW+secondsW {
		ink := InkMuted
		if cramped {
			ink, unowned = InkWarn, false
		}
		var box Rect
		gap := float32(3)
		if unowned && r.W >= nameW+secondsW+4 {
			gap += 4 // two numbers
		}
		box, r = r.cutLeft(min(nameW, r.W), gap)
		s.labelAlpha(box, AlignLeft, id, Paint{ink, alpha}, name(s.names.rows[i]))
	}
	if s.locks && locked(v, q) && r.W >= 10 && (!unowned || r.W >= secondsW+12) {
		s.lock(v, i, r.X+4, r.Y+r.H/2, 4)
		_, r = r.cutLeft(10, 2)
	}
	switch { // beside the number: at the bar's end they would stand before the next one's
	case unowned:
		w := key(KeySeconds)
		if r.W < 34 {
			w = key(KeySecondsShort)
		}
		s.labelAlpha(r, AlignLeft, f, Paint{InkWarn, alpha}, w.with(seconds(q.UnownedFor)))
	case q.Duplicates > 0 && r.W >= textWidth(plus, f):
		s.labelAlpha(r, AlignLeft, f, Paint{InkDuplicate, alpha}, key(KeyRepeatsShort).with(number(q.Duplicates)))
	}
}
