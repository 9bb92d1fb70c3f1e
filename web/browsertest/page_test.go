//go:build browser

package browsertest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPageStarts(t *testing.T) {
	p := openPage(t, view{Painted: true})
	p.waitTick(10)
	assert.NotEmpty(t, eval[string](p, "document.title"))
	assert.Equal(t, "", p.text("#boot"), "the loading stage is gone")
	assert.Positive(t, p.received())
	assert.Less(t, p.received(), 4_000_000, "bytes over the network")
}

// All that is drawn on the canvas itself is one rectangle, so samples between its
// pixels would be work for nothing.
func TestPixelsHaveOneSample(t *testing.T) {
	p := openPage(t, view{})
	const context = "document.querySelector('body > canvas').getContext('webgl2')"
	assert.Equal(t, 0, eval[int](p, context+".getParameter("+context+".SAMPLES)"))
}

// The renderer bakes its shapes once and draws them from one atlas, so the
// number of draw calls does not grow with what is shown; 20 is the budget.
func TestDrawCallsStayInBudget(t *testing.T) {
	p := openPage(t, view{Painted: true})
	for range 20 {
		p.waitTick(1)
		assert.LessOrEqual(t, p.counters().DrawCalls, 20)
	}
	assert.Positive(t, p.counters().DrawCalls, "something is drawn, and counted")
}

// A copy of another version than the compiler's breaks the page.
func TestWasmExecIsTheToolchains(t *testing.T) {
	root, err := goroot()
	require.NoError(t, err)
	theirs, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	require.NoError(t, err)
	ours, err := os.ReadFile("../wasm_exec.js")
	require.NoError(t, err, "run `make build` first")
	assert.True(t, string(theirs) == string(ours), "web/wasm_exec.js is not the one of %s: run `make build`", root)
}
