package view

import (
	"fmt"

	"ringside/core"
	"ringside/wasm/view/internal/fixture"
)

// WalkScenes gives each fixture and every scene that is made of it, for tests of
// what else says the same.
func WalkScenes(f func(fixture string, v *core.View, scene string, s *Scene)) {
	var s Scene
	for _, fix := range fixture.All() {
		v := fix.Make()
		for _, p := range screens {
			for _, how := range manners {
				p := p
				how.set(&p)
				s.Fill(v, p)
				f(fix.Name, v, fmt.Sprintf("%s/%gx%g/%s", fix.Name, p.W, p.H, how.name), &s)
			}
		}
	}
}

// AveragelyBelieved is what the fixtures' consumers compute.
var AveragelyBelieved Believes = averagely
