package view

import "ringside/core"

// maxProducers is how many producers that are cut off from something get a row.
const maxProducers = 2

// producersShown is how many producers are drawn: those of which a link is cut.
func (s *Scene) producersShown(v *core.View) int {
	n := 0
	for i := range v.Producers {
		if s.isCut(v.Producers[i].Name) {
			n++
		}
	}
	return min(n, maxProducers)
}

// producerShown is the k-th of them.
func (s *Scene) producerShown(v *core.View, k int) *core.ProducerView {
	for i := range v.Producers {
		if !s.isCut(v.Producers[i].Name) {
			continue
		}
		if k == 0 {
			return &v.Producers[i]
		}
		k--
	}
	return nil
}

// producer draws a row: whose producer it is, and a pill for each broker of its
// route, and for each name server it is cut off from, as a name server's row has them.
func (s *Scene) producer(v *core.View, p *core.ProducerView, r Rect) {
	u := s.unit
	s.producerCard(r)
	in := r.Inset(12*u, 0)
	label, rest := in.cutLeft(min(0.62*in.W, 170*u), 6)
	s.dot(mark(FormBroken, label.X+4*u, r.Y+r.H/2, 4*u, InkDuplicate))
	_, label = label.cutLeft(12*u, 0)
	s.label(label, AlignLeft, Font{Size: 11 * u, Bold: true}, InkText, key(KeyProducer).with(text(p.Topic)))
	for k := len(p.Brokers) - 1; k >= 0; k-- {
		b := p.Brokers[k]
		pill, ok := s.pillIn(&rest, s.names.brokerShort[b])
		if !ok {
			return
		}
		s.linkPill(pill, s.names.brokerShort[b], true, s.cut(p.Name, v.Brokers[b].Name))
	}
	for i := range v.NameServers {
		n := &v.NameServers[i]
		if !s.cut(p.Name, n.Name) {
			continue
		}
		if pill, ok := s.pillIn(&rest, n.Name); ok {
			s.linkPill(pill, n.Name, false, true)
		}
	}
}

// producerShort is a producer where there is room for one line only: the topic, and
// of the brokers in its route how many it reaches.
func (s *Scene) producerShort(v *core.View, p *core.ProducerView, r Rect) {
	u := s.unit
	s.producerCard(r)
	in := r.Inset(10*u, 0)
	s.dot(mark(FormBroken, in.X+2*u, r.Y+r.H/2, 4*u, InkDuplicate))
	_, in = in.cutLeft(8*u, 0)
	s.label(in, AlignCentre, Font{Size: 11 * u}, InkText,
		key(KeyServerShort).with(text(p.Topic)).with(integer(s.reached(v, p))).with(integer(len(p.Brokers))))
}

// reached is how many of the brokers in its route a producer reaches.
func (s *Scene) reached(v *core.View, p *core.ProducerView) (n int) {
	for _, b := range p.Brokers {
		if !s.cut(p.Name, v.Brokers[b].Name) {
			n++
		}
	}
	return n
}

func (s *Scene) producerCard(r Rect) {
	s.box(Box{Rect: r, Radius: r.H / 2, Fill: solid(InkCard), Edge: solid(InkDuplicate), EdgeWidth: 1})
}

// producerLine is a producer where there is no room for a pill: whose it is, and
// which brokers it does not reach.
func (s *Scene) producerLine(v *core.View, p *core.ProducerView, r Rect) {
	f := Font{Size: 11, Bold: true}
	s.dot(mark(FormBroken, r.X+5, r.Y+r.H/2, 4, InkDuplicate))
	_, r = r.cutLeft(13, 0)
	for k := len(p.Brokers) - 1; k >= 0; k-- {
		short := s.names.brokerShort[p.Brokers[k]]
		w := textWidth(short, f)
		if !s.cut(p.Name, v.Brokers[p.Brokers[k]].Name) || w+13 > r.W/2 {
			continue
		}
		var box Rect
		box, r = r.cutRight(w, 14)
		s.label(box, AlignLeft, f, InkDuplicate, name(short))
		s.dot(mark(FormBroken, box.X-7, r.Y+r.H/2, 4, InkDuplicate))
	}
	s.label(r, AlignLeft, f, InkDuplicate, key(KeyProducer).with(text(p.Topic)))
}
