//go:build js

package stage

import (
	"github.com/hajimehoshi/ebiten/v2"

	"ringside/wasm/view"
)

// mesh is a frame's triangles, in device pixels. Its slices are reused.
type mesh struct {
	vertices []ebiten.Vertex
	indices  []uint32
	white    sprite
	inks     [256][3]float32
	theme    view.Theme
	themed   bool
	options  ebiten.DrawTrianglesOptions
}

func (m *mesh) begin(t view.Theme, white sprite) {
	m.vertices, m.indices, m.white = m.vertices[:0], m.indices[:0], white
	if m.themed && m.theme == t {
		return
	}
	m.theme, m.themed = t, true
	for i := range m.inks {
		c := t.RGB(view.Ink(i))
		m.inks[i] = [3]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
	}
	m.options = ebiten.DrawTrianglesOptions{
		ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha,
		Filter:         ebiten.FilterLinear,
		DisableMipmaps: true,
	}
}

func (m *mesh) draw(dst *ebiten.Image, src *ebiten.Image) {
	dst.DrawTriangles32(m.vertices, m.indices, src, &m.options)
}

// tint is a premultiplied colour.
type tint struct{ r, g, b, a float32 }

func (m *mesh) tint(p view.Paint) tint {
	a := float32(p.Alpha) / 255
	c := &m.inks[p.Ink]
	return tint{c[0] * a, c[1] * a, c[2] * a, a}
}

func (t tint) times(a float32) tint { return tint{t.r * a, t.g * a, t.b * a, t.a * a} }

func vertex(x, y, sx, sy float32, t tint) ebiten.Vertex {
	return ebiten.Vertex{DstX: x, DstY: y, SrcX: sx, SrcY: sy, ColorR: t.r, ColorG: t.g, ColorB: t.b, ColorA: t.a}
}

// quad draws a part of the texture on a rectangle.
func (m *mesh) quad(x0, y0, x1, y1, sx0, sy0, sx1, sy1 float32, t tint) {
	n := uint32(len(m.vertices))
	m.vertices = append(m.vertices,
		vertex(x0, y0, sx0, sy0, t), vertex(x1, y0, sx1, sy0, t),
		vertex(x0, y1, sx0, sy1, t), vertex(x1, y1, sx1, sy1, t))
	m.indices = append(m.indices, n, n+1, n+2, n+1, n+3, n+2)
}

// rect fills a rectangle.
func (m *mesh) rect(x0, y0, x1, y1 float32, t tint) {
	if x1 <= x0 || y1 <= y0 {
		return
	}
	sx, sy := m.white.x+1, m.white.y+1
	m.quad(x0, y0, x1, y1, sx, sy, sx, sy, t)
}

// sprite draws s with its upper left corner at a point.
func (m *mesh) sprite(s sprite, x, y float32, t tint) {
	m.quad(x, y, x+s.w, y+s.h, s.x, s.y, s.x+s.w, s.y+s.h, t)
}

// row adds one cross-section of a strip: the line through (x, y) along the
// normal, half wide to each side, fading over a pixel. With link it is joined to
// the row before.
func (m *mesh) row(x, y, nx, ny, half float32, t tint, link bool) {
	if half < 0.5 {
		t, half = t.times(2*half), 0.5
	}
	in, out := half-0.5, half+0.5
	sx, sy := m.white.x+1, m.white.y+1
	n := uint32(len(m.vertices))
	m.vertices = append(m.vertices,
		vertex(x+nx*out, y+ny*out, sx, sy, tint{}), vertex(x+nx*in, y+ny*in, sx, sy, t),
		vertex(x-nx*in, y-ny*in, sx, sy, t), vertex(x-nx*out, y-ny*out, sx, sy, tint{}))
	if !link {
		return
	}
	for k := range uint32(3) {
		a, b := n-4+k, n+k
		m.indices = append(m.indices, a, a+1, b, a+1, b+1, b)
	}
}
