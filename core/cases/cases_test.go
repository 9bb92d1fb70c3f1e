package cases

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// TestCases plays every script of testdata and checks every expectation. A
// script names its source in a comment and expects something.
func TestCases(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "RB-*.ringside"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ringside"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Contains(t, string(text), "# Source: ")
			sim, err := core.Load(string(text))
			require.NoError(t, err)
			sim.Advance(sim.End())
			require.NotEmpty(t, sim.Expect())
			for _, r := range sim.Expect() {
				assert.True(t, r.Pass, "%s; got %s", r.Text, r.Got)
			}
		})
	}
}
