package view

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// The fixture gives queue i of 4 to consumer 6i/4: to 0, 1, 3 and 4, so that 2
// and 5 are idle. A killed consumer's state says enough.
func TestAnIdleConsumerSaysSo(t *testing.T) {
	said := func(v *core.View, p Viewport) int {
		n := 0
		for _, l := range wide(v, func(at *Viewport) { *at = p }).Labels {
			if l.Key == KeyNoQueue {
				n++
			}
		}
		return n
	}
	for name, p := range map[string]Viewport{"full cards": desktop(1440, 1600, 384, 164), "short cards": desktop(1440, 900, 384, 306), "rows": desktop(1440, 560, 384, 164)} {
		t.Run(name, func(t *testing.T) {
			v := fixture.Plain(1, 4, 6)
			assert.Equal(t, 2, said(v, p))
			v.Consumers[5].State = core.ConsumerDead
			assert.Equal(t, 1, said(v, p))
			v.Consumers[5].State = core.ConsumerAbsent
			assert.Equal(t, 1, said(v, p))
		})
	}
}
