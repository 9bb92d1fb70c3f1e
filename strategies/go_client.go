package strategies

import (
	"errors"
	"slices"
	"strings"
)

// GoClient is a strategy as rocketmq-client-go runs it: where the Java client
// throws because of an empty id or an empty list, the Go client gets nil, takes
// that for an empty share, and drops every queue (strategy.go, every function;
// push_consumer.go). Other errors stay errors.
type GoClient struct{ Strategy }

// Allocate implements [Strategy]. A share that upstream leaves nil is nil: for
// empty inputs, and for an id that is not in the list.
func (s GoClient) Allocate(group, currentID string, queues []Queue, ids []string) ([]Queue, error) {
	share, err := s.Strategy.Allocate(group, currentID, queues, ids)
	if isNilInGo(err) || err == nil && len(share) == 0 && !slices.Contains(ids, currentID) {
		return nil, nil
	}
	return share, err
}

// AppendShare implements [Appender], as the function [AppendShare] does.
func (s GoClient) AppendShare(dst []int32, group, currentID string, queues []Queue, ids []string) ([]int32, error) {
	share, err := AppendShare(dst, s.Strategy, group, currentID, queues, ids)
	if isNilInGo(err) {
		return dst, nil
	}
	return share, err
}

// Explain implements [Explainer] by the strategy inside.
func (s GoClient) Explain(queue Queue, group string, queues []Queue, ids []string) (Explanation, error) {
	return Explain(s.Strategy, queue, group, queues, ids)
}

// GoWord is the word of what rocketmq-client-go runs where a script names a
// strategy: it has another ring, and for machine rooms nearby, which it does not have,
// it takes averagely.
func GoWord(word string) string {
	first, _, inner := strings.Cut(word, ":")
	switch {
	case inner:
		return "averagely"
	case first == "consistent-hash":
		return "consistent-hash-go"
	}
	return first
}

// ParseGo is [Parse] for a client that is rocketmq-client-go: the strategy of
// [GoWord], machine-room with that client's bug ([GoMachineRoom]).
func ParseGo(word string, opt Options) (Strategy, error) {
	if word == "machine-room" {
		return GoClient{GoMachineRoom{ConsumerIDCs: opt.IDCs}}, nil
	}
	s, err := Parse(GoWord(word), opt)
	if err != nil {
		return nil, err
	}
	return GoClient{s}, nil
}

// isNilInGo: the Go client returns nil instead of this error.
func isNilInGo(err error) bool {
	return errors.Is(err, ErrEmptyID) || errors.Is(err, ErrNoQueues) || errors.Is(err, ErrNoIDs)
}
