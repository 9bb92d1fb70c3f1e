//go:build js

package panel

import (
	"strconv"
	"syscall/js"
	"time"

	"ringside/wasm/view"
)

// lanes show who held which queue when: as a drawing, or as a table with the
// same facts.
type lanes struct {
	elem
	tools  elem // mode and table, for the foot
	mode   *picker
	asList elem
	space  elem  // as high as all lanes
	rest   *cell // how many lanes are out of sight
	canvas elem
	ctx    js.Value
	table  *table
	more   *cell
	list   elem // the table and what is below it

	open, listed bool
	chosen       LaneMode
	window       Window
	stale        bool
	drawn        string
	drawnAt      int64
	rows         []Lane
	rowHeight    float64
	grow         float64 // of the type ([Grown])
	most         int
	bars         []Bar
	ink          inks
	unnamed      bool // names come later, when what is the same is dimmed
	marked       bool // bars without a name get their owner's mark
	against      against
	lang         Lang
}

// Lanes are as high as their room allows, between these.
const (
	laneLeast = 10
	laneMost  = 20
	pairLeast = 16 // for two runs, one over the other
	pairMost  = 30
	// In a small window the rest is scrolled to, and names can be read.
	laneSmall = 15
	pairSmall = 24
	// pairRoom is how much more room lanes of two runs get, in a window of at
	// least pairWindow.
	pairRoom   = 1.4
	pairWindow = 850
)

func newLanes(p *Panel) *lanes {
	l := p.lang
	s := &lanes{open: stored("lanes") != "off" && !(stored("lanes") == "" && small()), chosen: LanesQueues, stale: true, lang: l}
	if p.dock != nil {
		old := p.dock.line.lanes
		s.open, s.listed, s.chosen = old.open, old.listed, old.chosen
	}
	s.canvas = el("canvas", "", attr{"role", "img"}, attr{"aria-label", l.Text("lanes.canvas")})
	s.ctx = s.canvas.Underlying().Call("getContext", "2d")
	s.space = el("div", "lanes-space", s.canvas)
	s.rest = newCell("div", "lanes-rest", attr{"aria-hidden", "true"})
	s.table = newTable("grid", l.Text("lanes.title"), [2]string{"", l.Text("lanes.queue")}, [2]string{"num", l.Text("lanes.from")},
		[2]string{"num", l.Text("lanes.to")}, [2]string{"num", l.Text("lanes.span")}, [2]string{"", l.Text("lanes.owner")})
	s.more = newCell("p", "soft")
	s.list = el("div", "lanes-list", s.table.elem, s.more.elem)
	s.elem = el("div", "lanes", attr{"id", "lanes"}, attr{"role", "region"}, attr{"aria-label", l.Text("lanes.title")}, attr{"tabindex", "0"},
		s.space, s.list)
	s.mode = newPicker("select small", "lane-mode", "lane-mode", "")
	s.mode.set([]string{string(LanesQueues), string(LanesConsumers)}, []string{l.Text("lanes.by-queue"), l.Text("lanes.by-consumer")}, string(s.chosen))
	s.asList = button("btn small", l.Text("lanes.table"), "lane-table", "", attr{"id", "lane-table"})
	s.against.note = newCell("span", "pair-note soft")
	s.tools = el("span", "lane-tools", el("label", "sr", attr{"for", "lane-mode"}, l.Text("lanes.mode")), s.mode.elem, s.asList, s.against.note.elem)
	hear(s.elem, "scroll", passive, func(js.Value) { s.stale = true; s.draw(p); s.sayRest(p) })
	return s
}

// small tells whether the window is too small for lanes by default.
func small() bool { return media("(max-width: 899px), (max-height: 849px)") }

func (s *lanes) update(p *Panel, fresh bool) {
	visible := s.open && p.pg.Sim() != nil
	show(s.elem, visible)
	show(s.tools, visible)
	show(s.rest.elem, visible)
	s.asList.SetAttribute("aria-pressed", strconv.FormatBool(s.listed))
	if !visible {
		return
	}
	show(s.space, !s.listed)
	show(s.list, s.listed)
	if s.against.update(p) || fresh || s.stale || len(s.rows) == 0 {
		s.layout(p)
	}
	if !p.standing() {
		s.stale = true
		return
	}
	if s.listed {
		s.fill(p, fresh)
		return
	}
	s.draw(p)
}

