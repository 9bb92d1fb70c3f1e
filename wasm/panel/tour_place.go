package panel

import "ringside/wasm/view"

// Extents are the rectangles that the things of the picture take up, found by
// asking the scene what lies where: the picture arranges itself.
type Extents struct {
	Ring      view.Rect // all queues on the ring or in the map
	Brokers   view.Rect // the brokers' cards, with their queues
	Consumers view.Rect // the consumers' cards
}

// probeStep is the distance between two places asked, in CSS pixels.
const probeStep = 9

// FindExtents asks a filled scene. What it does not show is an empty rectangle.
func FindExtents(s *view.Scene) Extents {
	var e Extents
	var queues []view.Rect
	f := s.Free
	for y := f.Y + probeStep/2; y < f.Bottom(); y += probeStep {
		for x := f.X + probeStep/2; x < f.Right(); x += probeStep {
			r := view.Rect{X: x - probeStep/2, Y: y - probeStep/2, W: probeStep, H: probeStep}
			switch s.Hit(x, y).Kind {
			case view.HitBroker:
				e.Brokers = union(e.Brokers, r)
			case view.HitConsumer:
				e.Consumers = union(e.Consumers, r)
			case view.HitQueue, view.HitNode:
				queues = append(queues, r)
			}
		}
	}
	e.Brokers = withRows(e.Brokers, queues, e.Consumers)
	for _, r := range queues {
		if !grown(e.Brokers, probeStep).Overlaps(r) && !e.Consumers.Overlaps(r) {
			e.Ring = union(e.Ring, r)
		}
	}
	return e
}

// withRows is the brokers' place with the rows of their queues, which go on from
// it downwards and hide the cards that they lie on; those of consumers do not count.
func withRows(brokers view.Rect, queues []view.Rect, consumers view.Rect) view.Rect {
	if brokers.Empty() {
		return brokers
	}
	for _, r := range queues { // from above to below
		middle := r.X + r.W/2
		if middle >= brokers.X && middle <= brokers.Right() && grown(brokers, probeStep).Overlaps(r) && !consumers.Overlaps(r) {
			brokers = union(brokers, r)
		}
	}
	return brokers
}

func grown(r view.Rect, by float32) view.Rect {
	if r.Empty() {
		return r
	}
	return view.Rect{X: r.X - by, Y: r.Y - by, W: r.W + 2*by, H: r.H + 2*by}
}

// union is the smallest rectangle with both inside; an empty one adds nothing.
func union(a, b view.Rect) view.Rect {
	switch {
	case a.Empty():
		return b
	case b.Empty():
		return a
	}
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return view.Rect{X: x, Y: y, W: max(a.Right(), b.Right()) - x, H: max(a.Bottom(), b.Bottom()) - y}
}

// PlaceBubble finds a place for a bubble of a size beside what it speaks of:
// below, above, right or left of it, whichever has room; else in its middle.
// All of it stays inside the window.
func PlaceBubble(of view.Rect, w, h, windowW, windowH float32) (x, y float32) {
	const gap = 14
	inX := func(x float32) float32 { return max(8, min(x, windowW-w-8)) }
	inY := func(y float32) float32 { return max(8, min(y, windowH-h-8)) }
	middleX, middleY := inX(of.X+of.W/2-w/2), inY(of.Y+of.H/2-h/2)
	switch {
	case of.Empty():
		return inX(windowW/2 - w/2), inY(windowH/2 - h/2)
	case of.Bottom()+gap+h <= windowH-8:
		return middleX, of.Bottom() + gap
	case of.Y-gap-h >= 8:
		return middleX, of.Y - gap - h
	case of.Right()+gap+w <= windowW-8:
		return of.Right() + gap, middleY
	case of.X-gap-w >= 8:
		return of.X - gap - w, middleY
	}
	return middleX, middleY
}
