package view

import "ringside/core"

const (
	minRow = 17 // a queue's row in a broker's card, before scaling
	maxRow = 96
	// fillRow is how high rows may become for the three columns to end together.
	fillRow = 124
	// captionRow is the least row with room for the offsets below the bar.
	captionRow = 54
	legendH    = 40 // of the bars' legend below the cards, before scaling
)

// brokerHead and brokerPad are the parts of a broker's card that are not rows.
func (s *Scene) brokerHead() float32 { return 28 * s.unit }

const brokerPad = 7

// mostColumns is in how many columns a broker's card has its queues at most, and
// leastColumn the least width of one of several, before scaling.
const (
	mostColumns = 4
	leastColumn = 78
)

// rowGrid is the height of a queue's row when all brokers' cards fit in w by h,
// and in how many columns they stand in a card: as few as it takes. Without a
// grid that fits the height is 0.
func (s *Scene) rowGrid(v *core.View, w, h float32) (row float32, columns int) {
	b := float32(len(v.Brokers))
	if b == 0 || len(v.Queues) == 0 || w < 170 {
		return 0, 0
	}
	h -= b*(s.brokerHead()+brokerPad) + (b-1)*10
	for columns = 1; columns <= mostColumns; columns++ {
		if columns > 1 && (w-24*s.unit)/float32(columns) < leastColumn*s.unit {
			break
		}
		rows := 0
		for k := range v.Brokers {
			rows += (len(s.group.of(k)) + columns - 1) / columns
		}
		if row = h / float32(rows); row >= minRow*min(1, s.unit) {
			return min(row, max(maxRow*s.unit, s.rowFill)), columns
		}
	}
	return 0, 0
}

// heatNeeded tells whether there are too many queues for a row each in w by h.
func (s *Scene) heatNeeded(v *core.View, w, h float32) bool {
	row, _ := s.rowGrid(v, w, h)
	return len(v.Queues) > 0 && row == 0 && s.heatInStrips(v, 300)
}

// heatInStrips tells whether a strip's bars would be too small to mean anything.
func (s *Scene) heatInStrips(v *core.View, w float32) bool {
	return len(v.Brokers) > 8 || float32(s.mostQueues(v))*16 > w
}

func (s *Scene) mostQueues(v *core.View) int {
	most := 0
	for b := range v.Brokers {
		most = max(most, len(s.group.of(b)))
	}
	return most
}

// brokers draws them in the richest of three ways that fits: cards with a bar
// per queue, a strip of small bars per broker, or a heat map. It returns the
// height it used.
func (s *Scene) brokers(v *core.View, r Rect) float32 {
	if r.W < 60 || r.H < 18 || len(v.Brokers) == 0 {
		return 0
	}
	if h := s.serversH(v, r.H); h > 0 {
		top, rest := r.cutTop(h, 0)
		s.servers(v, top)
		return h + s.brokersOnly(v, rest)
	}
	return s.brokersOnly(v, r)
}

func (s *Scene) brokersOnly(v *core.View, r Rect) float32 {
	if r.H < 18 {
		return 0
	}
	legend := float32(0)
	if r.H > 260 {
		legend = legendH * s.unit
	}
	if row, columns := s.rowGrid(v, r.W, r.H-legend); columns == 1 {
		return s.brokerCards(v, r, row, 1, legend)
	}
	if row, columns := s.rowGrid(v, r.W, r.H); row > 0 {
		return s.brokerCards(v, r, row, columns, 0)
	}
	if !s.tilesFit(v, r) && leastStripsH(len(v.Brokers)) <= r.H && !s.heatInStrips(v, r.W-70) {
		return s.brokerStrips(v, r)
	}
	return s.heat(v, r)
}

func (s *Scene) brokerCards(v *core.View, r Rect, row float32, columns int, legend float32) float32 {
	s.as(rowsManner, columns)
	y := r.Y
	for b := range v.Brokers {
		n := (len(s.group.of(b)) + columns - 1) / columns
		card := Rect{r.X, y, r.W, s.brokerHead() + brokerPad + float32(n)*row}
		s.brokerCard(v, b, card, row, columns)
		y = card.Bottom() + 10
	}
	y -= 10
	if legend > 0 {
		s.legend(Rect{r.X, y + 8, r.W, legend - 8})
		y += legend
	}
	return y - r.Y
}

func (s *Scene) brokerCard(v *core.View, b int, card Rect, row float32, columns int) {
	u := s.unit
	broker := &v.Brokers[b]
	s.brokerGround(v, b, card)
	s.hitRect(HitBroker, b, card)
	in := card.Inset(12*u, 0)
	head, rest := in.cutTop(s.brokerHead(), 0)
	s.brokerTitle(v, broker, head)
	s.out[b] = anchor{card.Right(), head.Y + head.H/2, true}
	if columns == 1 {
		for k, i := range s.group.of(b) {
			y := rest.Y + float32(k)*row
			s.queueRow(v, i, Rect{in.X, y, in.W, row}, Rect{card.X + 3, y, card.W - 6, row}, card.Right())
		}
		return
	}
	rows, w := (len(s.group.of(b))+columns-1)/columns, in.W/float32(columns)
	for k, i := range s.group.of(b) {
		cell := Rect{in.X + float32(k/rows)*w, rest.Y + float32(k%rows)*row, w, row}
		s.queueRow(v, i, cell.Inset(4*u, 0), cell, card.Right())
	}
}

