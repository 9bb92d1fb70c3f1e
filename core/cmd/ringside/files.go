package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ringside/core/script"
)

// maxFile bounds what is read of one file; scripts may be 64 KiB.
const maxFile = 16 << 20

// readFile reads a file, or standard input for "-".
func readFile(name string, std streams) (string, error) {
	var in io.Reader = std.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", plainError(err)
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return "", plainError(err)
	}
	if len(b) > maxFile {
		return "", fmt.Errorf("the file is larger than %d bytes", maxFile)
	}
	return string(b), nil
}

// plainError leaves the operation and path out of an error: the caller names
// the file.
func plainError(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// shownName is how messages call a file.
func shownName(name string) string {
	if name == "-" {
		return "<stdin>"
	}
	return name
}

// scenarioName is the report's name of a file: its base without the extension.
func scenarioName(name string) string {
	if name == "-" {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// printErrors writes a script's errors as file:line:column: …, each on a line;
// first is the line of the file on which the script's line 1 stands.
func printErrors(w io.Writer, file string, first int, err error) {
	var list script.Errors
	if !errors.As(err, &list) {
		fmt.Fprintf(w, "%s:%d: %v\n", file, first, err)
		return
	}
	for _, e := range list {
		fmt.Fprintf(w, "%s:%d:%d: %s\n", file, first+e.Line-1, e.Col, e.Text())
	}
}
