package site

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPrecompressWritesTwins(t *testing.T) {
	dir := folder(t)
	changed, err := Precompress(dir)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{
		"boot.js.gz", "favicon.svg.gz", "index.html.gz", "main.wasm.gz", "style.css.gz", "wasm_exec.js.gz",
	}, changed, "sources, notes, dot files and folders have no twin")

	packed, err := os.ReadFile(filepath.Join(dir, "main.wasm.gz"))
	require.NoError(t, err)
	assert.Equal(t, wasm, unzip(t, packed))
	assert.Equal(t, []byte{0, 0, 0, 0}, packed[4:8], "RFC 1952: no time in the header, so that builds are equal")

	text, err := os.ReadFile(filepath.Join(dir, SizesFile))
	require.NoError(t, err)
	var sizes map[string]int
	require.NoError(t, json.Unmarshal(text, &sizes))
	assert.Equal(t, len(wasm), sizes["main.wasm"])
	assert.Equal(t, len(packed), sizes["main.wasm.gz"])
}

func TestPrecompressDoesOnlyWhatChanged(t *testing.T) {
	dir := folder(t)
	_, err := Precompress(dir)
	require.NoError(t, err)
	changed, err := Precompress(dir)
	require.NoError(t, err)
	assert.Empty(t, changed)

	later := time.Now().Add(time.Second)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "boot.js"), later, later))
	require.NoError(t, os.Remove(filepath.Join(dir, "style.css")))
	changed, err = Precompress(dir)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"boot.js.gz", "style.css.gz"}, changed, "one rewritten, one removed with its source")
	assert.NoFileExists(t, filepath.Join(dir, "style.css.gz"))
	assert.FileExists(t, filepath.Join(dir, "tool.go.gz"), "not ours to remove")
}

func TestPrecompressMissingFolder(t *testing.T) {
	_, err := Precompress(filepath.Join(t.TempDir(), "absent"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}
