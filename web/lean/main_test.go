package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The whole on the Ebitengine of go.mod: run itself compares the shaders.
func TestLeanEbitengineHasNoTemplate(t *testing.T) {
	t.Chdir("../..")
	out := filepath.Join(t.TempDir(), "lean")
	require.NoError(t, run(out))

	packages, err := command(".", "go", "list", "-deps", "-modfile", filepath.Join(out, "go.mod"), module+"/internal/builtinshader")
	require.NoError(t, err)
	assert.Contains(t, packages, module+"/internal/builtinshader")
	assert.NotContains(t, packages, "text/template")

	shaders, err := dump(filepath.Join(out, "ebiten"))
	require.NoError(t, err)
	assert.Len(t, shaders, 18, "3 filters, 3 address modes, with and without a colour matrix")
	for i, shader := range shaders {
		assert.Contains(t, shader, "func Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {")
		assert.Equal(t, i%2 == 1, strings.Contains(shader, "ColorMBody"), "shader %d", i)
	}
	ours, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	theirs, err := os.ReadFile(filepath.Join(out, "go.mod"))
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(theirs), strings.TrimSpace(string(ours))), "the same versions of everything else")
}

const small = `package builtinshader

import "text/template"

type Filter int

const FilterCount = 1 // kept

var (
	shaders  int
	shadersM int
)

var tmpl = template.Must(template.New("tmpl").Parse("x"))

// ShaderSource is replaced.
func ShaderSource() {}

func other() {}
`

func TestExpandKeepsTheRest(t *testing.T) {
	got, err := expand(small, []string{"a\n`b`"})
	require.NoError(t, err)
	for _, kept := range []string{"type Filter int", "const FilterCount = 1", "func other() {}", "\"a\\n`b`\","} {
		assert.Contains(t, got, kept)
	}
	assert.NotContains(t, got, "template")
	assert.Equal(t, 1, strings.Count(got, "func ShaderSource"))
}

func TestExpandRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, changed := range []string{
		strings.Replace(small, "var tmpl", "var another", 1),
		strings.Replace(small, "shadersM int", "shadersM, more int", 1),
	} {
		_, err := expand(changed, nil)
		assert.ErrorContains(t, err, "the declarations of the template are")
	}
	_, err := expand("package", nil)
	assert.Error(t, err)
}
