package view

import "math"

// RGB is an opaque colour in sRGB: R red, G green and B blue.
type RGB struct{ R, G, B uint8 }

// Ink names a colour by its role, so that a theme is one table.
type Ink uint8

const (
	InkBackground Ink = iota // ground of the picture
	InkCard                  // ground of cards
	InkTrack                 // ground of bars and of the ring's gaps
	InkEdge                  // borders that only decorate
	InkText                  // words and numbers
	InkMuted                 // text of less weight
	InkHollow                // outline of what nobody owns
	InkTick                  // the committed offset
	InkWaiting               // messages nobody has pulled
	InkDuplicate             // repeats, failures
	InkWarn                  // pauses, waiting for an answer
	InkGood                  // joining
	InkFocus                 // outline of what is hovered or selected
	numRoles

	// inkFill and those after it are the consumers' colours for shapes, inkText for their names
	// on the ground or a card, inkOn for text on a shape in that colour.
	inkFill Ink = 64
	inkText Ink = 96
	inkOn   Ink = 128
)

// PaletteSize is the number of consumers with a colour of their own; further ones repeat them.
const PaletteSize = 16

// ConsumerFill is the ink of the shapes of the consumer with this index.
func ConsumerFill(index int) Ink { return inkFill + Ink(index%PaletteSize) }

// ConsumerText is the ink of that consumer's name; it reads well on InkCard and InkBackground.
func ConsumerText(index int) Ink { return inkText + Ink(index%PaletteSize) }

// OnConsumer is the ink of text on a shape in ConsumerFill(index).
func OnConsumer(index int) Ink { return inkOn + Ink(index%PaletteSize) }

// RGB is the colour of ink in this theme.
func (t Theme) RGB(ink Ink) RGB { return inks[t%numThemes][ink] }

var inks = makeInks()

func makeInks() (tables [numThemes][256]RGB) {
	for t := range numThemes {
		copy(tables[t][:], roles[t][:])
		away := RGB{0xff, 0xff, 0xff} // away from the ground: white on dark, black on light
		if t.light() {
			away = RGB{}
		}
		enough, on := 4.6, RGB{0x08, 0x0b, 0x10}
		if t.contrasting() {
			enough, on = 7.05, RGB{}
		}
		for i := range PaletteSize {
			fill := palette[t][i%len(palette[t])]
			if i >= len(palette[t]) {
				fill = mix(fill, away, 0.42)
			}
			text, on := fill, on
			for readability(t, text) < enough {
				text = mix(text, away, 0.06)
			}
			if white := (RGB{0xff, 0xff, 0xff}); Contrast(white, fill) > Contrast(on, fill) {
				on = white
			}
			tables[t][int(inkFill)+i] = fill
			tables[t][int(inkText)+i] = text
			tables[t][int(inkOn)+i] = on
		}
	}
	return tables
}

// readability is the lower of the contrasts with the two grounds text stands on.
func readability(t Theme, c RGB) float64 {
	return min(Contrast(c, roles[t][InkBackground]), Contrast(c, roles[t][InkCard]))
}

func mix(a, b RGB, part float64) RGB {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*part)) }
	return RGB{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B)}
}

// Contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func Contrast(a, b RGB) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c RGB) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v uint8) float64 {
	s := float64(v) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}
