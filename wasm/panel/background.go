//go:build js

package panel

import "time"

// Work beside the run gets this much of a frame, and less while time runs.
const (
	restAllowance = 9 * time.Millisecond
	playAllowance = 4 * time.Millisecond
)

// background works on what is not urgent: experiments, comparisons, exports.
func (p *Panel) background() {
	if len(p.rest) > 0 || p.pg.Seeking() {
		return
	}
	c := p.side.controls
	if !c.experiment.working() && (c.comparison.job == nil || c.comparison.job.Done()) && p.export == nil {
		return
	}
	allowance := restAllowance
	if p.pg.Playing() {
		allowance = playAllowance
	}
	until := Stopwatch() + allowance
	more := func() bool { return Stopwatch() < until }
	if p.side.visible(tabControls) {
		c.comparison.work(more)
	}
	if c.experiment.working() {
		c.experiment.sweep.Work(more)
	}
	p.workExport(more)
}
