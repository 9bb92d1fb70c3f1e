package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEveryKindHasAName(t *testing.T) {
	seen := map[string]bool{}
	for k := KindNone; k < kindEnd; k++ {
		if k == kindStored {
			continue
		}
		require.NotEmpty(t, k.String(), "kind %d", k)
		require.False(t, seen[k.String()], "%s twice", k)
		seen[k.String()] = true
	}
	assert.Equal(t, "unknown", kindEnd.String())
	assert.True(t, KindDouble.Stored())
	assert.False(t, KindPull.Stored())
	for _, k := range Kinds() {
		assert.True(t, k.Stored())
	}
}

func TestDigestSeesEveryField(t *testing.T) {
	base := Event{At: 1, Kind: KindTake, Broker: 2, Consumer: 3, Queue: 4, Topic: 5, Group: 6, A: 7, B: 8, C: 9}
	sum := func(e Event, data ...int64) uint64 {
		l := NewLog()
		l.Add(e, data...)
		return l.Digest()
	}
	want := sum(base)
	assert.Equal(t, want, sum(base))
	for name, change := range map[string]func(*Event){
		"at": func(e *Event) { e.At++ }, "kind": func(e *Event) { e.Kind++ }, "broker": func(e *Event) { e.Broker++ },
		"consumer": func(e *Event) { e.Consumer++ }, "queue": func(e *Event) { e.Queue++ }, "topic": func(e *Event) { e.Topic++ },
		"group": func(e *Event) { e.Group++ }, "a": func(e *Event) { e.A++ }, "b": func(e *Event) { e.B++ }, "c": func(e *Event) { e.C++ },
	} {
		e := base
		change(&e)
		assert.NotEqual(t, want, sum(e), name)
	}
	assert.NotEqual(t, want, sum(base, 1))
	assert.NotEqual(t, sum(base, 1, 2), sum(base, 2, 1))
}

func TestAllocationRoundTrip(t *testing.T) {
	l := NewLog()
	a := Allocation{IDs: []int32{1, 1, 5}, Queues: []int32{7}, Seen: []int32{8, 0}, Asked: 1, Failed: true}
	id := l.Add(None(KindAllocate, 5), EncodeAllocation(nil, &a)...)
	assert.Equal(t, a, l.Allocation(l.Event(id)))
	assert.Equal(t, -1, l.Allocation(&Event{Kind: KindTake}).Asked)
	assert.Nil(t, l.Event(0))
	assert.Nil(t, l.Event(99))
}

func TestPairsAndIDs(t *testing.T) {
	l := NewLog()
	id := l.Add(None(KindCommit, 1), 3, 100, 4, 200)
	got := map[int32]int64{}
	l.Pairs(l.Event(id), func(q int32, off int64) { got[q] = off })
	assert.Equal(t, map[int32]int64{3: 100, 4: 200}, got)
	m := l.Add(None(KindMembers, 2), 9, 9)
	assert.Equal(t, []int32{9, 9}, l.IDs(l.Event(m)))
	assert.Empty(t, l.IDs(&Event{}))
}

func TestNotesReachTheSinkButAreNotStored(t *testing.T) {
	l := NewLog()
	var kinds []Kind
	l.Tail(func(e *Event) { kinds = append(kinds, e.Kind) })
	e := None(KindPull, 3)
	l.Note(&e)
	l.Add(None(KindTake, 4))
	assert.Equal(t, []Kind{KindPull, KindTake}, kinds)
	assert.Len(t, l.Events(), 1)
	assert.EqualValues(t, 2, l.Count())
}

func TestNoteAllocatesNothing(t *testing.T) {
	l := NewLog()
	e := None(KindComplete, 3)
	assert.Zero(t, testing.AllocsPerRun(100, func() { l.Note(&e) }))
}

// Tell leaves the digest that Note of the same event leaves, whether or not
// somebody listens, and whoever listens gets that event.
func TestTellIsNote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := Event{Kind: Kind(rapid.IntRange(0, int(kindEnd)-1).Draw(t, "kind")), At: rapid.Int64Min(0).Draw(t, "at"), Broker: -1}
		e.Consumer, e.Queue = rapid.Int32Min(-1).Draw(t, "consumer"), rapid.Int32Min(-1).Draw(t, "queue")
		e.Topic, e.Group = rapid.Int16Min(-1).Draw(t, "topic"), rapid.Int16Min(-1).Draw(t, "group")
		e.A, e.B, e.C = rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b"), rapid.Int64().Draw(t, "c")
		noted, told, heard := NewLog(), NewLog(), NewLog()
		var got Event
		heard.Tail(func(e *Event) { got = *e })
		noted.Note(&e)
		told.Tell(e.Kind, e.At, e.Consumer, e.Queue, e.Topic, e.Group, e.A, e.B, e.C)
		heard.Tell(e.Kind, e.At, e.Consumer, e.Queue, e.Topic, e.Group, e.A, e.B, e.C)
		assert.Equal(t, noted.Digest(), told.Digest())
		assert.Equal(t, noted.Digest(), heard.Digest())
		assert.Equal(t, [2]int64{1, 1}, [2]int64{told.Count(), heard.Count()})
		assert.Equal(t, e, got)
	})
}

func TestSeriesHoldsDifferences(t *testing.T) {
	var s Series
	s.Sample(10, 5, 0, 1)
	s.Sample(8, 9, 2, 0)
	assert.Equal(t, Series{Backlog: []int32{10, 8}, Completions: []int32{5, 4}, Duplicates: []int32{0, 2}, Unowned: []int32{1, 0}, completions: 9, duplicates: 2}, s)
	assert.Equal(t, 2, s.Steps())
}
