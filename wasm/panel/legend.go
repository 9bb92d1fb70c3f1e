//go:build js

package panel

import (
	"syscall/js"

	"ringside/wasm/view"
)

// legend lists every symbol of the picture with its meaning. The stage draws the
// samples as it draws the picture.
type legend struct {
	elem
	samples []elem // canvases, in the order of view.Legend
	lanes   []elem // in that of laneSigns
}

func newLegend(p *Panel) *legend {
	l := p.lang
	g := &legend{elem: el("div", "legend-sheet", attr{"id", "legend"})}
	for _, group := range view.Legend() {
		list := el("dl", "signs")
		for _, part := range group.Parts {
			sample := g.canvas()
			g.samples = append(g.samples, sample)
			with(list, el("dt", "", sample, l.Text(part.Name)), el("dd", "", l.Text(part.Means)))
		}
		with(g.elem, el("h4", "", l.Text(group.Title)), list)
	}
	g.timeLegend(p)
	return g
}

// draw asks the stage for the samples in the present theme.
func (g *legend) draw(p *Panel) {
	g.drawLanes(p)
	if p.picture == nil {
		return
	}
	p.picture.Legend(p.viewport.Theme, func(pix []byte, scale float32) {
		bytes := js.Global().Get("Uint8ClampedArray").New(len(pix))
		js.CopyBytesToJS(bytes, pix)
		height := len(pix) / len(g.samples)
		width := int(float32(view.SampleW)*scale + 0.5)
		height /= 4 * width
		all := js.Global().Get("ImageData").New(bytes, width, height*len(g.samples))
		for i, sample := range g.samples {
			c := sample.Underlying()
			c.Set("width", width)
			c.Set("height", height)
			c.Call("getContext", "2d").Call("putImageData", all, 0, -i*height)
		}
	})
}
