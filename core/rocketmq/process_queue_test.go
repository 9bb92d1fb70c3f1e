package rocketmq

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func numbers(t *testing.T, list string) []int64 {
	t.Helper()
	if list == "-" || list == "" {
		return nil
	}
	var out []int64
	for _, w := range strings.Split(list, ",") {
		n, err := strconv.ParseInt(w, 10, 64)
		require.NoError(t, err)
		out = append(out, n)
	}
	return out
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// step does one operation and returns the result as the file writes it.
func step(t *testing.T, p *ProcessQueue, op, arg string) string {
	t.Helper()
	switch op {
	case "put":
		return yesNo(p.Put(numbers(t, arg)...))
	case "remove":
		return strconv.FormatInt(p.Remove(numbers(t, arg)...), 10)
	case "clear":
		p.Clear()
		return "-"
	case "take":
		n, err := strconv.Atoi(arg)
		require.NoError(t, err)
		return strings.ReplaceAll(fmt.Sprint(p.Take(n)), " ", ",")
	case "commit":
		next, ok := p.Commit()
		if !ok {
			return "throws"
		}
		return strconv.FormatInt(next, 10)
	case "again":
		p.Again(numbers(t, arg)...)
		return "-"
	case "rollback":
		p.Rollback()
		return "-"
	}
	t.Fatalf("unknown operation %q", op)
	return ""
}

func TestProcessQueueEqualsUpstream(t *testing.T) {
	text, err := os.ReadFile("testdata/process_queue.txt")
	require.NoError(t, err)
	var p *ProcessQueue
	title, cases, steps := "", 0, 0
	for _, line := range strings.Split(string(text), "\n") {
		switch {
		case line == "" || line[0] == '#':
		case line[0] != ' ':
			title, p = line, &ProcessQueue{}
			cases++
		default:
			for _, s := range strings.Split(strings.TrimSpace(line), "; ") {
				f := strings.Fields(s)
				require.Len(t, f, 5, s)
				got := step(t, p, f[0], f[1])
				require.Equal(t, f[2], got, "%s: %s", title, s)
				require.Equal(t, f[3], strconv.Itoa(p.Count), "%s: msgCount after %s", title, s)
				require.Equal(t, f[4], strconv.FormatInt(p.Span(), 10), "%s: span after %s", title, s)
				steps++
			}
		}
	}
	assert.Equal(t, 70, cases)
	t.Log(steps, "steps")
}

// Against a plain sorted set: what is committed is the smallest unfinished offset.
func TestProcessQueueEqualsASortedSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p ProcessQueue
		set := map[int64]bool{}
		last := int64(-1)
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			from := rapid.Int64Range(0, 200).Draw(t, "from")
			n := rapid.IntRange(1, 40).Draw(t, "n")
			if rapid.Bool().Draw(t, "put") {
				p.PutRange(from, n)
				for o := from; o < from+int64(n); o++ {
					if !set[o] {
						last = o
					}
					set[o] = true
				}
				continue
			}
			want := int64(-1)
			if len(set) > 0 {
				for o := from; o < from+int64(n); o++ {
					delete(set, o)
				}
				want = last + 1
				for o := int64(300); o >= 0; o-- {
					if set[o] {
						want = o
					}
				}
			}
			require.Equal(t, want, p.RemoveRange(from, n))
			require.Equal(t, len(set), p.Count)
		}
	})
}
