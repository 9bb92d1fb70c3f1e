package panel

import "time"

// Window is the part of a run that the time line shows: From and To, of a run that
// ends at End.
type Window struct{ From, To, End time.Duration }

// leastWindow is how far the time line can be zoomed in.
const leastWindow = 50 * time.Millisecond

// Whole is the window that shows all of a run.
func Whole(end time.Duration) Window { return Window{0, max(end, 1), max(end, 1)} }

// Length is how much time the window shows.
func (w Window) Length() time.Duration { return w.To - w.From }

// IsWhole tells whether the window shows all of the run.
func (w Window) IsWhole() bool { return w.From <= 0 && w.To >= w.End }

// X is where a time stands in a picture so wide; it may lie outside.
func (w Window) X(at time.Duration, width float64) float64 {
	return width * float64(at-w.From) / float64(w.Length())
}

// At is the time at x, within the run.
func (w Window) At(x, width float64) time.Duration {
	if width <= 0 {
		return w.From
	}
	at := w.From + time.Duration(float64(w.Length())*x/width)
	return min(max(at, 0), w.End)
}

// Zoom makes the window so many times shorter; the time at stays where it is.
func (w Window) Zoom(at time.Duration, factor float64) Window {
	length := time.Duration(float64(w.Length()) / factor)
	length = min(max(length, min(leastWindow, w.End)), w.End)
	at = min(max(at, w.From), w.To)
	share := float64(at-w.From) / float64(w.Length())
	return w.place(at-time.Duration(share*float64(length)), length)
}

// Pan moves the window.
func (w Window) Pan(by time.Duration) Window { return w.place(w.From+by, w.Length()) }

// Show moves the window so that a time is well inside it, if it is not.
func (w Window) Show(at time.Duration) Window {
	switch length := w.Length(); {
	case at < w.From:
		return w.place(at-length/5, length)
	case at > w.To-length/20:
		return w.place(at-length/5, length)
	}
	return w
}

// place puts a window of a length where it fits into the run.
func (w Window) place(from, length time.Duration) Window {
	from = min(max(from, 0), w.End-length)
	return Window{from, from + length, w.End}
}

// Ticks are the times that the axis names: round ones, at least gap pixels apart.
func (w Window) Ticks(width, gap float64) []time.Duration {
	if width <= 0 {
		return nil
	}
	least := time.Duration(float64(w.Length()) * gap / width)
	step := tickSteps[len(tickSteps)-1]
	for _, s := range tickSteps {
		if s >= least {
			step = s
			break
		}
	}
	for step < least {
		step *= 2
	}
	var out []time.Duration
	for at := (w.From + step - 1) / step * step; at <= w.To; at += step {
		out = append(out, at)
	}
	return out
}

var tickSteps = []time.Duration{
	5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
}

// TickText writes a tick as finely as the ticks need it.
func (w Window) TickText(at time.Duration, step time.Duration) string {
	text := Clock(at)
	switch {
	case step >= time.Second:
		return text[:len(text)-4]
	case step >= 100*time.Millisecond:
		return text[:len(text)-2]
	}
	return text
}
