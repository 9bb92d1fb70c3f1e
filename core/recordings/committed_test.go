package recordings

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/report"
)

// Committed offsets are compared within one commit period: what a broker of the
// recording had for a queue at T, the simulated broker has at some time of
// T ± commitPeriod. Nothing closer can be asked: the phase of a client's persist
// timer begins at its start, which the host delayed, and a pull carries the offset
// in between (hasCommitOffset).
const (
	commitPeriod = 5000 // persistConsumerOffsetInterval
	polled       = 750  // the recorder asked each broker about that often
	// A message or two a queue: a rate is one figure for the whole run.
	rounding = 3
)

// commitSlack is how many messages more than that a recording's offsets are
// off, and what it hangs on.
var commitSlack = map[string]struct {
	messages int64
	why      string
}{
	"different-subscriptions": {7, "one reading just before c1's pulls are answered again: when they were refused first (30 s ago) is off by the start's 0.2 s"},
	"flow-control":            {31, "300 messages a second for one thread: which queue it serves first is the order in which the pulls' answers came"},
	"freeze-long":             {11, "the last reading before nothing moves any more: c3 had sent one more offset with a pull (6 messages a second and queue)"},
	"freeze-short":            {12, "as freeze-long"},
	"kill-duplicates":         {45, "the producer stood for 3 s at 18 s (all queues rose by 3 in place of 15) and never caught up with its mean rate"},
	"queues-in-at-once":       {30, "its producer ran for 4 s before c1 came, c1's first offsets were sent while it drained that"},
	"slave":                   {44, "how far the restarted master had come when it was asked first: its consumers come back pull by pull within a second"},
	"slave-read":              {44, "as slave"},
	"slave-orderly":           {30, "as slave"},
	"slave-read-orderly":      {19, "as slave"},
	"tags":                    {95, "an offset moves only when a wanted message is handed over; which message has which tag is left out"},
}

// notCommitted are recordings whose offsets are not compared.
var notCommitted = map[string]string{
	"broadcasting":       "clients keep the offsets; the brokers' stay 0, which TestCommittedOffsets asserts instead",
	"broker-freeze-join": "from the start of c3 on a race inside the frozen broker decides who reads what (see README.md)",
}

// reading is an offset that a broker had.
type reading struct{ t, offset int64 }

// committedIn reads the committed lines of a recording: by queue, counted from
// what was there before the first consumer's start (a topic may have been used).
func committedIn(t *testing.T, name string) map[string][]reading {
	text, err := os.ReadFile(filepath.Join("testdata", name+".rec"))
	require.NoError(t, err)
	var shift int64
	out := map[string][]reading{}
	for line := range strings.Lines(string(text)) {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		switch w[0] {
		case "shift":
			shift, err = strconv.ParseInt(w[1], 10, 64)
			require.NoError(t, err)
		case "committed":
			var base int64
			out[w[1]] = nil
			for i, pair := range w[2:] {
				at, n, ok := strings.Cut(pair, ":")
				require.True(t, ok, pair)
				ms, err := strconv.ParseInt(at, 10, 64)
				require.NoError(t, err)
				offset, err := strconv.ParseInt(n, 10, 64)
				require.NoError(t, err)
				if i == 0 && ms < 0 {
					base = offset
					continue
				}
				out[w[1]] = append(out[w[1]], reading{ms + shift, offset - base})
			}
		}
	}
	return out
}

// between are the least and the most that the rows hold from one time to another.
func between(rows []report.Committed, from, to int64) (least, most int64) {
	var held int64
	var seen []int64
	for _, r := range rows {
		switch {
		case r.T <= from:
			held = r.Offset
		case r.T <= to:
			seen = append(seen, r.Offset)
		}
	}
	seen = append(seen, held)
	return slices.Min(seen), slices.Max(seen)
}

// off is the worst distance of a recording's readings from the simulated offsets
// within a commit period.
func off(rec map[string][]reading, sim *figures) (worst int64, where string, compared int) {
	for _, q := range slices.Sorted(maps.Keys(rec)) {
		rows := slices.DeleteFunc(slices.Clone(sim.Committed), func(c report.Committed) bool {
			name, _, _ := strings.Cut(c.Queue, "@")
			return name != q
		})
		for _, r := range rec[q] {
			if r.t < 0 || r.t > sim.End {
				continue
			}
			compared++
			least, most := between(rows, r.t-commitPeriod-polled, r.t+commitPeriod+polled)
			if d := max(least-r.offset, r.offset-most); d > worst {
				worst, where = d, q+" at "+strconv.FormatInt(r.t, 10)
			}
		}
	}
	return worst, where, compared
}

// TestCommittedOffsets: each recording's committed offsets, queue by queue.
func TestCommittedOffsets(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.rec"))
	require.NoError(t, err)
	require.Len(t, files, 56)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".rec")
		t.Run(name, func(t *testing.T) {
			rec, sim := committedIn(t, name), play(t, name)
			if name == "broadcasting" {
				for q, rows := range rec {
					assert.Empty(t, rows, q)
				}
				for _, c := range sim.Committed {
					assert.Zero(t, c.Offset, c.Queue)
				}
				return
			}
			worst, where, compared := off(rec, sim)
			assert.Greater(t, compared, 20, "readings")
			if notCommitted[name] != "" {
				assert.Greater(t, worst, int64(rounding), "it could be compared: %s", notCommitted[name])
				return
			}
			slack := max(commitSlack[name].messages, rounding)
			assert.LessOrEqual(t, worst, slack, where)
			if slack > rounding {
				assert.Greater(t, worst, int64(rounding), "it needs no slack: %s", commitSlack[name].why)
			}
		})
	}
}

// TestCommittedOffsetsCanDiffer: readings that are moved by two periods do not pass.
func TestCommittedOffsetsCanDiffer(t *testing.T) {
	rec := committedIn(t, "join")
	for q := range rec {
		for i := range rec[q] {
			rec[q][i].t -= 2 * (commitPeriod + polled)
		}
	}
	worst, _, _ := off(rec, play(t, "join"))
	assert.Greater(t, worst, int64(rounding))
}
