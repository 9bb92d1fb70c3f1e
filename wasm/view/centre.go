package view

import (
	"math"
	"time"

	"ringside/core"
)

// changes are the queues that have no owner or several, with the first two of each
// kind by name.
type changes struct {
	unowned, never, double int
	nobody, twice          [2]int
	owners                 int // of the last queue with several
	longest                time.Duration
}

// changesOf counts among n queues from the index first on.
func changesOf(v *core.View, first, n int) (c changes) {
	for i := first; i < first+n; i++ {
		q := &v.Queues[i]
		switch {
		case q.Doubled():
			if c.double < len(c.twice) {
				c.twice[c.double] = i
			}
			c.double++
			c.owners = len(q.Owners)
		case len(q.Owners) > 0:
		case nobodyHolds(v, q):
			if c.unowned < len(c.nobody) {
				c.nobody[c.unowned] = i
			}
			c.unowned++
			c.longest = max(c.longest, q.UnownedFor)
		default:
			c.never++
		}
	}
	return c
}

// nobodyHolds tells whether a queue has been let go of and not yet been taken;
// in the very instant of that no time has passed.
func nobodyHolds(v *core.View, q *core.QueueView) bool {
	return len(q.Owners) == 0 && (q.UnownedFor > 0 || q.LetGo >= 0 && q.LetGoAt == v.Now && v.Now > 0)
}

// centre writes the ring's figures inside it, as many lines as there is room for.
func (s *Scene) centre(v *core.View) {
	room := s.place.inner - 4
	if !s.wired {
		room -= inwardReach(s.place.inner)
	}
	if room < 26 {
		return
	}
	big := clamp(room*0.125, 11, 20*s.unit)
	small := clamp(big*0.82, 10, 15*s.unit)
	if s.walkWords(v, big, small) {
		s.stack(s.lines, room)
		return
	}
	c := changesOf(v, s.place.first, s.place.n)
	lines := s.lines[:0]
	add := func(size float32, bold bool, ink Ink, above float32, w words) {
		lines = append(lines, line{Font{Size: size, Bold: bold}, ink, above, w})
	}
	changing := c.unowned + c.double
	tight := room >= 52 && room < 60 && changing > 0 // what changes matters more than how many there are
	if !tight {
		add(big, true, InkText, 0, either(len(v.Queues), KeyQueueOne, KeyQueues))
	}
	if room >= 40 && !tight && (changing == 0 || room >= 60) {
		add(small, false, InkMuted, 3, either(liveConsumers(v), KeyConsumerOne, KeyConsumers))
	}
	if tight {
		add(min(big, room*0.18), true, InkWarn, 0, key(KeyChanging).with(integer(changing)))
	}
	if h := sharingOf(v, s.place.first, s.place.n); room >= 50 && !tight && h.how != core.SharedNot {
		add(small, false, InkMuted, big*0.5, h.words())
	}
	if room >= 60 {
		if changing > 0 {
			add(big, true, InkWarn, big*0.9, key(KeyChanging).with(integer(changing)))
		}
		if c.unowned > 0 {
			add(small, false, InkMuted, 3, s.nobody(&c))
		} else if c.never > 0 {
			add(small, false, InkMuted, big*0.9, key(KeyNeverOwned).with(integer(c.never)))
		}
		if c.double > 0 {
			add(small, false, InkDuplicate, 3, s.twice(&c))
		}
	}
	s.lines = lines
	s.stack(lines, room)
}

// line is a centred line of the ring's middle.
type line struct {
	font  Font
	ink   Ink
	above float32 // gap to the line before
	words words
}

// stack centres the lines in a circle of radius room around the ring's centre,
// each as wide as the circle is there.
func (s *Scene) stack(lines []line, room float32) {
	var height float32
	for _, l := range lines {
		height += l.above + l.font.Size*1.25
	}
	y := s.place.y - height/2
	for _, l := range lines {
		y += l.above
		h := l.font.Size * 1.25
		far := max(abs(y-s.place.y), abs(y+h-s.place.y))
		if far < room {
			half := float32(math.Sqrt(float64(room*room - far*far)))
			if !s.wired {
				half -= 4 // messages come this far inwards
			}
			s.label(Rect{s.place.x - half, y, 2 * half, h}, AlignCentre, l.font, l.ink, l.words)
		}
		y += h
	}
}

func abs(x float32) float32 { return max(x, -x) }

func either(n int, one, many string) words {
	if n == 1 {
		return key(one).with(integer(n))
	}
	return key(many).with(integer(n))
}

func liveConsumers(v *core.View) (n int) {
	for i := range v.Consumers {
		switch v.Consumers[i].State {
		case core.ConsumerAbsent, core.ConsumerStopped, core.ConsumerDead:
		default:
			n++
		}
	}
	return n
}

func (s *Scene) nobody(c *changes) words {
	if s.place.named && s.place.inner < 110 { // no room for names, which stand around the ring
		return key(KeyNobodyShort).with(seconds(c.longest))
	}
	first := text(s.names.short[c.nobody[0]])
	if c.unowned == 1 {
		return key(KeyNobody1).with(first).with(seconds(c.longest))
	}
	second := text(s.names.short[c.nobody[1]])
	if c.unowned == 2 {
		return key(KeyNobody2).with(first).with(second).with(seconds(c.longest))
	}
	return key(KeyNobodyMany).with(first).with(second).with(integer(c.unowned - 2)).with(seconds(c.longest))
}

func (s *Scene) twice(c *changes) words {
	first := text(s.names.short[c.twice[0]])
	if c.double == 1 {
		return key(KeyTwice1).with(first).with(integer(c.owners))
	}
	second := text(s.names.short[c.twice[1]])
	if c.double == 2 {
		return key(KeyTwice2).with(first).with(second)
	}
	return key(KeyTwiceMany).with(first).with(second).with(integer(c.double - 2))
}
