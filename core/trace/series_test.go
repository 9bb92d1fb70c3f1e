package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Seven steps with at most four entries: after four of one step each the fifth makes
// them two of two steps, and itself half of a third.
//
//	step         1  2 | 3  4 | 5  6 | 7
//	backlog      1  5 | 2  0 | 7  3 | 9
//	completions  2  1 | 0  3 | 4  1 | 1
func TestBoundedSeries(t *testing.T) {
	b, done := Bounded{}, int64(0)
	for i, backlog := range []int64{1, 5, 2, 0, 7, 3, 9} {
		done += []int64{2, 1, 0, 3, 4, 1, 1}[i]
		b.Sample(backlog, done, 10*done, i, 4)
	}
	assert.Equal(t, 2, b.Per)
	assert.Equal(t, []int32{5, 2, 7}, b.Backlog)
	assert.Equal(t, []int32{3, 3, 5}, b.Completions)
	assert.Equal(t, []int32{30, 30, 50}, b.Duplicates)
	assert.Equal(t, []int32{1, 3, 5}, b.Unowned)
}

// Whatever the limit does, no step is lost, none is counted twice, and there are
// never more entries than allowed.
func TestBoundedSeriesLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var plain Series
		var b Bounded
		limit := rapid.IntRange(2, 40).Draw(t, "limit")
		completions, duplicates := int64(0), int64(0)
		for range rapid.IntRange(0, 300).Draw(t, "steps") {
			backlog := rapid.Int64Range(0, 9).Draw(t, "backlog")
			completions += rapid.Int64Range(0, 3).Draw(t, "completions")
			duplicates += rapid.Int64Range(0, 2).Draw(t, "duplicates")
			if rapid.IntRange(0, 50).Draw(t, "another topic") == 0 {
				limit = max(2, limit-3)
			}
			plain.Sample(backlog, completions, duplicates, int(backlog/2))
			b.Sample(backlog, completions, duplicates, int(backlog/2), limit)
			if b.Steps() > limit && b.steps == 0 {
				t.Fatalf("%d entries of %d", b.Steps(), limit)
			}
		}
		if n := b.Steps()*b.Per + b.steps; n != plain.Steps() {
			t.Fatalf("%d entries of %d and %d steps make %d, not %d", b.Steps(), b.Per, b.steps, n, plain.Steps())
		}
		for i := range b.Steps() {
			highest, sum, twice := int32(0), int32(0), int32(0)
			for k := i * b.Per; k < (i+1)*b.Per; k++ {
				highest, sum, twice = max(highest, plain.Backlog[k]), sum+plain.Completions[k], twice+plain.Duplicates[k]
			}
			if b.Backlog[i] != highest || b.Unowned[i] != highest/2 || b.Completions[i] != sum || b.Duplicates[i] != twice {
				t.Fatalf("entry %d: %d %d %d, not %d %d %d", i, b.Backlog[i], b.Completions[i], b.Duplicates[i], highest, sum, twice)
			}
		}
	})
}
