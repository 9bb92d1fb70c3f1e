package main

import "fmt"

const helpText = `ringside plays message-queue consumer groups from scripts.

  ringside run FILE         play a script; print a summary and its expectations
      -json                 print one JSON object instead, as the recordings are
      -trace                print every event as a line of lanes
      -digest               print the trace's digest
      -until TIME           stop at a time, for instance 45s
  ringside check FILE...    play .ringside files and the ` + "```ringside" + ` fences of
                            Markdown; report failures as file:line: ...
  ringside fmt FILE...      print scripts in canonical form
      -w                    write it back to the files
      -d                    print what would change; exit 1 if anything would
  ringside link FILE        print the script as a permalink
  ringside unlink LINK      print the script of a permalink
  ringside allocate FLAGS   who gets which queue (see ringside help allocate)
  ringside allocate -       the same, one JSON question and answer a line

FILE may be - for standard input. Exit code 0: all is well; 1: an expectation or
a check failed; 2: wrong usage, an unreadable file or a bad script.
`

// cmdHelp is "ringside help".
func cmdHelp(args []string, std streams) int {
	if len(args) == 0 {
		fmt.Fprint(std.out, helpText)
		return exitOK
	}
	for _, c := range commands() {
		if c.name == args[0] {
			std.err = std.out
			return c.run([]string{"-h"}, std)
		}
	}
	fmt.Fprintf(std.err, "ringside help: unknown command %q\n", args[0])
	return exitUsage
}
