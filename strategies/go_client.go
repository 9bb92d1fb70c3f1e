package strategies

import (
	"errors"
	"slices"
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

// isNilInGo: the Go client returns nil instead of this error.
func isNilInGo(err error) bool {
	return errors.Is(err, ErrEmptyID) || errors.Is(err, ErrNoQueues) || errors.Is(err, ErrNoIDs)
}
