// Benchratio compares two runs of the same Go benchmarks and prints their
// ratio, the figure that holds on any machine:
//
//	benchratio native native.txt wasm wasm.txt
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "benchratio:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 4 {
		return errors.New("usage: benchratio NAME FILE NAME FILE")
	}
	first, order, err := readFile(args[1])
	if err != nil {
		return err
	}
	second, _, err := readFile(args[3])
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "benchmark\tunit\t%s\t%s\t%s / %s\t\n", args[0], args[2], args[2], args[0])
	for _, key := range order {
		other, ok := second[key]
		if !ok {
			return fmt.Errorf("%s has no %s in %s", args[3], key.name, key.unit)
		}
		ratio := "-" // of two zeros, say no allocations in either
		if first[key] != 0 {
			ratio = strconv.FormatFloat(other/first[key], 'f', 2, 64)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t\n", key.name, key.unit, figure(first[key]), figure(other), ratio)
	}
	return table.Flush()
}

// figure writes a measured value without digits that mean nothing.
func figure(value float64) string {
	if value >= 100 {
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	return strconv.FormatFloat(value, 'g', 3, 64)
}

// metric is one value of a benchmark.
type metric struct{ name, unit string }

func readFile(name string) (map[metric]float64, []metric, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	values, order, err := read(file)
	if err == nil && len(order) == 0 {
		err = errors.New("no benchmark results")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return values, order, nil
}

// processors is the suffix that tells GOMAXPROCS, which differs between hosts.
var processors = regexp.MustCompile(`-\d+$`)

// read takes result lines, "BenchmarkName-2  100  52 ns/op  0 allocs/op", and
// passes over everything else. A benchmark that ran several times counts with
// its last values.
func read(in io.Reader) (values map[metric]float64, order []metric, err error) {
	values = map[metric]float64{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := processors.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return nil, nil, fmt.Errorf("%q: %w", lines.Text(), err)
			}
			key := metric{name, fields[i+1]}
			if _, again := values[key]; !again {
				order = append(order, key)
			}
			values[key] = value
		}
	}
	return values, order, lines.Err()
}
