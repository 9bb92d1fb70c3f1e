package view

import "time"

// Align places a label's text in its box; vertically it is centred.
type Align uint8

const (
	AlignLeft   Align = iota // begins at the box's left edge
	AlignCentre              // its middle is the box's
	AlignRight               // ends at the box's right edge
)

// Font is how a label is set. Size is in CSS pixels.
type Font struct {
	Size float32
	Bold bool // of more weight
	Mono bool // all letters equally wide: names of queues, offsets
}

// ArgKind says which field of an Arg counts and how it is written.
type ArgKind uint8

const (
	ArgText   ArgKind = iota // Text as it stands: names
	ArgInt                   // Num with groups of three
	ArgTenths                // Num tenths: 18 is "1.8"
	ArgHex                   // Num as a place on the ring: "0x9a1f03c2"
)

// Arg is a name or a number in a label.
type Arg struct {
	Kind ArgKind // which of the two below counts
	Num  int64   // a number, in the unit that Kind says
	Text string  // a name
}

// MaxArgs is the most arguments a label has.
const MaxArgs = 4

// Label is a line of text. The box belongs to it alone: whoever draws it
// shortens what does not fit.
type Label struct {
	Box   Rect  // where it may be
	Align Align // where in Box
	Font  Font  // how it is set
	Paint Paint // of the letters
	// Key names the words in the page's table, with one place for each argument;
	// an empty key stands for the first argument alone.
	Key string
	// N is the number of arguments, the first so many of Args.
	N    uint8
	Args [MaxArgs]Arg
}

func text(s string) Arg     { return Arg{Kind: ArgText, Text: s} }
func number(n int64) Arg    { return Arg{Kind: ArgInt, Num: n} }
func integer(n int) Arg     { return Arg{Kind: ArgInt, Num: int64(n)} }
func tenths(n int64) Arg    { return Arg{Kind: ArgTenths, Num: n} }
func position(p uint32) Arg { return Arg{Kind: ArgHex, Num: int64(p)} }
func plain(a Arg) words     { return words{n: 1, args: [MaxArgs]Arg{a}} }
func name(s string) words   { return plain(text(s)) }
func count(n int64) words   { return plain(number(n)) }
func key(k string) words    { return words{key: k} }
func (w words) with(a Arg) words {
	w.args[w.n] = a
	w.n++
	return w
}

// seconds is a duration in tenths of a second below two minutes, in whole
// seconds above, cut off and not rounded: what has lasted 0.79 s has not lasted
// 0.8. The page's own words of a span do the same. What has begun is never 0.0.
func seconds(d time.Duration) Arg {
	if d > 0 && d < 100*time.Millisecond {
		return text("<0.1")
	}
	if d >= 2*time.Minute {
		return number(int64(d / time.Second))
	}
	return tenths(int64(d / (100 * time.Millisecond)))
}

// words is what a label says.
type words struct {
	key  string
	n    uint8
	args [MaxArgs]Arg
}

// thinSpace separates groups of digits, as SI has it, in every language.
const thinSpace = '\u2009'

// AppendText appends the argument as it is written on the canvas.
func (a Arg) AppendText(dst []rune) []rune {
	switch a.Kind {
	case ArgInt:
		return appendGrouped(dst, a.Num)
	case ArgTenths:
		n := a.Num
		if n < 0 {
			dst = append(dst, '−')
			n = -n
		}
		dst = appendGrouped(dst, n/10)
		return append(dst, '.', rune('0'+n%10))
	case ArgHex:
		dst = append(dst, '0', 'x')
		for shift := 28; shift >= 0; shift -= 4 {
			dst = append(dst, rune("0123456789abcdef"[a.Num>>shift&15]))
		}
		return dst
	}
	for _, r := range a.Text {
		dst = append(dst, r)
	}
	return dst
}

func appendGrouped(dst []rune, n int64) []rune {
	u := uint64(n)
	if n < 0 {
		dst = append(dst, '−')
		u = -u
	}
	var digits [20]rune
	i := len(digits)
	for {
		i--
		digits[i] = rune('0' + u%10)
		if u /= 10; u == 0 {
			break
		}
	}
	for ; i < len(digits); i++ {
		dst = append(dst, digits[i])
		if rest := len(digits) - 1 - i; rest > 0 && rest%3 == 0 {
			dst = append(dst, thinSpace)
		}
	}
	return dst
}

// label adds a label unless its box is too small for anything.
func (s *Scene) label(box Rect, align Align, f Font, ink Ink, w words) {
	s.labelAlpha(box, align, f, Paint{ink, 255}, w)
}

func (s *Scene) labelAlpha(box Rect, align Align, f Font, p Paint, w words) {
	if box.W < f.Size*0.5 || box.H < f.Size*0.9 {
		return
	}
	s.Labels = append(s.Labels, Label{Box: box, Align: align, Font: f, Paint: p, Key: w.key, N: w.n, Args: w.args})
}

// textWidth bounds the width of s from above for the common interface fonts
// (DejaVu Sans, the widest of them, sets the figures), so that what follows a
// name on the same line can be placed without asking the browser.
func textWidth(s string, f Font) float32 {
	var em float32
	for _, r := range s {
		em += runeWidth(r, f.Mono)
	}
	if f.Bold && !f.Mono {
		em *= 1.13
	}
	return em*f.Size + 1
}

func runeWidth(r rune, mono bool) float32 {
	switch {
	case r >= 0x1100: // CJK and all that may be as wide
		return 1.05
	case mono:
		return 0.61
	case r == 'i', r == 'l', r == 'j', r == '.', r == ',', r == ':', r == '\'', r == '|', r == ' ', r == '/', r == '-', r == '(', r == ')':
		return 0.4
	case r == 'm', r == 'w', r == 'M', r == 'W', r == '@', r == '%':
		return 1.0
	case r >= 'A' && r <= 'Z':
		return 0.75
	}
	return 0.64
}
