package view

import (
	"ringside/core"
)

// Believes fills owners, one per queue of v, with the index of the consumer that
// the given one would hand the queue to, by its own strategy and from the ids it
// saw when it last computed; -1 stands for nobody. It tells false when the
// consumer has not computed anything. It must give the same for the same v.
type Believes func(v *core.View, consumer int, owners []int32) bool

// beliefs holds what each consumer computed. They are asked for anew only when
// what a consumer computed from is something else than before.
type beliefs struct {
	of     []belief
	rings  []int // the consumers whose belief gets a ring
	alike  []int // per ring: how many further consumers share it
	queues uint64
}

type belief struct {
	key    uint64 // of what it was computed from; 0: of nothing
	made   uint64 // the key that owners was made for
	ok     bool
	owners []int32
}

// asksPerFrame bounds the computing in one frame; the rest follows in the next ones.
const asksPerFrame = 8

func (b *beliefs) update(v *core.View, ask Believes) {
	b.of = resize(b.of, len(v.Consumers))
	b.queues = queuesKey(v)
	asked := 0
	for i := range b.of {
		one := &b.of[i]
		one.key = b.keyOf(v, i)
		if c := &v.Consumers[i]; one.key != 0 && (readsAll(c) || pops(c)) {
			one.take(v, i)
			continue
		}
		if one.key == 0 || ask == nil {
			one.key, one.ok = 0, false
			continue
		}
		if one.made == one.key || b.copied(i) || asked >= asksPerFrame {
			continue
		}
		asked++
		one.owners = resize(one.owners, len(v.Queues))
		one.ok, one.made = ask(v, i, one.owners), one.key
	}
}

// take is the belief of one that computes nothing: what a broker has told it, or all.
func (one *belief) take(v *core.View, i int) {
	one.owners = resize(one.owners, len(v.Queues))
	for k := range one.owners {
		one.owners[k] = -1
	}
	for _, q := range v.Consumers[i].Holds {
		if q >= 0 && q < len(one.owners) {
			one.owners[q] = int32(i)
		}
	}
	one.ok, one.made = true, one.key
}

// copied takes the belief over from a consumer before i that computed from the same.
func (b *beliefs) copied(i int) bool {
	for k := range i {
		o := &b.of[k]
		if o.key != b.of[i].key || o.made != o.key {
			continue
		}
		one := &b.of[i]
		one.owners = append(one.owners[:0], o.owners...)
		one.ok, one.made = o.ok, o.made
		return true
	}
	return false
}

// keyOf is a number for what consumer i computed from, 0 when it has not yet.
func (b *beliefs) keyOf(v *core.View, i int) uint64 {
	c := &v.Consumers[i]
	h := hasher(b.queues)
	if readsAll(c) || pops(c) {
		if !alive(c.State) || len(c.Holds) == 0 {
			return 0
		}
		h.word(uint64(i) + 1)
		for _, q := range c.Holds {
			h.word(uint64(q))
		}
		return uint64(h) | 1
	}
	if !alive(c.State) || len(c.Sees) == 0 {
		return 0
	}
	h.text(c.Strategy)
	if c.Overrides {
		h.word(uint64(i) + 1) // its settings may be its own
	}
	for _, s := range c.Sees {
		h.word(uint64(s))
	}
	return uint64(h) | 1
}

// queuesKey is a number for the queues and settings that all compute from.
func queuesKey(v *core.View) uint64 {
	h := hasher(14695981039346656037)
	h.word(uint64(len(v.Queues))<<32 | uint64(v.VNodes))
	h.word(uint64(v.Group))
	for i := range v.Queues {
		h.text(v.Queues[i].Name)
	}
	return uint64(h)
}

func alive(state core.ConsumerState) bool {
	switch state {
	case core.ConsumerAbsent, core.ConsumerStopped, core.ConsumerDead:
		return false
	}
	return true
}

// choose picks the consumers that get a ring: all when there is room for all,
// else one for each different belief.
func (b *beliefs) choose(room int) {
	b.rings, b.alike = b.rings[:0], b.alike[:0]
	for i := range b.of {
		if len(b.of) <= room {
			b.rings, b.alike = append(b.rings, i), append(b.alike, 0)
			continue
		}
		if b.of[i].key == 0 || b.joins(i) {
			continue
		}
		b.rings, b.alike = append(b.rings, i), append(b.alike, 0)
	}
}

