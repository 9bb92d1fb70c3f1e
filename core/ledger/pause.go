package ledger

// While a queue is paused, a message that comes reaches nobody. At each instant
// the pause of a queue that has had an owner is of one kind: nobody holds it
// (UnownedSince); somebody does, and no pull of a holder has been accepted yet
// (FirstPull); or every holder lacks the queue's lock (LockWait). Only a queue
// without an owner may be of two: it waits for a lock as well when a member wants
// it and was refused (RebalanceImpl.lock).

// Span measures a state that comes and goes.
type Span struct {
	// Since is when it began (ns), -1 while it does not last.
	Since int64
	// Max is the longest time that has ended, Sum all of them together (ns).
	Max, Sum int64
}

// Never is a Span that has not begun.
var Never = Span{Since: -1}

// Set begins or ends the state at time at and reports by how much it changes the
// number of those that are in it.
func (s *Span) Set(on bool, at int64) int {
	switch {
	case on == (s.Since >= 0):
		return 0
	case on:
		s.Since = at
		return 1
	}
	s.Max, s.Sum = max(s.Max, at-s.Since), s.Sum+at-s.Since
	s.Since = -1
	return -1
}

// For is how long the state has lasted at time at, 0 when it does not.
func (s *Span) For(at int64) int64 {
	if s.Since < 0 {
		return 0
	}
	return at - s.Since
}

// Longest is the longest time of it until at, one that still lasts included.
func (s *Span) Longest(at int64) int64 { return max(s.Max, s.For(at)) }

// UnownedLongest is the longest time until at that nobody held the queue.
func (q *Queue) UnownedLongest(at int64) int64 { return max(q.UnownedMax, q.UnownedFor(at)) }

// DoubleLongest is the longest time until at that two held it.
func (q *Queue) DoubleLongest(at int64) int64 { return max(q.DoubleMax, q.DoubleFor(at)) }

// SilentFor is how long at time at nobody has completed a message of the queue
// though some wait; 0 before the first completion.
func (q *Queue) SilentFor(at int64) int64 {
	if q.LastComplete < 0 || q.Waiting() == 0 {
		return 0
	}
	return at - q.LastComplete
}

// SilentLongest is the longest time until at between two completions, one that
// still lasts included where messages wait.
func (q *Queue) SilentLongest(at int64) int64 { return max(q.SilenceMax, q.SilentFor(at)) }

// Pulling records that the broker has accepted a pull of queue q by consumer c:
// it was answered with messages or with none, or it is held. From now on a
// message that comes reaches c.
func (g *Group) Pulling(q, c int32, at int64) {
	qu := g.queueOf(q, c)
	if h := qu.hold(c); h != nil && !h.pulling {
		h.pulling = true
		g.pauses(qu, at)
	}
}

// Lock records whether consumer c, which holds queue q, may work on it as far as
// its lock is concerned.
func (g *Group) Lock(q, c int32, valid bool, at int64) {
	qu := g.queueOf(q, c)
	if h := qu.hold(c); h != nil && h.waits == valid {
		h.waits = !valid
		g.pauses(qu, at)
	}
}

// Want records whether consumer c wants queue q and was refused its lock.
func (g *Group) Want(q, c int32, refused bool, at int64) {
	qu := g.queueOf(q, c)
	if qu.want(c, refused) {
		g.pauses(qu, at)
	}
}

// want keeps the list of those refused; false when that changes nothing.
func (q *Queue) want(c int32, refused bool) bool {
	for i, w := range q.wants {
		if w == c {
			if !refused {
				q.wants = append(q.wants[:i], q.wants[i+1:]...)
			}
			return !refused
		}
	}
	if refused {
		q.wants = append(q.wants, c)
	}
	return refused
}

// pauses finds what kind of pause, if any, a queue is in from time at on.
func (g *Group) pauses(q *Queue, at int64) {
	if q.quiet {
		return
	}
	working, free := false, false
	for i := range q.holds {
		h := &q.holds[i]
		free = free || !h.waits
		working = working || h.pulling && !h.waits
	}
	held := len(q.holds) > 0
	first := held && free && !working
	wait := held && !free || !held && len(q.wants) > 0
	g.FirstPull += q.FirstPull.Set(first, at)
	g.LockWait += q.LockWait.Set(wait, at)
	g.Paused += q.Pause.Set(first || wait || q.UnownedSince >= 0, at)
}
