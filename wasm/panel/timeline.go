//go:build js

package panel

import (
	"strconv"
	"time"

	"ringside/core/script"
)

// timeline is the chart of a run with its scrubber, and below it the lanes that
// say who held which queue when.
type timeline struct {
	elem
	window Window

	tracks                     elem // chart and lanes, which have one axis
	box                        elem // the chart
	scrub                      elem
	valueText                  *attrCache
	playhead, ahead            elem
	area, line, bars           *attrCache
	rival, rivalBars           *attrCache
	unowned, rebalances        *attrCache
	marks, lines               elem
	ticks                      elem
	peak                       *cell
	rivalKey                   elem
	whole                      *cell // the name of the rebalances, which are the group's
	tip                        *cell
	legend                     elem
	zoomBar, thumb             elem
	zoomIn, zoomOut, zoomWhole elem
	toggle                     elem
	arrow                      *attrCache
	lanes                      *lanes

	chart, other Chart
	drawn        string // what the chart shows
	drawnAt      int64  // tick of the last drawing
	at           string
	width, grow  float64 // of the chart; of the type ([Grown])
	most         int64   // the highest backlog seen
	input        pointers
}

// gutter is the room for names left of the tracks, in CSS pixels; the style
// sheet has the same.
const (
	gutterWide   = 58
	gutterNarrow = 40
)

func newTimeline(p *Panel) *timeline {
	l := p.lang
	t := &timeline{window: Whole(0)}
	if p.dock != nil {
		t.window = p.dock.line.window
	}
	path := func(class string) *attrCache { return &attrCache{elem: svg("path", attr{"class", class}), name: "d"} }
	t.line, t.area, t.bars = path("line"), path("area"), path("bars")
	t.rival, t.rivalBars = path("rival"), path("rival-bars")
	t.unowned, t.rebalances = path("unowned"), path("rebalances")
	t.lines = svg("g")
	t.scrub = el("input", "range", attr{"type", "range"}, attr{"id", "scrub"}, attr{"min", "0"}, attr{"step", "1"},
		attr{"data-live", "1"}, attr{"aria-label", l.Text("time.scrub")}, act("scrub", ""))
	t.valueText = &attrCache{elem: t.scrub, name: "aria-valuetext"}
	t.playhead = el("div", "playhead", attr{"aria-hidden", "true"})
	t.ahead = el("div", "ahead", attr{"aria-hidden", "true"})
	t.marks = el("div", "marks")
	t.box = el("div", "chart",
		svg("svg", attr{"class", "plot"}, attr{"viewBox", "0 0 1000 108"}, attr{"preserveAspectRatio", "none"}, attr{"aria-hidden", "true"},
			t.area.elem, t.line.elem, t.rival.elem, t.bars.elem, t.rivalBars.elem, t.unowned.elem, t.rebalances.elem, t.lines),
		t.scrub, t.marks, el("span", "chart-name", l.Text("chart.backlog"), attr{"aria-hidden", "true"}))
	t.lanes = newLanes(p)
	t.tracks = el("div", "tracks", t.box, t.lanes.elem, t.lanes.rest.elem, el("div", "heads", attr{"aria-hidden", "true"}, t.ahead, t.playhead))
	t.ticks = el("div", "ticks soft", attr{"aria-hidden", "true"})
	t.thumb = el("div", "thumb")
	t.zoomBar = el("div", "zoombar", attr{"aria-hidden", "true"}, t.thumb)
	t.elem = el("div", "timeline", t.tracks, t.ticks, t.zoomBar, t.foot(p))
	t.lanes.window = t.window
	t.listen(p)
	return t
}

