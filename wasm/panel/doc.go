// Package panel is everything of the page but the picture: header, time line,
// tabs with lesson, controls, broker maps, events, figures and script, the
// explanation of a queue's owner, and every word in English and Chinese. It is
// the only package that knows the browser's document; what it says and where it
// puts things is decided in files without a build tag, which plain tests cover.
//
// The document holds the same facts as the picture, as tables and sentences.
// Text from a script enters it as text nodes only. It is brought up to date ten
// times a second, and only where something changed.
package panel
