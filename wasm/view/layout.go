package view

import "ringside/core"

// layout divides the free area among the four blocks: ring, counters, brokers,
// consumers. Each block then makes the best of the rectangle it gets.
func (s *Scene) layout(v *core.View) {
	f := s.Free
	s.unit, s.wired = 1, false
	switch {
	case f.W < 60 || f.H < 40:
		return // nothing legible fits
	case f.W >= 800 && f.H >= 300:
		s.unit = clamp(min(f.W/1070, f.H/600), 0.95, 2.2)
		s.wide(v, f)
	case f.W >= 520 && f.H < lowest && f.H >= 100 && s.Viewport.Mode == ModeTruth:
		s.low(v, f)
	case f.W >= 520:
		s.middle(v, f)
	default:
		s.narrow(v, f)
	}
}

// wide has three columns with the ownership curves between the last two.
func (s *Scene) wide(v *core.View, f Rect) {
	u := s.unit
	s.wired = true
	f = f.Inset(24*u, 16*u)
	consumersW := clamp(0.2*f.W, 150, 300*u)
	brokersW := clamp(0.27*f.W, 200, 400*u)
	curvesW := clamp(0.11*f.W, 56, 170*u)
	manyW, cardsH := clamp(0.36*f.W, 200, 560*u), f.H-28*u-s.serversH(v, f.H-28*u)
	if _, columns := s.rowGrid(v, brokersW, cardsH); columns != 1 {
		if _, columns = s.rowGrid(v, manyW, cardsH); columns > 1 {
			brokersW, curvesW = manyW, clamp(0.08*f.W, 50, 120*u)
		}
	}
	if s.heatNeeded(v, manyW, cardsH) {
		consumersW, brokersW, curvesW = clamp(0.25*f.W, 190, 480*u), clamp(0.36*f.W, 240, 640*u), 44*u
	}
	s.gap = curvesW
	right, rest := f.cutRight(consumersW, curvesW)
	mid, left := rest.cutRight(brokersW, 32*u)

	heads := 28 * u
	if f.H < 240 {
		heads = 0
	}
	head, left := left.cutTop(heads, 0)
	s.ringHead(v, head)
	head, mid = mid.cutTop(heads, 0)
	// A group's name may be long, and the brokers' title is short in any language.
	brokersHead := Rect{head.X, head.Y, min(head.W, max(0.5*head.W, 160*u)), head.H}
	s.label(brokersHead, AlignLeft, Font{Size: 13 * u, Bold: true}, InkMuted, key(KeyBrokersTitle))
	head, right = right.cutTop(heads, 0)
	s.markUnlessListed(v, right.W, right.H)
	head.W = head.Right() - brokersHead.Right() - 16*u
	head.X = brokersHead.Right() + 16*u
	group := ""
	if v.Group >= 0 && v.Group < len(v.Groups) {
		group = v.Groups[v.Group]
	}
	s.label(head, AlignRight, Font{Size: 13 * u, Bold: true}, InkMuted, key(KeyConsumersTitle).with(text(group)))

	s.rowFill = s.fillingRow(v, left, right.H)
	height := s.brokers(v, mid)
	s.rowFill = 0
	if n := float32(len(v.Consumers)); height >= n*s.fullCardH()+(n-1)*fullGap*u {
		right.H = height // cards end where the brokers do
	}
	s.consumers(v, right)
	if s.Viewport.Mode == ModeBelief {
		s.ringAndBeliefs(v, left)
	} else {
		// The three columns have one lower edge, if the ring leaves room for that.
		if end := max(mid.Y+height, right.Bottom()) - left.Y; end < left.H {
			left.H = max(end, s.ringHigh(left))
		}
		s.ringAndCounters(v, left)
	}
	s.curves(v)
}

// ringHigh is how high the ring and the counters below it become at most.
func (s *Scene) ringHigh(left Rect) float32 {
	if s.Viewport.Mode == ModeBelief {
		return left.H
	}
	return min(left.H, left.W+12*s.unit+0.16*left.H)
}

// fillingRow is the height of a queue's row with which few queues end where the
// ring and the consumers do.
func (s *Scene) fillingRow(v *core.View, left Rect, high float32) float32 {
	u, end := s.unit, s.ringHigh(left)
	n, b := float32(len(v.Consumers)), float32(len(v.Brokers))
	if n*s.fullCardH()+(n-1)*fullGap*u > end { // short cards, as far as they reach
		end = max(end, min(high, n*shortCardH*u+(n-1)*shortGap*mostGaps))
	}
	end -= s.serversH(v, high) + legendH*u + b*(s.brokerHead()+brokerPad) + (b-1)*10
	return min(end/float32(max(1, len(v.Queues))), fillRow*u)
}

// middle has two columns: ring and counters, and the rest as rows.
func (s *Scene) middle(v *core.View, f Rect) {
	f = f.Inset(14, 10)
	left, right := f.cutLeft(0.46*f.W, 20)
	if s.Viewport.Mode == ModeBelief {
		s.ringAndCounters(v, left)
		s.beliefsBlock(v, right)
		return
	}
	part := float32(0)
	if f.H >= 190 {
		part = s.brokersShare(v, right.H)
	}
	s.markUnlessListed(v, right.W, right.H-part-12)
	s.ringAndCounters(v, left)
	if part == 0 {
		s.consumers(v, right)
		return
	}
	top, rest := right.cutTop(part, 12)
	top.H = s.brokers(v, top)
	rest.H += rest.Y - top.Bottom() - 12
	rest.Y = top.Bottom() + 12
	s.consumers(v, rest)
}

