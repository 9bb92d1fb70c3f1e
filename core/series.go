package core

import (
	"ringside/core/ledger"
	"ringside/core/trace"
)

// What the series of all topics may have together, 16 bytes an entry, and the least
// that one has. A run of an hour with 29 topics, or of 14 hours with two, keeps all
// steps of 100 ms.
const (
	topicEntries = 1 << 20
	leastEntries = 256
)

// Series are the figures over time of a group (by its place in the script).
func (s *Sim) Series(group int) *trace.Series { return &s.series[group] }

// TopicSeries are the figures over time of one of a group's topics, by its place in
// [View.Topics]; nil when it is the group's only one, whose figures are the group's,
// and before the group has had it for a step.
func (s *Sim) TopicSeries(group, topic int) *trace.Bounded {
	if topic < 0 || topic >= len(s.topics[group]) {
		return nil
	}
	return &s.topics[group][topic]
}

// sample ends a step of all series.
func (s *Sim) sample() {
	for i, g := range s.sys.Groups() {
		s.newTopics(i, g)
		limit := max(topicEntries/max(s.numTopics, 1), leastEntries)
		for k, t := range g.Topics {
			s.topics[i][k].Sample(t.Backlog(), t.Completions, t.Duplicates, t.Unowned, limit)
		}
		s.series[i].Sample(g.Backlog(), g.Completions, g.Duplicates, g.Unowned)
	}
}

// newTopics begins the series of topics that the group has got. Until it had a
// second topic, the first one's figures were the group's; the others had none.
func (s *Sim) newTopics(group int, g *ledger.Group) {
	for k := len(s.topics[group]); k < len(g.Topics); k++ {
		before := s.series[group]
		if k > 0 {
			before = trace.Series{}
			for range s.series[group].Steps() {
				before.Sample(0, 0, 0, 0)
			}
		}
		var b trace.Bounded
		s.numTopics++
		b.Follow(&before, max(topicEntries/s.numTopics, leastEntries))
		s.topics[group] = append(s.topics[group], b)
	}
}
