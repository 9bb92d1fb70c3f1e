//go:build js

package stage

import (
	"runtime"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"ringside/wasm/view"
)

// trial is a measurement that is asked for.
type trial struct {
	rounds int
	tell   func(perFrame time.Duration, mallocs float64)
}

// Measure makes the next frame's picture many times over and tells how long one
// takes, from the view to the triangles, and how often it allocates memory. What
// Ebitengine and the browser do with the triangles is not in it.
func (g *Game) Measure(rounds int, tell func(perFrame time.Duration, mallocs float64)) {
	g.trial = trial{rounds, tell}
}

func (g *Game) measure(screen *ebiten.Image, p view.Viewport) {
	t := g.trial
	g.trial = trial{}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	for range t.rounds {
		g.scene.Fill(&g.view, p)
		g.shape(screen, &g.scene, view.InkBackground)
	}
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	t.tell(took/time.Duration(t.rounds), float64(after.Mallocs-before.Mallocs)/float64(t.rounds))
}
