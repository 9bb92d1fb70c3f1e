package panel

import (
	"strconv"
	"strings"
	"time"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/trace"
)

// mostNames is how many names a sentence lists before it says "and n more".
const mostNames = 6

// Describe puts a stored event into words.
func (l Lang) Describe(log *trace.Log, e *trace.Event) string {
	key := eventKey(e, log)
	return l.Text(key,
		"consumer", nameAt(log.Consumers, int(e.Consumer)),
		"broker", l.BrokerName(nameAt(log.Brokers, int(e.Broker))),
		"queue", nameAt(log.Queues, int(e.Queue)),
		"topic", nameAt(log.Topics, int(e.Topic)),
		"group", nameAt(log.Groups, int(e.Group)),
		"n", eventCount(e),
		"offset", Number(e.A), "from", Number(e.A), "to", Number(e.B),
		"span", l.Span(time.Duration(e.A)),
		"level", Number(e.C),
		"other", nameAt(log.Consumers, int(e.A)),
		"cause", l.Cause(ledger.Cause(e.C)),
		"code", l.refusal(e.A),
		"consumers", l.eventConsumers(log, e),
		"queues", l.eventQueues(log, e),
		"offsets", l.eventOffsets(log, e),
		"process", l.ProcessName(nameAt(log.Processes, int(e.A))), "process2", l.ProcessName(nameAt(log.Processes, int(e.B))),
		"read", Number(e.A), "write", Number(e.B),
	)
}

// eventKeys are the keys of kinds that have one wording.
var eventKeys = map[trace.Kind]string{
	trace.KindStart: "event.start", trace.KindStarted: "event.started",
	trace.KindStop: "event.stop", trace.KindStopped: "event.stopped",
	trace.KindKill: "event.kill", trace.KindFreeze: "event.freeze", trace.KindThaw: "event.thaw",
	trace.KindBurst: "event.burst", trace.KindRegister: "event.register",
	trace.KindUnregister: "event.unregister", trace.KindExpire: "event.expire",
	trace.KindMembers: "event.members", trace.KindNotice: "event.notice",
	trace.KindIDListError: "event.id-list-error", trace.KindTake: "event.take",
	trace.KindFirstPull: "event.first-pull", trace.KindRefused: "event.refused",
	trace.KindDuplicates: "event.duplicates",
	trace.KindServerUp:   "event.server-up", trace.KindServerFreeze: "event.server-freeze", trace.KindServerThaw: "event.server-thaw",
	trace.KindBrokerRegister: "event.broker-register", trace.KindTopicConfig: "event.topic-config",
	trace.KindCut: "event.cut", trace.KindHeal: "event.heal", trace.KindRouteError: "event.route-error",
	trace.KindStartFailed: "event.start-failed",
	trace.KindSkipped:     "event.skipped", trace.KindUnowned: "event.unowned", trace.KindDouble: "event.double",
	trace.KindLockWait: "event.lock-wait", trace.KindDisorder: "event.disorder",
	trace.KindMeasure: "event.measure", trace.KindAssign: "event.assign", trace.KindUnassign: "event.unassign",
	trace.KindRevive:  "event.revive",
	trace.KindSuspend: "event.suspend", trace.KindResume: "event.resume",
	trace.KindSubscribe: "event.subscribe", trace.KindUnsubscribe: "event.unsubscribe",
	trace.KindSendBack: "event.send-back", trace.KindSendBackLost: "event.send-back-lost", trace.KindDead: "event.dead",
	trace.KindRepair: "event.repair", trace.KindDeleted: "event.deleted", trace.KindTruncated: "event.truncated",
	trace.KindSave: "event.save",

	trace.KindPull: "event.pull", trace.KindAnswer: "event.answer", trace.KindBegin: "event.begin",
	trace.KindComplete: "event.complete", trace.KindRide: "event.ride", trace.KindProduce: "event.produce",
}

// commitKeys are those of KindCommit by CommitBy.
var commitKeys = map[int64]string{
	trace.CommitByTimer: "event.commit-timer", trace.CommitByRemoval: "event.commit-removal",
	trace.CommitByShutdown: "event.commit-shutdown", trace.CommitBySync: "event.commit-sync",
	trace.CommitByAsync: "event.commit-async",
}

// gaveUpKeys are those of KindGiveUp by GaveUp.
var gaveUpKeys = map[int64]string{
	trace.GaveUpBroadcasting: "event.give-up", trace.GaveUpPop: "event.give-up-pop", trace.GaveUpSkipped: "event.give-up-skipped",
}

