package core_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"ringside/core/script"
)

// swarm is a kind of random scripts, and what must be so of each.
type swarm struct {
	test string // the test that plays it
	// share: of so many seeds asked for one is played; its runs are long.
	share, short int
	draw         func(seed uint64) []string
	check        func(lines []string) error
	// whole is the script as played, of the lines that were drawn; nil: they are all.
	whole func(lines []string) []string
}

// run plays seeds, as many at a time as there are processors; the first that
// fails is shrunk to the lines that matter and printed with the command that
// plays it again. Seeds are handed out in their order and none is left half
// done, so the first does not depend on who is faster.
func (s *swarm) run(t *testing.T) {
	n := max(1, *swarmSeeds/s.share)
	if testing.Short() {
		n = min(n, s.short)
	}
	end := int64(*swarmFirst + n)
	var (
		next    atomic.Int64 // the next seed to hand out
		players sync.WaitGroup
		mu      sync.Mutex
		failed  = end // the first seed that fails, and what is told of it
		failure string
	)
	next.Store(int64(*swarmFirst))
	for range runtime.GOMAXPROCS(0) {
		players.Go(func() {
			for seed := next.Add(1) - 1; seed < end; seed = next.Add(1) - 1 {
				lines, err := s.seed(uint64(seed))
				if err == nil {
					continue
				}
				next.Store(end) // the others finish what they have
				mu.Lock()
				if seed < failed {
					failed = seed
					failure = fmt.Sprintf("seed %d: %v\nplay it again: go test ./core -run '^%s$' -seed %d -swarm 1\nshrunk:\n%s", seed, err, s.test, seed, strings.Join(lines, "\n"))
				}
				mu.Unlock()
				return
			}
		})
	}
	players.Wait()
	if failure != "" {
		t.Fatal(failure)
	}
}

// seed plays one and shrinks it. It is a function of its own, not to be inlined,
// since a stack that overflows cannot be recovered from: then the trace of the
// dying goroutine shows the seed as this one's argument.
//
//go:noinline
func (s *swarm) seed(seed uint64) ([]string, error) {
	lines := s.draw(seed)
	check := recovered(s.check)
	err := check(lines)
	if err != nil {
		lines, err = shrink(lines, err, check)
	}
	if s.whole != nil {
		lines = s.whole(lines)
	}
	return lines, err
}

// recovered makes an error of a panic, so that it shrinks as any other.
func recovered(check func([]string) error) func([]string) error {
	return func(lines []string) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic: %v at %s", r, origin(string(debug.Stack())))
			}
		}()
		return check(lines)
	}
}

// origin is the place in this module that a stack's panic came from.
func origin(stack string) string {
	_, after, _ := strings.Cut(stack, "\npanic(")
	for line := range strings.Lines(after) {
		if file := strings.TrimSpace(line); strings.Contains(file, "/core/") && strings.Contains(file, ".go:") {
			at, _, _ := strings.Cut(file[strings.LastIndex(file, "/core/")+1:], " ")
			return at
		}
	}
	return "an unknown place"
}

// shrink takes out line after line while check still fails, other than because
// the script has become meaningless.
func shrink(lines []string, err error, check func([]string) error) ([]string, error) {
	for again := true; again; {
		again = false
		for i := range lines {
			less := slices.Delete(slices.Clone(lines), i, i+1)
			if e := check(less); e != nil && !isScriptError(e) {
				lines, err, again = less, e, true
				break
			}
		}
	}
	return lines, err
}

func isScriptError(err error) bool { return strings.HasPrefix(err.Error(), "script: ") }

// The swarm's own shrinking: a fault that needs one line must end with it, and a
// panic is a fault like any other.
func TestSwarmShrinks(t *testing.T) {
	lines := drawSwarm(3)
	require.Greater(t, len(lines), 6)
	var none []int
	for _, fault := range []func() error{
		func() error { return fmt.Errorf("there is a c1") },
		func() error { return fmt.Errorf("%d", none[len(lines)]) },
	} {
		s := swarm{draw: drawSwarm, check: func(l []string) error {
			if slices.ContainsFunc(l, func(s string) bool { return strings.HasPrefix(s, "consumer c1") }) {
				return fault()
			}
			return nil
		}}
		shrunk, err := s.seed(3)
		require.Error(t, err)
		require.Len(t, shrunk, 1)
	}
	_, err := (&swarm{draw: drawSwarm, check: func([]string) error { return fmt.Errorf("%d", none[3]) }}).seed(3)
	require.ErrorContains(t, err, "panic: runtime error: index out of range [3] with length 0 at core/swarm_play_test.go:")
}

// fitting are the lines with one more, the first of the candidates with which the
// script is possible; without any when none is.
func fitting(lines []string, candidates ...string) []string {
	for _, c := range candidates {
		more := append(slices.Clone(lines), c)
		if _, err := script.Parse(strings.Join(more, "\n") + "\nrun 1h\n"); err == nil {
			return more
		}
	}
	return lines
}
