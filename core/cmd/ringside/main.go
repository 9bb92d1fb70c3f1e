// Command ringside plays scripts without a browser: it runs and checks them,
// formats and links them, and answers who gets which queue. "ringside help"
// lists the commands.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// Exit codes.
const (
	exitOK    = 0
	exitFail  = 1 // an expectation or a check failed
	exitUsage = 2 // wrong usage, unreadable file or bad script
)

// streams are the command's standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole command; it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	std := streams{stdin, stdout, stderr}
	if len(args) == 0 {
		fmt.Fprint(stderr, helpText)
		return exitUsage
	}
	name := args[0]
	switch name {
	case "help", "-h", "-help", "--help":
		return cmdHelp(args[1:], std)
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(args[1:], std)
		}
	}
	fmt.Fprintf(stderr, "ringside: unknown command %q; run \"ringside help\" for the list\n", name)
	return exitUsage
}

// command is one of the words after "ringside".
type command struct {
	name, usage string
	run         func(args []string, std streams) int
}

// commands are all of them, in the order of the help text.
func commands() []command {
	return []command{
		{"run", "run [-json] [-trace] [-digest] [-until TIME] FILE", cmdRun},
		{"check", "check FILE…", cmdCheck},
		{"fmt", "fmt [-w] [-d] FILE…", cmdFmt},
		{"link", "link FILE", cmdLink},
		{"unlink", "unlink LINK", cmdUnlink},
		{"allocate", "allocate -queues a:4,b:4 -ids ID,ID [flags], or allocate -", cmdAllocate},
	}
}

// newFlags makes a flag set that reports to std.err.
func newFlags(name string, std streams) *flag.FlagSet {
	fs := flag.NewFlagSet("ringside "+name, flag.ContinueOnError)
	fs.SetOutput(std.err)
	fs.Usage = func() {
		for _, c := range commands() {
			if c.name == name {
				fmt.Fprintf(std.err, "usage: ringside %s\n", c.usage)
			}
		}
		fs.PrintDefaults()
	}
	return fs
}

// parseFlags parses; when it says false, the command ends with the code.
func parseFlags(fs *flag.FlagSet, args []string) (int, bool) {
	switch err := fs.Parse(args); {
	case err == nil:
		return exitOK, true
	case errors.Is(err, flag.ErrHelp):
		return exitOK, false
	}
	return exitUsage, false
}

// usageError reports wrong usage of a command.
func usageError(std streams, name, format string, a ...any) int {
	fmt.Fprintf(std.err, "ringside %s: %s\n", name, fmt.Sprintf(format, a...))
	return exitUsage
}

// fail reports an error that is not about usage.
func fail(std streams, format string, a ...any) int {
	fmt.Fprintf(std.err, "ringside %s\n", fmt.Sprintf(format, a...))
	return exitUsage
}
