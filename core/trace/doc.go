// Package trace keeps what happened in a run: typed events with the event
// that caused each, a digest over all of them, and series for the time line.
//
// Events hold numbers and indexes only. Words are made from them at the edge,
// in the reader's language.
package trace
