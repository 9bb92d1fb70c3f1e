package panel

import (
	"slices"
	"time"
)

// PlacedMark is a mark of the scrubber with the row its label stands in.
type PlacedMark struct {
	// Index is that of the mark given.
	Index int
	// X is where its line stands, in pixels.
	X float64
	// Row counts from 0 at the top; -1 means that there is no place for the label.
	Row int
	// Left: the label stands left of its line, for want of room on the right.
	Left bool
}

// PlaceMarks finds rows for the marks' labels so that none covers another. At
// are the marks' times in order, widths their labels' widths in pixels. Where
// there is not room for all, those for which first is true go before the rest;
// nil: the earliest go first.
func PlaceMarks(at []time.Duration, widths []float64, first []bool, end time.Duration, width float64, rows int) []PlacedMark {
	const gap = 8 // between two labels
	out := make([]PlacedMark, len(at))
	type span struct{ from, to float64 }
	taken := make([][]span, rows)
	for _, turn := range []bool{true, false} {
		for i := range at {
			if (first != nil && first[i]) != turn {
				continue
			}
			m := PlacedMark{Index: i, Row: -1}
			if end > 0 {
				m.X = width * float64(at[i]) / float64(end)
			}
			place := func(left bool, s span) {
				for row := range taken {
					if m.Row < 0 && s.from >= 0 && !slices.ContainsFunc(taken[row], func(o span) bool { return s.from < o.to && o.from < s.to }) {
						m.Row, m.Left = row, left
						taken[row] = append(taken[row], s)
					}
				}
			}
			fits := m.X+widths[i] <= width
			if fits {
				place(false, span{m.X, m.X + widths[i] + gap})
			}
			// Where there are few rows, either side will do, but for a label that would
			// begin beside another's line and seem to be that one's.
			if from := m.X - widths[i] - gap; (!fits || rows < 3) && !slices.ContainsFunc(at, func(o time.Duration) bool {
				x := width * float64(o) / float64(max(end, 1))
				return from-gap < x && x < from+gap
			}) {
				place(true, span{from, m.X + gap})
			}
			out[i] = m
		}
	}
	return out
}

// LabelWidth estimates how wide a text of 11 px is; characters beyond Latin are twice as wide.
func LabelWidth(s string) float64 {
	w := 0.0
	for _, r := range s {
		if r > 0x2e7f {
			w += 11
		} else {
			w += 6.2
		}
	}
	return w
}
