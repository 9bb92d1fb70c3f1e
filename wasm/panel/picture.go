//go:build js

package panel

import (
	"syscall/js"
	"time"

	"ringside/wasm/view"
)

// Picture is the stage as far as the panel steers it: the map of many queues.
type Picture interface {
	// Zoomable tells whether the queues are a map now, and whether it is enlarged.
	Zoomable() (isMap, enlarged bool)
	// Zoomed is what is seen of it.
	Zoomed() view.Zoom
	// ZoomIn enlarges it by a step, ZoomOut shows a step more, ZoomAll all of it.
	ZoomIn()
	// ZoomOut: see ZoomIn.
	ZoomOut()
	// ZoomAll: see ZoomIn.
	ZoomAll()
	// Pan moves what is seen by parts of the map's window.
	Pan(x, y float32)
	// Legend gives the pixels of the legend's samples after the next frame.
	Legend(theme view.Theme, f func(pix []byte, scale float32))
	// Shortened are the keys of the words that had too little room.
	Shortened() []string
	// Lost is what is left of those that lost a number.
	Lost() []string
	// Measure makes the next frame's picture so many times and tells what one
	// costs, and how many allocations.
	Measure(rounds int, tell func(perFrame time.Duration, mallocs float64))
	// Spots are the places of the picture that can be pointed at.
	Spots() []view.Spot
}

// UsePicture tells the panel of the stage.
func (p *Panel) UsePicture(picture Picture) { p.picture = picture }

// Drawn notes what the last frame of the picture cost, for the tests' handle:
// time for the geometry and for its triangles, and the number of vertices.
func (p *Panel) Drawn(fill, draw time.Duration, vertices int) {
	p.frames++
	h := &p.tests
	h.number("fillMillis", millis(fill))
	h.number("drawMillis", millis(draw))
	h.number("vertices", float64(vertices))
	if p.picture != nil {
		isMap, enlarged := p.picture.Zoomable()
		h.flag("map", isMap)
		h.flag("enlarged", enlarged)
		z := p.picture.Zoomed()
		h.number("mapZoom", float64(z.Scale))
		h.number("mapX", float64(z.X))
	}
}

// pictureBox are the switches for what is drawn.
type pictureBox struct {
	elem
	belief, signals elem
}

func newPictureBox(p *Panel) *pictureBox {
	l := p.lang
	b := &pictureBox{}
	b.belief = el("input", "", attr{"type", "checkbox"}, attr{"id", "picture-belief"}, act("belief", ""))
	b.signals = el("input", "", attr{"type", "checkbox"}, attr{"id", "picture-signals"}, act("signals", ""))
	line := func(box elem, label, hint string) elem {
		return el("p", "check", box, el("label", "", attr{"for", box.GetAttribute("id")}, l.Text(label)), el("span", "soft", l.Text(hint)))
	}
	b.elem = el("section", "picture", el("h2", "", l.Text("picture.title")),
		line(b.belief, "picture.belief", "picture.belief-hint"), line(b.signals, "picture.signals", "picture.signals-hint"))
	return b
}

func (b *pictureBox) update(p *Panel) {
	b.belief.Underlying().Set("checked", p.viewport.Mode == view.ModeBelief)
	b.signals.Underlying().Set("checked", !p.viewport.Quiet)
}

// believe switches the consumers' own rings on or off.
func (p *Panel) believe(on bool) {
	p.viewport.Mode = view.ModeTruth
	if on {
		p.viewport.Mode = view.ModeBelief
	}
}

// pictureCommand does what a key is for that steers the picture.
func (p *Panel) pictureCommand(cmd Command) bool {
	if cmd == CmdBelief {
		p.believe(p.viewport.Mode != view.ModeBelief)
		return true
	}
	if p.picture == nil {
		return false
	}
	switch cmd {
	case CmdMapIn:
		p.picture.ZoomIn()
	case CmdMapOut:
		p.picture.ZoomOut()
	case CmdMapAll:
		p.picture.ZoomAll()
	default:
		return false
	}
	return true
}

// panKeys move what is seen of an enlarged map by a third of its window.
var panKeys = map[string][2]float32{
	"ArrowLeft": {-0.33, 0}, "ArrowRight": {0.33, 0}, "ArrowUp": {0, -0.33}, "ArrowDown": {0, 0.33},
}

// panKey handles the arrow keys on the picture while its map is enlarged.
func (p *Panel) panKey(t js.Value, key string) bool {
	by, ok := panKeys[key]
	if !ok || p.picture == nil || !t.Call("matches", "body > canvas").Bool() {
		return false
	}
	if _, enlarged := p.picture.Zoomable(); !enlarged {
		return false
	}
	p.picture.Pan(by[0], by[1])
	return true
}

// hitNames are the kinds of things in the picture, for the tests' handle.
var hitNames = map[view.HitKind]string{
	view.HitQueue: "queue", view.HitConsumer: "consumer", view.HitBroker: "broker", view.HitNode: "node",
	view.HitCounter: "counter", view.HitFlight: "flight", view.HitServer: "server", view.HitButton: "button",
}

// spots are the places that can be pointed at, as the tests' handle gives them.
func (p *Panel) spots() any {
	out := []any{}
	if p.picture == nil {
		return out
	}
	for _, s := range p.picture.Spots() {
		out = append(out, map[string]any{"kind": hitNames[s.Hit.Kind], "index": s.Hit.Index, "x": s.X, "y": s.Y, "arc": s.Arc})
	}
	return out
}
