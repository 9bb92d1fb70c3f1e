package view

import (
	"math"
	"slices"
	"time"

	"ringside/core"
)

const (
	// flightOnScreen is how long something in flight is seen at least: the
	// network is faster than the eye.
	flightOnScreen = 300 * time.Millisecond
	// flightStep is how close together on the screen flights on one way are drawn
	// as one larger dot: a queue's steady stream would be a string of them.
	flightStep = 75 * time.Millisecond
	// flightKept is how long, in simulated time, a flight can be stretched: the
	// view has it for no more than about 400 ms.
	flightKept = 390 * time.Millisecond
	// maxFlights bounds the dots of one frame.
	maxFlights = 160
	// blurSpeed is the speed from which single flights only flicker.
	blurSpeed = 8
)

// flights draws what is on its way: along the ownership curves where there are
// columns, else from the ring inwards.
func (s *Scene) flights(v *core.View) {
	if s.flowing() {
		return
	}
	// At slow and usual speeds as above; at higher ones both shrink to what is kept.
	speed := min(s.Viewport.Speed, float64(flightKept)/float64(flightOnScreen+flightStep))
	least := time.Duration(float64(flightOnScreen) * speed)
	step := max(1, time.Duration(float64(flightStep)*speed))
	s.rail()
	s.ways = resize(s.ways, len(v.Queues))
	clear(s.ways)
	drawn := 0
	for i := range v.Flights {
		f := &v.Flights[i]
		// A flight starts at the end of its step, with all others of the step.
		start := (f.Sent/step + 1) * step
		lasts := max(f.Arrived-f.Sent, least)
		if v.Now < start || v.Now >= start+lasts || s.Viewport.Quiet && f.Queue < 0 || s.joined(f, start) {
			continue
		}
		if drawn++; drawn > maxFlights {
			return
		}
		before := len(s.Dots)
		s.flight(v, f, float32(v.Now-start)/float32(lasts))
		s.remember(f, start, before)
		if s.standing && len(s.Dots) > before {
			d := s.Dots[before]
			r := max(6, d.R)
			s.hitRect(HitFlight, i, Rect{d.X - r, d.Y - r, 2 * r, 2 * r})
		}
	}
}

// rail is the line on which notices and heartbeats go where brokers and
// consumers stand one above the other, with a stub to each of them: in an empty
// margin the marks would seem to be lost.
func (s *Scene) rail() {
	if s.wired || s.Viewport.Quiet {
		return
	}
	if !slices.ContainsFunc(s.out, func(a anchor) bool { return a.ok }) {
		return // a low picture has no brokers
	}
	var x, top, bottom float32
	n := 0
	stub := func(a anchor, at float32) {
		top, bottom = min(top, a.y), max(bottom, a.y)
		s.box(fill(Rect{x, a.y - 0.5, max(0, at-x), 1}, solid(InkEdge)))
	}
	for _, a := range s.to {
		if !a.ok {
			continue
		}
		if n++; n == 1 {
			x, top, bottom = s.railX(a), a.y, a.y
		}
		stub(a, a.x)
	}
	if n == 0 {
		return
	}
	for _, a := range s.out {
		if a.ok {
			stub(a, x+5)
		}
	}
	s.box(fill(Rect{x - 0.5, top, 1, bottom - top}, solid(InkEdge)))
}

// railX is where the rail beside a consumer's card runs.
func (s *Scene) railX(to anchor) float32 { return max(to.x-7, s.Free.X+4.5) }

// way is the dot last drawn for a queue: the others of its step join it.
type way struct {
	start    time.Duration
	consumer int
	dot      int // index into Dots plus one; 0: none
}

// Ways of a queue: its messages, their repeats, and commits.
const (
	wayMessages = iota
	wayRepeats
	wayCommits
	numWays
)

// wayOf is the way a flight takes, nil for notices and heartbeats.
func (s *Scene) wayOf(f *core.Flight) *way {
	if f.Queue < 0 || f.Queue >= len(s.ways) {
		return nil
	}
	w := wayMessages
	switch {
	case f.Kind == core.FlightCommit:
		w = wayCommits
	case f.Duplicate:
		w = wayRepeats
	}
	return &s.ways[f.Queue][w]
}

