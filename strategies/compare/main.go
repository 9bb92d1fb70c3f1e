// Command compare times this project's allocation strategies against those of
// rocketmq-client-go v2.1.2 on the same inputs, in one run, and prints a table.
// It stands in a module of its own so that the project does not depend on
// RocketMQ's client.
//
//	cd strategies/compare && go run .
//
// Before anything is timed, both sides have to give the same shares.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"testing"
	"text/tabwriter"
	"time"
)

func main() {
	testing.Init()
	benchtime := flag.Duration("benchtime", 20*time.Millisecond, "how long to time a cell in each round")
	rounds := flag.Int("rounds", 5, "how many rounds; the fastest counts")
	flag.Parse()
	if err := flag.Set("test.benchtime", benchtime.String()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if *rounds < 1 {
		fmt.Fprintln(os.Stderr, "compare: -rounds must be 1 or more")
		os.Exit(2)
	}
	if err := run(*rounds); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(rounds int) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "strategy\tqueues×ids\trocketmq-client-go\tAllocate\t×\tAppendShare\t×\tallocs/op (theirs, Allocate, AppendShare)\t")
	var allocate, appendShare mean
	for _, c := range contests() {
		for _, s := range sizes {
			in := s.lists()
			if c.theirs != nil {
				if err := c.agree(in); err != nil {
					return err
				}
			}
			r := c.measure(in, rounds)
			fmt.Fprintf(w, "%s\t%v\t%s\t%s\t%s\t%s\t%s\t%s, %d, %d\t\n", c.name, s,
				nanos(r.theirs), nanos(r.allocate), ratio(r.theirs, r.allocate), nanos(r.appendShare), ratio(r.theirs, r.appendShare),
				allocs(r.theirs), r.allocate.AllocsPerOp(), r.appendShare.AllocsPerOp())
			if c.counts {
				allocate.add(r.theirs, r.allocate)
				appendShare.add(r.theirs, r.appendShare)
			}
		}
	}
	fmt.Fprintf(w, "geometric mean\t\t\t\t%.1f×\t\t%.1f×\t\t\n", allocate.value(), appendShare.value())
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Println(`
One operation is one consumer's share; the consumers of the group ask in turn.
In the rows "same lists" the lists stay, as when all members of a group rebalance; ours then remembers the ring.
In the rows "changed lists" the last consumer leaves or comes back before every operation; only these count for
consistent hash in the mean. Rows in parentheses do not count: rocketmq-client-go has no Java ring to compare with.
Its AllocateByMachineNearby is its AllocateByAveragely, and by config there is nothing to compute on either side.`)
	return nil
}

// mean gathers ratios for a geometric mean.
type mean struct {
	logs float64
	n    int
}

func (m *mean) add(theirs, ours testing.BenchmarkResult) {
	m.logs += math.Log(perOp(theirs) / perOp(ours))
	m.n++
}

func (m *mean) value() float64 { return math.Exp(m.logs / float64(m.n)) }

// perOp is nanoseconds with their fraction, which NsPerOp drops.
func perOp(r testing.BenchmarkResult) float64 { return float64(r.T.Nanoseconds()) / float64(r.N) }

func nanos(r testing.BenchmarkResult) string {
	if r.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.4g ns", perOp(r))
}

func ratio(theirs, ours testing.BenchmarkResult) string {
	if theirs.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f×", perOp(theirs)/perOp(ours))
}

func allocs(r testing.BenchmarkResult) string {
	if r.N == 0 {
		return "-"
	}
	return fmt.Sprint(r.AllocsPerOp())
}
