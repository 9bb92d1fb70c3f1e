// Lean prepares a build of the page without text/template and without a compiler
// of shaders.
//
// Ebitengine expands its built-in shaders from a template when the program
// starts (internal/builtinshader, v2.9). text/template calls methods by name,
// which makes the linker keep every exported method of every type that is
// reachable, among them those of some eighty element types of
// honnef.co/go/js/dom/v2: more than half of the program that a reader would
// have to download. Then it compiles three of them (internal/restorable), for
// which a reader waits a tenth of a second and loads go/parser. Lean copies
// Ebitengine, expands and compiles the shaders there once and for all, and writes
// a go.mod that names the copy:
//
//	lean -out .build/lean
//	go build -modfile .build/lean/go.mod ./wasm
//
// The shaders are those that the original gives: they are taken from it by
// running it, and compared again after the change. An Ebitengine that no longer
// has the template keeps its sources as they are; one whose compiler stands
// elsewhere is refused.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const module = "github.com/hajimehoshi/ebiten/v2"

func main() {
	out := flag.String("out", ".build/lean", "the folder to write")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "lean:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	source, err := command(".", "go", "list", "-f", "{{.Module.Dir}}", module+"/internal/builtinshader")
	if err != nil {
		return err
	}
	out, err = filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	ebiten := filepath.Join(out, "ebiten")
	if err := copyModule(strings.TrimSpace(source), ebiten); err != nil {
		return err
	}
	if err := errors.Join(expandShaders(ebiten), compileShaders(ebiten)); err != nil {
		return err
	}
	return writeModFile(out, ebiten)
}

// copyModule copies what a build of the module can need.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		switch {
		case entry.IsDir() && (name == "examples" || name == "cmd" || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), "_")):
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		case strings.HasSuffix(name, "_test.go"):
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o644)
	})
}

// writeModFile writes the repository's go.mod with the copy in the module's place.
func writeModFile(out, ebiten string) error {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		return err
	}
	text = fmt.Appendf(bytes.TrimSpace(text), "\n\nreplace %s => %s\n", module, ebiten)
	return errors.Join(
		os.WriteFile(filepath.Join(out, "go.mod"), text, 0o644),
		os.WriteFile(filepath.Join(out, "go.sum"), sums, 0o644),
	)
}

// command runs a command in a folder, on this machine whatever the target is.
func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=", "GOWORK=off")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, stderr.Bytes())
	}
	return stdout.String(), nil
}
