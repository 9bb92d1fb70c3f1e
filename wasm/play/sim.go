package play

import (
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
)

// Sim is the simulation as the playground needs it. *core.Sim does all of it;
// see [Core] for the one difference in form.
type Sim interface {
	// Now is the time reached.
	Now() time.Duration
	// End is when the run is over.
	End() time.Duration
	// AdvanceSteps plays at most maxEvents events towards the time to, and reports whether it got there.
	AdvanceSteps(to time.Duration, maxEvents int) bool
	// Seek goes to any time at once.
	Seek(to time.Duration) error
	// Events is the number of events stored so far.
	Events() int
	// EventAt is the time of one of them (from 0), and whether a step to the next
	// event stops there.
	EventAt(i int) (at time.Duration, matters bool)
	// Apply makes the line an action at Now, in the script too.
	Apply(line string) error
	// Text is the script with the lines applied, in canonical form.
	Text() string
	// View fills v with the state at Now.
	View(v *core.View)
	// Watch hands each event to sink as it happens, until it is called with nil.
	Watch(sink func(*trace.Event))
	// Series are the figures of a group, or of one of its topics (with -1 of all of
	// them), per step from time 0 until Now.
	Series(group, topic int) Series
	// Script is the script with the lines applied, as read.
	Script() *script.Script
	// Log is what happened until Now.
	Log() *trace.Log
	// Claims are the script's expect lines and how they stand.
	Claims() []Claim
	// Digest identifies everything that happened until Now.
	Digest() string
}

// Series are figures over time, one number per Step.
type Series struct {
	Step time.Duration
	// Backlog and Unowned are those at the end of a step, of one longer than that of
	// [trace.SeriesStep] the highest; Duplicates came in it.
	Backlog, Duplicates, Unowned []int32
}

// Claim is an expect line of the script. It is judged when its time has come
// (Pending until then), Pass or not; Got is what the figure was instead.
type Claim struct {
	Text          string // the line without "expect"
	Pass, Pending bool
	Got           string
}

// Lesson is a script, its Text, with a Name to open it by.
type Lesson struct{ Name, Text string }

// Address is the browser's address bar and history, as far as the fragment goes.
type Address interface {
	// Push makes an entry to come back to.
	Push(fragment string)
	// Replace changes the present entry.
	Replace(fragment string)
}

// Config is what a playground is made of.
type Config struct {
	// Load makes a simulation from a script.
	Load func(text string) (Sim, error)
	// Encode and Decode turn a script into a permalink and back.
	Encode func(text string) string
	Decode func(link string) (string, error)
	// Lessons in the order shown. The first one named Default, or else the first, opens by itself.
	Lessons []Lesson
	Default string
	// Address may be nil.
	Address Address
	// Clock measures how long a tick has worked, from any start; nil lets a tick do its full count of steps.
	Clock func() time.Duration
}

// How much one tick may work.
const (
	stepEvents   = 200                   // events between two looks at the clock: one may share out 4,096 queues
	stepsPerTick = 2000                  // steps at most
	allowance    = 11 * time.Millisecond // working time of a tick, of the 16.7 ms that a frame has
	// working time of a tick while the reader waits for a seek: the picture
	// stands still meanwhile, and few frames lost are many milliseconds won
	seekAllowance = 30 * time.Millisecond
)
