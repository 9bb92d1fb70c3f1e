package trace

var kindNames = [kindEnd]string{
	KindNone: "none", KindStart: "start", KindStarted: "started", KindStop: "stop", KindStopped: "stopped",
	KindKill: "kill", KindFreeze: "freeze", KindThaw: "thaw", KindSet: "set", KindBurst: "burst",
	KindHeartbeat: "heartbeat", KindRegister: "register", KindUnregister: "unregister", KindClose: "close",
	KindExpire: "expire", KindMembers: "members", KindNotice: "notice", KindRoute: "route",
	KindIDListError: "id_list_error", KindAllocate: "allocate", KindTake: "take", KindDrop: "drop",
	KindOffsetRead: "offset_read", KindFirstPull: "first_pull", KindRefused: "refused", KindCommit: "commit",
	KindOffsetBack: "offset_back", KindDuplicates: "duplicates", KindSkipped: "skipped", KindUnowned: "unowned",
	KindOwned: "owned", KindDouble: "double",
	KindLock: "lock", KindUnlock: "unlock", KindLockWait: "lock_wait", KindRelease: "release", KindDisorder: "disorder",
	KindMeasure: "measure", KindAssign: "assign", KindUnassign: "unassign", KindRevive: "revive",
	KindSuspend: "suspend", KindResume: "resume", KindSubscribe: "subscribe", KindUnsubscribe: "unsubscribe",
	KindSendBack: "send_back", KindSendBackLost: "send_back_lost", KindDead: "dead_letter", KindRepair: "offset_repair",
	KindReset: "offset_reset", KindDeleted: "messages_deleted", KindFiltered: "filtered", KindSave: "save",
	KindServerUp: "server_up", KindServerDown: "server_down", KindServerFreeze: "server_freeze", KindServerThaw: "server_thaw",
	KindBrokerRegister: "broker_register", KindBrokerUnregister: "broker_unregister", KindTopicConfig: "topic_config",
	KindCut: "cut", KindHeal: "heal", KindRouteError: "route_error", KindCallFailed: "call_failed",
	KindStartFailed: "start_failed", KindSendFailed: "send_failed",
	KindThrottle: "throttle", KindTruncated: "log_truncated", KindGiveUp: "give_up",
	kindStored: "",
	KindPull:   "pull", KindAnswer: "answer", KindBegin: "begin", KindComplete: "complete", KindRide: "ride",
	KindProduce: "produce", KindCopy: "copy", KindFail: "fail",
}

// String is the kind's word, as the event lanes print it.
func (k Kind) String() string {
	if k >= kindEnd {
		return "unknown"
	}
	return kindNames[k]
}

// Stored reports whether events of the kind are kept in the Log.
func (k Kind) Stored() bool { return k < kindStored }

// Kinds are all kinds that are stored.
func Kinds() []Kind {
	out := make([]Kind, 0, kindStored)
	for k := KindStart; k < kindStored; k++ {
		out = append(out, k)
	}
	return out
}
