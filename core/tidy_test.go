//go:build !js

package core_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The rules of the house, as a test: who may import whom, what the core must not
// use, and how long things may get.

// mayImport says which packages of this module each one may know. Imports run
// downwards only; a new package needs a line here.
var mayImport = map[string][]string{
	"strategies":   {},
	"core/sim":     {},
	"core/ledger":  {},
	"core/trace":   {},
	"core/script":  {},
	"core/lessons": {},
	"core/model":   {"core/ledger", "core/script", "core/sim", "core/trace"},
	"core/rocketmq": {
		"strategies", "core/ledger", "core/model", "core/script", "core/sim", "core/trace",
	},
	"core":              {"core/ledger", "core/model", "core/rocketmq", "core/script", "core/sim", "core/trace"},
	"core/report":       {"core/ledger", "core/model", "core/script", "core/trace"},
	"core/recordings":   {},
	"core/cases":        {},
	"core/cmd/ringside": {"core", "core/report", "core/script", "core/lessons", "strategies"},

	"wasm/view":                  {"core"},
	"wasm/view/internal/fixture": {"core"},
	"wasm/play":                  {"core", "core/script", "core/trace", "core/lessons"},
	"wasm/lab":                   {"core", "core/script"},
	"wasm/stage":                 {"core", "wasm/view"},
	"wasm/panel": {
		"wasm/lab", "core/report",
		"core", "core/ledger", "core/script", "core/trace", "core/lessons", "strategies", "wasm/play", "wasm/view",
	},
	"wasm": {"core", "core/script", "core/lessons", "wasm/play", "wasm/panel", "wasm/stage", "wasm/view"},

	"web/site":                  {},
	"web/serve":                 {"web/site"},
	"web/precompress":           {"web/site"},
	"web/benchratio":            {},
	"web/lean":                  {},
	"web/browsertest":           {"web/site"},
	"web/browsertest/emptypage": {},
}

// pure are the packages in which nothing but the script may decide anything.
var pure = []string{"strategies", "core/sim", "core/ledger", "core/trace", "core/script", "core/model", "core/rocketmq", "core"}

const (
	maxFileLines     = 400
	maxFunctionLines = 70
)

// goFile is one parsed source file.
type goFile struct {
	dir, path string
	test      bool
	ast       *ast.File
}

// readModule parses every Go file below the module's root, the nested module apart.
func readModule(t *testing.T, fset *token.FileSet) []goFile {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	var out []goFile
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if rel != "." && strings.HasPrefix(d.Name(), ".") || rel == "strategies/compare" {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		out = append(out, goFile{filepath.ToSlash(filepath.Dir(rel)), filepath.ToSlash(rel), strings.HasSuffix(path, "_test.go"), f})
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, len(out), 50)
	return out
}

func TestImportsRunDownwards(t *testing.T) {
	fset := token.NewFileSet()
	for _, f := range readModule(t, fset) {
		if f.test {
			continue
		}
		allowed, known := mayImport[f.dir]
		if !assert.True(t, known, "%s: package %s has no line in mayImport", f.path, f.dir) {
			continue
		}
		for _, imp := range f.ast.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			own, isOwn := strings.CutPrefix(path, "ringside/")
			switch {
			case isOwn:
				assert.Contains(t, allowed, own, "%s imports %s", f.path, path)
			case strings.HasPrefix(f.dir, "core") || f.dir == "strategies":
				assert.False(t, strings.Contains(path, "."), "%s imports %s: core and strategies need the standard library only", f.path, path)
			case path == "honnef.co/go/js/dom/v2":
				assert.Equal(t, "wasm/panel", f.dir, "%s: only wasm/panel knows the DOM library", f.path)
			case strings.HasPrefix(path, "github.com/hajimehoshi/ebiten"):
				assert.Contains(t, []string{"wasm/stage", "web/browsertest/emptypage", "wasm"}, f.dir, "%s: only the stage knows Ebitengine", f.path)
			}
		}
	}
}

// The README's table of floors is that order: what a package may know stands on a
// lower floor.
func TestTheReadmeShowsTheFloors(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	floors := map[string]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| (\\d) \\| (`[^|]+) \\|").FindAllStringSubmatch(string(text), -1) {
		for _, dir := range strings.Fields(strings.ReplaceAll(row[2], "`", "")) {
			floors[dir], err = strconv.Atoi(row[1])
			require.NoError(t, err)
		}
	}
	for dir, below := range mayImport {
		if strings.HasPrefix(dir, "web/") || dir == "core/recordings" || dir == "core/cases" || strings.Contains(dir, "internal") {
			continue // beside the floors: no program is made of them
		}
		if assert.Contains(t, floors, dir) {
			for _, d := range below {
				assert.Less(t, floors[d], floors[dir], "%s may import %s", dir, d)
			}
		}
		delete(floors, dir)
	}
	assert.Empty(t, floors, "no such package")
}

