package site

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// index is the page that is served.
func index(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../index.html")
	require.NoError(t, err)
	return string(text)
}

// A host without headers of its own must be as strict as web/serve.
func TestPagePolicyIsTheServers(t *testing.T) {
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(index(t))
	require.Len(t, policy, 2)
	assert.Equal(t, ContentSecurityPolicy, policy[1])
}

func TestPageHasNothingThatThePolicyForbids(t *testing.T) {
	page := index(t)
	for _, inline := range []string{`<style`, ` style=`, `<script>`, ` on[a-z]+=`, `javascript:`, `(src|href)="(https?:)?//`} {
		assert.NotRegexp(t, inline, page)
	}
}

func TestPageNamesOnlyFilesThatAreServed(t *testing.T) {
	// The build puts them there: the toolchain's own script, and a style sheet of many files.
	built := map[string]bool{"wasm_exec.js": true, "style.css": true}
	parts, err := filepath.Glob("../css/*.css")
	require.NoError(t, err)
	require.NotEmpty(t, parts)
	names := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(index(t), -1)
	require.NotEmpty(t, names)
	for _, match := range names {
		_, _, ok := runtimeFile("/" + match[1])
		assert.True(t, ok, "%s is not served", match[1])
		if !built[match[1]] {
			assert.FileExists(t, filepath.Join("..", match[1]))
		}
	}
}

func TestPageIsAtHomeInASubfolder(t *testing.T) {
	// Static hosts often serve a project below a path; relative addresses work there.
	assert.NotRegexp(t, `(src|href)="/`, index(t))
}
