//go:build js

// Command wasm is the program of the page: it wires the playground, which
// holds the run, the stage, which draws it, and the panel, which is the rest.
package main

import (
	"ringside/core"
	"ringside/core/lessons"
	"ringside/wasm/panel"
	"ringside/wasm/play"
	"ringside/wasm/stage"
)

func main() {
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
		OnFrame:  func(s stage.Stats) { page.Drawn(s.Fill, s.Draw, s.Vertices) },
	})
	page.OnWords(game.WordsChanged)
	page.OnPointerLeft(game.PointerLeft)
	page.UsePicture(game)
	if err := game.Run(); err != nil {
		panic(err)
	}
}
