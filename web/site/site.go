// Package site serves the folder web/ to a browser: the runtime files of the
// page and nothing else, with the headers that the page needs.
package site

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ContentSecurityPolicy is what index.html also says in a meta element, for
// hosts that send no header of their own. 'wasm-unsafe-eval' lets the browser
// compile WebAssembly and nothing else; Ebitengine sets its styles through the
// CSSOM, which style-src does not restrict. There is no frame-ancestors, so that
// any documentation can embed the page: "frame-ancestors *" would shut out
// local files and the previews of editors, whose addresses are not http.
const ContentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

// contentTypes is the list of what may be served, by extension; the system's
// own tables differ between machines (some give no type for .wasm).
var contentTypes = map[string]string{
	".css":      "text/css; charset=utf-8",
	".html":     "text/html; charset=utf-8",
	".ico":      "image/x-icon",
	".js":       "text/javascript; charset=utf-8",
	".json":     "application/json",
	".png":      "image/png",
	".ringside": "text/plain; charset=utf-8",
	".svg":      "image/svg+xml",
	".wasm":     "application/wasm",
}

// needed are the files without which the page cannot start.
var needed = []string{"index.html", "wasm_exec.js", "main.wasm"}

// Handler serves one folder. It answers GET and HEAD for the runtime files that
// stand directly in the folder; sources, dot files and listings are not found.
type Handler struct {
	root *os.Root

	mu   sync.Mutex
	tags map[tagKey]string
}

// tagKey tells one state of a file from the next.
type tagKey struct {
	name    string
	size    int64
	modTime time.Time
}

// New opens dir. It fails if the folder cannot be opened or a file that the
// page needs is missing, and names that file.
func New(dir string) (*Handler, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the folder to serve: %w", err)
	}
	for _, name := range needed {
		if _, err := root.Stat(name); err != nil {
			return nil, errors.Join(fmt.Errorf("%s is missing in %s: run `make build` first", name, dir), root.Close())
		}
	}
	return &Handler{root: root, tags: map[tagKey]string{}}, nil
}

// Close releases the folder.
func (h *Handler) Close() error { return h.root.Close() }

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", ContentSecurityPolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are served here", http.StatusMethodNotAllowed)
		return
	}
	name, contentType, ok := runtimeFile(r.URL.Path)
	if !ok {
		http.NotFound(w, r)
		return
	}
	h.serveFile(w, r, name, contentType)
}

// runtimeFile gives the file that a URL path names and its content type.
func runtimeFile(urlPath string) (name, contentType string, ok bool) {
	name = strings.TrimPrefix(urlPath, "/")
	if name == "" {
		name = "index.html"
	}
	if strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) {
		return "", "", false
	}
	if plain, packed := strings.CutSuffix(name, ".gz"); packed {
		return name, "application/gzip", contentTypes[path.Ext(plain)] != ""
	}
	contentType, ok = contentTypes[path.Ext(name)]
	return name, contentType, ok
}

// serveFile sends the file, or its compressed twin if the client takes it.
func (h *Handler) serveFile(w http.ResponseWriter, r *http.Request, name, contentType string) {
	file, info, err := h.open(name)
	if err != nil {
		failOpen(w, r, name, err)
		return
	}
	defer file.Close()
	header := w.Header()
	if compressible[path.Ext(name)] {
		header.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Values("Accept-Encoding")) {
			// A twin older than its source is left over from an earlier build.
			packed, packedInfo, err := h.open(name + ".gz")
			if err == nil {
				defer packed.Close()
				if !packedInfo.ModTime().Before(info.ModTime()) {
					file, info = packed, packedInfo
					header.Set("Content-Encoding", "gzip")
				}
			}
		}
	}
	tag, err := h.tag(file, info)
	if err != nil {
		header.Del("Content-Encoding")
		http.Error(w, "cannot read "+name, http.StatusInternalServerError)
		return
	}
	header.Set("Content-Type", contentType)
	header.Set("ETag", tag)
	// The browser may keep a copy but asks before each use, so that a rebuilt
	// program is never stale.
	header.Set("Cache-Control", "no-cache")
	// ServeContent leaves the length out of encoded answers; the page's progress
	// bar wants it.
	header.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	// No Last-Modified: its whole seconds are too coarse for quick rebuilds.
	http.ServeContent(w, r, name, time.Time{}, file)
}

// open opens a regular file of the folder.
func (h *Handler) open(name string) (*os.File, fs.FileInfo, error) {
	file, err := h.root.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return file, info, nil
}

// failOpen answers for a file that open refused.
func failOpen(w http.ResponseWriter, r *http.Request, name string, err error) {
	if errors.Is(err, fs.ErrPermission) {
		http.Error(w, "not allowed to read "+name, http.StatusForbidden)
		return
	}
	http.NotFound(w, r)
}

// tag gives a strong entity tag: the hash of what is sent, so the compressed
// twin has one of its own. Hashes are kept until the file changes.
func (h *Handler) tag(file *os.File, info fs.FileInfo) (string, error) {
	key := tagKey{info.Name(), info.Size(), info.ModTime()}
	h.mu.Lock()
	defer h.mu.Unlock()
	if tag, ok := h.tags[key]; ok {
		return tag, nil
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	tag := `"` + hex.EncodeToString(hash.Sum(nil)[:16]) + `"`
	for old := range h.tags {
		if old.name == key.name {
			delete(h.tags, old)
		}
	}
	h.tags[key] = tag
	return tag, nil
}
