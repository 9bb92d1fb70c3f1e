package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The words are those that the headless command promises, in its order.
func TestStrategyWords(t *testing.T) {
	assert.Equal(t, []string{"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go",
		"machine-room", "machine-room-nearby", "same-room", "by-config"}, StrategyWords())
	for _, w := range StrategyWords() {
		assert.Equal(t, w == "machine-room-nearby" || w == "same-room", StrategyTakesInner(w), w)
	}
	assert.False(t, StrategyTakesInner("sticky"))
}
