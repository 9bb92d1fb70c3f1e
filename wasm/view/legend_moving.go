package view

import "ringside/core"

// flightOf draws things in flight on the line between a queue and its consumer,
// or without a line for what goes from process to process.
func flightOf(wire bool, flights ...core.Flight) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		y := r.Y + r.H/2
		if wire {
			s.Curves = append(s.Curves, straight(r.X, y, r.Right(), y, 1.3, Paint{ConsumerFill(0), 190}))
		}
		for i := range flights {
			d := flightDot(&flights[i])
			d.X, d.Y = r.X+r.W*float32(2*i+1)/float32(2*len(flights)), y
			s.dot(d)
		}
	}
}

// curveOf draws a line, changed.
func curveOf(change func(c *Curve)) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		c := bend(r.X, r.Y+4, r.Right(), r.Bottom()-4)
		c.Width, c.Paint = 1.3, Paint{ConsumerFill(0), 190}
		change(&c)
		s.Curves = append(s.Curves, c)
	}
}

var movingParts = []Part{
	{"legend.line", "legend.line-means", curveOf(func(*Curve) {})},
	{"legend.line-second", "legend.line-second-means", curveOf(func(c *Curve) { c.Dashed = true })},
	{"legend.flow", "legend.flow-means", curveOf(func(c *Curve) { c.Width = flowWidth(90) })},
	{"legend.flight", "legend.flight-means", flightOf(true, core.Flight{Count: 1}, core.Flight{Count: 32})},
	{"legend.repeat", "legend.repeat-means", flightOf(true, core.Flight{Count: 4, Duplicate: true})},
	{"legend.commit", "legend.commit-means", flightOf(true, core.Flight{Kind: core.FlightCommit})},
	{"legend.notice", "legend.notice-means", flightOf(false, core.Flight{Kind: core.FlightNotice})},
	{"legend.beat", "legend.beat-means", flightOf(false, core.Flight{Kind: core.FlightHeartbeat})},
	{"legend.pill", "legend.pill-means", func(s *Scene, v *core.View, r Rect) {
		c := straight(r.X-4, r.Y+r.H/2, r.Right()+4, r.Y+r.H/2, 1.3, Paint{ConsumerFill(0), 200})
		c.Dashed = true
		s.Curves = append(s.Curves, c)
		s.pills = s.pills[:0]
		s.travel(&c, sampleOwned, 0.5, 0)
	}},
}

// stateOf draws a small card of a consumer, changed, with its state's mark.
func stateOf(change func(c *core.ConsumerView)) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		old := v.Consumers[0]
		change(&v.Consumers[0])
		l := s.consumerBox(v, 0, r, 5, false)
		s.label(Rect{r.X + 8, r.Y, 24, r.H}, AlignLeft, Font{Size: 11, Bold: true}, ConsumerText(0), name("c1"))
		s.dot(mark(l.mark, r.Right()-11, r.Y+r.H/2, 5, l.ink))
		v.Consumers[0] = old
	}
}

func inState(state core.ConsumerState) func(s *Scene, v *core.View, r Rect) {
	return stateOf(func(c *core.ConsumerView) { c.State = state })
}

func threadsOf(change func(c *core.ConsumerView)) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		c := v.Consumers[0]
		change(&c)
		s.threads(&c, 0, Rect{r.X, r.Y + r.H/2 - 4, r.W, 8})
	}
}