// eventKey chooses among the wordings of a kind.
func eventKey(e *trace.Event, log *trace.Log) string {
	choose := func(second bool, one, two string) string {
		if second {
			return two
		}
		return one
	}
	switch e.Kind {
	case trace.KindSet:
		if e.Consumer >= 0 {
			return "event.set-consumer"
		}
		return choose(e.Topic >= 0, "event.set-group", "event.set-topic")
	case trace.KindHeartbeat:
		return choose(e.A == 1, "event.heartbeat", "event.heartbeat-new")
	case trace.KindClose:
		return choose(e.A == 1, "event.close", "event.close-idle")
	case trace.KindRoute:
		return choose(e.A == 1, "event.route", "event.route-new")
	case trace.KindAllocate:
		return choose(log.Allocation(e).Failed, "event.allocate", "event.allocate-failed")
	case trace.KindDrop:
		// A process that was killed gives nothing up and commits nothing.
		if cause := log.Event(e.Cause); cause != nil && cause.Kind == trace.KindKill {
			return "event.drop-killed"
		}
		return choose(e.A < 0, "event.drop", "event.drop-silent")
	case trace.KindOffsetRead:
		return choose(e.A < 0, "event.offset-read", "event.offset-none")
	case trace.KindOffsetBack:
		return choose(e.B < 0, "event.offset-back", "event.offset-gone")
	case trace.KindReset:
		return choose(e.A < 0, "event.reset", "event.reset-none")
	case trace.KindOwned:
		return choose(e.A <= 0, "event.owned", "event.owned-first")
	case trace.KindCommit:
		return commitKeys[e.A]
	case trace.KindThrottle:
		return choose(e.A == 0, "event.throttle", "event.throttle-off")
	case trace.KindServerDown:
		return choose(e.B != 0, "event.server-stop", "event.server-kill")
	case trace.KindBrokerUnregister:
		return choose(e.B == trace.ForgotExpired, "event.broker-unregister", "event.broker-expire")
	case trace.KindCallFailed:
		return choose(e.C == trace.FailedTimedOut, "event.call-failed", "event.call-timed-out")
	case trace.KindSendFailed:
		return sendFailedKey(e)
	case trace.KindLock:
		return choose(e.B < e.A, "event.lock", "event.lock-refused")
	case trace.KindUnlock:
		return choose(e.A == 1, "event.unlock", "event.unlock-forced")
	case trace.KindRelease:
		return choose(e.A == 1, "event.release", "event.release-forced")
	case trace.KindFiltered:
		return choose(e.C == 1, "event.filtered", "event.filtered-right")
	case trace.KindGiveUp:
		return gaveUpKeys[e.C]
	}
	return eventKeys[e.Kind]
}

func sendFailedKey(e *trace.Event) string {
	switch {
	case e.Broker < 0:
		return "event.send-no-route"
	case e.A == trace.SendTimedOut:
		return "event.send-timed-out"
	case e.A == trace.SendNoConnection:
		return "event.send-unreached"
	}
	return "event.send-failed"
}

// ProcessName is a process's name as a reader has it: a producer's says whose it is.
func (l Lang) ProcessName(name string) string {
	if topic, ok := strings.CutPrefix(name, script.ProducerPrefix); ok {
		return l.Text("event.producer", "topic", topic)
	}
	return name
}

// BrokerName says of a broker's name what it names: many are a single letter.
func (l Lang) BrokerName(name string) string {
	if strings.HasPrefix(strings.ToLower(name), "broker") {
		return name
	}
	what := l.Text("map.broker")
	if l == English {
		what = strings.ToLower(what)
	}
	return what + " " + name
}

func eventCount(e *trace.Event) string {
	if e.Kind == trace.KindBurst {
		return Number(e.A)
	}
	return Number(e.B)
}

// refusals are the response codes' names, which both languages use as they are
// (org.apache.rocketmq.remoting.protocol.ResponseCode).
var refusals = map[int64]string{
	2: "SYSTEM_BUSY", 16: "NO_PERMISSION", 17: "TOPIC_NOT_EXIST", 21: "PULL_OFFSET_MOVED",
	23: "SUBSCRIPTION_PARSE_FAILED", 24: "SUBSCRIPTION_NOT_EXIST",
	25: "SUBSCRIPTION_NOT_LATEST", 26: "SUBSCRIPTION_GROUP_NOT_EXIST", 215: "FLOW_CONTROL",
}

func (l Lang) refusal(code int64) string {
	if name, ok := refusals[code]; ok {
		return name
	}
	return l.Text("event.refused-other", "n", strconv.FormatInt(code, 10))
}

// causeKeys name the causes of duplicates.
var causeKeys = [ledger.NumCauses]string{
	ledger.CauseNone: "cause.none", ledger.CauseCrash: "cause.crash", ledger.CauseHandOver: "cause.hand-over",
	ledger.CauseOverlap: "cause.overlap", ledger.CauseDiscarded: "cause.discarded", ledger.CauseOffsetBack: "cause.offset-back",
	ledger.CauseForcedUnlock: "cause.forced-unlock",
	ledger.CauseInvisible:    "cause.invisible",
	ledger.CauseSendBack:     "cause.send-back",
}

