package ledger

// Topic sums up the queues of one topic for a group that reads several. A group of
// one topic is that topic, and keeps none.
type Topic struct {
	// Due, Completions, Distinct, Duplicates and Unowned are as in Totals, of the
	// topic's queues.
	Due, Completions, Distinct, Duplicates int64
	Unowned                                int
	// BacklogPeak is the highest Backlog of the topic seen.
	BacklogPeak int64
	// lost counts the messages that wait no longer because nobody will complete them.
	lost int64
}

// Backlog is the number of the topic's messages that wait, as Totals.Backlog.
func (t *Topic) Backlog() int64 { return t.Due - t.Distinct - t.lost }

// endsWaiting tells whether a message lost for this reason counts in no backlog any more.
func (l Loss) endsWaiting() bool { return l.Skips() || l == LossUnwanted || l == LossDead }

// Divide has the group sum up each of its topics from now on; topics are their
// queues. Topics that it has already go on, so that they must come first and in the
// same order. While a group had one topic its own backlog was the topic's, and so
// was the peak.
func (g *Group) Divide(topics [][]int32) {
	first := len(g.Topics) == 0
	for i := len(g.Topics); i < len(topics); i++ {
		t := &Topic{}
		for _, q := range topics[i] {
			t.add(&g.Queues[q])
			g.Queues[q].topic = t
		}
		if t.BacklogPeak = t.Backlog(); i == 0 && first {
			t.BacklogPeak = g.BacklogPeak
		}
		g.Topics = append(g.Topics, t)
	}
}

// add adds what a queue has had so far.
func (t *Topic) add(q *Queue) {
	t.Due, t.Completions, t.Distinct, t.Duplicates = t.Due+q.Due, t.Completions+q.Completions, t.Distinct+q.Distinct, t.Duplicates+q.Duplicates
	for l := range NumLosses {
		if l.endsWaiting() {
			t.lost += q.LostBy[l]
		}
	}
	if q.UnownedSince >= 0 {
		t.Unowned++
	}
}

// more counts n more messages of the topic that wait.
func (t *Topic) more(n int64) {
	t.Due += n
	if t.Due-t.Distinct > t.BacklogPeak {
		t.BacklogPeak = max(t.BacklogPeak, t.Backlog())
	}
}
