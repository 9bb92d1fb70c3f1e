package view

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func themes(t *testing.T, f func(t *testing.T, theme Theme)) {
	for theme := range numThemes {
		t.Run([]string{"dark", "light", "dark-contrast", "light-contrast"}[theme], func(t *testing.T) { f(t, theme) })
	}
}

// TestContrastFormula against the ratios WCAG's own examples give: black on
// white is 21, equal colours 1, #767676 on white the least grey of 4.5.
func TestContrastFormula(t *testing.T) {
	white, black := RGB{255, 255, 255}, RGB{}
	assert.InDelta(t, 21, Contrast(white, black), 1e-9)
	assert.InDelta(t, 1, Contrast(white, white), 1e-9)
	assert.InDelta(t, 4.54, Contrast(white, RGB{0x76, 0x76, 0x76}), 0.005)
	assert.InDelta(t, 4.48, Contrast(white, RGB{0x77, 0x77, 0x77}), 0.005)
}

// least are the contrasts that a theme keeps: WCAG 2.2, 1.4.3 for text and
// 1.4.11 for shapes; with more contrast 1.4.6 for text, and shapes as text is elsewhere.
func least(theme Theme) (text, shape float64) {
	if theme.contrasting() {
		return 7, 4.5
	}
	return 4.5, 3
}

// TestTextContrast holds for text on the grounds and on the consumers' colours.
func TestTextContrast(t *testing.T) {
	themes(t, func(t *testing.T, theme Theme) {
		enough, _ := least(theme)
		text := []Ink{InkText, InkMuted, InkDuplicate, InkWarn, InkGood}
		for i := range PaletteSize {
			text = append(text, ConsumerText(i))
		}
		for _, ink := range text {
			for _, ground := range []Ink{InkBackground, InkCard} {
				assert.GreaterOrEqual(t, Contrast(theme.RGB(ink), theme.RGB(ground)), enough, "ink %d on %d", ink, ground)
			}
		}
		for i := range PaletteSize {
			assert.GreaterOrEqual(t, Contrast(theme.RGB(OnConsumer(i)), theme.RGB(ConsumerFill(i))), enough, "name on the colour of consumer %d", i)
		}
	})
}

// TestGraphicsContrast holds for shapes that carry meaning, and with more
// contrast for the borders that elsewhere only decorate (3:1).
func TestGraphicsContrast(t *testing.T) {
	themes(t, func(t *testing.T, theme Theme) {
		_, enough := least(theme)
		shapes := []Ink{InkHollow, InkTick, InkWaiting, InkDuplicate, InkWarn, InkGood, InkFocus, InkMuted}
		for i := range PaletteSize {
			shapes = append(shapes, ConsumerFill(i))
		}
		for _, ink := range shapes {
			for _, ground := range []Ink{InkBackground, InkCard, InkTrack} {
				assert.GreaterOrEqual(t, Contrast(theme.RGB(ink), theme.RGB(ground)), enough, "ink %d on %d", ink, ground)
			}
		}
	})
}

// TestContrastingThemes: there is one for each ground, with stronger lines.
func TestContrastingThemes(t *testing.T) {
	for _, theme := range []Theme{Dark, Light} {
		more := theme.Contrasting()
		assert.Equal(t, theme.light(), more.light())
		assert.Equal(t, more, more.Contrasting())
		assert.Greater(t, more.Stroke(), theme.Stroke())
		for _, ground := range []Ink{InkBackground, InkCard, InkTrack} {
			assert.GreaterOrEqual(t, Contrast(more.RGB(InkEdge), more.RGB(ground)), 3.0)
		}
	}
}

// TestPaletteDistances: any two of the first eight consumers differ with normal
// and with each kind of colour-blind sight. The measure is the distance in Oklab times
// 100, where 2 is just noticeable; Okabe and Ito's own eight reach 5.5 here.
func TestPaletteDistances(t *testing.T) {
	themes(t, func(t *testing.T, theme Theme) {
		for i := range PaletteSize / 2 {
			for j := range i {
				for sight, m := range sights {
					d := distance(see(m, theme.RGB(ConsumerFill(i))), see(m, theme.RGB(ConsumerFill(j))))
					assert.GreaterOrEqual(t, d, 7.0, fmt.Sprintf("consumers %d and %d, %s", j, i, sight))
				}
			}
		}
		seen := map[RGB]int{}
		for i := range PaletteSize {
			c := theme.RGB(ConsumerFill(i))
			assert.NotContains(t, seen, c)
			seen[c] = i
		}
		assert.Equal(t, ConsumerFill(0), ConsumerFill(PaletteSize), "further consumers repeat the colours")
	})
}

// sights are the matrices, in linear RGB, of Machado, Oliveira and Fernandes,
// "A Physiologically-based Model for Simulation of Color Vision Deficiency"
// (2009), at severity 1.0.
var sights = map[string][3][3]float64{
	"normal":       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func see(m [3][3]float64, c RGB) (out [3]float64) {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	for i := range out {
		for j := range in {
			out[i] += m[i][j] * in[j]
		}
		out[i] = max(0, min(1, out[i]))
	}
	return out
}

// distance is the one in Oklab (Ottosson, 2020) of two colours in linear RGB.
func distance(a, b [3]float64) float64 {
	p, q := oklab(a), oklab(b)
	return 100 * math.Sqrt((p[0]-q[0])*(p[0]-q[0])+(p[1]-q[1])*(p[1]-q[1])+(p[2]-q[2])*(p[2]-q[2]))
}

func oklab(c [3]float64) [3]float64 {
	l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}
