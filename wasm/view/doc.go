// Package view turns a core.View into shapes: it decides what is drawn where,
// in which colour and with which words, and knows nothing of how.
//
// A Scene is filled in place by Scene.Fill, once per frame, and reuses its
// slices, so a settled program allocates nothing. All lengths are CSS pixels
// with the origin in the window's top left corner and y downwards; angles are
// radians clockwise from twelve o'clock. Whoever draws a Scene paints its lists
// in the order of the struct: Boxes, Arcs, Curves, Dots,
// Plates, Labels.
//
// Colour is never the only sign. A queue without an owner is hollow and dashed,
// one with two owners is hatched in both colours, a repeated message is a
// diamond, and each state of a consumer has a mark of its own form.
//
// The geometry needs neither a GPU nor a browser and is tested without them.
package view
