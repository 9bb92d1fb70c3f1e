package script

import "time"

// brokerForm is how a broker statement is written.
const brokerForm = "broker NAME [room=ROOM] [master=BROKER] [slave-read=yes|no] [acting-master=yes|no] [notices=real-time|batched|off] [beyond-end=last|first] [message-delay-level=TIME,…]"

// wordOf is the place of a value in a list of words, 0 after an error.
func (d *draft) wordOf(v ref, kind string, words ...string) int {
	for i, w := range words {
		if w == v.text {
			return i
		}
	}
	d.unknown(v, codeUnknown, words, kind)
	return 0
}

// yes reads yes or no.
func (d *draft) yes(v ref) bool {
	d.wordOf(v, "answer", "yes", "no")
	return v.text == "yes"
}

// parseThrottle reads what a broker answers to pulls.
func parseThrottle(d *draft, c *cursor, a *actionDraft) {
	w := d.take(c, "what it answers to pulls")
	if w == nil || !d.done(c) {
		return
	}
	n := len(d.errs)
	a.act.Throttle = Throttling(d.wordOf(w.ref(), "answer", throttleWords...))
	if len(d.errs) == n {
		d.actions = append(d.actions, a)
	}
}

// parseTruncate reads how much of its log a broker has lost: the last N messages
// of each queue, or what it stored in its last TIME.
func parseTruncate(d *draft, c *cursor, a *actionDraft) {
	w := d.take(c, "how much is lost")
	if w == nil || !d.done(c) {
		return
	}
	if digits(w.text) {
		n, ok := d.number(w.ref(), "truncate", 1, MaxBurst)
		if !ok {
			return
		}
		a.act.N = n
		w.canon = itoa(n)
	} else {
		t, ok := d.duration(w.ref(), "truncate", time.Millisecond, MaxRun)
		if !ok {
			return
		}
		a.act.Lost = t
		w.canon = FormatDuration(t)
	}
	d.actions = append(d.actions, a)
}

// brokerTarget finds the broker that an action acts on. A slave has no log of its
// own to lose.
func (d *draft) brokerTarget(a *actionDraft) {
	if !d.lookup("broker", a.target) {
		return
	}
	a.act.Server = ServerBroker
	if a.act.Kind == ActTruncate && d.isSlave(a.target.text) {
		d.errorf(a.target.pos, codeSlaveLog, a.target.text).Found = a.target.text
	}
}
