package core_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// golden holds digests of whole runs, of each swarm some. They must be the same on
// amd64, 386 and js/wasm, so this test runs on each (and would on arm64); a change of behaviour changes the file,
// a difference between platforms is a fault.
const golden = "testdata/digests.txt"

func digests(t *testing.T) string {
	var b strings.Builder
	for _, st := range []string{"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go"} {
		for _, commit := range []string{"sync", "async", "interval:5s"} {
			for _, work := range []string{"2ms", "1ms..9ms", "exp:4ms"} {
				text := strings.Replace(story, "work=1ms..9ms", fmt.Sprintf("strategy=%s commit=%s work=%s", st, commit, work), 1)
				s := load(t, text)
				s.Advance(s.End())
				fmt.Fprintf(&b, "%s %s %s %s\n", s.Digest(), st, commit, work)
			}
		}
	}
	for _, sw := range []struct {
		name string
		draw func(uint64) []string
	}{
		{"swarm", drawSwarm}, {"servers", drawServers}, {"mixtures", drawMixed},
		{"failures", func(seed uint64) []string { return wellAgain(drawFailures(seed)) }},
	} {
		for seed := range uint64(20) {
			s := load(t, strings.Join(sw.draw(seed+1), "\n")+"\n")
			s.Advance(s.End())
			fmt.Fprintf(&b, "%s %s %d\n", s.Digest(), sw.name, seed+1)
		}
	}
	return b.String()
}

func TestDigestsAreTheSameOnEveryPlatform(t *testing.T) {
	want, err := os.ReadFile(golden)
	got := digests(t)
	if errors.Is(err, os.ErrNotExist) || os.Getenv("RINGSIDE_GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
		t.Fatalf("wrote %s; look at the difference and run again", golden)
	}
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}
