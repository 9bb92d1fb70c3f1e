//go:build js

package stage

import "syscall/js"

// fingers move and pinch the map of queues. The browser makes clicks of taps, so
// that only fingers that move are followed here.
type fingers struct {
	n    int           // on the map; 0 when they are none of its business
	last [2][2]float32 // where they were, as parts of the map's window
}

// listenTouch lets canvas.js ask whether the program takes a touch event.
func (g *Game) listenTouch() {
	js.Global().Set("ringsideTouch", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return len(args) == 1 && g.fingers.event(g, args[0])
	}))
}

// event follows a touch event and tells whether it is the map's alone.
func (f *fingers) event(g *Game, ev js.Value) bool {
	touches := ev.Get("touches")
	n := touches.Length()
	if n == 0 || n > 2 {
		f.n = 0
		return false
	}
	window := g.scene.Map()
	if window.Empty() {
		f.n = 0
		return false
	}
	var now [2][2]float32
	inside := true
	for i := range n {
		t := touches.Index(i)
		x, y := float32(t.Get("clientX").Float())/g.magnify, float32(t.Get("clientY").Float())/g.magnify
		inside = inside && window.Contains(x, y)
		now[i] = [2]float32{(x - window.X) / window.W, (y - window.Y) / window.H}
	}
	if ev.Get("type").String() != "touchmove" {
		f.begin(g, n, inside, now)
		return false
	}
	if f.n != n {
		return false
	}
	f.move(g, now)
	return true
}

// begin notes where fingers are that came or are left. One alone moves the map
// only when it is enlarged: else it scrolls the page.
func (f *fingers) begin(g *Game, n int, inside bool, now [2][2]float32) {
	f.n, f.last = n, now
	if !inside || n == 1 && g.zoom.goal.Scale <= 1 {
		f.n = 0
	}
}

// move lets the map go with the fingers, without a glide.
func (f *fingers) move(g *Game, now [2][2]float32) {
	z := &g.zoom
	if f.n == 1 {
		z.goal = z.now.Moved(now[0][0]-f.last[0][0], now[0][1]-f.last[0][1])
	} else {
		z.goal = z.now.Pinched(f.last, now)
	}
	z.now, f.last = z.goal, now
}
