package panel

import (
	"slices"
	"time"

	"ringside/core"
	"ringside/core/trace"
)

// pauseKinds are the kinds of pause that the answer tells apart. Of a queue that
// nobody holds and whose lock was refused, the lock is the reason.
var pauseKinds = []struct {
	key  string
	fits func(q *core.QueueView) bool
}{
	{"why.paused-lock", func(q *core.QueueView) bool { return q.Harms.Paused&core.PausedLock != 0 }},
	{"why.paused-first", func(q *core.QueueView) bool { return q.Harms.Paused&core.PausedFirstPull != 0 }},
	{"why.paused-unowned", func(q *core.QueueView) bool { return q.Harms.Paused == core.PausedUnowned && q.Readable }},
	{"why.paused-out", func(q *core.QueueView) bool { return q.Harms.Paused == core.PausedUnowned && !q.Readable }},
}

// paused explains the queues of which nobody gets a message now, by the kind of pause.
func (x *explaining) paused() {
	n := x.v.Counted()
	x.titled("why.title-paused-none", "why.title-paused", int64(n.Paused))
	x.ofTopic(int64(x.v.Paused))
	for _, kind := range pauseKinds {
		var names []string
		for i := range x.v.Queues {
			if kind.fits(&x.v.Queues[i]) {
				names = append(names, x.v.Queues[i].Name)
			}
		}
		if len(names) > 0 {
			x.say(kind.key, "n", Number(len(names)), "queues", x.cut(names))
		}
	}
	switch {
	case n.Paused == 0 && n.PauseMax == 0:
		x.say("why.paused-never")
	case n.Paused == 0:
		x.say("why.paused-past", "span", x.Span(n.PauseMax), "unowned", x.spanOrNone(n.UnownedMax), "first", x.spanOrNone(n.FirstPullMax), "lock", x.spanOrNone(n.LockWaitMax))
	default:
		x.say("why.paused-longest", "span", x.Span(n.PauseMax), "unowned", x.spanOrNone(n.UnownedMax), "first", x.spanOrNone(n.FirstPullMax), "lock", x.spanOrNone(n.LockWaitMax))
	}
	x.standing()
	if x.log == nil {
		return
	}
	at := slices.IndexFunc(x.v.Queues, func(q core.QueueView) bool { return q.Harms.Paused != 0 })
	index, kind := int32(-1), trace.KindUnowned
	if at >= 0 {
		index = queueIndex(x.log, x.v.Queues[at].Name)
		if len(x.v.Queues[at].Owners) > 0 {
			kind = trace.KindTake // what has an owner is paused since that took it
		}
	}
	x.chain(func(e *trace.Event) bool {
		return e.Kind == kind && int(e.Group) == x.v.Group && (e.Queue == index || index < 0 && x.shown(e) && !isRetry(x.log, e))
	})
}

// standing names the queues that an owner holds and does not work on, which are no
// pauses: it pulls them, or the brokers take it for one that does.
func (x *explaining) standing() {
	var frozen, down, refused []string
	for i := range x.v.Queues {
		q := &x.v.Queues[i]
		b := &x.v.Brokers[q.Broker]
		if len(q.Owners) == 0 || q.Harms.Paused != 0 {
			continue
		}
		idle := !slices.ContainsFunc(q.Owners, func(o int) bool { return x.v.Consumers[o].State != core.ConsumerFrozen })
		switch {
		case idle:
			frozen = append(frozen, q.Name)
		case (!b.Up || b.Frozen) && x.slaveOf(b) == "":
			down = append(down, q.Name)
		case b.Refuses != 0:
			refused = append(refused, q.Name)
		}
	}
	for _, s := range []struct {
		key   string
		names []string
	}{{"why.stand-frozen", frozen}, {"why.stand-down", down}, {"why.stand-refused", refused}} {
		if len(s.names) > 0 {
			x.say(s.key, "queues", x.cut(s.names))
		}
	}
}

// spanOrNone is Span0 within a sentence.
func (x *explaining) spanOrNone(d time.Duration) string {
	if d == 0 {
		return x.Text("list.none")
	}
	return x.Span(d)
}
