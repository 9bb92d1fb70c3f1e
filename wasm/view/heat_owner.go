package view

import "ringside/core"

// mapRun is a run of cells of one owner that stand side by side in the map.
type mapRun struct {
	left int  // how many cells of it there are from the one being drawn on
	size int  // how many there are
	told bool // whose they are has been said
}

// at goes on to the k-th of the queues in order, which stand in rows of columns.
func (r *mapRun) at(v *core.View, order []int, k, columns int) {
	if r.left--; r.left > 0 && k > 0 && k%columns > 0 {
		return
	}
	*r = mapRun{1, 1, false}
	owner := soleOwner(&v.Queues[order[k]])
	for j := k + 1; owner >= 0 && j < len(order) && j%columns > 0 && soleOwner(&v.Queues[order[j]]) == owner; j++ {
		r.size++
	}
	r.left = r.size
}

// soleOwner is who has a queue alone, -1 when nobody or several have it.
func soleOwner(q *core.QueueView) int {
	if len(q.Owners) != 1 {
		return -1
	}
	return q.Owners[0]
}

// The least cell with a name, and the least radius of the mark in a smaller one:
// a phone has two or three of the device's pixels for each.
const (
	namedCell = 11
	leastCell = 2
)

// cellOwner says that the cell of queue i is consumer c's, filled with an opacity: by a mark in
// each cell in the themes of more contrast, else once in each run of the owner's
// cells, by its name where that fits.
func (s *Scene) cellOwner(v *core.View, i, c int, cell Rect, alpha uint8) {
	m := &s.mapped
	small := min(cell.W, cell.H)
	if r := min(small*0.36, 7); s.Viewport.Theme.contrasting() && r >= leastMark {
		s.ownerMark(c, cell.X+cell.W/2, cell.Y+cell.H/2, r, Paint{OnConsumer(c), s.shade(i, 255)})
		return
	}
	if m.run.told || c >= len(v.Consumers) {
		return
	}
	ink := OnConsumer(c)
	if alpha < 190 { // the ground shows through
		ink = InkText
	}
	p := Paint{ink, s.shade(i, 255)}
	if f := (Font{Size: clamp(cell.H*0.8, 9.5, 11)}); cell.H >= namedCell && (m.run.size > 1 || len(v.Queues) <= maxCurves) && !s.Viewport.Theme.contrasting() {
		w, cells := textWidth(v.Consumers[c].Name, f), float32(m.run.left)
		if m.cell >= tileH { // the next ones have names of their own
			cells = 1
		}
		box := Rect{cell.X + 1, cell.Y, w, cell.H}
		if w <= cells*cell.W-1 && box.Right() <= m.window.Right() && !box.Overlaps(m.cover) {
			m.run.told = true
			s.labelAlpha(box, AlignLeft, f, p, name(v.Consumers[c].Name))
			return
		}
	}
	if r := min(cell.H*0.46, cell.W*0.46, 4); r >= leastCell && s.marks() {
		m.run.told = true
		s.drawOwner(c, cell.X+cell.W/2, cell.Y+cell.H/2, r, p)
	}
}
