package play

import (
	"slices"
	"time"
)

// keep takes over what is new in s, which begins at time 0 as the receiver does.
// The step grows in a long run: then all of s is new, or, after a seek back, nothing
// before it has grown as much again.
func (k *Series) keep(s Series) {
	if k.Step != s.Step && k.Step > 0 {
		if s.reach() >= k.reach() {
			*k = s.clone()
		}
		return
	}
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
}

// reach is the end of the last step.
func (k *Series) reach() time.Duration { return k.Step * time.Duration(len(k.Backlog)) }

// cut forgets the steps that end after the time at: the future has changed.
func (k *Series) cut(at time.Duration) {
	if k.Step <= 0 {
		return
	}
	n := int(at / k.Step)
	k.Backlog = k.Backlog[:min(n, len(k.Backlog))]
	k.Duplicates = k.Duplicates[:min(n, len(k.Duplicates))]
	k.Unowned = k.Unowned[:min(n, len(k.Unowned))]
}

func (k Series) clone() Series {
	return Series{k.Step, slices.Clone(k.Backlog), slices.Clone(k.Duplicates), slices.Clone(k.Unowned)}
}
