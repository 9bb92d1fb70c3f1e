package core

import (
	"math"
	"slices"
	"time"

	"ringside/core/script"
)

// Seek goes to a time, in either direction. Backwards means a replay from the
// start, which gives the very same state.
func (s *Sim) Seek(to time.Duration) error {
	if to < s.Now() {
		sys, err := build(s.script.Scenario())
		if err != nil {
			return err
		}
		s.begin(sys)
	}
	s.Advance(to)
	return nil
}

// Fork is an independent copy of the run at the same time: what happens to one
// does not touch the other.
func (s *Sim) Fork() (*Sim, error) {
	f, err := LoadScript(s.script)
	if err != nil {
		return nil, err
	}
	f.Advance(s.Now())
	return f, nil
}

// Apply makes something happen now: an action as it stands after `at TIME` in a
// script ("kill c1", "join c4 group=g", "set g batch=16"). It becomes a line of
// the script with the present time. An error, of type [script.Errors], leaves
// everything as it was.
func (s *Sim) Apply(line string) error {
	// An action that lies in the same instant must come after what has been played.
	next, err := s.script.Append("at " + script.FormatDuration(s.Now()) + " " + line)
	if err != nil {
		return err
	}
	before, after := s.script.Scenario(), next.Scenario()
	if len(after.Consumers) != len(before.Consumers) || queues(after) != queues(before) {
		return s.replay(next)
	}
	added := len(after.Actions) - len(before.Actions)
	last := after.Actions[len(after.Actions)-1].Pos.Line
	for i := range after.Actions {
		last = max(last, after.Actions[i].Pos.Line)
	}
	s.script = next
	for _, a := range after.Actions {
		if a.Pos.Line == last && added > 0 {
			s.sys.Act(a)
		}
	}
	s.now()
	return nil
}

// queues is the most queues that a run needs room for: scale may add some.
func queues(sc *script.Scenario) int {
	most := map[[2]string]int{}
	grow := func(topic string, q script.BrokerQueues) int {
		key := [2]string{topic, q.Broker}
		more := max(0, max(q.Read, q.Write)-most[key])
		most[key] += more
		return more
	}
	n := 0
	for _, t := range sc.Topics {
		for _, q := range t.Queues {
			n += grow(t.Name, q)
		}
	}
	for _, a := range sc.Actions {
		if a.Kind == script.ActScale {
			n += grow(a.Target, a.Queues)
		}
	}
	return n
}

// replay sets the run up from a script that has a new process in it.
func (s *Sim) replay(next *script.Script) error {
	sys, err := build(next.Scenario())
	if err != nil {
		return err
	}
	now := s.Now()
	s.script = next
	s.begin(sys)
	s.Advance(now)
	return nil
}

// now plays what has been put in at the present instant.
func (s *Sim) now() {
	s.sys.Play(s.sys.Now(), math.MaxInt)
}

// Mark is an action of the script, for the time line.
type Mark struct {
	At     time.Duration // since the script's time 0
	Action script.Action // what the script does then
}

// Marks are the script's actions, the consumers that start at time 0 left out.
func (s *Sim) Marks() []Mark {
	actions := slices.Clone(s.script.Scenario().Actions)
	out := make([]Mark, len(actions))
	for i, a := range actions {
		out[i] = Mark{At: a.At, Action: a}
	}
	return out
}
