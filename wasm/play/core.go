package play

import (
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
)

// Core is a playground's configuration over the real simulator; the lesson
// named first opens by itself.
func Core(lessons []Lesson, first string, address Address, clock func() time.Duration) Config {
	return Config{
		Load: func(text string) (Sim, error) {
			s, err := core.Load(text)
			if err != nil {
				return nil, err
			}
			return coreSim{s}, nil
		},
		Encode:  script.Encode,
		Decode:  script.Decode,
		Lessons: lessons,
		Default: first,
		Address: address,
		Clock:   clock,
	}
}

// coreSim gives *core.Sim the form of Sim.
type coreSim struct{ *core.Sim }

func (s coreSim) Text() string { return s.Script().Format() }

func (s coreSim) Events() int { return len(s.Log().Events()) }

func (s coreSim) EventAt(i int) (time.Duration, bool) {
	e := &s.Log().Events()[i]
	return time.Duration(e.At), core.Matters(e.Kind)
}

func (s coreSim) Watch(sink func(*trace.Event)) { s.Tail(sink) }

func (s coreSim) Series(group, topic int) Series {
	g, step := s.Sim.Series(group), time.Duration(trace.SeriesStep)
	if t := s.TopicSeries(group, topic); t != nil {
		g, step = &t.Series, step*time.Duration(t.Per)
	}
	return Series{Step: step, Backlog: g.Backlog, Duplicates: g.Duplicates, Unowned: g.Unowned}
}

func (s coreSim) Claims() []Claim {
	results := s.Expect()
	out := make([]Claim, len(results))
	for i := range results {
		r := &results[i]
		out[i] = Claim{Text: r.Text, Pass: r.Pass, Pending: r.Pending, Got: r.Got}
	}
	return out
}
