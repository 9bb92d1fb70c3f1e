//go:build js

package stage

import (
	"math"
	"strconv"
	"syscall/js"

	"ringside/wasm/view"
)

// faceKey names a way of setting text; size is in quarters of a device pixel.
type faceKey struct {
	size       int32
	bold, mono bool
}

// fitKey is a text that was shortened to a width in device pixels.
type fitKey struct {
	text  string
	width int32
}

// face caches what was set in one font.
type face struct {
	css    string
	size   float32 // device pixels
	texts  map[string]*run
	fits   map[fitKey]*run
	glyphs map[rune]*run
}

// run is a text's advance and, once it was needed, its pixels.
type run struct {
	text    string
	advance float32 // device pixels
	sprite  sprite
	baked   bool
	sign    bool // of a number
}

const (
	sans = `system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`
	mono = `ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace`

	canvasW, canvasH = 1536, 128
	// margin is left around a text for what reaches over its advance.
	margin = 3
)

// setter sets text on a 2D canvas and copies it to the atlas.
type setter struct {
	atlas *atlas
	ctx   js.Value
	font  string // last given to ctx
	faces map[faceKey]*face
	pix   []byte
}

func (t *setter) init(a *atlas) {
	t.atlas = a
	canvas := js.Global().Get("document").Call("createElement", "canvas")
	canvas.Set("width", canvasW)
	canvas.Set("height", canvasH)
	t.ctx = canvas.Call("getContext", "2d", map[string]any{"willReadFrequently": true})
	t.ctx.Set("textBaseline", "alphabetic")
	t.ctx.Set("fillStyle", "#fff")
	t.reset()
}

// reset forgets all texts.
func (t *setter) reset() { t.faces = make(map[faceKey]*face) }

func (t *setter) face(f view.Font, scale float32) *face {
	k := faceKey{int32(math.Round(float64(f.Size * scale * 4))), f.Bold, f.Mono}
	if fc, ok := t.faces[k]; ok {
		return fc
	}
	weight, family := "400", sans
	if f.Bold {
		weight = "650"
	}
	if f.Mono {
		family = mono
	}
	size := float32(k.size) / 4
	fc := &face{
		css:  weight + " " + strconv.FormatFloat(float64(size), 'f', 2, 32) + "px " + family,
		size: size, texts: map[string]*run{}, fits: map[fitKey]*run{}, glyphs: map[rune]*run{},
	}
	t.faces[k] = fc
	return fc
}

func (t *setter) use(f *face) {
	if t.font != f.css {
		t.font = f.css
		t.ctx.Set("font", f.css)
	}
}

func (t *setter) measure(f *face, text string) float32 {
	t.use(f)
	return float32(t.ctx.Call("measureText", text).Get("width").Float())
}

// text is a text set as a whole.
func (t *setter) text(f *face, text string) *run {
	r, ok := f.texts[text]
	if !ok {
		r = &run{text: text, advance: t.measure(f, text)}
		f.texts[text] = r
	}
	return r
}

// glyph is a single sign of a number. Its advance is whole pixels, and the same
// for all digits, so that a number does not dance while it runs.
func (t *setter) glyph(f *face, sign rune) *run {
	r, ok := f.glyphs[sign]
	if !ok {
		text := string(sign)
		like := text
		if sign >= '0' && sign <= '9' {
			like = "0"
		}
		r = &run{text: text, advance: float32(math.Round(float64(t.measure(f, like)))), sign: true}
		f.glyphs[sign] = r
	}
	return r
}

// fit is the text, shortened with an ellipsis to at most width device pixels;
// nil when not even that fits.
func (t *setter) fit(f *face, text string, width float32) *run {
	whole := t.text(f, text)
	if whole.advance <= width {
		return whole
	}
	k := fitKey{text, int32(width)}
	if r, ok := f.fits[k]; ok {
		return r
	}
	var r *run
	signs := []rune(text)
	low, high := 0, len(signs)
	for low < high {
		mid := (low + high + 1) / 2
		if t.measure(f, string(signs[:mid])+"…") <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	if low > 0 {
		r = t.text(f, string(signs[:low])+"…")
	}
	f.fits[k] = r
	return r
}

// bake makes sure that the run has its pixels; false when there is no room now.
func (t *setter) bake(f *face, r *run) bool {
	if r.baked {
		return r.sprite.w > 0
	}
	w := min(canvasW, int(math.Ceil(float64(r.advance)))+2*margin)
	h := min(canvasH, lineHeight(f))
	t.use(f)
	t.ctx.Call("clearRect", 0, 0, w, h)
	t.ctx.Call("fillText", r.text, margin, baseline(f))
	data := t.ctx.Call("getImageData", 0, 0, w, h).Get("data")
	if n := 4 * w * h; cap(t.pix) < n {
		t.pix = make([]byte, n, 2*n)
	}
	t.pix = t.pix[:4*w*h]
	js.CopyBytesToGo(t.pix, data)
	// White at the text's own coverage, premultiplied.
	out := t.atlas.scratch(w, h)
	for i := 3; i < len(out); i += 4 {
		a := t.pix[i]
		out[i-3], out[i-2], out[i-1], out[i] = a, a, a, a
	}
	s, ok := t.atlas.write(w, h)
	r.sprite, r.baked = s, ok
	return ok
}

// lineHeight and baseline are a sprite's height and where in it the text stands.
func lineHeight(f *face) int   { return int(math.Ceil(float64(f.size * 1.5))) }
func baseline(f *face) float32 { return float32(math.Round(float64(f.size * 1.1))) }
