//go:build js

package panel

import (
	"strconv"
	"syscall/js"

	"ringside/core"
	"ringside/wasm/play"
	"ringside/wasm/view"
)

// Panel is everything of the page but the picture.
type Panel struct {
	pg    *play.Playground
	lang  Lang
	theme string // "auto", "light", "dark"

	root     elem
	head     *header
	dock     *dock
	side     *side
	why      *whyBox
	help     *help
	truth    *truthSheet
	problem  *problem
	toast    *toast
	live     *live
	picture  Picture
	tour     *tour
	caption  *caption
	export   *exportJob
	handlers map[string]func(arg, value string)

	former     *side    // in the language just left
	rest       []func() // steps that make what is not seen at first; see furnish
	grow       float64  // of panels and type; see Grown
	frames     int      // of the picture, until the rest is made
	tests      handle   // window.__ringside
	tick       int64
	generation int64
	lastNow    int64   // ms of the run at the last update, to notice a way back
	quiet      bool    // this update follows a seek or a new script: nothing is lit or announced
	chosen     Subject // what is explained
	pointed    Subject // what the pointer or the focus is on, explained in its place
	viewport   view.Viewport
	keysOff    bool // single-key shortcuts are switched off
	keyTaken   bool // the key pressed last was a shortcut
	contrast   bool // high contrast is switched on
	presenting bool // the presenter's view
	observer   js.Value
	focus      focus
	onWords    func()
	onLeft     func()

	pointedInPanel bool // what is pointed at stands in the side panel
	pressedLow     bool // the pointer went down in the lower half of the picture
	chosenLow      bool // what is chosen stands there
}

// tourAt is the tick at which a first visit begins to be explained: the picture stands.
const tourAt = 20

// updateEvery is the number of ticks between two updates of the page: ten a second.
const updateEvery = play.TicksPerSecond / 10

// New builds the page around a playground and opens the place that the address names.
func New(pg *play.Playground) *Panel {
	p := &Panel{pg: pg, onWords: func() {}, onLeft: func() {}, handlers: map[string]func(arg, value string){}, grow: 1}
	p.readAddress()
	p.viewport.Believes = func(v *core.View, consumer int, owners []int32) bool {
		return Believes(v, consumer, owners)
	}
	pg.SetFollow(stored("follow") != "off")
	p.keysOff, p.contrast = stored("keys") == "off", stored("contrast") == "more"
	p.applyContrast()
	p.handle()
	p.hook()
	p.build()
	p.listen()
	p.open()
	p.measure()
	if query("view") == "present" {
		p.setPresent(true)
	}
	return p
}

// build makes the elements that are seen at first, in the language chosen, and
// notes how the rest is made. At a change of language it makes all again.
func (p *Panel) build() {
	again := p.root != nil
	p.former = p.side
	if again {
		p.root.Remove()
	}
	l := p.lang
	root().SetAttribute("lang", l.Tag())
	document.Underlying().Set("title", l.Text("page.title"))
	p.head, p.dock, p.why = newHeader(p), newDock(p), newWhyBox(p)
	p.side, p.problem = newSide(p), newProblem(p)
	p.toast, p.live, p.tour, p.caption = newToast(), newLive(), newTour(p), newCaption(p)
	p.root = el("div", "app", attr{"id", "ringside"},
		el("a", "skip", attr{"href", "#details"}, act("skip", ""), l.Text("page.skip")),
		p.head.elem,
		el("main", "main", p.tour.frame, p.tour.elem, p.problem.elem, p.why.elem, p.caption.elem, p.dock.elem),
		p.side.elem, p.toast.elem, p.live.elem)
	body().Underlying().Call("prepend", p.root.Underlying())
	p.applyTheme()
	p.look()
	p.labelCanvas()
	p.generation = -1
	p.rest = append(p.side.rest(p), p.sheets)
	if !again {
		p.rest = append([]func(){p.refresh}, p.rest...)
	} else { // the tab that is open may be any
		p.furnish()
		p.update()
		p.measure()
	}
}

// labelCanvas says to those who cannot see the picture where its facts are. The
// canvas is a region, as all content of a page should stand in one.
func (p *Panel) labelCanvas() {
	if canvas := find("body > canvas"); canvas != nil {
		canvas.SetAttribute("role", "region")
		canvas.SetAttribute("aria-label", p.lang.Text("page.canvas"))
	}
}

// Frame lets the page follow the playground. It is called once a frame, after
// the playground's own tick.
func (p *Panel) Frame() {
	p.hookFrame()
	p.tick++
	if p.tick == 1 {
		p.labelCanvas()
	}
	p.furnishOne()
	if p.tick == tourAt {
		p.tour.firstVisit(p)
	}
	p.background()
	if p.tick%updateEvery == 0 {
		p.update()
	}
}

