package ledger

// Change is what a take or drop did to a queue's ownership.
type Change struct {
	// Moved: another consumer than held it last has it now.
	Moved bool
	// Ended is how long the queue had been unowned (take) or doubly owned (drop), 0 if it was not.
	Ended int64
	// Unowned: nobody holds it any more. Double: a second owner came.
	Unowned, Double bool
	// Skipped counts the offsets passed over by the place where the new owner starts.
	SkippedFrom, Skipped int64
}

// Take records that consumer c holds queue q from time at and starts at offset
// start; event is the trace event of the take.
func (g *Group) Take(q, c int32, start, at int64, event int32) Change {
	return g.take(q, c, start, at, event, false)
}

// TakeToo is Take by one that reads all queues whoever else does (a loop over
// DefaultMQPullConsumer.fetchSubscribeMessageQueues): nothing was divided, so that
// the queue neither moves to it nor has two owners by it.
func (g *Group) TakeToo(q, c int32, start, at int64, event int32) Change {
	return g.take(q, c, start, at, event, true)
}

// owners is the number of those that hold the queue as its only owner should.
func (q *Queue) owners() (n int) {
	for i := range q.holds {
		if !q.holds[i].too {
			n++
		}
	}
	return n
}

func (g *Group) take(q, c int32, start, at int64, event int32, too bool) Change {
	qu := g.queueOf(q, c)
	if qu.quiet {
		return g.takeQuietly(q, qu, c, start, event)
	}
	var ch Change
	h := hold{consumer: c, Event: event, highAtTake: qu.Highest, start: start, too: too}
	if start < qu.backFrom {
		h.backFrom, h.backEvent = qu.backFrom, qu.backEvent
	}
	qu.holds = append(qu.holds, h)
	if len(qu.holds) == 1 {
		if qu.UnownedSince >= 0 {
			ch.Ended = at - qu.UnownedSince
			qu.Unowned += ch.Ended
			qu.UnownedMax = max(qu.UnownedMax, ch.Ended)
			g.UnownedMax = max(g.UnownedMax, ch.Ended)
			qu.UnownedSince = -1
			g.unowned(q, -1)
		}
		ch.SkippedFrom, ch.Skipped = g.skip(q, qu, start)
	}
	if !too && qu.owners() == 2 {
		qu.DoubleSince = at
		g.Double++
		ch.Double = true
	}
	ch.Moved = !too && qu.LastOwner >= 0 && qu.LastOwner != c
	if ch.Moved {
		g.Moved++
		qu.Moved++
	}
	qu.LastOwner = c
	qu.want(c, false)
	g.pauses(qu, at)
	return ch
}

// unowned counts a queue that has lost its last owner, or got one again.
func (g *Group) unowned(q int32, n int) {
	g.Unowned += n
	if t := g.Queues[q].topic; t != nil {
		t.Unowned += n
	}
}

// takeQuietly is Take where ownership is no matter: in a retry topic, and where
// every consumer has all queues.
func (g *Group) takeQuietly(q int32, qu *Queue, c int32, start int64, event int32) Change {
	var ch Change
	h := hold{consumer: c, Event: event, highAtTake: qu.Highest, start: start}
	if start < qu.backFrom {
		h.backFrom, h.backEvent = qu.backFrom, qu.backEvent
	}
	qu.holds = append(qu.holds, h)
	if qu != &g.Queues[q] {
		g.receive(q, qu, start)
		ch.SkippedFrom, ch.Skipped = g.skip(q, qu, start)
	}
	return ch
}

// Restart records that consumer c, which holds queue q, starts at another offset
// than it said when it took it (an orderly one reads the offset again).
func (g *Group) Restart(q, c int32, start int64) Change {
	var ch Change
	qu := g.queueOf(q, c)
	if h := qu.hold(c); h != nil {
		h.start = start
	}
	if len(qu.holds) == 1 && (!qu.quiet || qu != &g.Queues[q]) {
		ch.SkippedFrom, ch.Skipped = g.skip(q, qu, start)
	}
	return ch
}

// skip marks what lies below start and was neither completed nor sent back.
// (A stored offset may lie beyond the end of a log that has lost its tail.)
func (g *Group) skip(q int32, qu *Queue, start int64) (from, n int64) {
	for o := qu.Low; o < min(start, g.Queues[q].End); o++ {
		if r := qu.at(o); r.waiting() || !g.lose(q, qu, o, LossPassedOver) {
			continue
		}
		if n == 0 {
			from = o
		}
		n++
	}
	return from, n
}

// Drop records that consumer c holds queue q no longer; crashed: because it was
// killed. event is the drop or the kill.
func (g *Group) Drop(q, c int32, at int64, event int32, crashed bool) Change {
	qu := g.queueOf(q, c)
	var ch Change
	for i := range qu.holds {
		if qu.holds[i].consumer != c {
			continue
		}
		too := qu.holds[i].too
		qu.holds = append(qu.holds[:i], qu.holds[i+1:]...)
		qu.end(c, event, crashed)
		if qu.quiet {
			return ch
		}
		switch len(qu.holds) {
		case 0:
			qu.UnownedSince = at
			g.unowned(q, 1)
			ch.Unowned = true
		case 1:
			// What lies before the start of the one that is left, nobody will read.
			ch.SkippedFrom, ch.Skipped = g.skip(q, qu, qu.holds[0].start)
		}
		if !too && qu.owners() == 1 {
			ch.Ended = at - qu.DoubleSince
			qu.Double += ch.Ended
			qu.DoubleMax = max(qu.DoubleMax, ch.Ended)
			g.DoubleMax = max(g.DoubleMax, ch.Ended)
			qu.DoubleSince = -1
			g.Double--
		}
		g.pauses(qu, at)
		return ch
	}
	return ch
}

// Stored tells the ledger that the broker's offset of queue q changed from old
// to now; event is the trace event of a step back.
func (g *Group) Stored(q int32, old, now int64, event int32) {
	qu := &g.Queues[q]
	switch {
	case now < old:
		qu.backFrom, qu.backEvent = max(qu.backFrom, old), event
		qu.lostFrom, qu.lostEvent = max(qu.lostFrom, old), event
	case now >= qu.backFrom:
		qu.backFrom, qu.backEvent = 0, 0
	}
}

// UnownedFor is how long queue q has been unowned at time at, 0 when it is not.
func (q *Queue) UnownedFor(at int64) int64 {
	if q.UnownedSince < 0 {
		return 0
	}
	return at - q.UnownedSince
}

// DoubleFor is how long the queue has had two owners at time at, 0 when it has not.
func (q *Queue) DoubleFor(at int64) int64 {
	if q.DoubleSince < 0 {
		return 0
	}
	return at - q.DoubleSince
}
