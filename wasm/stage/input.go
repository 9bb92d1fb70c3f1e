//go:build js

package stage

import (
	"github.com/hajimehoshi/ebiten/v2"

	"ringside/wasm/view"
)

// fingerReach is how far beside a thing a finger may be, in CSS pixels.
const fingerReach = 10

// input follows the mouse and the first finger.
type input struct {
	hover   view.Hit
	left    bool // the pointer is not on the canvas
	x, y    int  // where the mouse was last
	pressed bool
	touches []ebiten.TouchID
	touched bool
	tx, ty  float32
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
	if !in.left {
		hover = g.scene.Hit(fx, fy)
	}
	if hover != in.hover {
		in.hover = hover
		if g.opts.OnHover != nil {
			g.opts.OnHover(hover)
		}
	}
	pressed := ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft)
	if pressed && !in.pressed && g.scene.Free.Contains(fx, fy) {
		in.selected(g, hover)
	}
	in.pressed = pressed
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
	if g.opts.OnSelect != nil {
		g.opts.OnSelect(h)
	}
}
