//go:build js

// Emptypage is the least an Ebitengine program can be: it draws nothing. The
// page's transfer size and time to first frame are given as ratios to it, and
// the tests of the loader run on it.
package main

import (
	"log"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
)

// game counts its ticks where the page's real program does too, so that one
// harness can wait for either.
type game struct {
	hook js.Value
	tick int
}

func (g *game) Update() error {
	g.tick++
	g.hook.Set("tick", g.tick)
	return nil
}

func (g *game) Draw(*ebiten.Image) {}

func (g *game) Layout(outsideWidth, outsideHeight int) (int, int) {
	return outsideWidth, outsideHeight
}

func main() {
	if err := ebiten.RunGame(&game{hook: js.Global().Get("__ringside")}); err != nil {
		log.Fatal(err)
	}
}