// bannedImports would let the machine decide.
var bannedImports = []string{"math/rand", "math/rand/v2", "crypto/rand", "os", "os/exec", "net", "net/http", "runtime", "sync", "sync/atomic", "unsafe", "reflect"}

// bannedTime are the functions of package time that read a clock.
var bannedTime = []string{"Now", "Since", "Until", "After", "AfterFunc", "Sleep", "Tick", "NewTimer", "NewTicker"}

func TestTheCoreIsPure(t *testing.T) {
	fset := token.NewFileSet()
	for _, f := range readModule(t, fset) {
		if f.test || !slices.Contains(pure, f.dir) {
			continue
		}
		for _, imp := range f.ast.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			assert.NotContains(t, bannedImports, path, f.path)
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt, *ast.SelectStmt, *ast.SendStmt, *ast.ChanType:
				assert.Fail(t, "goroutine or channel", fset.Position(n.Pos()).String())
			case *ast.Ident:
				assert.NotContains(t, []string{"float32", "float64", "complex128"}, n.Name, fset.Position(n.Pos()).String())
			case *ast.BasicLit:
				assert.NotEqual(t, token.FLOAT, n.Kind, fset.Position(n.Pos()).String())
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" {
					assert.NotContains(t, bannedTime, n.Sel.Name, fset.Position(n.Pos()).String())
				}
			}
			return true
		})
	}
}

// chain type-checks this module's packages from source, so that the test knows
// what is a map.
type chain struct {
	fset *token.FileSet
	std  types.Importer
	dirs map[string][]*ast.File
	done map[string]*types.Package
	info *types.Info
}

func (c *chain) Import(path string) (*types.Package, error) {
	own, ok := strings.CutPrefix(path, "ringside/")
	if !ok {
		return c.std.Import(path)
	}
	if p := c.done[own]; p != nil {
		return p, nil
	}
	conf := types.Config{Importer: c}
	p, err := conf.Check(path, c.fset, c.dirs[own], c.info)
	c.done[own] = p
	return p, err
}

// A map may be walked only where the order cannot reach behaviour; such a place
// says so in a comment that begins with "order:" on the line before.
func TestNoMapOrderReachesBehaviour(t *testing.T) {
	fset := token.NewFileSet()
	c := &chain{
		fset: fset, std: importer.ForCompiler(fset, "source", nil), dirs: map[string][]*ast.File{}, done: map[string]*types.Package{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}},
	}
	for _, f := range readModule(t, fset) {
		if !f.test && slices.Contains(pure, f.dir) {
			c.dirs[f.dir] = append(c.dirs[f.dir], f.ast)
		}
	}
	ranges := 0
	for _, dir := range pure {
		_, err := c.Import("ringside/" + dir)
		require.NoError(t, err)
		for _, f := range c.dirs[dir] {
			excused := map[int]bool{}
			for _, g := range f.Comments {
				for _, l := range g.List {
					if strings.HasPrefix(l.Text, "// order:") {
						excused[fset.Position(g.End()).Line+1] = true
					}
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				r, ok := n.(*ast.RangeStmt)
				if !ok {
					return true
				}
				ranges++
				at := fset.Position(r.Pos())
				if _, isMap := c.info.Types[r.X].Type.Underlying().(*types.Map); isMap && !excused[at.Line] {
					assert.Fail(t, "range over a map", "%s: sort the keys, or say in an // order: comment why no order can be seen", at)
				}
				return true
			})
		}
	}
	require.Greater(t, ranges, 50, "the test has seen the code")
}

func TestFilesAndFunctionsAreShort(t *testing.T) {
	fset := token.NewFileSet()
	for _, f := range readModule(t, fset) {
		text, err := os.ReadFile(filepath.Join("..", f.path))
		require.NoError(t, err)
		assert.LessOrEqual(t, strings.Count(string(text), "\n"), maxFileLines, f.path)
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1
			assert.LessOrEqual(t, lines, maxFunctionLines, "%s: %s", f.path, fn.Name.Name)
		}
	}
}

func TestTopLevelIsFixed(t *testing.T) {
	entries, err := os.ReadDir("..")
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			assert.Contains(t, []string{"go.mod", "go.sum", "wasm", "core", "strategies", "web", "Makefile", "README.md"}, e.Name())
		}
	}
}