// narrow is one column.
func (s *Scene) narrow(v *core.View, f Rect) {
	f = f.Inset(14, 10)
	if f.H < 230 {
		s.ringAndKey(v, f)
		return
	}
	counters := float32(62)
	if f.H < 420 {
		counters = 30
	}
	want := min(f.W*0.78, f.H*0.44)
	if s.heatInStrips(v, 300) { // the map says more than a ring of slivers
		want = min(f.W*0.78, f.H*0.32)
	}
	// The bars' numbers are worth a slightly smaller ring.
	if lack := s.lackForWords(v, f.H-want-counters-18); lack > 0 && lack <= 0.12*want {
		want -= lack
	}
	ring, rest := f.cutTop(want, 8)
	row, rest := rest.cutTop(counters, 10)
	part := float32(0)
	if s.Viewport.Mode == ModeTruth {
		part = s.brokersShare(v, rest.H)
		s.markUnlessListed(v, rest.W, rest.H-part-10)
	}
	s.ring(v, ring)
	s.counters(v, row)
	if s.Viewport.Mode == ModeBelief {
		s.beliefsBlock(v, rest)
		return
	}
	if part > 0 {
		var strip Rect
		strip, rest = rest.cutTop(part, 10)
		used := s.brokers(v, strip)
		rest.H += strip.H - used
		rest.Y -= strip.H - used
	}
	s.consumers(v, rest)
}

// brokersShare is how much of a height the brokers get beside the consumers.
func (s *Scene) brokersShare(v *core.View, h float32) float32 {
	if len(v.Brokers) == 0 || h < 90 {
		return 0
	}
	servers := s.serversH(v, h)
	cards := servers + float32(len(v.Brokers))*(s.brokerHead()+brokerPad+10) + float32(len(v.Queues))*26 + 40*s.unit
	// Bars can be read in cards only: they may have most of the place while the
	// consumers still have a line or two each.
	if cards <= 0.7*h && cards+12+57*float32(len(v.Consumers)) <= h {
		return cards
	}
	most := servers + stripsH(len(v.Brokers), false) + stripGap
	// Words above the bars, where that leaves the consumers a row each, or a chip
	// in one of two columns.
	tall := servers + stripsH(len(v.Brokers), true) + stripGap
	if s.lackForWords(v, h) <= 0 || tall <= 0.5*h && (h-tall-10)/float32((len(v.Consumers)+1)/2) >= pairedChip {
		most = tall
	}
	if s.heatInStrips(v, 300) {
		return 0.66 * h
	}
	return clamp(most, 0, 0.5*h)
}

// pairedChip is the least height of a chip in one of two columns that is worth it.
const pairedChip = 22

// lackForWords is what a height lacks for strips with words and a row for each
// consumer.
func (s *Scene) lackForWords(v *core.View, h float32) float32 {
	return 30*float32(len(v.Consumers)) + 12 + stripsH(len(v.Brokers), true) + s.serversH(v, h) - h
}

// ringLeast is the height below which no ring can be read.
const ringLeast = 56

// ringAndCounters puts the counters under the ring, beside it when the place is
// low, alone when it is very low, and leaves them out when it is tiny.
func (s *Scene) ringAndCounters(v *core.View, r Rect) {
	u := s.unit
	switch {
	case r.H < ringLeast*u && r.W > 4*r.H: // too low for a ring
		s.counters(v, r)
	case r.W > 1.25*r.H && r.W > 260:
		w := clamp(r.W-r.H-16*u, 90, 190*u)
		side, ring := r.cutRight(w, 16*u)
		s.ring(v, ring)
		side = side.Inset(0, max(0, (side.H-3*96*u)/2))
		s.counters(v, side)
	case r.H >= 180:
		h := clamp(0.16*r.H, 34, 92*u)
		row, ring := r.cutBottom(h, 12*u)
		// A ring much narrower than its place leaves height: keep the counters close.
		if spare := ring.H - ring.W; spare > 140*u {
			ring.H -= spare
			row.Y -= spare
			if row.H+spare >= 230*u { // in a high window, one below the other
				row.H = min(row.H+spare, 300*u)
			}
		}
		s.ring(v, ring)
		s.counters(v, row)
	default:
		s.ring(v, r)
	}
}

// ringAndBeliefs puts the consumers' own rings under the real one, and the
// counters under both where there is room left.
func (s *Scene) ringAndBeliefs(v *core.View, r Rect) {
	u := s.unit
	if r.H < 260 {
		ring, rest := r.cutLeft(0.5*r.W, 8)
		s.ring(v, ring)
		s.beliefsBlock(v, rest)
		return
	}
	if r.H > 420 {
		var row Rect
		row, r = r.cutBottom(clamp(0.1*r.H, 34, 60*u), 10*u)
		s.counters(v, row)
	}
	ring, rest := r.cutTop(min(r.W, 0.56*r.H), 8*u)
	s.ring(v, ring)
	s.beliefsBlock(v, rest)
}

func clamp(x, low, high float32) float32 { return max(low, min(x, high)) }