func (b *beliefs) joins(i int) bool {
	for k, first := range b.rings {
		if b.of[first].key == b.of[i].key {
			b.alike[k]++
			return true
		}
	}
	return false
}

// beliefLeast is the least side of a consumer's ring with its two lines.
const beliefLeast = 62

// beliefsBlock draws a ring of what it computed for each consumer, one line for
// who it is and one for whom it sees, differences from the truth lit.
func (s *Scene) beliefsBlock(v *core.View, r Rect) {
	if len(v.Consumers) == 0 || r.W < beliefLeast || r.H < beliefLeast {
		return
	}
	b := &s.beliefs
	b.update(v, s.Viewport.Believes)
	note, grid := Rect{}, r
	if r.H > 150 && r.W > 220 {
		note, grid = r.cutBottom(16*s.unit, 2)
	}
	room := int(grid.W/beliefLeast) * int(grid.H/(beliefLeast+14))
	b.choose(room)
	shown := min(len(b.rings), room)
	columns, w, h := beliefGrid(shown, grid.W, grid.H)
	rows := float32((shown + columns - 1) / columns)
	grid.Y += max(0, grid.H-rows*h) / 2
	for k := range shown {
		cell := Rect{grid.X + float32(k%columns)*w, grid.Y + float32(k/columns)*h, w, h}
		s.beliefRing(v, b.rings[k], b.alike[k], cell.Inset(3, 2))
	}
	about := KeyBeliefNote
	switch sharingOf(v, 0, len(v.Queues)).how {
	case core.SharedPop:
		about = KeyBeliefPopNote
	case core.SharedAll:
		about = KeyBeliefAllNote
	}
	s.label(note, AlignLeft, Font{Size: 10.5 * s.unit}, InkMuted, key(about))
}

// beliefGrid is the grid for n rings in which they become largest.
func beliefGrid(n int, w, h float32) (columns int, cw, ch float32) {
	columns = 1
	best := float32(0)
	for c := 1; c <= max(1, n); c++ {
		rows := (n + c - 1) / c
		if side := min(w/float32(c), h/float32(max(1, rows))-14, 170); side > best {
			best, columns = side, c
		}
	}
	rows := max(1, (n+columns-1)/columns)
	return columns, w / float32(columns), min(h/float32(rows), 210)
}

func (s *Scene) beliefRing(v *core.View, i, alike int, r Rect) {
	u := s.unit
	c := &v.Consumers[i]
	f := Font{Size: clamp(12*u, 10, 15), Bold: true}
	small := Font{Size: clamp(10.5*u, 9, 13)}
	outer := min(r.W/2, (r.H-small.Size*1.4)/2) - 5
	if outer < 14 {
		return
	}
	x := r.X + r.W/2
	inside := outer >= 34
	y := r.Y + outer + 5
	s.hitRect(HitConsumer, i, r)
	thick := clamp(outer*0.17, 4, 11*u)
	p := ringPlace{x: x, y: y, inner: outer - thick, outer: outer}
	one := &s.beliefs.of[i]
	if one.ok && len(one.owners) == len(v.Queues) && len(v.Queues) > 0 {
		s.beliefArcs(v, i, p)
	} else {
		s.arc(Arc{X: x, Y: y, Inner: p.inner, Outer: p.outer, To: fullTurn, Style: StyleDashed, Edge: Paint{InkHollow, 150}})
	}
	if s.focused(HitConsumer, i) {
		s.arc(Arc{X: x, Y: y, Inner: p.inner - 3, Outer: p.inner - 1.5, To: fullTurn, Fill: solid(InkFocus)})
	}
	title := name(c.Name)
	if alike > 0 {
		title = key(KeyBeliefAlike).with(text(c.Name)).with(integer(alike))
	}
	about, ink := s.beliefWords(v, i)
	lineY := y + outer + 4
	if inside {
		half := p.inner - 5
		s.label(Rect{x - half, y - f.Size*0.7, 2 * half, f.Size * 1.3}, AlignCentre, f, ConsumerText(i), title)
		s.label(Rect{r.X, lineY, r.W, small.Size * 1.35}, AlignCentre, small, ink, about)
		return
	}
	s.label(Rect{r.X, lineY, r.W, small.Size * 1.35}, AlignCentre, Font{Size: small.Size, Bold: true}, ConsumerText(i), title)
}

