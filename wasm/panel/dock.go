//go:build js

package panel

import (
	"strconv"
	"time"

	"ringside/core/script"
	"ringside/wasm/play"
)

// dock is the part at the bottom: transport buttons and the time line.
type dock struct {
	elem
	play     *attrCache
	playName *attrCache
	speed    *picker
	now, end *cell
	status   *cell

	scrub            elem
	box              elem
	valueText        *attrCache
	playhead         elem
	line, area, bars *attrCache
	future           elem
	peak             *cell
	marks, lines     elem
	endLabel         *cell

	chart    Chart
	drawn    int   // entries of the series drawn
	drawnAt  int64 // tick of the last drawing
	at       string
	width    float64
	most     int64 // the highest backlog seen
	resuming bool  // the reader drags the scrubber of a run that played
}

func newDock(p *Panel) *dock {
	l := p.lang
	d := &dock{}
	picture := icon("play")
	d.play = &attrCache{elem: wrap(picture.Underlying().Get("firstChild")), name: "d"}
	playButton := with(el("button", "btn icon primary", attr{"type", "button"}, attr{"id", "play"}, act("toggle", "")), picture)
	d.playName = &attrCache{elem: playButton, name: "aria-label"}
	d.speed = newPicker("select speed", "speed", "speed", "")
	d.now = newCell("span", "now")
	d.end = newCell("span", "soft")
	d.status = newCell("span", "soft status", attr{"role", "status"})
	var options, labels []string
	for _, s := range play.Speeds {
		options = append(options, strconv.Itoa(int(s)))
		labels = append(labels, s.String()+"×")
	}
	d.speed.set(options, labels, strconv.Itoa(int(p.pg.Speed())))
	transport := el("div", "transport",
		with(button("btn icon", "", "restart", "", attr{"aria-label", l.Text("time.restart")}), icon("restart")),
		playButton,
		with(button("btn next", "", "next", ""), icon("next"), el("span", "", l.Text("time.next"))),
		el("label", "sr", attr{"for", "speed"}, l.Text("time.speed")), d.speed.elem,
		d.status.elem,
		el("div", "readout", d.now.elem, d.end.elem))
	d.elem = el("section", "dock", attr{"aria-label", l.Text("page.time")}, transport, d.timeline(l))
	return d
}

// timeline builds the scrubber with the chart under it.
func (d *dock) timeline(l Lang) elem {
	path := func(class string) *attrCache { return &attrCache{elem: svg("path", attr{"class", class}), name: "d"} }
	d.line, d.area, d.bars = path("line"), path("area"), path("bars")
	d.future = svg("rect", attr{"class", "future"}, attr{"y", "0"}, attr{"height", strconv.Itoa(chartHeight)})
	d.lines = svg("g")
	d.scrub = el("input", "range", attr{"type", "range"}, attr{"id", "scrub"}, attr{"min", "0"}, attr{"step", "1"},
		attr{"data-live", "1"}, attr{"aria-label", l.Text("time.scrub")}, act("scrub", ""))
	d.valueText = &attrCache{elem: d.scrub, name: "aria-valuetext"}
	d.playhead = el("div", "playhead", attr{"aria-hidden", "true"})
	d.marks = el("div", "marks")
	d.peak = newCell("span", "soft peak")
	d.endLabel = newCell("span", "soft")
	d.box = el("div", "chart",
		svg("svg", attr{"class", "plot"}, attr{"viewBox", "0 0 1000 100"}, attr{"preserveAspectRatio", "none"}, attr{"aria-hidden", "true"},
			d.area.elem, d.line.elem, d.bars.elem, d.future, d.lines),
		d.scrub, d.playhead, d.marks)
	return el("div", "timeline", d.box, el("div", "axis",
		el("span", "soft", "0:00"),
		el("span", "legend", el("i", "key backlog"), l.Text("chart.backlog"), d.peak.elem,
			el("i", "key duplicates"), l.Text("chart.duplicates")),
		d.endLabel.elem))
}

