package view

import (
	"math"
	"time"

	"ringside/core"
)

// Part is a symbol of the picture.
type Part struct {
	// Name and Means are the keys of its name and its meaning in the page's table.
	Name, Means string
	draw        func(s *Scene, v *core.View, r Rect)
}

// Parts are a group of the legend under a heading.
type Parts struct {
	// Title is the heading's key in the page's table.
	Title string
	Parts []Part
}

// Legend is every symbol that a picture can have, drawn by the code that draws
// the picture.
func Legend() []Parts {
	return []Parts{
		{"legend.ring", ringParts}, {"legend.beliefs", beliefParts}, {"legend.bars", barParts}, {"legend.map", mapParts},
		{"legend.moving", movingParts}, {"legend.consumers", consumerParts}, {"legend.processes", processParts},
	}
}

// SampleW and SampleH are the size of a part's sample in CSS pixels.
const (
	SampleW = 64
	SampleH = 26
)

// Samples fills the scene with the samples of all parts, one below the other in
// the order of Legend, and gives their number.
func (s *Scene) Samples(theme Theme, scale float32) (n int) {
	v := legendView()
	for _, group := range Legend() {
		n += len(group.Parts)
	}
	s.reset(v, Viewport{W: SampleW, H: float32(n) * SampleH, Scale: scale, Theme: theme, Speed: 1})
	s.unit, s.wired = 1, true
	// Each begins on a whole device pixel, so that they can be cut apart.
	pitch := float32(math.Round(float64(SampleH*scale))) / scale
	at := float32(0)
	for _, group := range Legend() {
		for i := range group.Parts {
			group.Parts[i].draw(s, v, Rect{0, at, SampleW, SampleH}.Inset(3, 3))
			at += pitch
		}
	}
	return n
}

// The queues of the view that the samples are drawn from.
const (
	sampleOwned = iota
	sampleNobody
	sampleTwice
	sampleMoving
	samplePop
	sampleAll
	sampleMany
)

// legendView is a view in which each thing is there once.
func legendView() *core.View {
	v := &core.View{Now: time.Minute, Topics: []string{"t"}, Strategy: "averagely"}
	v.Brokers = []core.BrokerView{{Name: "a", Up: true, Master: -1}, {Name: "b", Master: -1}, {Name: "c", Up: true, Frozen: true, Master: -1}}
	v.NameServers = []core.NameServerView{{Name: "n1", Up: true, Brokers: []int{0}}, {Name: "n2"}, {Name: "n3", Up: true, Frozen: true}}
	v.Cuts = []core.CutView{{A: "n1", B: "b"}, {A: "a", B: "c4"}}
	for _, name := range [...]string{"c1", "c2", "c3", "c4"} {
		v.Consumers = append(v.Consumers, core.ConsumerView{Name: name, ID: name, State: core.ConsumerRunning, Threads: 20, Busy: 9, FirstRebalance: -1})
	}
	for i, owners := range [][]int{{0}, nil, {0, 1}, {1}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2, 3, 4, 5, 6}} {
		v.Queues = append(v.Queues, core.QueueView{
			Topic: "t", ID: i, Name: "a/0", Committed: 40, End: 40, Owners: owners,
			LetGo: -1, LetGoAt: -1, Changed: -1, LockedBy: -1, Readable: true, Writable: true,
		})
	}
	v.Queues[samplePop].Shared, v.Queues[sampleAll].Shared, v.Queues[sampleMany].Shared = core.SharedPop, core.SharedAll, core.SharedPop
	q := &v.Queues[sampleMoving]
	q.LetGo, q.LetGoAt, q.Changed = 0, v.Now-time.Second, v.Now-handOver*2/5
	return v
}

// arch is a piece of a ring across a sample.
func arch(r Rect) Arc {
	const outer = 46
	return Arc{X: r.X + r.W/2, Y: r.Y + outer + 6, Inner: outer - 9, Outer: outer, From: -0.5, To: 0.5}
}

func archOf(queue int) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) { s.ownedArc(v, queue, arch(r)) }
}

