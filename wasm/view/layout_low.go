package view

import "ringside/core"

// lowest is the height below which two blocks cannot stand one above the other.
const lowest = 260

// low is a phone held across: the ring, and beside it a line of counters over
// the brokers and the consumers with the ownership curves between them.
func (s *Scene) low(v *core.View, f Rect) {
	f = f.Inset(14, clamp(0.05*f.H, 6, 10))
	left, f := f.cutLeft(clamp(f.H+24, 90, 0.26*f.W), 16)
	if s.heatInStrips(v, 0.48*f.W) {
		s.lowMap(v, left, f)
		return
	}
	s.wired = true
	row, f := f.cutTop(clamp(0.18*f.H, 20, 34), 8)
	s.gap = clamp(0.12*f.W, 36, 90)
	right, mid := f.cutRight(clamp(0.38*f.W, 130, 300), s.gap)
	s.markUnlessListed(v, right.W, right.H)
	s.ring(v, left)
	s.counters(v, row)
	s.brokers(v, mid)
	s.consumers(v, right)
	s.curves(v)
}

// lowMap has the map of queues between the ring and the counters, as high as can
// be: its cells are small enough.
func (s *Scene) lowMap(v *core.View, left, f Rect) {
	right, mid := f.cutRight(clamp(0.32*f.W, 110, 260), 16)
	counters, right := right.cutTop(clamp(0.42*right.H, 60, 84), 8)
	s.markUnlessListed(v, right.W, right.H)
	s.ring(v, left)
	s.counters(v, counters)
	s.brokers(v, mid)
	s.consumers(v, right)
}

// cramped tells whether the picture is a phone's: what has no room for its name has
// a mark instead, which the consumers then have beside their names.
func (s *Scene) cramped() bool { return s.Free.W < 800 || s.Free.H < 300 }

// ringAndKey is what a sheet leaves of a phone's picture: the ring, and beside it
// the counters and the consumers.
func (s *Scene) ringAndKey(v *core.View, f Rect) {
	s.marked = len(v.Consumers) > 0
	if f.H < 110 || f.W < 1.7*f.H || f.W < 260 || s.Viewport.Mode == ModeBelief {
		s.ringAndCounters(v, f)
		return
	}
	ring, side := f.cutLeft(max(f.H+14, 0.46*f.W), 10)
	counters, rest := side.cutTop(clamp(0.42*side.H, 52, 78), 8)
	s.marked = false
	s.markUnlessListed(v, rest.W, rest.H)
	s.ring(v, ring)
	s.counters(v, counters)
	s.consumers(v, rest)
}