// foot is the row below the tracks: what they show and how to zoom.
func (t *timeline) foot(p *Panel) elem {
	l := p.lang
	zoom := func(id, name, key, arg string) elem {
		return button("btn icon small", "", "zoom", arg, attr{"id", id}, icon(name), attr{"aria-label", l.Text(key)}, attr{"title", l.Text(key)})
	}
	t.zoomOut, t.zoomIn = zoom("zoom-out", "minus", "zoom.out", "out"), zoom("zoom-in", "plus", "zoom.in", "in")
	t.zoomWhole = zoom("zoom-whole", "whole", "zoom.whole", "whole")
	picture := icon("down")
	t.arrow = &attrCache{elem: wrap(picture.Underlying().Get("firstChild")), name: "d"}
	t.toggle = with(button("btn small", "", "lanes", "", attr{"id", "lanes-on"}, attr{"aria-controls", "lanes"}),
		picture, el("span", "", l.Text("lanes.toggle")))
	t.peak = newCell("span", "")
	t.tip, t.whole = newCell("span", "tip"), newCell("span", "")
	t.rivalKey = el("span", "", el("i", "key rival"), l.Text("chart.rival"))
	sign := func(class, key string) []any { return []any{el("i", "key "+class), l.Text(key)} }
	item := func(parts ...any) elem { return el("span", "", parts...) }
	t.legend = el("span", "legend",
		item(append(sign("backlog", "chart.backlog"), " ", t.peak.elem)...), t.rivalKey, item(sign("duplicates", "chart.duplicates")...),
		item(sign("unowned", "chart.unowned")...), item(el("i", "key rebalances"), t.whole.elem))
	return el("div", "foot", t.toggle, t.lanes.tools, el("div", "say", t.legend, t.tip.elem),
		el("div", "zooms", t.zoomOut, t.zoomIn, t.zoomWhole))
}

// nameWhole says that the rebalances are the group's when the rest is one topic's.
func (t *timeline) nameWhole(p *Panel) {
	text := p.lang.Text("chart.rebalances")
	if p.pg.View().OneTopic() {
		text = p.lang.Text("chart.of-group", "series", text)
	}
	t.whole.set(text)
}

// gutter is the width of the names' column now.
func (t *timeline) gutter() float64 {
	if narrow() {
		return gutterNarrow
	}
	return gutterWide * t.grow
}

// enlarged has everything drawn anew that is measured in the type's size.
func (t *timeline) enlarged() {
	t.drawn, t.lanes.window, t.lanes.stale = "", Window{}, true
}

func (t *timeline) update(p *Panel, fresh bool) {
	now, end := p.pg.Now(), p.pg.End()
	t.grow, t.lanes.grow = p.grow, p.grow
	if t.window.End != max(end, 1) {
		t.window = Whole(end)
	}
	if p.pg.Playing() && !t.input.scrubbing {
		t.window = t.window.Show(now)
	}
	if fresh {
		t.scrub.SetAttribute("max", strconv.FormatInt(max(end.Milliseconds(), 1), 10))
		t.drawn, t.most = "", 0
	}
	if p.standing() && (fresh || t.lanes.window != t.window) {
		t.lanes.window = t.window
		t.placeMarks(p)
		t.placeTicks()
		t.placeThumb()
		t.drawn = ""
	}
	t.most = max(t.most, p.pg.View().Counted().BacklogPeak)
	setValue(t.scrub, strconv.FormatInt(now.Milliseconds(), 10))
	t.valueText.set(p.lang.TimeValue(now, end, p.pg.View(), p.pg.Series()))
	show(t.rivalKey, p.pg.RivalView() != nil)
	t.nameWhole(p)
	t.place(now)
	if p.standing() {
		t.draw(p)
	}
	t.lanes.update(p, fresh)
	t.dress()
}

// dress puts the state into the buttons.
func (t *timeline) dress() {
	t.toggle.SetAttribute("aria-expanded", strconv.FormatBool(t.lanes.open))
	t.arrow.set(map[bool]string{true: icons["down"], false: icons["right"]}[t.lanes.open])
	disable(t.zoomWhole, t.window.IsWhole())
	disable(t.zoomOut, t.window.IsWhole())
}

// place moves the playhead.
func (t *timeline) place(now time.Duration) {
	share := t.window.X(now, 1)
	at := strconv.FormatFloat(share*100, 'f', 2, 64)
	if at == t.at {
		return
	}
	t.at = at
	show(t.playhead, share >= 0 && share <= 1)
	property(t.playhead, "left", at+"%")
	property(t.ahead, "left", strconv.FormatFloat(min(max(share, 0), 1)*100, 'f', 2, 64)+"%")
}

