package panel

import (
	"strings"
	"unicode"
)

// Span16 finds the word at a line and column (both from 1, columns in
// characters) of a text, as the two positions that a browser's selection wants:
// UTF-16 units from the text's start. A place outside is the nearest inside.
func Span16(text string, line, col int) (from, to int) {
	lines := strings.Split(text, "\n")
	line = min(max(line, 1), len(lines))
	for _, l := range lines[:line-1] {
		from += units(l) + 1
	}
	runes := []rune(lines[line-1])
	col = min(max(col, 1), len(runes)+1)
	from += units(string(runes[:col-1]))
	end := col - 1
	for end < len(runes) && !unicode.IsSpace(runes[end]) {
		end++
	}
	return from, from + units(string(runes[col-1:end]))
}

// units is a text's length in UTF-16 units.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
