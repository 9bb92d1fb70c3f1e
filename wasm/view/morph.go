package view

import (
	"time"

	"ringside/core"
)

// manner is how the queues are drawn.
type manner uint8

const (
	noManner manner = iota
	rowsManner
	stripsManner
	heatManner
)

// morphTime is how long on the screen the drawing takes to become another one.
const morphTime = 400 * time.Millisecond

// morph lets the queues' bars and cells glide to their new places when the
// drawing becomes a heat map or the other way round, or when the map's cells
// are dealt anew.
type morph struct {
	manner   manner
	columns  int
	since    time.Duration // of Viewport.Clock; negative: nothing moves
	now, old []Rect        // per queue: where it is drawn in this frame, and where it was before the change
}

// begin prepares a frame. A picture of other queues does not come from this one.
func (m *morph) begin(v *core.View, others bool) {
	if others || len(m.now) != len(v.Queues) {
		m.manner, m.since = noManner, -1
	}
	m.now = resize(m.now, len(v.Queues))
}

// as says how the queues are about to be drawn.
func (s *Scene) as(how manner, columns int) {
	m := &s.morph
	clock := s.Viewport.Clock
	if m.manner != noManner && (m.manner != how || m.columns != columns) && clock > 0 && !s.Viewport.ReducedMotion {
		m.old = append(m.old[:0], m.now...)
		m.since = clock
	}
	if clock <= 0 || s.Viewport.ReducedMotion || clock-m.since > morphTime {
		m.since = -1
	}
	m.manner, m.columns = how, columns
}

// moved is where queue i is drawn on its way to r.
func (s *Scene) moved(i int, r Rect) Rect {
	m := &s.morph
	if i >= len(m.now) {
		return r
	}
	if m.since >= 0 && i < len(m.old) && !m.old[i].Empty() {
		e := smooth(clamp(float32(s.Viewport.Clock-m.since)/float32(morphTime), 0, 1))
		o := m.old[i]
		r = Rect{o.X + (r.X-o.X)*e, o.Y + (r.Y-o.Y)*e, o.W + (r.W-o.W)*e, o.H + (r.H-o.H)*e}
	}
	m.now[i] = r
	return r
}
