//go:build js

package panel

import (
	"errors"

	"ringside/wasm/play"
)

// handleTime fills the table of what elements do with what the time line does.
func (p *Panel) handleTime() {
	on := func(name string, f func(arg, value string)) { p.handlers[name] = f }
	on("prev", func(_, _ string) { p.pg.Prev() })
	on("step", func(_, _ string) { p.pg.Step() })
	on("follow", func(_, _ string) { p.setFollow(!p.pg.Follow()) })
	on("undo", func(_, _ string) { p.undo() })
	on("redo", func(_, _ string) { p.redo() })
	on("more", func(_, _ string) { p.dock.tools.openMore(!p.dock.tools.moreOpen()) })
	on("what-if", func(_, _ string) { p.dock.tools.openMenu(p, !p.dock.tools.menuOpen()) })
	on("try", func(arg, _ string) { p.tryOut(arg) })
	on("zoom", func(arg, _ string) { p.dock.line.zoom(p, arg) })
	on("lanes", func(_, _ string) { p.openLanes(!p.dock.line.lanes.open) })
	on("lane-mode", func(_, v string) {
		p.dock.line.lanes.chosen, p.dock.line.lanes.stale = LaneMode(v), true
	})
	on("lane-table", func(_, _ string) {
		s := p.dock.line.lanes
		s.listed, s.stale = !s.listed, true
		s.layout(p)
	})
	on("against", func(_, v string) { p.compareWith(v) })
	on("swap", func(_, _ string) { p.swapRuns() })
	on("forget", func(_, _ string) { p.closeRuns() })
}

// setFollow switches the slow motion and remembers it.
func (p *Panel) setFollow(on bool) {
	p.pg.SetFollow(on)
	store("follow", map[bool]string{true: "", false: "off"}[on])
	p.say(p.lang.Text(map[bool]string{true: "time.follow-on", false: "time.follow-off"}[on]))
}

// openLanes folds the lanes out or in and remembers it.
func (p *Panel) openLanes(open bool) {
	s := p.dock.line.lanes
	s.open, s.stale = open, true
	store("lanes", map[bool]string{true: "on", false: "off"}[open])
	p.update()
	p.resized()
}

func (p *Panel) undo() {
	if !p.pg.CanUndo() {
		p.say(p.lang.Text("undo.nothing"))
		return
	}
	p.told(p.pg.Undo(), "undo.done")
}

func (p *Panel) redo() {
	if !p.pg.CanRedo() {
		p.say(p.lang.Text("redo.nothing"))
		return
	}
	p.told(p.pg.Redo(), "redo.done")
}

// told says an error, or else what was done.
func (p *Panel) told(err error, key string) {
	if err != nil {
		p.say(p.lang.Text("control.refused", "error", p.errorText(err)))
		return
	}
	p.say(p.lang.Text(key))
}

// tryOut starts an experiment.
func (p *Panel) tryOut(line string) {
	p.dock.tools.openMenu(p, false)
	p.dock.tools.openMore(false)
	if err := p.pg.WhatIf(line); errors.Is(err, play.ErrLater) {
		p.say(p.lang.Text("control.waits", "line", line))
		return
	} else if err != nil {
		p.say(p.lang.Text("control.refused", "error", p.errorText(err)))
		return
	}
	p.sayForked()
}

// sayForked tells that the run of before is kept.
func (p *Panel) sayForked() {
	runs, k := p.pg.Branches(), p.pg.Against()
	if k >= 0 {
		p.say(p.lang.Text("versus.forked", "run", runs[p.pg.Branch()].Name, "other", runs[k].Name))
	}
}

func (p *Panel) compareWith(v string) {
	for i, s := range p.dock.versus.against.options {
		if s == v && p.dock.versus.against.elem != nil {
			k := -1
			if i > 0 {
				k = indexOf(v)
			}
			if err := p.pg.Compare(k); err != nil {
				p.say(p.lang.Text("control.refused", "error", p.errorText(err)))
			}
		}
	}
}

// swapRuns goes over to the run compared with, or to any other one.
func (p *Panel) swapRuns() {
	k := p.pg.Against()
	for i := range p.pg.Branches() {
		if k < 0 && i != p.pg.Branch() {
			k = i
		}
	}
	if err := p.pg.Show(k); err != nil {
		p.say(p.lang.Text("control.refused", "error", p.errorText(err)))
		return
	}
	p.say(p.lang.Text("versus.now", "run", p.pg.Branches()[p.pg.Branch()].Name))
}

// closeRuns drops the run compared with, or all others.
func (p *Panel) closeRuns() {
	if k := p.pg.Against(); k >= 0 {
		p.told(p.pg.Forget(k), "versus.dropped")
		return
	}
	for len(p.pg.Branches()) > 1 {
		k := 0
		if p.pg.Branch() == 0 {
			k = 1
		}
		if err := p.pg.Forget(k); err != nil {
			p.told(err, "versus.dropped")
			return
		}
	}
	p.say(p.lang.Text("versus.dropped"))
}

// timeCommand does what a shortcut of the time line stands for.
func (p *Panel) timeCommand(cmd Command) {
	switch cmd {
	case CmdPrev:
		p.pg.Prev()
	case CmdStep:
		p.pg.Step()
	case CmdZoomIn, CmdZoomOut, CmdZoomWhole, CmdPanLeft, CmdPanRight:
		p.dock.line.zoom(p, zooms[cmd])
	case CmdLanes:
		p.openLanes(!p.dock.line.lanes.open)
	case CmdFollow:
		p.setFollow(!p.pg.Follow())
	case CmdWhatIf:
		t := p.dock.tools
		if t.more.Underlying().Get("offsetParent").Truthy() {
			t.openMore(true)
		}
		t.openMenu(p, true)
		t.menu.Underlying().Call("querySelector", "button").Call("focus")
	}
}

var zooms = map[Command]string{
	CmdZoomIn: "in", CmdZoomOut: "out", CmdZoomWhole: "whole", CmdPanLeft: "left", CmdPanRight: "right",
}

// applied says what an action did: a line, or a fork with it.
func (p *Panel) sayApplied(before int) {
	if len(p.pg.Branches()) > before && p.pg.Against() >= 0 {
		runs := p.pg.Branches()
		p.say(p.lang.Text("versus.forked-line", "line", p.pg.Applied(), "other", runs[p.pg.Against()].Name))
		return
	}
	p.say(p.lang.Text("control.added", "line", p.pg.Applied()))
}

func indexOf(s string) int {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return play.Nobody
		}
		n = n*10 + int(c-'0')
	}
	return n
}
