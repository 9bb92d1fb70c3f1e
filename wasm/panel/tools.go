//go:build js

package panel

// tools are the less common buttons of the transport: in a row where there is
// room, else in a sheet above it that the button more opens.
type tools struct {
	elem
	more       elem
	follow     *attrCache
	undo, redo elem
	whatIf     elem // the button
	menu       elem // what it opens
}

func newTools(p *Panel) *tools {
	l := p.lang
	t := &tools{}
	tool := func(name, key, do string, parts ...any) elem {
		text := l.Text(key)
		return with(button("btn tool", "", do, "", attr{"title", text}), append([]any{icon(name), el("span", "", text)}, parts...)...)
	}
	t.more = button("btn icon more", "", "more", "", attr{"aria-label", l.Text("time.more")}, attr{"aria-expanded", "false"},
		attr{"aria-controls", "tools"}, icon("more"))
	follow := tool("follow", "time.follow", "follow", attr{"id", "follow"})
	t.follow = &attrCache{elem: follow, name: "aria-pressed"}
	t.undo, t.redo = tool("undo", "time.undo", "undo"), tool("redo", "time.redo", "redo")
	t.whatIf = button("btn what", l.Text("whatif.button"), "what-if", "", attr{"aria-expanded", "false"}, attr{"aria-controls", "whatif"})
	t.menu = el("div", "menu", attr{"id", "whatif"}, attr{"role", "group"}, attr{"aria-label", l.Text("whatif.title")}, attr{"hidden", ""})
	t.elem = el("div", "tools", attr{"id", "tools"},
		tool("prev", "time.prev", "prev"), tool("step", "time.step", "step"), follow, t.undo, t.redo,
		el("span", "anchor", t.whatIf, t.menu))
	return t
}

func (t *tools) update(p *Panel) {
	t.follow.set(map[bool]string{true: "true", false: "false"}[p.pg.Follow()])
	disable(t.undo, !p.pg.CanUndo())
	disable(t.redo, !p.pg.CanRedo())
	disable(t.whatIf, p.pg.Sim() == nil)
}

// disable switches a button off without taking the focus from it.
func disable(e elem, off bool) {
	if v := map[bool]string{true: "true", false: "false"}[off]; e.GetAttribute("aria-disabled") != v {
		e.SetAttribute("aria-disabled", v)
	}
}

// openMore opens or closes the sheet.
func (t *tools) openMore(open bool) {
	if open {
		t.SetAttribute("data-open", "")
	} else {
		t.RemoveAttribute("data-open")
	}
	t.more.SetAttribute("aria-expanded", map[bool]string{true: "true", false: "false"}[open])
}

func (t *tools) moreOpen() bool { return t.HasAttribute("data-open") }

// openMenu opens or closes the list of experiments.
func (t *tools) openMenu(p *Panel, open bool) {
	if open {
		clearAll(t.menu)
		with(t.menu, el("p", "soft", p.lang.Text("whatif.hint")))
		for _, w := range WhatIfs(p.pg.View(), groupName(p.pg.View())) {
			with(t.menu, button("btn", p.lang.WhatIfText(w), "try", w.Line))
		}
	}
	show(t.menu, open)
	t.whatIf.SetAttribute("aria-expanded", map[bool]string{true: "true", false: "false"}[open])
}

func (t *tools) menuOpen() bool { return !t.menu.Underlying().Get("hidden").Bool() }

// escape closes what is open; the focus goes back to its button.
func (t *tools) escape(p *Panel) bool {
	switch {
	case t.menuOpen():
		t.openMenu(p, false)
		t.whatIf.Focus()
	case t.moreOpen():
		t.openMore(false)
		t.more.Focus()
	default:
		return false
	}
	return true
}

// outside closes what is open when something else is pressed.
func (t *tools) outside(p *Panel, at elem) {
	if t.menuOpen() && (at == nil || !t.menu.Underlying().Call("contains", at.Underlying()).Bool() && !at.Underlying().Equal(t.whatIf.Underlying())) {
		t.openMenu(p, false)
	}
	inside := at != nil && (t.elem.Underlying().Call("contains", at.Underlying()).Bool() || t.more.Underlying().Call("contains", at.Underlying()).Bool())
	if t.moreOpen() && !inside {
		t.openMore(false)
	}
}
