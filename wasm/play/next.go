package play

import "time"

// hunt is a step to the next event under way.
type hunt struct {
	on   bool
	from time.Duration // when the step began
	seen int           // stored events looked at
	none bool          // the last step found nothing
}

// sameMoment: an event this close after the step's start is the same moment to a reader.
const sameMoment = time.Millisecond

// Next plays on to the next event that matters and pauses there, at the end of
// the run when there is none ([Playground.Exhausted]). A long way takes several
// ticks, as a seek does.
func (p *Playground) Next() {
	if p.sim == nil || p.seeking {
		return
	}
	p.playing, p.carry, p.behind = false, 0, false
	p.seeking = true
	p.hunt = hunt{on: true, from: p.sim.Now(), seen: p.sim.Events()}
	p.search()
}

// Exhausted tells, once, that the last Next found no event.
func (p *Playground) Exhausted() bool {
	none := p.hunt.none
	p.hunt.none = false
	return none
}

// search works on a step, one event after the other so as not to overshoot,
// as far as a tick's allowance goes.
func (p *Playground) search() {
	var until time.Duration
	if p.cfg.Clock != nil {
		until = p.cfg.Clock() + allowance
	}
	for range stepsPerTick {
		for range stepEvents / 4 {
			over := p.sim.AdvanceSteps(p.sim.End(), 1)
			if p.found() || over {
				p.arrive(over)
				return
			}
		}
		if p.cfg.Clock != nil && p.cfg.Clock() >= until {
			break
		}
	}
	p.clock = p.sim.Now()
}

// found looks at the events that have come since.
func (p *Playground) found() bool {
	for n := p.sim.Events(); p.hunt.seen < n; {
		at, matters := p.sim.EventAt(p.hunt.seen)
		p.hunt.seen++
		if matters && at > p.hunt.from+sameMoment {
			return true
		}
	}
	return false
}

// arrive ends the step where the run is now, with all events of that instant.
func (p *Playground) arrive(over bool) {
	now := p.sim.Now()
	for !p.sim.AdvanceSteps(now, stepEvents) {
	}
	p.hunt = hunt{none: over && now >= p.sim.End()}
	p.clock, p.seeking = now, false
	p.refresh()
	p.place(true)
}
