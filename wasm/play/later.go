package play

import (
	"errors"
	"time"
)

// ErrLater says that a seek is still under way, so that what was asked for is
// done when it has arrived; [Playground.Outcomes] then tells how it went.
var ErrLater = errors.New("still computing; done as soon as the time stands still")

// ErrMoved says that what waited for a seek was not done, since the reader has
// gone to another time or script meanwhile.
var ErrMoved = errors.New("not done: you went to another time meanwhile")

// wait is what waits for a seek to arrive.
type wait struct {
	line string
	at   time.Duration // the time that the reader was on the way to
	do   func() error
}

// Outcome is what came of something that had to wait.
type Outcome struct {
	// Line is the script line asked for.
	Line string
	// Err is why it was not done. Forked: the run as it was is kept beside.
	Err    error
	Forked bool
}

// later lets something wait for the seek that is under way.
func (p *Playground) later(line string, do func() error) error {
	p.waiting = append(p.waiting, wait{line, p.clock, do})
	return ErrLater
}

// catchUp does what has waited, one thing after the other: each may begin a seek
// that the next one waits for.
func (p *Playground) catchUp() {
	for len(p.waiting) > 0 && !p.seeking {
		w := p.waiting[0]
		p.waiting = p.waiting[1:]
		if w.at != p.clock {
			p.outcomes = append(p.outcomes, Outcome{Line: w.line, Err: ErrMoved})
			continue
		}
		before := len(p.branches)
		err := w.do()
		p.outcomes = append(p.outcomes, Outcome{Line: w.line, Err: err, Forked: len(p.branches) > before})
	}
}

// giveUp lets nothing wait any longer: the scenario is another one.
func (p *Playground) giveUp() {
	for _, w := range p.waiting {
		p.outcomes = append(p.outcomes, Outcome{Line: w.line, Err: ErrMoved})
	}
	p.waiting = nil
}

// Outcomes are those since the last call.
func (p *Playground) Outcomes() []Outcome {
	out := p.outcomes
	p.outcomes = nil
	return out
}
