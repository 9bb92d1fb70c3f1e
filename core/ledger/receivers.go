package ledger

// In a broadcasting group each consumer is to get every message, so each has a
// ledger of its own, and a completion by one is no repeat of another's. What a
// consumer has got belongs to its client id: a process that comes back with the
// same one goes on where its offset file stands.

// Broadcast says how the group's members receive: receivers gives each consumer
// a number from 0, the same for consumers of one client id, or -1 for one that
// shares the queues with others. shared says whether any does, or could.
func (g *Group) Broadcast(receivers []int32, shared bool) {
	g.receivers, g.shared = receivers, shared
	for _, r := range receivers {
		for int(r) >= len(g.sets) {
			g.sets = append(g.sets, newQueues(len(g.Queues)))
		}
	}
	for _, set := range g.sets {
		for q := range set {
			set[q].quiet = true
		}
	}
}

// StartAt says that queue q begins at offset first; what lay before does not
// exist. quiet marks the queue of a retry topic: its ownership counts in no total.
func (g *Group) StartAt(q int32, first int64, quiet bool) {
	g.Queues[q].begin(first)
	g.Queues[q].End, g.Queues[q].quiet = first, quiet
}

// queueOf is queue q as consumer c receives it.
func (g *Group) queueOf(q, c int32) *Queue {
	if g.receivers != nil {
		if r := g.receivers[c]; r >= 0 {
			return &g.sets[r][q]
		}
	}
	return &g.Queues[q]
}

// Received is queue q as consumer c receives it.
func (g *Group) Received(q, c int32) *Queue { return g.queueOf(q, c) }

// due counts n more messages of queue q for everybody who is to complete them.
func (g *Group) due(q int32, n int64) {
	main := &g.Queues[q]
	main.End += n
	if g.shared {
		g.Due += n
		main.Due += n
		g.more(q, n)
	}
	for r := range g.sets {
		if qu := &g.sets[r][q]; len(qu.holds) > 0 {
			g.Due += n
			main.Due += n
			g.more(q, n)
			qu.Due += n
			qu.dueTo = main.End
		}
	}
}

// receive begins or goes on with a receiver's queue, from offset start or from
// where it stopped counting: nothing before its first start is due.
func (g *Group) receive(q int32, qu *Queue, start int64) {
	main := &g.Queues[q]
	if !qu.begun {
		qu.begin(start)
		qu.dueTo = start
	}
	if n := main.End - qu.dueTo; n > 0 {
		g.Due += n
		main.Due += n
		g.more(q, n)
		qu.Due += n
		qu.dueTo = main.End
	}
}

// reopen makes messages due that lie before a receiver's first start: an admin
// has reset the group's offset to there.
func (g *Group) reopen(q int32, qu *Queue, offset int64) {
	n := qu.base - offset
	qu.records = append(make([]record, n), qu.records...)
	qu.base, qu.Low = offset, offset
	g.Due += n
	g.Queues[q].Due += n
	g.more(q, n)
	qu.Due += n
}

// mirror counts a receiver's completion in the queue's own figures. How far the
// queue has come is told by those who share it, if any do.
func (g *Group) mirror(q int32, old record, offset, at int64, cause Cause) {
	main := &g.Queues[q]
	if !g.shared {
		main.completed(offset, at)
	}
	main.Completions++
	if !old.completed() {
		main.Distinct++
		return
	}
	main.Duplicates++
	main.ByCause[cause]++
	main.spread(offset, at)
}
