package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/view/internal/fixture"
)

// TestOnePauseReadsTheSameEverywhere: the ring, the queue's row and the counter
// write one pause with the same digits, also where rounding and cutting differ.
func TestOnePauseReadsTheSameEverywhere(t *testing.T) {
	for _, pause := range []time.Duration{780 * time.Millisecond, 1849 * time.Millisecond, 59960 * time.Millisecond, 61050 * time.Millisecond} {
		v := fixture.Plain(2, 4, 2)
		fixture.Disown(v, 6, pause)
		v.UnownedMax = pause
		said := map[string]string{}
		for _, l := range wide(v, nil).Labels {
			switch l.Key {
			case KeyNobody1:
				said[l.Key] = string(l.Args[1].AppendText(nil))
			case KeySeconds, KeyLongest:
				said[l.Key] = string(l.Args[0].AppendText(nil))
			}
		}
		require.Len(t, said, 3, "%v", said)
		assert.Equal(t, said[KeyNobody1], said[KeySeconds])
		assert.Equal(t, said[KeyNobody1], said[KeyLongest])
	}
}
