package script

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is what stands between blanks. canon is its canonical spelling.
type word struct {
	text, canon string
	pos         Pos
}

// ref is a piece of text and its place: a word, or a part of one.
type ref struct {
	text string
	pos  Pos
}

func (w *word) ref() ref { return ref{w.text, w.pos} }

// from is the rest of r from byte i on.
func (r ref) from(i int) ref {
	return ref{r.text[i:], Pos{r.pos.Line, r.pos.Col + utf8.RuneCountInString(r.text[:i])}}
}

// until is r up to byte i.
func (r ref) until(i int) ref { return ref{r.text[:i], r.pos} }

// cut splits r at the first sep.
func (r ref) cut(sep string) (before, after ref, found bool) {
	i := strings.Index(r.text, sep)
	if i < 0 {
		return r, ref{pos: r.pos}, false
	}
	return r.until(i), r.from(i + len(sep)), true
}

// split splits r at every sep.
func (r ref) split(sep string) []ref {
	var list []ref
	for {
		before, after, found := r.cut(sep)
		list = append(list, before)
		if !found {
			return list
		}
		r = after
	}
}

// line is a line of the script: words, then prose (title and text) or a comment.
type line struct {
	words   []*word
	prose   string
	comment string
	end     Pos
}

// format gives the line's canonical text.
func (l *line) format(b *strings.Builder) {
	sep := ""
	for _, w := range l.words {
		b.WriteString(sep)
		b.WriteString(w.canon)
		sep = " "
	}
	for _, s := range []string{l.prose, l.comment} {
		if s != "" {
			b.WriteString(sep)
			b.WriteString(s)
			sep = " "
		}
	}
	b.WriteByte('\n')
}

// lex cuts one line into words. A # at its start or after a blank begins a
// comment, except after a prose statement's word: there the rest is text.
func lex(text string, no int) *line {
	l := &line{}
	col, start, startCol := 0, -1, 0
	take := func(end int) {
		if start >= 0 {
			s := text[start:end]
			l.words = append(l.words, &word{text: s, canon: s, pos: Pos{no, startCol}})
			start = -1
		}
	}
	for i, r := range text {
		col++
		blank := r == ' ' || r == '\t'
		switch {
		case blank:
			take(i)
			if len(l.words) == 1 && isProse(l.words[0].text) {
				l.prose = strings.Trim(text[i:], " \t")
				l.end = Pos{no, col}
				return l
			}
		case start < 0 && r == '#':
			l.comment = strings.TrimRight(text[i:], " \t")
			l.end = Pos{no, col}
			return l
		case start < 0:
			start, startCol = i, col
		}
	}
	take(len(text))
	l.end = Pos{no, col + 1}
	return l
}

// splitLines cuts a text into lines. A carriage return before a line feed goes
// with it, and a byte order mark at the very start is not part of the text.
func splitLines(text string) []string {
	text = strings.TrimPrefix(text, "\ufeff")
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSuffix(l, "\r")
	}
	return lines
}

// checkCharacters reports what may stand nowhere in a script: bytes that are
// not UTF-8, control characters, and characters that reorder or hide text.
func (d *draft) checkCharacters(text string, no int) {
	col := 0
	for i, r := range text {
		col++
		pos := Pos{no, col}
		switch {
		case r == utf8.RuneError && strings.HasPrefix(text[i:], "\ufffd"):
			// a replacement character that was written as such
		case r == utf8.RuneError:
			d.errorf(pos, codeUTF8, fmt.Sprintf("0x%02x", text[i])).Found = text[i : i+1]
			return
		case r == '\t':
		case hidden(r):
			d.errorf(pos, codeControl, fmt.Sprintf("U+%04X", r)).Found = string(r)
			return
		}
	}
}

// hidden says whether r is a control character, a line separator, a byte order
// mark or a bidirectional override.
func hidden(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// checkPlain reports characters of a statement that look like the plain ones
// but are not, as a Chinese input method makes them.
func (d *draft) checkPlain(l *line) bool {
	for _, w := range l.words {
		for i, r := range w.text {
			var plain string
			switch {
			case r >= 0xff01 && r <= 0xff5e:
				plain = string(r - 0xfee0)
			case r == '\u3000' || r == '\u00a0' || r > 0x80 && unicode.IsSpace(r):
				plain = " "
			case r == '，' || r == '、':
				plain = ","
			default:
				continue
			}
			e := d.errorf(w.ref().from(i).pos, codeWide, fmt.Sprintf("U+%04X", r))
			e.Found, e.Nearest = string(r), plain
			if plain == " " {
				e.Nearest, e.Expected = "", "a plain blank"
			}
			return false
		}
	}
	return true
}
