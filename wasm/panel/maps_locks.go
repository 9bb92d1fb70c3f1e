//go:build js

package panel

import (
	"slices"
	"strconv"

	"ringside/core"
)

// lockTable is a broker's RebalanceLockManager: the group's queues that are
// locked there, for whom, and when that client last said so.
type lockTable struct {
	elem
	table   *table
	caption *cell
	none    *cell
}

func newLockTable(p *Panel) *lockTable {
	l := p.lang
	s := &lockTable{none: newCell("p", "soft")}
	s.table = newTable("grid locks", "", [2]string{"", l.Text("map.queue-id")}, [2]string{"", l.Text("map.client")},
		[2]string{"num", l.Text("map.lock-update")}).inPortions(p, "locks")
	s.caption = captionOf(s.table)
	s.elem = el("div", "", s.table.elem, s.none.elem)
	return s
}

// update shows the entries that the search finds and tells how many there are;
// quiet as for light.
func (s *lockTable) update(p *Panel, v *core.View, broker int, search string, quiet bool) int {
	l := p.lang
	s.caption.set(l.Text("map.lock-caption", "group", groupName(v)))
	var found []*core.QueueView
	locked := 0
	for i := range v.Queues {
		q := &v.Queues[i]
		if q.Broker != broker || q.Lock.ID == "" {
			continue
		}
		locked++
		if Found(search, q.Name, q.Topic, q.Lock.ID, nameOf(v, q.Lock.Consumer)) {
			found = append(found, q)
		}
	}
	for i, q := range found[:s.table.fit(l, len(found))] {
		r := s.table.rows[i]
		name := queueID(v, q)
		r.cells[0].set(name)
		r.cells[1].set(q.Lock.ID)
		r.cells[2].set(l.LockAge(v.Now, &q.Lock))
		r.cells[2].tone(map[bool]string{true: "warn", false: ""}[q.Lock.Expired])
		r.light(name+"|"+q.Lock.ID+"|"+strconv.FormatInt(int64(q.Lock.At), 10)+strconv.FormatBool(q.Lock.Expired), p.tick, quiet)
	}
	orderly := slices.ContainsFunc(v.Consumers, func(c core.ConsumerView) bool { return c.Listener == "orderly" })
	show(s.table.elem, len(found) > 0 || orderly && search == "")
	show(s.none.elem, locked == 0 && search == "")
	s.none.set(l.Text(map[bool]string{true: "map.no-lock-now", false: "map.no-lock"}[orderly]))
	return len(found)
}
