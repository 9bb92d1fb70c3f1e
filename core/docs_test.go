//go:build !js

package core_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every public name says what it means, beside it: packages, types, functions and
// methods, constants and variables, the fields of structs and the methods of
// interfaces. The comment stands before the name or behind it on its line, one for
// all names of that line. A comment on the whole block (of constants, or a type's
// own), or on a neighbour in the block, does for those names alone that it spells
// out. Two things need no words of their own: an embedded field, which is its type,
// and what is another package's of the same name, such as core.View.
func TestPublicNamesAreExplained(t *testing.T) {
	fset := token.NewFileSet()
	packages, names := map[string]bool{}, 0
	for _, f := range readModule(t, fset) {
		if f.test {
			continue
		}
		packages[f.dir] = packages[f.dir] || f.ast.Doc.Text() != ""
		d := docs{}
		d.file(f.ast)
		names += d.seen
		for _, id := range d.bare {
			assert.Fail(t, "a public name without a comment", "%s: %s", fset.Position(id.Pos()), id.Name)
		}
	}
	for dir, has := range packages {
		assert.True(t, has, "package %s has no comment", dir)
	}
	require.Greater(t, len(packages), 10)
	require.Greater(t, names, 1500, "the test has seen the code")
}

// docs collects the public names of a file, and those without words.
type docs struct {
	seen int
	bare []*ast.Ident
}

// name takes one that must be explained by one of the comments; block are those
// that count only when they spell it out.
func (d *docs) name(id *ast.Ident, own string, block string) {
	if !id.IsExported() {
		return
	}
	d.seen++
	if own == "" && !regexp.MustCompile(`\b`+id.Name+`\b`).MatchString(block) {
		d.bare = append(d.bare, id)
	}
}

func (d *docs) file(f *ast.File) {
	for _, decl := range f.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil || receiver(decl.Recv.List[0].Type).IsExported() {
				d.name(decl.Name, decl.Doc.Text(), "")
			}
		case *ast.GenDecl:
			d.block(decl)
		}
	}
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		default:
			return e.(*ast.Ident)
		}
	}
}

func (d *docs) block(decl *ast.GenDecl) {
	all := decl.Doc.Text()
	for _, s := range decl.Specs {
		if v, ok := s.(*ast.ValueSpec); ok {
			all += v.Doc.Text() + v.Comment.Text()
		}
	}
	for _, s := range decl.Specs {
		alone := "" // the comment of a declaration without brackets is its name's own
		if !decl.Lparen.IsValid() {
			alone = decl.Doc.Text()
		}
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Assign.IsValid() && elsewhere(s.Name, s.Type) {
				continue
			}
			d.name(s.Name, s.Doc.Text()+alone, all)
			if s.Name.IsExported() {
				d.members(s.Type, s.Doc.Text()+decl.Doc.Text())
			}
		case *ast.ValueSpec:
			for i, id := range s.Names {
				if i < len(s.Values) && elsewhere(id, s.Values[i]) {
					continue
				}
				d.name(id, s.Doc.Text()+s.Comment.Text()+alone, all)
			}
		}
	}
}

// elsewhere tells whether a value or type is another package's of the same name.
func elsewhere(id *ast.Ident, e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == id.Name
}

// members takes the fields of a struct and the methods of an interface, those of
// types within it as well.
func (d *docs) members(e ast.Expr, all string) {
	ast.Inspect(e, func(n ast.Node) bool {
		var list *ast.FieldList
		switch n := n.(type) {
		case *ast.StructType:
			list = n.Fields
		case *ast.InterfaceType:
			list = n.Methods
		default:
			return true
		}
		for _, f := range list.List {
			all += f.Doc.Text() + f.Comment.Text()
		}
		for _, f := range list.List {
			for _, id := range f.Names {
				d.name(id, f.Doc.Text()+f.Comment.Text(), all)
			}
		}
		return true
	})
}

func TestTheTestOfCommentsSeesWhatIsMissing(t *testing.T) {
	const head = "package p\n\n"
	for _, c := range []struct{ text, bare string }{
		{"func F() {}", "F"},
		{"// F does it.\nfunc F() {}", ""},
		{"type t struct{}\nfunc (t) F() {}", ""},
		{"// T is one.\ntype T[E any] struct{}\nfunc (*T[E]) F() {}", "F"},
		{"type (\n\tA int\n\t// B is one.\n\tB int\n)", "A"},
		{"// T is one.\ntype T struct {\n\tA, B int\n\tC int // said\n\td int\n\tfmt.Stringer\n}", "A B"},
		{"// T has an A, and AB and Bs.\ntype T struct{ A, B int }", "B"},
		{"// T is one.\ntype T struct {\n\tA int // what B is not\n\tB int\n}", ""},
		{"// T is one.\ntype T struct {\n\t// In it.\n\tIn []struct{ X int }\n}", "X"},
		{"// I is one.\ntype I interface {\n\tA()\n\t// B does it.\n\tB()\n}", "A"},
		{"const A = 1", "A"},
		{"// Some of them.\nconst (\n\tA = 1\n\tB = 2 // said\n\tc = 3\n)", "A"},
		{"// Some of them: A is the first, B the second.\nconst (\n\tA = 1\n\tB = 2\n)", ""},
		{"// As there.\nconst (\n\tA = q.A\n\tB = q.A\n)", "B"},
		{"type (\n\tA = q.A\n\tB = q.A\n)", "B"},
		{"// All of it.\nvar A, B = 1, 2", ""},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "p.go", head+c.text, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err, c.text)
		d := docs{}
		d.file(f)
		var names []string
		for _, id := range d.bare {
			names = append(names, id.Name)
		}
		assert.Equal(t, c.bare, strings.Join(names, " "), c.text)
	}
}
