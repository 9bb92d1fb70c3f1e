package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bench.txt")
	require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
	return name
}

func TestRatio(t *testing.T) {
	native := write(t, `goos: linux
BenchmarkDeliveries/join-8    100   200 ns/op   6000000 deliveries/s   0 allocs/op
PASS
`)
	wasm := write(t, `goos: js
BenchmarkDeliveries/join    50   500 ns/op   2400000 deliveries/s   0 allocs/op
`)
	var out strings.Builder
	require.NoError(t, run([]string{"native", native, "wasm", wasm}, &out))
	// 500/200 = 2.5 and 2.4/6 = 0.4.
	lines := strings.Split(out.String(), "\n")
	require.Len(t, lines, 5)
	assert.Equal(t, "benchmark unit native wasm wasm / native", strings.Join(strings.Fields(lines[0]), " "))
	assert.Equal(t, "Deliveries/join ns/op 200 500 2.50", strings.Join(strings.Fields(lines[1]), " "))
	assert.Equal(t, "Deliveries/join deliveries/s 6000000 2400000 0.40", strings.Join(strings.Fields(lines[2]), " "))
	assert.Equal(t, "Deliveries/join allocs/op 0 0 -", strings.Join(strings.Fields(lines[3]), " "))
}

func TestWhatCannotBeCompared(t *testing.T) {
	good := write(t, "BenchmarkA 1 5 ns/op\n")
	for _, row := range []struct {
		first, second, want string
	}{
		{good, write(t, "BenchmarkB 1 5 ns/op\n"), "has no A in ns/op"},
		{good, write(t, "FAIL\n"), "no benchmark results"},
		{write(t, ""), good, "no benchmark results"},
		{write(t, "BenchmarkA 1 five ns/op\n"), good, `"five"`},
		{filepath.Join(t.TempDir(), "absent"), good, "absent"},
	} {
		assert.ErrorContains(t, run([]string{"a", row.first, "b", row.second}, io.Discard), row.want)
	}
	assert.ErrorContains(t, run(nil, io.Discard), "usage")
}
