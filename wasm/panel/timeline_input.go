//go:build js

package panel

import (
	"math"
	"syscall/js"
	"time"
)

// pointers are the fingers and the mouse on the tracks.
type pointers struct {
	down      map[int]float64 // x by pointer
	scrubbing bool
	waiting   bool    // a finger that may still want to scroll, or be one of two
	startX    float64 // where it went down
	pinch     Window  // the window when the second finger came
	pinchX    [2]float64
	panFrom   Window // the window when the thumb was taken
	panX      float64
	panning   bool
	onLanes   bool     // the finger is on the lanes, which it can move along while they are enlarged
	moving    bool     // and does
	mark      js.Value // the mark's label under the finger, if any
}

// listen follows pointers and wheel on the tracks.
func (t *timeline) listen(p *Panel) {
	t.input.down = map[int]float64{}
	hear(t.tracks, "pointerdown", passive, func(ev js.Value) { t.pointerDown(p, ev) })
	hear(t.tracks, "mousedown", bubbling, func(ev js.Value) {
		// The slider keeps the focus that pointerDown gives it.
		if !ev.Get("target").Call("closest", "button, table").Truthy() {
			ev.Call("preventDefault")
		}
	})
	hear(t.tracks, "pointermove", passive, func(ev js.Value) { t.pointerMove(p, ev) })
	for _, kind := range []string{"pointerup", "pointercancel"} {
		hear(t.tracks, kind, passive, func(ev js.Value) { t.pointerUp(p, ev, kind == "pointercancel") })
	}
	hear(t.tracks, "pointerleave", passive, func(js.Value) { t.sayTip("") })
	hear(t.tracks, "wheel", bubbling, func(ev js.Value) { t.wheel(p, ev) })
	hear(t.tracks, "dblclick", passive, func(ev js.Value) {
		t.setWindow(p, t.window.Zoom(t.timeAt(ev.Get("clientX").Float()), 4))
	})
	hear(t.zoomBar, "pointerdown", passive, func(ev js.Value) {
		t.zoomBar.Underlying().Call("setPointerCapture", ev.Get("pointerId"))
		t.input.panning, t.input.panX, t.input.panFrom = true, ev.Get("clientX").Float(), t.window
	})
	hear(t.zoomBar, "pointermove", passive, func(ev js.Value) {
		if t.input.panning {
			width := t.zoomBar.Underlying().Get("clientWidth").Float()
			by := (ev.Get("clientX").Float() - t.input.panX) / max(width, 1) * float64(t.window.End)
			t.setWindow(p, t.input.panFrom.Pan(time.Duration(by)))
		}
	})
	for _, kind := range []string{"pointerup", "pointercancel"} {
		hear(t.zoomBar, kind, passive, func(js.Value) { t.input.panning = false })
	}
}

// x is a pointer's place from the left of the chart.
func (t *timeline) x(clientX float64) float64 {
	return clientX - t.box.GetBoundingClientRect().X()
}

func (t *timeline) timeAt(clientX float64) time.Duration {
	return t.window.At(min(max(t.x(clientX), 0), t.chartWidth()), t.chartWidth())
}

func (t *timeline) pointerDown(p *Panel, ev js.Value) {
	target := ev.Get("target")
	touch := ev.Get("pointerType").String() == "touch"
	in := &t.input
	in.mark = target.Call("closest", ".marks button")
	// A finger's area of a mark covers much of the chart: it may scrub from there as well.
	control := target.Call("closest", "button, table").Truthy() && !(touch && in.mark.Truthy())
	if ev.Get("button").Int() != 0 || p.pg.Sim() == nil || control {
		return
	}
	id, x := ev.Get("pointerId").Int(), ev.Get("clientX").Float()
	if x < t.box.GetBoundingClientRect().X() {
		return // the names
	}
	in.down[id] = x
	// A captured pointer is followed beyond the edges.
	t.tracks.Underlying().Call("setPointerCapture", id)
	if len(in.down) == 2 {
		t.endScrub(p)
		in.waiting, in.moving = false, false
		in.pinch, in.pinchX = t.window, in.ends()
		return
	}
	t.scrub.Underlying().Call("focus", map[string]any{"preventScroll": true})
	in.startX = x
	if touch {
		in.waiting = true
		in.onLanes = !t.window.IsWhole() && target.Call("closest", ".lanes").Truthy()
		in.panFrom = t.window
		return
	}
	in.scrubbing = true
	t.seek(p, x)
}

// ends are the outermost two pointers.
func (in *pointers) ends() [2]float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range in.down {
		low, high = min(low, x), max(high, x)
	}
	return [2]float64{low, max(high, low+1)}
}

