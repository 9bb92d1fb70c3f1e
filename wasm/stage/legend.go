//go:build js

package stage

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"ringside/wasm/view"
)

// Legend has the samples of the legend drawn with the next frame, in a theme:
// f gets their pixels, RGBA, opaque, all samples one below the other in the
// order of view.Legend, each view.SampleW by view.SampleH times scale.
func (g *Game) Legend(theme view.Theme, f func(pix []byte, scale float32)) {
	g.legend = func() { f(g.samples(theme), g.scale) }
}

// samples draws them on an image of their own.
func (g *Game) samples(theme view.Theme) []byte {
	var s view.Scene
	n := s.Samples(theme, g.scale)
	whole := func(css float32) int { return int(math.Round(float64(css * g.scale))) }
	w, h := whole(view.SampleW), n*whole(view.SampleH)
	dst := ebiten.NewImageWithOptions(image.Rect(0, 0, w, h), &ebiten.NewImageOptions{Unmanaged: true})
	defer dst.Deallocate()
	g.paintScene(dst, &s, view.InkCard)
	pix := make([]byte, 4*w*h)
	dst.ReadPixels(pix)
	return pix
}
