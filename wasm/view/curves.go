package view

import "ringside/core"

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