func (t *timeline) seek(p *Panel, clientX float64) {
	p.dock.drag(p, t.timeAt(clientX).Round(time.Millisecond))
	p.update()
}

func (t *timeline) pointerMove(p *Panel, ev js.Value) {
	in := &t.input
	id, x := ev.Get("pointerId").Int(), ev.Get("clientX").Float()
	if _, ok := in.down[id]; !ok {
		if ev.Get("pointerType").String() == "mouse" {
			t.sayTip(t.lanes.tipAt(p, t.timeAt(x), ev.Get("clientY").Float()))
		}
		return
	}
	in.down[id] = x
	switch {
	case len(in.down) == 2:
		t.pinched(p)
	case in.waiting && math.Abs(x-in.startX) > 6:
		in.waiting, in.scrubbing, in.moving = false, !in.onLanes, in.onLanes
		t.fingerMoved(p, x)
	case in.moving:
		t.fingerMoved(p, x)
	case in.scrubbing:
		t.seek(p, x)
	}
}

// fingerMoved scrubs with a finger on the chart and moves enlarged lanes along.
func (t *timeline) fingerMoved(p *Panel, x float64) {
	in := &t.input
	if !in.moving {
		t.seek(p, x)
		return
	}
	by := (in.startX - x) / max(t.chartWidth(), 1) * float64(in.panFrom.Length())
	t.setWindow(p, in.panFrom.Pan(time.Duration(by)))
}

// pinched keeps the times that were under two fingers under them.
func (t *timeline) pinched(p *Panel) {
	in := &t.input
	now := in.ends()
	width := t.chartWidth()
	factor := (now[1] - now[0]) / (in.pinchX[1] - in.pinchX[0])
	middle := in.pinch.At(t.x((in.pinchX[0]+in.pinchX[1])/2), width)
	w := in.pinch.Zoom(middle, factor)
	moved := (now[0]+now[1])/2 - (in.pinchX[0]+in.pinchX[1])/2
	t.setWindow(p, w.Pan(-time.Duration(moved/max(width, 1)*float64(w.Length()))))
}

func (t *timeline) pointerUp(p *Panel, ev js.Value, cancelled bool) {
	in := &t.input
	x, ok := in.down[ev.Get("pointerId").Int()]
	if !ok {
		return
	}
	delete(in.down, ev.Get("pointerId").Int())
	switch tapped := in.waiting && !cancelled; {
	case tapped && in.mark.Truthy(): // the capture keeps the click from it
		in.mark.Call("click")
	case tapped:
		t.seek(p, x)
	}
	in.waiting, in.moving = false, false
	t.endScrub(p)
}

func (t *timeline) endScrub(p *Panel) {
	t.input.scrubbing = false
	p.dock.drop(p)
}

// wheelZoom is the factor of one notch of a wheel (100 units).
const wheelZoom = 1.35

// wheel zooms about the pointer; sideways it pans. A wheel on lanes that are
// higher than their place scrolls them, unless Ctrl is held (a pinch on a touch
// pad comes as a wheel with Ctrl).
func (t *timeline) wheel(p *Panel, ev js.Value) {
	dx, dy := ev.Get("deltaX").Float(), ev.Get("deltaY").Float()
	ctrl := ev.Get("ctrlKey").Bool() || ev.Get("metaKey").Bool()
	if ev.Get("shiftKey").Bool() && math.Abs(dx) < math.Abs(dy) {
		dx, dy = dy, 0
	}
	if !ctrl && math.Abs(dx) <= math.Abs(dy) && ev.Get("target").Call("closest", ".lanes").Truthy() && t.lanes.scrolls() {
		return
	}
	ev.Call("preventDefault")
	if math.Abs(dx) > math.Abs(dy) {
		t.setWindow(p, t.window.Pan(time.Duration(dx/max(t.chartWidth(), 1)*float64(t.window.Length()))))
		return
	}
	notches := dy / 100
	if ev.Get("deltaMode").Int() == 1 { // lines
		notches = dy / 3
	} else if ctrl && math.Abs(dy) < 40 { // a pinch comes in small steps
		notches = dy / 15
	}
	t.setWindow(p, t.window.Zoom(t.timeAt(ev.Get("clientX").Float()), math.Pow(wheelZoom, -min(max(notches, -4), 4))))
}

// sayTip shows what the pointer is on, in the place of the legend.
func (t *timeline) sayTip(text string) {
	t.tip.set(text)
	show(t.legend, text == "")
}
