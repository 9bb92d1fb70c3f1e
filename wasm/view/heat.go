package view

import (
	"math"

	"ringside/core"
)

// heat draws a cell per queue, a block of rows per broker: the owner's colour,
// the brighter the longer the backlog; hollow without owner, hatched with two.
// The map can be enlarged, until the cells are bars with names.
func (s *Scene) heat(v *core.View, r Rect) float32 {
	u := s.unit
	foot := float32(0)
	if r.H > 4*s.buttonH()+70 && r.W > 200 {
		foot = 6 + s.buttonH()
	}
	if r.H > 240 && r.W > 200 {
		foot += 20 * u
	}
	if foot == 0 && s.Viewport.Touch && r.H > 80 && r.W > 150 {
		foot = 18 // says that it can be enlarged
	}
	h := r.H - foot
	nameW := float32(0)
	if h/float32(len(v.Brokers)) >= 13 {
		nameW = s.brokerNames(v, 0.26*r.W, Font{Size: 11 * u})
	}
	grid := Rect{r.X + nameW, r.Y, r.W - nameW, h}
	size, columns := s.heatCell(v, grid)
	if flow := gridCell(len(v.Queues), r.W, h, 34*u); flow > 1.8*size || size < 8 && flow > 1.5*size {
		return s.heatFlow(v, Rect{r.X, r.Y, r.W, h}, flow, foot)
	}
	if size < 2 {
		return 0
	}
	s.as(heatManner, columns)
	blockGap := s.heatGap(v, size)
	height := s.heatHeight(v, size, columns, blockGap)
	// Cells are squares, or wider or higher where there is room for it.
	width := min(grid.W, 1.9*size*float32(columns))
	if spare := h - height; spare > 0 {
		size = min(1.5*size, size+spare/s.heatRows(v, columns))
		height = s.heatHeight(v, size, columns, blockGap)
	}
	s.mapped.open(Rect{grid.X, r.Y, width, height}, s.Viewport.Zoom, len(v.Queues))
	s.coverMap(foot)
	y := r.Y
	for b := range v.Brokers {
		n := len(s.group.of(b))
		if n == 0 {
			continue
		}
		block := Rect{grid.X, y, width, float32((n+columns-1)/columns) * size}
		s.heatBlock(v, b, block, size, columns)
		if seen := s.mapped.seen(s.mapped.enlarged(block)); nameW > 0 && seen.H >= 10 {
			s.heatName(v, b, Rect{r.X, seen.Y, nameW - 6, min(seen.H, 16*u)})
		}
		y += block.H + blockGap
	}
	s.heatFoot(v, Rect{r.X, r.Y + height, r.W, foot})
	return height + foot
}

// tilesFit tells whether the map's cells would have room for names and bars.
func (s *Scene) tilesFit(v *core.View, r Rect) bool {
	if r.H < 300 || r.W < 240 {
		return false
	}
	r.H -= 6 + s.buttonH() + 20*s.unit
	r.W -= s.brokerNames(v, 0.26*r.W, Font{Size: 11 * s.unit})
	size, columns := s.heatCell(v, r)
	return size >= tileH+3 && min(r.W/float32(columns), 1.9*size) >= tileW+3
}

// heatFlow draws all queues in one grid, broker after broker, where blocks of
// their own would waste the room: many brokers with few queues each.
func (s *Scene) heatFlow(v *core.View, r Rect, size, foot float32) float32 {
	columns := int(r.W / size)
	s.as(heatManner, columns)
	height := float32((len(s.group.order)+columns-1)/columns) * size
	s.mapped.open(Rect{r.X, r.Y, float32(columns) * size, height}, s.Viewport.Zoom, len(v.Queues))
	s.coverMap(foot)
	for k, i := range s.group.order {
		s.mapped.run.at(v, s.group.order, k, columns)
		s.heatOne(v, i, Rect{r.X + float32(k%columns)*size, r.Y + float32(k/columns)*size, size, size})
	}
	s.heatFoot(v, Rect{r.X, r.Y + height, r.W, foot})
	return height + foot
}

// coverMap reserves a corner of an enlarged map for the buttons where there is
// no room for them below.
func (s *Scene) coverMap(foot float32) {
	m := &s.mapped
	w, h := s.zoomButtonsW(), s.buttonH()
	if foot >= s.buttonH() || m.zoom.Scale <= 1 || m.window.W < w+8 || m.window.H < h+8 {
		return
	}
	m.cover = Rect{m.window.Right() - w - 4, m.window.Bottom() - h - 4, w, h}
}

