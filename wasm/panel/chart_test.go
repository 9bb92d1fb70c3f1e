package panel

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"ringside/wasm/play"
)

func TestBucketKeepsPeaks(t *testing.T) {
	var c Chart
	// 10 steps of a 1 s run in 5 columns: two steps each.
	peaks := c.Bucket(Whole(time.Second), 100*time.Millisecond,
		[]int32{1, 5, 2, 2, 9, 0}, []int32{0, 1, 2, 0, 0, 4}, 5)
	assert.Equal(t, Peaks{9, 4}, peaks)
	assert.Equal(t, []int32{5, 2, 9}, c.backlog)
	assert.Equal(t, []int32{1, 2, 4}, c.duplicates)
}

func TestPaths(t *testing.T) {
	var c Chart
	line, area, bars := c.Paths(c.Bucket(Whole(4*time.Second), time.Second, []int32{0, 82, 41}, []int32{0, 0, 3}, 100))
	// Columns are 1000/4 wide; 82 is the peak and stands chartHead = 18 below the top.
	assert.Equal(t, "M0 100L250 18L500 59", line)
	assert.Equal(t, line+"V100H0V100z", area)
	assert.Equal(t, "M500 100v-34h200v34z", bars)
}

// A zoomed chart shows its window's steps, those at its edges included.
func TestPathsOfAWindow(t *testing.T) {
	var c Chart
	w := Window{1500 * time.Millisecond, 3500 * time.Millisecond, 10 * time.Second}
	line, _, _ := c.Paths(c.Bucket(w, time.Second, []int32{9, 10, 20, 5, 9}, nil, 100))
	// The steps at 1, 2 and 3 s stand at -250, 250 and 750; 20 is the peak: 100-82×10/20 = 59, 18, 100-82×5/20 = 79.5.
	assert.Equal(t, "M-250 59L250 18L750 79.5", line)
}

func TestNoChartWithoutARun(t *testing.T) {
	var c Chart
	line, area, bars := c.Paths(c.Bucket(Window{}, 0, nil, nil, 100))
	assert.Empty(t, line+area+bars)
}

// Two owners less, one again: the line steps at the times of the levels.
func TestUnownedPath(t *testing.T) {
	s := time.Second
	levels := []play.Level{{}, {At: 2 * s, Unowned: 2}, {At: 3 * s, Unowned: 1}, {At: 5 * s}, {At: 9 * s, Unowned: 1}}
	assert.Equal(t, "M200 100V40H300V70H500V100M900 100V70H1000V100", UnownedPath(Whole(10*s), levels, 10*s))
	assert.Equal(t, "M0 100V70H250V100", UnownedPath(Window{4 * s, 8 * s, 10 * s}, levels, 10*s))
	assert.Empty(t, UnownedPath(Window{5 * s, 8 * s, 10 * s}, levels, 10*s))
}

func TestRebalancePath(t *testing.T) {
	s := time.Second
	assert.Equal(t, "M200 101V107M500 101V107", RebalancePath(Whole(10*s), []time.Duration{2 * s, 2*s + 1, 5 * s}))
}

// Whatever the series, the chart stays in its box and is not longer than its columns.
func TestChartIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		series := rapid.SliceOf(rapid.Int32Range(0, 1<<30)).Draw(t, "backlog")
		dups := rapid.SliceOf(rapid.Int32Range(0, 1000)).Draw(t, "duplicates")
		end := time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "end"))
		columns := rapid.IntRange(1, 50).Draw(t, "columns")
		var c Chart
		line, _, _ := c.Paths(c.Bucket(Whole(end), 100*time.Millisecond, series, dups, columns))
		if n := strings.Count(line, "L") + strings.Count(line, "M"); n > columns {
			t.Fatalf("%d points in %d columns", n, columns)
		}
		if strings.Contains(line, "-") {
			t.Fatalf("outside the box: %s", line)
		}
	})
}

