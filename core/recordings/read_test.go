package recordings

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// load reads testdata/NAME.rec.
func load(t *testing.T, name string) *figures {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".rec"))
	require.NoError(t, err)
	f, err := parseRecording(string(text))
	require.NoError(t, err, name)
	return f
}

// parseRecording reads the format that testdata/README.md describes.
func parseRecording(text string) (*figures, error) {
	f := newFigures()
	for n, line := range strings.Split(text, "\n") {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		if err := f.line(w); err != nil {
			return nil, fmt.Errorf("line %d: %q: %w", n+1, line, err)
		}
	}
	return f, nil
}

// reader takes words off a line; the first error sticks.
type reader struct {
	w   []string
	err error
}

func (r *reader) word() string {
	if len(r.w) == 0 {
		if r.err == nil {
			r.err = fmt.Errorf("too few words")
		}
		return ""
	}
	s := r.w[0]
	r.w = r.w[1:]
	return s
}

func (r *reader) num() int64 { return r.atoi(r.word()) }

func (r *reader) atoi(s string) int64 {
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil && r.err == nil {
		r.err = err
	}
	return v
}

// until takes words up to (and drops) one that equals stop.
func (r *reader) until(stop string) []string {
	out := []string{}
	for len(r.w) > 0 {
		s := r.word()
		if s == stop {
			break
		}
		if s != "-" {
			out = append(out, s)
		}
	}
	return out
}

func (r *reader) counts() map[string]int64 {
	out := map[string]int64{}
	for _, s := range r.until("") {
		at := strings.LastIndex(s, ":")
		if at < 0 {
			r.err = fmt.Errorf("%q is not QUEUE:COUNT", s)
			return out
		}
		out[s[:at]] = r.atoi(s[at+1:])
	}
	return out
}

func (f *figures) line(w []string) error {
	r := &reader{w: w[1:]}
	switch w[0] {
	case "what", "system", "committed": // committedIn reads the last
		return nil
	case "note":
		f.Used = f.Used || strings.Contains(strings.Join(w, " "), "the group had been used in an earlier run")
		return nil
	case "recording":
		f.Name = r.word()
	case "group":
		f.Group = r.word()
	case "topic":
		f.Topic = r.word()
		f.Topics = append(f.Topics, f.Topic)
		r.w = nil
	case "shift":
		f.Shift = r.num()
	case "duration":
		f.End = r.num() + f.Shift
	case "action":
		f.Actions = append(f.Actions, action{r.num() + f.Shift, r.word(), strings.Join(r.until(""), " ")})
	case "life":
		f.lifeLine(r)
	case "members":
		f.Members = append(f.Members, membership{r.num() + f.Shift, r.word(), r.until("")})
	case "alloc":
		f.allocLine(r)
	case "own":
		f.Owns = append(f.Owns, holding{r.num() + f.Shift, r.word(), queues(r.until(""))})
	case "again":
		f.Again = append(f.Again, repeats{r.num() + f.Shift, r.word(), r.word(), r.counts()})
	case "left":
		f.Left = append(f.Left, holding{r.num() + f.Shift, r.word(), queues(r.until(""))})
	case "lock":
		l := lock{T: r.num() + f.Shift, Consumer: r.word()}
		r.word() // the broker
		r.word() // asked
		l.Asked, l.Granted = queues(r.until("granted")), queues(r.until(""))
		f.Locks = append(f.Locks, l)
	case "unlock":
		u := holding{T: r.num() + f.Shift, Consumer: r.word()}
		r.word() // the broker
		u.Queues = queues(r.until(""))
		f.Unlocks = append(f.Unlocks, u)
	case "back":
		f.Backs = append(f.Backs, stepBack{r.num() + f.Shift, r.word(), r.num(), r.num()})
	case "persists":
		f.Persists = append(f.Persists, persists{r.num() + f.Shift, r.word(), r.word(), r.num()})
	case "refused":
		f.Refused = append(f.Refused, refusal{r.num() + f.Shift, r.word(), r.word(), r.num()})
	case "sendback":
		f.SendBacks = append(f.SendBacks, sendBack{r.num() + f.Shift, r.word(), r.word()})
	case "notice":
		f.Notices = append(f.Notices, notice{r.num() + f.Shift, r.word(), r.word()})
	case "try":
		f.Tries = append(f.Tries, try{r.word(), r.num(), r.word(), r.word(), r.num(), r.num() + f.Shift, r.num() + f.Shift, r.num(), r.word()})
	case "bin":
		f.Bins = append(f.Bins, [5]int64{r.num() + f.Shift, r.num(), r.num(), r.num(), r.num()})
	case "cached":
		f.Cached = append(f.Cached, cached{r.num() + f.Shift, r.word(), r.counts()})
	case "before":
		q, n := r.word(), r.num()
		f.Produced[q] += n
		f.Totals["produced"] += n
	default:
		return f.totalLine(w[0], r)
	}
	return r.done()
}

