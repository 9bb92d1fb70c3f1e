//go:build js

package panel

// lesson is the tab with the script's own words and its claims.
type lesson struct {
	elem
	claims []*claim
	box    elem
	list   elem
}

type claim struct {
	elem
	text, state *cell
}

func newLesson(p *Panel) *lesson {
	s := &lesson{elem: el("div", "lesson")}
	s.box = el("div", "prose")
	s.list = el("ul", "claims")
	with(s.elem, s.box)
	return s
}

func (s *lesson) update(p *Panel, fresh bool) {
	if fresh {
		s.rebuild(p)
	}
	if p.pg.Sim() == nil || !p.side.visible(tabLesson) {
		return
	}
	claims := p.pg.Sim().Claims()
	if len(claims) != len(s.claims) {
		clearAll(s.list)
		s.claims = s.claims[:0]
		for range claims {
			c := &claim{elem: el("li", ""), text: newCell("code", ""), state: newCell("span", "state")}
			with(s.list, with(c.elem, c.text.elem, c.state.elem))
			s.claims = append(s.claims, c)
		}
	}
	for i, c := range claims {
		row := s.claims[i]
		row.text.set(c.Text)
		switch {
		case c.Pending:
			row.state.set(p.lang.Text("lesson.pending"))
			row.state.tone("")
		case c.Pass:
			row.state.set("✓ " + p.lang.Text("lesson.pass"))
			row.state.tone("good")
		default:
			row.state.set("✗ " + p.lang.Text("lesson.fail", "got", c.Got))
			row.state.tone("bad")
		}
	}
}

// rebuild writes another script's words.
func (s *lesson) rebuild(p *Panel) {
	l := p.lang
	clearAll(s.box)
	if p.pg.Sim() != nil && p.pg.Sim().Script() != nil {
		sc := p.pg.Sim().Script().Scenario()
		title := WordsIn(sc.Title, l)
		if len(title) > 0 {
			with(s.box, el("h2", "", title[0]))
		} else {
			with(s.box, el("h2", "", l.Text("header.own")))
		}
		paragraphs := WordsIn(sc.Text, l)
		if len(paragraphs) == 0 {
			paragraphs = []string{l.Text("lesson.no-text")}
		}
		for _, text := range paragraphs {
			with(s.box, el("p", "", text))
		}
		if p.pg.Lesson() == "" {
			with(s.box, el("p", "soft", l.Text("lesson.own")))
		}
		if len(sc.Expects) > 0 {
			with(s.box, el("h3", "", l.Text("lesson.expects")), s.list)
		}
	}
	with(s.box, el("p", "how", button("link", l.Text("truth.how"), "truth", "", attr{"aria-haspopup", "dialog"})),
		el("h3", "", l.Text("lesson.more")), lessonList(p))
}

// lessonList offers all lessons as buttons.
func lessonList(p *Panel) elem {
	list := el("ol", "lessons")
	for _, lesson := range p.pg.Lessons() {
		b := button("link", LessonTitle(lesson.Text, lesson.Name, p.lang), "lesson", lesson.Name)
		if lesson.Name == p.pg.Lesson() {
			b.SetAttribute("aria-current", "true")
		}
		with(list, el("li", "", b))
	}
	return list
}
