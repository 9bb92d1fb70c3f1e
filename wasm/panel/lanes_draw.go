//go:build js

package panel

import (
	"strconv"
	"syscall/js"
	"time"

	"ringside/core"
	"ringside/wasm/view"
)

// name writes a lane's name into the column left of it.
func (s *lanes) name(lane *Lane, y, gutter float64) {
	c := s.ctx
	c.Set("font", s.font(11, s.rowHeight))
	c.Set("textBaseline", "middle")
	c.Set("textAlign", "right")
	c.Set("fillStyle", s.ink.soft)
	c.Call("fillText", lane.Name, gutter-7, y+s.rowHeight/2+0.5, gutter-9)
}

// wide is how wide a text is in the lanes' type.
func (s *lanes) wide(text string) float64 { return LabelWidth(text) * s.grow }

// strip is where a lane of a run is drawn, and whose it is.
type strip struct {
	left, width, y, height float64
	view                   *core.View
	colours                []int // per consumer of the view; nil: by its index
}

// lane draws the bars of a lane: first what is owned, then what is not.
func (s *lanes) lane(lane *Lane, bars []Bar, at *strip) {
	c := s.ctx
	c.Call("save")
	c.Call("beginPath")
	c.Call("rect", at.left, at.y, at.width, at.height)
	c.Call("clip")
	c.Set("textAlign", "left")
	for kind := BarOwned; kind <= BarDouble; kind++ {
		for i := range bars {
			if bars[i].Kind == kind {
				s.bar(lane, &bars[i], at)
			}
		}
	}
	for i := range bars {
		if bars[i].Kind == BarDouble && lane.Consumer < 0 && !lane.Bundled() && !s.unnamed {
			s.sayDouble(bars, &bars[i], at)
		}
	}
	c.Call("restore")
}

// sayDouble writes beside a stretch with two owners how long it was, on the bar
// before it or behind the name on the one after it: a bar cut in two for the
// words would look like a time without an owner.
func (s *lanes) sayDouble(bars []Bar, b *Bar, at *strip) {
	if at.height < 10 {
		return
	}
	text := s.lang.Text("lanes.double", "span", s.lang.Span(b.To-b.From))
	spot, ok := placeBeside(bars, b, s.wide(text)+14, at.width,
		func(t time.Duration) float64 { return s.window.X(t, at.width) },
		func(owner int) float64 { return s.wide(nameOf(at.view, owner)) + 10 })
	if !ok {
		return
	}
	if spot.before {
		text += " →"
	} else {
		text = "← " + text
	}
	c := s.ctx
	c.Set("font", s.font(10, at.height))
	c.Set("fillStyle", s.ink.on[at.palette(spot.owner)%view.PaletteSize])
	c.Call("fillText", text, at.left+spot.x, at.y+at.height/2+0.5)
}

// Bars of harm are at least so wide, or nobody would see them.
const leastHarm = 3

func (s *lanes) bar(lane *Lane, b *Bar, at *strip) {
	x0, x1 := s.window.X(b.From, at.width), s.window.X(b.To, at.width)
	if b.Kind >= BarNobody && x1-x0 < leastHarm {
		x1 = x0 + leastHarm
	}
	x0, x1 = at.left+max(x0, -4), at.left+min(x1, at.width+4)
	room := at.height - 2
	top, height := at.y+1+room*(1-b.High), room*(b.High-b.Low)
	c := s.ctx
	switch b.Kind {
	case BarOwned:
		c.Set("fillStyle", s.colour(at.palette(b.Owner)))
		c.Call("fillRect", x0, top, max(x1-x0-0.5, 0.5), height)
		if !s.unnamed {
			s.label(lane, b, x0, x1, at)
		}
	case BarShared:
		s.takers(b, x0, x1, top, height, at)
	case BarDouble:
		c.Set("fillStyle", s.hatch(at.palette(b.Owner), at.palette(b.Other)))
		c.Call("fillRect", x0, top, x1-x0, height)
		c.Set("strokeStyle", s.ink.bad)
		c.Set("lineWidth", 1)
		c.Call("setLineDash", []any{})
		c.Call("strokeRect", x0+0.5, top+0.5, max(x1-x0-1, 1), max(height-1, 1))
	default:
		s.hollow(b.Kind, x0, x1, top, height)
	}
}

// takers draws what several take from: a strip for each, as far as each can be
// told from the next.
func (s *lanes) takers(b *Bar, x0, x1, top, height float64, at *strip) {
	takers := b.Takers
	if len(takers) == 0 {
		takers = []int{b.Owner}
	}
	n := float64(len(takers))
	if height/n < leastHarm {
		takers, n = []int{-1}, 1
	}
	for i, who := range takers {
		s.ctx.Set("fillStyle", s.colour(at.palette(who)))
		s.ctx.Call("fillRect", x0, top+height*float64(i)/n, max(x1-x0-0.5, 0.5), height/n)
		if s.marked && who >= 0 {
			s.takerMark(at.palette(who), max(x0, at.left), x1, top+height*(float64(i)+0.5)/n, height/n)
		}
	}
	if !s.unnamed {
		s.nameTakers(b, max(x0, at.left)+2, x1, at)
	}
}

// takerMark puts a consumer's mark at the end of its strip, clear of the names.
func (s *lanes) takerMark(who int, x0, x1, y, height float64) {
	if r := min(height*0.4, 4); r >= 1.6 && x1-x0 > 4*r {
		s.ownerMark(who, x1-r-3, y, r)
	}
}

