package strategies

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The reader of testdata/*.txt; testdata/README.md describes the format.

const (
	group = "group-orders"
	topic = "orders"
)

// row is one line of a section, cut at its bars and blanks.
type row struct {
	at    string     // file:line
	parts [][]string // groups of words between the bars
	text  []string   // the same groups as they stand
}

// section reads the rows of one section.
func section(t testing.TB, file, name string) []row {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file+".txt"))
	require.NoError(t, err)
	var rows []row
	in := false
	for i, line := range strings.Split(string(data), "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[' && line[len(line)-1] == ']' && !strings.Contains(line, " "):
			in = line == "["+name+"]"
		case in:
			r := row{at: file + ".txt:" + strconv.Itoa(i+1)}
			for _, text := range strings.Split(line, " |") {
				r.text = append(r.text, strings.TrimPrefix(text, " "))
				r.parts = append(r.parts, cutWords(t, text))
			}
			rows = append(rows, r)
		}
	}
	require.NotEmpty(t, rows, "section [%s] of %s.txt", name, file)
	return rows
}

// cutWords cuts at blanks outside quotes.
func cutWords(t testing.TB, text string) []string {
	t.Helper()
	var words []string
	for text = strings.TrimLeft(text, " "); text != ""; text = strings.TrimLeft(text, " ") {
		end, quoted := 0, false
		for end < len(text) && (quoted || text[end] != ' ') {
			switch {
			case text[end] == '"':
				quoted = !quoted
			case text[end] == '\\' && quoted:
				end++
			}
			end++
		}
		words = append(words, text[:end])
		text = text[end:]
	}
	return words
}

// each calls do for every combination of the "a+b" alternatives in words.
func each(words []string, do func(words []string)) int {
	for i, w := range words {
		if strings.Contains(w, "+") && !strings.HasPrefix(w, "+") {
			n := 0
			for _, alternative := range strings.Split(w, "+") {
				one := slices.Clone(words)
				one[i] = alternative
				n += each(one, do)
			}
			return n
		}
	}
	do(words)
	return 1
}

// unquote reads a word that may be quoted; null is "".
func unquote(t testing.TB, word string) string {
	t.Helper()
	if word == "null" {
		return ""
	}
	if !strings.HasPrefix(word, `"`) {
		return word
	}
	s, err := strconv.Unquote(word)
	require.NoError(t, err, word)
	return s
}

// inputs are the lists of inputs.txt.
type inputs struct {
	queues map[string][]Queue
	ids    map[string][]string
}

func readInputs(t testing.TB) inputs {
	t.Helper()
	in := inputs{queues: map[string][]Queue{"null": nil}, ids: map[string][]string{"null": nil}}
	for _, r := range section(t, "inputs", "queues") {
		list := []Queue{}
		for _, w := range r.parts[0][1:] {
			broker, count, _ := strings.Cut(w, ":")
			for i := range number(t, count) {
				list = append(list, Queue{topic, broker, i})
			}
		}
		in.queues[r.parts[0][0]] = list
	}
	for _, r := range section(t, "inputs", "ids") {
		in.ids[r.parts[0][0]] = append([]string{}, r.parts[0][1:]...)
	}
	return in
}

// list is a named list of ids, or the ids themselves with commas between them.
func (in inputs) list(t testing.TB, word string) []string {
	t.Helper()
	if list, ok := in.ids[word]; ok {
		return list
	}
	var list []string
	for _, id := range strings.Split(word, ",") {
		list = append(list, unquote(t, id))
	}
	return list
}

func (in inputs) queueSet(t testing.TB, word string) []Queue {
	t.Helper()
	list, ok := in.queues[word]
	require.True(t, ok, "queue set %s", word)
	return list
}

// rooms reads a list of rooms: null, [] or names with commas.
func rooms(t testing.TB, word string) []string {
	t.Helper()
	switch word {
	case "null":
		return nil
	case "[]":
		return []string{}
	}
	var list []string
	for _, w := range strings.Split(word, ",") {
		list = append(list, unquote(t, w))
	}
	return list
}

// queuesOf reads "broker:1,0 other:3".
func queuesOf(t testing.TB, words []string) []Queue {
	t.Helper()
	var list []Queue
	for _, w := range words {
		broker, numbers, _ := strings.Cut(w, ":")
		for _, n := range strings.Split(numbers, ",") {
			list = append(list, Queue{topic, broker, number(t, n)})
		}
	}
	return list
}

func number(t testing.TB, word string) int {
	t.Helper()
	n, err := strconv.Atoi(word)
	require.NoError(t, err)
	return n
}

func numbers(t testing.TB, text string) []int32 {
	t.Helper()
	list := []int32{}
	if text == "" || text == "-" {
		return list
	}
	for _, w := range strings.Split(text, ",") {
		w, stepText, stepped := strings.Cut(w, "/")
		first, last, ranged := strings.Cut(w, "-")
		from, to, step := number(t, first), number(t, first), 1
		if ranged {
			to = number(t, last)
		}
		if stepped {
			step = number(t, stepText)
		}
		for ; from <= to; from += step {
			list = append(list, int32(from))
		}
	}
	return list
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// shares reads the result of n ids.
func shares(t testing.TB, text string, n int) [][]int32 {
	t.Helper()
	out := make([][]int32, n)
	for i := range out {
		out[i] = []int32{}
	}
	if owners, ok := strings.CutPrefix(text, "="); ok {
		for q, c := range []byte(owners) {
			if i := strings.IndexByte(digits, c); i >= 0 {
				require.Less(t, i, n)
				out[i] = append(out[i], int32(q))
			}
		}
		return out
	}
	lists := strings.Split(text, ";")
	require.LessOrEqual(t, len(lists), max(n, 1))
	for i, list := range lists {
		if i < n {
			out[i] = numbers(t, list)
		}
	}
	return out
}

// failures are the named errors of the rows: kind and upstream's message.
var failures = map[string]InputError{
	"!emptyid":  {Kind: ErrEmptyID, Upstream: "currentCID is empty"},
	"!noqueues": {Kind: ErrNoQueues, Upstream: "mqAll is null or mqAll empty"},
	"!noids":    {Kind: ErrNoIDs, Upstream: "cidAll is null or cidAll empty"},
}

// requireFailure checks an error against a row's "!..." result. kind is the
// one of failures without a name.
func requireFailure(t testing.TB, at, text string, kind, err error) {
	t.Helper()
	want, ok := failures[text]
	if !ok {
		want = InputError{Kind: kind, Upstream: "NullPointerException"}
		for _, prefix := range []string{"!npe ", "!! ", "!panics "} {
			if message, found := strings.CutPrefix(text, prefix); found {
				want.Upstream = message
			}
		}
	}
	var input *InputError
	require.True(t, errors.As(err, &input), "%s: want %q, got %v", at, text, err)
	require.ErrorIs(t, err, want.Kind, at)
	require.Equal(t, want.Upstream, input.Upstream, at)
	require.Contains(t, err.Error(), want.Upstream, at)
	require.NotEmpty(t, input.Detail, at)
}

// requireRow checks a row with a result for each id against Allocate and
// AppendShare, and against Explain where no id is repeated.
func requireRow(t testing.TB, at, text string, s Strategy, queues []Queue, ids []string) {
	t.Helper()
	if strings.HasPrefix(text, "!") {
		callers := ids
		if len(ids) == 0 {
			callers = []string{"10.0.0.7@4711"}
		}
		for _, id := range callers {
			requireShare(t, at, text, s, id, queues, ids, nil)
		}
		return
	}
	owners := make([]string, len(queues))
	for i, want := range shares(t, text, len(ids)) {
		requireIndexes(t, at, want, s, ids[i], queues, ids)
		for _, q := range want {
			owners[q] = ids[i]
		}
	}
	if hasRepeats(ids) {
		return
	}
	for q, owner := range owners {
		e, err := Explain(s, queues[q], group, queues, ids)
		require.NoError(t, err, at)
		if e.Owner != owner || (owner == "") != (e.Nobody != SomebodyOwns) {
			t.Fatalf("%s: explained %v, but the owner is %q", at, e, owner)
		}
	}
}

// requireShare checks a row with the result of one id.
func requireShare(t testing.TB, at, text string, s Strategy, id string, queues []Queue, ids []string, kind error) {
	t.Helper()
	if !strings.HasPrefix(text, "!") {
		requireIndexes(t, at, numbers(t, text), s, id, queues, ids)
		return
	}
	share, err := s.Allocate(group, id, queues, ids)
	requireFailure(t, at, text, kind, err)
	require.Nil(t, share, at)
	indexes, err := AppendShare([]int32{7}, s, group, id, queues, ids)
	requireFailure(t, at, text, kind, err)
	require.Equal(t, []int32{7}, indexes, at)
}

func requireIndexes(t testing.TB, at string, want []int32, s Strategy, id string, queues []Queue, ids []string) {
	t.Helper()
	share, err := s.Allocate(group, id, queues, ids)
	require.NoError(t, err, "%s: %s", at, id)
	indexes, err := AppendShare([]int32{}, s, group, id, queues, ids)
	require.NoError(t, err, "%s: %s", at, id)
	// Plain comparisons: there are some 800,000 of them.
	if !slices.Equal(indexes, want) || !slices.Equal(share, pick(queues, want)) || share == nil {
		require.Equal(t, want, indexes, "%s: AppendShare for %s", at, id)
		require.Equal(t, pick(queues, want), share, "%s: Allocate for %s", at, id)
	}
}

func hasRepeats(ids []string) bool {
	sorted := slices.Sorted(slices.Values(ids))
	return len(slices.Compact(sorted)) < len(ids)
}
