package strategies

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func utf16Of(s string) []uint16 { return utf16.Encode([]rune(s)) }

// share is the list of "broker/id" that id gets.
func share(t *testing.T, s Strategy, id string, queues []Queue, ids []string) string {
	t.Helper()
	got, err := s.Allocate("g", id, queues, ids)
	require.NoError(t, err)
	var words []string
	for _, q := range got {
		words = append(words, q.Broker+"/"+string(rune('0'+q.ID)))
	}
	return strings.Join(words, " ")
}

func onBrokers(counts ...int) []Queue {
	var queues []Queue
	for b, n := range counts {
		for i := range n {
			queues = append(queues, Queue{"orders", string(rune('a' + b)), i})
		}
	}
	return queues
}

// The rule, by hand: broker a (queues 0 to 3) stands in r1 and b (0, 1) in r2;
// x and y stand in r1, z in r2, v in r3, which has no queue.
func TestSameRoom(t *testing.T) {
	queues, ids := onBrokers(4, 2), []string{"v", "x", "y", "z"}
	table := RoomTable{map[string]string{"a": "r1", "b": "r2"}, map[string]string{"x": "r1", "y": "r1", "z": "r2", "v": "r3"}}

	averagely, err := NewSameRoom(Averagely{}, table)
	require.NoError(t, err)
	assert.Equal(t, "SAME_ROOM-AVG", averagely.Name())
	assert.Equal(t, "a/0 a/1", share(t, averagely, "x", queues, ids))
	assert.Equal(t, "a/2 a/3", share(t, averagely, "y", queues, ids))
	assert.Equal(t, "b/0 b/1", share(t, averagely, "z", queues, ids))
	// v takes the first of four shares of all six queues: 2, 2, 1, 1. It
	// overlaps with x's, which the explanation shows.
	assert.Equal(t, "a/0 a/1", share(t, averagely, "v", queues, ids))
	e, err := averagely.Explain(queues[1], "g", queues, ids)
	require.NoError(t, err)
	assert.Equal(t, ReasonOwnRoom, e.Reason)
	assert.Equal(t, "x", e.Owner)
	assert.Equal(t, []string{"v"}, e.Others)
	assert.Equal(t, "r1", e.QueueRoom)

	circle, err := NewSameRoom(AveragelyByCircle{}, table)
	require.NoError(t, err)
	assert.Equal(t, "a/0 a/2", share(t, circle, "x", queues, ids))
	assert.Equal(t, "a/1 a/3", share(t, circle, "y", queues, ids))
	assert.Equal(t, "a/0 b/0", share(t, circle, "v", queues, ids), "indexes 0 and 4 of all")

	// Without z nobody stands in r2: only v, by its share of all among three
	// (2, 2, 2), could read b, and it stands first. So b is read by nobody.
	without := []string{"v", "x", "y"}
	e, err = averagely.Explain(queues[4], "g", queues, without)
	require.NoError(t, err)
	assert.Equal(t, NobodyInRoom, e.Nobody)
	assert.Empty(t, e.Owner)
	// With v last in the list its share is the last two queues, those of b.
	table.Consumers["~v"] = "r3"
	last := []string{"x", "y", "~v"}
	assert.Equal(t, "b/0 b/1", share(t, averagely, "~v", queues, last))
	e, err = averagely.Explain(queues[4], "g", queues, last)
	require.NoError(t, err)
	assert.Equal(t, ReasonNoQueue, e.Reason)
	assert.Equal(t, "~v", e.Owner)
	assert.Equal(t, 2, e.OwnerIndex)
	assert.Equal(t, "r3", e.OwnerRoom)
}

