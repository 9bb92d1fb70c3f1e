//go:build js

// Command wasm is the program of the page: it wires the playground, which
// holds the run, the stage, which draws it, and the panel, which is the rest.
package main

import (
	"runtime/debug"

	"ringside/core"
	"ringside/core/lessons"
	"ringside/wasm/panel"
	"ringside/wasm/play"
	"ringside/wasm/stage"
)

// firstHeap is how much memory the program may take, in bytes, before the first
// frame waits for the garbage collector; it needs an eighth of it for a lesson.
const firstHeap = 64 << 20

func main() {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(firstHeap)
	var list []play.Lesson
	for _, l := range lessons.All() {
		list = append(list, play.Lesson{Name: l.Name, Text: l.Text})
	}
	pg := play.New(play.Core(list, lessons.Default, panel.Address{}, panel.Stopwatch))
	page := panel.New(pg)
	game := stage.New(stage.Options{
		Source:   func(v *core.View) { *v = *pg.View() },
		Advance:  func() { pg.Tick(1); page.Frame() },
		Viewport: page.Viewport,
		Words:    page.Words,
		OnHover:  page.Hover,
		OnSelect: page.Select,
		OnFrame: func(s stage.Stats) {
			if s.Frames == panel.Standing {
				debug.SetMemoryLimit(limit)
				debug.SetGCPercent(percent)
			}
			page.Drawn(s.Fill, s.Draw, s.Vertices)
		},
	})
	page.OnWords(game.WordsChanged)
	page.OnPointerLeft(game.PointerLeft)
	page.UsePicture(game)
	if err := game.Run(); err != nil {
		panic(err)
	}
}
