package report

import (
	"cmp"
	"slices"
	"time"

	"ringside/core/script"
)

// Report is the run up to now under the given name.
func (r *Recorder) Report(name string, now time.Duration) *Report {
	rep := &Report{
		Name: name, System: r.sc.Protocol + " (simulated by ringside)", Client: clients(r.sc), What: r.what(name),
		Setup: setup(r.sc), Actions: []Action{}, Life: r.life, Rebalances: []Rebalance{},
		Ownership: orEmpty(r.own.rows), Members: orEmpty(r.members), Events: orEmpty(r.events), Commits: orEmpty(r.commits),
		Deliveries: r.deliveries(), Duplicates: r.duplicates(), Committed: r.offsets(now),
		Produced: map[string]Produced{}, Notes: r.notes(),
	}
	for _, a := range r.acts {
		if a.T <= now.Milliseconds() {
			rep.Actions = append(rep.Actions, a)
		}
	}
	for _, b := range r.rebs {
		rep.Rebalances = append(rep.Rebalances, *b)
	}
	for q, p := range r.produced {
		if p.Count > 0 {
			rep.Produced[r.names.queue(int32(q))] = p
		}
	}
	rep.DuplicatesByAction = r.repeats()
	rep.Retries = r.retries()
	rep.Totals = r.totals(now)
	return rep
}

// notes say what the lists leave out.
func (r *Recorder) notes() []string {
	out := []string{}
	for _, c := range r.sc.Consumers {
		if c.Settings.Commit != script.CommitInterval {
			out = append(out, "commits does not list the offsets that sync and async commits send with each batch; committed follows them by the pulls that carry the same offset.")
			break
		}
	}
	return out
}

