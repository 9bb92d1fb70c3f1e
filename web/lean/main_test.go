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

	packages, err = command(".", "go", "list", "-deps", "-modfile", filepath.Join(out, "go.mod"), module)
	require.NoError(t, err)
	assert.Contains(t, packages, module+"/internal/shaderir\n")
	assert.NotContains(t, packages, module+"/internal/shader\n", "the compiler")

	programs, err := dumpPrograms(filepath.Join(out, "ebiten"))
	require.NoError(t, err)
	assert.Len(t, programs, len(shaders)+1, "and the one that clears")
	for i, p := range programs[1:] {
		assert.Equal(t, shaders[i], p.Source)
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

// What is looked up gives in GLSL, the language of browsers, what the compiler
// gives for the same shader.
func TestLookedUpShadersAreThoseCompiled(t *testing.T) {
	t.Chdir("../..")
	out := filepath.Join(t.TempDir(), "lean")
	require.NoError(t, run(out))
	source, err := command(".", "go", "list", "-f", "{{.Module.Dir}}", module+"/internal/builtinshader")
	require.NoError(t, err)
	original := filepath.Join(t.TempDir(), "ebiten")
	require.NoError(t, copyModule(strings.TrimSpace(source), original))

	compiled, err := runIn(original, "graphics", glslDumper)
	require.NoError(t, err)
	lookedUp, err := runIn(filepath.Join(out, "ebiten"), "graphics", glslDumper)
	require.NoError(t, err)
	assert.Equal(t, 19, strings.Count(compiled, "gl_Position ="), "as many vertex shaders as there are shaders")
	assert.Equal(t, compiled, lookedUp)
}

const glslDumper = `package main

import (
	"fmt"

	"github.com/hajimehoshi/ebiten/v2/internal/builtinshader"
	"github.com/hajimehoshi/ebiten/v2/internal/graphics"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl"
)

func main() {
	show([]byte(builtinshader.ClearShaderSource))
	for f := range builtinshader.Filter(builtinshader.FilterCount) {
		for a := range builtinshader.Address(builtinshader.AddressCount) {
			for _, m := range []bool{false, true} {
				show(builtinshader.ShaderSource(f, a, m))
			}
		}
	}
}

func show(source []byte) {
	ir, err := graphics.CompileShader(source)
	if err != nil {
		panic(err)
	}
	fmt.Println(glsl.Compile(ir, glsl.GLSLVersionES300))
}
`

func TestOnlyTheKnownCompilerIsReplaced(t *testing.T) {
	known := "package graphics\n\nfunc shaderSuffix() {}\nfunc completeShaderSource() {}\nfunc CompileShader() {}\nfunc CalcSourceHash() {}\n"
	assert.NoError(t, compilerIn(known))
	assert.ErrorContains(t, compilerIn(known+"func more() {}\n"), "the declarations beside the compiler are")
	assert.ErrorContains(t, compilerIn(strings.Replace(known, "CalcSourceHash", "SourceHash", 1)), "see what this Ebitengine does instead")
	assert.Error(t, compilerIn("package"))
}
