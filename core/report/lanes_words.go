package report

import (
	"fmt"
	"strings"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// commitBy are the words for a commit's sender, by trace.CommitBy….
var commitBy = []string{
	trace.CommitByTimer: "timer", trace.CommitByRemoval: "removal", trace.CommitByShutdown: "shutdown",
	trace.CommitBySync: "sync", trace.CommitByAsync: "async",
}

// words tell a stored event in the recordings' terms.
func (l *lanes) words(e *trace.Event) string {
	c, b, q := l.consumer(e.Consumer), l.broker(int(e.Broker)), l.queueOrTopic(e)
	subject := strings.TrimSpace(c + " " + e.Kind.String())
	switch e.Kind {
	case trace.KindBurst:
		return fmt.Sprintf("burst %s %d messages", q, e.A)
	case trace.KindSet:
		return fmt.Sprintf("%s set", strings.TrimSpace(c+q))
	case trace.KindHeartbeat:
		return fmt.Sprintf("%s -> %s%s", subject, b, ifSet(e.A, ", the group changed"))
	case trace.KindRegister, trace.KindUnregister, trace.KindExpire:
		return fmt.Sprintf("%s at %s", subject, b)
	case trace.KindClose:
		return fmt.Sprintf("%s at %s%s", subject, b, ifSet(e.A, ", idle"))
	case trace.KindMembers:
		return fmt.Sprintf("%s lists %s", b, orDash(strings.Join(l.ids(l.log.IDs(e)), " ")))
	case trace.KindNotice, trace.KindIDListError:
		return fmt.Sprintf("%s from %s", subject, b)
	case trace.KindRoute:
		return strings.TrimSpace(subject+" "+q) + ifSet(e.A, ", changed")
	case trace.KindAllocate:
		return l.allocation(e, c)
	case trace.KindTake:
		return fmt.Sprintf("%s %s at %d", subject, q, e.A)
	case trace.KindDrop:
		return fmt.Sprintf("%s %s, %s", subject, q, persisted(e.A))
	case trace.KindOffsetRead:
		return fmt.Sprintf("%s %s = %s", subject, q, found(e.A))
	case trace.KindFirstPull:
		return fmt.Sprintf("%s %s at %d", subject, q, e.A)
	case trace.KindRefused:
		return fmt.Sprintf("%s %s, code %d", subject, q, e.A)
	case trace.KindCommit:
		return l.commit(e, c)
	case trace.KindServerUp, trace.KindServerDown, trace.KindServerFreeze, trace.KindServerThaw, trace.KindBrokerRegister,
		trace.KindBrokerUnregister, trace.KindTopicConfig, trace.KindCut, trace.KindHeal, trace.KindRouteError,
		trace.KindCallFailed, trace.KindSendFailed, trace.KindThrottle:
		return l.server(e, c, b, q)
	}
	return l.harm(e, c, q, subject)
}

// order tells the events of orderly listeners.
func (l *lanes) order(e *trace.Event, c, q, subject string) string {
	switch e.Kind {
	case trace.KindLock:
		var granted, refused []string
		l.log.Locks(e, func(queue int32, ok bool) {
			if ok {
				granted = append(granted, l.queue(queue))
			} else {
				refused = append(refused, l.queue(queue))
			}
		})
		if len(refused) > 0 {
			return fmt.Sprintf("%s at %s: %s, refused %s", subject, l.broker(int(e.Broker)), orDash(strings.Join(granted, " ")), strings.Join(refused, " "))
		}
		return fmt.Sprintf("%s at %s: %s", subject, l.broker(int(e.Broker)), strings.Join(granted, " "))
	case trace.KindUnlock:
		var queues []string
		for _, id := range l.log.IDs(e) {
			queues = append(queues, l.queue(id))
		}
		by := []string{"", ", by force", ", at its shutdown"}
		return fmt.Sprintf("%s %s%s", subject, strings.Join(queues, " "), by[e.A])
	case trace.KindLockWait:
		return fmt.Sprintf("%s waits for the lock of %s, last renewed %s ago", c, q, seconds(e.A))
	case trace.KindRelease:
		return fmt.Sprintf("%s %s%s", subject, q, ifSet(e.A, ", by force"))
	case trace.KindDisorder:
		return fmt.Sprintf("%s completes %d of %s out of order from %d on: %s", c, e.B, q, e.A, ledger.Cause(e.C))
	}
	return l.failing(e, c, q, subject)
}

func (l *lanes) harm(e *trace.Event, c, q, subject string) string {
	switch e.Kind {
	case trace.KindOffsetBack:
		return fmt.Sprintf("offset of %s goes back from %d to %d", q, e.A, e.B)
	case trace.KindDuplicates:
		return fmt.Sprintf("%s repeats %d of %s from %d on: %s", c, e.B, q, e.A, ledger.Cause(e.C))
	case trace.KindSkipped:
		return fmt.Sprintf("%d of %s skipped from %d on", e.B, q, e.A)
	case trace.KindUnowned:
		return fmt.Sprintf("%s has no owner", q)
	case trace.KindOwned:
		return fmt.Sprintf("%s has an owner again after %s", q, seconds(e.A))
	case trace.KindMeasure:
		return "the delivery figures begin anew"
	case trace.KindAssign:
		return fmt.Sprintf("%s may pop from %s", c, l.broker(int(e.Broker)))
	case trace.KindUnassign:
		return fmt.Sprintf("%s may not pop from %s any more", c, l.broker(int(e.Broker)))
	case trace.KindRevive:
		return fmt.Sprintf("%d of %s from %d on come back, not acknowledged by %s in time", e.B, q, e.A, c)
	case trace.KindDouble:
		return fmt.Sprintf("%s is held twice, by %s and %s", q, c, l.consumer(int32(e.A)))
	}
	return l.order(e, c, q, subject)
}

// failing are the events about failed messages, filters and starting points.
func (l *lanes) failing(e *trace.Event, c, q, subject string) string {
	switch e.Kind {
	case trace.KindSubscribe, trace.KindUnsubscribe:
		return subject + " " + q
	case trace.KindSendBack:
		return fmt.Sprintf("%s sends %d of %s back from %d on, delay level %d", c, e.B, q, e.A, e.C)
	case trace.KindSendBackLost:
		return fmt.Sprintf("%s cannot send %d of %s back from %d on", c, e.B, q, e.A)
	case trace.KindDead:
		return fmt.Sprintf("%d of %s from %d on are dead letters", e.B, q, e.A)
	case trace.KindGiveUp:
		return fmt.Sprintf("%s gives %d of %s up from %d on", c, e.B, q, e.A)
	case trace.KindRepair:
		return fmt.Sprintf("%s corrects its offset of %s from %d to %d", c, q, e.A, e.B)
	case trace.KindReset:
		return fmt.Sprintf("offset of %s reset from %s to %d", q, found(e.A), e.B)
	case trace.KindDeleted:
		return fmt.Sprintf("%s deleted below %d, %d of them lost", q, e.A, e.B)
	case trace.KindTruncated:
		return fmt.Sprintf("the log of %s ends at %d now, %d messages less, %d of them lost", q, e.A, e.C, e.B)
	case trace.KindFiltered:
		return fmt.Sprintf("%d of %s filtered out from %d on%s", e.B, q, e.A, ifSet(e.C, ", wanted by nobody"))
	case trace.KindSave:
		var pairs []string
		l.log.Pairs(e, func(q int32, offset int64) { pairs = append(pairs, fmt.Sprintf("%s:%d", l.queue(q), offset)) })
		return subject + " " + strings.Join(pairs, " ")
	}
	return subject
}

// queueOrTopic is the queue that the event names, else its topic.
func (l *lanes) queueOrTopic(e *trace.Event) string {
	if e.Queue >= 0 {
		return l.queue(e.Queue)
	}
	return l.topic(e.Topic)
}

func (l *lanes) allocation(e *trace.Event, c string) string {
	a := l.log.Allocation(e)
	seen := 0
	for _, n := range a.Seen {
		seen += int(n)
	}
	result := Ranges(l.queueList(a.Queues))
	if a.Failed {
		result = "refused"
	}
	return fmt.Sprintf("%s allocates %s: %d queues among %s (from %s) = %s", c, l.topic(e.Topic), seen,
		orDash(strings.Join(l.ids(a.IDs), " ")), l.broker(a.Asked), result)
}

func (l *lanes) commit(e *trace.Event, c string) string {
	var pairs []string
	l.log.Pairs(e, func(q int32, offset int64) { pairs = append(pairs, fmt.Sprintf("%s:%d", l.queue(q), offset)) })
	by := "?"
	if e.A >= 0 && int(e.A) < len(commitBy) {
		by = commitBy[e.A]
	}
	return fmt.Sprintf("%s commits (%s) %s", c, by, strings.Join(pairs, " "))
}

func ifSet(v int64, words string) string {
	if v != 0 {
		return words
	}
	return ""
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func persisted(offset int64) string {
	if offset < 0 {
		return "nothing persisted"
	}
	return fmt.Sprintf("persists %d", offset)
}

func found(offset int64) string {
	if offset < 0 {
		return "not found"
	}
	return fmt.Sprint(offset)
}
