//go:build js

package panel

// The tabs of the side panel, in order.
const (
	tabLesson   = "lesson"
	tabControls = "controls"
	tabMaps     = "maps"
	tabEvents   = "events"
	tabFigures  = "figures"
	tabScript   = "script"
)

var tabs = []string{tabLesson, tabControls, tabMaps, tabEvents, tabFigures, tabScript}

var tabKeys = map[string]string{
	tabLesson: "tab.lesson", tabControls: "tab.controls", tabMaps: "tab.maps",
	tabEvents: "tab.events", tabFigures: "tab.figures", tabScript: "tab.script",
}

// side is the panel with tabs: at the right of a wide window, a sheet over the
// dock of a narrow one, where it can be closed.
type side struct {
	elem
	buttons map[string]elem
	panels  map[string]elem
	toggle  elem
	arrow   *attrCache
	chosen  string
	closed  bool
	seen    string // the tab that the last update found open
	due     bool   // the reader has done something: the tab shows it at once

	lesson   *lesson
	controls *controls
	maps     *maps
	events   *events
	figures  *figures
	editor   *editor
}

func newSide(p *Panel) *side {
	l := p.lang
	s := &side{buttons: map[string]elem{}, panels: map[string]elem{}, chosen: tabLesson, closed: narrow()}
	if old := p.former; old != nil { // the language was changed
		s.chosen, s.closed = old.chosen, old.closed
	}
	s.lesson = newLesson(p)
	list := el("div", "tabs", attr{"role", "tablist"}, attr{"aria-label", l.Text("page.panel")})
	s.toggle = button("btn icon fold", "", "fold", "", attr{"aria-label", l.Text("sheet.toggle")}, attr{"aria-controls", "details"})
	picture := icon("up")
	s.arrow = &attrCache{elem: wrap(picture.Underlying().Get("firstChild")), name: "d"}
	with(s.toggle, picture)
	s.elem = el("aside", "side", attr{"aria-label", l.Text("page.panel")}, attr{"id", "details"},
		el("div", "tabbar", list, s.toggle))
	for _, name := range tabs {
		b := button("tab", l.Text(tabKeys[name]), "tab", name,
			attr{"role", "tab"}, attr{"id", "tab-" + name}, attr{"aria-controls", "panel-" + name})
		s.buttons[name] = b
		with(list, b)
		panel := el("div", "pane", attr{"role", "tabpanel"}, attr{"id", "panel-" + name},
			attr{"aria-labelledby", "tab-" + name}, attr{"tabindex", "0"})
		s.panels[name] = panel
		with(s.elem, panel)
	}
	with(s.panels[tabLesson], s.lesson.elem)
	s.dress()
	return s
}

// rest are the steps that fill the tabs which are not open at first.
func (s *side) rest(p *Panel) []func() {
	fill := func(name string, body elem) { with(s.panels[name], body) }
	return []func(){
		func() { s.controls = newControls(p); fill(tabControls, s.controls.elem) },
		func() { s.maps = newMaps(p); fill(tabMaps, s.maps.elem) },
		func() { s.events = newEvents(p); fill(tabEvents, s.events.elem) },
		func() { s.figures = newFigures(p); fill(tabFigures, s.figures.elem) },
		func() { s.editor = newEditor(p); fill(tabScript, s.editor.elem); s.editor.update(p, true) },
	}
}

// narrow tells whether the side panel is a sheet.
func narrow() bool { return media("(max-width: 899px)") }

// dress puts the state into the elements.
func (s *side) dress() {
	for _, name := range tabs {
		chosen := name == s.chosen
		s.buttons[name].SetAttribute("aria-selected", map[bool]string{true: "true", false: "false"}[chosen])
		s.buttons[name].SetAttribute("tabindex", map[bool]string{true: "0", false: "-1"}[chosen])
		show(s.panels[name], chosen)
	}
	if s.closed {
		s.SetAttribute("data-closed", "")
		s.toggle.SetAttribute("aria-expanded", "false")
		s.arrow.set(icons["up"])
	} else {
		s.RemoveAttribute("data-closed")
		s.toggle.SetAttribute("aria-expanded", "true")
		s.arrow.set(icons["down"])
	}
}

// choose shows a tab; focus moves into the editor when it was asked for by its key.
func (s *side) choose(p *Panel, name string, byKey bool) {
	s.chosen, s.closed = name, false
	s.dress()
	if byKey {
		if name == tabScript {
			s.editor.area.Focus()
		} else {
			s.buttons[name].Focus()
		}
	}
	p.measure()
}

// press is a click on a tab: on a sheet, a second one closes it.
func (s *side) press(p *Panel, name string) {
	if name == s.chosen && !s.closed && narrow() {
		s.fold(p)
		return
	}
	s.choose(p, name, false)
}

func (s *side) fold(p *Panel) {
	s.closed = !s.closed
	s.dress()
	p.measure()
}

// tabKey moves among the tabs, as the ARIA pattern has it.
func (s *side) tabKey(p *Panel, key string) bool {
	i := 0
	for k, name := range tabs {
		if name == s.chosen {
			i = k
		}
	}
	switch key {
	case "ArrowRight", "ArrowDown":
		i = (i + 1) % len(tabs)
	case "ArrowLeft", "ArrowUp":
		i = (i + len(tabs) - 1) % len(tabs)
	case "Home":
		i = 0
	case "End":
		i = len(tabs) - 1
	default:
		return false
	}
	s.choose(p, tabs[i], false)
	s.buttons[tabs[i]].Focus()
	return true
}

// manyRows is how many queues and consumers make a table so long that it is
// brought up to date twice a second only.
const manyRows = 300

// visible tells whether a tab is to be seen.
func (s *side) visible(name string) bool { return s.chosen == name && !(s.closed && narrow()) }

func (s *side) update(p *Panel, fresh bool) {
	s.lesson.update(p, fresh)
	if s.editor != nil {
		s.editor.update(p, fresh)
	}
	open := s.chosen
	if !s.visible(open) {
		open = ""
	}
	p.quiet = p.quiet || open != s.seen // what changed meanwhile is not news
	again := s.seen == open && !fresh && !s.due
	s.seen, s.due = open, false
	if v := p.pg.View(); again && len(v.Queues)+len(v.Consumers) > manyRows && p.tick%(5*updateEvery) != 0 {
		return
	}
	switch {
	case s.visible(tabControls):
		s.controls.update(p)
	case s.visible(tabMaps):
		s.maps.update(p)
	case s.visible(tabEvents):
		s.events.update(p, fresh)
	case s.visible(tabFigures):
		s.figures.update(p)
	}
}
