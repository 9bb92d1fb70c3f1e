package panel

import "ringside/core"

// The rows of the tables that say in words what the picture draws and the other
// tables do not: the parts of each queue's bar, what each process is doing, and
// the servers and links.

// LogRow is a queue's bar: name, done but not committed, in process, waiting, how long
// without an owner, lock, and what may be done with it.
func (l Lang) LogRow(v *core.View, q *core.QueueView) []string {
	waiting := max(0, q.End-q.Committed-int64(q.Done)-int64(q.InProcess))
	unowned := ""
	if q.UnownedFor > 0 {
		unowned = l.Span(q.UnownedFor)
	}
	lock := ""
	if q.LockedBy >= 0 {
		lock = nameOf(v, q.LockedBy)
		if !q.LockValid {
			lock = l.Text("twin.lock-untrusted", "consumer", lock)
		}
	}
	return []string{q.Name, Number(q.Done), Number(q.InProcess + q.Invisible), Number(waiting), unowned, lock, l.access(q.Readable, q.Writable)}
}

// EndsRow is what else a queue's bar and line show: name, where the log begins,
// which offsets were last processed again (the last one included), and how many
// messages a second are processed.
func (l Lang) EndsRow(q *core.QueueView) []string {
	again := ""
	if q.DuplicateTo > q.DuplicateFrom {
		again = l.Text("twin.range", "from", Number(q.DuplicateFrom), "to", Number(q.DuplicateTo-1))
	}
	return []string{q.Name, Number(q.Min), again, Number(q.Rate)}
}

func (l Lang) access(read, write bool) string {
	switch {
	case read && write:
		return l.Text("twin.read-write")
	case read:
		return l.Text("twin.read-only")
	case write:
		return l.Text("twin.write-only")
	}
	return l.Text("twin.neither")
}

// ProcessRow is a consumer: name, all that can be said of its state, threads busy,
// messages cached, with whom it computed, and its room.
func (l Lang) ProcessRow(v *core.View, c *core.ConsumerView) []string {
	busy, cached, sees := "", "", ""
	if Alive(c.State) {
		busy = l.Text("twin.of", "n", Number(c.Busy), "all", Number(c.Threads))
		cached = Number(c.Cached)
		names := make([]string, 0, len(c.Sees))
		for _, i := range c.Sees {
			names = append(names, nameOf(v, i))
		}
		sees = l.named(names)
		if len(names) > mostNamed {
			sees = Number(len(names))
		}
	}
	return []string{c.Name, l.StateOf(v, c), busy, cached, sees, c.Room}
}

func (l Lang) also(a, b string) string { return l.Text("twin.also", "a", a, "b", b) }

// Severed tells whether a link to the named process is cut.
func Severed(v *core.View, name string) bool {
	for i := range v.Cuts {
		if v.Cuts[i].A == name || v.Cuts[i].B == name {
			return true
		}
	}
	return false
}

// ServerRows are the brokers, name servers and producers: name, what it is, its state, a
// broker's room and messages per second, and which brokers a name server or a producer
// knows.
func (l Lang) ServerRows(v *core.View) [][]string {
	var rows [][]string
	for i := range v.Brokers {
		b := &v.Brokers[i]
		kind := l.Text("twin.broker")
		if b.Master >= 0 {
			kind = l.Text("twin.slave", "broker", v.Brokers[b.Master].Name)
		}
		rows = append(rows, []string{b.Name, kind, l.serverState(v, b.Name, b.Up, b.Frozen), b.Room, Number(b.Rate), ""})
	}
	known := func(list []int) string {
		names := make([]string, 0, len(list))
		for _, b := range list {
			names = append(names, v.Brokers[b].Name)
		}
		return l.List(names)
	}
	for i := range v.NameServers {
		n := &v.NameServers[i]
		rows = append(rows, []string{n.Name, l.Text("twin.nameserver"), l.serverState(v, n.Name, n.Up, n.Frozen), "", "", known(n.Brokers)})
	}
	for i := range v.Producers {
		p := &v.Producers[i]
		rows = append(rows, []string{p.Topic, l.Text("twin.producer"), l.producerState(v, p), "", "", known(p.Brokers)})
	}
	return rows
}

// producerState is what a producer is doing, and what it could not send.
func (l Lang) producerState(v *core.View, p *core.ProducerView) string {
	text := l.Text("control.rate-value", "n", RateText(p.Rate))
	if p.Waiting {
		text = l.Text("twin.waits")
	}
	if Severed(v, p.Name) {
		text = l.also(text, l.Text("twin.cut"))
	}
	if p.Errors > 0 {
		text = l.also(text, l.Text("twin.not-sent", "n", Number(p.Errors)))
	}
	return text
}

func (l Lang) serverState(v *core.View, name string, up, frozen bool) string {
	switch {
	case !up:
		return l.Text("twin.down")
	case frozen:
		return l.Text("state.frozen")
	case Severed(v, name):
		return l.also(l.Text("state.running"), l.Text("twin.cut"))
	}
	return l.Text("state.running")
}

// CutRows are the links through which nothing gets.
func (l Lang) CutRows(v *core.View) [][]string {
	rows := make([][]string, len(v.Cuts))
	for i, c := range v.Cuts {
		rows[i] = []string{l.ProcessName(c.A) + " – " + l.ProcessName(c.B), l.Text("twin.nothing-passes")}
	}
	return rows
}
