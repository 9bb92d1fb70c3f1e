//go:build js

package panel

import (
	"strconv"

	"ringside/wasm/play"
)

// versus shows two runs against each other.
type versus struct {
	elem
	table        elem
	heads        []*cell
	ours, theirs *runRow
	against      *picker
	shown        bool
}

// runRow is a run's row of figures.
type runRow struct {
	elem
	name  *cell
	text  *cell
	cells []*cell
	diffs []*cell
}

// versusKeys are the columns, as Compare has them.
var versusKeys = []string{"versus.duplicates", "versus.pause", "versus.peak", "versus.moved"}

func newVersus(p *Panel) *versus {
	l := p.lang
	v := &versus{}
	v.ours, v.theirs = newRunRow("ours", true), newRunRow("theirs", false)
	head := el("tr", "", el("th", "", attr{"scope", "col"}, el("span", "sr", l.Text("versus.run"))))
	for _, key := range versusKeys {
		h := newCell("th", "", attr{"scope", "col"})
		h.set(l.Text(key))
		v.heads = append(v.heads, h)
		with(head, h.elem)
	}
	v.table = el("table", "runs", el("caption", "sr", l.Text("versus.title")), el("thead", "", head),
		el("tbody", "", v.ours.elem, v.theirs.elem))
	v.against = newPicker("select small", "against", "against", "")
	v.elem = el("div", "versus", attr{"role", "group"}, attr{"aria-label", l.Text("versus.title")}, v.table,
		el("div", "runs-do",
			el("label", "sr", attr{"for", "against"}, l.Text("versus.with")), v.against.elem,
			button("btn small", l.Text("versus.swap"), "swap", "", attr{"title", l.Text("versus.swap-hint")}),
			button("btn small icon", "", "forget", "", icon("close"), attr{"aria-label", l.Text("versus.close")}, attr{"title", l.Text("versus.close")})))
	show(v.elem, false)
	return v
}

func newRunRow(class string, diffs bool) *runRow {
	r := &runRow{name: newCell("b", "run-name"), text: newCell("span", "run-text soft")}
	r.elem = el("tr", class, el("th", "", attr{"scope", "row"}, r.name.elem, r.text.elem))
	for range versusKeys {
		c, d := newCell("span", ""), newCell("span", "diff")
		r.cells, r.diffs = append(r.cells, c), append(r.diffs, d)
		td := el("td", "", c.elem)
		if diffs {
			with(td, d.elem)
		}
		with(r.elem, td)
	}
	return r
}

func (v *versus) update(p *Panel, fresh bool) {
	runs := p.pg.Branches()
	visible := p.pg.Sim() != nil && len(runs) > 1
	if show(v.elem, visible); visible != v.shown {
		v.shown = visible
		p.resized()
	}
	if !visible {
		return
	}
	l := p.lang
	ours := &runs[p.pg.Branch()]
	if fresh || len(v.against.options) == 0 {
		options, labels := []string{"-1"}, []string{l.Text("versus.none")}
		for i := range runs {
			if i != p.pg.Branch() {
				options = append(options, strconv.Itoa(i))
				labels = append(labels, l.Text("versus.option", "run", runs[i].Name, "text", l.BranchText(&runs[i], ours)))
			}
		}
		v.against.set(options, labels, strconv.Itoa(p.pg.Against()))
	}
	other := ours
	if k := p.pg.Against(); k >= 0 {
		other = &runs[k]
	} else {
		for i := range runs {
			if i != p.pg.Branch() {
				other = &runs[i]
				break
			}
		}
	}
	v.ours.name.set(l.Text("versus.other", "run", ours.Name))
	v.ours.text.set(l.Text("versus.this", "text", runText(p, ours, other)))
	rival := p.pg.RivalView()
	show(v.theirs.elem, rival != nil)
	if rival == nil {
		for i, f := range l.Compare(p.pg.View(), p.pg.View()) {
			v.heads[i].set(l.Text(f.Key))
			v.ours.cells[i].set(f.Ours)
			v.ours.diffs[i].set("")
		}
		return
	}
	v.theirs.name.set(l.Text("versus.other", "run", other.Name))
	v.theirs.text.set(runText(p, other, ours))
	for i, f := range l.Compare(p.pg.View(), rival) {
		v.heads[i].set(l.Text(f.Key))
		v.ours.cells[i].set(f.Ours)
		v.ours.diffs[i].set(f.Diff)
		v.ours.diffs[i].tone(f.Tone)
		v.theirs.cells[i].set(f.Theirs)
	}
}

// runText says what a run is: a lesson by its title, else by what it has that the other has not.
func runText(p *Panel, b, other *play.Branch) string {
	if b.Lesson != "" {
		return LessonTitle(b.Text, b.Lesson, p.lang)
	}
	return p.lang.BranchText(b, other)
}
