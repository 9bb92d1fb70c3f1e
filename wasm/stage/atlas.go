//go:build js

package stage

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// sprite is a rectangle of the texture, in its pixels.
type sprite struct{ x, y, w, h float32 }

// atlas is the one texture: a white spot, baked marks, labels and digits.
type atlas struct {
	page  *ebiten.Image
	pack  packer
	pix   []byte // scratch for premultiplied pixels
	white sprite
	full  bool // something found no room in this frame
	fresh int  // frames since the last reset
}

const atlasSize = 2048

func (a *atlas) init() {
	a.page = ebiten.NewImageWithOptions(image.Rect(0, 0, atlasSize, atlasSize), &ebiten.NewImageOptions{Unmanaged: true})
	a.pack.size = atlasSize
	a.reset()
}

// reset forgets all sprites but the white spot.
func (a *atlas) reset() {
	a.page.Clear()
	a.pack.reset()
	a.full, a.fresh = false, 0
	s, _ := a.add(4, 4, func(x, y int) byte { return 255 })
	a.white = sprite{s.x + 1, s.y + 1, 2, 2}
}

// add bakes w×h pixels of coverage.
func (a *atlas) add(w, h int, coverage func(x, y int) byte) (sprite, bool) {
	pix := a.scratch(w, h)
	for y := range h {
		for x := range w {
			c := coverage(x, y)
			i := 4 * (y*w + x)
			pix[i], pix[i+1], pix[i+2], pix[i+3] = c, c, c, c
		}
	}
	return a.write(w, h)
}

// scratch is room for w×h pixels, to be filled before write.
func (a *atlas) scratch(w, h int) []byte {
	if n := 4 * w * h; cap(a.pix) < n {
		a.pix = make([]byte, n, 2*n)
	}
	a.pix = a.pix[:4*w*h]
	return a.pix
}

// write puts the scratch on the page.
func (a *atlas) write(w, h int) (sprite, bool) {
	x, y, ok := a.pack.place(w, h)
	if !ok {
		a.full = true
		return sprite{}, false
	}
	part := a.page.SubImage(image.Rect(x, y, x+w, y+h)).(*ebiten.Image)
	part.WritePixels(a.pix)
	return sprite{float32(x), float32(y), float32(w), float32(h)}, true
}
