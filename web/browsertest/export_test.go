//go:build browser

package browsertest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is saved is caught on its way to the disk.
const catchFiles = `window.files = [];
	const make = URL.createObjectURL;
	URL.createObjectURL = b => { b.arrayBuffer().then(a => files.push({type: b.type, size: a.byteLength, bytes: [...new Uint8Array(a.slice(0, 8))], text: b.type.startsWith('image') ? '' : new TextDecoder().decode(a)})); return make(b); };
	navigator.clipboard.writeText = t => { window.copied = t; return Promise.resolve(); };`

// goTest runs a test in a module of its own that uses this one.
func goTest(t *testing.T, text string) (output string, err error) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	dir := t.TempDir()
	mod := "module copied\n\ngo 1.25.0\n\nrequire ringside v0.0.0\n\nreplace ringside => " + root + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "copied_test.go"), []byte(text), 0o600))
	cmd := exec.Command("go", "test", "-mod=mod", "-v", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestExports(t *testing.T) {
	p := openPage(t, view{Lang: "en", Width: 1280, Height: 800, Address: "#lesson=two-brokers&t=45s&paused=1", Script: catchFiles})
	p.click("#tab-figures")
	p.waitTick(8)
	export := func(kind string) {
		t.Helper()
		n := eval[int](p, "files.length")
		p.run(fmt.Sprintf("document.querySelector('[data-arg=\"export.%s\"]').scrollIntoView()", kind))
		p.click(fmt.Sprintf("[data-arg='export.%s']", kind))
		p.waitFor(fmt.Sprintf("files.length > %d", n))
	}
	last := func() string { return eval[string](p, "files.at(-1).text") }
	export("series-csv")
	// 45 s in steps of 0.1 s, and the heading.
	assert.Equal(t, 451, eval[int](p, "files.at(-1).text.trim().split('\\r\\n').length"))
	export("owners-csv")
	assert.Contains(t, last(), "queue,consumer,from_ms,to_ms,lasts")
	assert.Regexp(t, `(?m)^b/3,c3,33\d\d\d,45000,true`, last(), "the lesson's hand-over at 33.3 s")
	export("owners-json")
	assert.Equal(t, "a/0", eval[string](p, "JSON.parse(files.at(-1).text)[0].queue"))
	export("report")
	assert.Equal(t, "rocketmq (simulated by ringside)", eval[string](p, "JSON.parse(files.at(-1).text).system"))
	export("script")
	assert.Contains(t, last(), "group g-two-brokers-join")
	p.click("[data-arg='export.go-test']")
	p.waitFor("window.copied")
	copied := eval[string](p, "copied")
	assert.Contains(t, copied, "func TestTwoBrokers(t *testing.T)")
	assert.Contains(t, copied, p.digest())
	output, err := goTest(t, copied)
	assert.NoError(t, err, output)
	assert.Contains(t, output, "--- PASS: TestTwoBrokers")
	output, err = goTest(t, strings.Replace(copied, p.digest(), "0123456789abcdef", 1))
	assert.Error(t, err, "a test that cannot fail shows nothing")
	assert.Contains(t, output, "the run differs from the one that was seen")

	export("picture")
	assert.Equal(t, []int{0x89, 'P', 'N', 'G'}, eval[[]int](p, "files.at(-1).bytes.slice(0, 4)"))
	// A picture of one colour only is some hundred bytes large.
	assert.Greater(t, eval[int](p, "files.at(-1).size"), 10_000, "something is on it")
}
