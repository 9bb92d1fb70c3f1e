package report

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// orderlyStory is a hand-over with a message in the listener: c1 drops a/0 and
// a/1 while 1 of a/0 is being worked on, is left with a/0 in its table, and c2
// gets the lock when the listener has ended.
func orderlyStory() play {
	sc := smallScenario()
	for i := range sc.Consumers {
		sc.Consumers[i].Settings.Orderly = true
	}
	p := newPlay(sc)
	lock := func(t int64, c int32, pairs ...int64) {
		p.add(t, trace.KindLock, func(e *trace.Event) { e.Consumer, e.Broker, e.Group = c, 0, 0 }, pairs...)
	}
	p.of(0, trace.KindStart, 0)
	lock(1000, 0, 0, 1)
	p.queue(0, 0, trace.KindTake, 1001, 0, 0)
	lock(1002, 0, 1, 1)
	p.queue(0, 1, trace.KindTake, 1003, 0, 0)
	p.message(0, 0, 0, 2000)
	p.queue(0, 0, trace.KindBegin, 2010, 1, 1)
	p.queue(0, 0, trace.KindDrop, 2011, 1, 0)
	p.queue(0, 1, trace.KindDrop, 2011, 0, 0)
	p.queue(0, 1, trace.KindRelease, 2012, 0, 0)
	p.add(2012, trace.KindUnlock, func(e *trace.Event) { e.Consumer, e.Broker, e.Group = 0, 0, 0 }, 1)
	lock(2020, 1, 0, 0)
	p.queue(0, 0, trace.KindComplete, 2500, 1, 1)
	p.queue(0, 0, trace.KindRelease, 2501, 0, 0)
	lock(3020, 1, 0, 1, 1, 1)
	p.queue(1, 0, trace.KindTake, 3021, 1, 0)
	p.message(1, 0, 1, 3600) // one step back
	p.message(1, 0, 2, 3610)
	p.message(1, 0, 5, 3620) // a jump ahead
	p.queue(1, 0, trace.KindBegin, 3630, 6, 1)
	p.of(1, trace.KindKill, 3631) // its listener is gone with it
	p.message(2, 0, 6, 4000)
	p.queue(0, 0, trace.KindBegin, 4010, 7, 1)
	p.queue(1, 0, trace.KindBegin, 4011, 8, 1) // beside the other
	return p
}

func TestOrderAndLocks(t *testing.T) {
	r := orderlyStory().Report("x", 5*time.Second)
	require.NotNil(t, r.Totals.Order)
	assert.Equal(t, Order{StepsBack: 1, JumpsAhead: 1, Overlapping: 1}, *r.Totals.Order)
	assert.Equal(t, "orderly", r.Setup.Consumers["c1"].Listener)
	var locks []string
	for _, e := range r.Events {
		if e.Kind == "lock" || e.Kind == "unlock" {
			text, err := json.Marshal(e)
			require.NoError(t, err)
			locks = append(locks, string(text))
		}
	}
	assert.Equal(t, []string{
		`[1000,"c1","lock","a",["a/0"],["a/0"]]`,
		`[1002,"c1","lock","a",["a/1"],["a/1"]]`,
		`[2012,"c1","unlock","a",["a/1"]]`,
		`[2020,"c2","lock","a",["a/0"],[]]`,
		`[3020,"c2","lock","a",["a/0","a/1"],["a/0","a/1"]]`,
	}, locks)
	var owned []string
	for _, o := range r.Ownership {
		text, err := json.Marshal(o)
		require.NoError(t, err)
		owned = append(owned, string(text))
	}
	assert.Contains(t, owned, `[2012,"c1",[],["a/0"]]`, "dropped and still in the table")
	assert.Contains(t, owned, `[2501,"c1",[]]`)

	var b bytes.Buffer
	p := orderlyStory()
	p.Summary(&b, "x", 5*time.Second, make([]ledger.Totals, 1))
	assert.Contains(t, b.String(), "order: 1 steps back, 1 jumps ahead, 1 overlapping\n")
	assert.Nil(t, newPlay(smallScenario()).Report("x", time.Second).Totals.Order, "no orderly listener")
}

func TestLanesOfLocks(t *testing.T) {
	p := orderlyStory()
	p.queue(0, 0, trace.KindLockWait, 4500, 31*int64(time.Second), 0)
	p.add(4600, trace.KindDisorder, func(e *trace.Event) {
		e.Consumer, e.Queue, e.Group, e.A, e.B, e.C = 1, 0, 0, 1, 2, int64(ledger.CauseForcedUnlock)
	})
	p.add(4700, trace.KindUnlock, func(e *trace.Event) { e.Consumer, e.Broker, e.Group, e.A = 0, 0, 0, 1 }, 0)
	var b bytes.Buffer
	require.NoError(t, p.Lanes(&b))
	for _, want := range []string{
		"c1 lock at a: a/0  ", "c2 lock at a: -, refused a/0", "c1 unlock a/1", "c1 release a/0",
		"c1 waits for the lock of a/0, last renewed 31.000 s ago",
		"c2 completes 2 of a/0 out of order from 1 on: forced-unlock", "c1 unlock a/0, by force",
	} {
		assert.Contains(t, b.String(), want)
	}
}