// layout makes the lanes and gives them their heights.
func (s *lanes) layout(p *Panel) {
	s.rows = Lanes(s.chosen, p.pg.View())
	s.ink.begin(p)
	s.stale = true
	room := laneMost * 6 * s.grow
	if v := style(s.elem, "--lanes"); v > 0 {
		room = v * s.grow
	}
	least, most := laneLeast*s.grow, laneMost*s.grow
	if small() {
		least = laneSmall
	}
	if s.against.on {
		least, most = pairLeast*s.grow, pairMost*s.grow
		if small() {
			least = pairSmall
		}
		if js.Global().Get("innerHeight").Float() >= pairWindow {
			room *= pairRoom
		}
	}
	s.marked = p.contrasted() || small()
	var height float64
	s.rowHeight, height = LaneHeights(len(s.rows), room, least, most)
	px := func(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) + "px" }
	property(s.space, "height", px(s.rowHeight*float64(max(len(s.rows), 1))))
	if s.listed {
		height = room
	}
	property(s.elem, "height", px(height))
	s.sayRest(p)
}

// sayRest says over the lanes how many more there are, and where.
func (s *lanes) sayRest(p *Panel) {
	if s.listed || s.rowHeight == 0 {
		s.rest.set("")
		return
	}
	u := s.elem.Underlying()
	above, below := LanesOutOfSight(len(s.rows), s.rowHeight, u.Get("scrollTop").Float(), u.Get("clientHeight").Float())
	switch {
	case below > 0:
		s.rest.set(p.lang.Text("lanes.below", "n", Number(below)))
	case above > 0:
		s.rest.set(p.lang.Text("lanes.above", "n", Number(above)))
	default:
		s.rest.set("")
	}
}

// scrolls tells whether there are more lanes than are in sight.
func (s *lanes) scrolls() bool {
	u := s.elem.Underlying()
	return u.Get("scrollHeight").Float() > u.Get("clientHeight").Float()+1
}

// manyBars is how many bars are drawn less often while time runs.
const manyBars = 400

// draw draws the lanes in sight, when anything has changed.
func (s *lanes) draw(p *Panel) {
	h := p.pg.History()
	sign := s.against.sign(p) + strconv.FormatInt(int64(h.Reach()), 36) + " " + strconv.FormatInt(int64(s.window.From), 36) + " " + strconv.FormatInt(int64(s.window.To), 36)
	if sign == s.drawn && !s.stale || !s.stale && len(s.bars) > manyBars && p.tick-s.drawnAt < 5*updateEvery {
		return
	}
	// With its scrollbar: a time is at the same place as in the chart above.
	width, height := s.elem.Underlying().Get("offsetWidth").Float(), s.elem.Underlying().Get("clientHeight").Float()
	if width == 0 || height == 0 || s.listed || h.Queues() == 0 {
		return
	}
	s.drawn, s.drawnAt, s.stale = sign, p.tick, false
	if s.chosen == LanesConsumers {
		s.most = MostHeld(h, len(p.pg.View().Consumers))
		if s.against.on {
			s.most = max(s.most, MostHeld(p.pg.RivalHistory(), len(p.pg.RivalView().Consumers)))
		}
	}
	s.size(width, height)
	scroll := s.elem.Underlying().Get("scrollTop").Float()
	s.ctx.Call("clearRect", 0, 0, width, height)
	gutter := p.dock.line.gutter()
	s.bars = s.bars[:0]
	for i := range s.rows {
		y := float64(i)*s.rowHeight - scroll
		if y+s.rowHeight <= 0 || y >= height {
			continue
		}
		s.name(&s.rows[i], y, gutter)
		s.row(p, &s.rows[i], &strip{left: gutter, width: width - gutter, y: y, height: s.rowHeight, view: p.pg.View()})
	}
	s.markLines(p, gutter, width-gutter, height)
}

