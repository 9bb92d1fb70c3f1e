// Package lessons holds the scripts that teach: each plays by itself, carries
// its words in English and Chinese, and ends with expectations whose values
// come from recordings of real clusters or from arithmetic.
package lessons

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.ringside
var files embed.FS

// Default is the lesson that opens by itself.
const Default = "join"

// order is the order of teaching; a lesson that is not in it comes last.
var order = []string{"join", "kill-duplicates", "sync-async", "ring-grows", "rolling-restart", "two-brokers",
	"more-consumers-than-queues", "freeze"}

// Lesson is a script with a name.
type Lesson struct {
	// Name is what a link calls it: lower-case words with hyphens.
	Name string
	// Text is the script; its title.LANG and text.LANG lines hold the words.
	Text string
}

// all are read once: an embedded file cannot fail.
var all = read()

func read() []Lesson {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the embedded directory is part of the program
	}
	var out []Lesson
	for _, e := range entries {
		b, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		out = append(out, Lesson{strings.TrimSuffix(e.Name(), ".ringside"), string(b)})
	}
	slices.SortStableFunc(out, func(a, b Lesson) int { return place(a.Name) - place(b.Name) })
	return out
}

func place(name string) int {
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

// All returns the lessons in the order of teaching; the first is Default.
func All() []Lesson { return slices.Clone(all) }

// Get returns the lesson of the given name.
func Get(name string) (Lesson, bool) {
	i := slices.IndexFunc(all, func(l Lesson) bool { return l.Name == name })
	if i < 0 {
		return Lesson{}, false
	}
	return all[i], true
}
