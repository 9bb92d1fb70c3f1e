//go:build js

package panel

import (
	"time"

	"ringside/core/trace"
)

// The presenter's view: the picture and the time line in large type, a sentence
// about what just happened, and steps by key or clicker.

// setPresent enters or leaves the presenter's view.
func (p *Panel) setPresent(on bool) {
	p.furnish()
	p.presenting = on
	root := root()
	if on {
		root.SetAttribute("data-present", "")
		setQuery("view", "present")
		p.help.close()
		p.truth.close()
	} else {
		root.RemoveAttribute("data-present")
		setQuery("view", "")
	}
	p.explain(Subject{})
	p.update()
	p.resized()
	if on {
		p.caption.leave.Focus()
	} else if b := byID("help"); b != nil {
		wrap(b.Underlying()).Focus()
	}
}

// presentKey handles the keys of the presenter's view. Clickers send page keys.
func (p *Panel) presentKey(key string) bool {
	if !p.presenting {
		return false
	}
	switch key {
	case "PageDown":
		p.pg.Next()
	case "PageUp":
		p.pg.Prev()
	case "Escape":
		p.setPresent(false)
	default:
		return false
	}
	p.update()
	return true
}

// caption is the sentence of the presenter's view.
type caption struct {
	elem
	text  *cell
	leave elem
}

func newCaption(p *Panel) *caption {
	c := &caption{text: newCell("p", "")}
	c.leave = button("btn icon", "", "leave-present", "", icon("close"), attr{"aria-label", p.lang.Text("present.leave")},
		attr{"title", p.lang.Text("present.leave")})
	c.elem = el("section", "caption", attr{"aria-label", p.lang.Text("present.caption")}, el("h1", "sr", "Ringside"), c.text.elem, c.leave)
	show(c.elem, false)
	return c
}

// captionFor is how long before the present moment an event may lie to be spoken of.
const captionFor = 5 * time.Second

func (c *caption) update(p *Panel) {
	show(c.elem, p.presenting)
	if !p.presenting || p.log() == nil {
		return
	}
	log := p.log()
	e := last(log, func(e *trace.Event) bool { return Announced(log, e) })
	if e == nil || p.pg.Now()-time.Duration(e.At) > captionFor {
		c.text.set(p.lang.Text("present.quiet"))
		c.text.tone("soft")
		return
	}
	c.text.set(p.lang.CaptionText(log, e))
	c.text.tone(Tone(e))
}

// log is the record of the run, nil without one.
func (p *Panel) log() *trace.Log {
	if p.pg.Sim() == nil {
		return nil
	}
	return p.pg.Sim().Log()
}

// setContrast switches high contrast and remembers it.
func (p *Panel) setContrast(on bool) {
	p.contrast = on
	store("contrast", map[bool]string{true: "more", false: ""}[on])
	p.applyContrast()
}

// applyContrast marks the document, also for who prefers more contrast in the
// system's settings.
func (p *Panel) applyContrast() {
	root := root()
	if p.contrasted() {
		root.SetAttribute("data-contrast", "more")
	} else {
		root.RemoveAttribute("data-contrast")
	}
	p.look()
}

// contrasted tells whether there is to be more contrast.
func (p *Panel) contrasted() bool { return p.contrast || media("(prefers-contrast: more)") }

// handlePeople adds what the tour, the presenter's view and the exports do.
func (p *Panel) handlePeople(on func(name string, f func(arg, value string))) {
	on("tour", func(_, _ string) { p.help.close(); p.tour.start(p, true) })
	on("tour-step", func(arg, _ string) { p.tour.move(p, map[string]int{"-1": -1, "1": 1}[arg]) })
	on("tour-end", func(_, _ string) { p.tour.end(p) })
	on("present", func(_, _ string) { p.setPresent(true) })
	on("leave-present", func(_, _ string) { p.setPresent(false) })
	on("contrast", func(_, v string) { p.setContrast(v == "on") })
	on("export", func(arg, _ string) { p.startExport(arg) })
}
