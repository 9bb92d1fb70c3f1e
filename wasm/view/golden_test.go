package view

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/view/internal/fixture"
)

// goldenScreens are the windows whose geometry is kept: the laptop, the small
// laptop and the phone of screens.
var goldenScreens = []Viewport{screens[0], screens[8], screens[4]}

// goldenFixtures are small enough to be read, and were looked at in the browser.
var goldenFixtures = map[string]bool{"joining": true, "handing-over": true, "hash-grows": true, "two-topics": true, "one-topic": true, "popping": true, "broadcasting": true, "faults": true, "orderly": true, "producers-cut": true}

// px is a length as it is kept: whole pixels, so that no platform's rounding tells.
func px(list ...float32) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(int(math.Round(float64(v))))
	}
	return strings.Join(words, ",")
}

// geometry writes a scene as text: where everything stands, in drawing order.
func geometry(s *Scene) string {
	var b strings.Builder
	part := func(kind string, n int, at func(i int) string) {
		fmt.Fprintf(&b, "%s %d:", kind, n)
		for i := range n {
			b.WriteByte(' ')
			b.WriteString(at(i))
		}
		b.WriteByte('\n')
	}
	box := func(list []Box) func(i int) string {
		return func(i int) string { r := list[i].Rect; return px(r.X, r.Y, r.W, r.H) }
	}
	part("boxes", len(s.Boxes), box(s.Boxes))
	part("arcs", len(s.Arcs), func(i int) string {
		a := &s.Arcs[i]
		const degree = 180 / math.Pi
		return px(a.X, a.Y, a.Inner, a.Outer) + "," + px(a.From*degree, a.To*degree)
	})
	part("curves", len(s.Curves), func(i int) string { c := &s.Curves[i]; return px(c.X[0], c.Y[0], c.X[3], c.Y[3]) })
	part("dots", len(s.Dots), func(i int) string { d := &s.Dots[i]; return px(d.X, d.Y, d.R) })
	part("plates", len(s.Plates), box(s.Plates))
	part("labels", len(s.Labels), func(i int) string {
		l := &s.Labels[i]
		what := l.Key
		if what == "" {
			what = l.Args[0].Text
		}
		return px(l.Box.X, l.Box.Y, l.Box.W) + "=" + strings.ReplaceAll(what, " ", "_")
	})
	return b.String()
}

// TestGoldenGeometry: what was looked at and found good stays where it is. A change
// of the picture rewrites the file (RINGSIDE_GOLDEN=write) after it was looked at.
func TestGoldenGeometry(t *testing.T) {
	var b strings.Builder
	var s Scene
	for _, fix := range fixture.All() {
		if !goldenFixtures[fix.Name] {
			continue
		}
		v := fix.Make()
		for _, p := range goldenScreens {
			s.Fill(v, p)
			fmt.Fprintf(&b, "# %s %gx%g\n%s", fix.Name, p.W, p.H, geometry(&s))
		}
	}
	file := filepath.Join("testdata", "geometry.txt")
	if os.Getenv("RINGSIDE_GOLDEN") == "write" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
		t.Log("written to ", file)
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	old, now := strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")
	require.Len(t, now, len(old))
	scene := ""
	for i := range old {
		if strings.HasPrefix(old[i], "#") {
			scene = old[i]
		}
		assert.Equal(t, old[i], now[i], "%s; after looking at it: RINGSIDE_GOLDEN=write go test -run Golden ./wasm/view", scene)
	}
}

// TestGoldenGeometryNotices: a bar that moves by a pixel is told.
func TestGoldenGeometryNotices(t *testing.T) {
	var s Scene
	s.Fill(fixture.Joining(), goldenScreens[0])
	before := geometry(&s)
	require.NotEmpty(t, s.Boxes)
	s.Boxes[len(s.Boxes)/2].Rect.X++
	assert.NotEqual(t, before, geometry(&s))
}
