package panel

import (
	"sort"
	"time"

	"ringside/core/trace"
)

// detailWindow is the longest window in which harm is marked with words: in a
// longer one the words would hide each other.
const detailWindow = 20 * time.Second

// EventMark is a harm that the time line names.
type EventMark struct {
	At   time.Duration // since the script's time 0
	Text string        // in the page's language
	Tone string        // its class in the style sheet, as the function Tone says
}

// EventMarks are the harms in a window, at most so many; none when the window
// is too long for words. Of several of a kind in one instant the first is
// named, with the number of the others.
func (l Lang) EventMarks(log *trace.Log, w Window, most int) []EventMark {
	if log == nil || w.Length() > detailWindow {
		return nil
	}
	events := log.Events()
	i := sort.Search(len(events), func(i int) bool { return events[i].At >= int64(w.From) })
	var out []EventMark
	var last *trace.Event
	more := 0
	flush := func() {
		if last == nil {
			return
		}
		text := l.Describe(log, last)
		if more > 0 {
			text += " " + l.Text("event.more", "n", Number(more))
		}
		out = append(out, EventMark{time.Duration(last.At), text, Tone(last)})
		last, more = nil, 0
	}
	for ; i < len(events) && events[i].At <= int64(w.To) && len(out) < most; i++ {
		e := &events[i]
		if !harmful(e.Kind) || isRetry(log, e) {
			continue
		}
		if last != nil && last.Kind == e.Kind && last.Consumer == e.Consumer && e.At-last.At < int64(10*time.Millisecond) {
			more++
			continue
		}
		flush()
		last = e
	}
	flush()
	return out
}

// harmful tells which kinds are named on the time line, beside the script's actions.
func harmful(k trace.Kind) bool {
	switch k {
	case trace.KindUnowned, trace.KindDouble, trace.KindDuplicates, trace.KindSkipped, trace.KindOffsetBack, trace.KindExpire:
		return true
	}
	return false
}

// FreeRow finds a row for one more label among those placed, -1 when there is none.
func FreeRow(placed []PlacedMark, widths []float64, x, width, total float64, rows int) int {
	const gap = 8
	if x+width+gap > total {
		return -1
	}
	for row := range rows {
		free := true
		for i, m := range placed {
			from, to := m.X, m.X+widths[i]
			if m.Left {
				from, to = m.X-widths[i], m.X
			}
			if m.Row == row && x < to+gap && from < x+width+gap {
				free = false
				break
			}
		}
		if free {
			return row
		}
	}
	return -1
}
