package panel

import (
	"slices"
	"time"

	"ringside/core"
	"ringside/core/script"
	"ringside/core/trace"
)

// longSilence is how long a queue on which messages wait may be silent before the
// answer says so by itself.
const longSilence = 3 * time.Second

// shortSilence is how long it is before a reason that was given explains it.
const shortSilence = 200 * time.Millisecond

// still says what keeps a queue from being worked on, though somebody may have it.
func (w *asking) still() {
	b := &w.v.Brokers[w.q.Broker]
	stands := w.brokerFault(b)
	for _, o := range w.q.Owners[:min(len(w.q.Owners), mostTold)] {
		stands = w.ownerFault(&w.v.Consumers[o], b) || stands
	}
	if len(w.q.Owners) == 0 || w.q.SilentFor <= 0 || w.q.Harms.Backlog == 0 {
		return
	}
	if stands && w.q.SilentFor >= shortSilence || w.q.SilentFor >= longSilence {
		w.say("why.silent", "span", w.Span(w.q.SilentFor), "n", Number(w.q.Harms.Backlog), "cached", Number(w.q.InProcess))
	}
}

// slaveOf is the slave that serves readers in place of a broker that is down, "" none.
func (x *explaining) slaveOf(b *core.BrokerView) string {
	at := slices.IndexFunc(x.v.Brokers, func(s core.BrokerView) bool {
		return s.Up && s.Master >= 0 && x.v.Brokers[s.Master].Name == b.Name
	})
	if b.Up || at < 0 {
		return ""
	}
	return x.v.Brokers[at].Name
}

// brokerFault says that a broker serves nobody.
func (x *explaining) brokerFault(b *core.BrokerView) bool {
	slave := x.slaveOf(b)
	switch {
	case slave != "":
		x.say("why.still-slave", "broker", x.BrokerName(b.Name), "slave", slave)
		return false
	case !b.Up:
		x.say("why.still-down", "broker", x.BrokerName(b.Name))
	case b.Frozen:
		x.say("why.still-hung", "broker", x.BrokerName(b.Name))
	case b.Refuses != 0:
		x.say("why.still-refuses", "broker", x.BrokerName(b.Name), "code", x.refusal(int64(b.Refuses)))
	default:
		return false
	}
	return true
}

// ownerFault says that an owner does not work on the queue now.
func (w *asking) ownerFault(c *core.ConsumerView, b *core.BrokerView) bool {
	pairs := []string{"consumer", c.Name, "broker", w.BrokerName(b.Name), "cached", Number(w.q.InProcess), "span", w.Span(w.v.Now - w.q.Changed)}
	key := ""
	switch pause := w.q.Harms.Paused; {
	case c.State == core.ConsumerFrozen && listed(w.v, c.ID) && (w.q.Doubled() || len(w.wanting()) > 0):
		key = "why.still-frozen-too"
	case c.State == core.ConsumerFrozen && listed(w.v, c.ID):
		key = "why.still-frozen"
	case c.State == core.ConsumerFrozen:
		key = "why.still-struck"
	case linkCut(w.v, c.Name, b.Name):
		key = "why.still-cut"
	case c.Stopping:
		key = "why.still-stopping"
	case c.Suspended && c.Mode == script.ModeLite.String():
		key = "why.still-paused"
	case c.Suspended:
		key = "why.still-suspended"
	case !w.q.Readable:
		key = "why.still-unreadable"
	case pause&core.PausedLock != 0 && c.Client == script.ClientJava49.String() && nameOf(w.v, w.q.LockedBy) == c.Name:
		key = "why.still-lock-49"
	case pause&core.PausedLock != 0 || c.Listener == orderlyListener && !c.Broadcast && !w.q.LockValid:
		key = "why.still-lock"
	case pause&core.PausedFirstPull != 0 && w.refused(c, b, w.q.Changed):
		return true
	case pause&core.PausedFirstPull != 0 && waitsToPull(c) && w.v.Now-w.q.Changed <= firstPullWait:
		key = "why.still-first-java5"
	case pause&core.PausedFirstPull != 0:
		key = "why.still-first"
	case w.q.PutOff:
		w.say("why.still-flow", pairs...)
		return false
	case w.q.SilentFor >= longSilence:
		return w.refused(c, b, w.v.Now-w.q.SilentFor)
	default:
		return false
	}
	w.say(key, pairs...)
	return true
}

// orderlyListener is ConsumerView.Listener of one that locks its queues.
const orderlyListener = "orderly"

// firstPullWait is the wait of a Java 5 client before its first pull, 500 ms, and what
// the requests about it take.
const firstPullWait = 600 * time.Millisecond

// waitsToPull: the client is one that waits before its first pull.
func waitsToPull(c *core.ConsumerView) bool {
	return c.Client == script.ClientJava5.String() && c.Mode == script.ModePush.String()
}

// refused says that the broker refused the owner's latest pull of the queue, if that
// was after a time; that a broker refuses all has been said.
func (w *asking) refused(c *core.ConsumerView, b *core.BrokerView, since time.Duration) bool {
	if w.log == nil || b.Refuses != 0 {
		return b.Refuses != 0
	}
	owner := consumerIndex(w.log, c.Name)
	events := w.log.Events()
	for i := len(events) - 1; i >= 0 && at(&events[i]) >= since; i-- {
		e := &events[i]
		if e.Kind != trace.KindRefused || e.Queue != w.index || e.Consumer != owner {
			continue
		}
		w.say("why.still-refused", "broker", w.BrokerName(b.Name), "consumer", c.Name, "time", Clock(at(e)), "code", w.refusal(e.A))
		switch w.refusal(e.A) {
		case "SUBSCRIPTION_NOT_EXIST":
			w.say("why.code-not-exist")
		case "SUBSCRIPTION_NOT_LATEST":
			w.say("why.code-not-latest")
		}
		return true
	}
	return false
}

// listed tells whether any broker counts a client id among the group's members.
func listed(v *core.View, id string) bool {
	for i := range v.Brokers {
		if slices.ContainsFunc(v.Brokers[i].Members, func(m core.MemberView) bool { return m.ID == id }) {
			return true
		}
	}
	return false
}

// cutOff says that no request of a consumer gets to a broker.
func (x *explaining) cutOff(c *core.ConsumerView, b *core.BrokerView) {
	if linkCut(x.v, c.Name, b.Name) {
		x.say("why.still-cut", "consumer", c.Name, "broker", x.BrokerName(b.Name))
	}
}

func linkCut(v *core.View, a, b string) bool {
	return slices.Contains(v.Cuts, core.CutView{A: a, B: b}) || slices.Contains(v.Cuts, core.CutView{A: b, B: a})
}
