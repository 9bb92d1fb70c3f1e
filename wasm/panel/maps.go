//go:build js

package panel

import (
	"strconv"
	"strings"
	"time"

	"ringside/core"
)

// maps is the tab with the tables that a broker keeps.
type maps struct {
	elem
	picker                   *picker
	topics, members, offsets *table
	locks                    *lockTable
	memberCaption            *cell
	offsetCaption            *cell
	empty                    elem
	broker                   string // the name chosen
	search                   string
	box                      elem   // the field for it
	shown                    string // the broker and the search of the last update
	quiet                    bool   // nothing is lit: the reader looks at something else than before
	nothing                  elem
	gaps                     elem
	gapsShown                string
	notes                    *noteFeed
}

func newMaps(p *Panel) *maps {
	l := p.lang
	s := &maps{picker: newPicker("select", "broker", "broker", "")}
	s.topics = newTable("grid", l.Text("map.topic-caption"), [2]string{"", l.Text("map.topic")},
		[2]string{"num", l.Text("map.read")}, [2]string{"num", l.Text("map.write")}, [2]string{"num", l.Text("map.perm")})
	s.members = newTable("grid", "", [2]string{"", l.Text("map.member")},
		[2]string{"", l.Text("map.client")}, [2]string{"num", l.Text("map.beat")}).inPortions(p, "members")
	s.offsets = newTable("grid", "", [2]string{"", l.Text("map.queue-id")}, [2]string{"num", l.Text("map.committed")},
		[2]string{"num", l.Text("map.max")}, [2]string{"num", l.Text("map.diff")}).inPortions(p, "offsets")
	s.locks = newLockTable(p)
	s.memberCaption = captionOf(s.members)
	s.offsetCaption = captionOf(s.offsets)
	s.empty = el("p", "soft", l.Text("map.no-member"))
	s.nothing = el("p", "soft", attr{"role", "status"}, l.Text("map.nothing"))
	s.gaps = el("div", "gaps")
	s.notes = newNoteFeed(p)
	s.box = el("input", "input", attr{"type", "search"}, attr{"id", "map-search"}, attr{"autocomplete", "off"},
		attr{"data-live", "1"}, act("search", ""))
	s.elem = el("div", "maps", field(l.Text("map.broker"), s.picker.elem), field(l.Text("map.search"), s.box),
		s.gaps, s.nothing, s.topics.elem, s.members.elem, s.empty, s.offsets.elem, s.locks.elem, s.notes.elem)
	if p.former != nil { // the language was changed
		s.broker, s.search = p.former.maps.broker, p.former.maps.search
		setValue(s.box, s.search)
	}
	return s
}

// captionOf makes a table's caption a cell.
func captionOf(t *table) *cell {
	return &cell{elem: wrap(t.Underlying().Get("caption"))}
}

func (s *maps) update(p *Panel) {
	v := p.pg.View()
	show(s.elem, len(v.Brokers) > 0)
	if len(v.Brokers) == 0 {
		return
	}
	chosen := 0
	names, labels := make([]string, len(v.Brokers)), make([]string, len(v.Brokers))
	for i := range v.Brokers {
		b := &v.Brokers[i]
		names[i], labels[i] = b.Name, b.Name
		if b.Room != "" {
			labels[i] = p.lang.Text("map.broker-room", "broker", b.Name, "room", b.Room)
		}
		if b.Name == s.broker {
			chosen = i
		}
	}
	s.picker.set(names, labels, names[chosen])
	b := &v.Brokers[chosen]
	now := b.Name + "\n" + s.search
	s.quiet = p.quiet || now != s.shown
	s.shown = now
	s.updateGaps(p, v)
	s.updateTopics(p, b)
	s.updateMembers(p, v, b)
	s.updateOffsets(p, v, chosen)
	locks := s.locks.update(p, v, chosen, s.search, s.quiet)
	rows := len(s.topics.rows) + len(s.members.rows) + len(s.offsets.rows) + locks
	show(s.nothing, s.search != "" && rows == 0)
	for _, t := range []*table{s.topics, s.members, s.offsets} {
		show(t.elem, s.search == "" || len(t.rows) > 0)
	}
	s.notes.update(p, b.Name)
}

