//go:build js

package panel

import "ringside/core"

// mostSpikes is how many events the table lists, the latest.
const mostSpikes = 50

// harmTables are what rebalances have cost, queue by queue and event by event.
type harmTables struct {
	elem
	fold   elem // the queues' tables, filled while they are open
	pauses *table
	costs  *table
	spikes *table
	title  *cell // its caption: events and backlogs are the group's
}

func newHarmTables(p *Panel) *harmTables {
	l := p.lang
	column := func(class, key string) [2]string { return [2]string{class, l.Text(key)} }
	h := &harmTables{}
	h.spikes = newTable("grid", l.Text("harm.spikes"), column("", "harm.at"), column("wrap", "harm.event"), column("num", "harm.before"),
		column("num", "harm.peak"), column("num", "harm.recovery"), column("num", "harm.tps"))
	h.title = &cell{elem: wrap(h.spikes.Underlying().Get("firstChild")), text: l.Text("harm.spikes")}
	h.pauses = newTable("grid", l.Text("harm.pauses"), column("", "figure.queue"), column("num", "harm.pause"), column("num", "harm.unowned"),
		column("num", "harm.first-pull"), column("num", "harm.lock-wait"), column("num", "harm.double"), column("num", "harm.silent")).inPortions(p, "pauses")
	h.costs = newTable("grid", l.Text("harm.costs"), column("", "figure.queue"), column("wrap", "harm.again"), column("num", "harm.skipped"),
		column("num", "harm.moved"), column("num", "harm.peak"), column("num", "harm.recovery")).inPortions(p, "costs")
	h.fold = el("details", "fold-more", attr{"id", "harms"}, el("summary", "", l.Text("harm.queues")), el("div", "", h.pauses.elem, h.costs.elem))
	means := el("dl", "means")
	for _, m := range HarmMeanings {
		with(means, el("dt", "", l.Text(m[0])), el("dd", "", l.Text(m[1])))
	}
	h.elem = el("div", "harms", h.spikes.elem, h.fold,
		el("details", "fold-more", attr{"id", "harm-meanings"}, el("summary", "", l.Text("harm.meanings")), means))
	return h
}

func (h *harmTables) update(p *Panel, v *core.View) {
	h.updateSpikes(p, v)
	if !h.fold.Underlying().Get("open").Bool() {
		return
	}
	for i := range h.pauses.fit(p.lang, len(v.Queues)) {
		fillRow(h.pauses.rows[i], v.Queues[i].Name, QueuePauses(&v.Queues[i]))
	}
	for i := range h.costs.fit(p.lang, len(v.Queues)) {
		fillRow(h.costs.rows[i], v.Queues[i].Name, p.lang.QueueCosts(&v.Queues[i]))
	}
}

func (h *harmTables) updateSpikes(p *Panel, v *core.View) {
	show(h.spikes.elem, len(v.Spikes) > 0)
	if p.pg.Sim() == nil || p.pg.Sim().Script() == nil {
		return
	}
	title := p.lang.Text("harm.spikes")
	if v.OneTopic() {
		title = p.lang.Text("figure.whole", "figure", title)
	}
	h.title.set(title)
	actions := p.pg.Sim().Script().Scenario().Actions
	spikes := v.Spikes[max(0, len(v.Spikes)-mostSpikes):]
	h.spikes.size(len(spikes))
	for i := range spikes {
		row := p.lang.SpikeRow(&spikes[i], actions)
		fillRow(h.spikes.rows[i], row[0], row[1:])
	}
}

func fillRow(r *tableRow, head string, cells []string) {
	r.cells[0].set(head)
	for i, text := range cells {
		r.cells[i+1].set(text)
	}
}
