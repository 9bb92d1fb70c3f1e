package play

import (
	"time"

	"ringside/core/script"
)

// Apply makes a script line ("kill c1") an action now. Lines later in the
// script stay. Now is first moved to the next whole millisecond, so that the
// line reads well. While a seek is under way the line waits for it: [ErrLater].
func (p *Playground) Apply(line string) error {
	switch {
	case p.sim == nil:
		return ErrEmpty
	case p.seeking:
		return p.later(line, func() error { return p.Apply(line) })
	}
	p.leave()
	now := min(roundUp(p.sim.Now(), time.Millisecond), p.sim.End())
	for !p.sim.AdvanceSteps(now, stepEvents) {
	}
	if err := p.sim.Apply(line); err != nil {
		p.refresh()
		return err
	}
	p.remember()
	p.applied = "at " + script.FormatDuration(now) + " " + line
	past, before := now+sameMoment < p.history.reach, p.seen()
	p.series.cut(now)
	p.history.reset()
	p.setText(p.sim.Text())
	if past {
		p.fork()
		if err := p.meet(); err != nil {
			return p.fail(err)
		}
		p.recall(before)
	}
	p.noteBranch()
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
