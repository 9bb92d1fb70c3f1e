//go:build js

package stage

import (
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"

	"ringside/wasm/view"
)

// fingerReach is how far beside a thing a finger may be, in CSS pixels,
// dragFrom how far the pointer must go before a press is a drag, and tapWithin
// how far a finger may slip during a tap.
const (
	fingerReach = 12
	dragFrom    = 4
	tapWithin   = 12
)

// input follows the mouse and the fingers. Presses are queued as the browser
// tells of them: one that begins and ends between two ticks is a press too.
type input struct {
	hover  view.Hit
	left   bool // the pointer is not on the canvas
	x, y   int  // where the mouse was last
	finger bool // the last press was a finger's, which hovers over nothing
	grip   grip
	tap    tap
	queue  []pointer
}

// pointer is a press, a release or the loss of one, in CSS pixels.
type pointer struct {
	kind  pointerKind
	touch bool
	first bool // the only finger, or the mouse's main button
	id    int
	x, y  float32
}

type pointerKind uint8

const (
	pointerDown pointerKind = iota
	pointerUp
	pointerLost // the browser took the finger for scrolling
)

// tap is a finger that is down and has not gone far.
type tap struct {
	on   bool
	id   int
	x, y float32
}

// grip is a press on the map of queues, which may become a drag.
type grip struct {
	on, moved bool
	x, y      float32 // where it began or was last
	hit       view.Hit
}

// listen queues what the pointers do on the canvas. A press that began there
// may end anywhere.
func (in *input) listen() {
	window := js.Global().Get("window")
	for name, kind := range map[string]pointerKind{"pointerdown": pointerDown, "pointerup": pointerUp, "pointercancel": pointerLost} {
		window.Call("addEventListener", name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			ev := args[0]
			if t := ev.Get("target"); kind == pointerDown && (t.Type() != js.TypeObject || t.Get("matches").IsUndefined() || !t.Call("matches", "body > canvas").Bool()) {
				return nil
			}
			in.queue = append(in.queue, pointer{
				kind: kind, touch: ev.Get("pointerType").String() == "touch", id: ev.Get("pointerId").Int(),
				first: ev.Get("isPrimary").Bool() && ev.Get("button").Int() == 0,
				x:     float32(ev.Get("clientX").Float()), y: float32(ev.Get("clientY").Float()),
			})
			return nil
		}), map[string]any{"capture": true, "passive": true})
	}
}

func (in *input) update(g *Game) {
	if g.scale == 0 {
		return
	}
	x, y := ebiten.CursorPosition()
	if x != in.x || y != in.y {
		in.x, in.y, in.left = x, y, false
	}
	for i := range in.queue {
		p := &in.queue[i]
		p.x, p.y = p.x/g.magnify, p.y/g.magnify
		in.pointer(g, p)
	}
	in.queue = in.queue[:0]
	fx, fy := float32(x)/(g.scale*g.magnify), float32(y)/(g.scale*g.magnify)
	if !in.left && !in.finger {
		g.zoom.wheel(g.scene.Map(), fx, fy)
		in.drag(g, fx, fy)
	}
	hover := view.Hit{}
	if !in.left && !in.finger && !in.grip.moved {
		hover = g.scene.Hit(fx, fy)
	}
	if hover != in.hover {
		in.hover = hover
		if g.opts.OnHover != nil {
			g.opts.OnHover(hover)
		}
	}
}

// pointer does what a press or a release stands for.
func (in *input) pointer(g *Game, p *pointer) {
	if p.kind == pointerDown {
		in.finger = p.touch
	}
	switch {
	case p.touch && p.kind == pointerDown:
		in.tap = tap{on: p.first, id: p.id, x: p.x, y: p.y}
	case p.touch:
		dx, dy := p.x-in.tap.x, p.y-in.tap.y
		if in.tap.on && p.kind == pointerUp && p.id == in.tap.id && dx*dx+dy*dy <= tapWithin*tapWithin {
			in.tapped(g, p.x, p.y)
		}
		in.tap.on = false
	case p.kind == pointerDown && p.first:
		in.pressed(g, p.x, p.y)
	case p.first:
		if in.grip.on && !in.grip.moved {
			in.selected(g, in.grip.hit)
		}
		in.grip = grip{}
	}
}

// tapped chooses what a finger was lifted from; on a map with small cells it
// enlarges it first.
func (in *input) tapped(g *Game, x, y float32) {
	if !g.scene.Free.Contains(x, y) {
		return
	}
	h := g.scene.Near(x, y, fingerReach)
	if h.Kind == view.HitQueue && g.zoom.tap(g, x, y) {
		return
	}
	in.selected(g, h)
}

// pressed chooses what the mouse was pressed on. On an enlarged map that waits
// for the release, as the press may become a drag.
func (in *input) pressed(g *Game, x, y float32) {
	if !g.scene.Free.Contains(x, y) {
		return
	}
	h := g.scene.Hit(x, y)
	if h.Kind == view.HitQueue && g.zoom.tap(g, x, y) {
		return
	}
	if _, enlarged := g.Zoomable(); enlarged && g.scene.Map().Contains(x, y) {
		in.grip = grip{on: true, x: x, y: y, hit: h}
		return
	}
	in.selected(g, h)
}

// drag moves an enlarged map with the mouse.
func (in *input) drag(g *Game, x, y float32) {
	if !in.grip.on {
		return
	}
	dx, dy := x-in.grip.x, y-in.grip.y
	if in.grip.moved || dx*dx+dy*dy >= dragFrom*dragFrom {
		g.zoom.drag(g.scene.Map(), dx, dy)
		in.grip.moved, in.grip.x, in.grip.y = true, x, y
	}
}

func (in *input) selected(g *Game, h view.Hit) {
	if h.Kind == view.HitButton {
		g.zoom.button(h.Index)
		return
	}
	if g.opts.OnSelect != nil {
		g.opts.OnSelect(h)
	}
}
