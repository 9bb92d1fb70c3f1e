//go:build js

package panel

import (
	"strconv"

	"ringside/wasm/lab"
)

// experiment plays the script in many variants beside the page's own run and
// draws what came of them.
type experiment struct {
	elem
	kind       *picker
	fill, kill elem // check boxes
	run        *cell
	bar        elem
	status     *cell
	about      *cell
	result     elem
	sweep      *lab.Sweep
	of         ExperimentKind
	from       int64 // the generation of the script that was played
	wanted     bool  // it begins when the seek under way has arrived
	drawn      int
}

func newExperiment(p *Panel) *experiment {
	l := p.lang
	x := &experiment{}
	x.kind = newPicker("select", "experiment-kind", "experiment-kind", "")
	var words, labels []string
	for _, k := range ExperimentKinds() {
		words, labels = append(words, string(k)), append(labels, l.Text(string(k)))
	}
	x.kind.set(words, labels, words[0])
	x.fill = check("experiment-fill", true)
	x.kill = check("experiment-kill", true)
	x.run = newCell("button", "btn primary", attr{"type", "button"}, attr{"id", "experiment-run"}, act("experiment", ""))
	x.run.set(l.Text("experiment.run"))
	x.bar = el("progress", "", attr{"max", "1000"}, attr{"aria-label", l.Text("experiment.progress")})
	x.status = newCell("span", "soft", attr{"role", "status"})
	x.about = newCell("p", "tip")
	x.result = el("div", "result")
	x.elem = el("details", "fold-more", attr{"id", "experiment"}, el("summary", "", l.Text("experiment.title")),
		el("p", "tip", l.Text("experiment.about")),
		field(l.Text("experiment.question"), x.kind.elem),
		el("p", "check", x.fill, el("label", "", attr{"for", "experiment-fill"}, l.Text("experiment.fill"))),
		el("p", "check", x.kill, el("label", "", attr{"for", "experiment-kill"}, l.Text("experiment.kill"))),
		el("div", "row", x.run.elem, x.bar, x.status.elem), x.about.elem, x.result)
	show(x.bar, false)
	if old := p.former; old != nil { // the language was changed
		x.take(p, old.controls.experiment)
	}
	return x
}

func check(id string, on bool) elem {
	box := el("input", "", attr{"type", "checkbox"}, attr{"id", id})
	box.Underlying().Set("checked", on)
	return box
}

func checked(box elem) bool { return box.Underlying().Get("checked").Bool() }

// take goes on with what another one has begun.
func (x *experiment) take(p *Panel, old *experiment) {
	x.sweep, x.of, x.from = old.sweep, old.of, old.from
	x.Underlying().Set("open", old.Underlying().Get("open"))
	setValue(x.kind.elem, value(old.kind.elem))
	x.drawn = -1
	x.update(p)
}

// toggle starts an experiment, or ends the one that is under way.
func (x *experiment) toggle(p *Panel) {
	if x.sweep != nil && !x.sweep.Done() {
		x.sweep = nil
		x.status.set(p.lang.Text("experiment.cancelled"))
		clearAll(x.result)
		x.about.set("")
		return
	}
	if p.pg.Sim() == nil {
		return
	}
	if x.wanted = p.pg.Seeking(); x.wanted {
		x.status.set(p.lang.Text("control.later"))
		return
	}
	v := p.pg.View()
	x.of = ExperimentKind(value(x.kind.elem))
	plan := PlanExperiment(x.of, p.pg.Sim().Script(), v, checked(x.fill), checked(x.kill))
	x.sweep, x.from, x.drawn = lab.Start(plan.Plan), p.pg.Generation(), -1
	x.about.set(p.lang.PlanText(&plan))
	x.status.set("")
}

// changed forgets the result of another question.
func (x *experiment) changed() {
	x.sweep, x.wanted = nil, false
	x.about.set("")
	x.status.set("")
	clearAll(x.result)
}

// working tells whether there is something to do beside the run.
func (x *experiment) working() bool { return x.sweep != nil && !x.sweep.Done() }

func (x *experiment) update(p *Panel) {
	if x.wanted && !p.pg.Seeking() {
		x.toggle(p)
	}
	working := x.working()
	show(x.bar, working)
	x.run.set(p.lang.Text(map[bool]string{true: "experiment.cancel", false: "experiment.run"}[working]))
	if x.sweep == nil {
		return
	}
	setValue(x.bar, strconv.Itoa(x.sweep.Progress()))
	done := len(x.sweep.Points())
	if working {
		x.status.set(p.lang.Text("experiment.working", "n", Number(done), "all", Number(len(x.sweep.Plan().Variants))))
	} else if x.from != p.pg.Generation() {
		x.status.set(p.lang.Text("experiment.older"))
	} else {
		x.status.set(p.lang.Text("experiment.done"))
	}
	if done != x.drawn {
		x.drawn = done
		x.draw(p)
	}
}

