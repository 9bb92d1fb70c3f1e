package strategies

import "slices"

// ByConfig gives a fixed list whatever is asked (AllocateMessageQueueByConfig):
// nothing is checked, the topic neither, so the list may hold queues that do
// not exist or belong to another topic. A consumer of several topics (and every
// one has its %RETRY% topic) never finds this list equal to the queues it
// reads, and rebalances every second for ever.
//
// Such queues have no index in the list of queues, so ByConfig is no
// [Appender]; the function [AppendShare] works while the list has them all.
type ByConfig struct {
	Queues []Queue // setMessageQueueList; nil is upstream's null
}

// Name is "CONFIG".
func (ByConfig) Name() string { return "CONFIG" }

// Allocate returns the list itself, nil when none is configured, and never an
// error. The list must not be changed.
func (s ByConfig) Allocate(_, _ string, _ []Queue, _ []string) ([]Queue, error) {
	return slices.Clip(s.Queues), nil
}

// Explain implements [Explainer]; the kind is [ReasonConfig]. Every consumer
// that uses this list takes its queues, so Others holds all ids but the first.
func (s ByConfig) Explain(queue Queue, _ string, queues []Queue, ids []string) (Explanation, error) {
	e, err := explainStart(s.Name(), ReasonConfig, queue, queues, ids)
	if err != nil {
		return e, err
	}
	if !slices.Contains(s.Queues, queue) {
		e.Nobody = NobodyConfigured
		return e, nil
	}
	e.Owner, e.OwnerIndex = ids[0], 0
	for i, id := range ids[1:] {
		if !slices.Contains(ids[:i+1], id) {
			e.Others = append(e.Others, id)
		}
	}
	return e, nil
}
