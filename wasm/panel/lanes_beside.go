package panel

import "time"

// beside is where words about a stretch stand: at x, on the bar of an owner,
// before the stretch or after it.
type beside struct {
	x      float64
	owner  int
	before bool
}

// placeBeside finds room of the given width on a bar with one owner that ends
// where b begins, or else on one that begins where b ends, without covering the
// owner's name at the bar's left, which takes what name says. x gives the place
// of a time and whole the width in sight, all in pixels; false without room.
func placeBeside(bars []Bar, b *Bar, width, whole float64, x func(time.Duration) float64, name func(owner int) float64) (beside, bool) {
	const gap = 3
	var after beside
	found := false
	for i := range bars {
		o := &bars[i]
		if o.Kind != BarOwned || o.Owner < 0 {
			continue
		}
		from, to := max(x(o.From), 0)+name(o.Owner), min(x(o.To), whole)
		switch {
		case o.To == b.From && to-gap-width >= from:
			return beside{to - gap - width, o.Owner, true}, true
		case o.From == b.To && from+gap+width <= to:
			after, found = beside{from + gap, o.Owner, false}, true
		}
	}
	return after, found
}
