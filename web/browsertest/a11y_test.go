//go:build browser

package browsertest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The version of axe-core that is used where npm is at hand, and npm's own
// sum of its package.
const (
	axeVersion = "4.14.1"
	axeSum     = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)

// rules are hand-written checks of the rules that matter most here. They run
// everywhere, so that a machine without axe-core checks the page too.
//
//go:embed testdata/a11y.js
var rules string

// checkA11y fails the test for each violation of accessibility in the page as
// it is now: by the hand-written rules, and by axe-core where it can be had.
func (p *tab) checkA11y() {
	p.t.Helper()
	p.checkA11yBy(allRules)
}

// checkColours is checkA11y for what has been checked in other colours: of
// axe-core's rules those about colours are left.
func (p *tab) checkColours() {
	p.t.Helper()
	p.checkA11yBy(colourRules)
}

// What axe-core is told about its rules.
const (
	allRules    = "resultTypes: ['violations']"
	colourRules = allRules + ", runOnly: {type: 'rule', values: ['color-contrast', 'link-in-text-block']}"
)

func (p *tab) checkA11yBy(options string) {
	p.t.Helper()
	assert.Empty(p.t, p.ruleViolations(), "accessibility, by testdata/a11y.js")
	axe, err := axeSource(p.t)
	if err != nil {
		p.t.Logf("axe-core is not at hand (%v); the hand-written rules alone were checked", err)
		return
	}
	assert.Empty(p.t, p.axeViolations(axe, options), "accessibility, by axe-core %s", axeVersion)
}

func (p *tab) ruleViolations() []string {
	p.t.Helper()
	return eval[[]string](p, rules+"\n;checkA11y(document)")
}

func (p *tab) axeViolations(axe, options string) []string {
	p.t.Helper()
	if !eval[bool](p, "'axe' in window") {
		p.run(axe)
	}
	return eval[[]string](p, `axe.run(document, {`+options+`}).then(result => result.violations.flatMap(
		rule => rule.nodes.map(node => rule.id + ': ' + rule.help + ': ' + node.html + ' (' + node.failureSummary + ')')))`)
}

var axe struct {
	once   sync.Once
	source string
	err    error
}

// axeSource gives axe-core's script: the copy below .build, or else from npm.
func axeSource(t testing.TB) (string, error) {
	t.Helper()
	dir := buildDir(t, "axe-core-"+axeVersion)
	axe.once.Do(func() {
		axe.source, axe.err = fetchAxe(dir)
		noteMissing(t, filepath.Join(buildDir(t), axeMissing), axe.err)
	})
	return axe.source, axe.err
}

// axeMissing is the file that tells make, and so whoever reads the end of its
// output, that axe-core was not at hand.
const axeMissing = "axe-core-missing"

func noteMissing(t testing.TB, file string, err error) {
	t.Helper()
	if err == nil {
		require.NoError(t, os.RemoveAll(file))
		return
	}
	require.NoError(t, os.WriteFile(file, []byte(err.Error()+"\n"), 0o644))
}

func TestMissingAxeIsNoted(t *testing.T) {
	file := filepath.Join(t.TempDir(), axeMissing)
	noteMissing(t, file, errors.New("npm pack: no network"))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "npm pack: no network\n", string(text))
	noteMissing(t, file, nil)
	assert.NoFileExists(t, file)
}

func fetchAxe(dir string) (string, error) {
	archive := filepath.Join(dir, "axe-core-"+axeVersion+".tgz")
	packed, err := os.ReadFile(archive)
	if errors.Is(err, os.ErrNotExist) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		pack := exec.CommandContext(ctx, "npm", "pack", "--silent", "axe-core@"+axeVersion, "--pack-destination", dir)
		if output, err := pack.CombinedOutput(); err != nil {
			return "", fmt.Errorf("npm pack: %w: %s", err, bytes.TrimSpace(output))
		}
		packed, err = os.ReadFile(archive)
	}
	if err != nil {
		return "", err
	}
	sum := sha512.Sum512(packed)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); got != axeSum {
		return "", fmt.Errorf("%s has the sum %s, not %s", archive, got, axeSum)
	}
	return extract(packed, "package/axe.min.js")
}

// extract gives one file of a .tgz archive.
func extract(packed []byte, name string) (string, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return "", err
	}
	for files := tar.NewReader(unzipped); ; {
		header, err := files.Next()
		if err != nil {
			return "", fmt.Errorf("looking for %s: %w", name, err)
		}
		if header.Name == name {
			content, err := io.ReadAll(files)
			return string(content), err
		}
	}
}