// draw draws the series when they have grown, a few times a second.
func (t *timeline) draw(p *Panel) {
	s, h := p.pg.Series(), p.pg.History()
	sign := strconv.Itoa(len(s.Backlog)) + " " + strconv.Itoa(len(h.Rebalances()))
	rs := p.pg.RivalSeries()
	if v := p.pg.RivalView(); v != nil && !showAlike(p.pg.View(), v) {
		rs = nil // that run has no such topic
	}
	if rs != nil {
		sign += " " + strconv.Itoa(len(rs.Backlog))
	}
	if sign == t.drawn || t.drawn != "" && p.tick-t.drawnAt < 2*updateEvery {
		return
	}
	t.drawn, t.drawnAt = sign, p.tick
	if t.window.Length() <= detailWindow {
		t.placeMarks(p) // more may have happened
	}
	columns := max(int(t.chartWidth())/3, 60)
	peaks := t.chart.Bucket(t.window, s.Step, s.Backlog, s.Duplicates, columns)
	if rs != nil {
		peaks = peaks.Most(t.other.Bucket(t.window, rs.Step, rs.Backlog, rs.Duplicates, columns))
		line, _, bars := t.other.Paths(peaks)
		t.rival.set(line)
		t.rivalBars.set(bars)
	} else {
		t.rival.set("")
		t.rivalBars.set("")
	}
	line, area, bars := t.chart.Paths(peaks)
	t.line.set(line)
	t.area.set(area)
	t.bars.set(bars)
	t.unowned.set(UnownedPath(t.window, h.Levels(), h.Reach()))
	t.rebalances.set(RebalancePath(t.window, h.Rebalances()))
	t.peak.set(p.lang.Text("chart.peak", "n", Number(max(t.most, int64(peaks.Backlog)))))
}

func (t *timeline) chartWidth() float64 { return t.box.Underlying().Get("clientWidth").Float() }

// resized places what depends on the width.
func (t *timeline) resized(p *Panel) {
	if w := t.chartWidth(); w != t.width {
		t.placeMarks(p)
		t.placeTicks()
		t.drawn = ""
	}
	t.lanes.stale = true
}

// placeTicks names the times of the axis.
func (t *timeline) placeTicks() {
	clearAll(t.ticks)
	width := t.chartWidth()
	at := t.window.Ticks(width, 74*t.grow)
	step := time.Second
	if len(at) > 1 {
		step = at[1] - at[0]
	}
	for _, a := range at {
		share := t.window.X(a, 1)
		e := el("span", map[bool]string{true: "last", false: ""}[share*width > width-40*t.grow], t.window.TickText(a, step))
		property(e, "left", strconv.FormatFloat(share*100, 'f', 2, 64)+"%")
		with(t.ticks, e)
	}
}

// placeThumb shows which part of the run the window is.
func (t *timeline) placeThumb() {
	w := t.window
	t.tracks.SetAttribute("data-from", strconv.FormatInt(w.From.Milliseconds(), 10)) // for tests and styles
	t.tracks.SetAttribute("data-to", strconv.FormatInt(w.To.Milliseconds(), 10))
	t.zoomBar.SetAttribute("data-on", strconv.FormatBool(!w.IsWhole()))
	share := func(d time.Duration) string {
		return strconv.FormatFloat(float64(d)/float64(w.End)*100, 'f', 2, 64) + "%"
	}
	property(t.thumb, "left", share(w.From))
	property(t.thumb, "width", share(w.Length()))
}

// fingerWidth is the least width of what a finger hits, in CSS pixels.
const fingerWidth = 44

// mostMarks is how many marks the time line shows at most.
const mostMarks = 300

