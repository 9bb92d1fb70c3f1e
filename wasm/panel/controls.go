//go:build js

package panel

import (
	"errors"
	"strconv"

	"ringside/core"
	"ringside/wasm/play"
)

// controls is the tab that acts on the run.
type controls struct {
	elem
	list       elem
	consumers  []*consumerRow
	portions   *portions
	settings   *settings
	actions    *actions
	topics     elem
	rates      []*picker
	topicList  []string
	added      *cell
	addedRow   elem
	comparison *comparisonTable
	experiment *experiment
	picture    *pictureBox
	declared   []*declaredBox
}

// consumerRow is a consumer with its buttons.
type consumerRow struct {
	elem
	dot, state *cell
	name       *cell
	start      elem
	stop       elem
	kill       elem
	freeze     elem
	thaw       elem
}

func newControls(p *Panel) *controls {
	l := p.lang
	s := &controls{}
	s.list = el("ul", "consumers")
	s.portions = newPortions(p, "deeds", buttonsPortion)
	s.topics = el("div", "")
	s.added = newCell("code", "")
	s.addedRow = el("p", "added", s.added.elem, button("link", l.Text("control.script"), "tab", tabScript))
	s.settings, s.actions = newSettings(p), newActions(p)
	s.comparison, s.experiment = newComparisonTable(p), newExperiment(p)
	s.picture = newPictureBox(p)
	s.declared = []*declaredBox{newDeclaredBox(p, "world", "declared.world", "declared.timers-about", false),
		newDeclaredBox(p, "timers", "declared.timers", "declared.timers-about", true)}
	s.elem = el("div", "controls",
		el("h2", "", l.Text("control.consumers")), s.list, s.portions.button.elem,
		button("btn primary wide", "+ "+l.Text("control.add"), "add", ""), s.addedRow,
		s.settings.elem,
		el("h2", "", l.Text("control.sending")), s.topics,
		s.actions.elem,
		el("p", "soft", l.Text("control.note")),
		el("h2", "", l.Text("declared.title")), s.declared[0].elem, s.declared[1].elem,
		el("h2", "", l.Text("control.compare")), s.comparison.elem, s.experiment.elem, s.picture.elem)
	return s
}

// field is a control with its label.
func field(label string, control elem) elem {
	return el("div", "field", el("label", "", attr{"for", control.GetAttribute("id")}, label), control)
}

func (s *controls) update(p *Panel) {
	v := p.pg.View()
	if p.pg.Sim() == nil {
		show(s.elem, false)
		return
	}
	show(s.elem, true)
	s.picture.update(p)
	s.updateConsumers(p, v)
	if !p.pg.Seeking() || !s.settings.filled { // the view still shows the time before: a choice just made would snap back
		s.settings.update(p, v)
	}
	s.updateTopics(p, v)
	s.actions.update(p)
	s.comparison.update(p)
	s.experiment.update(p)
	for _, d := range s.declared {
		d.update(p)
	}
	line := p.pg.Applied()
	show(s.addedRow, line != "")
	s.added.set(line)
}

func (s *controls) updateConsumers(p *Panel, v *core.View) {
	n := s.portions.of(p.lang, len(v.Consumers))
	for len(s.consumers) < n {
		s.consumers = append(s.consumers, s.newConsumer(p))
	}
	for len(s.consumers) > n {
		last := len(s.consumers) - 1
		s.consumers[last].Remove()
		s.consumers = s.consumers[:last]
	}
	for i, row := range s.consumers {
		row.update(p, i, &v.Consumers[i])
	}
}

func (s *controls) newConsumer(p *Panel) *consumerRow {
	l := p.lang
	r := &consumerRow{dot: newCell("span", "dot"), name: newCell("b", ""), state: newCell("span", "state soft")}
	r.start = button("btn small", l.Text("control.start"), "start", "")
	r.stop = button("btn small", l.Text("control.stop"), "stop", "")
	r.kill = button("btn small danger", l.Text("control.kill"), "kill", "")
	r.freeze = button("btn small", l.Text("control.freeze"), "freeze", "")
	r.thaw = button("btn small", l.Text("control.thaw"), "thaw", "")
	r.elem = el("li", "", r.dot.elem, r.name.elem, r.state.elem,
		el("span", "buttons", r.start, r.stop, r.freeze, r.thaw, r.kill))
	with(s.list, r.elem)
	return r
}

var deedKeys = map[string]string{
	"start": "control.start-one", "stop": "control.stop-one", "kill": "control.kill-one",
	"freeze": "control.freeze-one", "thaw": "control.thaw-one",
}