// heatFoot sums up what is amiss in the map, else says how to enlarge it, and
// explains its signs.
func (s *Scene) heatFoot(v *core.View, r Rect) {
	if !s.mapped.cover.Empty() {
		s.zoomButtons(s.mapped.cover)
	}
	if r.H <= 0 {
		return
	}
	u := s.unit
	_, r = r.cutTop(6, 0)
	row, signs := r.cutTop(min(s.buttonH(), r.H), 4)
	hint := row
	if row.H >= s.buttonH() {
		var buttons Rect
		buttons, hint = row.cutRight(s.zoomButtonsW(), 8)
		s.zoomButtons(buttons)
	}
	if c := changesOf(v, 0, len(v.Queues)); c.unowned > 0 {
		s.label(hint, AlignLeft, Font{Size: 11.5 * u, Bold: true}, InkWarn, either(c.unowned, KeyHeatNowOne, KeyHeatNow).with(seconds(c.longest)))
	} else if s.Viewport.Touch {
		s.label(hint, AlignLeft, Font{Size: 11 * u}, InkMuted, key(KeyPinchHint))
	} else {
		s.label(hint, AlignLeft, Font{Size: 10.5 * u}, InkMuted, key(KeyZoomHint))
	}
	if signs.H < 10 {
		return
	}
	ink, size := ConsumerFill(0), 9*u
	items := [...]legendItem{
		{KeyHeatBacklog, Box{Fill: Paint{ink, 115}}},
		{KeyHeatNobody, Box{Edge: solid(InkHollow), EdgeWidth: 1}},
		{KeyHeatTwice, Box{Fill: solid(ink), Second: solid(ConsumerFill(1)), Style: StyleHatched}},
	}
	how := sharingOf(v, 0, len(v.Queues)).how
	if how != core.SharedNot {
		items[2] = legendItem{KeyHeatShared, Box{Fill: solid(ink)}}
	}
	widths := [...]float32{0.42 * signs.W, 0.26 * signs.W, 0.32 * signs.W}
	x := signs.X
	for i, item := range items {
		cell := Rect{x, signs.Y, widths[i], signs.H}
		x += cell.W
		part := item.part
		part.Rect = Rect{cell.X, cell.Y + (cell.H-size)/2, size, size}
		if item.key == KeyHeatShared {
			s.sharedBox(&core.QueueView{Shared: how, Owners: sampleOwners}, part)
		} else {
			s.box(part)
		}
		_, word := cell.cutLeft(size+5*u, 0)
		if i == 0 { // the longer the backlog, the brighter
			part.X, part.Fill.Alpha = part.X+size+2, 255
			s.box(part)
			_, word = word.cutLeft(size+2, 0)
		}
		word.W -= 4
		s.label(word, AlignLeft, Font{Size: 10 * u}, InkMuted, key(item.key))
	}
}

// stepDown takes steps off a size as long as n squares of it are larger than an area.
func stepDown(size, step float32, n int, area float32) float32 {
	if n <= 0 || area <= 0 {
		return size
	}
	most := float32(math.Sqrt(float64(area / float32(n))))
	return size - step*max(0, float32(math.Floor(float64((size-most)/step))))
}

// gridCell is the largest cell with which n fit into w by h, at most most; 0 when none does.
func gridCell(n int, w, h, most float32) float32 {
	for size := stepDown(min(most, w, h), 0.25, n, w*h); size >= 1; size -= 0.25 {
		if columns := int(w / size); columns > 0 && float32((n+columns-1)/columns)*size <= h {
			return size
		}
	}
	return 0
}

