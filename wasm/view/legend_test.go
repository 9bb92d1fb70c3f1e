package view

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/wasm/view/internal/fixture"
)

// role is an ink without whose colour it is.
func role(p Paint) string {
	switch {
	case p.Alpha == 0:
		return "-"
	case p.Ink >= inkOn:
		return "on"
	case p.Ink >= inkText:
		return "name"
	case p.Ink >= inkFill:
		return "consumer"
	}
	return fmt.Sprint(p.Ink)
}

// decoration are inks that say nothing.
func decoration(list ...Paint) bool {
	for _, p := range list {
		if p.Alpha > 0 && p.Ink != InkCard && p.Ink != InkTrack && p.Ink != InkBackground && p.Ink != InkEdge {
			return false
		}
	}
	return true
}

// symbols are the kinds of things in a scene that mean something: what a shape
// is like and in whose role its colours are. What is pointed at is outlined in
// InkFocus, which the picture's steps explain, and left out.
func symbols(s *Scene) map[string]bool {
	out := map[string]bool{}
	for _, b := range s.Boxes {
		if decoration(b.Fill, b.Second, b.Edge) || b.Edge.Ink == InkFocus && b.Edge.Alpha > 0 || b.Fill.Ink == InkFocus {
			continue
		}
		edge := role(b.Edge)
		if b.EdgeWidth == 0 {
			edge = "-"
		}
		out[fmt.Sprintf("box style %d, fill %s, stripes %s, edge %s", b.Style, role(b.Fill), role(b.Second), edge)] = true
	}
	for _, a := range s.Arcs {
		if a.Fill.Alpha == 0 && a.Edge.Alpha == 0 {
			continue // come or gone altogether
		}
		out[fmt.Sprintf("arc style %d, fill %s, stripes %s, edge %s", a.Style, role(a.Fill), role(a.Second), role(a.Edge))] = true
	}
	for _, c := range s.Curves {
		out[fmt.Sprintf("curve dashed %v, %s", c.Dashed, role(c.Paint))] = true
	}
	for _, d := range s.Dots {
		form := d.Form
		if form >= FormUp && form <= FormEquals {
			out["mark of a consumer"] = true
			continue
		}
		if form == FormDisc && d.Edge.Alpha == 0 && (role(d.Fill) == "name" || role(d.Fill) == "on") {
			continue // which the mark of a consumer is cut out of
		}
		if form == FormDisc && (decoration(d.Fill, d.Edge) || d.Fill.Ink == InkBackground && d.Edge.Ink == InkFocus) {
			continue // a plate, or a node that is pointed at
		}
		out[fmt.Sprintf("dot %d, fill %s, edge %s", form, role(d.Fill), role(d.Edge))] = true
	}
	for _, l := range s.Labels {
		switch l.Key {
		case KeyDropped, KeySeconds, KeyRepeats, KeyUnreadable, KeyReadOnly:
			out["words "+l.Key] = true
		}
	}
	return out
}

// TestEverySymbolIsInTheLegend: whatever a picture of any fixture shows is in
// one of the samples, which the same code draws.
func TestEverySymbolIsInTheLegend(t *testing.T) {
	var legend Scene
	known := map[string]bool{}
	for _, theme := range []Theme{Dark, DarkContrast} {
		legend.Samples(theme, 1)
		for sign := range symbols(&legend) {
			known[sign] = true
		}
	}
	missing := map[string]string{}
	forEach(func(name string, s *Scene) {
		for sign := range symbols(s) {
			if !known[sign] && missing[sign] == "" {
				missing[sign] = name
			}
		}
	})
	var list []string
	for sign, where := range missing {
		list = append(list, sign+" in "+where)
	}
	sort.Strings(list)
	assert.Empty(t, strings.Join(list, "\n"), "drawn and not in the legend")
}

// TestEveryFormIsInTheLegend, also those that no fixture happens to show.
func TestEveryFormIsInTheLegend(t *testing.T) {
	var s Scene
	s.Samples(Dark, 1)
	seen := map[Form]bool{}
	for _, d := range s.Dots {
		seen[d.Form] = true
	}
	for form := range FormUp {
		assert.True(t, seen[form], "form %d", form)
	}
	for key := range everyLook() {
		found := false
		for _, part := range consumerParts {
			found = found || part.Name == key
		}
		assert.True(t, found, key)
	}
}

// TestSamplesStayInTheirPlaces: each part draws something, and only in its row.
func TestSamplesStayInTheirPlaces(t *testing.T) {
	for theme := range numThemes {
		v := legendView()
		row := 0
		for _, group := range Legend() {
			for _, part := range group.Parts {
				var s Scene
				s.reset(v, Viewport{W: SampleW, H: 2000, Scale: 1, Theme: theme})
				s.unit = 1
				r := Rect{0, float32(row) * SampleH, SampleW, SampleH}
				part.draw(&s, v, r.Inset(3, 3))
				require.NotZero(t, len(s.Boxes)+len(s.Arcs)+len(s.Curves)+len(s.Dots)+len(s.Labels), part.Name)
				for _, b := range s.Boxes {
					assert.True(t, inside(r, b.Rect), "%s: %+v", part.Name, b.Rect)
				}
				for _, d := range s.Dots {
					assert.True(t, inside(r, Rect{d.X - d.R, d.Y - d.R, 2 * d.R, 2 * d.R}), "%s: %+v", part.Name, d)
				}
				row++
			}
		}
	}
}

func inside(outer, inner Rect) bool {
	const slack = 0.01
	return inner.X >= outer.X-slack && inner.Y >= outer.Y-slack && inner.Right() <= outer.Right()+slack && inner.Bottom() <= outer.Bottom()+slack
}

// TestLabelsStandOut: with more contrast, whatever is written on a filled shape
// stands out from it by 7:1, and elsewhere from the ground.
func TestLabelsStandOut(t *testing.T) {
	for _, fix := range fixture.All() {
		for _, theme := range []Theme{DarkContrast, LightContrast} {
			for _, p := range screens[:5] {
				var s Scene
				p.Theme = theme
				s.Fill(fix.Make(), p)
				for _, l := range s.Labels {
					ground := InkBackground
					x, y := l.Box.X+l.Box.W/2, l.Box.Y+l.Box.H/2
					for _, list := range [][]Box{s.Boxes, s.Plates} {
						for _, b := range list {
							if b.Contains(x, y) && b.Fill.Alpha == 255 && b.Rect.H >= l.Font.Size {
								ground = b.Fill.Ink
							}
						}
					}
					if c := Contrast(theme.RGB(l.Paint.Ink), theme.RGB(ground)); l.Paint.Alpha == 255 && c < 7 {
						require.Fail(t, "hard to read", "%s: %.1f:1, ink %d on %d, %+v", fix.Name, c, l.Paint.Ink, ground, l)
					}
				}
			}
		}
	}
}
