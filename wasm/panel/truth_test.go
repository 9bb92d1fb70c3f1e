package panel

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
)

// Whatever the table calls a proof is there.
func TestTheProofsExist(t *testing.T) {
	code := ""
	for _, pattern := range []string{"../../strategies/*_test.go", "../../core/*_test.go", "../../core/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			code += string(text)
		}
	}
	patterns := map[string][]string{
		proofVectors:    {"../../strategies/testdata/*.txt", "../../core/rocketmq/testdata/*.txt"},
		proofRecordings: {"../../core/recordings/testdata/*.rec"},
		proofCases:      {"../../core/cases/testdata/*.ringside"},
	}
	for _, row := range Truth {
		assert.NotEmpty(t, row.Sources, row.Key)
		assert.NotEmpty(t, row.Proofs, row.Key)
		for _, p := range row.Proofs {
			assert.NotEmpty(t, p.Names, row.Key)
			for _, name := range p.Names {
				if patterns[p.Kind] == nil {
					assert.Contains(t, code, "\nfunc "+name+"(t *testing.T) {", row.Key)
					continue
				}
				found := false
				for _, pattern := range patterns[p.Kind] {
					files, err := filepath.Glob(pattern)
					require.NoError(t, err)
					for _, f := range files {
						base := strings.TrimSuffix(filepath.Base(f), filepath.Ext(f))
						if p.Kind == proofCases { // RB-08 has the variants RB-08a, RB-08b…
							base = "RB-" + caseNumber.FindString(base)
						}
						found = found || base == name
					}
				}
				assert.True(t, found, "%s: no %s of that name: %s", row.Key, p.Kind, name)
			}
		}
	}
}

var caseNumber = regexp.MustCompile(`[0-9]{2}`)

// No recording, vector or case is left unmentioned: what they prove is in the table.
func TestEveryProofIsInTheTable(t *testing.T) {
	named := map[string]bool{}
	for _, row := range Truth {
		for _, p := range row.Proofs {
			for _, name := range p.Names {
				named[name] = true
			}
		}
	}
	recs, err := filepath.Glob("../../core/recordings/testdata/*.rec")
	require.NoError(t, err)
	require.NotEmpty(t, recs)
	scripts, err := filepath.Glob("../../core/cases/testdata/RB-*.ringside")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, f := range recs {
		assert.True(t, named[strings.TrimSuffix(filepath.Base(f), ".rec")], f)
	}
	for _, f := range scripts {
		assert.True(t, named["RB-"+caseNumber.FindString(filepath.Base(f))], f)
	}
}

// The README has the same table and the same list.
func TestTheReadmeSaysTheSame(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	readme := string(text)
	marked := func(list []string) string { return "`" + strings.Join(list, "`, `") + "`" }
	rows := []string{"| behaviour | upstream | proof |", "| --- | --- | --- |"}
	for _, row := range Truth {
		proofs := make([]string, len(row.Proofs))
		for i, p := range row.Proofs {
			proofs[i] = English.Text(p.Kind, "names", marked(p.Names))
		}
		rows = append(rows, "| "+English.Text(row.Key)+" | "+marked(row.Sources)+" | "+strings.Join(proofs, "; ")+" |")
	}
	assert.Contains(t, readme, strings.Join(rows, "\n")+"\n")
	list := ""
	for _, key := range Simplified {
		list += "- " + English.Text(key) + "\n"
	}
	assert.Contains(t, readme, "\n"+list)
	const more = "core/recordings/testdata/README.md"
	assert.Contains(t, readme, strings.Replace(English.Text("truth.tolerance"), more, "["+more+"]("+more+")", 1)+"\n")
}

// Each timer that can be named is read by the cluster.
func TestEveryTimerHasAnEffect(t *testing.T) {
	table, err := os.ReadFile("../../core/script/timers.go")
	require.NoError(t, err)
	files, err := filepath.Glob("../../core/rocketmq/*.go")
	require.NoError(t, err)
	code := ""
	for _, f := range append(files, "../../core/script/settings.go", "../../core/script/mode.go") {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		if !strings.HasSuffix(f, "_test.go") {
			code += string(text)
		}
	}
	found := regexp.MustCompile(`(?m)^\t(Timer\w+): +\{"([a-z-]+)"`).FindAllStringSubmatch(string(table), -1)
	require.Len(t, found, script.NumTimers)
	for _, m := range found {
		assert.Regexp(t, `\b`+m[1]+`\b`, code, m[2])
	}
}

// Every statement, setting and action of the language is in the README.
func TestTheReadmeKnowsEveryWord(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	known := regexp.MustCompile("(?s)## A script explained.*?\n## ").FindString(string(text))
	require.NotEmpty(t, known)
	has := func(word string) {
		assert.Regexp(t, "`(at TIME )?"+regexp.QuoteMeta(word)+"[`= ]", known, word)
	}
	for _, f := range script.SettingForms() {
		has(f.Key)
	}
	for _, f := range script.ActionForms() {
		has(f.Word)
	}
	for _, f := range script.DeclarationForms() {
		has(f.Word)
	}
	for _, word := range []string{"protocol", "seed", "run", "expect"} {
		has(word)
	}
}
