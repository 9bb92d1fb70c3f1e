package view

import "ringside/core"

// look is how a state is shown beside its word: a mark of its own form, an ink
// for both, and the manner of the card's edge.
type look struct {
	key    string
	mark   Form
	ink    Ink
	dashed bool
	faint  bool
}

func lookOf(state core.ConsumerState) look {
	switch state {
	case core.ConsumerStarting:
		return look{KeyStateStarting, FormRing, InkGood, true, false}
	case core.ConsumerRunning:
		return look{KeyStateRunning, FormTriangle, InkMuted, false, false}
	case core.ConsumerAckWait:
		return look{KeyStateAckWait, FormDiamond, InkWarn, false, false}
	case core.ConsumerLockWait:
		return look{KeyStateLockWait, FormLock, InkWarn, false, false}
	case core.ConsumerFrozen:
		return look{KeyStateFrozen, FormFrost, InkWarn, false, false}
	case core.ConsumerStopped:
		return look{KeyStateStopped, FormSquare, InkMuted, true, true}
	case core.ConsumerDead:
		return look{KeyStateDead, FormCross, InkDuplicate, true, true}
	}
	return look{KeyStateAbsent, FormDashes, InkMuted, true, true}
}

// lookOf is how a consumer's state is shown, with what is not a state of the
// process but holds it up. What stands first hides the rest: a frozen process
// does not stop, one that is cut off does not matter to who is suspended.
func (s *Scene) lookOf(c *core.ConsumerView) look {
	switch {
	case !alive(c.State) || c.State == core.ConsumerFrozen:
		return lookOf(c.State)
	case c.Stopping:
		return look{KeyStateStopping, FormFrame, InkWarn, true, false}
	case c.State == core.ConsumerRunning && s.isCut(c.Name):
		return look{KeyStateCut, FormBroken, InkDuplicate, false, false}
	case c.Suspended:
		return look{KeyStateSuspended, FormBars, InkWarn, false, false}
	case c.State == core.ConsumerRunning && c.PutOff > 0:
		return look{KeyStateFlow, FormValve, InkWarn, false, false}
	}
	return lookOf(c.State)
}