// size fits the canvas to the device's pixels.
func (s *lanes) size(width, height float64) {
	ratio := js.Global().Get("devicePixelRatio").Float()
	w, h := int(width*ratio+0.5), int(height*ratio+0.5)
	c := s.canvas.Underlying()
	if c.Get("width").Int() != w || c.Get("height").Int() != h {
		c.Set("width", w)
		c.Set("height", h)
		property(s.canvas, "width", strconv.FormatFloat(width, 'f', 2, 64)+"px")
		property(s.canvas, "height", strconv.FormatFloat(height, 'f', 2, 64)+"px")
	}
	s.ctx.Call("setTransform", ratio, 0, 0, ratio, 0, 0)
}

// tipAt says what lies under the pointer.
func (s *lanes) tipAt(p *Panel, at time.Duration, clientY float64) string {
	text := Clock(at)
	r := s.elem.GetBoundingClientRect()
	y := clientY - r.Y()
	if !s.open || s.listed || s.rowHeight == 0 || y < 0 || y >= r.Height() || p.pg.Sim() == nil {
		return text
	}
	row := int((y + s.elem.Underlying().Get("scrollTop").Float()) / s.rowHeight)
	if row < 0 || row >= len(s.rows) {
		return text
	}
	lower := y+s.elem.Underlying().Get("scrollTop").Float()-float64(row)*s.rowHeight > s.rowHeight/2
	return text + " · " + s.tip(p, &s.rows[row], at, lower)
}

// mostRows is how many rows the table has at most.
const mostRows = 400

// fill fills the table, twice a second at most.
func (s *lanes) fill(p *Panel, fresh bool) {
	if !fresh && !s.stale && p.tick%(5*updateEvery) != 0 {
		return
	}
	s.stale = false
	ours := laneRows(p.pg.View(), p.pg.History(), s.window, "")
	all := ours.all
	runs := []tableRun{ours}
	if s.against.on {
		runs[0].run = s.against.ours
		runs = append(runs, laneRows(p.pg.RivalView(), p.pg.RivalHistory(), s.window, s.against.theirs))
		all += runs[1].all
	}
	n := 0
	for i := range runs {
		n += len(runs[i].rows)
	}
	s.table.size(n)
	k := 0
	for i := range runs {
		for j := range runs[i].rows {
			s.fillRow(p.lang, s.table.rows[k].cells, &runs[i], &runs[i].rows[j])
			k++
		}
	}
	if all > n {
		s.more.set(p.lang.Text("lanes.more", "n", Number(n), "all", Number(all)))
	} else {
		s.more.set("")
	}
}

// inks are the colours of the drawing, as the style sheet and the theme have them.
type inks struct {
	text, soft, bad, warn, card, track, area, line, edge string
	fills, on                                            [view.PaletteSize]string
	hatches                                              map[[2]int]js.Value
	font                                                 string
}

func (k *inks) begin(p *Panel) {
	root := js.Global().Call("getComputedStyle", root().Underlying())
	get := func(name string) string { return root.Call("getPropertyValue", name).String() }
	k.text, k.soft, k.bad, k.card, k.track = get("--text"), get("--soft"), get("--bad"), get("--card"), get("--track")
	k.warn = get("--warn")
	k.area, k.line, k.edge = get("--area"), get("--line"), get("--edge")
	for i := range view.PaletteSize {
		k.fills[i] = css(p.viewport.Theme.RGB(view.ConsumerFill(i)))
		k.on[i] = css(p.viewport.Theme.RGB(view.OnConsumer(i)))
	}
	k.hatches = map[[2]int]js.Value{}
	k.font = js.Global().Call("getComputedStyle", p.dock.Underlying()).Get("fontFamily").String()
}

// style is a custom property in pixels, 0 when it is none.
func style(e elem, name string) float64 {
	v := js.Global().Call("parseFloat", js.Global().Call("getComputedStyle", e.Underlying()).Call("getPropertyValue", name)).Float()
	if v > 0 {
		return v
	}
	return 0
}
