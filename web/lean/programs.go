package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// program is a shader that Ebitengine brings along, with the expressions in Go
// of what its compiler makes of it: the whole without its functions, and those.
type program struct {
	Source, Whole string
	Funcs         []string
}

// programDumper compiles every shader that Ebitengine brings along and prints
// the results as Go expressions of its package graphics.
const programDumper = `package main

import (
	"encoding/json"
	"fmt"
	"go/constant"
	"os"
	"reflect"
	"strings"

	"github.com/hajimehoshi/ebiten/v2/internal/builtinshader"
	"github.com/hajimehoshi/ebiten/v2/internal/graphics"
)

type program struct {
	Source, Whole string
	Funcs         []string
}

func main() {
	sources := []string{builtinshader.ClearShaderSource}
	for f := range builtinshader.Filter(builtinshader.FilterCount) {
		for a := range builtinshader.Address(builtinshader.AddressCount) {
			for _, m := range []bool{false, true} {
				sources = append(sources, string(builtinshader.ShaderSource(f, a, m)))
			}
		}
	}
	var all []program
	for _, source := range sources {
		ir, err := graphics.CompileShader([]byte(source))
		if err != nil {
			panic(err)
		}
		p := program{Source: source}
		for _, f := range ir.Funcs {
			p.Funcs = append(p.Funcs, expression(reflect.ValueOf(f)))
		}
		ir.Funcs = nil
		p.Whole = expression(reflect.ValueOf(ir))
		all = append(all, p)
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}

func expression(v reflect.Value) string {
	name := v.Type().String()
	switch v.Kind() {
	case reflect.Pointer:
		return "&" + expression(v.Elem())
	case reflect.Interface:
		return number(v.Interface().(constant.Value))
	case reflect.Slice, reflect.Array:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, expression(v.Index(i)))
		}
		return name + "{" + strings.Join(parts, ", ") + "}"
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			if field := v.Type().Field(i); !v.Field(i).IsZero() {
				parts = append(parts, field.Name+": "+expression(v.Field(i)))
			}
		}
		return name + "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprintf("%#v", v)
}

func number(c constant.Value) string {
	switch c.Kind() {
	case constant.Bool:
		return fmt.Sprintf("constant.MakeBool(%v)", constant.BoolVal(c))
	case constant.Int:
		if n, exact := constant.Int64Val(c); exact {
			return fmt.Sprintf("constant.MakeInt64(%d)", n)
		}
	case constant.Float:
		if x, exact := constant.Float64Val(c); exact {
			return fmt.Sprintf("constant.MakeFloat64(%v)", x)
		}
	}
	panic("no expression for " + c.ExactString())
}
`

// compileShaders replaces the compiler of shaders in a copy of Ebitengine by its
// results for those that it brings along; the page has no others.
func compileShaders(ebiten string) error {
	file := filepath.Join(ebiten, "internal", "graphics", "shader.go")
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := compilerIn(string(source)); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	before, err := dumpPrograms(ebiten)
	if err != nil {
		return err
	}
	lookup, err := lookupOf(before)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(lookup), 0o644); err != nil {
		return err
	}
	after, err := dumpPrograms(ebiten)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(before, after) {
		return errors.New("the shaders looked up are not those compiled")
	}
	return nil
}

func dumpPrograms(ebiten string) ([]program, error) {
	output, err := runIn(ebiten, "graphics", programDumper)
	if err != nil {
		return nil, err
	}
	var programs []program
	return programs, json.Unmarshal([]byte(output), &programs)
}

// compilerNames are the declarations of the file with the compiler.
var compilerNames = []string{"CalcSourceHash", "CompileShader", "completeShaderSource", "shaderSuffix"}

// compilerIn tells what is wrong when the file declares something else.
func compilerIn(source string) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), "shader.go", source, 0)
	if err != nil {
		return err
	}
	var found []string
	for _, declaration := range parsed.Decls {
		names, _ := declared(declaration)
		found = append(found, names...)
	}
	slices.Sort(found)
	if !slices.Equal(found, compilerNames) {
		return fmt.Errorf("the declarations beside the compiler are %q, not %q: see what this Ebitengine does instead", found, compilerNames)
	}
	return nil
}

// lookupOf gives the file that takes the compiler's place. Most functions of the
// shaders are the same in all, and are written once.
func lookupOf(programs []program) (string, error) {
	var file strings.Builder
	file.WriteString(`package graphics

import (
	"errors"
	"go/constant"

	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
)

// CompileShader gives a shader that Ebitengine brings along. It has been compiled
// before the program was built; no other can be.
func CompileShader(fragmentSrc []byte) (*shaderir.Program, error) {
	switch string(fragmentSrc) {
`)
	for i, p := range programs {
		fmt.Fprintf(&file, "case %s:\nreturn program%d(), nil\n", strconv.Quote(p.Source), i)
	}
	file.WriteString(`}
	return nil, errors.New("graphics: this build has only the shaders that Ebitengine brings along")
}

// CalcSourceHash gives the hash that the compiled shader carries.
func CalcSourceHash(fragmentSrc []byte) (shaderir.SourceHash, error) {
	ir, err := CompileShader(fragmentSrc)
	if err != nil {
		return shaderir.SourceHash{}, err
	}
	return ir.SourceHash, nil
}

var _ constant.Value // not every number needs it
`)
	numbers := map[string]int{}
	for i, p := range programs {
		var calls []string
		for _, f := range p.Funcs {
			n, known := numbers[f]
			if !known {
				n = len(numbers)
				numbers[f] = n
				fmt.Fprintf(&file, "\nfunc func%d() shaderir.Func {\nreturn %s\n}\n", n, f)
			}
			calls = append(calls, fmt.Sprintf("func%d()", n))
		}
		fmt.Fprintf(&file, "\nfunc program%d() *shaderir.Program {\nir := %s\nir.Funcs = []shaderir.Func{%s}\nreturn ir\n}\n",
			i, p.Whole, strings.Join(calls, ", "))
	}
	formatted, err := format.Source([]byte(file.String()))
	return string(formatted), err
}
