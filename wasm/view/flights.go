package view

import (
	"math"
	"time"

	"ringside/core"
)

// maxCurves is the most ownership curves that can be followed with the eye;
// beyond it only those of what is hovered or selected are drawn.
const maxCurves = 128

// fewCurves is up to how many they are drawn strongly, and flights at their full size.
const fewCurves = 48

// curves joins each queue with its owners.
func (s *Scene) curves(v *core.View) {
	all, alpha := len(v.Queues) <= maxCurves, uint8(190)
	if len(v.Queues) > fewCurves {
		alpha = 90
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		if !s.from[i].ok || !all && !s.isLit(i) {
			continue
		}
		for k, c := range q.Owners {
			if c < 0 || c >= len(s.to) || !s.to[c].ok {
				continue
			}
			curve := s.path(v, i, c)
			curve.Width = 1.3
			curve.Paint = Paint{ConsumerFill(c), s.shade(i, alpha)}
			curve.Dashed = k > 0
			if s.isLit(i) {
				curve.Width, curve.Paint.Alpha = 2.4, 255
			}
			if part := s.progress(v.Now, q.Changed); part < 1 {
				curve.Paint.Alpha = uint8(float32(curve.Paint.Alpha) * ease(part))
			}
			s.Curves = append(s.Curves, curve)
		}
	}
}

// path is the curve from queue i to consumer c. The curves of one consumer
// arrive a little apart, in the queues' order.
func (s *Scene) path(v *core.View, i, c int) Curve {
	from, to := s.from[i], s.to[c]
	y := to.y
	if n := len(v.Queues); n > 1 {
		y += (float32(i)/float32(n-1) - 0.5) * 16
	}
	return bend(from.x, from.y, to.x, y)
}

func bend(x0, y0, x1, y1 float32) Curve {
	mid := (x0 + x1) / 2
	return Curve{X: [4]float32{x0, mid, mid, x1}, Y: [4]float32{y0, y0, y1, y1}}
}

// At is the point of the curve at t from 0 to 1.
func (c *Curve) At(t float32) (x, y float32) {
	u := 1 - t
	b0, b1, b2, b3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return b0*c.X[0] + b1*c.X[1] + b2*c.X[2] + b3*c.X[3], b0*c.Y[0] + b1*c.Y[1] + b2*c.Y[2] + b3*c.Y[3]
}

const (
	// flightOnScreen is how long something in flight is seen at least: the
	// network is faster than the eye.
	flightOnScreen = 300 * time.Millisecond
	// maxFlights bounds the dots of one frame.
	maxFlights = 160
	// blurSpeed is the speed from which single flights only flicker.
	blurSpeed = 20
)

// flights draws what is on its way: along the ownership curves where there are
// columns, else from the ring inwards.
func (s *Scene) flights(v *core.View) {
	if s.Viewport.ReducedMotion || s.Viewport.Speed > blurSpeed {
		return
	}
	least := time.Duration(float64(flightOnScreen) * s.Viewport.Speed)
	drawn := 0
	for i := range v.Flights {
		f := &v.Flights[i]
		lasts := max(f.Arrived-f.Sent, least)
		if lasts <= 0 || v.Now < f.Sent || v.Now >= f.Sent+lasts {
			continue
		}
		if drawn++; drawn > maxFlights {
			return
		}
		s.flight(v, f, float32(v.Now-f.Sent)/float32(lasts))
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
		if !s.wired || f.Broker < 0 || f.Broker >= len(s.out) || !s.out[f.Broker].ok || !s.to[f.Consumer].ok {
			return
		}
		if f.Kind == core.FlightHeartbeat {
			t = 1 - t
		}
		from, to := s.out[f.Broker], s.to[f.Consumer]
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
	p := s.place
	if p.inner < 40 || len(v.Queues) > fewCurves {
		return
	}
	angle := positionAngle(v.Queues[f.Queue].Position)
	if !hashed(v) {
		angle = (float32(f.Queue) + 0.5) * fullTurn / float32(len(v.Queues))
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