var ringParts = []Part{
	{"legend.arc", "legend.arc-means", archOf(sampleOwned)},
	{"help.sign-hollow", "help.sign-hollow-means", archOf(sampleNobody)},
	{"help.sign-hatched", "help.sign-hatched-means", archOf(sampleTwice)},
	{"legend.arc-pop", "legend.arc-pop-means", archOf(samplePop)},
	{"legend.arc-all", "legend.arc-all-means", archOf(sampleAll)},
	{"legend.arc-many", "legend.arc-many-means", archOf(sampleMany)},
	{"legend.moved", "legend.moved-means", func(s *Scene, v *core.View, r Rect) {
		a := arch(r)
		a.Y += 3
		s.movingArc(a, transfer{from: 0, to: -1, left: 0.3, came: 1}, 255)
	}},
	{"legend.pointed", "legend.pointed-means", func(s *Scene, v *core.View, r Rect) {
		s.lit = append(s.lit[:0], lit)
		s.ownedArc(v, sampleOwned, arch(r))
		s.lit = s.lit[:0]
	}},
	{"legend.sliver", "legend.sliver-means", func(s *Scene, v *core.View, r Rect) {
		a := arch(r)
		a.To = a.From
		for k := range 9 {
			a.From, a.To = a.To, a.To+1.0/9
			if k == 3 || k == 4 {
				s.hollow(a)
				continue
			}
			s.ownedArc(v, sampleOwned, a)
		}
	}},
	{"legend.bead", "legend.bead-means", func(s *Scene, v *core.View, r Rect) {
		h := float32(15)
		s.Curves = append(s.Curves, straight(r.X+6, r.Bottom()-2, r.X+10, r.Y+h, 1.2, solid(InkMuted)))
		s.dot(Dot{X: r.X + 6, Y: r.Bottom() - 2, R: 1.7, Fill: solid(InkText)})
		for k, i := range [...]int{sampleOwned, sampleNobody} {
			b, ink := s.ownedBox(&v.Queues[i], Rect{r.X + float32(k)*(r.W/2+1), r.Y, r.W/2 - 1, h}, 255)
			b.Radius = h / 2
			s.box(b)
			s.label(b.Rect, AlignCentre, Font{Size: 10, Mono: true}, ink, name([...]string{"a/0", "a/1"}[k]))
		}
	}},
	{"legend.small-bead", "legend.small-bead-means", func(s *Scene, v *core.View, r Rect) {
		for k, i := range [...]int{sampleOwned, sampleNobody, sampleTwice} {
			s.dot(s.beadDot(&v.Queues[i], i, r.X+r.W*float32(2*k+1)/6, r.Y+r.H/2))
		}
	}},
	{"legend.node", "legend.node-means", func(s *Scene, v *core.View, r Rect) {
		s.ownedArc(v, sampleOwned, arch(r))
		s.dot(nodeDot(0, r.X+r.W/2, r.Y+10.5, 4))
	}},
	{"legend.walk", "legend.walk-means", func(s *Scene, v *core.View, r Rect) {
		s.drawWalk(arch(r), 0, -0.35, 0.3)
	}},
	{"legend.owner-mark", "legend.owner-mark-means", func(s *Scene, v *core.View, r Rect) {
		for i, k := range [...]int{0, 1, len(ownerForms)} {
			box := Rect{r.X + float32(i)*r.W/3, r.Y + 2, r.W/3 - 3, r.H - 4}
			s.box(Box{Rect: box, Radius: 2, Fill: solid(ConsumerFill(k))})
			s.drawOwner(k, box.X+box.W/2, box.Y+box.H/2, 5, solid(OnConsumer(k)))
		}
	}},
}

var beliefParts = []Part{
	{"legend.own", "legend.own-means", func(s *Scene, v *core.View, r Rect) {
		a := arch(r)
		mine, other := a, a
		mine.To, other.From = -0.02, 0.02
		s.beliefArc(mine, 0, true, 255)
		s.beliefArc(other, 1, false, 255)
	}},
	{"legend.rim-nobody", "legend.rim-nobody-means", func(s *Scene, v *core.View, r Rect) {
		s.beliefArc(arch(r), 0, true, 255)
		s.beliefRim(arch(r), InkWarn)
	}},
	{"legend.rim-other", "legend.rim-other-means", func(s *Scene, v *core.View, r Rect) {
		s.beliefArc(arch(r), 0, true, 255)
		s.beliefRim(arch(r), InkDuplicate)
	}},
}

// bar draws a queue's bar, changed.
func barWith(change func(q *core.QueueView)) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		q := v.Queues[sampleOwned]
		change(&q)
		s.bars.span = 20
		s.bar(&q, sampleOwned, Rect{r.X, r.Y + 3, r.W, r.H - 6})
	}
}

// figureWith draws what stands beside a queue's bar.
func figureWith(change func(q *core.QueueView)) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		old := v.Queues[sampleOwned]
		change(&v.Queues[sampleOwned])
		s.queueFigure(v, sampleOwned, r, Font{Size: 10.5})
		v.Queues[sampleOwned] = old
	}
}

func lockWith(valid bool) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		old := v.Queues[sampleOwned]
		q := &v.Queues[sampleOwned]
		q.LockedBy, q.LockedUntil, q.LockValid = 0, v.Now, valid
		s.lock(v, sampleOwned, r.X+r.W/2, r.Y+r.H/2, 7)
		v.Queues[sampleOwned] = old
	}
}