// nameTakers writes who takes from a shared queue, on a plate, for nothing can be
// read on strips.
func (s *lanes) nameTakers(b *Bar, x0, x1 float64, at *strip) {
	text := ""
	for _, who := range b.Takers {
		text += " " + nameOf(at.view, who)
	}
	c := s.ctx
	c.Set("font", s.font(10, at.height-3))
	w := c.Call("measureText", text).Get("width").Float() + 3
	if text == "" || x1-x0 < w+4 || at.height < 11 {
		return
	}
	c.Set("fillStyle", s.ink.card)
	c.Call("fillRect", x0, at.y+2, w, at.height-4)
	c.Set("fillStyle", s.ink.text)
	c.Call("fillText", text[1:], x0+3, at.y+at.height/2+0.5)
}

// hollow draws what nobody holds: an outline of dashes.
func (s *lanes) hollow(kind BarKind, x0, x1, top, height float64) {
	c := s.ctx
	c.Set("fillStyle", s.ink.track)
	c.Call("fillRect", x0, top, x1-x0, height)
	c.Set("strokeStyle", s.ink.text)
	c.Set("lineWidth", 1)
	if kind == BarNever {
		c.Set("strokeStyle", s.ink.soft)
		c.Set("globalAlpha", 0.6)
	}
	c.Call("setLineDash", []any{3, 2})
	c.Call("strokeRect", x0+0.5, top+0.5, max(x1-x0-1.5, 0.5), max(height-1, 0.5))
	c.Set("globalAlpha", 1)
}

// palette is whose colour a consumer has: that of the same name in our run.
func (at *strip) palette(consumer int) int {
	if consumer < 0 || consumer >= len(at.colours) {
		return consumer
	}
	return at.colours[consumer]
}

// colour is a consumer's colour; that of a bundle's owned share is the chart's.
func (s *lanes) colour(owner int) string {
	if owner < 0 {
		return s.ink.area
	}
	return s.ink.fills[owner%view.PaletteSize]
}

// hatch is a pattern of two colours.
func (s *lanes) hatch(a, b int) js.Value {
	key := [2]int{a, b}
	if v, ok := s.ink.hatches[key]; ok {
		return v
	}
	const size = 8
	tile := el("canvas", "")
	tile.Underlying().Set("width", size)
	tile.Underlying().Set("height", size)
	c := tile.Underlying().Call("getContext", "2d")
	c.Set("fillStyle", s.colour(a))
	c.Call("fillRect", 0, 0, size, size)
	c.Set("fillStyle", s.ink.bad)
	if b >= 0 {
		c.Set("fillStyle", s.colour(b))
	}
	c.Call("beginPath")
	for _, x := range []int{0, size} { // two parts of one stripe at 45 degrees
		c.Call("moveTo", x, 0)
		c.Call("lineTo", x+size/2, 0)
		c.Call("lineTo", x-size/2, size)
		c.Call("lineTo", x-size, size)
	}
	c.Call("fill")
	pattern := s.ctx.Call("createPattern", tile.Underlying(), "repeat")
	s.ink.hatches[key] = pattern
	return pattern
}

// label writes the owner's name, or how many queues, into a bar that has room.
func (s *lanes) label(lane *Lane, b *Bar, x0, x1 float64, at *strip) {
	text := ""
	switch {
	case lane.Consumer >= 0:
		text = strconv.Itoa(b.Count)
	case b.Owner >= 0:
		text = nameOf(at.view, b.Owner)
	}
	room := x1 - max(x0, at.left)
	if text == "" || room < s.wide(text)+10 || at.height < 9 {
		if s.marked && lane.Consumer < 0 && b.Owner >= 0 {
			s.shortMark(at.palette(b.Owner), max(x0, at.left), room, at)
		}
		return
	}
	c := s.ctx
	c.Set("font", s.font(10, at.height))
	c.Set("fillStyle", s.ink.on[at.palette(b.Owner)%view.PaletteSize])
	if lane.Consumer >= 0 {
		if b.High < 0.7 {
			return // the bar is lower than the letters
		}
	}
	c.Call("fillText", text, max(x0, at.left)+5, at.y+at.height/2+0.5)
}

// shortMark says whose a bar is that has no room for a name, where its colour
// alone is not to.
func (s *lanes) shortMark(owner int, x, room float64, at *strip) {
	r := min(room*0.36, (at.height-2)*0.4, 5)
	if r < 1.6 {
		return
	}
	s.ownerMark(owner, x+min(room/2, r+3), at.y+at.height/2, r)
}

// font is the page's, of a size ([Grown]) or as large as a lane is high.
func (s *lanes) font(size, height float64) string {
	return strconv.FormatFloat(min(size*s.grow, height-0.5), 'f', 1, 64) + "px " + s.ink.font
}

// markLines draws the script's actions through the lanes.
func (s *lanes) markLines(p *Panel, left, width, height float64) {
	sim := p.pg.Sim()
	if sim == nil || sim.Script() == nil {
		return
	}
	c := s.ctx
	c.Set("strokeStyle", s.ink.soft)
	c.Set("globalAlpha", 0.6)
	c.Set("lineWidth", 1)
	c.Call("setLineDash", []any{3, 3})
	c.Call("beginPath")
	n := 0
	for _, a := range sim.Script().Scenario().Actions {
		if a.At >= s.window.From && a.At <= s.window.To && n < mostMarks {
			n++
			x := float64(int(left+s.window.X(a.At, width))) + 0.5
			c.Call("moveTo", x, 0)
			c.Call("lineTo", x, height)
		}
	}
	c.Call("stroke")
	c.Set("globalAlpha", 1)
	c.Call("setLineDash", []any{})
}
