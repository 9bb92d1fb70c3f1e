package panel

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/script"
	"ringside/wasm/view"
)

// keyForm is what a key of the table looks like, and little else does.
var keyForm = regexp.MustCompile(`^[a-z]+(\.[a-z0-9-]+)+$`)

// notKeys look like keys: a file and selectors of elements.
var notKeys = map[string]bool{"favicon.svg": true, "textarea.code": true, "ringside.": true, ".hint": true}

// literals are the string literals of the Go files of a folder, whatever their
// build tags; files named words* are the table itself, tests are left out.
func literals(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	out := map[string]string{}
	for _, name := range files {
		if base := filepath.Base(name); strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "words") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.ImportSpec); ok {
				return false
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				s, err := strconv.Unquote(lit.Value)
				require.NoError(t, err)
				out[s] = set.Position(lit.Pos()).String()
			}
			return true
		})
	}
	return out
}

// Keys are written out in full wherever they are used, so the sources tell
// which are used: each literal that looks like one must be in the table, and
// each entry of the table must be such a literal somewhere.
func TestEveryKeyIsInTheTableAndUsed(t *testing.T) {
	used := map[string]bool{}
	for _, dir := range []string{".", "../view", "../stage"} {
		for s, at := range literals(t, dir) {
			if !keyForm.MatchString(s) || notKeys[s] {
				continue
			}
			used[s] = true
			_, ok := words[s]
			assert.True(t, ok, "%s: no words for the key %s", at, s)
		}
	}
	for key := range words {
		if strings.HasPrefix(key, scriptKey("")) {
			continue // made of the parser's codes, see TestScriptErrorsInChinese
		}
		if madeOfForms(key) {
			continue // see TestEverySettingAndActionHasWords
		}
		assert.True(t, used[key], "nothing uses the words of %s", key)
	}
}

// madeOfForms tells whether a key is made of the language's own words.
func madeOfForms(key string) bool {
	return strings.HasPrefix(key, settingKeyPrefix) || strings.HasPrefix(key, actionKeyPrefix) || strings.HasPrefix(key, slotKeyPrefix) ||
		strings.HasPrefix(key, timerKeyPrefix) || strings.HasPrefix(key, worldKeyPrefix) || strings.HasPrefix(key, thingKeyPrefix)
}

// Whatever can be set or done has a label and a hint in both languages.
func TestEverySettingAndActionHasWords(t *testing.T) {
	has := func(key string) {
		_, ok := words[key]
		assert.True(t, ok, "no words for %s", key)
	}
	for _, f := range script.SettingForms() {
		has(settingKeyPrefix + f.Key)
		has(settingKeyPrefix + f.Key + hintSuffix)
	}
	for _, f := range OfferedForms() {
		has(actionKeyPrefix + f.Word)
		has(actionKeyPrefix + f.Word + hintSuffix)
		for i := range f.Slots {
			assert.NotRegexp(t, "^[A-Z]", Chinese.SlotName(&f.Slots[i]), "no words for a slot of %s", f.Form)
		}
	}
}

var placeholder = regexp.MustCompile(`\{[a-z0-9]+\}`)

func placeholders(s string) []string {
	found := placeholder.FindAllString(s, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestBothLanguagesHaveTheSamePlaces(t *testing.T) {
	for key, w := range words {
		assert.NotEmpty(t, w.en, key)
		assert.NotEmpty(t, w.zh, key)
		assert.Equal(t, placeholders(w.en), placeholders(w.zh), key)
	}
}

// Chinese words hold Chinese, unless both languages say the same (names, signs,
// numbers); English ones hold none, but for the switch to the other language.
func TestEachLanguageIsItself(t *testing.T) {
	han := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	}
	for key, w := range words {
		if strings.HasPrefix(key, "header.lang") {
			continue
		}
		assert.False(t, han(w.en), "%s: %s", key, w.en)
		assert.True(t, han(w.zh) || w.zh == w.en || !strings.ContainsFunc(placeholder.ReplaceAllString(w.zh, ""), unicode.IsLetter),
			"%s: %s", key, w.zh)
	}
}

// The picture's keys have the number of arguments that package view passes.
func TestStageKeysHaveTheirArguments(t *testing.T) {
	for key, n := range view.KeyArgs {
		w, ok := words[key]
		require.True(t, ok, key)
		for i := range n {
			assert.Contains(t, w.en, "{"+strconv.Itoa(i)+"}", key)
		}
		assert.Len(t, placeholders(w.en), n, key)
	}
}

// The parser's messages are read from its source: each code has Chinese words
// with the same places.
func TestScriptErrorsInChinese(t *testing.T) {
	const source = "../../core/script/messages.go"
	text, err := os.ReadFile(source)
	require.NoError(t, err)
	codes := regexp.MustCompile(`Code = "([a-z0-9-]+)"`).FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, codes)
	known := map[string]bool{}
	for _, m := range codes {
		code := m[1]
		known[code] = true
		zh, ok := scriptChinese[code]
		if !assert.True(t, ok, "no Chinese words for the parser's code %s", code) {
			continue
		}
		assert.Equal(t, placeholders(script.Code(code).Template()), placeholders(zh), code)
	}
	for code := range scriptChinese {
		assert.True(t, known[code], "the parser has no code %s", code)
	}
}

func TestScriptErrorWords(t *testing.T) {
	_, err := script.Parse("broker a\ntopic t a:4\ngroup g topic=t strategy=averagly\nrun 10s\n")
	list := ScriptErrors(err)
	require.Len(t, list, 1)
	assert.Equal(t, "unknown strategy `averagly`; did you mean `averagely`?", English.ScriptError(list[0]))
	_, err = script.Parse("at 5x kill q\n")
	assert.Equal(t, "`5x` 不是时长；应为带单位的数，例如 500ms、5s 或 1m30s", Chinese.ScriptError(ScriptErrors(err)[0]))
	assert.Equal(t, "未知分配策略 `averagly`；是不是想写 `averagely`？", Chinese.ScriptError(list[0]))
}

func TestFill(t *testing.T) {
	assert.Equal(t, "a {b} c", fill("a {b} c", nil))
	assert.Equal(t, "a 1 c {d}", fill("a {b} c {d}", []string{"b", "1"}))
	assert.Equal(t, "{b}{b}", fill("{a}{a}", []string{"a", "{b}", "b", "x"}), "a value is not looked into")
	assert.Equal(t, "} {", fill("} {", []string{"a", "x"}))
	assert.Equal(t, "no.such", English.Text("no.such"))
}

func TestParseLang(t *testing.T) {
	for tag, want := range map[string]Lang{"zh": Chinese, "zh-CN": Chinese, "ZH_tw": Chinese, "en-GB": English, "": English, "de": English} {
		assert.Equal(t, want, ParseLang(tag), tag)
	}
}
