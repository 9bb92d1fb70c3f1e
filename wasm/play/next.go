package play

import (
	"time"

	"ringside/core/trace"
)

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
	p.clock = now
	p.seeking = p.rivalLags()
	p.refresh()
	p.place(true)
}

// Prev goes back to the event that matters before the present one, to the
// start when there is none, and pauses there.
func (p *Playground) Prev() {
	if p.sim == nil || p.seeking {
		return
	}
	p.playing = false
	to := time.Duration(0)
	for i := p.sim.Events() - 1; i >= 0; i-- {
		if at, matters := p.sim.EventAt(i); matters && at < p.clock-sameMoment {
			to = at
			break
		}
	}
	p.seek(to)
	p.place(true)
}

// LastStep is the event that the last [Playground.Step] played.
type LastStep struct {
	// Event is what happened; its Kind is KindNone when the run was over. It may
	// be one of those that come with every message, and so has no ID.
	Event trace.Event
	// Number counts the steps, so that each can be told once.
	Number int
}

// Last is what the last Step played; its Number is 0 when there was none.
func (p *Playground) Last() LastStep { return p.last }

// Step plays one event, that of a single message included, and pauses.
func (p *Playground) Step() {
	if p.sim == nil || p.seeking {
		return
	}
	p.playing, p.carry, p.behind = false, 0, false
	number := p.last.Number
	p.last = LastStep{Number: number + 1}
	happened := false
	p.sim.Watch(func(e *trace.Event) {
		if !happened {
			p.last.Event, happened = *e, true
		}
	})
	for !happened && !p.sim.AdvanceSteps(p.sim.End(), 1) { // timers that do nothing are no events
	}
	p.sim.Watch(nil)
	p.clock = p.sim.Now()
	for !p.chase(p.clock, allowed{}) { // as short a way
	}
	p.refresh()
	p.place(true)
}
