//go:build browser

package browsertest

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLoaderStartsTheProgram(t *testing.T) {
	p := openAt(t, serveEmpty(t), view{Painted: true})
	p.waitTick(3)
	assert.Equal(t, "", p.text("#boot"), "the loading stage is gone")
	program, asked := p.asked("/main.wasm")
	require.True(t, asked)
	assert.Equal(t, "gzip", program.encoding)
	_, asked = p.asked("/main.wasm.gz")
	assert.False(t, asked, "a host that compresses is not asked twice")
	assert.Positive(t, eval[int](p, "__ringside.frames"))
	assert.Positive(t, eval[float64](p, "__ringside.frameMillis"))
	assert.Less(t, eval[int](p, "__ringside.drawCalls"), 5, "an empty screen is cleared and shown, no more")
}

// host serves a folder as static hosts do that know nothing of this project.
type host struct {
	dir     string
	types   map[string]string // content types by extension that this host gets wrong
	encoded bool              // .gz files are declared as encoded, so browsers unpack them
	always  string            // sent with status 200 for whatever does not exist
}

func (h host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	content, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		if h.always == "" {
			http.NotFound(w, r)
			return
		}
		content, name = []byte(h.always), "index.html"
	}
	types := map[string]string{
		".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
		".wasm": "application/wasm", ".gz": "application/gzip", ".json": "application/json",
	}
	if wrong, ok := h.types[filepath.Ext(name)]; ok {
		types[filepath.Ext(name)] = wrong
	}
	w.Header().Set("Content-Type", types[filepath.Ext(name)])
	if h.encoded && strings.HasSuffix(name, ".gz") {
		w.Header().Set("Content-Type", "application/wasm")
		w.Header().Set("Content-Encoding", "gzip")
	}
	_, _ = w.Write(content) // a browser that has gone away is not our concern
}

func TestLoaderOnForeignHosts(t *testing.T) {
	beside(t)
	for _, row := range []struct {
		name   string
		host   host
		packed bool   // main.wasm.gz is taken
		expect string // what the browser itself logs there
	}{
		{name: "no compression", host: host{dir: emptyDir(t)}, packed: true},
		{name: "declares .gz as encoded", host: host{dir: emptyDir(t), encoded: true}, packed: true},
		{name: "no .gz file", host: host{dir: emptyCopy(t, "main.wasm.gz", "sizes.json")}, expect: `404 .*(main\.wasm\.gz|sizes\.json)`},
		{name: "wrong type", host: host{dir: emptyCopy(t, "main.wasm.gz"), types: map[string]string{".wasm": "application/octet-stream"}}, expect: `404 .*main\.wasm\.gz`},
		{name: "a page for every address", host: host{dir: emptyCopy(t, "main.wasm.gz", "sizes.json"), always: "<!doctype html>"}},
		{name: "only the .gz file", host: host{dir: emptyCopy(t, "main.wasm")}, packed: true, expect: `404 .*main\.wasm`},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := openAt(t, serve(t, row.host), view{NoWait: true})
			if row.expect != "" {
				p.expect(row.expect)
			}
			p.waitFor("window.__ringside && __ringside.firstFrame > 0")
			p.waitTick(2)
			request, _ := p.asked("/main.wasm.gz")
			assert.Equal(t, row.packed, request.finished && request.bytes > 100_000)
		})
	}
}

// slow holds the program back until it is told to go on.
func slow(handler http.Handler, path string, goOn <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			handler.ServeHTTP(&halting{ResponseWriter: w, left: 1_000_000, goOn: goOn}, r)
			return
		}
		handler.ServeHTTP(w, r)
	})
}

// halting sends so many bytes, then waits.
type halting struct {
	http.ResponseWriter
	left int
	goOn <-chan struct{}
}

func (h *halting) Write(content []byte) (int, error) {
	if h.left <= 0 || len(content) <= h.left {
		h.left -= len(content)
		return h.ResponseWriter.Write(content)
	}
	n, err := h.ResponseWriter.Write(content[:h.left])
	if err != nil {
		return n, err
	}
	h.ResponseWriter.(http.Flusher).Flush()
	h.left = 0
	<-h.goOn
	m, err := h.ResponseWriter.Write(content[n:])
	return n + m, err
}

