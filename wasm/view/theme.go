package view

import "math"

// RGB is an opaque colour in sRGB.
type RGB struct{ R, G, B uint8 }

// Ink names a colour by its role, so that a theme is one table.
type Ink uint8

const (
	InkBackground Ink = iota
	InkCard           // ground of cards
	InkTrack          // ground of bars and of the ring's gaps
	InkEdge           // borders that only decorate
	InkText
	InkMuted     // text of less weight
	InkHollow    // outline of what nobody owns
	InkTick      // the committed offset
	InkWaiting   // messages nobody has pulled
	InkDuplicate // repeats, failures
	InkWarn      // pauses, waiting for an answer
	InkGood      // joining
	InkFocus     // outline of what is hovered or selected
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

// roles are the two hand-made tables. Text roles keep a contrast of 4.5:1 with
// both grounds, roles that carry meaning in shapes 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
var roles = [numThemes][numRoles]RGB{
	Dark: {
		InkBackground: {0x10, 0x14, 0x1b},
		InkCard:       {0x17, 0x1d, 0x27},
		InkTrack:      {0x0f, 0x13, 0x19},
		InkEdge:       {0x2a, 0x33, 0x42},
		InkText:       {0xe6, 0xeb, 0xf2},
		InkMuted:      {0x93, 0x9f, 0xb0},
		InkHollow:     {0xc9, 0xd3, 0xe0},
		InkTick:       {0xff, 0xff, 0xff},
		InkWaiting:    {0x66, 0x73, 0x87},
		InkDuplicate:  {0xff, 0x6b, 0x6b},
		InkWarn:       {0xff, 0xd1, 0x66},
		InkGood:       {0x7e, 0xe7, 0x87},
		InkFocus:      {0xff, 0xff, 0xff},
	},
	Light: {
		InkBackground: {0xf3, 0xf5, 0xf8},
		InkCard:       {0xff, 0xff, 0xff},
		InkTrack:      {0xf3, 0xf5, 0xf8},
		InkEdge:       {0xd3, 0xda, 0xe4},
		InkText:       {0x1a, 0x21, 0x2c},
		InkMuted:      {0x55, 0x60, 0x70},
		InkHollow:     {0x4a, 0x55, 0x66},
		InkTick:       {0x11, 0x16, 0x1e},
		InkWaiting:    {0x74, 0x80, 0x92},
		InkDuplicate:  {0xc8, 0x1e, 0x2b},
		InkWarn:       {0x8a, 0x5a, 0x00},
		InkGood:       {0x1a, 0x73, 0x2c},
		InkFocus:      {0x11, 0x16, 0x1e},
	},
}

// palette begins with the first four colours of Okabe and Ito's set ("Color
// Universal Design", 2008) on the dark ground; the other four, and all of the
// light theme, keep their hues but are moved until any two can be told apart
// with normal, protanopic and deuteranopic sight and stand out from the ground.
var palette = [numThemes][PaletteSize / 2]RGB{
	Dark: {
		{0x56, 0xb4, 0xe9}, {0xe6, 0x9f, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7},
		{0xf0, 0xe4, 0x42}, {0x0e, 0x76, 0xbf}, {0xe8, 0x60, 0x1c}, {0x88, 0x7a, 0xeb},
	},
	Light: {
		{0x2f, 0x8f, 0xc9}, {0xb0, 0x83, 0x1a}, {0x02, 0x78, 0x65}, {0xb8, 0x50, 0x8a},
		{0xa9, 0x64, 0x2e}, {0x00, 0x4f, 0x8c}, {0xa8, 0x36, 0x04}, {0x6a, 0x55, 0xc0},
	},
}

var inks = makeInks()

func makeInks() (tables [numThemes][256]RGB) {
	for t := range numThemes {
		copy(tables[t][:], roles[t][:])
		ends := [2]RGB{{0xff, 0xff, 0xff}, {0x00, 0x00, 0x00}}
		away := ends[t] // away from the ground: white on dark, black on light
		for i := range PaletteSize {
			fill := palette[t][i%len(palette[t])]
			if i >= len(palette[t]) {
				fill = mix(fill, away, 0.42)
			}
			text := fill
			for readability(t, text) < 4.6 {
				text = mix(text, away, 0.06)
			}
			on := RGB{0x08, 0x0b, 0x10}
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
