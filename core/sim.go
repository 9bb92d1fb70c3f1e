package core

import (
	"fmt"
	"time"

	"ringside/core/ledger"
	"ringside/core/model"
	"ringside/core/rocketmq"
	"ringside/core/script"
	"ringside/core/trace"
)

// ticking is a System with figures per second.
type ticking interface {
	model.System
	Tick()
}

// Sim is one run of a script.
type Sim struct {
	script *script.Script
	sys    ticking
	end    time.Duration
	// nextSample is the end of the series' step under way.
	nextSample time.Duration
	series     []trace.Series
	// topics are the series of the groups' topics where there are several, and
	// numTopics how many they are.
	topics    [][]trace.Bounded
	numTopics int
	claims    claims
	tail      func(*trace.Event)
	// cut: AdvanceSteps stopped with events of the present instant left.
	cut bool
}

// Load reads a script and sets its cluster up at time 0. The error is a
// [script.Errors] that lists what is wrong and where, or says why the cluster
// cannot be built.
func Load(text string) (*Sim, error) {
	s, err := script.Parse(text)
	if err != nil {
		return nil, err
	}
	return LoadScript(s)
}

// LoadScript sets up the cluster of a script already read.
func LoadScript(s *script.Script) (*Sim, error) {
	sys, err := build(s.Scenario())
	if err != nil {
		return nil, fmt.Errorf("cannot build the cluster: %w", err)
	}
	sim := &Sim{script: s}
	sim.begin(sys)
	return sim, nil
}

// build makes the system that the script's protocol names.
func build(sc *script.Scenario) (ticking, error) { return rocketmq.New(sc) }

// begin puts the Sim at time 0 of a system just built.
func (s *Sim) begin(sys ticking) {
	sc := s.script.Scenario()
	s.sys, s.end, s.cut = sys, sc.Run, false
	s.nextSample = trace.SeriesStep
	s.series, s.topics, s.numTopics = make([]trace.Series, len(sc.Groups)), make([][]trace.Bounded, len(sc.Groups)), 0
	s.claims = newClaims(sc)
	if s.tail != nil {
		sys.Log().Tail(s.tail)
	}
}

// Now is the simulated time reached.
func (s *Sim) Now() time.Duration { return time.Duration(s.sys.Now()) }

// End is when the script's run is over.
func (s *Sim) End() time.Duration { return s.end }

// Script is the script, lines applied meanwhile included.
func (s *Sim) Script() *script.Script { return s.script }

// Log is the record of what happened so far.
func (s *Sim) Log() *trace.Log { return s.sys.Log() }

// Tail hands every event to sink as it happens, those of single messages
// included, until the run is set up anew with another Tail. Give it before the
// first Advance to miss nothing. After a Seek backwards the replayed events come again.
func (s *Sim) Tail(sink func(*trace.Event)) {
	s.tail = sink
	s.sys.Log().Tail(sink)
}

// Totals are the sums of each group's ledger, in the script's order.
func (s *Sim) Totals() []ledger.Totals {
	var out []ledger.Totals
	for _, g := range s.sys.Groups() {
		out = append(out, g.Totals)
	}
	return out
}

// Digest is a fingerprint of everything that happened until Now: 16 hex digits,
// the same on every platform.
func (s *Sim) Digest() string { return fmt.Sprintf("%016x", s.sys.Log().Digest()) }

// View fills v with the state at Now, as v.Group and v.Topic select it.
func (s *Sim) View(v *View) {
	s.sys.View(v)
	v.End = s.end
}

// Advance plays up to and including the events at to, but not beyond End. A time
// that is past already does nothing.
func (s *Sim) Advance(to time.Duration) {
	for !s.AdvanceSteps(to, 1<<30) {
	}
}

// AdvanceSteps is Advance with a bound on the work: it plays at most maxEvents
// events and reports whether it got to the time.
func (s *Sim) AdvanceSteps(to time.Duration, maxEvents int) bool {
	to = min(to, s.end)
	for s.Now() < to || s.unplayed() || s.cut && s.Now() == to {
		s.cut = false
		stop := min(to, s.nextSample, s.claims.next())
		if maxEvents -= s.sys.Play(int64(stop), maxEvents); maxEvents <= 0 {
			s.cut = true
			return false
		}
		s.boundary(stop)
		if stop >= to {
			break
		}
	}
	return true
}

// unplayed: nothing of time 0 has been played yet.
func (s *Sim) unplayed() bool { return s.sys.Log().Count() == 0 }

// boundary does what is due at a time after all its events.
func (s *Sim) boundary(at time.Duration) {
	if at == s.nextSample {
		s.sample()
		s.nextSample += trace.SeriesStep
		if at%time.Second == 0 {
			s.sys.Tick()
		}
	}
	s.claims.judge(s, at)
}