func TestLoaderShowsProgress(t *testing.T) {
	beside(t)
	for _, row := range []struct{ lang, theme, pattern string }{
		{"en", "light", `1\.0 of \d\.\d MB`},
		{"zh", "dark", `1\.0 / \d\.\d MB`},
	} {
		t.Run(row.lang, func(t *testing.T) {
			goOn := make(chan struct{})
			address := serve(t, slow(host{dir: emptyDir(t)}, "/main.wasm.gz", goOn))
			p := openAt(t, address, view{Painted: true, Width: 390, Height: 600, Theme: row.theme, Lang: row.lang, NoWait: true})
			p.waitFor("document.getElementById('boot-progress')?.value > 0")
			p.waitFor("document.getElementById('boot-bytes').textContent.startsWith('1.0')")
			assert.Regexp(t, row.pattern, p.text("#boot-bytes"))
			share := eval[float64](p, "document.getElementById('boot-progress').value")
			assert.InDelta(t, 1_000_000.0/float64(fileSize(t, "main.wasm.gz")), share, 0.05)
			p.checkA11y()
			p.capture("loading")
			close(goOn)
			p.waitFor("__ringside.firstFrame > 0")
		})
	}
}

func fileSize(t testing.TB, name string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(emptyDir(t), name))
	require.NoError(t, err)
	return info.Size()
}

// noWebGL2 makes the browser one that offers no WebGL 2.
const noWebGL2 = `
	const getContext = HTMLCanvasElement.prototype.getContext;
	HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
		return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
	};`

func TestLoaderSaysWhatIsWrong(t *testing.T) {
	beside(t)
	damaged := emptyCopy(t, "main.wasm.gz")
	require.NoError(t, os.WriteFile(filepath.Join(damaged, "main.wasm"), []byte("\x00asm\x01\x00\x00\x00damaged"), 0o644))
	for _, row := range []struct {
		name, lang, theme, script string
		dir                       string
		want                      string
		expect                    string
	}{
		{name: "webgl", lang: "en", theme: "dark", script: noWebGL2, dir: emptyDir(t), want: "no WebGL 2", expect: "noWebGL"},
		{name: "webgl", lang: "zh", theme: "light", script: noWebGL2, dir: emptyDir(t), want: "没有提供绘图所需的 WebGL 2", expect: "noWebGL"},
		{name: "wasm", lang: "en", script: "delete window.WebAssembly", dir: emptyDir(t), want: "cannot run WebAssembly", expect: "noWasm"},
		{name: "missing", lang: "en", dir: emptyCopy(t, "main.wasm", "main.wasm.gz"), want: "could not be loaded.\n\nmain.wasm: HTTP 404", expect: `404|download`},
		{name: "damaged", lang: "zh", dir: damaged, want: "文件已损坏", expect: "404|damaged"},
	} {
		t.Run(row.name+"-"+row.lang, func(t *testing.T) {
			p := openAt(t, serve(t, host{dir: row.dir}), view{Painted: true, Width: 390, Height: 600, Theme: row.theme, Lang: row.lang, Script: row.script, NoWait: true})
			p.expect(row.expect)
			p.waitFor("document.getElementById('boot-error')?.hidden === false")
			assert.Contains(t, p.text("#boot-error"), row.want)
			assert.Equal(t, "", p.text("#boot-loading"), "nothing goes on any more")
			p.checkA11y()
			p.capture("error-" + row.name)
		})
	}
}

func TestLoaderOnALocalFile(t *testing.T) {
	p := openAt(t, "file://"+filepath.ToSlash(emptyDir(t))+"/index.html", view{NoWait: true})
	p.expect("noServer|blocked by CORS policy|net::ERR_FAILED")
	p.waitFor("document.getElementById('boot-error')?.hidden === false")
	assert.Contains(t, p.text("#boot-error"), "make run")
}

func TestLoaderSaysThatTheProgramStopped(t *testing.T) {
	p := openAt(t, serveEmpty(t), view{Script: "addEventListener('DOMContentLoaded', () => { const run = Go.prototype.run; Go.prototype.run = function (i) { window.go = this; return run.call(this, i); }; })"})
	p.expect("stopped|exit code|Go program has already exited")
	p.run("go.exit(3); go._resolveExitPromise()")
	p.waitFor("document.getElementById('boot').hidden === false")
	assert.Contains(t, p.text("#boot-error"), "has stopped")
	assert.Contains(t, p.text("#boot-error"), "exit code 3")
	p.run("window.old = true")
	p.click("#boot-reload")
	p.waitFor("!window.old && window.__ringside?.firstFrame > 0")
}
