//go:build js

package stage

import (
	"math"
	"strings"

	"ringside/wasm/view"
)

// labels lays out and draws labels. Its scratch is reused.
type labels struct {
	set       setter
	words     Words
	templates map[string][]piece
	runs      []*run
	starts    []int // per run, the first run of the number it belongs to
	signs     []rune
	plain     []piece
	cut       []string // keys of the words that had to be shortened, this frame
	lost      []string // and what is left of those that lost a number
}

func (l *labels) init(a *atlas, words Words) {
	l.set.init(a)
	l.words = words
	l.plain = []piece{{arg: 0}}
	l.forgetWords()
}

// forgetWords makes the next frame ask for the words again.
func (l *labels) forgetWords() { l.templates = make(map[string][]piece) }

func (l *labels) template(b *view.Label) []piece {
	if b.Key == "" {
		return l.plain
	}
	pieces, ok := l.templates[b.Key]
	if !ok {
		pieces = templateOf(l.words, b.Key, int(b.N))
		l.templates[b.Key] = pieces
	}
	return pieces
}

// smaller are the sizes tried, as parts of the wanted one, before a label is
// shortened; the last ones only for bare numbers, which cannot be.
var smaller = [...]float32{1, 0.88, 0.76, 0.6, 0.46}

const wordSizes = 3

// least is the smallest size of type in CSS pixels.
const least = 8.5

// draw sets one label in its box: smaller when it is a little too long, in
// shorter words where there are some, cut when it is much too long.
func (l *labels) draw(m *mesh, b *view.Label, scale float32) {
	room := b.Box.W * scale
	f, width := l.fitted(b, room, scale)
	if short, ok := view.Shorter[b.Key]; ok && width > room+0.5 {
		other := *b
		other.Key = short
		b = &other
		f, width = l.fitted(b, room, scale)
	}
	if width > room+0.5 {
		numbers := l.numbers()
		width = l.shorten(f, room)
		if b.Key != "" {
			l.cut = append(l.cut, b.Key)
		}
		if l.numbers() < numbers {
			l.note(b)
		}
	}
	x := b.Box.X * scale
	switch b.Align {
	case view.AlignCentre:
		x += (room - width) / 2
	case view.AlignRight:
		x += room - width
	}
	// The middle of the capitals, 0.36 of the size above the base line, on the middle of the box.
	top := float32(math.Round(float64((b.Box.Y+b.Box.H/2)*scale+0.36*f.size))) - baseline(f)
	t := m.tint(b.Paint)
	for _, r := range l.runs {
		if l.set.bake(f, r) {
			m.sprite(r.sprite, float32(math.Round(float64(x)))-margin, top, t)
		}
		x += r.advance
	}
}

// fitted lays a label out in the largest size that fits, or else the smallest.
func (l *labels) fitted(b *view.Label, room, scale float32) (f *face, width float32) {
	bare := b.Key == "" && b.Args[0].Kind != view.ArgText
	for i, part := range smaller {
		if i >= wordSizes && !bare {
			break
		}
		font := b.Font
		font.Size = max(min(font.Size, least), font.Size*part)
		f = l.set.face(font, scale)
		if width = l.layout(f, b); width <= room+0.5 {
			break
		}
	}
	return f, width
}

// numbers counts the signs of numbers among the runs, and spans that are written as
// a text ("<0.1").
func (l *labels) numbers() (n int) {
	for _, r := range l.runs {
		if r.sign || strings.HasPrefix(r.text, "<") {
			n++
		}
	}
	return n
}

// note keeps a cut label that has lost one of its numbers, for the tests' handle.
func (l *labels) note(b *view.Label) {
	left := b.Key + ": "
	for _, r := range l.runs {
		left += r.text
	}
	l.lost = append(l.lost, left)
}

// layout fills runs and returns their width.
func (l *labels) layout(f *face, b *view.Label) (width float32) {
	l.runs, l.starts = l.runs[:0], l.starts[:0]
	add := func(r *run, start int) {
		l.runs, l.starts = append(l.runs, r), append(l.starts, start)
		width += r.advance
	}
	for _, p := range l.template(b) {
		start := len(l.runs)
		if p.arg < 0 {
			add(l.set.text(f, p.words), start)
			continue
		}
		if p.arg >= int(b.N) {
			continue
		}
		a := &b.Args[p.arg]
		if a.Kind == view.ArgText {
			add(l.set.text(f, a.Text), start)
			continue
		}
		l.signs = a.AppendText(l.signs[:0])
		for _, s := range l.signs {
			add(l.set.glyph(f, s), start)
		}
	}
	return width
}

// shorten cuts the runs where the room ends. A number is left out as a whole:
// cut, it would be another number.
func (l *labels) shorten(f *face, room float32) (width float32) {
	dots := l.set.text(f, "…")
	for i, r := range l.runs {
		last := i == len(l.runs)-1
		if width+r.advance+dots.advance <= room || last && width+r.advance <= room {
			width += r.advance
			continue
		}
		for i > l.starts[i] {
			i--
			width -= l.runs[i].advance
		}
		cut := dots
		if !r.sign {
			if fit := l.set.fit(f, r.text, room-width); fit != nil && fit != r {
				cut = fit
			}
		}
		l.runs = l.runs[:i]
		if width+cut.advance <= room {
			l.runs = append(l.runs, cut)
			width += cut.advance
		}
		return width
	}
	return width
}
