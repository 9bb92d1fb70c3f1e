//go:build js

package panel

import (
	"slices"
	"strconv"
)

// header is the bar at the top: lesson, language, theme, share, help.
type header struct {
	elem
	lessons *picker
	number  *cell // what is chosen of them, where the list's own line would be cut
	title   *cell
	groups  *picker
	group   elem // its label and the picker
	topics  *picker
	topic   elem // likewise
	theme   *attrCache
	glyph   *attrCache
}

func newHeader(p *Panel) *header {
	l := p.lang
	h := &header{}
	h.lessons = newPicker("select lessons", "lesson", "lesson", "")
	h.number = newCell("span", "lesson-number", attr{"aria-hidden", "true"})
	h.title = newCell("span", "lesson-title", attr{"aria-hidden", "true"})
	h.groups = newPicker("select", "group", "group", "")
	h.group = el("span", "group", el("label", "soft", attr{"for", "group"}, l.Text("header.group")), h.groups.elem)
	h.topics = newPicker("select", "topic", "topic", "")
	h.topic = el("span", "group", el("label", "soft", attr{"for", "topic"}, l.Text("header.topic")), h.topics.elem)
	picture := icon("auto")
	h.glyph = &attrCache{elem: wrap(picture.Underlying().Get("firstChild")), name: "d"}
	theme := with(el("button", "btn icon", attr{"type", "button"}, attr{"id", "theme"}, act("theme", "")), picture)
	h.theme = &attrCache{elem: theme, name: "aria-label"}
	h.elem = el("header", "bar",
		el("img", "logo", attr{"src", "favicon.svg"}, attr{"alt", ""}, attr{"width", "26"}, attr{"height", "26"}),
		el("h1", "name", "Ringside"),
		el("label", "sr", attr{"for", "lesson"}, l.Text("header.lesson")),
		el("span", "lesson-pick", h.number.elem, h.title.elem, h.lessons.elem), h.group, h.topic,
		el("div", "spring"),
		with(button("btn", "", "lang", "", attr{"title", l.Text("header.lang-tip")}),
			attr{"lang", otherLang(l).Tag()}, attr{"id", "lang"},
			el("span", "lang-long", l.Text("header.lang")), el("span", "lang-short", l.Text("header.lang-short"))),
		theme,
		with(button("btn share", "", "share", ""), icon("share"), el("span", "", l.Text("header.share"))),
		button("btn icon", "?", "help", "", attr{"id", "help"}, attr{"aria-label", l.Text("header.help")}, attr{"aria-haspopup", "dialog"}))
	return h
}

func otherLang(l Lang) Lang {
	if l == Chinese {
		return English
	}
	return Chinese
}

// themeKeys name the theme chosen.
var themeKeys = map[string]string{"auto": "theme.auto", "light": "theme.light", "dark": "theme.dark"}

func (h *header) update(p *Panel) {
	names, titles := p.lessonChoices()
	h.lessons.set(names, titles, p.pg.Lesson())
	if i := slices.Index(names, p.pg.Lesson()); i >= 0 {
		number := "✎"
		if names[0] != "" {
			number = Number(i + 1)
		}
		h.number.set(number)
		h.title.set(ShortTitle(titles[i]))
	}
	groups := p.pg.View().Groups
	show(h.group, len(groups) > 1)
	indexes := make([]string, len(groups))
	for i := range groups {
		indexes[i] = strconv.Itoa(i)
	}
	h.groups.set(indexes, groups, strconv.Itoa(p.pg.View().Group))
	h.chooseTopic(p)
	h.glyph.set(icons[p.theme])
	h.theme.set(p.lang.Text(themeKeys[p.theme]))
}

// chooseTopic offers the topics of a group that has several.
func (h *header) chooseTopic(p *Panel) {
	v := p.pg.View()
	show(h.topic, len(v.Topics) > 1)
	values, labels := []string{"-1"}, []string{p.lang.Text("header.topics-all")}
	for i, topic := range v.Topics {
		values, labels = append(values, strconv.Itoa(i)), append(labels, topic)
	}
	chosen := v.Topic
	if chosen >= len(v.Topics) {
		chosen = -1
	}
	h.topics.set(values, labels, strconv.Itoa(chosen))
}

// lessonChoices are the lessons' names and titles, with the reader's own
// script first when it is no lesson.
func (p *Panel) lessonChoices() (names, titles []string) {
	if p.pg.Lesson() == "" {
		label := "header.own"
		if p.pg.Problem() != nil {
			label = "header.choose"
		}
		names, titles = []string{""}, []string{p.lang.Text(label)}
	}
	for i, lesson := range p.pg.Lessons() {
		names = append(names, lesson.Name)
		titles = append(titles, Number(i+1)+" · "+LessonTitle(lesson.Text, lesson.Name, p.lang))
	}
	return names, titles
}
