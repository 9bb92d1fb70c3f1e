//go:build js

package stage

import (
	"github.com/hajimehoshi/ebiten/v2"

	"ringside/wasm/view"
)

// fingerReach is how far beside a thing a finger may be, in CSS pixels, and
// dragFrom how far the pointer must go before a press is a drag.
const (
	fingerReach = 10
	dragFrom    = 4
)

// input follows the mouse and the first finger.
type input struct {
	hover   view.Hit
	left    bool // the pointer is not on the canvas
	x, y    int  // where the mouse was last
	pressed bool
	grip    grip
	touches []ebiten.TouchID
	touched bool
	tx, ty  float32
}

// grip is a press on the map of queues, which may become a drag.
type grip struct {
	on, moved bool
	x, y      float32 // where it began or was last
	hit       view.Hit
}

func (in *input) update(g *Game) {
	if g.scale == 0 {
		return
	}
	in.touch(g)
	x, y := ebiten.CursorPosition()
	if x != in.x || y != in.y {
		in.x, in.y, in.left = x, y, false
	}
	hover := view.Hit{}
	fx, fy := float32(x)/g.scale, float32(y)/g.scale
	if !in.left && !in.grip.moved {
		hover = g.scene.Hit(fx, fy)
	}
	if hover != in.hover {
		in.hover = hover
		if g.opts.OnHover != nil {
			g.opts.OnHover(hover)
		}
	}
	if !in.left {
		g.zoom.wheel(g.scene.Map(), fx, fy)
	}
	in.press(g, fx, fy)
}

// press follows the button: a press selects, but on an enlarged map only when
// it is let go where it began, as it may become a drag.
func (in *input) press(g *Game, x, y float32) {
	pressed := ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	began := pressed && !in.pressed
	in.pressed = pressed
	switch {
	case began && in.hover.Kind == view.HitQueue && g.zoom.tap(g, x, y):
	case began && g.scene.Free.Contains(x, y):
		if _, enlarged := g.Zoomable(); enlarged && g.scene.Map().Contains(x, y) {
			in.grip = grip{on: true, x: x, y: y, hit: in.hover}
			return
		}
		in.selected(g, in.hover)
	case in.grip.on && pressed:
		dx, dy := x-in.grip.x, y-in.grip.y
		if in.grip.moved || dx*dx+dy*dy >= dragFrom*dragFrom {
			g.zoom.drag(g.scene.Map(), dx, dy)
			in.grip.moved, in.grip.x, in.grip.y = true, x, y
		}
	case in.grip.on:
		if !in.grip.moved {
			in.selected(g, in.grip.hit)
		}
		in.grip = grip{}
	}
}

// touch selects what a finger was lifted from.
func (in *input) touch(g *Game) {
	in.touches = ebiten.AppendTouchIDs(in.touches[:0])
	if len(in.touches) > 0 {
		x, y := ebiten.TouchPosition(in.touches[0])
		in.tx, in.ty, in.touched = float32(x)/g.scale, float32(y)/g.scale, len(in.touches) == 1
		return
	}
	if in.touched {
		in.touched = false
		if g.scene.Free.Contains(in.tx, in.ty) {
			in.selected(g, g.scene.Near(in.tx, in.ty, fingerReach))
		}
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
