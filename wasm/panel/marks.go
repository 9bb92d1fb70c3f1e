package panel

import "time"

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
// are the marks' times in order, widths their labels' widths in pixels.
func PlaceMarks(at []time.Duration, widths []float64, end time.Duration, width float64, rows int) []PlacedMark {
	const gap = 8 // between two labels
	out := make([]PlacedMark, 0, len(at))
	taken := make([]float64, rows) // the right end of what stands in each row
	for i := range at {
		m := PlacedMark{Index: i, Row: -1}
		if end > 0 {
			m.X = width * float64(at[i]) / float64(end)
		}
		from := m.X
		if m.X+widths[i]+gap > width {
			m.Left = true
			from = m.X - widths[i] - gap
		}
		for row := range taken {
			if from >= taken[row] {
				m.Row = row
				taken[row] = from + widths[i] + gap
				break
			}
		}
		out = append(out, m)
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
