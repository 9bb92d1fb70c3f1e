package play

import (
	"errors"
	"time"

	"ringside/core"
	"ringside/core/script"
)

// Playground holds a run and how it is being watched. It is not safe for
// concurrent use; the page has one thread.
type Playground struct {
	cfg Config

	sim     Sim
	text    string // the script as loaded or, after Apply, as the simulation has it
	lesson  string // its lesson's name, when it is a lesson's text
	view    core.View
	problem error
	notice  error
	applied string // the line that the last Apply added

	playing bool
	speed   Speed
	clock   time.Duration // where the run should be
	carry   int64         // part of a nanosecond, see Speed.advance
	seeking bool          // working towards clock; the view still shows the time before
	hunt    hunt          // working towards an event, see Next
	behind  bool          // the last tick could not keep up

	series     Series // the furthest seen, even after a seek back
	ticks      int64
	generation int64
	address    addressState
}

// ErrBusy says that a seek is still under way, so that there is no time to act at.
var ErrBusy = errors.New("still computing; try again when the time stands still")

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
	if p.sim == nil {
		return
	}
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
	ns, rest := p.speed.advance(n, p.carry)
	p.carry = rest
	p.clock = min(p.clock+time.Duration(ns), p.sim.End())
	p.behind = !p.work(p.clock)
	if p.behind {
		p.clock = max(p.sim.Now(), p.view.Now)
	} else if p.clock == p.sim.End() {
		p.playing = false
	}
	p.refresh()
	p.place(false)
}

// work advances the simulation towards to as far as a tick's allowance goes.
func (p *Playground) work(to time.Duration) bool {
	var until time.Duration
	if p.cfg.Clock != nil {
		until = p.cfg.Clock() + allowance
	}
	for range stepsPerTick {
		if p.sim.AdvanceSteps(to, stepEvents) {
			return true
		}
		if p.cfg.Clock != nil && p.cfg.Clock() >= until {
			break
		}
	}
	return false
}

// refresh reads the simulation after it moved.
func (p *Playground) refresh() {
	p.sim.View(&p.view)
	p.series.keep(p.sim.Series(p.view.Group))
}

// keep takes over what is new in s, which begins at time 0 as the receiver does.
func (k *Series) keep(s Series) {
	k.Step = s.Step
	if len(s.Backlog) > len(k.Backlog) {
		k.Backlog = append(k.Backlog, s.Backlog[len(k.Backlog):]...)
	}
	if len(s.Duplicates) > len(k.Duplicates) {
		k.Duplicates = append(k.Duplicates, s.Duplicates[len(k.Duplicates):]...)
	}
	// The last step may have been seen half full.
	if n := len(s.Backlog); n > 0 {
		k.Backlog[n-1] = s.Backlog[n-1]
	}
	if n := len(s.Duplicates); n > 0 {
		k.Duplicates[n-1] = s.Duplicates[n-1]
	}
}

// cut forgets everything after the time at: the future has changed.
func (k *Series) cut(at time.Duration) {
	if k.Step <= 0 {
		return
	}
	n := int(at/k.Step) + 1
	k.Backlog = k.Backlog[:min(n, len(k.Backlog))]
	k.Duplicates = k.Duplicates[:min(n, len(k.Duplicates))]
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
	for !p.sim.AdvanceSteps(p.clock, stepEvents) {
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

// Apply makes a script line ("kill c1") an action now. Lines later in the
// script stay. Now is first moved to the next whole millisecond, so that the
// line reads well.
func (p *Playground) Apply(line string) error {
	switch {
	case p.sim == nil:
		return ErrEmpty
	case p.seeking:
		return ErrBusy
	}
	p.leave()
	now := min(roundUp(p.sim.Now(), time.Millisecond), p.sim.End())
	for !p.sim.AdvanceSteps(now, stepEvents) {
	}
	if err := p.sim.Apply(line); err != nil {
		p.refresh()
		return err
	}
	p.applied = "at " + script.FormatDuration(now) + " " + line
	p.series.cut(now)
	p.setText(p.sim.Text())
	// Within the instant the script's line comes before what has been played
	// already. A replay makes the state what the script, and so a shared link, says.
	if err := p.sim.Seek(0); err != nil {
		return p.fail(err)
	}
	p.seek(now)
	p.clock = now
	p.pushPlace()
	return nil
}

func roundUp(d, unit time.Duration) time.Duration {
	if rest := d % unit; rest > 0 {
		return d + unit - rest
	}
	return d
}