// joined tells whether the flight is one with the dot before it, which grows a little.
func (s *Scene) joined(f *core.Flight, start time.Duration) bool {
	w := s.wayOf(f)
	if w == nil || w.dot == 0 || w.start != start || w.consumer != f.Consumer {
		return false
	}
	d := &s.Dots[w.dot-1]
	if d.R < 4 && f.Kind == core.FlightMessages {
		d.R += 0.12
	}
	return true
}

func (s *Scene) remember(f *core.Flight, start time.Duration, before int) {
	if w := s.wayOf(f); w != nil && len(s.Dots) > before {
		*w = way{start, f.Consumer, before + 1}
	}
}

func (s *Scene) flight(v *core.View, f *core.Flight, t float32) {
	if f.Consumer < 0 || f.Consumer >= len(s.to) {
		return
	}
	d := flightDot(f)
	if len(v.Queues) > fewCurves {
		d.R = min(d.R, 3.2)
	}
	if f.Queue >= 0 && f.Queue < len(s.from) {
		d.Fill.Alpha = s.shade(f.Queue, d.Fill.Alpha)
	}
	switch f.Kind {
	case core.FlightMessages, core.FlightCommit:
		if f.Queue < 0 || f.Queue >= len(s.from) {
			return
		}
		if len(v.Queues) > maxCurves && !f.Duplicate && !s.isLit(f.Queue) {
			return // dots without lines to run on say nothing
		}
		if !s.wired {
			s.inward(v, f, d, t)
			return
		}
		if !s.from[f.Queue].ok || !s.to[f.Consumer].ok {
			return
		}
		if f.Kind == core.FlightCommit {
			t = 1 - t
		}
		c := s.path(v, f.Queue, f.Consumer)
		d.X, d.Y = c.At(t)
	default:
		if f.Broker < 0 || f.Broker >= len(s.out) || !s.out[f.Broker].ok || !s.to[f.Consumer].ok {
			return
		}
		if f.Kind == core.FlightHeartbeat {
			t = 1 - t
		}
		from, to := s.out[f.Broker], s.to[f.Consumer]
		if !s.wired { // one above the other: along the margin
			d.R = min(d.R, 4.5)
			d.X, d.Y = s.railX(to), from.y+(to.y-from.y)*smooth(t)
			break
		}
		c := bend(from.x, from.y, to.x, to.y)
		d.X, d.Y = c.At(t)
	}
	s.dot(d)
}

// flightDot is the mark of a kind of flight: discs are messages, larger for
// more of them; diamonds repeats; squares commits; triangles notices; small
// rings heartbeats.
func flightDot(f *core.Flight) Dot {
	ink := ConsumerFill(f.Consumer)
	r := 2.2 + 0.55*float32(math.Log2(float64(max(1, f.Count))))
	d := Dot{R: min(r, 5.5), Fill: solid(ink)}
	switch {
	case f.Duplicate:
		d.Form, d.Fill, d.R = FormDiamond, solid(InkDuplicate), max(5, d.R+1)
	case f.Kind == core.FlightCommit:
		d.Form, d.Fill, d.R = FormSquare, solid(InkTick), 2.6
	case f.Kind == core.FlightNotice:
		d.Form, d.Fill, d.R = FormTriangle, solid(InkWarn), 5
	case f.Kind == core.FlightHeartbeat:
		d.Form, d.Fill, d.Edge, d.R = FormRing, Paint{}, Paint{InkMuted, 160}, 3
	}
	return d
}

// inward is the short way of messages from the ring towards its middle (and of
// commits back), for layouts without columns.
func (s *Scene) inward(v *core.View, f *core.Flight, d Dot, t float32) {
	p, angle, ok := s.queueAngle(v, f.Queue)
	if !ok || p.inner < 40 || len(v.Queues) > fewCurves {
		return
	}
	if f.Kind == core.FlightCommit {
		t = 1 - t
	}
	reach := inwardReach(p.inner)
	d.X, d.Y = around(p.x, p.y, angle, p.inner-d.R-reach*ease(t))
	d.Fill.Alpha = uint8(float32(d.Fill.Alpha) * (1 - 0.7*t))
	s.dot(d)
}

// inwardReach is how far messages go from the ring inwards.
func inwardReach(inner float32) float32 { return min(16, inner*0.16) }
