//go:build js

package panel

// icons are the pictures on buttons as SVG paths in a 16 × 16 box: not every
// machine has a font with the signs for them.
var icons = map[string]string{
	"play":    "M4 2.5v11l9-5.5z",
	"pause":   "M4 2.5h3v11H4zM9 2.5h3v11H9z",
	"restart": "M3 2.5h2v11H3zM13 2.5v11l-8-5.5z",
	"next":    "M3 2.5v11l8-5.5zM11 2.5h2v11h-2z",
	"prev":    "M12.500 3.400L7.900 8l4.600 4.600-1.200 1.200L5.500 8l5.800-5.800zM2.500 2.500h1.600v11H2.500z",
	"step":    "M2.500 3v10l6-5zM10 3h1.500v10H10zM13 3h1.500v10H13z",
	"follow":  "M8 2a6 6 0 1 0 6 6h-1.500a4.500 4.500 0 1 1-1.400-3.200L9 7h5V2l-1.800 1.800A6 6 0 0 0 8 2zM7.300 5v3.400l2.300 1.500.8-1.200-1.700-1.100V5z",
	"undo":    "M6 3L1.500 7.500 6 12V9h3.500a2.500 2.500 0 0 1 2.500 2.500V13h1.500v-1.500a4 4 0 0 0-4-4H6z",
	"redo":    "M10 3l4.500 4.500L10 12V9H6.500a2.500 2.500 0 0 0-2.500 2.500V13H2.500v-1.500a4 4 0 0 1 4-4H10z",
	"more":    "M3 6.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 0 0 0-3zM8 6.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 0 0 0-3zM13 6.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 0 0 0-3z",
	"plus":    "M7.200 3h1.600v4.200H13v1.600H8.800V13H7.200V8.800H3V7.200h4.200z",
	"minus":   "M3 7.200h10v1.600H3z",
	"whole":   "M1.500 3H3v10H1.500zM13 3h1.500v10H13zM4 8l2.500-2.500v1.800h3V5.500L12 8l-2.500 2.500V8.700h-3v1.800z",
	"right":   "M12 8l-6 6-1.200-1.200L9.600 8 4.800 3.200 6 2z",
	"share":   "M8 1l4 4-1.1 1.1L8.8 4v6H7.2V4L5.1 6.1 4 5zM2.5 8h2v4.500h7V8h2v6h-11z",
	"auto":    "M8 1.500a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM8 3v10a5 5 0 0 1 0-10z",
	"light":   "M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM7.3 1h1.400v2.300H7.300zM7.3 12.700h1.400V15H7.300zM1 7.300h2.300v1.400H1zM12.7 7.300H15v1.400h-2.300zM3.5 2.500l1.6 1.6-1 1-1.6-1.600zM11.9 10.900l1.6 1.6-1 1-1.6-1.600zM12.5 2.500l1 1-1.6 1.6-1-1zM4.1 10.900l1 1-1.6 1.6-1-1z",
	"dark":    "M6.5 1.700A6.5 6.5 0 1 0 14.3 9.500A5.3 5.3 0 0 1 6.5 1.700z",
	"close":   "M3.4 2.300L8 6.900l4.6-4.6 1.1 1.100L9.1 8l4.6 4.6-1.1 1.100L8 9.100l-4.6 4.6-1.1-1.100L6.9 8 2.3 3.400z",
	"up":      "M8 4l6 6-1.2 1.200L8 6.400l-4.8 4.800L2 10z",
	"down":    "M8 12L2 6l1.2-1.200L8 9.600l4.8-4.800L14 6z",
}

// icon makes a picture that only eyes need.
func icon(name string) elem {
	return svg("svg", attr{"class", "icon-picture"}, attr{"viewBox", "0 0 16 16"}, attr{"aria-hidden", "true"},
		svg("path", attr{"d", icons[name]}, attr{"fill-rule", "evenodd"}))
}
