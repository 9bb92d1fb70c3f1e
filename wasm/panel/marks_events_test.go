package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// c2's two queues become nobody's at the kill: one mark that counts both.
func TestEventMarks(t *testing.T) {
	p := played(t, lanesText, 30*time.Second)
	w := Window{15 * time.Second, 25 * time.Second, p.End()}
	marks := English.EventMarks(p.Sim().Log(), w, 100)
	require.NotEmpty(t, marks)
	assert.Equal(t, 20*time.Second, marks[0].At)
	assert.Regexp(t, `^nobody holds a/[23] and 1 more$`, marks[0].Text)
	assert.Equal(t, "warn", marks[0].Tone)
	assert.Empty(t, English.EventMarks(p.Sim().Log(), Whole(p.End()), 100), "no words in a long window")
	assert.Empty(t, English.EventMarks(p.Sim().Log(), Window{5 * time.Second, 10 * time.Second, p.End()}, 100))
}

func TestFreeRow(t *testing.T) {
	placed := []PlacedMark{{X: 100, Row: 0}, {X: 300, Row: 1, Left: true}}
	widths := []float64{50, 60}
	assert.Equal(t, 1, FreeRow(placed, widths, 120, 40, 1000, 2))
	assert.Equal(t, 0, FreeRow(placed, widths, 200, 90, 1000, 2))
	assert.Equal(t, -1, FreeRow(placed, widths, 120, 150, 1000, 2), "both rows are taken")
	assert.Equal(t, -1, FreeRow(placed, widths, 980, 40, 1000, 2), "no room on the right")
}
