package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRunSummary(t *testing.T) {
	code, out, errs := do(small, "run", "-")
	assert.Equal(t, exitOK, code, errs)
	assert.Contains(t, out, "Small\n10.000 s of rocketmq")
	assert.Contains(t, out, "ok     expect owns c1 = a/0,a/1\n")
	assert.Contains(t, out, "ok     expect duplicates = 0\n")
	assert.Contains(t, out, "\nrequests: ")
	assert.Contains(t, out, "\nfrom store to hand-over: min 1.0, ")
	for line := range strings.Lines(out) {
		assert.LessOrEqual(t, len([]rune(line))-1, lineWidth, line)
	}
	code, out, _ = do(failing, "run", "-")
	assert.Equal(t, exitFail, code)
	assert.Contains(t, out, "FAILED expect duplicates = 5; got 0 (line 9)\n")
	code, out, errs = do("brokr a\nrun 10s\n", "run", "-")
	assert.Equal(t, exitUsage, code)
	assert.Empty(t, out)
	assert.Contains(t, errs, "<stdin>:1:1: ")
}

// 10 messages/s for 10 s are about 100; the run ends with the last in a listener at most.
func TestRunJSON(t *testing.T) {
	path := file(t, "small.ringside", small)
	code, out, errs := do("", "run", "-json", path)
	require.Equal(t, exitOK, code, errs)
	assert.Equal(t, 1, strings.Count(out, "\n"), "one object, one line")
	var got map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	for _, field := range []string{"name", "system", "client", "what", "setup", "actions", "life", "rebalances", "ownership", "members", "events",
		"commits", "deliveries", "duplicates", "duplicates_by_action", "committed", "produced", "totals", "notes"} {
		assert.Contains(t, got, field)
	}
	assert.JSONEq(t, `"small"`, string(got["name"]))
	var totals struct {
		Distinct, Completions, Duplicates, Produced int64
		DurationMS                                  int64 `json:"duration_ms"`
	}
	require.NoError(t, json.Unmarshal(got["totals"], &totals))
	assert.InDelta(t, 100, totals.Produced, 1)
	assert.InDelta(t, 100, totals.Distinct, 2)
	assert.Equal(t, totals.Completions, totals.Distinct+totals.Duplicates)
	assert.EqualValues(t, 10000, totals.DurationMS)
	code, again, _ := do("", "run", "-json", path)
	assert.Equal(t, exitOK, code)
	assert.Equal(t, out, again, "the same script gives the same bytes")
	code, out, errs = do(failing, "run", "-json", "-")
	assert.Equal(t, exitFail, code)
	assert.True(t, json.Valid([]byte(out)))
	assert.Equal(t, "<stdin>:9: failed: expect duplicates = 5; got 0\n", errs)
}

func TestRunTraceDigestUntil(t *testing.T) {
	code, out, _ := do(small, "run", "-trace", "-")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, out, "c1 allocates t: 2 queues among c1 (from a) = a/0-1")
	_, digest, _ := do(small, "run", "-digest", "-")
	assert.Regexp(t, `^[0-9a-f]{16}\n$`, digest)
	_, early, errs := do(small, "run", "-digest", "-until", "5s", "-")
	assert.Regexp(t, `^[0-9a-f]{16}\n$`, early, errs)
	assert.NotEqual(t, digest, early)
	_, out, _ = do(small, "run", "-until", "5s", "-")
	assert.Contains(t, out, "5.000 s of rocketmq")
	assert.Contains(t, out, "later  expect duplicates = 0\n")
	code, _, errs = do(small, "run", "-until", "11s", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "-until 11s is beyond the end of the run, 10s")
}

func TestCheck(t *testing.T) {
	good := file(t, "good.ringside", small)
	code, out, errs := do("", "check", good)
	assert.Equal(t, exitOK, code, errs)
	assert.Equal(t, "1 script, 2 expectations, 0 failures\n", out)
	bad := file(t, "bad.ringside", failing)
	code, out, _ = do("", "check", good, bad)
	assert.Equal(t, exitFail, code)
	assert.Equal(t, bad+":9: failed: expect duplicates = 5; got 0\n2 scripts, 4 expectations, 1 failure\n", out)
	broken := file(t, "broken.ringside", strings.Replace(small, "topic t", "topik t", 1))
	code, out, _ = do("", "check", broken)
	assert.Equal(t, exitFail, code)
	assert.Contains(t, out, broken+":3:1: ")
	code, out, _ = do(small, "check", "-")
	assert.Equal(t, exitOK, code)
	assert.Contains(t, out, "1 script, 2 expectations, 0 failures\n")
}

// The script's line 9 stands on line 14 of the file, indented in a list.
func TestCheckMarkdown(t *testing.T) {
	indented := "  " + strings.ReplaceAll(strings.TrimSuffix(failing, "\n"), "\n", "\n  ")
	text := "# Doc\n\n- item\n\n  ```ringside\n" + indented + "\n  ```\n\n````markdown\n```ringside\nnot a script\n```\n````\n"
	path := file(t, "doc.md", text)
	code, out, _ := do("", "check", path)
	assert.Equal(t, exitFail, code)
	assert.Equal(t, path+":14: failed: expect duplicates = 5; got 0\n1 script, 2 expectations, 1 failure\n", out)
	empty := file(t, "empty.MD", "nothing here\n")
	code, out, errs := do("", "check", empty)
	assert.Equal(t, exitOK, code)
	assert.Contains(t, out, "0 scripts")
	assert.Contains(t, errs, "no ```ringside fences")
}

func TestFences(t *testing.T) {
	got := fences("~~~ringside lesson\na\n```\nb\n~~~\n```js\nx\n```\n```ringside\r\nc\r\n`````\n``` inline `` `ringside`\n```ringside\nunclosed")
	require.Len(t, got, 3)
	assert.Equal(t, fence{2, "a\n```\nb\n"}, got[0])
	assert.Equal(t, fence{10, "c\n"}, got[1])
	assert.Equal(t, fence{14, "unclosed\n"}, got[2])
}

func TestProgressOnlyOnTerminals(t *testing.T) {
	assert.False(t, isTerminal(&strings.Builder{}))
	f, err := os.Open(file(t, "plain", ""))
	require.NoError(t, err)
	defer f.Close()
	assert.False(t, isTerminal(f))
	if null, err := os.Open(os.DevNull); err == nil {
		defer null.Close()
		assert.True(t, isTerminal(null), "a character device counts as one")
	}
}