// brokerGround is a broker's card, empty, in its state.
func (s *Scene) brokerGround(v *core.View, b int, card Rect) {
	broker := &v.Brokers[b]
	c := Box{Rect: card, Radius: 8 * s.unit, Fill: solid(InkCard), Edge: solid(InkEdge), EdgeWidth: 1}
	switch { // stripes all over, so that nobody takes it for a healthy one
	case !broker.Up:
		s.box(Box{Rect: card, Radius: c.Radius, Fill: c.Fill, Style: StyleHatched, Second: Paint{InkDuplicate, 26}})
		c.Fill, c.Style, c.Edge, c.EdgeWidth = Paint{}, StyleDashed, solid(InkDuplicate), 1.5
	case broker.Frozen:
		c.Style, c.Second, c.Edge, c.EdgeWidth = StyleHatched, Paint{InkWarn, 28}, solid(InkWarn), 1.5
	case s.isCut(broker.Name):
		c.Edge, c.EdgeWidth = solid(InkDuplicate), 1.5
	}
	if s.focused(HitBroker, b) {
		c.Edge, c.EdgeWidth = solid(InkFocus), 1.5
	}
	s.box(c)
}

func (s *Scene) brokerTitle(v *core.View, broker *core.BrokerView, head Rect) {
	u := s.unit
	if odd := oddConfig(v, broker); odd != nil && broker.Up && head.W > 190*u {
		// Where it matters, the numbers take the room of the room's name.
		left, right := head.cutLeft(0.3*head.W, 6)
		s.label(left, AlignLeft, Font{Size: 13 * u, Bold: true}, InkText, name(broker.Name))
		s.label(right, AlignRight, Font{Size: 11 * u}, InkWarn, key(KeyConfig).with(integer(odd.Read)).with(integer(odd.Write)).with(text(odd.Perm)).with(integer(broker.Rate)))
		return
	}
	left, right := head.cutLeft(0.42*head.W, 6)
	s.label(left, AlignLeft, Font{Size: 13 * u, Bold: true}, InkText, name(broker.Name))
	about := Font{Size: 11 * u}
	switch {
	case !broker.Up:
		right = s.endMark(right, FormCross, InkDuplicate)
		s.label(right, AlignRight, about, InkDuplicate, key(KeyBrokerDown))
	case broker.Frozen:
		right = s.endMark(right, FormFrost, InkWarn)
		s.label(right, AlignRight, about, InkWarn, key(KeyBrokerFrozen))
	case served(v) && broker.Master >= 0 && broker.Master < len(v.Brokers):
		s.label(right, AlignRight, about, InkMuted, key(KeyBrokerSlave).with(text(v.Brokers[broker.Master].Name)))
	case broker.Room != "":
		s.label(right, AlignRight, about, InkMuted, key(KeyBrokerAbout).with(text(broker.Room)).with(integer(broker.Rate)))
	default:
		s.label(right, AlignRight, about, InkMuted, key(KeyRate).with(integer(broker.Rate)))
	}
}

// trouble is the mark of a broker that is not well, for where there is no card.
func (s *Scene) trouble(b *core.BrokerView) (form Form, ink Ink, ok bool) {
	switch {
	case !b.Up:
		return FormCross, InkDuplicate, true
	case b.Frozen:
		return FormFrost, InkWarn, true
	case s.isCut(b.Name):
		return FormBroken, InkDuplicate, true
	}
	return FormDisc, InkText, false
}

// endMark puts a mark at the right end of a line and gives the rest of it.
func (s *Scene) endMark(r Rect, form Form, ink Ink) Rect {
	u := s.unit
	s.dot(mark(form, r.Right()-5*u, r.Y+r.H/2, 4.5*u, ink))
	r.W = max(0, r.W-14*u)
	return r
}

// served tells whether the view knows of name servers, and with them of slaves
// and of what can be read and written.
func served(v *core.View) bool { return len(v.NameServers) > 0 }

// anyLock tells whether a broker holds a lock on one of the queues.
func anyLock(v *core.View) bool {
	for i := range v.Queues {
		if locked(v, &v.Queues[i]) {
			return true
		}
	}
	return false
}

func locked(v *core.View, q *core.QueueView) bool {
	return q.LockedUntil > 0 && q.LockedBy >= 0 && q.LockedBy < len(v.Consumers)
}

// lock draws who has locked the queue at its broker: in the holder's colour,
// only outlined when the owner does not trust its lock any more.
func (s *Scene) lock(v *core.View, i int, x, y, r float32) {
	q := &v.Queues[i]
	if !locked(v, q) {
		return
	}
	p := Paint{ConsumerFill(q.LockedBy), s.shade(i, 255)}
	d := Dot{X: x, Y: y, R: r, Form: FormLock, Fill: p}
	if !q.LockValid {
		d.Fill, d.Edge = Paint{}, p
	}
	s.dot(d)
}

