package main

import "strings"

// fence is a script inside a Markdown file.
type fence struct {
	line int // of the file, on which the script's first line stands
	text string
}

// fences finds the fenced code blocks of Markdown whose language is ringside
// (CommonMark's rules; a fence may be indented, as inside a list). A fence
// inside another one is that one's text.
func fences(markdown string) []fence {
	var out []fence
	lines := strings.Split(strings.ReplaceAll(markdown, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		indent, mark, info := openFence(lines[i])
		if mark == "" {
			continue
		}
		start := i + 1
		var body []string
		for i++; i < len(lines) && !closesFence(lines[i], mark); i++ {
			body = append(body, unindent(lines[i], indent))
		}
		if language, _, _ := strings.Cut(info, " "); language == "ringside" {
			out = append(out, fence{start + 1, strings.Join(body, "\n") + "\n"})
		}
	}
	return out
}

// openFence reads an opening fence: its indentation, its marks and what follows.
func openFence(line string) (indent int, mark, info string) {
	rest := strings.TrimLeft(line, " \t")
	for _, c := range []string{"`", "~"} {
		n := len(rest) - len(strings.TrimLeft(rest, c))
		if n < 3 {
			continue
		}
		info = strings.TrimSpace(rest[n:])
		if c == "`" && strings.Contains(info, "`") {
			return 0, "", "" // inline code
		}
		return len(line) - len(rest), rest[:n], info
	}
	return 0, "", ""
}

// closesFence reports whether a line ends the fence that mark opened.
func closesFence(line, mark string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= len(mark) && strings.Trim(line, mark[:1]) == ""
}

// unindent takes up to n blanks off the front of a line.
func unindent(line string, n int) string {
	for ; n > 0 && line != "" && (line[0] == ' ' || line[0] == '\t'); n-- {
		line = line[1:]
	}
	return line
}