func TestSameRoomChecksItsInputs(t *testing.T) {
	s, err := NewSameRoom(Averagely{}, RoomTable{map[string]string{"a": "r1"}, map[string]string{"x": "r1"}})
	require.NoError(t, err)
	for _, c := range []struct {
		id     string
		queues []Queue
		ids    []string
		kind   error
	}{
		{"", onBrokers(1), []string{"x"}, ErrEmptyID},
		{"x", nil, []string{"x"}, ErrNoQueues},
		{"x", onBrokers(1), nil, ErrNoIDs},
		{"x", onBrokers(0, 1), []string{"x"}, ErrQueueRoom},
		{"x", onBrokers(1), []string{"x", "y"}, ErrConsumerRoom},
	} {
		_, err := s.Allocate("g", c.id, c.queues, c.ids)
		require.ErrorIs(t, err, c.kind)
		dst, err := s.AppendShare([]int32{1}, "g", c.id, c.queues, c.ids)
		require.ErrorIs(t, err, c.kind)
		require.Equal(t, []int32{1}, dst)
	}
	assert.Empty(t, share(t, s, "unknown", onBrokers(1), []string{"x"}))
	_, err = NewSameRoom(nil, RoomTable{})
	require.ErrorIs(t, err, ErrNilStrategy)
	_, err = NewSameRoom(Averagely{}, nil)
	require.ErrorIs(t, err, ErrNilResolver)
}

func TestErrorsSayWhatIsWrongAndWhatWouldBeRight(t *testing.T) {
	_, err := Averagely{}.Allocate("g", "", onBrokers(1), []string{"x"})
	assert.EqualError(t, err, "AVG: the client id to allocate for is empty; give one of the ids (upstream: currentCID is empty)")
	_, err = NewConsistentHash(-1)
	assert.EqualError(t, err, "CONSISTENT_HASH: -1 virtual nodes are not possible; give 0 or more (upstream: illegal virtualNodeCnt :-1)")
	_, err = NewGoConsistentHash(0)
	assert.EqualError(t, err, "AllocateByConsistentHash: 0 virtual nodes are not possible in rocketmq-client-go; give 1 or more (upstream: runtime error: integer divide by zero)")
	_, err = Explain(Averagely{}, Queue{"orders", "z", 0}, "g", onBrokers(1), []string{"x"})
	assert.ErrorIs(t, err, ErrUnknownQueue)
}

func TestRingLimits(t *testing.T) {
	_, err := NewConsistentHash(MaxVirtualNodes + 1)
	require.ErrorIs(t, err, ErrTooLarge)
	_, err = NewGoConsistentHash(MaxVirtualNodes + 1)
	require.ErrorIs(t, err, ErrTooLarge)
	_, err = NewGoConsistentHash(-1)
	require.ErrorIs(t, err, ErrVirtualNodes)

	s, err := NewConsistentHash(MaxVirtualNodes)
	require.NoError(t, err)
	ids := make([]string, MaxRingNodes/MaxVirtualNodes+1)
	for i := range ids {
		ids[i] = string(rune('A' + i))
	}
	_, err = s.Allocate("g", "A", onBrokers(1), ids)
	require.ErrorIs(t, err, ErrTooLarge)
	ring, err := s.Ring(ids)
	require.ErrorIs(t, err, ErrTooLarge)
	require.Empty(t, ring.Nodes())
	// The failed list is not taken for a ring that was built.
	_, err = s.Allocate("g", "A", onBrokers(1), ids)
	require.ErrorIs(t, err, ErrTooLarge)
}

// On a Go ring "1" followed by "1x" and "11" followed by "x" are one key,
// "11x": the later id has the position. consistent.Add puts a repeated id's
// nodes down again, so listing it once more gives the position back.
func TestGoRingKeysCollide(t *testing.T) {
	ring, err := NewGoRing(12)
	require.NoError(t, err)
	owner := func(ids ...string) string {
		require.NoError(t, ring.Build(ids))
		p := ring.KeyPosition("11x")
		n, ok := ring.Owner(p - 1)
		require.True(t, ok)
		require.Equal(t, p, n.Position)
		require.Equal(t, "11x", ring.NodeKey(n))
		n, ok = ring.Owner(p)
		require.True(t, ok)
		require.NotEqual(t, p, n.Position, "the node has to lie after the position")
		i, _ := ring.Owner(p - 1)
		return ids[i.Index]
	}
	assert.Equal(t, "1x", owner("x", "1x"))
	assert.Equal(t, "x", owner("1x", "x"))
	assert.Equal(t, "x", owner("x", "1x", "x"))
}

