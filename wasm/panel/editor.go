//go:build js

package panel

import (
	"strconv"
	"strings"
	"syscall/js"

	"ringside/core/script"
)

// editor is the tab with the script's text.
type editor struct {
	elem
	area         elem
	numbers      *cell
	marks        elem // lines with errors, behind the text
	state        *cell
	applyButton  elem
	revertButton elem
	errors       elem
	list         script.Errors
	other        string // an error that has no place
	loaded       string // the text that plays
	at           int64  // tick of the last change
	check        bool   // the text changed and was not checked since
}

func newEditor(p *Panel) *editor {
	l := p.lang
	s := &editor{}
	s.numbers = newCell("pre", "numbers", attr{"aria-hidden", "true"})
	s.marks = el("div", "errorlines", attr{"aria-hidden", "true"})
	s.area = el("textarea", "code", attr{"id", "script"}, attr{"spellcheck", "false"}, attr{"autocapitalize", "off"},
		attr{"autocomplete", "off"}, attr{"wrap", "off"}, attr{"data-live", "1"}, act("edit-text", ""),
		attr{"aria-label", l.Text("script.label")}, attr{"aria-describedby", "script-hint script-errors"})
	s.state = newCell("span", "soft", attr{"role", "status"})
	s.errors = el("ul", "errors", attr{"id", "script-errors"})
	s.applyButton = button("btn primary", l.Text("script.apply"), "apply-text", "")
	s.revertButton = button("btn", l.Text("script.revert"), "revert-text", "")
	s.elem = el("div", "editor",
		el("div", "codebox", s.numbers.elem, el("div", "codearea", s.marks, s.area)),
		s.errors,
		el("div", "row", s.applyButton, button("btn", l.Text("script.format"), "format-text", ""), s.revertButton, s.state.elem),
		el("p", "soft", attr{"id", "script-hint"}, l.Text("script.hint")))
	hear(s.area, "scroll", passive, func(js.Value) { s.scroll() })
	if old := p.former; old != nil {
		s.loaded = old.editor.loaded
		setValue(s.area, value(old.editor.area))
	}
	return s
}

func (s *editor) text() string { return value(s.area) }

// update takes over a script that came from elsewhere, and checks what the
// reader types when they pause. What they have typed and not applied stays, unless
// another scenario begins, in which nothing can be undone.
func (s *editor) update(p *Panel, fresh bool) {
	if text := p.pg.Text(); text != s.loaded {
		if s.text() == s.loaded || !s.focused() && !p.pg.CanUndo() && !p.pg.CanRedo() {
			setValue(s.area, text)
			s.list, s.other = nil, ""
			if p.pg.Problem() != nil {
				s.list = ScriptErrors(p.pg.Problem())
			}
		}
		s.loaded = text
		s.draw(p)
	} else if fresh {
		s.draw(p)
	}
	if s.check && p.tick-s.at > 3*updateEvery {
		s.validate(p)
	}
}

func (s *editor) focused() bool {
	return document.Underlying().Get("activeElement").Equal(s.area.Underlying())
}

// changed notes that the reader typed.
func (s *editor) changed(p *Panel) {
	s.at, s.check = p.tick, true
	s.draw(p)
}

// validate reads the text without playing it.
func (s *editor) validate(p *Panel) {
	s.check = false
	_, err := script.Parse(s.text())
	s.list, s.other = ScriptErrors(err), ""
	s.draw(p)
}

// apply plays the text.
func (s *editor) apply(p *Panel) {
	s.check = false
	text := s.text()
	err := p.pg.LoadText(text)
	s.list, s.other = ScriptErrors(err), ""
	if err != nil && s.list == nil {
		s.other = p.errorText(err)
	}
	if err == nil {
		s.loaded = text
		p.say(p.lang.Text("script.applied"))
	} else {
		p.say(p.lang.Text("script.errors", "n", Number(max(len(s.list), 1))))
		if len(s.list) > 0 {
			s.jumpTo(s.list[0].Line, s.list[0].Col)
		}
	}
	s.draw(p)
}

// format writes the text in canonical form, when it has no errors.
func (s *editor) format(p *Panel) {
	sc, err := script.Parse(s.text())
	s.list, s.other, s.check = ScriptErrors(err), "", false
	if err == nil {
		setValue(s.area, sc.Format())
	}
	s.draw(p)
}

func (s *editor) revert(p *Panel) {
	setValue(s.area, p.pg.Text())
	s.list, s.other, s.check = nil, "", false
	s.draw(p)
}

// key handles keys in the text. Tab keeps its meaning, so that nobody is trapped.
func (s *editor) key(p *Panel, ev js.Value, key string) bool {
	switch {
	case key == "Enter" && (ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool()):
		p.run("apply-text", "", "")
		return true
	case key == "Escape":
		p.side.buttons[tabScript].Focus()
		return true
	}
	return false
}

// jump goes to an error's place, given as "line:column".
func (s *editor) jump(at string) {
	line, col, _ := strings.Cut(at, ":")
	n, _ := strconv.Atoi(line)
	c, _ := strconv.Atoi(col)
	s.jumpTo(n, c)
}

// jumpTo puts the caret to a line and column, both from 1, and selects the word there.
func (s *editor) jumpTo(line, col int) {
	from, to := Span16(s.text(), line, col)
	s.area.Focus()
	s.area.Underlying().Call("setSelectionRange", from, to)
	lineHeight := s.area.Underlying().Get("scrollHeight").Float() / float64(strings.Count(s.text(), "\n")+1)
	s.area.Underlying().Set("scrollTop", max(0, float64(line-4)*lineHeight))
	s.scroll()
}

// scroll keeps the line numbers and marks beside the text.
func (s *editor) scroll() {
	top := s.area.Underlying().Get("scrollTop").Float()
	for _, e := range []elem{s.numbers.elem, s.marks} {
		property(e, "transform", "translateY("+strconv.FormatFloat(-top, 'f', 1, 64)+"px)")
	}
}

// draw brings numbers, marks, list of errors and buttons up to date.
func (s *editor) draw(p *Panel) {
	l := p.lang
	lines := strings.Count(s.text(), "\n") + 1
	var numbers strings.Builder
	for i := 1; i <= lines; i++ {
		numbers.WriteString(strconv.Itoa(i) + "\n")
	}
	s.numbers.set(numbers.String())
	clearAll(s.errors)
	clearAll(s.marks)
	for _, e := range s.list {
		at := strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Col)
		with(s.errors, el("li", "", button("link", l.Text("script.error-at", "line", strconv.Itoa(e.Line),
			"col", strconv.Itoa(e.Col), "error", l.ScriptError(e)), "go-error", at)))
		mark := el("div", "errorline")
		property(mark, "--line", strconv.Itoa(e.Line-1))
		with(s.marks, mark)
	}
	if s.other != "" {
		with(s.errors, el("li", "", s.other))
	}
	bad := len(s.list) > 0 || s.other != ""
	s.area.SetAttribute("aria-invalid", strconv.FormatBool(bad))
	changed := s.text() != s.loaded
	switch {
	case bad:
		s.state.set(l.Text("script.errors", "n", Number(max(len(s.list), 1))))
	case changed:
		s.state.set(l.Text("script.changed"))
	default:
		s.state.set(l.Text("script.applied"))
	}
	s.state.tone(map[bool]string{true: "bad", false: ""}[bad])
	s.revertButton.Underlying().Set("disabled", !changed)
	s.scroll()
}