// Cause names a cause of duplicates.
func (l Lang) Cause(c ledger.Cause) string {
	if c >= ledger.NumCauses {
		c = ledger.CauseNone
	}
	return l.Text(causeKeys[c])
}

func (l Lang) eventConsumers(log *trace.Log, e *trace.Event) string {
	switch e.Kind {
	case trace.KindMembers:
		return l.names(log.Consumers, log.IDs(e))
	case trace.KindAllocate:
		return l.names(log.Consumers, log.Allocation(e).IDs)
	}
	return ""
}

func (l Lang) eventQueues(log *trace.Log, e *trace.Event) string {
	switch e.Kind {
	case trace.KindUnlock:
		return l.names(log.Queues, log.IDs(e))
	case trace.KindLock:
		// Those refused, if any, else those granted.
		var queues []int32
		log.Locks(e, func(q int32, granted bool) {
			if granted == (e.A == e.B) {
				queues = append(queues, q)
			}
		})
		return l.names(log.Queues, queues)
	case trace.KindAllocate:
	default:
		return ""
	}
	return l.names(log.Queues, log.Allocation(e).Queues)
}

func (l Lang) eventOffsets(log *trace.Log, e *trace.Event) string {
	if e.Kind != trace.KindCommit && e.Kind != trace.KindSave {
		return ""
	}
	var pairs []string
	log.Pairs(e, func(queue int32, offset int64) {
		pairs = append(pairs, nameAt(log.Queues, int(queue))+"="+Number(offset))
	})
	return l.cut(pairs)
}

func (l Lang) names(table []string, indexes []int32) string {
	out := make([]string, len(indexes))
	for i, x := range indexes {
		out[i] = nameAt(table, int(x))
	}
	return l.cut(out)
}

// cut lists names, the first few of many.
func (l Lang) cut(names []string) string {
	if len(names) <= mostNames {
		return l.List(names)
	}
	rest := l.Text("event.more", "n", Number(len(names)-mostNames))
	return l.List(names[:mostNames:mostNames]) + " " + rest
}

func nameAt(table []string, i int) string {
	if i < 0 || i >= len(table) {
		return "?"
	}
	return table[i]
}

// Matters tells whether an event belongs in the short list: what somebody did,
// what changed hands and what it cost; not the routine between, and nothing of
// the retry topic that each group has.
func Matters(log *trace.Log, e *trace.Event) bool {
	if isRetry(log, e) {
		return false
	}
	switch e.Kind {
	case trace.KindSave, trace.KindHeartbeat, trace.KindRoute, trace.KindMembers, trace.KindOffsetRead, trace.KindStarted, trace.KindStopped:
		return false
	case trace.KindCommit:
		return e.A == trace.CommitByRemoval || e.A == trace.CommitByShutdown
	case trace.KindAllocate:
		return e.Cause != 0
	case trace.KindLock:
		return e.B < e.A // a refusal
	case trace.KindRelease:
		return e.A == 1 // the unlock that goes with it says the rest
	}
	return true
}

// isRetry tells whether an event is about a group's retry topic.
func isRetry(log *trace.Log, e *trace.Event) bool {
	return strings.HasPrefix(nameAt(log.Topics, int(e.Topic)), retryPrefix) ||
		strings.HasPrefix(nameAt(log.Queues, int(e.Queue)), "retry:")
}

// retryPrefix begins a retry topic's name (MixAll.RETRY_GROUP_TOPIC_PREFIX).
const retryPrefix = "%RETRY%"

// Announced tells whether an event is worth interrupting a listener: it is
// spoken by a screen reader. Grave events are also coloured in lists.
func Announced(log *trace.Log, e *trace.Event) bool {
	if isRetry(log, e) {
		return false
	}
	switch e.Kind {
	case trace.KindStart, trace.KindStop, trace.KindKill, trace.KindFreeze, trace.KindThaw, trace.KindExpire,
		trace.KindTake, trace.KindUnowned, trace.KindDouble, trace.KindDuplicates, trace.KindSkipped, trace.KindOffsetBack:
		return true
	}
	return false
}

// Tone is how grave an event is: "bad", "warn", "good" or "".
func Tone(e *trace.Event) string {
	switch e.Kind {
	case trace.KindDuplicates, trace.KindSkipped, trace.KindOffsetBack, trace.KindKill, trace.KindDouble,
		trace.KindDead, trace.KindGiveUp:
		return "bad"
	case trace.KindUnowned, trace.KindFreeze, trace.KindExpire, trace.KindRefused, trace.KindIDListError, trace.KindStop,
		trace.KindSuspend, trace.KindRepair, trace.KindReset, trace.KindSendBack, trace.KindSendBackLost, trace.KindFiltered,
		trace.KindCut, trace.KindSendFailed:
		return "warn"
	case trace.KindStart, trace.KindThaw, trace.KindRegister, trace.KindOwned, trace.KindHeal:
		return "good"
	}
	return ""
}
