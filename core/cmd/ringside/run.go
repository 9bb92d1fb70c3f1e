package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"ringside/core"
	"ringside/core/report"
)

// runFlags are the flags of "ringside run".
type runFlags struct {
	json, trace, digest bool
	until               time.Duration
	untilGiven          bool
}

// cmdRun is "ringside run".
func cmdRun(args []string, std streams) int {
	fs, p := newFlags("run", std), runFlags{}
	fs.BoolVar(&p.json, "json", false, "print one JSON object, in the recordings' form")
	fs.BoolVar(&p.trace, "trace", false, "print every stored event as a line of lanes")
	fs.BoolVar(&p.digest, "digest", false, "print the digest of the trace")
	until := fs.String("until", "", "stop at this `time`, for instance 45s")
	if code, ok := parseFlags(fs, args); !ok {
		return code
	}
	switch {
	case fs.NArg() != 1:
		return usageError(std, "run", "expected one FILE (or - for standard input), found %d", fs.NArg())
	case btoi(p.json)+btoi(p.trace)+btoi(p.digest) > 1:
		return usageError(std, "run", "-json, -trace and -digest exclude each other; give one")
	}
	if *until != "" {
		d, err := time.ParseDuration(*until)
		if err != nil || d < 0 {
			return usageError(std, "run", "-until %q is not a time; write for instance 45s or 1m30s", *until)
		}
		p.until, p.untilGiven = d, true
	}
	name := fs.Arg(0)
	text, err := readFile(name, std)
	if err != nil {
		return fail(std, "run: %s: %v", shownName(name), err)
	}
	sim, err := core.Load(text)
	if err != nil {
		printErrors(std.err, shownName(name), 1, err)
		return exitUsage
	}
	if p.untilGiven && p.until > sim.End() {
		return usageError(std, "run", "-until %v is beyond the end of the run, %v", p.until, sim.End())
	}
	return play(sim, name, p, std)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// play runs a loaded script and prints what was asked for.
func play(sim *core.Sim, name string, p runFlags, std streams) int {
	end := sim.End()
	if p.untilGiven {
		end = p.until
	}
	rec := report.New(sim.Script().Scenario(), sim.Log())
	advance(sim, end, std.err)
	out := bufio.NewWriter(std.out)
	var err error
	switch {
	case p.json:
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		rep := rec.Report(scenarioName(name), end)
		eachGroup(sim, func(v *core.View) { rep.Harms = append(rep.Harms, rec.HarmsOf(v)) })
		err = e.Encode(rep)
	case p.trace:
		err = rec.Lanes(out)
	case p.digest:
		fmt.Fprintln(out, sim.Digest())
	default:
		rec.Summary(out, scenarioName(name), end, sim.Totals())
		eachGroup(sim, func(v *core.View) { rec.WriteHarms(out, v) })
		printDelivery(out, sim)
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		return fail(std, "run: standard output: %v", err)
	}
	if p.json || p.trace || p.digest {
		return printExpects(std.err, shownName(name), sim.Expect(), false)
	}
	return printExpects(std.out, shownName(name), sim.Expect(), true)
}

// printExpects prints what became of the expectations: all of them, or only
// those that failed.
func printExpects(w io.Writer, file string, results []core.ExpectResult, all bool) int {
	code := exitOK
	if all && len(results) > 0 {
		fmt.Fprintln(w)
	}
	for _, r := range results {
		switch {
		case r.Pending:
			if all {
				fmt.Fprintf(w, "later  expect %s\n", r.Text)
			}
		case r.Pass:
			if all {
				fmt.Fprintf(w, "ok     expect %s\n", r.Text)
			}
		case all:
			code = exitFail
			fmt.Fprintf(w, "FAILED expect %s; got %s (line %d)\n", r.Text, r.Got, r.Pos.Line)
		default:
			code = exitFail
			fmt.Fprintf(w, "%s:%d: failed: expect %s; got %s\n", file, r.Pos.Line, r.Text, r.Got)
		}
	}
	return code
}

// advance plays to end and shows on a terminal how far it is.
func advance(sim *core.Sim, end time.Duration, w io.Writer) {
	const parts = 200
	show := isTerminal(w)
	for i := 1; i <= parts; i++ {
		sim.Advance(end / parts * time.Duration(i))
		if show {
			fmt.Fprintf(w, "\r%3d %%  %v of %v", 100*i/parts, sim.Now().Truncate(time.Second), end)
		}
	}
	sim.Advance(end)
	if show {
		fmt.Fprint(w, "\r\x1b[K")
	}
}

// isTerminal reports whether w is a character device.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