// placeMarks makes the marks of the script's actions that lie in the window.
func (t *timeline) placeMarks(p *Panel) {
	clearAll(t.marks)
	clearAll(t.lines)
	t.width = t.chartWidth()
	if p.pg.Sim() == nil || p.pg.Sim().Script() == nil {
		return
	}
	var shown []*script.Action
	actions := p.pg.Sim().Script().Scenario().Actions
	for i := range actions {
		a := &actions[i]
		if a.At >= t.window.From && a.At <= t.window.To && len(shown) < mostMarks {
			shown = append(shown, a)
		}
	}
	rows, least := 3, 0.0
	if t.width < 500 {
		rows = 2
	}
	if p.viewport.Touch {
		rows, least = 2, fingerWidth
	}
	var at []time.Duration
	var widths []float64
	var first []bool // what goes wrong is named before what comes
	near := time.Duration(float64(t.window.Length()) * nearMarks / max(t.width, 1))
	marks := p.lang.ActionMarks(shown, near)
	for i := range marks {
		at, widths = append(at, marks[i].At-t.window.From), append(widths, max(LabelWidth(marks[i].Text)*t.grow, least))
		tone := MarkTone(marks[i].Actions[0].Kind)
		first = append(first, tone == "bad" || tone == "warn")
	}
	placed := PlaceMarks(at, widths, first, t.window.Length(), t.width, rows)
	for _, m := range placed {
		of := &marks[m.Index]
		for _, a := range of.Actions[1:] {
			t.markLine(a.At, MarkTone(a.Kind))
		}
		t.mark(of.At, MarkTone(of.Actions[0].Kind), m, of.Text)
	}
	for _, e := range p.lang.EventMarks(p.pg.Sim().Log(), t.window, mostMarks) {
		m, width := PlacedMark{X: t.window.X(e.At, t.width)}, max(LabelWidth(e.Text)*t.grow, least)
		if m.Row = FreeRow(placed, widths, m.X, width, t.width, rows); m.Row >= 0 {
			placed, widths = append(placed, m), append(widths, width)
			t.mark(e.At, e.Tone, m, e.Text)
		}
	}
}

// nearMarks is how close together, in pixels, alike actions have their words together.
const nearMarks = 14

// markLine makes the line of a mark.
func (t *timeline) markLine(at time.Duration, tone string) {
	x := strconv.FormatFloat(t.window.X(at, 1)*chartWidth, 'f', 1, 64)
	with(t.lines, svg("line", attr{"class", "mark " + tone}, attr{"x1", x}, attr{"x2", x}, attr{"y1", "0"}, attr{"y2", strconv.Itoa(chartHeight)}))
}

// mark makes the line and the label of a mark.
func (t *timeline) mark(at time.Duration, tone string, m PlacedMark, text string) {
	share := t.window.X(at, 1)
	t.markLine(at, tone)
	if m.Row < 0 {
		return
	}
	class := "mark row" + strconv.Itoa(m.Row) + " " + tone
	if m.Left {
		class += " left"
	}
	ms := (at + time.Millisecond - 1) / time.Millisecond // not before it has happened
	e := button(class, text, "seek", strconv.FormatInt(int64(ms), 10), attr{"tabindex", "-1"})
	property(e, "left", strconv.FormatFloat(share*100, 'f', 2, 64)+"%")
	with(t.marks, e)
}

// setWindow zooms or pans.
func (t *timeline) setWindow(p *Panel, w Window) {
	t.window = w
	t.update(p, false)
}

// zoom is a step of zooming by a button or key, about the present time if it is in sight.
func (t *timeline) zoom(p *Panel, how string) {
	at := p.pg.Now()
	if at < t.window.From || at > t.window.To {
		at = (t.window.From + t.window.To) / 2
	}
	switch how {
	case "in":
		t.setWindow(p, t.window.Zoom(at, 2))
	case "out":
		t.setWindow(p, t.window.Zoom(at, 0.5))
	case "whole":
		t.setWindow(p, Whole(t.window.End))
	case "left":
		t.setWindow(p, t.window.Pan(-t.window.Length()/4))
	case "right":
		t.setWindow(p, t.window.Pan(t.window.Length()/4))
	}
}
