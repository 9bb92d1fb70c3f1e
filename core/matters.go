package core

import "ringside/core/trace"

// Matters tells whether [Sim.NextEvent] stops at events of a kind. A page that
// must not look ahead in one go uses it to stop at them while it plays.
func Matters(k trace.Kind) bool { return matters(k) }