// sound is a page without a fault.
const sound = `<!doctype html><html lang="en"><head><title>Sound</title></head><body><main>
	<h1>One</h1><h2>Two</h2><button>Go</button><button aria-label="Stop"></button>
	<label>Name <input></label><label for="b">Rate</label><input id="b"><img src="data:," alt="">
	<select aria-labelledby="s"><option>x</option></select><p id="s">Choose</p><div role="status">ok</div>
	<p style="color:#767676;background:#fff">just enough</p><p style="color:#949494;background:#fff;font-size:24px">large enough</p>
	</main></body></html>`

// TestA11yChecksFindViolations shows that checkA11y can fail: each row is one
// fault in an otherwise sound page, written one after the other into one tab.
func TestA11yChecksFindViolations(t *testing.T) {
	page := openAt(t, serve(t, htmlPage(sound)), view{NoWait: true})
	for _, row := range []struct{ rule, old, new string }{
		{"", "", ""},
		{"html-has-lang", ` lang="en"`, ""},
		{"html-lang-valid", `lang="en"`, `lang="english"`},
		{"document-title", "<title>Sound</title>", ""},
		{"name", "<button>Go</button>", "<button></button>"},
		{"name", ` aria-label="Stop"`, ""},
		{"name", "<label>Name <input></label>", "<input>"},
		{"name", `for="b"`, ""},
		{"name", `aria-labelledby="s"`, `aria-labelledby="absent"`},
		{"name", "<h2>Two</h2>", `<h2>Two</h2><div role="button" tabindex="0"></div>`},
		{"name", "<h2>Two</h2>", `<h2>Two</h2><a href="#x"></a>`},
		{"image-alt", ` alt=""`, ""},
		{"duplicate-id", "<h2>", `<h2 id="s">`},
		{"role", `role="status"`, `role="statuss"`},
		{"heading-order", "<h2>", "<h4>"},
		{"aria-reference", "<h2>Two</h2>", `<h2>Two</h2><button aria-controls="absent">x</button>`},
		{"tabindex", "<h2>", `<h2 tabindex="3">`},
		{"aria-hidden-focus", "<button>Go</button>", `<div aria-hidden="true"><button>Go</button></div>`},
		{"landmark-main", "<main>", "<div>"},
		// 4.48:1 and 2.97:1; WCAG 2 asks for 4.5:1, and 3:1 for large text.
		{"color-contrast", "#767676", "#777777"},
		{"color-contrast", "#949494", "#959595"},
		{"color-contrast", "color:#767676", "opacity:.9;color:#767676"},
		{"color-contrast", "color:#767676", "color:rgb(0 0 0 / 50%)"},
		{"", "</main>", `<canvas></canvas></main>`},
		// What the program draws behind a text is not known; a panel of its own is.
		{"", "</main>", `<p style="color:#777">x</p></main><canvas></canvas>`},
		{"color-contrast", "</main>", `<div style="background:#fff"><p style="color:#777">x</p></div></main><canvas></canvas>`},
	} {
		t.Run(strings.Join([]string{row.rule, row.new}, " "), func(t *testing.T) {
			require.Contains(t, sound, row.old)
			p := page.in(t)
			p.run(fmt.Sprintf("document.open(); document.write(%q); document.close()", strings.Replace(sound, row.old, row.new, 1)))
			violations := p.ruleViolations()
			if row.rule == "" {
				assert.Empty(t, violations)
				return
			}
			require.NotEmpty(t, violations)
			for _, violation := range violations {
				assert.Contains(t, violation, row.rule+": ")
			}
		})
	}
}

func TestAxeFindsViolations(t *testing.T) {
	axe, err := axeSource(t)
	if err != nil {
		t.Skip(err)
	}
	p := openAt(t, serve(t, htmlPage(sound)), view{NoWait: true})
	assert.Empty(t, p.axeViolations(axe, allRules))
	p.run("document.querySelector('button').textContent = ''")
	violations := p.axeViolations(axe, allRules)
	require.Len(t, violations, 1)
	assert.Contains(t, violations[0], "button-name: ")
	assert.Empty(t, p.axeViolations(axe, colourRules))
	p.run("document.querySelector('p[style]').style.color = '#777777'")
	violations = p.axeViolations(axe, colourRules)
	require.Len(t, violations, 1)
	assert.Contains(t, violations[0], "color-contrast: ")
}
