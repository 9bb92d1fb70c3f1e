package stage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPackerKeepsPlacesApart fills a page with rectangles of many sizes: none
// overlaps another or touches it, since a linear filter reads one pixel beyond.
func TestPackerKeepsPlacesApart(t *testing.T) {
	p := packer{size: 128}
	taken := map[[2]int]bool{}
	placed := 0
	for i := 0; ; i++ {
		w, h := 3+i*7%19, 4+i*5%11
		x, y, ok := p.place(w, h)
		if !ok {
			break
		}
		placed++
		require.True(t, x >= 1 && y >= 1 && x+w <= 127 && y+h <= 127)
		for dy := range h {
			for dx := range w {
				at := [2]int{x + dx, y + dy}
				require.False(t, taken[at])
				taken[at] = true
			}
		}
		for dx := -1; dx <= w; dx++ {
			require.False(t, taken[[2]int{x + dx, y - 1}], "the row above is free")
		}
	}
	assert.Greater(t, placed, 40)
	p.reset()
	_, _, ok := p.place(126, 126)
	assert.True(t, ok, "all of the page again")
	_, _, ok = p.place(1, 1)
	assert.False(t, ok)
	p.reset()
	_, _, ok = p.place(127, 1)
	assert.False(t, ok, "wider than the page with its border")
}

func TestTemplates(t *testing.T) {
	table := map[string]string{
		"none":    "Backlog",
		"one":     "peak {0}",
		"swapped": "{1} 次中的 {0} %",
		"twice":   "{0} and {0}",
		"only":    "{0}",
		"empty":   "",
	}
	calls := 0
	words := func(key string, args ...any) string {
		calls++
		s := table[key]
		for i, a := range args {
			s = strings.ReplaceAll(s, fmt.Sprintf("{%d}", i), fmt.Sprint(a))
		}
		return s
	}
	w := func(s string) piece { return piece{words: s, arg: -1} }
	for _, c := range []struct {
		key  string
		n    int
		want []piece
	}{
		{"none", 0, []piece{w("Backlog")}},
		{"one", 1, []piece{w("peak "), {arg: 0}}},
		{"swapped", 2, []piece{{arg: 1}, w(" 次中的 "), {arg: 0}, w(" %")}},
		{"twice", 1, []piece{{arg: 0}, w(" and "), {arg: 0}}},
		{"only", 1, []piece{{arg: 0}}},
		{"empty", 0, nil},
	} {
		assert.Equal(t, c.want, templateOf(words, c.key, c.n), c.key)
	}
	assert.Equal(t, 6, calls, "one call a key")
}
