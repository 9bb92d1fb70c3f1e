//go:build js

package panel

import (
	"strconv"
	"syscall/js"

	"ringside/wasm/view"
)

// tour explains the picture to who comes for the first time, in a few steps on
// the live stage. It is no modal dialog: everything goes on meanwhile.
type tour struct {
	elem
	frame elem // drawn round what the step speaks of
	title *cell
	text  *cell
	count *cell
	back  elem
	next  *cell
	step  int // -1: closed
	scene view.Scene
}

// tourSteps are the steps: key of the title, key of the text.
var tourSteps = [][2]string{
	{"tour.ring", "tour.ring-text"}, {"tour.brokers", "tour.brokers-text"}, {"tour.consumers", "tour.consumers-text"},
	{"tour.time", "tour.time-text"}, {"tour.act", "tour.act-text"},
}

func newTour(p *Panel) *tour {
	l := p.lang
	t := &tour{step: -1, title: newCell("h2", ""), text: newCell("p", ""), count: newCell("span", "soft")}
	t.title.SetAttribute("id", "tour-title")
	t.text.SetAttribute("id", "tour-text")
	t.back = button("btn small", l.Text("tour.back"), "tour-step", "-1")
	t.next = newCell("button", "btn small primary", attr{"type", "button"}, act("tour-step", "1"), attr{"id", "tour-next"})
	t.frame = el("div", "tour-frame", attr{"aria-hidden", "true"})
	t.elem = el("div", "tour", attr{"role", "dialog"}, attr{"aria-labelledby", "tour-title"}, attr{"aria-describedby", "tour-text"},
		t.title.elem, t.text.elem,
		el("div", "row between", t.count.elem, el("span", "row",
			button("btn small", l.Text("tour.skip"), "tour-end", "", attr{"id", "tour-skip"}), t.back, t.next.elem)))
	if p.tour != nil { // the language was changed
		t.step = p.tour.step
	}
	show(t.elem, false)
	show(t.frame, false)
	return t
}

// start shows the first step.
func (t *tour) start(p *Panel, focus bool) {
	t.step = 0
	if narrow() && !p.side.closed {
		p.side.fold(p)
	}
	t.update(p)
	if focus {
		t.next.Focus()
	}
}

// firstVisit starts the tour for who has not seen it.
func (t *tour) firstVisit(p *Panel) {
	if stored("tour") == "" && p.pg.Problem() == nil && !p.presenting {
		t.start(p, false)
	}
}

func (t *tour) open() bool { return t.step >= 0 }

// move goes to another step; after the last one the tour is over.
func (t *tour) move(p *Panel, by int) {
	t.step = max(t.step+by, 0)
	if t.step >= len(tourSteps) {
		t.end(p)
		return
	}
	t.update(p)
}

// end closes the tour for good.
func (t *tour) end(p *Panel) {
	inside := t.elem.Underlying().Call("contains", document.Underlying().Get("activeElement")).Bool()
	t.step = -1
	store("tour", "seen")
	t.update(p)
	if inside { // the focus must not fall out of the page with its button
		if play := byID("play"); play != nil {
			wrap(play.Underlying()).Focus()
		}
	}
}

func (t *tour) update(p *Panel) {
	on := t.open() && p.pg.Sim() != nil && !p.presenting
	show(t.elem, on)
	show(t.frame, on)
	if !on {
		return
	}
	l, step := p.lang, tourSteps[t.step]
	t.title.set(l.Text(step[0]))
	t.text.set(l.Text(step[1]))
	t.count.set(l.Text("tour.count", "n", strconv.Itoa(t.step+1), "all", strconv.Itoa(len(tourSteps))))
	t.next.set(l.Text(map[bool]string{true: "tour.done", false: "tour.next"}[t.step == len(tourSteps)-1]))
	show(t.back, t.step > 0)
	t.place(t.of(p))
}

// of is what the present step speaks of.
func (t *tour) of(p *Panel) view.Rect {
	switch t.step {
	case 3:
		return rectOf(p.dock.elem)
	case 4:
		if narrow() {
			return rectOf(wrap(p.side.elem.Underlying().Call("querySelector", ".tabbar")))
		}
		return rectOf(p.side.elem)
	}
	v := p.Viewport()
	v.W, v.H, v.Scale = windowSize("innerWidth"), windowSize("innerHeight"), 1
	t.scene.Fill(p.pg.View(), v)
	e := FindExtents(&t.scene)
	return [...]view.Rect{e.Ring, e.Brokers, e.Consumers}[t.step]
}

func windowSize(name string) float32 { return float32(js.Global().Get(name).Float()) }

func rectOf(e interface{ Underlying() js.Value }) view.Rect {
	r := e.Underlying().Call("getBoundingClientRect")
	f := func(name string) float32 { return float32(r.Get(name).Float()) }
	return view.Rect{X: f("x"), Y: f("y"), W: f("width"), H: f("height")}
}

// place puts the frame round a rectangle and the bubble beside it.
func (t *tour) place(of view.Rect) {
	show(t.frame, !of.Empty())
	box := grown(of, 6+probeStep/2) // what was found by probing may reach a little further
	own := rectOf(t.elem)
	w, h := windowSize("innerWidth"), windowSize("innerHeight")
	right, bottom := min(box.Right(), w-2), min(box.Bottom(), h-2)
	box.X, box.Y = max(box.X, 2), max(box.Y, 2)
	box.W, box.H = right-box.X, bottom-box.Y
	x, y := PlaceBubble(box, own.W, own.H, w, h)
	px := func(v float32) string { return strconv.Itoa(int(v)) + "px" }
	for name, v := range map[string]float32{"left": box.X, "top": box.Y, "width": box.W, "height": box.H} {
		property(t.frame, name, px(v))
	}
	property(t.elem, "left", px(x))
	property(t.elem, "top", px(y))
}

// tourKey closes the tour.
func (p *Panel) tourKey(key string) bool {
	if key != "Escape" || !p.tour.open() || p.presenting {
		return false
	}
	p.tour.end(p)
	return true
}
