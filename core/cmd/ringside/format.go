package main

import (
	"fmt"
	"os"
	"strings"

	"ringside/core/script"
)

// cmdFmt is "ringside fmt".
func cmdFmt(args []string, std streams) int {
	fs := newFlags("fmt", std)
	write := fs.Bool("w", false, "write the canonical form back to the files")
	diff := fs.Bool("d", false, "print what would change; exit 1 when something would")
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	switch {
	case fs.NArg() == 0:
		return usageError(std, "fmt", "no FILE given; name .ringside files, or - for standard input")
	case *write && *diff:
		return usageError(std, "fmt", "-w and -d exclude each other; give one")
	}
	code := exitOK
	for _, name := range fs.Args() {
		code = max(code, formatFile(name, *write, *diff, std))
	}
	return code
}

func formatFile(name string, write, diff bool, std streams) int {
	if write && name == "-" {
		return usageError(std, "fmt", "-w cannot write back to standard input")
	}
	text, err := readFile(name, std)
	if err != nil {
		return fail(std, "fmt: %s: %v", shownName(name), err)
	}
	s, err := script.Parse(text)
	if err != nil {
		printErrors(std.err, shownName(name), 1, err)
		return exitUsage
	}
	canonical := s.Format()
	switch {
	case diff:
		if canonical == text {
			return exitOK
		}
		fmt.Fprintf(std.out, "--- %s\n+++ %s (formatted)\n", shownName(name), shownName(name))
		for _, l := range lineDiff(text, canonical) {
			fmt.Fprintln(std.out, l)
		}
		return exitFail
	case write:
		if canonical == text {
			return exitOK
		}
		if err := rewrite(name, canonical); err != nil {
			return fail(std, "fmt: %s: %v", name, plainError(err))
		}
		return exitOK
	}
	fmt.Fprint(std.out, canonical)
	return exitOK
}

// rewrite replaces a file's content and keeps its mode.
func rewrite(name, text string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), info.Mode().Perm())
}

// lineDiff lists the lines that differ, "-" for the old and "+" for the new
// text, each change headed by the lines it begins at.
func lineDiff(old, new string) []string {
	a, b := diffLines(old), diffLines(new)
	if len(a)*len(b) > 4_000_000 { // too long to align; say so line by line
		return append(append([]string{"@@ -1 +1 @@"}, prefixed("-", a)...), prefixed("+", b)...)
	}
	common := make([][]int, len(a)+1) // longest common subsequence of a[i:], b[j:]
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			common[i][j] = max(common[i+1][j], common[i][j+1])
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	var out []string
	for i, j, inside := 0, 0, false; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j, inside = i+1, j+1, false
			continue
		}
		if !inside {
			out = append(out, fmt.Sprintf("@@ -%d +%d @@", i+1, j+1))
			inside = true
		}
		if j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1] {
			out = append(out, "-"+a[i])
			i++
		} else {
			out = append(out, "+"+b[j])
			j++
		}
	}
	return out
}

func diffLines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

func prefixed(mark string, lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = mark + l
	}
	return out
}
