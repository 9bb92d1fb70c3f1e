package panel

import (
	"slices"
	"time"

	"ringside/core"
	"ringside/core/script"
)

// longSilence is how long a queue on which messages wait may be silent before the
// answer says so by itself.
const longSilence = 3 * time.Second

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
	if stands || w.q.SilentFor >= longSilence {
		w.say("why.silent", "span", w.Span(w.q.SilentFor), "n", Number(w.q.Harms.Backlog), "cached", Number(w.q.InProcess))
	}
}

// brokerFault says that the queue's broker serves nobody.
func (w *asking) brokerFault(b *core.BrokerView) bool {
	at := slices.IndexFunc(w.v.Brokers, func(s core.BrokerView) bool {
		return s.Up && s.Master >= 0 && w.v.Brokers[s.Master].Name == b.Name
	})
	switch {
	case !b.Up && at >= 0:
		w.say("why.still-slave", "broker", b.Name, "slave", w.v.Brokers[at].Name)
		return false
	case !b.Up:
		w.say("why.still-down", "broker", b.Name)
	case b.Frozen:
		w.say("why.still-hung", "broker", b.Name)
	case b.Refuses != 0:
		w.say("why.still-refuses", "broker", b.Name, "code", w.refusal(int64(b.Refuses)))
	default:
		return false
	}
	return true
}

// ownerFault says that an owner does not work on the queue now.
func (w *asking) ownerFault(c *core.ConsumerView, b *core.BrokerView) bool {
	pairs := []string{"consumer", c.Name, "broker", b.Name, "cached", Number(w.q.InProcess), "span", w.Span(w.v.Now - w.q.Changed)}
	key := ""
	switch pause := w.q.Harms.Paused; {
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
	case pause&core.PausedLock != 0:
		key = "why.still-lock"
	case pause&core.PausedFirstPull != 0 && c.Client == script.ClientJava5.String() && c.Mode == script.ModePush.String():
		key = "why.still-first-java5"
	case pause&core.PausedFirstPull != 0:
		key = "why.still-first"
	case w.q.PutOff:
		key = "why.still-flow"
	default:
		return false
	}
	w.say(key, pairs...)
	return true
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

func linkCut(v *core.View, a, b string) bool {
	return slices.Contains(v.Cuts, core.CutView{A: a, B: b}) || slices.Contains(v.Cuts, core.CutView{A: b, B: a})
}
