package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// dumper prints every shader that the package gives, in the order of its
// arguments: filter, address, colour matrix.
const dumper = `package main

import (
	"encoding/json"
	"os"

	"github.com/hajimehoshi/ebiten/v2/internal/builtinshader"
)

func main() {
	var all []string
	for f := range builtinshader.Filter(builtinshader.FilterCount) {
		for a := range builtinshader.Address(builtinshader.AddressCount) {
			for _, m := range []bool{false, true} {
				all = append(all, string(builtinshader.ShaderSource(f, a, m)))
			}
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
`

// expandShaders replaces the template in a copy of Ebitengine by its results.
func expandShaders(ebiten string) error {
	file := filepath.Join(ebiten, "internal", "builtinshader", "shader.go")
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if !strings.Contains(string(source), `"text/template"`) {
		return nil
	}
	before, err := dump(ebiten)
	if err != nil {
		return err
	}
	expanded, err := expand(string(source), before)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := os.WriteFile(file, []byte(expanded), 0o644); err != nil {
		return err
	}
	after, err := dump(ebiten)
	if err != nil {
		return err
	}
	if !slices.Equal(before, after) {
		return errors.New("the expanded shaders are not those of the template")
	}
	return nil
}

// dump runs the package of the copy and gives its shaders.
func dump(ebiten string) ([]string, error) {
	output, err := runIn(ebiten, "builtinshader", dumper)
	if err != nil {
		return nil, err
	}
	var shaders []string
	return shaders, json.Unmarshal([]byte(output), &shaders)
}

// runIn runs a program inside an internal package's folder, where it may import
// what is internal, and gives what it prints.
func runIn(ebiten, internal, source string) (string, error) {
	dir := filepath.Join(ebiten, "internal", internal, "dump")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o644); err != nil {
		return "", err
	}
	return command(ebiten, "go", "run", "./internal/"+internal+"/dump")
}

// replaced are the declarations that only serve the template.
var replaced = []string{"shaders", "shadersM", "tmpl", "ShaderSource"}

// expand gives the source of the package with a table of the shaders instead
// of the template. Everything else in the file stays as it is.
func expand(source string, shaders []string) (string, error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, "shader.go", source, parser.ParseComments)
	if err != nil {
		return "", err
	}
	at := func(pos token.Pos) int { return files.Position(pos).Offset }
	var kept strings.Builder
	fmt.Fprintf(&kept, "package %s\n", parsed.Name.Name)
	var found []string
	for _, declaration := range parsed.Decls {
		names, isImport := declared(declaration)
		switch {
		case isImport:
			// The rest of the file needs none of them; the compiler would say so.
		case slices.ContainsFunc(names, func(name string) bool { return slices.Contains(replaced, name) }):
			found = append(found, names...)
		default:
			fmt.Fprintf(&kept, "\n%s\n", source[at(declaration.Pos()):at(declaration.End())])
		}
	}
	slices.Sort(found)
	want := slices.Sorted(slices.Values(replaced))
	if !slices.Equal(found, want) {
		return "", fmt.Errorf("the declarations of the template are %q, not %q: see what this Ebitengine does instead", found, want)
	}
	kept.WriteString(`
// ShaderSource returns the built-in shader source based on the given parameters.
func ShaderSource(filter Filter, address Address, useColorM bool) []byte {
	i := (int(filter)*AddressCount + int(address)) * 2
	if useColorM {
		i++
	}
	return []byte(sources[i])
}

var sources = [FilterCount * AddressCount * 2]string{
`)
	for _, shader := range shaders {
		fmt.Fprintf(&kept, "%s,\n", strconv.Quote(shader))
	}
	kept.WriteString("}\n")
	formatted, err := format.Source([]byte(kept.String()))
	return string(formatted), err
}

// declared gives the names that a declaration introduces.
func declared(declaration ast.Decl) (names []string, isImport bool) {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		return []string{d.Name.Name}, false
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range s.Names {
					names = append(names, name.Name)
				}
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			}
		}
		return names, d.Tok == token.IMPORT
	}
	return nil, false
}