// oddConfig is the first of a broker's topic configs that is not the usual: as
// many queues to read as to write, for reading and writing. Nil when all are.
func oddConfig(v *core.View, b *core.BrokerView) *core.TopicConfigView {
	for i := range b.TopicConfigs {
		c := &b.TopicConfigs[i]
		if indexOf(v.Topics, c.Topic) >= 0 && (c.Read != c.Write || c.Perm != "" && c.Perm != "RW-") {
			return c
		}
	}
	return nil
}

// queueRow is a queue's name, bar and the figure that matters most now, in r;
// whole is where it can be pointed at, and its messages leave at out.
func (s *Scene) queueRow(v *core.View, i int, r, whole Rect, out float32) {
	u := s.unit
	q := &v.Queues[i]
	if s.isLit(i) {
		s.box(Box{Rect: whole.Inset(0, 1), Radius: 5, Fill: Paint{InkFocus, 26}, Edge: Paint{InkFocus, 120}, EdgeWidth: 1})
	}
	s.hitRect(HitQueue, i, whole)
	s.from[i] = anchor{out, r.Y + r.H/2, true}
	font := Font{Size: min(11*u, r.H*0.66), Mono: true}
	// As wide for all, or the bars of topics with short names would begin earlier.
	nameW := clamp((s.names.rowsWidest-1)*font.Size+7, 20*u, 0.3*r.W)
	id, rest := r.cutLeft(nameW, 4)
	s.labelAlpha(id, AlignLeft, font, Paint{InkMuted, s.shade(i, 255)}, name(s.names.rows[i]))
	if s.locks {
		var lock Rect
		lock, rest = rest.cutLeft(12*u, 3)
		s.lock(v, i, lock.X+lock.W/2, r.Y+r.H/2, 5*u)
	}
	figureW := 64 * u
	if rest.W < 110*u { // in a narrow column only what is out of the ordinary
		figureW = 0
		if notable(v, q) {
			figureW = 0.48 * rest.W
		}
	}
	figure, bar := rest.cutRight(figureW, 6)
	h := max(clamp(r.H*0.6, 7, 22*u), min(r.H*0.36, 32*u))
	place := s.moved(i, Rect{bar.X, r.Y + (r.H-h)/2, bar.W, h})
	s.bar(q, i, place)
	if r.H >= captionRow*u && bar.W >= 130*u {
		s.barCaption(q, i, place)
	}
	s.queueFigure(v, i, figure, Font{Size: min(11*u, r.H*0.66)})
}

// barCaption writes below a queue's bar the offsets that it is drawn of.
func (s *Scene) barCaption(q *core.QueueView, i int, bar Rect) {
	u := s.unit
	line := Rect{bar.X, bar.Bottom() + 2*u, bar.W, 12 * u}
	left, right := line.cutLeft(0.52*line.W, 4)
	p := Paint{InkMuted, s.shade(i, 255)}
	s.labelAlpha(left, AlignLeft, Font{Size: 9.5 * u}, p, key(KeyBarCommitted).with(number(q.Committed)))
	s.labelAlpha(right, AlignRight, Font{Size: 9.5 * u}, p, key(KeyBarEnd).with(number(q.End)))
}

// notable tells whether a queue's figure is more than its backlog.
func notable(v *core.View, q *core.QueueView) bool {
	return served(v) && !(q.Readable && q.Writable) || nobodyHolds(v, q) || q.Duplicates > 0
}

func (s *Scene) queueFigure(v *core.View, i int, r Rect, f Font) {
	q := &v.Queues[i]
	alpha := s.shade(i, 255)
	switch {
	case served(v) && !q.Readable:
		s.labelAlpha(r, AlignRight, f, Paint{InkWarn, alpha}, key(KeyUnreadable))
	case nobodyHolds(v, q):
		if r.W >= 44*s.unit {
			s.dot(Dot{X: r.X + 5*s.unit, Y: r.Y + r.H/2, R: 4.5 * s.unit, Form: FormDashes, Edge: Paint{InkWarn, alpha}})
			_, r = r.cutLeft(12*s.unit, 0)
		}
		s.labelAlpha(r, AlignRight, f, Paint{InkWarn, alpha}, key(KeySeconds).with(seconds(q.UnownedFor)))
	case q.Duplicates > 0:
		if r.W >= 44*s.unit {
			s.dot(Dot{X: r.X + 5*s.unit, Y: r.Y + r.H/2, R: 4.3 * s.unit, Form: FormDiamond, Fill: Paint{InkDuplicate, alpha}})
			_, r = r.cutLeft(12*s.unit, 0)
		}
		s.labelAlpha(r, AlignRight, f, Paint{InkDuplicate, alpha}, key(KeyRepeats).with(number(q.Duplicates)))
	case served(v) && !q.Writable:
		s.labelAlpha(r, AlignRight, f, Paint{InkMuted, alpha}, key(KeyReadOnly))
	default:
		s.labelAlpha(r, AlignRight, f, Paint{InkMuted, alpha}, count(max(0, q.Harms.Backlog)))
	}
}
