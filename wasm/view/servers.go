package view

import "ringside/core"

// isCut tells whether a link to the named process is cut.
func (s *Scene) isCut(name string) bool {
	for i := range s.cuts {
		if s.cuts[i].A == name || s.cuts[i].B == name {
			return true
		}
	}
	return false
}

// cut tells whether the link between two processes is cut.
func (s *Scene) cut(a, b string) bool {
	for i := range s.cuts {
		if c := &s.cuts[i]; c.A == a && c.B == b || c.A == b && c.B == a {
			return true
		}
	}
	return false
}

// serversMatter tells whether the name servers are worth a place: there are
// several, one is not well, a link to one is cut, or one misses a broker that runs.
func (s *Scene) serversMatter(v *core.View) bool {
	if len(v.NameServers) > 1 {
		return true
	}
	up := 0
	for i := range v.Brokers {
		if v.Brokers[i].Up {
			up++
		}
	}
	for i := range v.NameServers {
		n := &v.NameServers[i]
		if !n.Up || n.Frozen || len(n.Brokers) < up || s.isCut(n.Name) {
			return true
		}
	}
	return false
}

const maxServers = 4

// serversShown is how many name servers are drawn.
func (s *Scene) serversShown(v *core.View) int {
	if !s.serversMatter(v) {
		return 0
	}
	return min(len(v.NameServers), maxServers)
}

// serversH is the height that the name servers, and the producers that are cut off
// from something, take above the brokers, with the gap below; 0 when there are none.
func (s *Scene) serversH(v *core.View, h float32) float32 {
	n := s.serversShown(v) + s.producersShown(v)
	if n == 0 {
		return 0
	}
	need := float32(n)*(s.serverRow()+5) + 5
	if need <= 0.3*h {
		return need
	}
	need = s.serverRow() + 6
	if strips := stripsH(len(v.Brokers), false); need <= 0.3*h || h-need >= strips {
		return need
	}
	// A line of words, while the brokers' bars can still be told.
	if s.producersShown(v) > 0 && h-troubleLine-3 >= leastStripsH(len(v.Brokers)) {
		return troubleLine + 3
	}
	return 0
}

// troubleLine is the height of a line that says in words who is cut off.
const troubleLine = 14

func (s *Scene) serverRow() float32 { return max(26, 28*s.unit) }

// servers draws a row per name server: its name, and its route as a pill per
// broker, full for those it knows and hollow for those it does not, with a
// broken line on a link that is cut.
func (s *Scene) servers(v *core.View, r Rect) {
	n, m := s.serversShown(v), s.producersShown(v)
	if r.H < s.serverRow() {
		s.producerLine(v, s.producerShown(v, 0), Rect{r.X, r.Y, r.W, troubleLine})
		return
	}
	if r.H < float32(n+m)*(s.serverRow()+5) {
		s.serversInRow(v, r, n, m)
		return
	}
	y := r.Y
	for i := range n + m {
		row := Rect{r.X, y, r.W, s.serverRow()}
		if i < m {
			s.producer(v, s.producerShown(v, i), row)
		} else {
			s.server(v, i-m, row)
		}
		y += s.serverRow() + 5
	}
}

// serversInRow has n name servers and m producers side by side, each with the
// number of brokers it knows, or reaches, in place of their names.
func (s *Scene) serversInRow(v *core.View, r Rect, n, m int) {
	w := (r.W + 6) / float32(n+m)
	for i := range m {
		s.producerShort(v, s.producerShown(v, i), Rect{r.X + float32(i)*w, r.Y, w - 6, s.serverRow()})
	}
	for i := range n {
		server := &v.NameServers[i]
		cell := Rect{r.X + float32(m+i)*w, r.Y, w - 6, s.serverRow()}
		ink := s.serverCard(server, i, cell)
		s.label(cell.Inset(10, 0), AlignCentre, Font{Size: 11 * s.unit}, ink,
			key(KeyServerShort).with(text(server.Name)).with(integer(len(server.Brokers))).with(integer(len(v.Brokers))))
	}
}

func (s *Scene) server(v *core.View, i int, r Rect) {
	u := s.unit
	n := &v.NameServers[i]
	ink := s.serverCard(n, i, r)
	in := r.Inset(12*u, 0)
	label, rest := in.cutLeft(min(0.5*in.W, 130*u), 6)
	if s.serverMark(n, label.X+4*u, r.Y+r.H/2, 4*u, ink) {
		_, label = label.cutLeft(12*u, 0)
	}
	s.label(label, AlignLeft, Font{Size: 11 * u, Bold: true}, ink, key(KeyServer).with(text(n.Name)))
	s.routePills(v, n, rest)
}

// serverMark marks a name server that is down or hangs.
func (s *Scene) serverMark(n *core.NameServerView, x, y, r float32, ink Ink) bool {
	switch {
	case !n.Up:
		s.dot(mark(FormCross, x, y, r, ink))
	case n.Frozen:
		s.dot(mark(FormFrost, x, y, r, ink))
	default:
		return false
	}
	return true
}

