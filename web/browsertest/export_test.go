//go:build browser

package browsertest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
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

// cells reads a file of comma-separated values under its heading.
func cells(t *testing.T, file, heading string) [][]string {
	t.Helper()
	assert.Equal(t, strings.Count(file, "\n"), strings.Count(file, "\r\n"), "lines end as RFC 4180 has it")
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	require.NoError(t, err)
	require.Greater(t, len(rows), 1)
	require.Equal(t, heading, strings.Join(rows[0], ","))
	return rows[1:]
}

// agreesWithSeries holds the figures over time, as CSV and as JSON, against core's own.
func agreesWithSeries(t *testing.T, sim *core.Sim, table [][]string, object string) {
	t.Helper()
	want := sim.Series(0)
	// 45 s in steps of 0.1 s.
	require.Equal(t, 450, want.Steps())
	require.Len(t, table, 450)
	for i, row := range table {
		n := []any{(i + 1) * 100, want.Backlog[i], want.Completions[i], want.Duplicates[i], want.Unowned[i]}
		assert.Equal(t, fmt.Sprintln(append([]any{"g-two-brokers-join"}, n...)...), strings.Join(row, " ")+"\n")
	}
	var groups []struct {
		Group                                     string
		StepMS                                    int `json:"step_ms"`
		Backlog, Completions, Duplicates, Unowned []int32
	}
	require.NoError(t, json.Unmarshal([]byte(object), &groups))
	require.Len(t, groups, 1)
	g := groups[0]
	assert.Equal(t, []any{"g-two-brokers-join", 100}, []any{g.Group, g.StepMS})
	assert.Equal(t, [][]int32{want.Backlog, want.Completions, want.Duplicates, want.Unowned}, [][]int32{g.Backlog, g.Completions, g.Duplicates, g.Unowned})
	// In the lesson a/3 was held twice, and others by nobody.
	var repeats, free int32
	for i := range g.Duplicates {
		repeats, free = repeats+g.Duplicates[i], max(free, g.Unowned[i])
	}
	assert.Positive(t, repeats)
	assert.Positive(t, free)
}

// agreesWithTrace holds the history of ownership, as CSV and as JSON, against the
// trace: nobody leaves or dies before 45 s of the lesson, so each KindTake begins
// a time and each KindDrop ends one, to the millisecond.
func agreesWithTrace(t *testing.T, sim *core.Sim, table [][]string, object string) {
	t.Helper()
	log := sim.Log()
	type tenure struct {
		Queue, Consumer string
		From            int64 `json:"from_ms"`
		To              int64 `json:"to_ms"`
		Lasts           bool
	}
	var want []tenure
	for _, e := range log.Events() {
		if e.Kind != trace.KindTake && e.Kind != trace.KindDrop {
			continue
		}
		queue, consumer, at := log.Queues[e.Queue], log.Consumers[e.Consumer], e.At/1e6
		if e.Kind == trace.KindTake {
			want = append(want, tenure{queue, consumer, at, 45_000, true})
			continue
		}
		i := slices.IndexFunc(want, func(w tenure) bool { return w.Queue == queue && w.Consumer == consumer && w.Lasts })
		require.GreaterOrEqual(t, i, 0)
		want[i].To, want[i].Lasts = at, false
	}
	var got []tenure
	require.NoError(t, json.Unmarshal([]byte(object), &got))
	assert.ElementsMatch(t, want, got)
	require.Len(t, table, len(got))
	for i, g := range got {
		assert.Equal(t, []string{g.Queue, g.Consumer, fmt.Sprint(g.From), fmt.Sprint(g.To), fmt.Sprint(g.Lasts)}, table[i])
	}
}

func TestExports(t *testing.T) {
	p := openPage(t, view{Painted: true, Lang: "en", Width: 1280, Height: 800, Address: "#lesson=two-brokers&t=45s&paused=1", Script: catchFiles})
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
	sim := headless(t, p.script(), p.now())
	export("series-csv")
	series := cells(t, last(), "group,t_ms,backlog,completions,duplicates,unowned")
	export("series-json")
	agreesWithSeries(t, sim, series, last())
	export("owners-csv")
	tenures := cells(t, last(), "queue,consumer,from_ms,to_ms,lasts")
	export("owners-json")
	agreesWithTrace(t, sim, tenures, last())
	i := slices.IndexFunc(tenures, func(row []string) bool { return row[0] == "b/3" && row[1] == "c3" })
	require.GreaterOrEqual(t, i, 0)
	assert.Regexp(t, `^33\d\d\d$`, tenures[i][2], "the lesson's hand-over at 33.3 s")
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
