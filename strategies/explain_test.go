package strategies

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func explain(t *testing.T, s Strategy, queue Queue, queues []Queue, ids []string) Explanation {
	t.Helper()
	e, err := Explain(s, queue, "g", queues, ids)
	require.NoError(t, err)
	return e
}

// 8 queues among 3: blocks of 3, 3 and 2, because 8 % 3 = 2 get one more.
func TestExplainBlock(t *testing.T) {
	queues, ids := onBrokers(8), []string{"x", "y", "z"}
	assert.Equal(t, Explanation{Reason: ReasonBlock, Queue: queues[4], Owner: "y", OwnerIndex: 1,
		QueueIndex: 4, Queues: 8, Consumers: 3, Remainder: 2, BlockStart: 3, BlockSize: 3},
		explain(t, Averagely{}, queues[4], queues, ids))
	e := explain(t, Averagely{}, queues[7], queues, ids)
	assert.Equal(t, []any{"z", 6, 2}, []any{e.Owner, e.BlockStart, e.BlockSize})
	// The second place of x is nobody's: every process with that id counts
	// from the first.
	e = explain(t, Averagely{}, queues[4], queues, []string{"x", "x", "z"})
	assert.Equal(t, []any{"", 1, NobodyDuplicateID}, []any{e.Owner, e.OwnerIndex, e.Nobody})
	assert.Contains(t, e.String(), "duplicate-id")
}

// 5 % 3 = 2.
func TestExplainCircle(t *testing.T) {
	queues, ids := onBrokers(8), []string{"x", "y", "z"}
	assert.Equal(t, Explanation{Reason: ReasonCircle, Queue: queues[5], Owner: "z", OwnerIndex: 2,
		QueueIndex: 5, Queues: 8, Consumers: 3, Remainder: 2}, explain(t, AveragelyByCircle{}, queues[5], queues, ids))
}

// The positions are upstream's: broker-a/0 lies at 2527733742 (testdata,
// hash_ring.txt), and with one virtual node each the three ids lie at
// 109492323, 441898328 and 1289239300, so the ring is passed to its first node.
func TestExplainRing(t *testing.T) {
	s, err := NewConsistentHash(1)
	require.NoError(t, err)
	q := Queue{"orders", "broker-a", 0}
	e := explain(t, s, q, []Queue{q}, []string{"10.0.0.7@4711", "10.0.0.8@4711", "10.0.0.9@23"})
	assert.Equal(t, Explanation{Reason: ReasonRing, Queue: q, Owner: "10.0.0.9@23", OwnerIndex: 2, Queues: 1, Consumers: 3,
		QueuePosition: 2527733742, Node: Node{Position: 109492323, Index: 2}, NodeKey: "10.0.0.9@23-0", Wrapped: true}, e)

	none, err := NewConsistentHash(0)
	require.NoError(t, err)
	e = explain(t, none, q, []Queue{q}, []string{"x"})
	assert.Equal(t, NobodyEmptyRing, e.Nobody)
	assert.Equal(t, int64(2527733742), e.QueuePosition)
}

// r1 has 5 queues and r2 one; of 5 among 2 each takes a block of 2, and the
// fifth is the leftover, the first consumer's.
func TestExplainMachineRoom(t *testing.T) {
	queues := []Queue{{"t", "plain", 0}, {"t", "r1@a", 0}, {"t", "r1@a", 1}, {"t", "r1@a", 2}, {"t", "r1@a", 3}, {"t", "r1@a", 4}, {"t", "r2@b", 0}}
	s, ids := MachineRoom{[]string{"r1"}}, []string{"x", "y"}
	e := explain(t, s, queues[4], queues, ids)
	assert.Equal(t, Explanation{Reason: ReasonRoomBlock, Queue: queues[4], Owner: "y", OwnerIndex: 1, QueueIndex: 3, Queues: 5,
		Consumers: 2, Remainder: 1, BlockStart: 2, BlockSize: 2, QueueRoom: "r1"}, e)
	e = explain(t, s, queues[5], queues, ids)
	assert.Equal(t, []any{ReasonRoomLeft, "x", 4}, []any{e.Reason, e.Owner, e.QueueIndex})
	e = explain(t, s, queues[6], queues, ids)
	assert.Equal(t, []any{NobodyRoomLeftOut, "", "r2"}, []any{e.Nobody, e.Owner, e.QueueRoom})
	e = explain(t, s, queues[0], queues, ids)
	assert.Equal(t, []any{NobodyRoomLeftOut, "", ""}, []any{e.Nobody, e.Owner, e.QueueRoom})
}

func TestExplainMachineRoomNearby(t *testing.T) {
	queues, ids := onBrokers(2, 2), []string{"x", "y"}
	s, err := NewMachineRoomNearby(Averagely{}, RoomTable{map[string]string{"a": "r1", "b": "r2"}, map[string]string{"x": "r1", "y": "r1"}})
	require.NoError(t, err)
	e := explain(t, s, queues[1], queues, ids)
	assert.Equal(t, []any{ReasonOwnRoom, "y", 1, "r1", "r1"}, []any{e.Reason, e.Owner, e.OwnerIndex, e.QueueRoom, e.OwnerRoom})
	e = explain(t, s, queues[2], queues, ids)
	assert.Equal(t, []any{ReasonNoConsumer, "x", "r2", "r1"}, []any{e.Reason, e.Owner, e.QueueRoom, e.OwnerRoom})
	require.NotNil(t, e.Inner)
	assert.Equal(t, []any{ReasonBlock, 0, 2}, []any{e.Inner.Reason, e.Inner.QueueIndex, e.Inner.Queues}, "of the two queues of r2")
}

func TestExplainConfig(t *testing.T) {
	queues, ids := onBrokers(2), []string{"x", "y"}
	s := ByConfig{queues[:1]}
	e := explain(t, s, queues[0], queues, ids)
	assert.Equal(t, []any{ReasonConfig, "x", []string{"y"}}, []any{e.Reason, e.Owner, e.Others})
	assert.Equal(t, NobodyConfigured, explain(t, s, queues[1], queues, ids).Nobody)
}

func TestReasonsAndCausesHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for r := ReasonAsked; r <= ReasonConfig; r++ {
		seen[r.String()] = true
	}
	for n := SomebodyOwns; n <= NobodyConfigured; n++ {
		seen["nobody "+n.String()] = true
	}
	assert.Len(t, seen, 10+7)
	assert.Equal(t, "Reason(10)", (ReasonConfig + 1).String())
	assert.Equal(t, "Nobody(7)", (NobodyConfigured + 1).String())
}
