// Package stage draws a view.Scene with Ebitengine and tells what the pointer
// is on. It runs only in a browser (GOOS=js); the parts of it that need none
// are tested without one.
//
// All shapes of a frame go into one list of triangles over one texture, drawn
// with one call: antialiased marks are baked into the texture once, arcs and
// curves are strips whose edges fade within a pixel, and labels are set by the
// browser's own text shaper on a 2D canvas and copied into the same texture.
// Numbers are put together from single digits, so that a running counter makes
// no new pixels. A frame that would look like the last one is not drawn at all.
package stage
