package panel

import (
	"ringside/core"
)

// SpanOwner says who held a queue in a span, and how grave that is.
func (l Lang) SpanOwner(v *core.View, kind BarKind, owner, other int, rest, takers []int, all bool) (text, tone string) {
	switch kind {
	case BarShared:
		return l.Shared(v, takers, all), ""
	case BarNever:
		return l.Text("figure.nobody-yet"), "soft"
	case BarNobody:
		return l.Text("lanes.nobody"), "warn"
	case BarDouble:
		return l.together(v, append([]int{owner, other}, rest...)), "bad"
	}
	return nameOf(v, owner), ""
}

// BarText says what a bar of a lane shows.
func (l Lang) BarText(v *core.View, lane *Lane, b *Bar) string {
	span := l.Span(b.To - b.From)
	switch {
	case lane.Consumer >= 0 && b.Kind == BarDouble:
		return l.Text("lanes.tip-shared", "consumer", lane.Name, "n", Number(b.Count), "span", span)
	case lane.Consumer >= 0 && b.Kind == BarShared && b.All:
		return l.Text("lanes.tip-reads", "consumer", lane.Name, "n", Number(b.Count), "span", span)
	case lane.Consumer >= 0 && b.Kind == BarShared:
		return l.Text("lanes.tip-pops", "consumer", lane.Name, "n", Number(b.Count), "span", span)
	case lane.Consumer >= 0:
		return l.Text("lanes.tip-held", "consumer", lane.Name, "n", Number(b.Count), "span", span)
	case lane.Bundled() && b.Kind == BarNobody:
		return l.Text("lanes.tip-none-of", "queue", lane.Name, "n", Number(b.Count), "all", Number(lane.Last-lane.First+1), "span", span)
	case lane.Bundled() && b.Kind == BarDouble:
		return l.Text("lanes.tip-twice-of", "queue", lane.Name, "n", Number(b.Count), "all", Number(lane.Last-lane.First+1), "span", span)
	case lane.Bundled() && b.Kind == BarShared && b.All:
		return l.Text("lanes.tip-all-of", "queue", lane.Name, "n", Number(b.Count), "all", Number(lane.Last-lane.First+1), "span", span)
	case lane.Bundled() && b.Kind == BarShared:
		return l.Text("lanes.tip-pop-of", "queue", lane.Name, "n", Number(b.Count), "all", Number(lane.Last-lane.First+1), "span", span)
	case lane.Bundled():
		return l.Text("lanes.tip-one-of", "queue", lane.Name, "n", Number(b.Count), "all", Number(lane.Last-lane.First+1), "span", span)
	}
	owner, _ := l.SpanOwner(v, b.Kind, b.Owner, b.Other, b.Rest, b.Takers, b.All)
	return l.Text("lanes.tip", "queue", lane.Name, "owner", owner, "span", span)
}