func (d *dock) update(p *Panel, fresh bool) {
	pg, l := p.pg, p.lang
	now, end := pg.Now(), pg.End()
	if pg.Playing() {
		d.play.set(icons["pause"])
		d.playName.set(l.Text("time.pause"))
	} else {
		d.play.set(icons["play"])
		d.playName.set(l.Text("time.play"))
	}
	setValue(d.speed.elem, strconv.Itoa(int(pg.Speed())))
	d.now.set(Clock(now))
	d.end.set(" / " + Minutes(end))
	d.endLabel.set(Minutes(end))
	d.status.set(d.statusText(p))
	if fresh {
		d.scrub.SetAttribute("max", strconv.FormatInt(max(end.Milliseconds(), 1), 10))
		d.drawn, d.most = -1, 0
		d.placeMarks(p)
	}
	d.most = max(d.most, p.pg.View().BacklogPeak)
	setValue(d.scrub, strconv.FormatInt(now.Milliseconds(), 10))
	d.valueText.set(l.Text("time.value", "now", Clock(now), "end", Clock(end)))
	d.place(now, end)
	d.draw(p)
}

func (d *dock) statusText(p *Panel) string {
	switch {
	case p.pg.Seeking():
		return p.lang.Text("time.seeking")
	case p.pg.Playing() && p.pg.Behind():
		return p.lang.Text("time.behind")
	case p.pg.Sim() != nil && p.pg.Now() >= p.pg.End():
		return p.lang.Text("time.ended")
	}
	return ""
}

// place moves the playhead.
func (d *dock) place(now, end time.Duration) {
	share := 0.0
	if end > 0 {
		share = float64(now) / float64(end)
	}
	at := strconv.FormatFloat(share*100, 'f', 2, 64)
	if at == d.at {
		return
	}
	d.at = at
	property(d.playhead, "left", at+"%")
	x := share * chartWidth
	d.future.SetAttribute("x", strconv.FormatFloat(x, 'f', 1, 64))
	d.future.SetAttribute("width", strconv.FormatFloat(chartWidth-x, 'f', 1, 64))
}

// draw draws the series when they have grown, a few times a second.
func (d *dock) draw(p *Panel) {
	s := p.pg.Series()
	n := len(s.Backlog)
	if n == d.drawn || d.drawn >= 0 && p.tick-d.drawnAt < 2*updateEvery && n > d.drawn {
		return
	}
	d.drawn, d.drawnAt = n, p.tick
	columns := max(int(d.box.Underlying().Get("clientWidth").Float())/3, 60)
	most, duplicates := d.chart.Bucket(s.Step, p.pg.End(), s.Backlog, s.Duplicates, columns)
	line, area, bars := d.chart.Paths(most, duplicates)
	d.line.set(line)
	d.area.set(area)
	d.bars.set(bars)
	d.peak.set(p.lang.Text("chart.peak", "n", Number(max(d.most, int64(most)))))
}

// resized places the labels of the marks for another width.
func (d *dock) resized(p *Panel) {
	if w := d.box.Underlying().Get("clientWidth").Float(); w != d.width {
		d.placeMarks(p)
		d.drawn = -1
	}
}

// mostMarks is how many marks the time line shows at most.
const mostMarks = 300

// placeMarks makes the marks of the script's actions.
func (d *dock) placeMarks(p *Panel) {
	clearAll(d.marks)
	clearAll(d.lines)
	d.width = d.box.Underlying().Get("clientWidth").Float()
	if p.pg.Sim() == nil || p.pg.Sim().Script() == nil {
		return
	}
	actions := p.pg.Sim().Script().Scenario().Actions
	actions = actions[:min(len(actions), mostMarks)]
	end := p.pg.End()
	var at []time.Duration
	var widths []float64
	var texts []string
	for i := range actions {
		text := p.lang.MarkText(&actions[i])
		at, texts = append(at, actions[i].At), append(texts, text)
		widths = append(widths, LabelWidth(text))
	}
	rows := 3
	if d.width < 500 {
		rows = 1
	}
	for _, m := range PlaceMarks(at, widths, end, d.width, rows) {
		d.mark(&actions[m.Index], m, texts[m.Index], end)
	}
}

func (d *dock) mark(a *script.Action, m PlacedMark, text string, end time.Duration) {
	share := float64(a.At) / float64(end)
	x := strconv.FormatFloat(share*chartWidth, 'f', 1, 64)
	tone := MarkTone(a.Kind)
	with(d.lines, svg("line", attr{"class", "mark " + tone}, attr{"x1", x}, attr{"x2", x}, attr{"y1", "0"}, attr{"y2", strconv.Itoa(chartHeight)}))
	if m.Row < 0 {
		return
	}
	class := "mark row" + strconv.Itoa(m.Row) + " " + tone
	if m.Left {
		class += " left"
	}
	e := button(class, text, "seek", strconv.FormatInt(a.At.Milliseconds(), 10), attr{"tabindex", "-1"})
	property(e, "left", strconv.FormatFloat(share*100, 'f', 2, 64)+"%")
	with(d.marks, e)
}
