package play

import (
	"net/url"
	"slices"
	"strings"

	"ringside/core"
)

// Look is what of a run the reader looks at, by name: what has a name stays the
// same when a line of the script adds a topic before it.
type Look struct {
	// Group is a consumer group, "" the first; Topic the only one of its topics
	// that is shown, "" all of them.
	Group, Topic string
}

// set takes a part of a fragment, and says whether it is about the look. Whatever
// stands there opens the scenario all the same: what is no name of a group or a
// topic is told when it is looked for, and a later one wins.
func (l *Look) set(key, value string) bool {
	field := &l.Group
	switch key {
	case "group":
	case "topic":
		field = &l.Topic
	default:
		return false
	}
	name, err := url.QueryUnescape(value)
	if err != nil {
		name = value
	}
	*field = name
	return true
}

// write writes what set reads.
func (l *Look) write(b *strings.Builder) {
	if l.Group != "" {
		b.WriteString("&group=" + url.QueryEscape(l.Group))
	}
	if l.Topic != "" {
		b.WriteString("&topic=" + url.QueryEscape(l.Topic))
	}
}

// lookOf is what a view shows.
func lookOf(v *core.View) (l Look) {
	if v.Group > 0 && v.Group < len(v.Groups) {
		l.Group = v.Groups[v.Group]
	}
	if v.Topic >= 0 && v.Topic < len(v.Topics) {
		l.Topic = v.Topics[v.Topic]
	}
	return l
}

// aim fills a view with what a run has of the look, and tells whether that is
// another group or topic than the view showed.
func (l *Look) aim(sim Sim, v *core.View) (other bool) {
	sim.View(v)
	if group := max(slices.Index(v.Groups, l.Group), 0); group != v.Group {
		v.Group, v.Topic, other = group, -1, true
		sim.View(v)
	}
	if topic := slices.Index(v.Topics, l.Topic); topic != v.Topic {
		v.Topic, other = topic, true
		sim.View(v)
	}
	return other
}

// SelectGroup shows another consumer group (index into View.Groups).
func (p *Playground) SelectGroup(i int) {
	if p.sim == nil || i < 0 || i >= len(p.view.Groups) {
		return
	}
	p.look(i, -1)
}

// SelectTopic shows one of the group's topics (index into View.Topics), all with -1.
func (p *Playground) SelectTopic(i int) {
	if p.sim == nil || i < -1 || i >= len(p.view.Topics) {
		return
	}
	p.look(p.view.Group, i)
}

// look shows other queues or consumers than before.
func (p *Playground) look(group, topic int) {
	p.view.Group, p.view.Topic = group, topic
	p.looks, p.judge = lookOf(&p.view), false
	p.anew()
	if r := p.rival; r != nil {
		r.series, r.history = Series{}, History{}
	}
	if !p.seeking {
		p.refresh()
	}
	p.place(true)
}

// anew forgets what was seen of another group or topic.
func (p *Playground) anew() {
	p.series = Series{}
	p.history.reset()
	p.generation++
}

// aimed makes a view that is not filled yet show what is looked at, as far as it
// is there at the run's beginning.
func (p *Playground) aimed(v *core.View) {
	if p.looks != (Look{}) {
		names := core.View{Topic: -1}
		p.looks.aim(p.sim, &names)
		v.Group, v.Topic = names.Group, names.Topic
	}
}

// judged tells of the names in a link that are none, once its moment is reached.
func (p *Playground) judged() {
	found := lookOf(&p.view)
	if want := p.looks.Group; !slices.Contains(p.view.Groups, want) && want != "" {
		p.notices = append(p.notices, &LinkError{Reason: LinkGroup, Part: want})
	}
	if want := p.looks.Topic; found.Topic != want {
		p.notices = append(p.notices, &LinkError{Reason: LinkTopic, Part: want})
	}
	p.looks, p.judge = found, false
}