// update brings the whole page up to date.
func (p *Panel) update() {
	now := p.pg.View().Now.Milliseconds()
	fresh := p.generation != p.pg.Generation()
	p.quiet = fresh || now < p.lastNow || now > p.lastNow+60_000 && !p.pg.Playing()
	p.generation, p.lastNow = p.pg.Generation(), now
	if fresh && p.chosen.Kind != SubjectNone {
		if a := p.lang.Explain(p.pg.View(), p.log(), p.chosen); len(a.Lines)+len(a.Chain) == 0 || p.chosen.Kind == SubjectEvent {
			p.explain(Subject{}) // it is not in this script
		}
	}
	p.head.update(p)
	p.problem.update(p, fresh)
	p.dock.update(p, fresh)
	p.side.update(p, fresh)
	if !p.standing() {
		return
	}
	p.why.update(p)
	p.live.update(p)
	p.toast.update(p)
	p.tour.update(p)
	p.caption.update(p)
	p.sayOutcomes()
	if p.pg.Exhausted() {
		p.say(p.lang.Text("time.no-event"))
	}
	p.sayNotices()
	p.keepFocus()
	p.hookFrame()
}

// measure notes which parts of the window the panels cover. The answer why is
// not among them: it stands in the side panel or over the picture.
func (p *Panel) measure() {
	p.viewport.Reserved = p.viewport.Reserved[:0]
	p.viewport.W = float32(js.Global().Get("innerWidth").Float())
	p.viewport.H = float32(js.Global().Get("innerHeight").Float())
	p.enlarge()
	for _, e := range []elem{p.head.elem, p.side.elem, p.dock.elem, p.caption.elem} {
		r := e.GetBoundingClientRect()
		if r.Width() > 0 && r.Height() > 0 {
			p.viewport.Reserved = append(p.viewport.Reserved, view.Rect{
				X: float32(r.X()), Y: float32(r.Y()), W: float32(r.Width()), H: float32(r.Height())})
		}
	}
}

// enlarge makes panels and type larger in a very large window; the style sheet has
// what that means. The presenter's view has sizes of its own.
func (p *Panel) enlarge() {
	grow := Grown(p.viewport.W, p.viewport.H)
	if p.presenting {
		grow = 1
	}
	if grow == p.grow {
		return
	}
	p.grow = grow
	property(root(), "--grow", strconv.FormatFloat(grow, 'f', -1, 64))
	if p.dock != nil {
		p.dock.line.enlarged()
	}
}

// look notes what the reader has chosen for the look of the page.
func (p *Panel) look() {
	p.viewport.Theme = view.Light
	if p.dark() {
		p.viewport.Theme = view.Dark
	}
	if p.contrasted() {
		p.viewport.Theme = p.viewport.Theme.Contrasting()
	}
	p.viewport.Touch = media("(pointer: coarse)")
	p.viewport.ReducedMotion = media("(prefers-reduced-motion: reduce)")
	p.paint()
	if p.dock != nil {
		p.dock.line.lanes.stale = true
	}
	if p.help != nil && p.help.open() {
		p.help.legend.draw(p)
	}
}

// Reserved are the rectangles that the panels cover, in CSS pixels. They change
// with the window, the language and the tab.
func (p *Panel) Reserved() []view.Rect { return p.viewport.Reserved }

// Viewport is what the stage wants to know each frame.
func (p *Panel) Viewport() view.Viewport {
	v := p.viewport
	v.Speed = 0
	if p.presenting {
		v.Magnify = Magnified(v.W, v.H)
	}
	if p.pg.Playing() {
		v.Speed = float64(p.pg.Speed()) / float64(play.Real)
	}
	return v
}

// Words is the table for the stage: arguments take the places {0}, {1} ….
func (p *Panel) Words(key string, args ...any) string { return p.lang.Words(key, args...) }

// OnWords has f called when the language changes.
func (p *Panel) OnWords(f func()) { p.onWords = f }

// OnPointerLeft has f called when the pointer leaves the picture for a panel or the page.
func (p *Panel) OnPointerLeft(f func()) { p.onLeft = f }

// Hover explains what the pointer is on, in place of what was chosen.
func (p *Panel) Hover(h view.Hit) { p.point(subjectOf(p.pg.View(), h), false) }

// Select explains what was chosen in the picture.
func (p *Panel) Select(h view.Hit) {
	p.chosenLow = p.pressedLow
	p.explain(subjectOf(p.pg.View(), h))
	p.viewport.Selected = h
}
