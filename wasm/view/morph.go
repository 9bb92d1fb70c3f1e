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
// drawing becomes a heat map or the other way round, when the map's cells are
// dealt anew, and when there are more queues or fewer.
type morph struct {
	manner   manner
	columns  int
	since    time.Duration // of Viewport.Clock; negative: nothing moves
	now, old []Rect        // per queue: where it is drawn in this frame, and where it was before the change
	names    []string      // of the queues in now
	dealt    bool          // the queues are others than in the frame before
	places   map[string]Rect
}

// begin prepares a frame. Queues that were in the one before come from their
// places there; a picture in which none was does not come from it.
func (m *morph) begin(v *core.View, others bool) {
	m.dealt = others || len(m.now) != len(v.Queues)
	if !m.dealt {
		return
	}
	if m.places == nil {
		m.places = map[string]Rect{}
	}
	clear(m.places)
	for i, name := range m.names {
		m.places[name] = m.now[i]
	}
	m.now, m.names = resize(m.now, len(v.Queues)), m.names[:0]
	stay := 0
	for i := range v.Queues {
		r, ok := m.places[v.Queues[i].Name]
		if ok {
			stay++
		}
		m.now[i], m.names = r, append(m.names, v.Queues[i].Name)
	}
	if stay == 0 {
		m.manner, m.since = noManner, -1
	}
}

// as says how the queues are about to be drawn.
func (s *Scene) as(how manner, columns int) {
	m := &s.morph
	clock := s.Viewport.Clock
	if m.manner != noManner && (m.manner != how || m.columns != columns || m.dealt) && clock > 0 && !s.Viewport.ReducedMotion {
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
	if m.since >= 0 && i < len(m.old) {
		e := smooth(clamp(float32(s.Viewport.Clock-m.since)/float32(morphTime), 0, 1))
		o := m.old[i]
		if o.Empty() { // it is new, and grows
			o = Rect{X: r.X + r.W/2, Y: r.Y + r.H/2}
		}
		r = Rect{o.X + (r.X-o.X)*e, o.Y + (r.Y-o.Y)*e, o.W + (r.W-o.W)*e, o.H + (r.H-o.H)*e}
	}
	m.now[i] = r
	return r
}