// serverCard is the ground of a name server, dashed when it is down and striped
// when it hangs, and gives the ink for its name.
func (s *Scene) serverCard(n *core.NameServerView, i int, r Rect) Ink {
	box := Box{Rect: r, Radius: r.H / 2, Fill: solid(InkCard), Edge: solid(InkEdge), EdgeWidth: 1}
	ink := InkText
	switch {
	case !n.Up:
		box.Style, box.Edge, box.EdgeWidth, ink = StyleDashed, solid(InkDuplicate), 1.5, InkDuplicate
	case n.Frozen:
		box.Style, box.Second, ink = StyleHatched, Paint{InkWarn, 40}, InkWarn
	case s.isCut(n.Name):
		box.Edge = solid(InkDuplicate)
	}
	if s.focused(HitServer, i) {
		box.Edge = solid(InkFocus)
	}
	s.box(box)
	s.hitRect(HitServer, i, r)
	return ink
}

// routePills has the brokers that a name server knows, at the right end of its row.
func (s *Scene) routePills(v *core.View, n *core.NameServerView, r Rect) {
	for b := len(v.Brokers) - 1; b >= 0; b-- {
		pill, ok := s.pillIn(&r, s.names.brokerShort[b])
		if !ok {
			return
		}
		s.routePill(n, v, b, pill)
	}
}

// routePill is a broker beside a name server.
func (s *Scene) routePill(n *core.NameServerView, v *core.View, b int, pill Rect) {
	known := indexOfBroker(n.Brokers, b) >= 0
	s.linkPill(pill, s.names.brokerShort[b], known, s.cut(n.Name, v.Brokers[b].Name))
}

// pillIn takes the room of a pill off the right end of r; ok is false when there is none.
func (s *Scene) pillIn(r *Rect, short string) (pill Rect, ok bool) {
	w := textWidth(short, Font{Size: 10 * s.unit, Mono: true}) + 10*s.unit
	if r.W < w {
		return Rect{}, false
	}
	pill = Rect{r.Right() - w, r.Y + 5, w, r.H - 10}
	r.W -= w + 4
	return pill, true
}

// indexOfBroker is the place of a broker in a route, -1 when it is not there.
func indexOfBroker(route []int, b int) int {
	for i, known := range route {
		if known == b {
			return i
		}
	}
	return -1
}

// linkPill is who is at the other end of a link: full when the route has it, else
// hollow, with a cross when the link is cut.
func (s *Scene) linkPill(pill Rect, short string, known, cut bool) {
	box := Box{Rect: pill, Radius: pill.H / 2, Fill: solid(InkBackground), Edge: Paint{InkHollow, 255}, EdgeWidth: 1, Style: StyleDashed}
	ink := InkMuted
	if known {
		box.Style, box.Fill, box.Edge = StyleSolid, solid(InkMuted), Paint{}
		ink = InkBackground
	}
	if cut {
		box.Edge, box.EdgeWidth = solid(InkDuplicate), 1.5
	}
	s.box(box)
	if cut {
		s.dot(mark(FormCross, pill.Right(), pill.Y+1, 3.5*s.unit, InkDuplicate))
	}
	s.label(pill.Inset(1, 0), AlignCentre, Font{Size: 10 * s.unit, Mono: true}, ink, name(short))
}

// cutLinks draws the links between brokers and consumers that are cut: a broken
// line in the colour of trouble, with a cross in its middle.
func (s *Scene) cutLinks(v *core.View) {
	for i := range s.cuts {
		b, c := brokerNamed(v, s.cuts[i].A), consumerNamed(v, s.cuts[i].B)
		if b < 0 || c < 0 {
			b, c = brokerNamed(v, s.cuts[i].B), consumerNamed(v, s.cuts[i].A)
		}
		if b < 0 || c < 0 || !s.out[b].ok || !s.to[c].ok {
			continue
		}
		from, to := s.out[b], s.to[c]
		curve := bend(from.x, from.y, to.x, to.y)
		s.cutLink(curve)
	}
}

// cutLink draws a link that is cut along a curve.
func (s *Scene) cutLink(curve Curve) {
	curve.Width, curve.Dashed, curve.Paint = 2, true, solid(InkDuplicate)
	s.Curves = append(s.Curves, curve)
	x, y := curve.At(0.5)
	s.dot(Dot{X: x, Y: y, R: 8, Fill: solid(InkBackground), Edge: solid(InkDuplicate)})
	s.dot(Dot{X: x, Y: y, R: 4.5, Form: FormCross, Fill: solid(InkDuplicate)})
}

func brokerNamed(v *core.View, name string) int {
	for i := range v.Brokers {
		if v.Brokers[i].Name == name {
			return i
		}
	}
	return -1
}

func consumerNamed(v *core.View, name string) int {
	for i := range v.Consumers {
		if v.Consumers[i].Name == name {
			return i
		}
	}
	return -1
}
