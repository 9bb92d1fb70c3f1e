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
