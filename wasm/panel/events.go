//go:build js

package panel

import (
	"strconv"
	"time"

	"ringside/core/trace"
)

// events is the tab with the list of what happened, newest first.
type events struct {
	elem
	show  *picker
	list  elem
	none  elem
	count *cell
	rows  []elem // newest first
	log   *trace.Log
	seen  int   // events of the log looked at
	at    int64 // tick of the last update
	all   bool
	match int // events that belong in the list
	lang  Lang
}

// mostEvents is how many events the list holds.
const mostEvents = 150

func newEvents(p *Panel) *events {
	l := p.lang
	s := &events{lang: l}
	if p.former != nil {
		s.all = p.former.events.all
	}
	s.show = newPicker("select", "event-filter", "filter", "")
	s.show.set([]string{"matter", "all"}, []string{l.Text("events.matter"), l.Text("events.all")}, map[bool]string{true: "all", false: "matter"}[s.all])
	s.list = el("ol", "events", attr{"aria-label", l.Text("events.caption")})
	s.none = el("p", "soft", l.Text("events.none"))
	s.count = newCell("p", "soft")
	s.elem = el("div", "", field(l.Text("events.show"), s.show.elem), s.none, s.list, s.count.elem)
	return s
}

func (s *events) filter(v string) {
	s.all = v == "all"
	s.reset()
}

func (s *events) reset() {
	clearAll(s.list)
	s.rows, s.seen, s.match, s.at = s.rows[:0], 0, 0, 0
}

func (s *events) update(p *Panel, fresh bool) {
	if p.pg.Sim() == nil {
		s.reset()
		show(s.none, false)
		s.count.set("")
		return
	}
	log := p.pg.Sim().Log()
	if log != s.log || len(log.Events()) < s.seen || fresh {
		s.log = log
		s.reset()
	}
	if s.seen == len(log.Events()) || s.at > 0 && p.tick-s.at < 2*updateEvery {
		show(s.none, s.match == 0)
		return
	}
	s.at = p.tick
	s.add(log)
	show(s.none, s.match == 0)
	if s.match > len(s.rows) {
		s.count.set(s.lang.Text("events.capped", "n", Number(len(s.rows)), "all", Number(s.match)))
	} else {
		s.count.set("")
	}
}

// add takes the events not yet looked at into the list; of many only the newest become rows.
func (s *events) add(log *trace.Log) {
	all := log.Events()
	var chosen []int
	for i := s.seen; i < len(all); i++ {
		if s.all || Matters(log, &all[i]) {
			chosen = append(chosen, i)
		}
	}
	s.seen = len(all)
	s.match += len(chosen)
	if len(chosen) > mostEvents {
		chosen = chosen[len(chosen)-mostEvents:]
	}
	fresh := make([]elem, 0, len(chosen)+len(s.rows))
	for i := len(chosen) - 1; i >= 0; i-- {
		fresh = append(fresh, s.row(log, &all[chosen[i]]))
	}
	var before any
	if len(s.rows) > 0 {
		before = s.rows[0].Underlying()
	}
	for _, e := range fresh {
		s.list.Underlying().Call("insertBefore", e.Underlying(), before)
	}
	s.rows = append(fresh, s.rows...)
	for len(s.rows) > mostEvents {
		s.rows[len(s.rows)-1].Remove()
		s.rows = s.rows[:len(s.rows)-1]
	}
}

func (s *events) row(log *trace.Log, e *trace.Event) elem { return eventRow(s.lang, log, e) }

// eventRow is an event in a list: its time goes there, its words explain it.
func eventRow(l Lang, log *trace.Log, e *trace.Event) elem {
	at := Clock(time.Duration(e.At))
	ms := strconv.FormatInt((e.At+int64(time.Millisecond)-1)/int64(time.Millisecond), 10)
	text := l.Describe(log, e)
	subject := Subject{SubjectEvent, int(e.ID)}.String()
	return el("li", Tone(e), button("at", at, "seek", ms, attr{"aria-label", l.Text("events.seek", "time", at)}),
		button("say", text, "why", subject, attr{"data-why", subject}, attr{"title", l.Text("why.event-tip")}))
}