// heatName writes a broker's name beside its block.
func (s *Scene) heatName(v *core.View, b int, r Rect) {
	ink := InkMuted
	if form, trouble, ok := s.trouble(&v.Brokers[b]); ok {
		s.dot(mark(form, r.X+4, r.Y+r.H/2, 3.5, trouble))
		_, r = r.cutLeft(10, 0)
		ink = trouble
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

// heatHeight is the height of all brokers' blocks.
func (s *Scene) heatHeight(v *core.View, size float32, columns int, gap float32) float32 {
	height := -gap + s.heatRows(v, columns)*size
	for b := range v.Brokers {
		if len(s.group.of(b)) > 0 {
			height += gap
		}
	}
	return height
}

// heatRows is how many rows of cells all brokers' blocks have.
func (s *Scene) heatRows(v *core.View, columns int) (rows float32) {
	for b := range v.Brokers {
		rows += float32((len(s.group.of(b)) + columns - 1) / columns)
	}
	return max(rows, 1)
}

// heatCell is the largest cell, gap included, with which all brokers' blocks
// fit, and how many stand in a row.
func (s *Scene) heatCell(v *core.View, r Rect) (size float32, columns int) {
	for size = stepDown(min(34*s.unit, r.W), 0.5, len(s.group.order), r.W*r.H); size >= 2; size -= 0.5 {
		columns = int(r.W / size)
		if columns == 0 || s.heatHeight(v, size, columns, s.heatGap(v, size)) > r.H {
			continue
		}
		// As many rows, but full ones.
		if most := s.mostQueues(v); most > 0 {
			rows := (most + columns - 1) / columns
			columns = (most + rows - 1) / rows
		}
		return size, columns
	}
	return 0, 0
}

// heatBlock draws broker b's cells.
func (s *Scene) heatBlock(v *core.View, b int, r Rect, size float32, columns int) {
	w := r.W / float32(columns)
	block := s.group.of(b)
	for k, i := range block {
		s.mapped.run.at(v, block, k, columns)
		s.heatOne(v, i, Rect{r.X + float32(k%columns)*w, r.Y + float32(k/columns)*size, w, size})
	}
}

// heatOne draws the cell of queue i, which lies at r in the map without zoom.
func (s *Scene) heatOne(v *core.View, i int, r Rect) {
	m := &s.mapped
	m.middle[i] = anchor{(r.X + r.W/2 - m.window.X) / m.window.W, (r.Y + r.H/2 - m.window.Y) / m.window.H, true}
	cell := m.enlarged(r)
	m.cell = cell.H
	gap := float32(math.Floor(float64(clamp(cell.H*0.14, 0, 3))))
	if cell.H >= 4 {
		gap = max(gap, 1)
	}
	cell.W, cell.H = cell.W-gap, cell.H-gap
	cell = m.seen(s.moved(i, cell))
	if cell.Empty() {
		return
	}
	s.from[i] = anchor{m.window.Right() + 2, cell.Y + cell.H/2, true}
	s.hitRect(HitQueue, i, cell)
	if cell.W >= tileW && cell.H >= tileH && !cell.Overlaps(m.cover) {
		s.tile(v, i, cell)
		return
	}
	s.cell(v, &v.Queues[i], i, cell)
}

// cell is a queue in a few pixels.
func (s *Scene) cell(v *core.View, q *core.QueueView, i int, cell Rect) {
	backlog := float64(max(0, q.End-max(q.Highest, q.Committed)))
	least := 0.45
	if s.Viewport.Theme.contrasting() {
		least = 0.75 // or marks and borders would fade with it
	}
	heat := least + (1-least)*math.Sqrt(min(1, backlog/float64(max(1, s.bars.span))))
	box, _ := s.ownedBox(q, cell, s.shade(i, uint8(255*heat)))
	if len(q.Owners) == 0 {
		box.Style, box.Fill, box.EdgeWidth = StyleSolid, Paint{}, max(1, min(1.5, cell.W/5))
		box.Edge.Alpha = s.shade(i, 255)
		if cell.W >= 12 {
			box.Style = StyleDashed
		}
	}
	if cell.W >= 14 {
		box.Radius = 2
	}
	if shared(q) {
		s.sharedBox(q, box)
		box.Fill = Paint{}
	}
	if s.isLit(i) {
		box.Edge, box.EdgeWidth = solid(InkFocus), max(1, min(2, cell.W/5))
	}
	if !shared(q) || s.isLit(i) {
		s.box(box)
	}
	if len(q.Owners) == 1 && !(q.DuplicateTo > q.DuplicateFrom) {
		s.cellOwner(v, i, q.Owners[0], cell, box.Fill.Alpha)
	}
	if q.DuplicateTo > q.DuplicateFrom && cell.W >= 7 {
		s.dot(Dot{X: cell.X + cell.W/2, Y: cell.Y + cell.H/2, R: min(cell.W, cell.H) * 0.28, Form: FormDiamond, Fill: solid(InkDuplicate), Edge: solid(InkBackground)})
	}
}

// tileW and tileH are the least size of a cell with a name and a bar in it.
const (
	tileW = 42
	tileH = 30
)

// tileBox is the ground of a queue of an enlarged map.
func (s *Scene) tileBox(q *core.QueueView, i int, r Rect) Box {
	box, _ := s.ownedBox(q, r, s.shade(i, 255))
	if len(q.Owners) == 1 {
		box.Edge, box.EdgeWidth = box.Fill, 1.5
	}
	if shared(q) {
		box.Edge, box.EdgeWidth = Paint{InkShared, box.Fill.Alpha}, 1.5
	}
	if !q.Doubled() {
		box.Fill = solid(InkCard)
	}
	box.Radius = 4
	return box
}

// tile is a queue of an enlarged map: a card with its name, its owner and its bar.
func (s *Scene) tile(v *core.View, i int, r Rect) {
	q := &v.Queues[i]
	box := s.tileBox(q, i, r)
	if s.isLit(i) {
		box.Edge, box.EdgeWidth = solid(InkFocus), 2
	}
	s.box(box)
	in := r.Inset(6, 5)
	head, rest := in.cutTop(min(in.H*0.5, 16*s.unit), 2)
	if q.Doubled() { // nothing can be read on stripes
		s.box(Box{Rect: in, Radius: 3, Fill: solid(InkCard)})
	}
	f := Font{Size: clamp(head.H*0.8, 9, 12*s.unit), Mono: true}
	name, figure := head.cutLeft(textWidth(s.names.short[i], f), 4)
	s.label(name, AlignLeft, f, InkText, plain(text(s.names.short[i])))
	if figure.W > 34 {
		s.queueFigure(v, i, figure, Font{Size: f.Size})
	}
	h := min(rest.H, 14*s.unit)
	s.bar(q, i, Rect{rest.X, rest.Y + (rest.H-h)/2, rest.W, h})
}
