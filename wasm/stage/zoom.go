//go:build js

package stage

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"ringside/wasm/view"
)

// zoomer holds what is seen of the map of queues. Wheel, drag, buttons and keys
// set the goal; what is shown glides there.
type zoomer struct {
	goal, now view.Zoom
	selected  view.Hit // as last seen, to bring a new one into sight
}

// glide is the part of the way to its goal that the map goes each tick.
const glide = 0.25

// step is how much one press of a key or button enlarges.
const step = 1.6

// update lets the map glide, at once without motion.
func (z *zoomer) update(g *Game) {
	p := &g.scene.Viewport
	if p.Selected != z.selected {
		z.selected = p.Selected
		z.show(g, p.Selected)
	}
	if z.now.Near(z.goal) || p.ReducedMotion {
		z.now = z.goal
		return
	}
	z.now = z.now.Towards(z.goal, glide)
}

// show moves a selected queue into the middle of an enlarged map.
func (z *zoomer) show(g *Game, h view.Hit) {
	if h.Kind != view.HitQueue || z.goal.Scale <= 1 {
		return
	}
	x, y, ok := g.scene.Place(h.Index)
	half := 0.5 / z.goal.Scale
	if ok && (abs(x-z.goal.X) > half || abs(y-z.goal.Y) > half) {
		z.goal = view.Zoom{Scale: z.goal.Scale, X: x, Y: y}.Moved(0, 0)
	}
}

func abs(x float32) float32 { return max(x, -x) }

// button does what a button of the picture is for.
func (z *zoomer) button(b int) {
	switch b {
	case view.ButtonZoomIn:
		z.goal = z.goal.By(step, 0.5, 0.5)
	case view.ButtonZoomOut:
		z.goal = z.goal.By(1/step, 0.5, 0.5)
	case view.ButtonZoomAll:
		z.goal = view.Zoom{}
	}
}

// wheel enlarges around the pointer.
func (z *zoomer) wheel(window view.Rect, x, y float32) {
	_, dy := ebiten.Wheel()
	if dy == 0 || !window.Contains(x, y) {
		return
	}
	factor := float32(math.Exp(0.0022 * max(-400, min(400, dy))))
	z.goal = z.goal.By(factor, (x-window.X)/window.W, (y-window.Y)/window.H)
}

// fingerCell is the least height of a cell that a finger can choose, and
// tappedCell what a tap on a smaller one enlarges it to.
const (
	fingerCell = 20
	tappedCell = 44
)

// tap enlarges the map where a finger tapped cells too small to choose one.
func (z *zoomer) tap(g *Game, x, y float32) bool {
	window, cell := g.scene.Map(), g.scene.Cell()
	if !g.scene.Viewport.Touch || cell <= 0 || cell >= fingerCell || !window.Contains(x, y) {
		return false
	}
	z.goal = z.goal.By(tappedCell/cell, (x-window.X)/window.W, (y-window.Y)/window.H)
	return true
}

// drag moves the map with the pointer, without a glide.
func (z *zoomer) drag(window view.Rect, dx, dy float32) {
	if window.Empty() {
		return
	}
	z.goal = z.now.Moved(dx/window.W, dy/window.H)
	z.now = z.goal
}

// Zoomable tells whether the queues are a map now, and whether it is enlarged.
func (g *Game) Zoomable() (isMap, enlarged bool) {
	return !g.scene.Map().Empty(), g.zoom.goal.Scale > 1
}

// Zoomed is what is seen of the map.
func (g *Game) Zoomed() view.Zoom { return g.zoom.now }

// ZoomIn enlarges the map by one step around its middle, as its button does.
func (g *Game) ZoomIn() { g.zoom.button(view.ButtonZoomIn) }

// ZoomOut shows one step more of the map.
func (g *Game) ZoomOut() { g.zoom.button(view.ButtonZoomOut) }

// ZoomAll shows the whole map.
func (g *Game) ZoomAll() { g.zoom.button(view.ButtonZoomAll) }

// Pan moves what is seen of the map by parts of its window, for keys: x to the
// right, y down.
func (g *Game) Pan(x, y float32) { g.zoom.goal = g.zoom.goal.Moved(-x, -y) }
