//go:build js

package panel

import (
	"slices"

	"ringside/core/trace"
)

// noteFeed is the log of what a broker noticed about the group's members and
// whom it told: the newest first.
type noteFeed struct {
	elem
	list   elem
	none   elem
	broker string
	log    *trace.Log
	seen   int
	group  int
	ids    []int32 // newest last
}

// mostNotes is how many of them are listed.
const mostNotes = 20

func newNoteFeed(p *Panel) *noteFeed {
	f := &noteFeed{list: el("ol", "events", attr{"aria-label", p.lang.Text("map.notes")}), none: el("p", "soft", p.lang.Text("events.none"))}
	f.elem = el("div", "notes", el("h2", "", p.lang.Text("map.notes")), f.none, f.list)
	return f
}

// noteKinds are the events about members at a broker.
var noteKinds = []trace.Kind{trace.KindRegister, trace.KindUnregister, trace.KindClose, trace.KindExpire,
	trace.KindMembers, trace.KindNotice, trace.KindIDListError}

func (f *noteFeed) update(p *Panel, broker string) {
	log := p.pg.Sim().Log()
	events := log.Events()
	group := p.pg.View().Group
	if log != f.log || broker != f.broker || group != f.group || len(events) < f.seen {
		*f = noteFeed{elem: f.elem, list: f.list, none: f.none, log: log, broker: broker, group: group}
		clearAll(f.list)
	}
	if f.seen == len(events) {
		show(f.none, len(f.ids) == 0)
		return
	}
	index := slices.Index(log.Brokers, broker)
	before := len(f.ids)
	for ; f.seen < len(events); f.seen++ {
		e := &events[f.seen]
		if int(e.Broker) == index && slices.Contains(noteKinds, e.Kind) && (e.Group < 0 || int(e.Group) == group) {
			f.ids = append(f.ids, e.ID)
		}
	}
	f.ids = f.ids[max(0, len(f.ids)-mostNotes):]
	show(f.none, len(f.ids) == 0)
	if len(f.ids) == before && before < mostNotes {
		return
	}
	clearAll(f.list)
	for i := len(f.ids) - 1; i >= 0; i-- {
		with(f.list, eventRow(p.lang, log, log.Event(f.ids[i])))
	}
}
