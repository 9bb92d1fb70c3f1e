package script

import (
	"slices"
	"time"
)

// calls is what a process has called on its consumer while a script's actions
// are gone through.
type calls struct {
	suspended bool
	since     time.Duration
	topics    []string // nil: as declared
	mode      Mode     // of the process
}

// calls checks suspend, resume, subscribe and unsubscribe, and follows them. A
// new process begins anew, in the mode that is set then.
func (d *draft) calls(a *actionDraft, c *calls, mode Mode) {
	at := FormatDuration(a.act.At)
	if c.topics == nil {
		c.topics = d.declaredTopics(a.act.Consumer)
	}
	switch a.act.Kind {
	case ActJoin, ActRestart:
		*c = calls{mode: mode}
	case ActSuspend:
		if c.mode.Pulls() {
			d.errorf(a.verb, codeNoSuspend, a.word, a.act.Target, c.mode.String()).Found = a.act.Target
			return
		}
		if c.suspended {
			d.errorf(a.verb, codeSuspended, a.word, a.act.Target, at, FormatDuration(c.since)).Found = a.act.Target
		}
		c.suspended, c.since = true, a.act.At
	case ActResume:
		if !c.suspended {
			d.errorf(a.verb, codeNotSuspended, a.word, a.act.Target, at).Found = a.act.Target
		}
		c.suspended = false
	case ActSubscribe:
		if !contains(c.topics, a.act.Topic) {
			c.topics = append(slices.Clone(c.topics), a.act.Topic)
		}
	case ActUnsubscribe:
		i := slices.Index(c.topics, a.act.Topic)
		if i < 0 {
			d.errorf(a.verb, codeUnsubscribed, a.act.Target, a.act.Topic, at).Found = a.act.Topic
			return
		}
		c.topics = slices.Delete(slices.Clone(c.topics), i, i+1)
	}
}

// declaredTopics are the topics that a consumer subscribes to at its start.
func (d *draft) declaredTopics(consumer int) []string {
	c := &d.sc.Consumers[consumer]
	if c.Topics != nil {
		return c.Topics
	}
	if g, found := d.groups[c.Group]; found {
		return d.sc.Groups[g].Topics
	}
	return nil
}
