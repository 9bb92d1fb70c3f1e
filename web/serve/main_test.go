package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"index.html", "wasm_exec.js", "main.wasm"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644))
	}
	return dir
}

// start runs the command and gives the line that it prints.
func start(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, args, writer, io.Discard)
		done <- err
		writer.CloseWithError(err)
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	require.NoError(t, err)
	t.Cleanup(func() {
		cancel()
		assert.NoError(t, <-done, "an interrupt is a clean end")
	})
	return strings.TrimSpace(line)
}

func TestServesThePageOnThisMachineOnly(t *testing.T) {
	dir := folder(t)
	// Two at once: the second one finds the preferred port taken.
	first, second := start(t, "-dir", dir), start(t, "-dir", dir)
	assert.NotEqual(t, first, second)
	for _, line := range []string{first, second} {
		url, found := strings.CutPrefix(line, "Ringside is at ")
		require.True(t, found, line)
		assert.True(t, strings.HasPrefix(url, "http://127.0.0.1:"), url)
		answer, err := http.Get(url)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		assert.Equal(t, "index.html", string(body))
	}
}

func TestTakesTheAddressAskedFor(t *testing.T) {
	assert.Regexp(t, `^Ringside is at http://localhost:\d+/$`, start(t, "-dir", folder(t), "-addr", "0.0.0.0:0"))

	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	err = run(context.Background(), []string{"-dir", folder(t), "-addr", taken.Addr().String()}, io.Discard, io.Discard)
	assert.ErrorContains(t, err, taken.Addr().String(), "an address that was asked for is not replaced by another")
}

func TestBadArguments(t *testing.T) {
	for _, row := range []struct {
		args []string
		want string
	}{
		{[]string{"-dir", filepath.Join(t.TempDir(), "absent")}, "absent"},
		{[]string{"-dir", t.TempDir()}, "run `make build` first"},
		{[]string{"extra"}, `unexpected argument "extra"`},
		{[]string{"-port", "1"}, "-port"},
		{[]string{"-dir", folder(t), "-addr", "nonsense"}, "nonsense"},
	} {
		assert.ErrorContains(t, run(context.Background(), row.args, io.Discard, io.Discard), row.want, "%q", row.args)
	}
}
