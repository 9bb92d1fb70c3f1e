package panel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// 2560/1920 = 1.33 and 1440/1080 = 1.33: down to an eighth, 1.25; a wall is held at twice.
func TestGrown(t *testing.T) {
	for size, want := range map[[2]float32]float64{
		{360, 640}: 1, {1920, 1080}: 1, {2560, 1440}: 1.25, {2560, 1300}: 1.125, {3840, 2160}: 2, {2160, 3840}: 1.125, {7680, 4320}: 2,
	} {
		assert.InDelta(t, want, Grown(size[0], size[1]), 1e-9, "%v", size)
	}
}

// The lecture hall's usual windows: 1440/960 = 1.5 and 900/560 = 1.607…, so 1.5;
// 1920/960 = 2, 1080/560 = 1.93; a wall of 4K is held at three times.
func TestMagnified(t *testing.T) {
	assert.InDelta(t, 1.5, Magnified(1440, 900), 1e-3)
	assert.InDelta(t, 1.9286, Magnified(1920, 1080), 1e-3)
	assert.InDelta(t, 3, Magnified(3840, 2160), 1e-3)
	assert.InDelta(t, 1.1, Magnified(1024, 600), 1e-1)
	assert.InDelta(t, 1.2, Magnified(390, 844), 1e-3)
	assert.InDelta(t, 1, Magnified(320, 640), 1e-3, "never smaller than usual")
}
