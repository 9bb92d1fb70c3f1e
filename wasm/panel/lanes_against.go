//go:build js

package panel

import (
	"strconv"
	"time"

	"ringside/core"
	"ringside/wasm/play"
)

// against is the run that the lanes show beside the present one: each lane has
// ours above and theirs below, and what is the same in both is dimmed.
type against struct {
	on           bool
	ours, theirs string // the runs' letters
	pair         Pairing
	note         *cell
	made         string // what pair was made for
}

// update follows the runs; it tells whether lanes for another number of runs are needed.
func (a *against) update(p *Panel) bool {
	was := a.on
	rival := p.pg.RivalView()
	a.on = rival != nil && p.pg.RivalHistory() != nil && p.pg.Against() >= 0
	if !a.on {
		a.note.set("")
		return was
	}
	runs := p.pg.Branches()
	a.ours, a.theirs = runs[p.pg.Branch()].Name, runs[p.pg.Against()].Name
	a.note.set(p.lang.Text("lanes.pair", "ours", a.ours, "theirs", a.theirs))
	v := p.pg.View()
	made := a.ours + a.theirs + strconv.FormatInt(p.pg.Generation(), 36) + " " + strconv.Itoa(len(v.Queues)) + " " + strconv.Itoa(len(rival.Queues)) +
		" " + strconv.Itoa(len(v.Consumers)) + " " + strconv.Itoa(len(rival.Consumers))
	if made != a.made {
		a.made, a.pair = made, Pair(v, rival)
	}
	return !was
}

// sign is part of what tells whether the drawing is still true.
func (a *against) sign(p *Panel) string {
	if !a.on {
		return ""
	}
	return a.made + strconv.FormatInt(int64(p.pg.RivalHistory().Reach()), 36) + " "
}

// row draws a lane of one run or of two.
func (s *lanes) row(p *Panel, lane *Lane, at *strip) {
	h := p.pg.History()
	draw := func(l *Lane, h *play.History, at *strip) []Bar {
		from := len(s.bars)
		s.bars = l.Bars(s.bars, h, s.window, s.most)
		s.lane(l, s.bars[from:], at)
		return s.bars[from:]
	}
	if !s.against.on {
		draw(lane, h, at)
		return
	}
	upper, lower := at.halves()
	lower.view, lower.colours = p.pg.RivalView(), s.against.pair.Consumer
	s.unnamed = lane.Consumer < 0 // dimmed names cannot be read
	ours := draw(lane, h, &upper)
	var theirs []Bar
	if other, ok := s.against.pair.Theirs(lane); ok {
		theirs = draw(&other, p.pg.RivalHistory(), &lower)
	}
	different := s.lightDifferences(p, lane, at)
	if s.unnamed {
		s.unnamed = false
		s.nameSame(ours, different, at)
		for _, d := range different {
			s.nameWithin(lane, ours, d, &upper)
			s.nameWithin(lane, theirs, d, &lower)
		}
	}
}

// dimmed is how much of the ground covers what is the same in both runs; with high
// contrast it is less, so that names in bars stay legible.
const (
	dimmed     = 0.55
	dimmedLess = 0.3
)

// lightDifferences dims a row but for the times in which the runs differ, and
// puts a line between them there. It returns those times.
func (s *lanes) lightDifferences(p *Panel, lane *Lane, at *strip) []Stretch {
	last := time.Duration(0)
	different := s.against.pair.Differences(lane, p.pg.History(), p.pg.RivalHistory())
	for _, d := range different {
		s.dim(p, at, last, d.From)
		last = d.To
	}
	s.dim(p, at, last, max(p.pg.History().Reach(), p.pg.RivalHistory().Reach()))
	for _, d := range different {
		s.split(at, d.From, d.To)
	}
	return different
}

// tip says what a lane shows at a time, in its upper or lower half.
func (s *lanes) tip(p *Panel, lane *Lane, at time.Duration, lower bool) string {
	v, h, shown, run := p.pg.View(), p.pg.History(), *lane, ""
	if s.against.on {
		run = s.against.ours
		if lower {
			theirs, ok := s.against.pair.Theirs(lane)
			if !ok {
				return lane.Name
			}
			v, h, shown, run = p.pg.RivalView(), p.pg.RivalHistory(), theirs, s.against.theirs
		}
	}
	var found *Bar
	bars := shown.Bars(nil, h, s.window, s.most)
	for i := range bars {
		if bars[i].From <= at && at < bars[i].To && (found == nil || bars[i].Kind > found.Kind) {
			found = &bars[i]
		}
	}
	text := lane.Name
	if found != nil {
		text = p.lang.BarText(v, &shown, found)
	}
	if run != "" {
		text = p.lang.Text("lanes.of-run", "run", run, "text", text)
	}
	return text
}

// tableRun are the table's rows of a run.
type tableRun struct {
	run  string
	view *core.View
	rows []LaneRow
	all  int
}

func laneRows(v *core.View, h *play.History, w Window, run string) tableRun {
	rows, all := LaneRows(h, w, mostRows)
	return tableRun{run, v, rows, all}
}

func (s *lanes) fillRow(l Lang, cells []*cell, of *tableRun, row *LaneRow) {
	name := of.view.Queues[row.Queue].Name
	if of.run != "" {
		name = l.Text("lanes.of-run", "run", of.run, "text", name)
	}
	cells[0].set(name)
	cells[1].set(Clock(row.From))
	cells[2].set(Clock(row.To))
	cells[3].set(l.Span(row.To - row.From))
	text, tone := l.SpanOwner(of.view, row.Kind, row.Owner, row.Other, row.Rest, row.Takers, row.All)
	cells[4].set(text)
	cells[4].tone(tone)
}
