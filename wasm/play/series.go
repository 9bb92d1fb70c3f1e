package play

import (
	"slices"
	"time"
)

// keep takes over what is new in s, which begins at time 0 as the receiver does.
func (k *Series) keep(s Series) {
	k.Step = s.Step
	if len(s.Backlog) > len(k.Backlog) {
		k.Backlog = append(k.Backlog, s.Backlog[len(k.Backlog):]...)
	}
	if len(s.Unowned) > len(k.Unowned) {
		k.Unowned = append(k.Unowned, s.Unowned[len(k.Unowned):]...)
	}
	if len(s.Duplicates) > len(k.Duplicates) {
		k.Duplicates = append(k.Duplicates, s.Duplicates[len(k.Duplicates):]...)
	}
	// The last step may have been seen half full.
	if n := len(s.Backlog); n > 0 {
		k.Backlog[n-1] = s.Backlog[n-1]
	}
	if n := len(s.Duplicates); n > 0 {
		k.Duplicates[n-1] = s.Duplicates[n-1]
	}
}

// cut forgets everything after the time at: the future has changed.
func (k *Series) cut(at time.Duration) {
	if k.Step <= 0 {
		return
	}
	n := int(at/k.Step) + 1
	k.Backlog = k.Backlog[:min(n, len(k.Backlog))]
	k.Duplicates = k.Duplicates[:min(n, len(k.Duplicates))]
	k.Unowned = k.Unowned[:min(n, len(k.Unowned))]
}

func (k Series) clone() Series {
	return Series{k.Step, slices.Clone(k.Backlog), slices.Clone(k.Duplicates), slices.Clone(k.Unowned)}
}
