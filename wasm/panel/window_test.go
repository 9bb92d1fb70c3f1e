package panel

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Whatever is done to it, a window lies in the run and the time under the
// pointer stays there as far as the run's ends allow.
func TestWindowStaysInTheRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		end := time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "end"))
		w := Whole(end)
		for range rapid.IntRange(1, 10).Draw(t, "steps") {
			at := time.Duration(rapid.Int64Range(-10, int64(end)+10).Draw(t, "at"))
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				w = w.Zoom(at, rapid.Float64Range(0.1, 10).Draw(t, "factor"))
			case 1:
				w = w.Pan(at)
			case 2:
				w = w.Show(min(max(at, 0), end))
				if at >= 0 && at <= end && (at < w.From || at > w.To) {
					t.Fatalf("%v is not in %+v", at, w)
				}
			}
			if w.From < 0 || w.To > end || w.Length() < min(leastWindow, end) {
				t.Fatalf("%+v of %v", w, end)
			}
		}
	})
}

func TestZoomKeepsThePlace(t *testing.T) {
	w := Whole(100*time.Second).Zoom(40*time.Second, 4)
	assert.Equal(t, Window{30 * time.Second, 55 * time.Second, 100 * time.Second}, w)
	assert.Equal(t, 400.0, w.X(40*time.Second, 1000))
	assert.Equal(t, 40*time.Second, w.At(400, 1000))
	assert.False(t, w.IsWhole())
	assert.True(t, w.Zoom(0, 0.01).IsWhole())
}

func TestTicksAreRound(t *testing.T) {
	w := Window{30 * time.Second, 31600 * time.Millisecond, 90 * time.Second}
	// 1.6 s in 800 px, 80 px apart at least: 160 ms, so 200 ms.
	ticks := w.Ticks(800, 80)
	assert.Len(t, ticks, 9)
	assert.Equal(t, 30200*time.Millisecond, ticks[1])
	assert.Equal(t, "0:30.2", w.TickText(ticks[1], 200*time.Millisecond))
	assert.Equal(t, "0:30", w.TickText(ticks[0], time.Second))
	assert.NotEmpty(t, Whole(1000*time.Hour).Ticks(100, 100))
}