// beliefWords says whom a consumer saw when it computed, or its state when it did not.
func (s *Scene) beliefWords(v *core.View, i int) (words, Ink) {
	c := &v.Consumers[i]
	if l := s.lookOf(c); s.beliefs.of[i].key == 0 {
		return key(l.key), l.ink
	}
	switch {
	case readsAll(c):
		return key(KeyReadsAll), InkMuted
	case pops(c):
		return key(KeyTold), InkMuted
	}
	who := func(k int) Arg { return text(consumerName(v, c.Sees[k])) }
	ink := InkMuted
	if len(c.Sees) != liveConsumers(v) {
		ink = InkWarn
	}
	switch len(c.Sees) {
	case 1:
		return key(KeySees1).with(who(0)), ink
	case 2:
		return key(KeySees2).with(who(0)).with(who(1)), ink
	case 3:
		return key(KeySees3).with(who(0)).with(who(1)).with(who(2)), ink
	}
	return key(KeySeesMany).with(integer(len(c.Sees))), ink
}

// beliefArcs draws the arcs by the owners that consumer i computed: its own
// share strongly, and over what is not so a rim in the colour of trouble.
func (s *Scene) beliefArcs(v *core.View, i int, p ringPlace) {
	owners := s.beliefs.of[i].owners
	n := len(owners)
	step := float32(fullTurn) / float32(n)
	gap := min(2/p.outer, step*0.15)
	if step*p.outer < 5 {
		gap = 0
	}
	for k := 0; k < n; {
		j := k + 1
		for gap == 0 && j < n && owners[j] == owners[k] && s.shade(j, 255) == s.shade(k, 255) {
			j++
		}
		a := Arc{X: p.x, Y: p.y, Inner: p.inner, Outer: p.outer, From: float32(k)*step + gap/2, To: float32(j)*step - gap/2}
		if owners[k] < 0 {
			s.hollow(a)
		} else {
			s.beliefArc(a, int(owners[k]), int(owners[k]) == i, s.shade(k, 255))
		}
		k = j
	}
	for k := 0; k < n; {
		ink, lit := Rim(&v.Queues[k], owners[k])
		j := k + 1
		for j < n && differs(&v.Queues[j], owners[j]) == differs(&v.Queues[k], owners[k]) {
			j++
		}
		if lit {
			s.beliefRim(Arc{X: p.x, Y: p.y, Outer: p.outer, From: float32(k)*step + gap/2, To: float32(j)*step - gap/2}, ink)
		}
		k = j
	}
}

// beliefArc is a queue that a consumer takes for its own, strong, or for another's.
func (s *Scene) beliefArc(a Arc, owner int, own bool, alpha uint8) {
	if !own {
		alpha = scaleAlpha(alpha, 120)
	}
	a.Fill = Paint{ConsumerFill(owner), alpha}
	s.arc(a)
	if own {
		s.markedArc(owner, a, alpha)
	}
}

// beliefRim lights what is not as it was computed.
func (s *Scene) beliefRim(a Arc, ink Ink) {
	a.Inner, a.Outer, a.Fill = a.Outer+1.5, a.Outer+4, solid(ink)
	s.arc(a)
}

// difference is how a belief about a queue differs from the truth.
type difference uint8

const (
	agrees     difference = iota
	nobodyHas             // the one it should belong to does not hold it, nor does another
	otherOwner            // another holds it, or two do
)

func differs(q *core.QueueView, believed int32) difference {
	switch {
	case q.Shared != core.SharedNot: // it is no business of any other
		return agrees
	case len(q.Owners) == 0 && believed < 0, len(q.Owners) == 1 && q.Owners[0] == int(believed):
		return agrees
	case len(q.Owners) == 0:
		return nobodyHas
	}
	return otherOwner
}
