// Package script reads and writes Ringside's scenario language: one statement
// a line, the same text for lesson, permalink, editor, golden test and fenced
// block in a document.
//
//	# A consumer joins mid-stream
//	seed 42
//	broker a
//	topic orders a:8
//	producer orders rate=600/s
//	group billing topic=orders strategy=averagely commit=interval:5s
//	consumer c1 group=billing
//	at 30s join c2 group=billing
//	run 2m
//	expect at 20s owner orders/a/0 = c1
//	expect duplicates = 0
//
// [Parse] reads a text and checks it as a whole: order of statements does not
// matter, but every name must be declared, every value must lie in upstream's
// range, and every action must be possible at its time. [Script.Format] gives
// the canonical text back, comments and blank lines kept.
//
// The language is a handful of tables: statements (statements.go), settings of
// consumers (settings.go), actions (actions.go), subjects of expectations
// (expects.go), timers (timers.go) and strategy words (words.go). A later word
// is a new row there; until then it is an error that names the nearest word.
package script
