package view

import "ringside/core"

// ownerForms are the marks that tell consumers apart without colour. Those of
// the second half of the palette are cut out of a disc.
var ownerForms = [PaletteSize / 2]Form{FormUp, FormPlus, FormHalf, FormEquals, FormDown, FormLevel, FormCorner, FormUpright}

// OwnerForm is a consumer's mark; disc tells that it is cut out of a disc.
func OwnerForm(consumer int) (form Form, disc bool) {
	return ownerForms[consumer%len(ownerForms)], consumer%PaletteSize >= len(ownerForms)
}

// drawOwner draws the mark of a consumer, of radius r or a little more.
func (s *Scene) drawOwner(consumer int, x, y, r float32, p Paint) {
	form, disc := OwnerForm(consumer)
	if !disc {
		s.dot(Dot{X: x, Y: y, R: r, Form: form, Fill: p})
		return
	}
	ground := Paint{InkBackground, p.Alpha}
	if p.Ink >= inkOn { // on the consumer's colour
		ground.Ink = ConsumerFill(consumer)
	}
	s.dot(Dot{X: x, Y: y, R: r * 1.25, Fill: p})
	s.dot(Dot{X: x, Y: y, R: r * 0.85, Form: form, Fill: ground})
}

// leastMark is the least radius of a consumer's mark that can be told from the others.
const leastMark = 2.6

// marks tells whether consumers have their marks beside their colours: in the
// themes of more contrast, and where the consumers have no room to name their
// queues, so that nothing is told by colour alone.
func (s *Scene) marks() bool { return s.marked || s.Viewport.Theme.contrasting() }

// ownerMark puts a consumer's mark beside its colour.
func (s *Scene) ownerMark(consumer int, x, y, r float32, p Paint) {
	if s.marks() && consumer >= 0 && r >= leastMark {
		s.drawOwner(consumer, x, y, r, p)
	}
}

// markRoom is the room that a consumer's mark takes beside a name of a size.
func (s *Scene) markRoom(size float32) float32 {
	if s.marks() {
		return size * 0.95
	}
	return 0
}

// markedName writes a consumer's name in its colour, after its mark where there is one.
func (s *Scene) markedName(i int, r Rect, f Font, align Align, w words) {
	if room := s.markRoom(f.Size); room > 0 && align == AlignLeft && r.W > 2.4*room {
		s.ownerMark(i, r.X+f.Size*0.36, r.Y+r.H/2, f.Size*0.36, solid(ConsumerText(i)))
		_, r = r.cutLeft(room, 0)
	}
	s.label(r, align, f, ConsumerText(i), w)
}

// arcMarks puts the marks of a queue's owners on its arc, where it is long enough.
func (s *Scene) arcMarks(owners []int, a Arc, alpha uint8) {
	r := min((a.Outer-a.Inner)*0.34, 6*s.unit)
	middle := (a.Inner + a.Outer) / 2
	n := min(len(owners), 2)
	if !s.marks() || n == 0 || (a.To-a.From)*middle < float32(n)*(2*r+5) {
		return
	}
	for k := range n {
		x, y := around(a.X, a.Y, a.From+(a.To-a.From)*float32(2*k+1)/float32(2*n), middle)
		ink := OnConsumer(owners[k])
		if n > 1 { // nothing can be made out on stripes: a plate below
			s.dot(Dot{X: x, Y: y, R: r + 1.5, Fill: Paint{InkBackground, alpha}})
			ink = ConsumerText(owners[k])
		}
		s.ownerMark(owners[k], x, y, r, Paint{ink, alpha})
	}
}

// markedArc puts a consumer's mark on the middle of an arc that is long enough.
func (s *Scene) markedArc(consumer int, a Arc, alpha uint8) {
	r, middle := min((a.Outer-a.Inner)*0.34, 6*s.unit), (a.Inner+a.Outer)/2
	if (a.To-a.From)*middle < 2*r+5 {
		return
	}
	x, y := around(a.X, a.Y, (a.From+a.To)/2, middle)
	s.ownerMark(consumer, x, y, r, Paint{OnConsumer(consumer), alpha})
}

// barMarks puts the owners' marks on the past of a queue's bar.
func (s *Scene) barMarks(q *core.QueueView, r Rect, alpha uint8) {
	size := min(r.H*0.36, 5*s.unit)
	x := r.X + size + 3
	for _, c := range q.Owners {
		if x+size > r.Right() {
			return
		}
		s.ownerMark(c, x, r.Y+r.H/2, size, Paint{ConsumerText(c), alpha})
		x += 2*size + 4
	}
}
