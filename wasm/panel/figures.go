//go:build js

package panel

import (
	"strconv"

	"ringside/core"
)

// figures is the tab that says in tables what the picture shows.
type figures struct {
	elem
	group     *table
	title     *cell // its caption
	queues    *table
	consumers *table
	twins     *twins
	harms     *harmTables
}

func newFigures(p *Panel) *figures {
	l := p.lang
	s := &figures{}
	s.group = newTable("grid plain", l.Text("figure.group"), [2]string{"", l.Text("figure.what")}, [2]string{"num", l.Text("figure.value")})
	s.title = &cell{elem: wrap(s.group.Underlying().Get("firstChild")), text: l.Text("figure.group")}
	s.queues = newTable("grid", l.Text("figure.queues"), [2]string{"", l.Text("figure.queue")}, [2]string{"", l.Text("figure.owner")},
		[2]string{"num", l.Text("figure.committed")}, [2]string{"num", l.Text("figure.end")}, [2]string{"num", l.Text("figure.dups")}).inPortions(p, "queues")
	s.consumers = newTable("grid", l.Text("figure.consumers"), [2]string{"", l.Text("figure.consumer")}, [2]string{"tight", l.Text("figure.state")},
		[2]string{"wrap", l.Text("figure.holds")}, [2]string{"num", l.Text("figure.rate")}).inPortions(p, "consumers")
	s.twins, s.harms = newTwins(p), newHarmTables(p)
	s.elem = el("div", "figures", s.queues.elem, s.consumers.elem, s.twins.beliefs.elem, s.group.elem, s.harms.elem, s.twins.elem, exportBox(p))
	return s
}

func (s *figures) update(p *Panel) {
	v := p.pg.View()
	show(s.elem, p.pg.Sim() != nil)
	s.updateQueues(p, v)
	s.updateConsumers(p, v)
	s.updateGroup(p, v)
	s.twins.update(p)
	s.harms.update(p, v)
}

func (s *figures) updateQueues(p *Panel, v *core.View) {
	for i := range s.queues.fit(p.lang, len(v.Queues)) {
		q, r := &v.Queues[i], s.queues.rows[i]
		s.queueName(p, r, q.Name, i)
		row, tone := p.lang.QueueRow(v, q)
		for k, text := range row[1:] {
			r.cells[k+1].set(text)
		}
		r.cells[1].tone(tone)
		r.cells[4].tone(map[bool]string{true: "bad", false: ""}[q.Duplicates > 0])
		r.light(q.Name+"|"+ownerSign(q.Owners), p.tick, p.quiet)
	}
}

// queueName puts a button into the row's header, which explains the queue.
func (s *figures) queueName(p *Panel, r *tableRow, name string, i int) {
	c := r.cells[0]
	if c.text == name {
		return
	}
	c.text = name
	clearAll(c.elem)
	with(c.elem, whyButton(name, Subject{SubjectQueue, i}, p.lang.Text("figure.why", "queue", name)))
}

// whyButton explains its subject; pointing at it is enough.
func whyButton(label string, s Subject, tip string) elem {
	return button("link", label, "why", s.String(), attr{"data-why", s.String()}, attr{"title", tip})
}

func ownerSign(owners []int) string {
	s := ""
	for _, o := range owners {
		s += "," + strconv.Itoa(o)
	}
	return s
}

func (s *figures) updateConsumers(p *Panel, v *core.View) {
	for i := range s.consumers.fit(p.lang, len(v.Consumers)) {
		c, r := &v.Consumers[i], s.consumers.rows[i]
		if r.cells[0].text != c.Name {
			r.cells[0].text = c.Name
			clearAll(r.cells[0].elem)
			with(r.cells[0].elem, whyButton(c.Name, Subject{SubjectConsumer, i}, p.lang.Text("figure.why-consumer", "consumer", c.Name)))
		}
		r.cells[0].tone("colour " + ColourClass(i))
		for k, text := range p.lang.ConsumerRow(v, c)[1:] {
			r.cells[k+1].set(text)
		}
		r.light(c.Name+"|"+strconv.Itoa(int(c.State))+ownerSign(c.Holds), p.tick, p.quiet)
	}
}

// wordRows is how many of the group's figures come first and are words.
const wordRows = 2

func (s *figures) updateGroup(p *Panel, v *core.View) {
	l := p.lang
	rows := l.GroupFigures(v)
	title := l.Text("figure.group")
	if v.OneTopic() {
		title = l.Text("figure.topic", "topic", v.Topics[v.Topic])
	}
	s.title.set(title)
	s.group.size(len(rows))
	counters := map[string]int{l.Text("figure.duplicates"): CounterDuplicates, l.Text("figure.paused"): CounterPaused, l.Text("figure.backlog"): CounterBacklog}
	for i, row := range rows {
		name := s.group.rows[i].cells[0]
		if n, ok := counters[row[0]]; ok && name.text != row[0] {
			name.text = row[0]
			clearAll(name.elem)
			with(name.elem, whyButton(row[0], Subject{SubjectCounter, n}, l.Text("figure.why-counter")))
		}
		name.set(row[0])
		s.group.rows[i].cells[1].set(row[1])
		s.group.rows[i].cells[1].tone(map[bool]string{true: "words"}[i < wordRows]) // those may be wrapped
	}
}
