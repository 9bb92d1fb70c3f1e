package strategies

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// AnyQueue is the queue id that stands for every queue of the broker in a POP
// assignment.
const AnyQueue = -1

// AllocateForPop is the broker's own assignment for consumers in POP mode
// (QueryAssignmentProcessor.allocate4Pop), where a queue has no single owner.
// shareQueueNum is popShareQueueNum of setMessageRequestMode, by default -1.
//
//   - 0 or less, or at least len(ids)-1: one entry per queue with the queue id
//     [AnyQueue]; callers make a set of it, one entry per broker. Nothing is
//     checked then.
//   - else, with no more consumers than queues: the own share and those of the
//     next shareQueueNum consumers of the list, the first following the last.
//   - else one queue, the own index modulo the number of queues.
//
// The broker knows Averagely and AveragelyByCircle only. With another strategy
// it answers null and the client keeps what it has; here that is an
// *[InputError] of kind [ErrUnsupported].
func AllocateForPop(s Strategy, group, currentID string, queues []Queue, ids []string, shareQueueNum int) ([]Queue, error) {
	switch s.(type) {
	case Averagely, AveragelyByCircle, *Averagely, *AveragelyByCircle:
	default:
		name := "none"
		if s != nil {
			name = s.Name()
		}
		return nil, &InputError{Kind: ErrUnsupported, Strategy: "POP", Upstream: "QueryLoad: unsupported strategy [" + name + "]",
			Detail: fmt.Sprintf("the broker does not know strategy %s; use averagely or averagely-by-circle", name)}
	}
	if shareQueueNum <= 0 || shareQueueNum >= len(ids)-1 {
		all := slices.Clone(queues)
		for i := range all {
			all[i].ID = AnyQueue
		}
		return all, nil
	}
	if len(ids) > len(queues) {
		return popOne(currentID, queues, ids)
	}
	share, err := s.Allocate(group, currentID, queues, ids)
	me := slices.Index(ids, currentID)
	if err != nil || me < 0 {
		return share, err
	}
	for i := 1; i <= shareQueueNum; i++ {
		next, err := s.Allocate(group, ids[(me+i)%len(ids)], queues, ids)
		if err != nil {
			return nil, err
		}
		share = append(share, next...)
	}
	return share, nil
}

// popOne is QueryAssignmentProcessor.allocate: a queue for each consumer where
// these are more than the queues. Unlike the strategies it takes a blank id for
// an empty one (StringUtils.isBlank).
func popOne(currentID string, queues []Queue, ids []string) ([]Queue, error) {
	if strings.TrimFunc(currentID, isJavaWhitespace) == "" {
		currentID = ""
	}
	me, err := check("POP", currentID, queues, ids)
	if err != nil {
		return nil, err
	}
	if me < 0 {
		return []Queue{}, nil
	}
	return []Queue{queues[me%len(queues)]}, nil
}

// isJavaWhitespace is Character.isWhitespace: Unicode's separators but for the
// non-breaking ones, and some control characters.
func isJavaWhitespace(r rune) bool {
	switch r {
	case '\u00A0', '\u2007', '\u202F':
		return false
	}
	return r >= '\t' && r <= '\r' || r >= 0x1C && r <= 0x1F || unicode.Is(unicode.Z, r)
}