// what is the script's English title, any other, or the name.
func (r *Recorder) what(name string) string {
	for _, w := range r.sc.Title {
		if w.Lang == "en" {
			return w.Text
		}
	}
	if len(r.sc.Title) > 0 {
		return r.sc.Title[0].Text
	}
	return name
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func (r *Recorder) deliveries() []Delivery {
	out := []Delivery{}
	for _, g := range r.groups {
		for _, run := range g.runs {
			if run.count == 0 {
				continue
			}
			out = append(out, Delivery{r.names.queue(run.queue), r.names.consumer(run.consumer), run.first, run.last, run.count, run.start, run.end})
		}
	}
	slices.SortStableFunc(out, func(a, b Delivery) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

func (r *Recorder) duplicates() Duplicates {
	rows := 0
	for _, g := range r.groups {
		rows += len(g.rows)
	}
	out := Duplicates{Rows: []Duplicate{}}
	if rows > MaxDuplicateRows {
		out.PerQueue = r.perQueue(func(t *tally) int64 { return t.repeats })
		return out
	}
	for gi, g := range r.groups {
		for _, d := range g.rows {
			row := Duplicate{Queue: r.names.queueOf(d.queue, gi), Offset: d.offset}
			for _, b := range d.by {
				row.By = append(row.By, By{r.names.consumer(b.consumer), b.end})
			}
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// perQueue collects a figure of every group's queues, zeros left out.
func (r *Recorder) perQueue(figure func(*tally) int64) map[string]int64 {
	out := map[string]int64{}
	for gi, g := range r.groups {
		for q := range g.queues {
			if v := figure(&g.queues[q]); v != 0 {
				out[r.names.queueOf(int32(q), gi)] = v
			}
		}
	}
	return out
}

func (r *Recorder) repeats() []Repeats {
	out := []Repeats{}
	for i := -1; i < len(r.acts); i++ {
		rep := Repeats{PerQueue: map[string]int64{}, Action: Action{Word: "begin"}}
		if i >= 0 {
			rep.Action = r.acts[i]
		}
		for gi, g := range r.groups {
			for q, n := range g.repeats[i] {
				rep.PerQueue[r.names.queueOf(q, gi)] += n
				rep.Count += n
			}
		}
		if rep.Count > 0 {
			out = append(out, rep)
		}
	}
	return out
}

// offsets are the committed rows, with a last one for what thinning held back.
func (r *Recorder) offsets(now time.Duration) []Committed {
	out := slices.Clone(r.committed)
	for g := range r.groups {
		for q := range r.names.queues {
			if s := r.stored[[2]int32{int32(g), int32(q)}]; s != nil && s.written != s.offset {
				out = append(out, Committed{now.Milliseconds(), r.names.queueOf(int32(q), g), s.offset})
			}
		}
	}
	return orEmpty(out)
}

func (r *Recorder) totals(now time.Duration) Totals {
	t := Totals{
		DurationMS: now.Milliseconds(), NotCompletedPerQueue: map[string][3]int64{},
		MaxUnownedMS: map[string]int64{}, MaxDoubleMS: map[string]int64{}, MaxSilenceMS: map[string][2]int64{},
		RebalanceRuns: map[string]int{},
	}
	for _, p := range r.produced {
		t.Produced += p.Count
	}
	for gi, g := range r.groups {
		t.Distinct += g.distinct
		t.Completions += g.completions
		t.Interrupted += g.interrupted
		t.Failed += g.failed
		for q := range g.queues {
			r.queueTotals(&t, gi, int32(q), int64(now))
		}
	}
	t.Duplicates = t.Completions - t.Distinct
	t.DuplicatesPerQueue = r.perQueue(func(t *tally) int64 { return t.repeats })
	for _, c := range r.sc.Consumers {
		if _, started := r.life[c.Name]["start"]; started {
			t.RebalanceRuns[c.Name] = r.runs[c.Name]
		}
	}
	t.Order = r.orderTotals()
	t.DeadLetters, t.Lost = r.lost()
	switch {
	case slices.Contains(r.names.alone, true):
		t.Counting = "per consumer"
	case r.names.many:
		t.Counting = "per group"
	}
	return t
}

// queueTotals adds the figures of one queue of one group.
func (r *Recorder) queueTotals(t *Totals, group int, q int32, now int64) {
	if !r.subscribed(group, q) {
		return
	}
	name, n := r.names.queueOf(q, group), &r.groups[group].queues[q]
	missing := r.missing(group, q)
	if missing[0] > 0 {
		t.NotCompletedAtEnd += missing[0]
		t.NotCompletedPerQueue[name] = missing
	}
	if r.names.queues[q].retry || r.names.broadcasts(group) {
		return
	}
	unowned, double := r.harm(group, q, now)
	t.MaxUnownedMS[name] = ms(unowned)
	if double > 0 {
		t.MaxDoubleMS[name] = ms(double)
	}
	if n.last >= 0 {
		long, at := n.silence, n.silentAt
		// A queue in which nothing waits is not silent, it is done.
		if missing[0] > 0 && now-n.last > long {
			long, at = now-n.last, n.last
		}
		t.MaxSilenceMS[name] = [2]int64{ms(long), ms(at)}
	}
}

// missing is [count, first, last] of a queue's messages that the group has not
// completed; where some of its members broadcast, those who share the queue.
func (r *Recorder) missing(group int, q int32) [3]int64 {
	p, n := r.produced[q], &r.groups[group].queues[q]
	out := [3]int64{p.Count - n.shared, -1, -1}
	if r.names.broadcasts(group) {
		out[0] = p.Count - n.distinct
	}
	if out[0] <= 0 {
		return [3]int64{}
	}
	for o := p.First; o <= p.Last; o++ {
		if o < int64(len(n.first)) && n.first[o] != 0 {
			continue
		}
		if out[1] < 0 {
			out[1] = o
		}
		out[2] = o
	}
	return out
}

// harm is the longest time, in ns, that nobody and that more than one held a
// queue, what still lasts at now included.
func (r *Recorder) harm(group int, q int32, now int64) (unowned, double int64) {
	s := r.own.spans[[2]int{group, int(q)}]
	if s == nil {
		return 0, 0
	}
	open := *s
	open.close(now)
	return open.unowned, open.double
}

// subscribed says whether a queue is of a topic that the group reads.
func (r *Recorder) subscribed(group int, q int32) bool {
	x := r.names.queues[q]
	if x.retry {
		return x.group == group
	}
	return slices.Contains(r.topics[group], x.topic)
}
