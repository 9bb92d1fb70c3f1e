package play

import (
	"errors"
	"time"

	"ringside/core"
)

// Playground holds a run and how it is being watched. It is not safe for
// concurrent use; the page has one thread.
type Playground struct {
	cfg Config

	sim     Sim
	text    string // the script as loaded or, after Apply, as the simulation has it
	lesson  string // its lesson's name, when it is a lesson's text
	view    core.View
	looks   Look // what of it is looked at
	judge   bool // looks came with a link: see judged
	problem error
	notices []error
	applied string // the line that the last Apply added

	playing bool
	speed   Speed
	clock   time.Duration // where the run should be
	carry   int64         // part of a nanosecond, see Speed.advance
	seeking bool          // working towards clock; the view still shows the time before
	hunt    hunt          // working towards an event, see Next
	behind  bool          // the last tick could not keep up

	series  Series // the furthest seen, even after a seek back
	history History

	branches        []Branch
	branch, against int // indexes into branches; against is -1 when nothing is compared
	rival           *rival
	done, undone    []version
	waiting         []wait // for a seek to arrive
	outcomes        []Outcome

	follow bool // slow motion while queues change hands
	hidden bool // nobody looks: time stands still
	last   LastStep

	ticks      int64
	generation int64
	address    addressState
}

// ErrEmpty says that no scenario is open.
var ErrEmpty = errors.New("no scenario is open; choose a lesson")

// New makes an empty playground; [Playground.Open] fills it.
func New(cfg Config) *Playground {
	return &Playground{cfg: cfg, speed: Real}
}

// Tick lets n ticks pass. It is called once a frame.
func (p *Playground) Tick(n int) {
	p.ticks += int64(n)
	defer p.tickAddress()
	if p.sim == nil || p.hidden {
		return
	}
	p.catchUp()
	if p.hunt.on {
		p.search()
		return
	}
	if p.seeking {
		if p.work(p.clock) {
			p.seeking = false
			p.refresh()
			p.place(false)
		}
		return
	}
	if !p.playing {
		return
	}
	if p.rivalLags() && !p.chase(p.clock, p.allow()) {
		p.behind = true // both have the same clock, so the slower one sets it
		return
	}
	ns, rest := p.Pace().advance(n, p.carry)
	p.carry = rest
	p.clock = min(p.clock+time.Duration(ns), p.sim.End())
	p.behind = !p.stride(p.clock)
	if p.behind {
		p.clock = max(p.sim.Now(), p.view.Now)
	} else if p.clock == p.sim.End() {
		p.playing = false
	}
	p.refresh()
	p.place(false)
}

// work advances the run, and then the one compared with, towards to as far as a
// tick's allowance goes.
func (p *Playground) work(to time.Duration) bool {
	work := p.allow()
	for range stepsPerTick {
		if p.sim.AdvanceSteps(to, stepEvents) {
			return p.chase(to, work)
		}
		if work.over() {
			break
		}
	}
	return false
}

// refresh reads the simulation after it moved.
func (p *Playground) refresh() {
	if p.looks.aim(p.sim, &p.view) {
		p.anew()
	}
	if p.judge && !p.seeking {
		p.judged()
	}
	p.series.keep(p.sim.Series(p.view.Group, p.view.Topic))
	p.history.read(p.sim.Log(), &p.view, p.sim.Now())
	if p.rival != nil {
		p.rival.refresh(&p.looks)
	}
}

// Play lets time run; at the end of the run it starts again.
func (p *Playground) Play() {
	if p.sim == nil || p.playing {
		return
	}
	p.playing = true
	if p.clock >= p.sim.End() {
		p.seek(0)
	}
	p.place(true)
}

// Pause stops time.
func (p *Playground) Pause() {
	p.playing = false
	p.place(true)
}

// Toggle plays or pauses.
func (p *Playground) Toggle() {
	if p.playing {
		p.Pause()
	} else {
		p.Play()
	}
}

// Restart goes to time 0 and plays.
func (p *Playground) Restart() {
	if p.sim == nil {
		return
	}
	p.seek(0)
	p.playing = true
	p.place(true)
}

// SetSpeed changes the speed; one that is not in [Speeds] is rounded to the next slower one.
func (p *Playground) SetSpeed(s Speed) {
	p.speed = Speeds[0]
	for _, known := range Speeds {
		if known <= s {
			p.speed = known
		}
	}
	p.carry = 0
}

// Seek goes to a time, cut to the run's length; a long way takes several ticks
// ([Playground.Seeking]). A run that plays goes on from there.
func (p *Playground) Seek(to time.Duration) {
	if p.sim == nil {
		return
	}
	p.seek(to)
	p.place(true)
}

// SeekNow is Seek without an allowance: it is there when the call returns.
func (p *Playground) SeekNow(to time.Duration) {
	if p.sim == nil {
		return
	}
	p.seek(to)
	for !p.sim.AdvanceSteps(p.clock, stepEvents) || !p.chase(p.clock, allowed{}) {
	}
	p.seeking = false
	p.refresh()
	p.place(true)
}

func (p *Playground) seek(to time.Duration) {
	to = min(max(to, 0), p.sim.End())
	p.clock, p.carry, p.behind, p.hunt.on = to, 0, false, false
	p.seeking = true
	if to < p.sim.Now() {
		if err := p.sim.Seek(0); err != nil {
			p.fail(err)
			return
		}
	}
	if p.work(to) {
		p.seeking = false
		p.refresh()
	}
}
