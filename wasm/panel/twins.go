//go:build js

package panel

import (
	"strconv"

	"ringside/core"
	"ringside/wasm/view"
)

// twins are the tables of the Figures tab that say what only the picture showed;
// beliefs stand beside those of queues and consumers.
type twins struct {
	elem
	beliefs, logs, ends      *table
	processes, servers, cuts *table
	computed                 view.Beliefs
	stage                    int // of the first fill of long tables
}

func newTwins(p *Panel) *twins {
	l := p.lang
	num := func(key string) [2]string { return [2]string{"num", l.Text(key)} }
	word := func(key string) [2]string { return [2]string{"", l.Text(key)} }
	wrap := func(key string) [2]string { return [2]string{"wrap", l.Text(key)} }
	s := &twins{}
	s.beliefs = newTable("grid", l.Text("twin.beliefs"), word("figure.queue"), wrap("twin.so"), wrap("twin.believed")).inPortions(p, "beliefs")
	s.logs = newTable("grid", l.Text("twin.logs"), word("figure.queue"), num("twin.done"), num("twin.in-process"), num("twin.waiting"),
		num("twin.unowned"), word("twin.lock"), word("twin.access")).inPortions(p, "logs")
	s.ends = newTable("grid", l.Text("twin.offsets"), word("figure.queue"), num("twin.begins"), num("twin.again"), num("twin.rate")).inPortions(p, "log-ends")
	s.processes = newTable("grid", l.Text("twin.processes"), word("figure.consumer"), wrap("figure.state"), num("twin.busy"), num("twin.cached"),
		wrap("twin.sees"), word("twin.room")).inPortions(p, "processes")
	s.servers = newTable("grid servers", l.Text("twin.servers"), wrap("twin.server"), wrap("twin.kind"), wrap("figure.state"),
		word("twin.room"), num("twin.rate"), wrap("twin.routes"))
	s.cuts = newTable("grid", l.Text("twin.cuts"), word("twin.link"), wrap("figure.state"))
	s.elem = el("div", "twins", s.logs.elem, s.ends.elem, s.processes.elem, s.servers.elem, s.cuts.elem)
	return s
}

func (s *twins) update(p *Panel) {
	v, l := p.pg.View(), p.lang
	s.believe(p, v)
	// Of large groups one table a time is made, after those above them.
	s.stage++
	wait := len(v.Queues)+len(v.Consumers) > portion
	if wait && s.stage < 2 {
		return
	}
	for i := range s.logs.fit(l, len(v.Queues)) {
		s.logs.fill(p, i, l.LogRow(v, &v.Queues[i]), 5, 6)
	}
	if wait && s.stage < 3 {
		return
	}
	for i := range s.ends.fit(l, len(v.Queues)) {
		s.ends.fill(p, i, l.EndsRow(&v.Queues[i]), 2)
	}
	if wait && s.stage < 4 {
		return
	}
	for i := range s.processes.fit(l, len(v.Consumers)) {
		s.processes.fill(p, i, l.ProcessRow(v, &v.Consumers[i]), 1, 4)
	}
	servers, cuts := l.ServerRows(v), l.CutRows(v)
	s.servers.size(len(servers))
	for i, row := range servers {
		s.servers.fill(p, i, row, 2, 5)
	}
	s.cuts.size(len(cuts))
	for i, row := range cuts {
		s.cuts.fill(p, i, row)
	}
	show(s.cuts.elem, len(cuts) > 0)
}

// believe says what the consumers' own rings draw, while they are drawn.
func (s *twins) believe(p *Panel, v *core.View) {
	on := p.viewport.Mode == view.ModeBelief
	show(s.beliefs.elem, on)
	if !on {
		return
	}
	s.computed.Update(v, p.viewport.Believes)
	for i := range s.beliefs.fit(p.lang, len(v.Queues)) {
		row, tone := p.lang.BeliefRow(v, i, s.computed.Of)
		s.beliefs.fill(p, i, row, 1, 2)
		s.beliefs.rows[i].cells[2].tone(tone)
	}
}

// fill writes a row and lights it when one of the columns changes.
func (t *table) fill(p *Panel, i int, row []string, lit ...int) {
	r := t.rows[i]
	for k, text := range row {
		r.cells[k].set(text)
	}
	r.light(twinSign(row, lit...), p.tick, p.quiet)
}

// twinSign is what a row's light goes by.
func twinSign(row []string, columns ...int) string {
	s := row[0]
	for _, c := range columns {
		s += "|" + strconv.Itoa(c) + row[c]
	}
	return s
}