// A room named twice counts its queues twice, and the block then ends beyond
// the list, where rocketmq-client-go panics: 2 queues counted 4 times over one
// consumer make the block 0 to 3.
func TestGoMachineRoomPanicBecomesAnError(t *testing.T) {
	queues := []Queue{{"orders", "r@a", 0}, {"orders", "r@a", 1}}
	_, err := GoMachineRoom{[]string{"r", "r"}}.Allocate("g", "x", queues, []string{"x"})
	require.ErrorIs(t, err, ErrGoIndex)
	require.ErrorContains(t, err, "index out of range [2] with length 2")
	// Over three consumers it is one each, and the second of them gets a queue
	// of the whole list; the leftover, index 3 of r r r r, is queue 1.
	ids := []string{"x", "y", "z"}
	assert.Equal(t, "r@a/0 r@a/1", share(t, GoMachineRoom{[]string{"r", "r"}}, "x", queues, ids))
	assert.Equal(t, "r@a/1", share(t, GoMachineRoom{[]string{"r", "r"}}, "y", queues, ids))
}

func TestForeignQueuesHaveNoIndex(t *testing.T) {
	s := ByConfig{[]Queue{{"orders", "a", 0}, {"other", "a", 0}}}
	dst, err := AppendShare([]int32{5}, s, "g", "x", onBrokers(1), []string{"x"})
	require.ErrorIs(t, err, ErrForeignQueue)
	assert.Equal(t, []int32{5}, dst)

	// Inside machine room nearby they come out of Allocate, as upstream's do,
	// once for each room that is asked for.
	table := RoomTable{map[string]string{"a": "r1", "b": "r2"}, map[string]string{"x": "r1"}}
	nearby, err := NewMachineRoomNearby(s, table)
	require.NoError(t, err)
	got, err := nearby.Allocate("g", "x", onBrokers(1, 1), []string{"x"})
	require.NoError(t, err)
	assert.Equal(t, append(append([]Queue{}, s.Queues...), s.Queues...), got)
	_, err = nearby.AppendShare(nil, "g", "x", onBrokers(1, 1), []string{"x"})
	require.ErrorIs(t, err, ErrForeignQueue)
	_, err = NewMachineRoomNearby(ByConfig{}, table)
	require.ErrorIs(t, err, ErrNilStrategy)
}

func TestPopKnowsTwoStrategies(t *testing.T) {
	for _, s := range []Strategy{new(ConsistentHash), ByConfig{}, nil} {
		_, err := AllocateForPop(s, "g", "x", onBrokers(4), []string{"x", "y"}, -1)
		require.ErrorIs(t, err, ErrUnsupported)
	}
	// QueryAssignmentProcessor.allocate takes a blank id for an empty one, the
	// strategies do not: 4 ids on 2 queues, and 4 ids on 4.
	ids := []string{" ", "b", "c", "d"}
	_, err := AllocateForPop(Averagely{}, "g", " ", onBrokers(2), ids, 1)
	require.ErrorIs(t, err, ErrEmptyID)
	got, err := AllocateForPop(Averagely{}, "g", " ", onBrokers(4), ids, 1)
	require.NoError(t, err)
	assert.Equal(t, onBrokers(2), got)
}

// Every pair out of the ranges that UTF-8 and UTF-16 order differently, and
// their neighbours.
func TestCompareIDsAtTheSurrogates(t *testing.T) {
	runes := []rune{'z', 0x7ff, 0x800, 0xd7ff, 0xe000, 0xefff, 0xf000, 0xfffd, 0xffff, 0x10000, 0x3ffff, 0x40000, 0x10ffff}
	for _, x := range runes {
		for _, y := range runes {
			a, b := "id"+string(x)+"b", "id"+string(y)+"a"
			assert.Equal(t, slices.Compare(utf16Of(a), utf16Of(b)), CompareIDs(a, b), "%U %U", x, y)
		}
	}
	assert.Equal(t, -1, CompareIDs("a", "ab"))
	assert.Equal(t, +1, CompareIDs("ab", "a"))
}
