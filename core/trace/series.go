package trace

// SeriesStep is the resolution of a Series in simulated nanoseconds: 100 ms.
const SeriesStep = 100_000_000

// Series are figures of one consumer group at a fixed resolution; entry i is
// about the step that ends at (i+1) × SeriesStep.
type Series struct {
	// Backlog is the number of messages appended and not yet completed, at the end of the step.
	Backlog []int32
	// Completions and Duplicates count those that ended in the step.
	Completions, Duplicates []int32
	// Unowned is the number of queues that nobody held at the end of the step.
	Unowned []int32

	completions, duplicates int64
}

// Sample ends a step with the totals reached so far.
func (s *Series) Sample(backlog, completions, duplicates int64, unowned int) {
	s.Backlog = append(s.Backlog, int32(min(backlog, 1<<31-1)))
	s.Completions = append(s.Completions, int32(completions-s.completions))
	s.Duplicates = append(s.Duplicates, int32(duplicates-s.duplicates))
	s.Unowned = append(s.Unowned, int32(unowned))
	s.completions, s.duplicates = completions, duplicates
}

// Steps is the number of steps ended.
func (s *Series) Steps() int { return len(s.Backlog) }

// Bounded is a Series of bounded length: where it would get longer, two entries
// become one of twice the step. Such an entry has the higher Backlog and Unowned of
// the two, and the sum of their Completions and of their Duplicates.
type Bounded struct {
	Series
	// Per is the number of SeriesSteps of an entry: 1, 2, 4, …
	Per int

	backlog int64 // of the entry under way
	unowned int
	steps   int
}

// Sample ends a step of SeriesStep with the totals reached so far; limit is the
// most entries that the series may have, 2 at least.
func (b *Bounded) Sample(backlog, completions, duplicates int64, unowned, limit int) {
	b.Per = max(b.Per, 1)
	b.backlog, b.unowned = max(b.backlog, backlog), max(b.unowned, unowned)
	if b.steps++; b.steps < b.Per {
		return
	}
	for b.Steps() >= max(limit, 2) {
		b.halve()
		if b.steps < b.Per {
			return
		}
	}
	b.Series.Sample(b.backlog, completions, duplicates, b.unowned)
	b.backlog, b.unowned, b.steps = 0, 0, 0
}

// halve makes one entry of two. An odd one at the end goes back into the entry
// under way.
func (b *Bounded) halve() {
	n := b.Steps() / 2
	for i := range n {
		b.Backlog[i] = max(b.Backlog[2*i], b.Backlog[2*i+1])
		b.Unowned[i] = max(b.Unowned[2*i], b.Unowned[2*i+1])
		b.Completions[i] = b.Completions[2*i] + b.Completions[2*i+1]
		b.Duplicates[i] = b.Duplicates[2*i] + b.Duplicates[2*i+1]
	}
	if odd := b.Steps() - 2*n; odd > 0 {
		last := b.Steps() - 1
		b.backlog, b.unowned = max(b.backlog, int64(b.Backlog[last])), max(b.unowned, int(b.Unowned[last]))
		b.completions, b.duplicates = b.completions-int64(b.Completions[last]), b.duplicates-int64(b.Duplicates[last])
		b.steps += b.Per
	}
	b.Backlog, b.Unowned, b.Completions, b.Duplicates = b.Backlog[:n], b.Unowned[:n], b.Completions[:n], b.Duplicates[:n]
	b.Per *= 2
}

// Follow puts in what another series of the same steps has had so far.
func (b *Bounded) Follow(s *Series, limit int) {
	completions, duplicates := int64(0), int64(0)
	for i := range s.Backlog {
		completions, duplicates = completions+int64(s.Completions[i]), duplicates+int64(s.Duplicates[i])
		b.Sample(int64(s.Backlog[i]), completions, duplicates, int(s.Unowned[i]), limit)
	}
}
