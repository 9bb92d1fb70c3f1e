package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A second is 10 px; c0 owns until 20 s, both until 21 s, c1 until 40 s. A name takes 20 px.
func TestWordsStandBesideTheirStretch(t *testing.T) {
	const s = time.Second
	bars := []Bar{
		{From: 0, To: 20 * s, Owner: 0, Other: -1},
		{From: 20 * s, To: 21 * s, Kind: BarDouble, Owner: 0, Other: 1},
		{From: 21 * s, To: 40 * s, Owner: 1, Other: -1},
	}
	place := func(width, whole float64, from time.Duration) (beside, bool) {
		return placeBeside(bars, &bars[1], width, whole,
			func(at time.Duration) float64 { return 10 * (at - from).Seconds() }, func(int) float64 { return 20 })
	}
	for name, c := range map[string]struct {
		width, whole float64
		from         time.Duration
		want         beside
		ok           bool
	}{
		"before it":                  {100, 400, 0, beside{200 - 3 - 100, 0, true}, true},
		"just fits before":           {177, 400, 0, beside{20, 0, true}, true},
		"wider than either":          {178, 400, 0, beside{}, false}, // 190 px after, less the name and the gap: 167
		"after it, the start is cut": {100, 400, 15 * s, beside{60 + 20 + 3, 1, false}, true},
		"cut at both ends":           {100, 100, 15 * s, beside{}, false},
	} {
		got, ok := place(c.width, c.whole, c.from)
		assert.Equal(t, c.ok, ok, name)
		assert.Equal(t, c.want, got, name)
	}
	bars[0].Kind, bars[2].Kind = BarNobody, BarNobody
	_, ok := place(10, 400, 0)
	assert.False(t, ok, "the words stand on an owner's bar alone")
}
