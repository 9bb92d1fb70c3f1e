package view

import (
	"math"

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
	flow := s.flowing()
	if flow {
		s.flowRates(v)
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		if !s.from[i].ok || !all && !s.isLit(i) {
			continue
		}
		t := s.transferOf(v, q)
		for k, c := range q.Owners {
			if c < 0 || c >= len(s.to) || !s.to[c].ok {
				continue
			}
			curve := s.path(v, i, c)
			if c == t.to {
				curve = s.swung(v, i, t)
			}
			curve.Width = 1.3
			curve.Paint = Paint{ConsumerFill(c), s.shade(i, alpha)}
			curve.Dashed = k > 0 && q.Doubled()
			if flow {
				curve.Width = flowWidth(q.Rate / len(q.Owners))
				curve.Dashed = false
			}
			if s.isLit(i) {
				curve.Width, curve.Paint.Alpha = max(2.4, curve.Width), 255
			}
			if c == t.to && t.came < 1 {
				curve.Paint.Alpha = part(curve.Paint.Alpha, ease(t.came))
			}
			s.Curves = append(s.Curves, curve)
		}
	}
	s.handOvers(v)
	s.cutLinks(v)
}

// flowing tells whether messages are shown as streams whose width is their
// rate: at speeds where single ones would only flicker, and without motion.
func (s *Scene) flowing() bool { return s.Viewport.ReducedMotion || s.Viewport.Speed > blurSpeed }

// flowWidth is a stream's width: a hair when nothing flows, then one more pixel
// and a bit for each doubling.
func flowWidth(rate int) float32 {
	if rate <= 0 {
		return 0.8
	}
	return min(9, 1.1+1.05*float32(math.Log2(1+float64(rate)/4)))
}

// flowRates writes each stream's rate where it leaves its queue, and lets the
// streams begin behind, while there are few enough to have a line of their own.
func (s *Scene) flowRates(v *core.View) {
	u := s.unit
	f := Font{Size: 9.5 * u}
	w, h := 34*u, 13*u
	if s.morph.manner != rowsManner || len(v.Queues) > fewCurves || s.gap < 2.2*w {
		return
	}
	for i := range v.Queues {
		q := &v.Queues[i]
		if len(q.Owners) == 0 || !s.from[i].ok {
			continue
		}
		if q.Rate > 0 {
			r := Rect{s.from[i].x + 3, s.from[i].y - h/2, w - 4, h}
			s.labelAlpha(r, AlignRight, f, Paint{InkMuted, s.shade(i, 255)}, key(KeyFlow).with(integer(q.Rate)))
		}
		s.from[i].x += w + 2
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
