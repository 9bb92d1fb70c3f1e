package lessons_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/lessons"
	"ringside/core/script"
)

func TestAllAndGet(t *testing.T) {
	all := lessons.All()
	names := make([]string, len(all))
	for i, l := range all {
		names[i] = l.Name
		got, ok := lessons.Get(l.Name)
		assert.True(t, ok)
		assert.Equal(t, l, got)
	}
	assert.Equal(t, []string{"join", "kill-duplicates", "sync-async", "ring-grows", "rolling-restart", "two-brokers",
		"more-consumers-than-queues", "freeze"}, names)
	assert.Equal(t, lessons.Default, names[0])
	_, ok := lessons.Get("no-such-lesson")
	assert.False(t, ok)
	all[0].Name = "changed"
	assert.Equal(t, "join", lessons.All()[0].Name, "the caller's copy is its own")
}

// TestLessonsHold plays every lesson to its end.
func TestLessonsHold(t *testing.T) {
	for _, l := range lessons.All() {
		t.Run(l.Name, func(t *testing.T) {
			sim, err := core.Load(l.Text)
			require.NoError(t, err)
			sim.Advance(sim.End())
			results := sim.Expect()
			require.GreaterOrEqual(t, len(results), 8)
			for _, r := range results {
				assert.False(t, r.Pending, r.Text)
				assert.True(t, r.Pass, "line %d: %s; got %s", r.Pos.Line, r.Text, r.Got)
			}
		})
	}
}

// TestLessonsAreWritten: a title and two to five paragraphs in both languages,
// as many in one as in the other, and canonical form.
func TestLessonsAreWritten(t *testing.T) {
	for _, l := range lessons.All() {
		s, err := script.Parse(l.Text)
		require.NoError(t, err, l.Name)
		assert.Equal(t, l.Text, s.Format(), "%s is not in canonical form", l.Name)
		sc := s.Scenario()
		paragraphs := map[string]int{}
		for _, w := range sc.Text {
			paragraphs[w.Lang]++
			assert.Equal(t, w.Lang == "zh", hasHan(w.Text), "%s: %s", l.Name, w.Text)
		}
		titles := map[string]string{}
		for _, w := range sc.Title {
			titles[w.Lang] = w.Text
		}
		assert.Len(t, titles, 2, l.Name)
		assert.NotEmpty(t, titles["en"], l.Name)
		assert.True(t, hasHan(titles["zh"]), l.Name)
		assert.GreaterOrEqual(t, paragraphs["en"], 2, l.Name)
		assert.LessOrEqual(t, paragraphs["en"], 5, l.Name)
		assert.Equal(t, paragraphs["en"], paragraphs["zh"], l.Name)
	}
}

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// TestLessonsFromRecordings: the lessons that say so do what the recording did:
// the same statements but for titles, texts and expectations.
func TestLessonsFromRecordings(t *testing.T) {
	for lesson, recording := range map[string]string{
		"join": "join", "ring-grows": "consistent-hash", "freeze": "freeze-long", "more-consumers-than-queues": "more-consumers-than-queues",
		"two-brokers": "two-brokers-join", "rolling-restart": "rolling-restart",
	} {
		l, ok := lessons.Get(lesson)
		require.True(t, ok)
		text, err := os.ReadFile(filepath.Join("..", "recordings", "testdata", recording+".ringside"))
		require.NoError(t, err)
		assert.Equal(t, acts(string(text)), acts(l.Text), lesson)
	}
}

// acts are the statements that decide what happens.
func acts(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "" || word == "run" || word == "expect", strings.HasPrefix(word, "#"), strings.HasPrefix(word, "title."), strings.HasPrefix(word, "text."):
			continue
		}
		out = append(out, strings.TrimSpace(line))
	}
	return out
}