func TestPlaceMarks(t *testing.T) {
	s := time.Second
	got := PlaceMarks([]time.Duration{0, 1 * s, 2 * s, 50 * s, 99 * s}, []float64{60, 60, 60, 60, 60}, nil, 100*s, 1000, 2)
	assert.Equal(t, []PlacedMark{
		{Index: 0, X: 0, Row: 0},
		{Index: 1, X: 10, Row: 1},  // the first is in its way
		{Index: 2, X: 20, Row: -1}, // both rows are taken
		{Index: 3, X: 500, Row: 0},
		{Index: 4, X: 990, Row: 0, Left: true}, // no room on the right
	}, got)
}

// In one row a freeze soon after three joins is named, and they are not.
func TestPlaceMarksFirst(t *testing.T) {
	s := time.Second
	at, widths, first := []time.Duration{1 * s, 2 * s, 37 * s}, []float64{60, 60, 70}, []bool{false, false, true}
	rows := func(first []bool) (out []int) {
		for _, m := range PlaceMarks(at, widths, first, 240*s, 330, 1) {
			out = append(out, m.Row)
		}
		return out
	}
	assert.Equal(t, []int{-1, -1, 0}, rows(first), "the freeze stands at 330*37/240 = 51 px, within the first join's 60")
	assert.Equal(t, []int{0, -1, -1}, rows(nil))
}

// In one row a burst before a kill stands on its line's other side: at 92 px,
// the kill at 110 px with its 60 to the right.
func TestPlaceMarksOnEitherSide(t *testing.T) {
	s := time.Second
	got := PlaceMarks([]time.Duration{50 * s, 60 * s}, []float64{70, 60}, []bool{false, true}, 180*s, 330, 1)
	assert.Equal(t, []PlacedMark{{Index: 0, X: 330.0 * 50 / 180, Row: 0, Left: true}, {Index: 1, X: 110, Row: 0}}, got)
}

// A label left of its line would seem another's, if it began beside that one's
// line: the kill at 242 px, the join at 161 px, and the label begins 8 px after that.
func TestPlaceMarksNotBesideAnothersLine(t *testing.T) {
	s := time.Second
	at, widths := []time.Duration{44 * s, 60 * s, 66 * s}, []float64{75, 100, 81}
	got := PlaceMarks(at, widths, []bool{false, false, true}, 90*s, 330, 2)
	assert.False(t, got[2].Left, "the kill has the right side free")
	assert.Equal(t, 0, got[2].Row)
	assert.Equal(t, 1, got[0].Row, "the join ends 6 px from the kill, less than the gap")

	// With no room on the right, beside the window's end, the label stays away.
	got = PlaceMarks([]time.Duration{70 * s, 85 * s}, []float64{40, 47}, []bool{false, true}, 90*s, 330, 1)
	assert.Equal(t, -1, got[1].Row, "it would begin at 257 px, beside the line at 257 px")
}

// No label covers another one.
func TestMarksDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "n")
		at := make([]time.Duration, n)
		widths := make([]float64, n)
		now := time.Duration(0)
		for i := range n {
			now += time.Duration(rapid.Int64Range(0, int64(10*time.Second)).Draw(t, "gap"))
			at[i], widths[i] = now, float64(rapid.IntRange(5, 150).Draw(t, "width"))
		}
		first := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "first")
		placed := map[int][][2]float64{}
		for _, m := range PlaceMarks(at, widths, first, now+time.Second, 900, 3) {
			if m.Row < 0 {
				continue
			}
			from := m.X
			if m.Left {
				from -= widths[m.Index]
			}
			to := from + widths[m.Index]
			for _, o := range placed[m.Row] {
				if from < o[1] && o[0] < to {
					t.Fatalf("mark %d stands from %v to %v, where another has %v", m.Index, from, to, o)
				}
			}
			placed[m.Row] = append(placed[m.Row], [2]float64{from, to})
		}
	})
}
