//go:build js

package panel

import (
	"strconv"

	"ringside/wasm/lab"
)

// measureBar is one figure of an experiment as bars.
type measureBar struct {
	title string
	of    func(*lab.Point) float64
	text  func(*lab.Point) string
}

// barsOf are the figures that an experiment of choices is drawn by: those of
// its table that differ.
func (x *experiment) barsOf(l Lang) []measureBar {
	per := func(n int64, q *lab.Point) float64 { return float64(n) / float64(max(q.Rounds, 1)) }
	out := []measureBar{
		{"experiment.rate", func(q *lab.Point) float64 { return float64(q.Rate) }, func(q *lab.Point) string { return Number(q.Rate) }},
		{"experiment.duplicates", func(q *lab.Point) float64 { return per(q.Duplicates, q) }, func(q *lab.Point) string { return perRound(q.Duplicates, q.Rounds) }},
	}
	if x.of == ExperimentMode {
		return append(out,
			measureBar{"experiment.requests", func(q *lab.Point) float64 { return per(q.Requests, q) }, func(q *lab.Point) string { return perRound(q.Requests, q.Rounds) }},
			measureBar{"experiment.latency", func(q *lab.Point) float64 { return q.Latency.Seconds() }, func(q *lab.Point) string { return l.Span(q.Latency) }})
	}
	return append(out, measureBar{"experiment.pause", func(q *lab.Point) float64 { return q.PauseMax.Seconds() }, func(q *lab.Point) string { return l.Span(q.PauseMax) }})
}

// bars draws one figure of each variant, the longest bar for the largest; the
// table below says the same to those who do not see it.
func (x *experiment) bars(p *Panel, m measureBar) elem {
	points := x.sweep.Points()
	most := 0.0
	for i := range points {
		if points[i].Err == nil {
			most = max(most, m.of(&points[i]))
		}
	}
	list := el("div", "bar-rows")
	for i := range points {
		q := &points[i]
		bar, value := el("i", "amount"), "–"
		share := 0.0
		if q.Err == nil {
			value = m.text(q)
			share = m.of(q) / max(most, 1e-9)
		}
		property(bar, "width", strconv.FormatFloat(100*share, 'f', 1, 64)+"%")
		with(list, el("span", "bar-name", p.lang.SeriesText(x.of, q.Series)), el("span", "bar-track", bar), el("span", "bar-value", value))
	}
	return el("figure", "figure bars", attr{"aria-hidden", "true"}, el("figcaption", "", p.lang.Text(m.title)), list)
}
