package play

import "time"

// How "follow the rebalance" slows time.
const (
	// afterChange is how long the slow motion lasts after the last change of hands.
	afterChange = time.Second
	// whileBad is how long at most it lasts while a queue has no owner or two: a
	// group without consumers must not crawl for ever.
	whileBad = 5 * time.Second
	// slowest is the speed of slow motion, 0.25×; those who play fast get a
	// slowShare-th of their speed.
	slowest   Speed = 250
	slowShare Speed = 20
	// watchEvents is the number of events between two looks for a change of hands.
	watchEvents = 64
)

// SetFollow switches "follow the rebalance": time slows by itself while queues
// change hands.
func (p *Playground) SetFollow(on bool) { p.follow = on }

// Follow tells whether time slows by itself while queues change hands.
func (p *Playground) Follow() bool { return p.follow }

// Slow tells whether it does now.
func (p *Playground) Slow() bool {
	return p.follow && p.sim != nil && p.changing(p.clock) && slowed(p.speed) < p.speed
}

// changing tells whether queues change hands at a time.
func (p *Playground) changing(at time.Duration) bool {
	last, ok := p.history.changeBefore(at)
	if !ok {
		return false
	}
	since := at - last
	level := p.history.LevelAt(at)
	return since < afterChange || since < whileBad && level.Unowned+level.Double > 0
}

func slowed(s Speed) Speed { return min(s, max(slowest, s/slowShare)) }

// Pace is the speed that time has now.
func (p *Playground) Pace() Speed {
	if p.Slow() {
		return slowed(p.speed)
	}
	return p.speed
}

// stride plays towards to. When it follows the rebalance and a queue changes
// hands on the way, it ends at that time, and the clock is set there; so a high
// speed does not leap over what the reader wants to see.
func (p *Playground) stride(to time.Duration) bool {
	if !p.follow || p.changing(p.sim.Now()) || slowed(p.speed) == p.speed {
		return p.work(to)
	}
	from := p.sim.Now()
	work := p.allow()
	for range stepsPerTick * stepEvents / watchEvents {
		if at, ok := p.history.changeAfter(from); ok {
			to = min(to, at)
		}
		there := p.sim.AdvanceSteps(to, watchEvents)
		p.history.read(p.sim.Log(), &p.view, p.sim.Now())
		if at, ok := p.history.changeAfter(from); ok && at <= p.sim.Now() {
			to, there = p.sim.Now(), true
		}
		if there {
			p.clock = to
			return p.work(to)
		}
		if work.over() {
			break
		}
	}
	return false
}

// allowed is the rest of a tick's working time.
type allowed struct {
	clock func() time.Duration
	until time.Duration
}

// allow begins a tick's working time.
func (p *Playground) allow() allowed {
	a := allowed{clock: p.cfg.Clock}
	if a.clock != nil {
		a.until = a.clock() + allowance
		if p.seeking {
			a.until += seekAllowance - allowance
		}
	}
	return a
}

func (a allowed) over() bool { return a.clock != nil && a.clock() >= a.until }