var barParts = []Part{
	{"legend.committed", "legend.committed-means", barWith(func(q *core.QueueView) {})},
	{"help.sign-line", "help.sign-line-means", barWith(func(q *core.QueueView) { q.Min = q.Committed })},
	{"legend.doubt", "legend.doubt-means", barWith(func(q *core.QueueView) { q.Done, q.End = 14, 54 })},
	{"legend.process", "legend.process-means", barWith(func(q *core.QueueView) { q.InProcess, q.End = 14, 54 })},
	{"legend.waiting", "legend.waiting-means", barWith(func(q *core.QueueView) { q.End = 54 })},
	{"help.sign-red", "help.sign-red-means", barWith(func(q *core.QueueView) { q.DuplicateFrom, q.DuplicateTo = 41, 54 })},
	{"legend.bar-nobody", "legend.bar-nobody-means", barWith(func(q *core.QueueView) { q.Owners, q.Done, q.End = nil, 5, 54 })},
	{"legend.bar-twice", "legend.bar-twice-means", barWith(func(q *core.QueueView) { q.Owners, q.End = []int{0, 1}, 54 })},
	{"legend.bar-shared", "legend.bar-shared-means", barWith(func(q *core.QueueView) {
		q.Owners, q.Shared, q.InProcess, q.End = []int{0, 1, 2}, core.SharedPop, 8, 54
	})},
	{"legend.number", "legend.number-means", figureWith(func(q *core.QueueView) { q.End, q.Harms.Backlog = 54, 14 })},
	{"legend.unowned", "legend.unowned-means", figureWith(func(q *core.QueueView) { q.Owners, q.UnownedFor = nil, 1800*time.Millisecond })},
	{"legend.again", "legend.again-means", figureWith(func(q *core.QueueView) { q.Duplicates = 12 })},
	{"legend.unreadable", "legend.unreadable-means", figureWith(func(q *core.QueueView) { q.Readable = false })},
	{"legend.read-only", "legend.read-only-means", figureWith(func(q *core.QueueView) { q.Writable = false })},
	{"legend.counter", "legend.counter-means", func(s *Scene, v *core.View, r Rect) {
		for i := range numCounters {
			s.dot(mark(counterOf(&core.View{}, i).mark, r.X+r.W*float32(2*i+1)/6, r.Y+r.H/2, 5, InkText))
		}
	}},
	{"legend.lock", "legend.lock-means", lockWith(true)},
	{"legend.lock-lost", "legend.lock-lost-means", lockWith(false)},
}

func cellsWith(queue int, change func(q *core.QueueView)) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		q := v.Queues[queue]
		change(&q)
		s.bars.span = 20
		s.cell(v, &q, queue, Rect{r.X + r.W/2 - 8, r.Y + r.H/2 - 8, 16, 16})
	}
}

var mapParts = []Part{
	{"legend.cell-short", "legend.cell-short-means", cellsWith(sampleOwned, func(q *core.QueueView) {})},
	{"legend.cell-long", "legend.cell-long-means", cellsWith(sampleOwned, func(q *core.QueueView) { q.End = 60 })},
	{"legend.cell-nobody", "legend.cell-nobody-means", func(s *Scene, v *core.View, r Rect) {
		s.cell(v, &v.Queues[sampleNobody], sampleNobody, Rect{r.X + 14, r.Y + 2, 16, 16})
		s.cell(v, &v.Queues[sampleNobody], sampleNobody, Rect{r.X + 38, r.Y + 6, 8, 8})
	}},
	{"legend.cell-twice", "legend.cell-twice-means", cellsWith(sampleTwice, func(q *core.QueueView) { q.End = 60 })},
	{"legend.cell-shared", "legend.cell-shared-means", cellsWith(samplePop, func(q *core.QueueView) { q.End = 60 })},
	{"legend.cell-again", "legend.cell-again-means", cellsWith(sampleOwned, func(q *core.QueueView) { q.End, q.DuplicateFrom, q.DuplicateTo = 60, 41, 54 })},
	{"legend.tile", "legend.tile-means", func(s *Scene, v *core.View, r Rect) {
		for k, i := range [...]int{sampleOwned, sampleNobody} {
			tile := Rect{r.X + float32(k)*(r.W/2+1), r.Y, r.W/2 - 1, r.H}
			s.box(s.tileBox(&v.Queues[i], i, tile))
			s.label(tile, AlignCentre, Font{Size: 10, Mono: true}, InkText, name([...]string{"a/0", "a/1"}[k]))
		}
	}},
}
