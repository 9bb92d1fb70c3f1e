package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// small is a script whose figures follow by arithmetic: one consumer, so c1
// owns everything; 10 messages/s for 10 s on two queues.
const small = `title.en Small
broker a
topic t a:2
producer t rate=10/s
group g topic=t
consumer c1 group=g
run 10s
expect owns c1 = a/0,a/1
expect duplicates = 0
`

// failing has an expectation that cannot hold, on its last line (9).
var failing = strings.Replace(small, "duplicates = 0", "duplicates = 5", 1)

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestUsage(t *testing.T) {
	code, out, errs := do("")
	assert.Equal(t, exitUsage, code)
	assert.Empty(t, out)
	assert.Equal(t, helpText, errs)
	code, out, _ = do("", "help")
	assert.Equal(t, exitOK, code)
	assert.Equal(t, helpText, out)
	for line := range strings.Lines(helpText) {
		assert.LessOrEqual(t, len(line)-1, lineWidth, line)
	}
	for _, c := range commands() {
		code, out, errs = do("", "help", c.name)
		assert.Equal(t, exitOK, code, c.name)
		assert.Contains(t, out, "usage: ringside "+c.name)
		assert.Empty(t, errs)
		assert.Contains(t, helpText, "ringside "+c.name)
	}
	for args, want := range map[string]string{
		"nonsense":           `unknown command "nonsense"`,
		"help nonsense":      `unknown command "nonsense"`,
		"run":                "expected one FILE",
		"run a b":            "expected one FILE",
		"run -json -trace -": "exclude each other",
		"run -until x -":     `-until "x" is not a time`,
		"run -until -1s -":   `-until "-1s" is not a time`,
		"run -nonsense -":    "flag provided but not defined",
		"run /no/such":       "run: /no/such: no such file or directory",
		"check":              "no FILE given",
		"check -x":           "flag provided but not defined",
		"check /no/such":     "check: /no/such: no such file or directory",
		"fmt":                "no FILE given",
		"fmt -w -d x":        "exclude each other",
		"fmt -w -":           "cannot write back to standard input",
		"fmt /no/such":       "fmt: /no/such: no such file or directory",
		"fmt -x":             "flag provided but not defined",
		"link":               "expected one FILE",
		"link /no/such":      "link: /no/such: no such file or directory",
		"link -x":            "flag provided but not defined",
		"unlink":             "expected one LINK",
		"unlink 1AAAA":       "the link is damaged",
		"unlink 9AAAA":       "a version that is not known",
		"unlink -x":          "flag provided but not defined",
	} {
		code, out, errs := do(small, strings.Fields(args)...)
		assert.Equal(t, exitUsage, code, args)
		assert.Contains(t, errs, want, args)
		if !strings.HasPrefix(args, "check /") {
			assert.Empty(t, out, args)
		}
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the disk is on fire") }

func TestBrokenInput(t *testing.T) {
	for _, args := range []string{"run -", "check -", "fmt -", "link -", "unlink -", "allocate -"} {
		var out, errs strings.Builder
		code := run(strings.Fields(args), brokenReader{}, &out, &errs)
		assert.Equal(t, exitUsage, code, args)
		assert.Contains(t, errs.String(), "the disk is on fire", args)
	}
	code, _, errs := do(strings.Repeat("# long\n", maxFile/7+1), "run", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "larger than")
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenOutput(t *testing.T) {
	var errs strings.Builder
	code := run([]string{"run", "-json", "-"}, strings.NewReader(small), brokenWriter{}, &errs)
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs.String(), "standard output")
}

func TestFmt(t *testing.T) {
	loose := strings.ReplaceAll(small, "topic t", "topic   t")
	code, out, _ := do(loose, "fmt", "-")
	assert.Equal(t, exitOK, code)
	assert.Equal(t, small, out)
	path := file(t, "x.ringside", loose)
	code, out, _ = do("", "fmt", "-d", path)
	assert.Equal(t, exitFail, code)
	assert.Contains(t, out, "@@ -3 +3 @@\n-topic   t a:2\n+topic t a:2\n")
	code, out, errs := do("", "fmt", "-w", path)
	assert.Equal(t, exitOK, code, errs)
	assert.Empty(t, out)
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, small, string(now))
	for _, flag := range []string{"-d", "-w"} {
		code, out, _ = do("", "fmt", flag, path)
		assert.Equal(t, exitOK, code)
		assert.Empty(t, out)
	}
	code, out, errs = do("brokr a\n", "fmt", "-")
	assert.Equal(t, exitUsage, code)
	assert.Empty(t, out)
	assert.Contains(t, errs, "<stdin>:1:1: ")
	assert.Contains(t, errs, "did you mean `broker`?")
}

func TestLineDiffOfLongTexts(t *testing.T) {
	assert.Equal(t, []string{"@@ -2 +2 @@", "-b", "@@ -4 +3 @@", "+d"}, lineDiff("a\nb\nc\n", "a\nc\nd\n"))
	long := lineDiff(strings.Repeat("x\n", 3000), strings.Repeat("y\n", 3000))
	assert.Len(t, long, 6001)
}

func TestLinkAndBack(t *testing.T) {
	code, link, errs := do(small, "link", "-")
	require.Equal(t, exitOK, code, errs)
	for _, form := range []string{"%", "https://example.org/x/#%", "#s=%", "#lang=zh&s=%&t=3"} {
		code, out, errs := do("", "unlink", strings.ReplaceAll(form, "%", strings.TrimSpace(link)))
		assert.Equal(t, exitOK, code, errs)
		assert.Equal(t, small, out, form)
	}
	code, out, _ := do(link, "unlink", "-")
	assert.Equal(t, exitOK, code)
	assert.Equal(t, small, out)
	code, _, errs = do("nonsense\n", "link", "-")
	assert.Equal(t, exitUsage, code)
	assert.Contains(t, errs, "<stdin>:1:1: ")
}
