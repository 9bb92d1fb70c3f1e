// Package core plays a script: load it, advance to a time, look at the state,
// apply a line now, go back, fork. It is what the page, the headless command and
// a Go test use; nothing below it needs to be known.
//
//	sim, err := core.Load(text)
//	…
//	sim.Advance(40 * time.Second)
//	sim.View(&view)            // who owns what, in place
//	err = sim.Apply("kill c1") // becomes a line of the script, at 40s
//	sim.Advance(sim.End())
//	for _, r := range sim.Expect() { … }
//
// A Sim is driven by one caller at a time. The same script gives the same run
// on every platform: Digest says so.
package core