func (r *consumerRow) update(p *Panel, i int, c *core.ConsumerView) {
	if c.Name != r.name.text {
		r.name.set(c.Name)
		for deed, b := range map[string]elem{"start": r.start, "stop": r.stop, "kill": r.kill, "freeze": r.freeze, "thaw": r.thaw} {
			b.SetAttribute("data-arg", c.Name)
			b.SetAttribute("aria-label", p.lang.Text(deedKeys[deed], "consumer", c.Name))
			b.SetAttribute("title", p.lang.Text(deedKeys[deed], "consumer", c.Name))
		}
		r.dot.tone(ColourClass(i))
	}
	r.state.set(p.lang.StateOf(p.pg.View(), c))
	d := DeedsFor(c.State)
	focused := document.Underlying().Get("activeElement")
	for b, can := range map[elem]bool{r.start: d.Start, r.stop: d.Stop, r.kill: d.Kill, r.freeze: d.Freeze, r.thaw: d.Thaw} {
		had := !can && focused.Equal(b.Underlying())
		show(b, can)
		if had { // the focus must not fall out of the row with its button
			defer r.focusFirst()
		}
	}
}

// focusFirst focuses the first button that is there.
func (r *consumerRow) focusFirst() {
	for _, b := range []elem{r.start, r.stop, r.freeze, r.thaw, r.kill} {
		if !b.Underlying().Get("hidden").Bool() {
			b.Focus()
			return
		}
	}
}

func fillPicker(p *picker, words Choices, chosen string, label func(string) string) {
	labels := make([]string, len(words))
	for i, w := range words {
		labels[i] = label(w)
	}
	p.set(words, labels, chosen)
}

// burstSize is how many messages the burst button sends.
const burstSize = 1000

// updateTopics has a rate and a burst for each topic that has a producer.
func (s *controls) updateTopics(p *Panel, v *core.View) {
	sc := p.pg.Sim().Script().Scenario()
	same := len(s.topicList) == len(v.Topics)
	for i := 0; same && i < len(v.Topics); i++ {
		same = s.topicList[i] == v.Topics[i]
	}
	if !same {
		clearAll(s.topics)
		s.rates = s.rates[:0]
		s.topicList = append(s.topicList[:0], v.Topics...)
		for i, topic := range v.Topics {
			rate := newPicker("select", "rate"+strconv.Itoa(i), "rate", topic)
			s.rates = append(s.rates, rate)
			with(s.topics, field(p.lang.Text("control.rate", "topic", topic), rate.elem),
				button("btn small burst", p.lang.Text("control.burst", "n", Number(burstSize)), "burst", topic,
					attr{"aria-label", p.lang.Text("control.burst-topic", "n", Number(burstSize), "topic", topic)}))
		}
	}
	for i, topic := range v.Topics {
		rate, ok := RateNow(sc, topic, p.pg.Now())
		show(s.rates[i].elem, ok)
		text := RateText(rate)
		fillPicker(s.rates[i], rateChoices.With(text), text, func(n string) string {
			return p.lang.Text("control.rate-value", "n", n)
		})
	}
}

// apply makes a script line act now and says so.
func (p *Panel) apply(line string) {
	runs := len(p.pg.Branches())
	if err := p.pg.Apply(line); errors.Is(err, play.ErrLater) {
		p.say(p.lang.Text("control.waits", "line", line))
		return
	} else if err != nil {
		p.say(p.lang.Text("control.refused", "error", p.errorText(err)))
		return
	}
	p.sayApplied(runs)
}

// sayOutcomes tells what came of lines that had to wait for a seek.
func (p *Panel) sayOutcomes() {
	for _, o := range p.pg.Outcomes() {
		switch {
		case o.Err != nil:
			p.say(p.lang.Text("control.not-done", "line", o.Line, "error", p.errorText(o.Err)))
		case o.Forked:
			p.sayApplied(len(p.pg.Branches()) - 1)
		default:
			p.sayApplied(len(p.pg.Branches()))
		}
	}
}

// addConsumer joins a new consumer to the group shown.
func (p *Panel) addConsumer() {
	if p.pg.Sim() == nil {
		return
	}
	name := FreeName(ScriptNames(p.pg.Sim().Script().Scenario()))
	p.apply(JoinLine(name, groupName(p.pg.View()), false))
}

// startConsumer starts one that the script knows.
func (p *Panel) startConsumer(name string) {
	sc := p.pg.Sim().Script().Scenario()
	for i := range sc.Consumers {
		if sc.Consumers[i].Name == name {
			p.apply(JoinLine(name, "", true))
			return
		}
	}
	p.apply(JoinLine(name, groupName(p.pg.View()), false))
}

// killNewest kills the last consumer in the list that lives.
func (p *Panel) killNewest() {
	v := p.pg.View()
	for i := len(v.Consumers) - 1; i >= 0; i-- {
		if Alive(v.Consumers[i].State) {
			p.apply("kill " + v.Consumers[i].Name)
			return
		}
	}
}