var consumerParts = []Part{
	{KeyStateAbsent, "legend.absent-means", inState(core.ConsumerAbsent)},
	{KeyStateStarting, "legend.starting-means", inState(core.ConsumerStarting)},
	{KeyStateRunning, "legend.running-means", inState(core.ConsumerRunning)},
	{KeyStateAckWait, "legend.ackwait-means", inState(core.ConsumerAckWait)},
	{KeyStateLockWait, "legend.lockwait-means", inState(core.ConsumerLockWait)},
	{KeyStateFlow, "legend.flow-control-means", stateOf(func(c *core.ConsumerView) { c.PutOff = 1 })},
	{KeyStateSuspended, "legend.suspended-means", stateOf(func(c *core.ConsumerView) { c.Suspended = true })},
	{KeyStateFrozen, "legend.frozen-means", inState(core.ConsumerFrozen)},
	{KeyStateCut, "legend.cut-means", stateOf(func(c *core.ConsumerView) { c.Name = "c4" })},
	{KeyStateStopping, "legend.stopping-means", stateOf(func(c *core.ConsumerView) { c.Stopping = true })},
	{KeyStateStopped, "legend.stopped-means", inState(core.ConsumerStopped)},
	{KeyStateDead, "legend.dead-means", inState(core.ConsumerDead)},
	{"legend.threads", "legend.threads-means", threadsOf(func(*core.ConsumerView) {})},
	{"legend.threads-wait", "legend.threads-wait-means", threadsOf(func(c *core.ConsumerView) { c.State = core.ConsumerAckWait })},
	{"legend.given-up", "legend.given-up-means", func(s *Scene, v *core.View, r Rect) {
		c := core.ConsumerView{Dropped: []int{sampleOwned}}
		s.holds(&c, r, 11)
	}},
}

// brokerOf draws a broker's card, empty.
func brokerOf(b int) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		s.brokerGround(v, b, r)
		if form, ink, ok := s.trouble(&v.Brokers[b]); ok {
			s.dot(mark(form, r.Right()-11, r.Y+r.H/2, 4.5, ink))
		}
		s.label(Rect{r.X + 8, r.Y, 24, r.H}, AlignLeft, Font{Size: 11, Bold: true}, InkText, name(v.Brokers[b].Name))
	}
}

func serverOf(i int) func(s *Scene, v *core.View, r Rect) {
	return func(s *Scene, v *core.View, r Rect) {
		n := &v.NameServers[i]
		ink := s.serverCard(n, i, r)
		s.serverMark(n, r.X+12, r.Y+r.H/2, 4, ink)
		s.label(r, AlignCentre, Font{Size: 10.5}, ink, name(n.Name))
	}
}

var processParts = []Part{
	{"legend.broker-down", "legend.broker-down-means", brokerOf(1)},
	{"legend.broker-frozen", "legend.broker-frozen-means", brokerOf(2)},
	{"legend.broker-cut", "legend.broker-cut-means", brokerOf(0)},
	{"legend.read-write", "legend.read-write-means", func(s *Scene, v *core.View, r Rect) {
		s.label(r, AlignCentre, Font{Size: 11}, InkWarn, plain(text("4 · 8")))
	}},
	{"legend.room", "legend.room-means", func(s *Scene, v *core.View, r Rect) {
		s.label(r, AlignCentre, Font{Size: 11}, InkMuted, plain(text("sh · 90")))
	}},
	{"legend.cut-link", "legend.cut-link-means", func(s *Scene, v *core.View, r Rect) {
		s.cutLink(straight(r.X, r.Y+r.H/2, r.Right(), r.Y+r.H/2, 2, Paint{}))
	}},
	{"legend.route", "legend.route-means", func(s *Scene, v *core.View, r Rect) {
		s.routePill(&v.NameServers[0], v, 0, Rect{r.X, r.Y + 1, r.W/2 - 2, r.H - 2})
		n := core.NameServerView{Name: "n0"}
		s.routePill(&n, v, 1, Rect{r.X + r.W/2 + 2, r.Y + 1, r.W/2 - 2, r.H - 2})
	}},
	{"legend.route-cut", "legend.route-cut-means", func(s *Scene, v *core.View, r Rect) {
		s.routePill(&v.NameServers[0], v, 1, Rect{r.X, r.Y + 4, r.W/2 - 6, r.H - 5})
		n := core.NameServerView{Name: "n1", Brokers: []int{1}}
		s.routePill(&n, v, 1, Rect{r.X + r.W/2 + 2, r.Y + 4, r.W/2 - 6, r.H - 5})
	}},
	{"legend.server-down", "legend.server-down-means", serverOf(1)},
	{"legend.server-frozen", "legend.server-frozen-means", serverOf(2)},
}
