package strategies

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func newRings(t *testing.T) func(vnodes int) *Ring {
	return func(vnodes int) *Ring {
		ring, err := NewRing(vnodes, nil)
		require.NoError(t, err)
		return ring
	}
}

// requireQueueKeys reads rows "broker first position position ...".
func requireQueueKeys(t *testing.T, file string, keys int, ring *Ring) {
	n := 0
	for _, r := range section(t, file, "queueKeys") {
		w := r.parts[0]
		for i, want := range w[2:] {
			q := Queue{topic, w[0], number(t, w[1]) + i}
			require.Equal(t, want, strconv.FormatInt(ring.QueuePosition(q), 10), "%s: %v", r.at, q)
			n++
		}
	}
	require.Equal(t, keys, n)
}

func TestRingHash(t *testing.T) {
	ring := newRings(t)(1)
	rows := append(section(t, "hash_ring", "plain"), section(t, "hash_ring", "otherKeys")...)
	require.Len(t, rows, 7+7)
	for _, r := range rows {
		require.Equal(t, r.parts[0][1], strconv.FormatInt(ring.KeyPosition(unquote(t, r.parts[0][0])), 10), r.at)
	}
	requireQueueKeys(t, "hash_ring", 201-7, ring)
	n := 0
	for _, r := range section(t, "hash_ring", "nodeKeys") {
		for k, want := range r.parts[0][1:] {
			key := fmt.Sprintf("%s-%d", r.parts[0][0], k)
			require.Equal(t, want, strconv.FormatInt(ring.KeyPosition(key), 10), r.at)
			n++
		}
	}
	require.Equal(t, 1230, n)
	rows = section(t, "hash_ring", "collidingNodeKeys")
	require.Len(t, rows, 12)
	for _, r := range rows {
		for _, key := range r.parts[0][:2] {
			require.Equal(t, r.parts[0][2], strconv.FormatInt(ring.KeyPosition(key), 10), r.at)
		}
	}
}

func TestRingNodes(t *testing.T) {
	rows := section(t, "hash_ring", "rings")
	require.Len(t, rows, 12)
	for _, r := range rows {
		ids := strings.Split(r.parts[0][0], ",")
		ring := newRings(t)(number(t, r.parts[0][1]))
		require.NoError(t, ring.Build([]string{"someone@else", ids[0]}))
		require.NoError(t, ring.Build(ids))
		var got []string
		for _, n := range ring.Nodes() {
			got = append(got, fmt.Sprintf("%d=%d-%d", n.Position, n.Index, n.Replica))
			require.Equal(t, fmt.Sprintf("%s-%d", ids[n.Index], n.Replica), ring.NodeKey(n))
		}
		require.Equal(t, r.parts[1], got, r.at)
	}
}

func TestRingRoutes(t *testing.T) {
	ids := readInputs(t).ids["c9"]
	rows := section(t, "hash_ring", "routes")
	require.Len(t, rows, 72)
	for _, r := range rows {
		ring := newRings(t)(number(t, r.parts[0][0]))
		require.NoError(t, ring.Build(ids))
		position := ring.QueuePosition(Queue{topic, r.parts[0][1], number(t, r.parts[0][2])})
		require.Equal(t, r.parts[0][3], strconv.FormatInt(position, 10), r.at)
		node, ok := ring.Owner(position)
		require.True(t, ok, r.at)
		require.Equal(t, r.parts[1], []string{strconv.FormatInt(node.Position, 10), ring.NodeKey(node)}, r.at)
	}
}
