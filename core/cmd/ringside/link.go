package main

import (
	"fmt"
	"strings"

	"ringside/core/script"
)

// cmdLink is "ringside link": a script as a permalink.
func cmdLink(args []string, std streams) int {
	fs := newFlags("link", std)
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	if fs.NArg() != 1 {
		return usageError(std, "link", "expected one FILE (or - for standard input), found %d", fs.NArg())
	}
	name := fs.Arg(0)
	text, err := readFile(name, std)
	if err != nil {
		return fail(std, "link: %s: %v", shownName(name), err)
	}
	if _, err := script.Parse(text); err != nil {
		printErrors(std.err, shownName(name), 1, err)
		return exitUsage
	}
	fmt.Fprintln(std.out, script.Encode(text))
	return exitOK
}

// cmdUnlink is "ringside unlink": the script of a permalink. A whole address is
// taken apart: what counts is its fragment, or the value in it that decodes.
func cmdUnlink(args []string, std streams) int {
	fs := newFlags("unlink", std)
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	if fs.NArg() != 1 {
		return usageError(std, "unlink", "expected one LINK (or - for standard input), found %d", fs.NArg())
	}
	link := fs.Arg(0)
	if link == "-" {
		text, err := readFile(link, std)
		if err != nil {
			return fail(std, "unlink: %v", err)
		}
		link = strings.TrimSpace(text)
	}
	text, err := unlink(link)
	if err != nil {
		return fail(std, "unlink: %v", err)
	}
	fmt.Fprint(std.out, text)
	return exitOK
}

func unlink(link string) (string, error) {
	if _, fragment, ok := strings.Cut(link, "#"); ok {
		link = fragment
	}
	text, first := script.Decode(link)
	if first == nil {
		return text, nil
	}
	for part := range strings.SplitSeq(link, "&") {
		if _, value, ok := strings.Cut(part, "="); ok {
			if text, err := script.Decode(value); err == nil {
				return text, nil
			}
		}
	}
	return "", first
}