// updateGaps says on what the brokers differ; each keeps its own lists.
func (s *maps) updateGaps(p *Panel, v *core.View) {
	show(s.gaps, len(v.Brokers) > 1)
	if len(v.Brokers) < 2 {
		return
	}
	gaps := append(MemberGaps(v), TopicGaps(v)...)
	var lines []string
	for i := range gaps[:min(len(gaps), mostGaps)] {
		lines = append(lines, p.lang.GapText(v, &gaps[i]))
	}
	if rest := len(gaps) - mostGaps; rest > 0 {
		lines = append(lines, p.lang.Text("event.more", "n", Number(rest)))
	}
	key := strings.Join(lines, "\n")
	if len(gaps) == 0 {
		key = p.lang.Text("map.same", "n", Number(len(v.Brokers)))
	}
	if key == s.gapsShown {
		return
	}
	s.gapsShown = key
	clearAll(s.gaps)
	if len(gaps) == 0 {
		with(s.gaps, el("p", "same", key))
		return
	}
	list := el("ul", "")
	for _, line := range lines {
		with(list, el("li", "", line))
	}
	with(s.gaps, el("h2", "", p.lang.Text("map.differ")), list)
}

// mostGaps is how many differences are listed.
const mostGaps = 12

func (s *maps) updateTopics(p *Panel, b *core.BrokerView) {
	var found []*core.TopicConfigView
	for i := range b.TopicConfigs {
		if Found(s.search, b.TopicConfigs[i].Topic) {
			found = append(found, &b.TopicConfigs[i])
		}
	}
	s.topics.size(len(found))
	for i, t := range found {
		r := s.topics.rows[i]
		for k, text := range TopicRow(t) {
			r.cells[k].set(text)
		}
		r.light(t.Topic+"|"+strconv.Itoa(t.Read)+"|"+strconv.Itoa(t.Write)+t.Perm, p.tick, s.quiet)
	}
}

func (s *maps) updateMembers(p *Panel, v *core.View, b *core.BrokerView) {
	s.memberCaption.set(p.lang.Text("map.member-caption", "group", groupName(v)))
	var found []*core.MemberView
	for i := range b.Members {
		if m := &b.Members[i]; Found(s.search, m.ID, nameOf(v, m.Consumer)) {
			found = append(found, m)
		}
	}
	show(s.empty, len(b.Members) == 0)
	for i, m := range found[:s.members.fit(p.lang, len(found))] {
		r := s.members.rows[i]
		r.cells[0].set(nameOf(v, m.Consumer))
		r.cells[1].set(m.ID)
		r.cells[2].set(s.beat(p, v.Now, m))
		r.light(m.ID+"|"+strconv.FormatInt(int64(m.Since), 10), p.tick, s.quiet)
	}
}

// newMember is how long a member counts as new.
const newMember = 2 * time.Second

func (s *maps) beat(p *Panel, now time.Duration, m *core.MemberView) string {
	if age, ok := since(now, m.Since); ok && age < newMember {
		return p.lang.Text("map.new")
	}
	age, _ := since(now, m.LastBeat)
	return p.lang.Text("map.ago", "span", p.lang.Span(max(age, 0)))
}

func (s *maps) updateOffsets(p *Panel, v *core.View, broker int) {
	topic := p.lang.List(v.Topics)
	s.offsetCaption.set(p.lang.Text("map.offset-caption", "topic", topic, "group", groupName(v)))
	var found []*core.QueueView
	for i := range v.Queues {
		if q := &v.Queues[i]; q.Broker == broker && Found(s.search, q.Name, q.Topic) {
			found = append(found, q)
		}
	}
	for i, q := range found[:s.offsets.fit(p.lang, len(found))] {
		r := s.offsets.rows[i]
		row := StoredRow(v, q)
		for k, text := range row {
			r.cells[k].set(text)
		}
		r.light(row[0]+"|"+strconv.FormatInt(q.Committed, 10), p.tick, s.quiet)
	}
}

// since is how long ago a time of the run was; false for never.
func since(now, at time.Duration) (time.Duration, bool) {
	return now - at, at >= 0 && at <= now
}
