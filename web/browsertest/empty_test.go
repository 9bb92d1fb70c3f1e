//go:build browser

package browsertest

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/web/site"
)

// emptySite is a web folder whose program is emptypage: the page's shell with
// the least of an Ebitengine program. It is made once a run.
var emptySite struct {
	once sync.Once
	dir  string
	err  error
}

// emptyDir gives the folder of the empty page. Tests that change it copy it.
func emptyDir(t testing.TB) string {
	t.Helper()
	dir := buildDir(t, "emptypage")
	emptySite.once.Do(func() { emptySite.dir, emptySite.err = dir, buildEmpty(dir) })
	require.NoError(t, emptySite.err)
	return emptySite.dir
}

func buildEmpty(dir string) error {
	if err := copyShell("..", dir); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, "main.wasm"), "./emptypage")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	root, err := goroot()
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"), filepath.Join(dir, "wasm_exec.js")); err != nil {
		return err
	}
	_, err = site.Precompress(dir)
	return err
}

// copyShell copies the page's own static files.
func copyShell(from, to string) error {
	for _, pattern := range []string{"*.html", "*.css", "*.js", "*.svg"} {
		names, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := copyFile(name, filepath.Join(to, filepath.Base(name))); err != nil {
				return err
			}
		}
	}
	return nil
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(target, source); err != nil {
		target.Close()
		return err
	}
	return target.Close()
}

func goroot() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(root)), err
}

// serveEmpty serves the empty page as web/serve would.
func serveEmpty(t testing.TB) string {
	t.Helper()
	handler, err := site.New(emptyDir(t))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, handler.Close()) })
	return serve(t, handler)
}

// emptyCopy gives a copy of the empty page's folder without some files.
func emptyCopy(t testing.TB, without ...string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(emptyDir(t))))
	for _, name := range without {
		err := os.Remove(filepath.Join(dir, name))
		if err != nil {
			require.ErrorIs(t, err, fs.ErrNotExist)
		}
	}
	return dir
}
