//go:build js

package panel

import (
	"strconv"
	"syscall/js"
	"time"

	"ringside/wasm/view"
)

// timeLegend are the signs of the time line. The chart's are of the chart's own
// styles; the lanes draw theirs as they draw themselves.
func (g *legend) timeLegend(p *Panel) {
	l := p.lang
	chart := el("dl", "signs")
	for _, s := range seriesSigns {
		sample := svg("svg", attr{"class", "sample plot"}, attr{"viewBox", "0 0 " + strconv.Itoa(view.SampleW) + " " + strconv.Itoa(view.SampleH)},
			attr{"width", strconv.Itoa(view.SampleW)}, attr{"height", strconv.Itoa(view.SampleH)}, attr{"aria-hidden", "true"})
		for _, part := range s.parts {
			with(sample, svg("path", attr{"class", part[0]}, attr{"d", part[1]}))
		}
		with(chart, el("dt", "", sample, l.Text(s.name)), el("dd", "", l.Text(s.means)))
	}
	list := el("dl", "signs")
	for _, s := range laneSigns {
		sample := g.canvas()
		g.lanes = append(g.lanes, sample)
		with(list, el("dt", "", sample, l.Text(s.name)), el("dd", "", l.Text(s.means)))
	}
	with(g.elem, el("h4", "", l.Text("legend.time")), chart, el("h4", "", l.Text("legend.lanes")), list)
}

// drawLanes draws the samples of the lanes in the present theme.
func (g *legend) drawLanes(p *Panel) {
	s := &lanes{window: Whole(sampleRun), lang: p.lang, grow: 1}
	s.ink.begin(p)
	ratio := js.Global().Get("devicePixelRatio").Float() * p.grow
	for i, sign := range laneSigns {
		c := g.lanes[i].Underlying()
		c.Set("width", int(view.SampleW*ratio+0.5))
		c.Set("height", int(view.SampleH*ratio+0.5))
		s.ctx = c.Call("getContext", "2d")
		s.ctx.Call("setTransform", ratio, 0, 0, ratio, 0, 0)
		s.ink.hatches = map[[2]int]js.Value{}
		at := strip{width: view.SampleW, y: 3, height: view.SampleH - 6, view: sampleView()}
		if sign.theirs == nil {
			s.lane(&sign.lane, sign.bars, &at)
			continue
		}
		upper, lower := at.halves()
		s.lane(&sign.lane, sign.bars, &upper)
		s.lane(&sign.lane, sign.theirs, &lower)
		s.dim(p, &at, 0, sign.differs)
		s.split(&at, sign.differs, sampleRun)
	}
}

// canvas is a sample's place in the list.
func (g *legend) canvas() elem {
	sample := el("canvas", "sample", attr{"aria-hidden", "true"})
	property(sample, "width", strconv.Itoa(view.SampleW)+"px")
	property(sample, "height", strconv.Itoa(view.SampleH)+"px")
	return sample
}

// halves are the places of two runs in a lane's.
func (at *strip) halves() (upper, lower strip) {
	upper, lower = *at, *at
	upper.height, lower.height = at.height/2-0.5, at.height/2-0.5
	lower.y += at.height/2 - 0.5
	return upper, lower
}

// dim covers a stretch in which two runs are the same.
func (s *lanes) dim(p *Panel, at *strip, from, to time.Duration) {
	x0, x1 := max(s.window.X(from, at.width), 0), min(s.window.X(to, at.width), at.width)
	if x1 <= x0 {
		return
	}
	s.ctx.Set("fillStyle", s.ink.card)
	s.ctx.Set("globalAlpha", dimmed)
	if p.contrasted() {
		s.ctx.Set("globalAlpha", dimmedLess)
	}
	s.ctx.Call("fillRect", at.left+x0, at.y, x1-x0, at.height-1)
	s.ctx.Set("globalAlpha", 1)
}

// split puts a line between two runs where they differ.
func (s *lanes) split(at *strip, from, to time.Duration) {
	x0, x1 := max(s.window.X(from, at.width), 0), min(s.window.X(to, at.width), at.width)
	if x1 <= x0 {
		return
	}
	s.ctx.Set("fillStyle", s.ink.warn)
	s.ctx.Call("fillRect", at.left+x0, at.y+at.height/2-1.5, max(x1-x0, 2), 2)
}
