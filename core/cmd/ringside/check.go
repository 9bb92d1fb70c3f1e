package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"ringside/core"
)

// cmdCheck is "ringside check".
func cmdCheck(args []string, std streams) int {
	fs := newFlags("check", std)
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	if fs.NArg() == 0 {
		return usageError(std, "check", "no FILE given; name .ringside or Markdown files, or - for standard input")
	}
	c := checker{std: std}
	for _, name := range fs.Args() {
		c.file(name)
	}
	fmt.Fprintf(std.out, "%s, %s, %s\n", count(c.scripts, "script"), count(c.expects, "expectation"), count(c.failures, "failure"))
	return c.code
}

// checker counts what "ringside check" has seen.
type checker struct {
	std                        streams
	scripts, expects, failures int
	code                       int
}

func (c *checker) file(name string) {
	text, err := readFile(name, c.std)
	if err != nil {
		fmt.Fprintf(c.std.err, "ringside check: %s: %v\n", shownName(name), err)
		c.failures++
		c.code = exitUsage
		return
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown":
		found := fences(text)
		if len(found) == 0 {
			fmt.Fprintf(c.std.err, "ringside check: %s: no ```ringside fences\n", name)
		}
		for _, f := range found {
			c.script(name, f.line, f.text)
		}
	default:
		c.script(shownName(name), 1, text)
	}
}

// script plays one script whose first line is the file's line first.
func (c *checker) script(file string, first int, text string) {
	c.scripts++
	sim, err := core.Load(text)
	if err != nil {
		printErrors(c.std.out, file, first, err)
		c.fail()
		return
	}
	advance(sim, sim.End(), c.std.err)
	for _, r := range sim.Expect() {
		c.expects++
		if !r.Pass {
			fmt.Fprintf(c.std.out, "%s:%d: failed: expect %s; got %s\n", file, first+r.Pos.Line-1, r.Text, r.Got)
			c.fail()
		}
	}
}

func (c *checker) fail() {
	c.failures++
	c.code = max(c.code, exitFail)
}
