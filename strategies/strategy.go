package strategies

import (
	"fmt"
	"slices"
)

// Strategy decides a consumer's share of a topic's queues
// (org.apache.rocketmq.client.consumer.AllocateMessageQueueStrategy). Two
// methods make one; see the package example.
type Strategy interface {
	// Name is upstream's getName(), for instance "AVG".
	Name() string

	// Allocate returns the queues that the client currentID of the group takes,
	// given the queues and client ids it knows of. It never sorts and never
	// changes its arguments.
	//
	// An *[InputError] stands where upstream throws: a client then keeps the
	// queues it has and tries again. An empty share is an answer: a client then
	// gives up every queue of the topic. An id that is not among ids gets one.
	Allocate(group, currentID string, queues []Queue, ids []string) ([]Queue, error)
}

// Appender is the form of a [Strategy] for hot paths: it returns the share as
// indexes into queues, appended to dst in upstream's order, and allocates
// nothing once dst and its own scratch memory are large enough.
type Appender interface {
	Strategy

	// AppendShare is Allocate in this form, with its errors; after one dst comes back
	// as it was.
	AppendShare(dst []int32, group, currentID string, queues []Queue, ids []string) ([]int32, error)
}

// AppendShare appends the share that s gives as indexes into queues, whether or
// not s is an [Appender]. A share with a queue that is not in the list, which
// [ByConfig] may give, is an *InputError of kind [ErrForeignQueue]; dst then
// comes back as it was.
func AppendShare(dst []int32, s Strategy, group, currentID string, queues []Queue, ids []string) ([]int32, error) {
	if a, ok := s.(Appender); ok {
		return a.AppendShare(dst, group, currentID, queues, ids)
	}
	share, err := s.Allocate(group, currentID, queues, ids)
	if err != nil {
		return dst, err
	}
	n := len(dst)
	for _, q := range share {
		i := slices.Index(queues, q)
		if i < 0 {
			return dst[:n], &InputError{Kind: ErrForeignQueue, Strategy: s.Name(),
				Detail: fmt.Sprintf("the share holds %v, which is not among the queues; call Allocate to have it", q)}
		}
		dst = append(dst, int32(i))
	}
	return dst, nil
}

// pick returns the queues at the given indexes. An empty share is an empty
// list, not nil, as upstream's is.
func pick(queues []Queue, share []int32) []Queue {
	out := make([]Queue, len(share))
	for i, x := range share {
		out[i] = queues[x]
	}
	return out
}

// check validates the arguments as AbstractAllocateMessageQueueStrategy.check
// does, in its order, and returns the first index of currentID in ids, -1 when
// it is not there (upstream logs that as "[BUG]" and gives an empty share).
func check(name, currentID string, queues []Queue, ids []string) (int, error) {
	if currentID == "" {
		return -1, &InputError{Kind: ErrEmptyID, Strategy: name, Upstream: "currentCID is empty",
			Detail: "the client id to allocate for is empty; give one of the ids"}
	}
	if err := checkLists(name, queues, ids); err != nil {
		return -1, err
	}
	return indexOf(ids, currentID), nil
}

// indexOf is slices.Index for ids that are not empty. Client ids of one group
// begin alike and end differently, so the last byte settles most comparisons.
func indexOf(ids []string, id string) int {
	n := len(id)
	last := id[n-1]
	for i, other := range ids {
		if len(other) == n && other[n-1] == last && other == id {
			return i
		}
	}
	return -1
}

// checkLists is the part of check that does not look at the current id.
func checkLists(name string, queues []Queue, ids []string) error {
	if len(queues) == 0 {
		return &InputError{Kind: ErrNoQueues, Strategy: name, Upstream: "mqAll is null or mqAll empty",
			Detail: "there are no queues to allocate; give at least one"}
	}
	if len(ids) == 0 {
		return &InputError{Kind: ErrNoIDs, Strategy: name, Upstream: "cidAll is null or cidAll empty",
			Detail: "there are no client ids to allocate among; give at least one"}
	}
	return nil
}
