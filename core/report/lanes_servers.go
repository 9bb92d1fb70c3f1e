package report

import (
	"fmt"

	"ringside/core/trace"
)

// forgot, calls and failed are the words for why a broker was removed, for what a
// failing request was, and how it failed.
var (
	forgot = []string{trace.ForgotAsked: "unregistered", trace.ForgotClosed: "connection closed", trace.ForgotExpired: "expired"}
	calls  = []string{
		trace.CallHeartbeat: "heartbeat", trace.CallIDList: "id list", trace.CallOffset: "offset query", trace.CallMaxOffset: "max offset",
		trace.CallRoute: "route", trace.CallCommit: "commit", trace.CallUnregister: "unregister", trace.CallPull: "pull",
		trace.CallLock: "lock", trace.CallRelock: "lock renewal", trace.CallUnlock: "unlock", trace.CallReread: "offset query", trace.CallAssign: "assignment", trace.CallSendBack: "send back",
	}
	failed = []string{trace.FailedRefused: "refused", trace.FailedTimedOut: "timed out", trace.FailedClosed: "connection closed"}
)

func wordAt(list []string, i int64) string {
	if i < 0 || int(i) >= len(list) {
		return "?"
	}
	return list[i]
}

// server tells an event about a broker, a name server, a link or a request that failed.
func (l *lanes) server(e *trace.Event, c, b, q string) string {
	p := wordAt(l.log.Processes, e.A)
	switch e.Kind {
	case trace.KindServerUp:
		return p + " starts"
	case trace.KindServerDown:
		if e.B != 0 {
			return p + " is killed"
		}
		return p + " stops"
	case trace.KindServerFreeze:
		return p + " freezes"
	case trace.KindServerThaw:
		return p + " thaws"
	case trace.KindBrokerRegister:
		return fmt.Sprintf("%s registers at %s", b, p)
	case trace.KindBrokerUnregister:
		return fmt.Sprintf("%s removes %s: %s", p, b, wordAt(forgot, e.B))
	case trace.KindTopicConfig:
		return fmt.Sprintf("%s on %s: read %d, write %d, perm %d", q, b, e.A, e.B, e.C)
	case trace.KindThrottle:
		if e.A == 0 {
			return fmt.Sprintf("%s answers pulls properly again", b)
		}
		return fmt.Sprintf("%s refuses pulls, code %d", b, e.A)
	case trace.KindCut:
		return fmt.Sprintf("%s and %s are cut", p, wordAt(l.log.Processes, e.B))
	case trace.KindHeal:
		return fmt.Sprintf("%s and %s are healed", p, wordAt(l.log.Processes, e.B))
	case trace.KindRouteError:
		return fmt.Sprintf("%s: %s knows no %s", c, p, q)
	case trace.KindCallFailed:
		what := wordAt(calls, e.B)
		if e.Queue >= 0 {
			what += " of " + q
		}
		return fmt.Sprintf("%s: %s at %s %s", c, what, p, wordAt(failed, e.C))
	}
	if b == "" {
		b = "nobody"
	}
	return fmt.Sprintf("%d sends to %s at %s fail, %s", e.B, q, b, sendError(e.A))
}

// sendError is why a send failed: a response code, or what the client found instead.
func sendError(code int64) string {
	switch code {
	case trace.SendTimedOut:
		return "no answer"
	case trace.SendRefused:
		return "refused"
	case trace.SendNoConnection:
		return "no connection"
	}
	return fmt.Sprintf("code %d", code)
}
