package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wasm stands for a program; it is long enough that compression shows.
var wasm = strings.Repeat("\x00asm", 1000)

// folder makes a web folder with the files that a real one holds.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"index.html":    "<!doctype html><title>x</title>",
		"boot.js":       "start()",
		"style.css":     "body{}",
		"favicon.svg":   "<svg/>",
		"wasm_exec.js":  "class Go {}",
		"main.wasm":     wasm,
		".secret.js":    "secret",
		"main.go":       "package main",
		"notes.md":      "# notes",
		"tool.go.gz":    "packed",
		"serve/main.go": "package main",
		"serve/in.html": "<p>",
	} {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(content), 0o644))
	}
	return dir
}

func open(t *testing.T, dir string) *Handler {
	t.Helper()
	handler, err := New(dir)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, handler.Close()) })
	return handler
}

// ask sends a request with header lines given as "Name: value".
func ask(handler http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, "http://localhost/", nil)
	request.URL.Path = target
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		request.Header.Add(name, value)
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder
}

func TestRuntimeFilesHaveTheirTypes(t *testing.T) {
	handler := open(t, folder(t))
	for target, want := range map[string]string{
		"/":             "text/html; charset=utf-8",
		"/index.html":   "text/html; charset=utf-8",
		"/boot.js":      "text/javascript; charset=utf-8",
		"/wasm_exec.js": "text/javascript; charset=utf-8",
		"/style.css":    "text/css; charset=utf-8",
		"/favicon.svg":  "image/svg+xml",
		"/main.wasm":    "application/wasm",
	} {
		got := ask(handler, "GET", target)
		assert.Equal(t, http.StatusOK, got.Code, target)
		assert.Equal(t, want, got.Header().Get("Content-Type"), target)
		assert.NotEmpty(t, got.Body.String(), target)
	}
}

func TestEverythingElseIsNotFound(t *testing.T) {
	dir := folder(t)
	outside := filepath.Join(t.TempDir(), "outside.js")
	require.NoError(t, os.WriteFile(outside, []byte("outside"), 0o644))
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "link.js")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder.js"), 0o755))
	handler := open(t, dir)
	for _, target := range []string{
		"/main.go", "/tool.go.gz", "/notes.md", "/.secret.js", "/.git", "/serve", "/serve/", "/serve/main.go", "/serve/in.html",
		"/missing.js", "/../site.go", "/..", "/./boot.js", "//boot.js", `/..\boot.js`, "/boot.js/", "/boot.js\x00.css",
		"/link.js", "/folder.js", "boot", "/.gz", "/.js",
	} {
		got := ask(handler, "GET", target)
		assert.Equal(t, http.StatusNotFound, got.Code, "%q", target)
		assert.NotContains(t, got.Body.String(), "main", "%q lists or shows a source", target)
	}
}

func TestOnlyGetAndHead(t *testing.T) {
	handler := open(t, folder(t))
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		got := ask(handler, method, "/")
		assert.Equal(t, http.StatusMethodNotAllowed, got.Code, method)
		assert.Equal(t, "GET, HEAD", got.Header().Get("Allow"), method)
	}
	got := ask(handler, "HEAD", "/main.wasm")
	assert.Equal(t, http.StatusOK, got.Code)
	assert.Equal(t, strconv.Itoa(len(wasm)), got.Header().Get("Content-Length"))
	assert.Empty(t, got.Body.Bytes())
}

func TestSecurityHeadersStandOnEveryAnswer(t *testing.T) {
	handler := open(t, folder(t))
	for _, request := range [][2]string{{"GET", "/"}, {"GET", "/main.wasm"}, {"GET", "/missing"}, {"POST", "/"}} {
		header := ask(handler, request[0], request[1]).Header()
		policy := header.Get("Content-Security-Policy")
		assert.Contains(t, policy, "default-src 'none'", request)
		assert.NotContains(t, policy, "frame-ancestors", "documentation embeds the page: %v", request)
		assert.NotContains(t, policy, "unsafe-inline", request)
		assert.NotContains(t, policy, "'unsafe-eval'", request)
		assert.Empty(t, header.Get("X-Frame-Options"), request)
		assert.Equal(t, "nosniff", header.Get("X-Content-Type-Options"), request)
		assert.Equal(t, "no-referrer", header.Get("Referrer-Policy"), request)
	}
}

