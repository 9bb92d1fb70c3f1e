// Package play is the playground behind the page: it holds one simulation and
// everything a reader does with it in time (play, pause, speed, seek, step),
// in the script (load, act now, undo) and in the address (open, share, back). It
// knows neither the browser nor the picture, so plain tests drive it.
//
// Acting in the past keeps the run as it was as a branch; two branches are shown
// against each other at one clock ([Playground.Branches], [Playground.Compare]).
//
// The page calls [Playground.Tick] once per frame. Virtual time moves by speed/60
// of a second a tick, never by a wall clock, and a tick does no more work than
// its allowance, so a page that cannot keep up gets slower and never hangs.
package play
