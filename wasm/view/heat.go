package view

import (
	"math"

	"ringside/core"
)

// heat draws a cell per queue, a block of rows per broker: the owner's colour,
// the brighter the longer the backlog; hollow without owner, hatched with two.
func (s *Scene) heat(v *core.View, r Rect) float32 {
	u := s.unit
	legend := float32(0)
	if r.H > 240 && r.W > 200 {
		legend = 20 * u
	}
	h := r.H - legend
	nameW := float32(0)
	if h/float32(len(v.Brokers)) >= 13 {
		nameW = s.brokerNames(v, 0.26*r.W, Font{Size: 11 * u})
	}
	grid := Rect{r.X + nameW, r.Y, r.W - nameW, h}
	size, columns := s.heatCell(v, grid)
	if flow := gridCell(len(v.Queues), r.W, h, 34*u); size < 8 && flow > 1.5*size {
		return s.heatFlow(v, Rect{r.X, r.Y, r.W, h}, flow, legend)
	}
	if size < 2 {
		return 0
	}
	gap := float32(math.Floor(float64(clamp(size*0.14, 0, 3))))
	blockGap := s.heatGap(v, size)
	y := r.Y
	for b := range v.Brokers {
		rows := s.heatBlock(v, b, Rect{grid.X, y, grid.W, r.Bottom() - y}, size, gap, columns)
		if rows == 0 {
			continue
		}
		block := float32(rows) * size
		if nameW > 0 && block >= 10 {
			s.heatName(v, b, Rect{r.X, y, nameW - 6, min(block, 16*u)})
		}
		y += block + blockGap
	}
	y -= blockGap
	s.heatLegend(Rect{r.X, y, r.W, legend})
	return y + legend - r.Y
}

func (s *Scene) heatLegend(r Rect) {
	if r.H > 0 {
		_, row := r.cutTop(4, 0)
		s.label(row, AlignLeft, Font{Size: 10.5 * s.unit}, InkMuted, key(KeyLegendHeat))
	}
}

// heatFlow draws all queues in one grid, broker after broker, where blocks of
// their own would waste the room: many brokers with few queues each.
func (s *Scene) heatFlow(v *core.View, r Rect, size, legend float32) float32 {
	columns := int(r.W / size)
	gap := float32(math.Floor(float64(clamp(size*0.14, 0, 3))))
	for k, i := range s.group.order {
		cell := Rect{r.X + float32(k%columns)*size, r.Y + float32(k/columns)*size, size - gap, size - gap}
		s.heatOne(v, i, cell)
		s.from[i] = anchor{r.X + float32(columns)*size + 2, cell.Y + cell.H/2, true}
	}
	y := r.Y + float32((len(s.group.order)+columns-1)/columns)*size
	s.heatLegend(Rect{r.X, y, r.W, legend})
	return y + legend - r.Y
}

// gridCell is the largest cell with which n fit into w by h, at most most; 0 when none does.
func gridCell(n int, w, h, most float32) float32 {
	for size := min(most, w, h); size >= 1; size -= 0.25 {
		if columns := int(w / size); columns > 0 && float32((n+columns-1)/columns)*size <= h {
			return size
		}
	}
	return 0
}

// heatName writes a broker's name beside its block.
func (s *Scene) heatName(v *core.View, b int, r Rect) {
	ink := InkMuted
	if !v.Brokers[b].Up {
		s.dot(mark(FormCross, r.X+4, r.Y+r.H/2, 3, InkDuplicate))
		_, r = r.cutLeft(10, 0)
		ink = InkDuplicate
	}
	f := Font{Size: clamp(r.H*0.75, 9, 11*s.unit)}
	s.label(r, AlignLeft, f, ink, name(s.brokerName(v, b, r.W, f)))
	s.hitRect(HitBroker, b, r)
}

func (s *Scene) heatGap(v *core.View, size float32) float32 {
	if len(v.Brokers) > 24 {
		return 1
	}
	return clamp(size*0.5, 2, 10)
}

// heatCell is the largest cell, gap included, with which all brokers' blocks
// fit, and how many stand in a row.
func (s *Scene) heatCell(v *core.View, r Rect) (size float32, columns int) {
	for size = min(34*s.unit, r.W); size >= 2; size -= 0.5 {
		columns = int(r.W / size)
		if columns == 0 {
			continue
		}
		height := -s.heatGap(v, size)
		for b := range v.Brokers {
			if n := len(s.group.of(b)); n > 0 {
				height += float32((n+columns-1)/columns)*size + s.heatGap(v, size)
			}
		}
		if height <= r.H {
			// As many rows, but full ones.
			if most := s.mostQueues(v); most > 0 {
				rows := (most + columns - 1) / columns
				columns = (most + rows - 1) / rows
			}
			return size, columns
		}
	}
	return 0, 0
}

// heatBlock draws broker b's cells from r's top and returns the number of rows.
func (s *Scene) heatBlock(v *core.View, b int, r Rect, size, gap float32, columns int) int {
	list := s.group.of(b)
	for k, i := range list {
		cell := Rect{r.X + float32(k%columns)*size, r.Y + float32(k/columns)*size, size - gap, size - gap}
		s.heatOne(v, i, cell)
		s.from[i] = anchor{r.X + float32(columns)*size + 2, cell.Y + cell.H/2, true}
	}
	return (len(list) + columns - 1) / columns
}

func (s *Scene) heatOne(v *core.View, i int, cell Rect) {
	q := &v.Queues[i]
	backlog := float64(max(0, q.End-max(q.Highest, q.Committed)))
	heat := 0.45 + 0.55*math.Sqrt(min(1, backlog/float64(max(1, s.bars.span))))
	box, _ := s.ownedBox(q, cell, s.shade(i, uint8(255*heat)))
	if len(q.Owners) == 0 {
		box.Style, box.Fill, box.EdgeWidth = StyleSolid, Paint{}, max(1, min(1.5, cell.W/5))
		box.Edge.Alpha = s.shade(i, 255)
		if cell.W >= 12 {
			box.Style = StyleDashed
		}
	}
	if cell.W >= 10 {
		box.Radius = 2
	}
	if s.isLit(i) {
		box.Edge, box.EdgeWidth = solid(InkFocus), max(1, min(2, cell.W/5))
	}
	s.box(box)
	s.hitRect(HitQueue, i, cell)
	if q.DuplicateTo > q.DuplicateFrom && cell.W >= 7 {
		s.dot(Dot{X: cell.X + cell.W/2, Y: cell.Y + cell.H/2, R: cell.W * 0.28, Form: FormDiamond, Fill: solid(InkDuplicate), Edge: solid(InkBackground)})
	}
}