func (r *reader) done() error {
	if r.err == nil && len(r.w) > 0 {
		r.err = fmt.Errorf("%d words too many", len(r.w))
	}
	return r.err
}

func (f *figures) totalLine(kind string, r *reader) error {
	if kind == "ready" {
		f.Ready = append(f.Ready, action{r.num() + f.Shift, "broker-start", r.word()})
		return r.done()
	}
	name := r.word()
	switch kind {
	case "errors":
		f.Errors += r.num()
		r.w = nil
	case "total":
		f.Totals[name] = r.num()
	case "produced":
		f.Produced[name] = r.num()
		r.w = nil
	case "unowned":
		f.Unowned[name] = r.num()
	case "double":
		f.Double[name] = r.num()
	case "silence":
		f.Silence[name] = silence{r.num(), r.num() + f.Shift}
	case "missing":
		f.Missing[name] = [3]int64{r.num(), r.num(), r.num()}
	case "runs":
		f.Runs[name] = r.num()
	default:
		return fmt.Errorf("unknown word %q", kind)
	}
	return r.done()
}

func (f *figures) lifeLine(r *reader) {
	name := r.word()
	r.word() // the client id
	f.Consumers = append(f.Consumers, name)
	f.Life[name] = map[string]int64{}
	for _, kv := range r.until("") {
		k, v, _ := strings.Cut(kv, "=")
		f.Life[name][k] = r.atoi(v) + f.Shift
	}
}

func (f *figures) allocLine(r *reader) {
	a := allocation{T: r.num() + f.Shift, Consumer: r.word()}
	a.Topic = r.word()
	a.Retry = a.Topic == "retry"
	a.Seen = r.word()
	if r.word() != "ids" && r.err == nil {
		r.err = fmt.Errorf("expected ids")
	}
	a.IDs = r.until("got")
	a.Got = queues(r.until("asked"))
	a.Asked = r.word()
	if len(r.w) > 0 {
		r.word() // again
	}
	for _, s := range r.until("") {
		a.Again = append(a.Again, r.atoi(s)+f.Shift)
	}
	f.Allocs = append(f.Allocs, a)
}

// queues opens ranges: a/0-2 is a/0, a/1, a/2.
func queues(words []string) []string {
	out := []string{}
	for _, w := range words {
		broker, ids, _ := strings.Cut(w, "/")
		from, to, ranged := strings.Cut(ids, "-")
		if !ranged {
			out = append(out, w)
			continue
		}
		lo, _ := strconv.Atoi(from)
		hi, _ := strconv.Atoi(to)
		for i := lo; i <= hi; i++ {
			out = append(out, broker+"/"+strconv.Itoa(i))
		}
	}
	return out
}

// TestQueues pins the range notation of the recordings' compact form.
func TestQueues(t *testing.T) {
	require.Equal(t, []string{"a/0", "a/1", "a/2", "a/7", "retry:a/0"}, queues([]string{"a/0-2", "a/7", "retry:a/0"}))
	_, err := parseRecording("total distinct x")
	require.ErrorContains(t, err, "line 1")
	_, err = parseRecording("shift 1\nnonsense 3 4")
	require.ErrorContains(t, err, `line 2: "nonsense 3 4"`)
	_, err = parseRecording("back 1 a/0 2 3 4")
	require.ErrorContains(t, err, "1 words too many")
}