// draw shows the points there are: curves against the batch size or bars for
// choices, and a table.
func (x *experiment) draw(p *Panel) {
	clearAll(x.result)
	points := x.sweep.Points()
	if len(points) == 0 {
		return
	}
	if x.of == ExperimentBatch {
		with(x.result, x.legend(p), x.curve(p, "experiment.rate", func(q *lab.Point) float64 { return float64(q.Rate) }),
			x.curve(p, "experiment.duplicates", func(q *lab.Point) float64 { return float64(q.Duplicates) / float64(max(q.Rounds, 1)) }))
	} else {
		for _, m := range x.barsOf(p.lang) {
			with(x.result, x.bars(p, m))
		}
	}
	with(x.result, x.table(p))
	for i := range points {
		if points[i].Err != nil {
			with(x.result, el("p", "wrong", p.lang.Text("control.refused", "error", p.refusal(points[i].Err))))
			break
		}
	}
}

// refusal is what the script says against a variant.
func (p *Panel) refusal(err error) string {
	if list := ScriptErrors(err); len(list) > 0 {
		return p.lang.ScriptError(list[0])
	}
	return p.errorText(err)
}

// lines are the values of each line of the drawing, in order of x.
func (x *experiment) lines(measure func(*lab.Point) float64) (names []string, values [][]float64) {
	points := x.sweep.Points()
	names = lab.Lines(points)
	values = make([][]float64, len(names))
	for i := range points {
		for k, name := range names {
			if points[i].Series == name && points[i].Err == nil {
				values[k] = append(values[k], measure(&points[i]))
			}
		}
	}
	return names, values
}

// legend names the lines by colour and shape.
func (x *experiment) legend(p *Panel) elem {
	list := el("ul", "curve-legend")
	for i, name := range lab.Lines(x.sweep.Points()) {
		sample := svg("svg", attr{"viewBox", "-8 -8 16 16"}, attr{"width", "16"}, attr{"height", "16"}, attr{"aria-hidden", "true"},
			svg("path", attr{"class", "points line" + strconv.Itoa(i)}, attr{"d", "M0 0" + markers[i%len(markers)]}))
		with(list, el("li", "", sample, p.lang.SeriesText(x.of, name)))
	}
	return list
}

// The size of a drawing in its own units.
const (
	curveW, curveH = 290.0, 110.0
	curveLeft      = 46.0
)

// curve draws one figure against the batch size.
func (x *experiment) curve(p *Panel, title string, measure func(*lab.Point) float64) elem {
	_, values := x.lines(measure)
	var xs []int
	for _, v := range x.sweep.Plan().Variants {
		if v.Series == x.sweep.Plan().Variants[0].Series {
			xs = append(xs, v.X)
		}
	}
	c := NewCurve(curveW, curveH, len(xs), values)
	g := svg("g", attr{"transform", "translate(" + coordinate(curveLeft) + " 10)"})
	for _, share := range []float64{0, 0.5, 1} {
		y := coordinate(c.Y(c.Max * share))
		with(g, svg("path", attr{"class", "rule"}, attr{"d", "M0 " + y + "H" + coordinate(curveW)}),
			svg("text", attr{"class", "tick end"}, attr{"x", "-8"}, attr{"y", y}, attr{"dy", "4"}, axisNumber(c.Max*share)))
	}
	for i, n := range xs {
		with(g, svg("text", attr{"class", "tick middle"}, attr{"x", coordinate(c.X(i))}, attr{"y", coordinate(curveH + 17)}, strconv.Itoa(n)))
	}
	for i, line := range values {
		n := strconv.Itoa(i)
		with(g, svg("path", attr{"class", "curve line" + n}, attr{"d", c.Path(line)}),
			svg("path", attr{"class", "points line" + n}, attr{"d", c.Marks(i, line)}))
	}
	return el("figure", "figure", el("figcaption", "", p.lang.Text(title)),
		svg("svg", attr{"viewBox", "0 0 350 140"}, attr{"aria-hidden", "true"}, g), el("p", "axis-name", p.lang.Text("experiment.axis")))
}

// axisNumber writes a place on an axis; halves of odd numbers need a decimal.
func axisNumber(v float64) string {
	if v != float64(int64(v)) {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return Number(int64(v))
}

// table says in numbers what the drawings show.
func (x *experiment) table(p *Panel) elem {
	l, points := p.lang, x.sweep.Points()
	first := [][2]string{{"", l.Text("experiment.variant")}}
	if x.of == ExperimentBatch {
		first = append(first, [2]string{"num", l.Text("control.batch")})
	}
	columns := append(first, [2]string{"num", l.Text("experiment.col-rate")}, [2]string{"num", l.Text("experiment.col-duplicates")},
		[2]string{"num", l.Text("experiment.col-pause")})
	if x.of == ExperimentMode {
		columns = append(columns, [2]string{"num", l.Text("experiment.col-requests")}, [2]string{"num", l.Text("experiment.col-latency")})
	}
	t := newTable("grid plain tight-table", l.Text("experiment.caption"), columns...)
	t.size(len(points))
	for i := range points {
		q, cells := &points[i], t.rows[i].cells
		cells[0].set(l.SeriesText(x.of, q.Series))
		if x.of == ExperimentBatch {
			cells[1].set(strconv.Itoa(q.X))
		}
		rest := cells[len(first):]
		if q.Err != nil {
			for _, c := range rest {
				c.set("–")
			}
			continue
		}
		rest[0].set(Number(q.Rate))
		rest[1].set(perRound(q.Duplicates, q.Rounds))
		rest[2].set(l.Span(q.PauseMax))
		if x.of == ExperimentMode {
			rest[3].set(perRound(q.Requests, q.Rounds))
			rest[4].set(l.Span(q.Latency))
		}
	}
	return t.elem
}
