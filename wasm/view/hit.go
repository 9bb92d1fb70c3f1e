package view

import "math"

// HitKind is the kind of thing under the pointer.
type HitKind uint8

const (
	HitNone     HitKind = iota // nothing
	HitQueue                   // Index into View.Queues
	HitConsumer                // Index into View.Consumers
	HitBroker                  // Index into View.Brokers
	HitNode                    // Index into View.Ring
	HitCounter                 // CounterDuplicates, CounterPaused or CounterBacklog
	HitFlight                  // Index into View.Flights; only while time stands still
	HitServer                  // Index into View.NameServers
	HitButton                  // ButtonZoomIn, ButtonZoomOut or ButtonZoomAll
)

// The counters' indexes.
const (
	CounterDuplicates = iota // repeats: messages processed again
	CounterPaused            // queues that pause: see core.Pauses
	CounterBacklog           // messages that wait
	numCounters
)

// Hit is a thing that can be pointed at. The zero Hit is nothing.
type Hit struct {
	Kind  HitKind // what it is
	Index int     // which of them, as Kind says
}

// area is where a thing can be hit: a rectangle, or a part of a ring when Outer > 0.
type area struct {
	hit                          Hit
	rect                         Rect
	x, y, inner, outer, from, to float32
}

func (s *Scene) hitRect(kind HitKind, index int, r Rect) {
	s.hits = append(s.hits, area{hit: Hit{kind, index}, rect: r})
}

func (s *Scene) hitArc(kind HitKind, index int, a Arc) {
	s.hits = append(s.hits, area{hit: Hit{kind, index}, x: a.X, y: a.Y, inner: a.Inner, outer: a.Outer, from: a.From, to: a.To})
}

// Hit tells what lies at a point: what was placed last wins, so that a queue's
// row wins over its broker's card.
func (s *Scene) Hit(x, y float32) Hit {
	if !s.Free.Contains(x, y) {
		return Hit{}
	}
	for i := len(s.hits) - 1; i >= 0; i-- {
		if s.hits[i].contains(x, y) {
			return s.hits[i].hit
		}
	}
	return Hit{}
}

// Near is Hit for a finger: without a direct hit, what lies within reach of the
// point, the nearer the better.
func (s *Scene) Near(x, y, reach float32) Hit {
	h := s.Hit(x, y)
	for far := reach / 2; h.Kind == HitNone && far <= reach; far += reach / 2 {
		for i := 0; h.Kind == HitNone && i < 8; i++ {
			sin, cos := math.Sincos(float64(i) * math.Pi / 4)
			h = s.Hit(x+far*float32(sin), y+far*float32(cos))
		}
	}
	return h
}

// Spot is a place where a thing can be hit: the middle of one of its areas, or
// where that is covered, a place near its upper left corner.
type Spot struct {
	Hit  Hit     // what is hit there
	X, Y float32 // CSS pixels in the window
	Arc  bool    // the area is a part of a ring
}

// Spots are such places, of all areas that have one.
func (s *Scene) Spots() []Spot {
	var out []Spot
	for i := range s.hits {
		a := &s.hits[i]
		p := Spot{Hit: a.hit, X: a.rect.X + a.rect.W/2, Y: a.rect.Y + a.rect.H/2, Arc: a.outer > 0}
		if p.Arc {
			p.X, p.Y = around(a.x, a.y, (a.from+a.to)/2, (a.inner+a.outer)/2)
		} else if !s.safe(p) {
			p.X, p.Y = a.rect.X+min(8, a.rect.W/4), a.rect.Y+min(8, a.rect.H/4)
		}
		if s.safe(p) {
			out = append(out, p)
		}
	}
	return out
}

// safe tells whether a spot is hit even a pixel beside it.
func (s *Scene) safe(p Spot) bool {
	return s.Hit(p.X, p.Y) == p.Hit && s.Hit(p.X-1.5, p.Y-1.5) == p.Hit && s.Hit(p.X+1.5, p.Y+1.5) == p.Hit
}

func (a *area) contains(x, y float32) bool {
	if a.outer == 0 {
		return a.rect.Contains(x, y)
	}
	dx, dy := x-a.x, y-a.y
	if d := dx*dx + dy*dy; d < a.inner*a.inner || d >= a.outer*a.outer {
		return false
	}
	return between(angleOf(dx, dy), a.from, a.to)
}

const fullTurn = 2 * math.Pi

// angleOf is the angle of a direction, clockwise from twelve o'clock, in [0, 2π).
func angleOf(dx, dy float32) float32 {
	a := math.Atan2(float64(dx), float64(-dy))
	if a < 0 {
		a += fullTurn
	}
	return float32(a)
}

// between tells whether angle a lies clockwise after from and before to, where
// to may be beyond a full turn.
func between(a, from, to float32) bool {
	d := float32(math.Mod(float64(a-from), fullTurn))
	if d < 0 {
		d += fullTurn
	}
	return d < to-from
}

// around is the point at an angle and a distance from the centre.
func around(x, y, angle, distance float32) (float32, float32) {
	sin, cos := math.Sincos(float64(angle))
	return x + distance*float32(sin), y - distance*float32(cos)
}

// positionAngle is the angle of a place on the consistent hash ring, whose 2³²
// places begin at twelve o'clock.
func positionAngle(position uint32) float32 {
	return float32(float64(position) / (1 << 32) * fullTurn)
}
