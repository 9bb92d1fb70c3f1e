package recordings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
	"ringside/core/trace"
)

// popRec is what is compared of pop-join-leave.rec, in the script's milliseconds.
type popRec struct {
	assigned map[string]int64 // when a/-1 was first in the table
	retry    []string         // owners of the retry topic's queue in turn
	revived  int64            // when the message came back that the killed member held
	lists    []membership
	silence  map[string]int64
}

func loadPop(t *testing.T) popRec {
	text, err := os.ReadFile(filepath.Join("testdata", "pop-join-leave.rec"))
	require.NoError(t, err)
	f := newFigures()
	out := popRec{assigned: map[string]int64{}, silence: map[string]int64{}}
	for _, line := range strings.Split(string(text), "\n") {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		r := &reader{w: w[1:]}
		switch w[0] {
		case "own":
			at, name := r.num()+f.Shift, r.word()
			if slices.Contains(r.w, "a/-1") && out.assigned[name] == 0 {
				out.assigned[name] = at
			}
			if slices.Contains(r.w, "retry:a/0") && !slices.Contains(out.retry, name) {
				out.retry = append(out.retry, name)
			}
		case "revived":
			out.revived = r.num() + f.Shift
		default:
			require.NoError(t, f.line(w))
		}
	}
	out.lists = f.lists("a")
	for q, s := range f.Silence {
		out.silence[q] = s.Long
	}
	return out
}

// TestPop: the broker assigns every member any queue of a, a join or a leave
// moves nothing, and no queue is silent for 0.4 s; only the message that the
// killed member was at comes again, when its 60 s are over and the revival has
// seen it. The retry topic's queue is allocated in the classic way.
func TestPop(t *testing.T) {
	rec := loadPop(t)
	text, err := os.ReadFile(filepath.Join("testdata", "pop-join-leave.ringside"))
	require.NoError(t, err)
	sim, err := core.Load(string(text))
	require.NoError(t, err)
	sim.Advance(sim.End())
	names := sim.Log().Consumers
	assigned, ended := map[string]int64{}, map[string]int{}
	var retry []string
	var revived []trace.Event
	for _, e := range sim.Log().Events() {
		switch e.Kind {
		case trace.KindAssign:
			require.Zero(t, assigned[names[e.Consumer]], "nothing is assigned twice")
			require.EqualValues(t, -1, e.Queue, "any queue")
			assigned[names[e.Consumer]] = e.At / 1_000_000
		case trace.KindUnassign:
			ended[names[e.Consumer]]++
		case trace.KindTake:
			assert.Equal(t, "retry:a/0", sim.Log().Queues[e.Queue])
			retry = append(retry, names[e.Consumer])
		case trace.KindRevive:
			revived = append(revived, e)
		}
	}
	require.Len(t, rec.assigned, 3)
	for c, at := range rec.assigned {
		assert.InDelta(t, at, assigned[c], promptly, c)
	}
	assert.Equal(t, map[string]int{"c1": 1, "c2": 1}, ended, "at its stop and its kill")
	assert.Equal(t, []string{"c1", "c3"}, rec.retry)
	assert.Equal(t, rec.retry, retry)

	lists := play(t, "pop-join-leave").lists("a")
	require.Equal(t, idLists(rec.lists), idLists(lists))
	for i := range lists {
		assert.InDelta(t, rec.lists[i].T, lists[i].T, listed)
	}

	v := core.View{Topic: -1}
	sim.View(&v)
	assert.Zero(t, v.Duplicates)
	assert.LessOrEqual(t, v.Backlog, int64(2), "but for what was just sent")
	for q, s := range play(t, "pop-join-leave").Silence {
		assert.Less(t, s.Long, int64(400), q)
		assert.Less(t, rec.silence[q], int64(400), q)
	}
	// Popped at most 40 ms before the kill at 34.0 s: it is back 60 s later and the
	// 2 s that the revival waits, at its next tick of 1 s; recorded 62.9 s after the kill.
	require.Len(t, revived, 1)
	assert.Equal(t, "c2", names[revived[0].Consumer])
	assert.EqualValues(t, 1, revived[0].B)
	assert.InDelta(t, 62_500, revived[0].At/1_000_000-34_000, 500)
	assert.InDelta(t, 62_500, rec.revived-34_000, 500)
}