func TestPrecompressedTwin(t *testing.T) {
	dir := folder(t)
	_, err := Precompress(dir)
	require.NoError(t, err)
	handler := open(t, dir)

	plain := ask(handler, "GET", "/main.wasm")
	assert.Empty(t, plain.Header().Get("Content-Encoding"))
	assert.Equal(t, "Accept-Encoding", plain.Header().Get("Vary"))
	assert.Equal(t, wasm, plain.Body.String())

	packed := ask(handler, "GET", "/main.wasm", "Accept-Encoding: gzip, br")
	assert.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	assert.Equal(t, "Accept-Encoding", packed.Header().Get("Vary"))
	assert.Equal(t, "application/wasm", packed.Header().Get("Content-Type"))
	assert.Equal(t, strconv.Itoa(packed.Body.Len()), packed.Header().Get("Content-Length"))
	assert.Less(t, packed.Body.Len(), len(wasm))
	assert.Equal(t, wasm, unzip(t, packed.Body.Bytes()))
	assert.NotEqual(t, plain.Header().Get("ETag"), packed.Header().Get("ETag"), "two representations, two tags")

	twin := ask(handler, "GET", "/main.wasm.gz", "Accept-Encoding: gzip")
	assert.Empty(t, twin.Header().Get("Content-Encoding"), "the file itself was asked for")
	assert.Equal(t, "application/gzip", twin.Header().Get("Content-Type"))
	assert.Equal(t, packed.Body.Bytes(), twin.Body.Bytes())
}

func TestStaleTwinIsNotServed(t *testing.T) {
	dir := folder(t)
	_, err := Precompress(dir)
	require.NoError(t, err)
	source := filepath.Join(dir, "style.css")
	require.NoError(t, os.WriteFile(source, []byte("body{color:red}"), 0o644))
	later := time.Now().Add(time.Second)
	require.NoError(t, os.Chtimes(source, later, later))

	got := ask(open(t, dir), "GET", "/style.css", "Accept-Encoding: gzip")
	assert.Empty(t, got.Header().Get("Content-Encoding"))
	assert.Equal(t, "body{color:red}", got.Body.String())
}

func TestRevalidation(t *testing.T) {
	dir := folder(t)
	handler := open(t, dir)
	first := ask(handler, "GET", "/main.wasm")
	tag := first.Header().Get("ETag")
	require.NotEmpty(t, tag)
	assert.Equal(t, "no-cache", first.Header().Get("Cache-Control"))
	assert.Empty(t, first.Header().Get("Last-Modified"))

	same := ask(handler, "GET", "/main.wasm", "If-None-Match: "+tag)
	assert.Equal(t, http.StatusNotModified, same.Code)
	assert.Empty(t, same.Body.Bytes())
	assert.Equal(t, tag, same.Header().Get("ETag"))

	// A rebuild of the same length is still another program.
	source := filepath.Join(dir, "main.wasm")
	require.NoError(t, os.WriteFile(source, []byte(strings.ToUpper(wasm)), 0o644))
	later := time.Now().Add(time.Second)
	require.NoError(t, os.Chtimes(source, later, later))
	rebuilt := ask(handler, "GET", "/main.wasm", "If-None-Match: "+tag)
	assert.Equal(t, http.StatusOK, rebuilt.Code)
	assert.NotEqual(t, tag, rebuilt.Header().Get("ETag"))
	assert.Equal(t, strings.ToUpper(wasm), rebuilt.Body.String())
	assert.Len(t, handler.tags, 1, "the tag of the old state is dropped")
}

func TestRange(t *testing.T) {
	handler := open(t, folder(t))
	got := ask(handler, "GET", "/main.wasm", "Range: bytes=1-3")
	assert.Equal(t, http.StatusPartialContent, got.Code)
	assert.Equal(t, "asm", got.Body.String())
	assert.Equal(t, "3", got.Header().Get("Content-Length"))
}

func TestNewNamesWhatIsMissing(t *testing.T) {
	dir := folder(t)
	require.NoError(t, os.Remove(filepath.Join(dir, "main.wasm")))
	_, err := New(dir)
	require.ErrorContains(t, err, "main.wasm is missing in "+dir)
	assert.ErrorContains(t, err, "make build")

	_, err = New(filepath.Join(dir, "absent"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func unzip(t *testing.T, packed []byte) string {
	t.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	content, err := io.ReadAll(reader)
	require.NoError(t, err)
	return string(content)
}
