package script

import (
	"slices"
	"time"
)

// life is what a consumer process is doing while a script's actions are gone
// through in order of time.
type life struct {
	state Code          // why another action may not be possible
	since time.Duration // since or, for codeDown, until when
}

// possible are the states in which an action can happen. A frozen process
// cannot shut down (SIGTERM stays pending), but kill -9 works.
var possible = map[ActionKind][]Code{
	ActJoin:    {codeAbsent, codeStopped, codeDead},
	ActLeave:   {codeRunning},
	ActKill:    {codeRunning, codeFrozen},
	ActFreeze:  {codeRunning},
	ActThaw:    {codeFrozen},
	ActRestart: {codeRunning},
	// suspend() and the like are calls of the process's own.
	ActSuspend: {codeRunning}, ActResume: {codeRunning}, ActSubscribe: {codeRunning}, ActUnsubscribe: {codeRunning},
}

// after are the states that actions lead to.
var after = map[ActionKind]Code{
	ActJoin: codeRunning, ActLeave: codeStopped, ActKill: codeDead,
	ActFreeze: codeFrozen, ActThaw: codeRunning, ActRestart: codeDown,
}

// play goes through the actions in order of time and checks that each is
// possible: processes in the right state, strategies with what they need,
// rates within the limit.
func (d *draft) play() {
	lives := make([]life, len(d.sc.Consumers))
	calls := make([]calls, len(d.sc.Consumers))
	now := make([]Settings, len(d.sc.Consumers))
	own := make([][]string, len(d.sc.Consumers))
	effects := d.effects()
	for i := range d.sc.Consumers {
		c := &d.sc.Consumers[i]
		lives[i].state = codeRunning
		if c.Joins {
			lives[i].state = codeAbsent
		}
		now[i], own[i] = c.Settings, slices.Clone(c.Overrides)
		calls[i].mode = c.Settings.Mode
		if len(d.errs) < MaxErrors {
			d.fits(i, &now[i], c.Pos)
		}
		effects.see(c, i, &now[i], own[i])
	}
	rates, servers := d.rates(), d.servers()
	for i, a := range d.actions {
		if len(d.errs) >= MaxErrors {
			return
		}
		switch {
		case servers.play(d, a):
		case a.act.Kind == ActSet && a.act.Apply == nil:
			rates.set(d, a)
		case a.act.Kind == ActSet:
			last := i+1 == len(d.actions) || d.actions[i+1].line != a.line
			d.change(a, now, own, last)
			effects.add(a.act.Key, a.key, a.act.Target, a.act.Consumer)
			if last {
				for i := range now {
					effects.see(&d.sc.Consumers[i], i, &now[i], own[i])
				}
			}
		case a.act.Kind == ActResetOffset && !d.subscribed(a.act.Target, a.act.Topic):
			d.errorf(a.verb, codeNotReader, a.act.Target, a.act.Topic).Found = a.act.Topic
		case a.act.Consumer >= 0 && d.live(a, &lives[a.act.Consumer]):
			d.calls(a, &calls[a.act.Consumer], now[a.act.Consumer].Mode)
		}
	}
	effects.report(d)
}

// live checks and changes one consumer's state.
func (d *draft) live(a *actionDraft, l *life) bool {
	if l.state == codeDown && a.act.At > l.since {
		l.state = codeRunning
	}
	if !slices.Contains(possible[a.act.Kind], l.state) {
		d.errorf(a.target.pos, l.state, a.word, a.act.Target, FormatDuration(a.act.At), FormatDuration(l.since)).Found = a.act.Target
		return false
	}
	if _, changes := after[a.act.Kind]; !changes {
		return true
	}
	l.state, l.since = after[a.act.Kind], a.act.At
	if a.act.Kind == ActRestart {
		l.since += a.act.Down
	}
	return true
}

// change applies a set to the settings that consumers have at its time, and
// checks their strategies when the line's last key is in.
func (d *draft) change(a *actionDraft, now []Settings, own [][]string, last bool) {
	if contains(fitKeys, a.act.Key) {
		for i := range now {
			switch {
			case a.act.Consumer == i:
				if !slices.Contains(own[i], a.act.Key) {
					own[i] = append(own[i], a.act.Key)
				}
			case a.act.Consumer >= 0 || d.sc.Consumers[i].Group != a.act.Target || slices.Contains(own[i], a.act.Key):
				continue
			}
			a.act.Apply(&now[i])
		}
	}
	if !last {
		return
	}
	var before *Settings // of the member before, which mostly has the same
	room := ""
	for i := range now {
		c, s := &d.sc.Consumers[i], &now[i]
		if a.act.Consumer != i && (a.act.Consumer >= 0 || c.Group != a.act.Target) {
			continue
		}
		if before != nil && before.Strategy == s.Strategy && (room == "") == (c.Room == "") &&
			before.Client == s.Client && before.Mode == s.Mode && before.Commit == s.Commit && before.Orderly == s.Orderly && before.VNodes == s.VNodes &&
			(before.IDCs == nil) == (s.IDCs == nil) && (before.Config == nil) == (s.Config == nil) {
			continue
		}
		if !d.fits(i, s, a.act.Pos) {
			return
		}
		before, room = s, c.Room
	}
}

// fitKeys are the settings that fits looks at.
var fitKeys = []string{"strategy", "vnodes", "idcs", "config", "client", "mode", "commit", "listener", "fail", "fail-every", "tag"}

// rates are the producers' rates at a time.
type rates struct {
	of    map[string]int64
	total int64
}

func (d *draft) rates() *rates {
	r := &rates{of: map[string]int64{}}
	for _, p := range d.sc.Producers {
		r.of[p.Topic] = p.Rate
		r.total += p.Rate
		r.check(d, p.Pos, p.Rate)
	}
	return r
}

func (r *rates) set(d *draft, a *actionDraft) {
	r.total += a.act.Rate - r.of[a.act.Target]
	r.of[a.act.Target] = a.act.Rate
	r.check(d, a.act.Pos, a.act.Rate)
}

// check reports a rate that brings the total over the limit.
func (r *rates) check(d *draft, pos Pos, added int64) {
	if r.total > MaxRateTotal*1000 && added > 0 {
		d.errorf(pos, codeRateTotal, decimal(r.total, 1000), itoa(MaxRateTotal))
	}
}
