package core

import (
	"time"

	"ringside/core/trace"
)

// matters says which stored events are worth a stop: what the script does, who
// is a member, who owns what, and harm.
func matters(k trace.Kind) bool {
	switch k {
	case trace.KindStart, trace.KindStop, trace.KindKill, trace.KindFreeze, trace.KindThaw, trace.KindSet, trace.KindBurst,
		trace.KindMembers, trace.KindTake, trace.KindDrop, trace.KindDuplicates, trace.KindSkipped,
		trace.KindUnowned, trace.KindOwned, trace.KindDouble, trace.KindOffsetBack, trace.KindLockWait, trace.KindDisorder,
		trace.KindServerUp, trace.KindServerDown, trace.KindServerFreeze, trace.KindServerThaw, trace.KindBrokerRegister,
		trace.KindBrokerUnregister, trace.KindTopicConfig, trace.KindCut, trace.KindHeal, trace.KindStartFailed, trace.KindSendFailed,
		trace.KindSuspend, trace.KindResume, trace.KindSubscribe, trace.KindUnsubscribe, trace.KindRepair, trace.KindReset,
		trace.KindDeleted, trace.KindThrottle, trace.KindTruncated, trace.KindDead, trace.KindSendBackLost, trace.KindFiltered, trace.KindGiveUp:
		return true
	}
	return false
}

// nextGap keeps events that belong together in one step: what follows within a
// millisecond of Now is the same moment to a reader.
const nextGap = time.Millisecond

// NextEvent is the time of the next event that matters after Now: found by
// playing ahead on a fork. ok is false when none is left before the end.
func (s *Sim) NextEvent() (at time.Duration, ok bool) {
	f, err := s.Fork()
	if err != nil {
		return 0, false
	}
	seen := len(f.Log().Events())
	for !f.AdvanceSteps(f.end, 256) || seen < len(f.Log().Events()) {
		events := f.Log().Events()
		for ; seen < len(events); seen++ {
			if t := time.Duration(events[seen].At); matters(events[seen].Kind) && t > s.Now()+nextGap {
				return t, true
			}
		}
	}
	return 0, false
}
