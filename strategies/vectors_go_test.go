package strategies

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func goHashed(t *testing.T, word int) func([]string) Strategy {
	made := map[string]Strategy{}
	return func(w []string) Strategy {
		if made[w[word]] == nil {
			s, err := NewGoConsistentHash(number(t, w[word]))
			require.NoError(t, err)
			made[w[word]] = s
		}
		return made[w[word]]
	}
}

func TestGoConsistentHash(t *testing.T) {
	requireGrid(t, "go_client", "consistentHash", 72, goHashed(t, 2))
	require.Equal(t, "AllocateByConsistentHash", new(GoConsistentHash).Name())
}

func TestGoMachineRoom(t *testing.T) {
	in, n := readInputs(t), 0
	for _, r := range section(t, "go_client", "machineRoom") {
		w := r.parts[0]
		ids, queues := in.list(t, w[1]), in.queueSet(t, w[0])
		for i, want := range shares(t, r.text[1], len(ids)) {
			requireIndexes(t, r.at, want, GoMachineRoom{rooms(t, w[2])}, ids[i], queues, ids)
		}
		n++
	}
	require.Equal(t, 96, n)
	require.Equal(t, "AllocateByMachineRoom", GoMachineRoom{}.Name())
}

// AllocateByMachineNearby is a call of AllocateByAveragely.
func TestGoMachineNearby(t *testing.T) {
	requireGrid(t, "go_client", "machineNearby", 2, only(Averagely{}))
}

// goStrategy makes the strategy that a row names, as the Go client runs it.
func goStrategy(t *testing.T, name string, vnodes int) Strategy {
	switch {
	case name == "AllocateByAveragely":
		return GoClient{Averagely{}}
	case name == "AllocateByAveragelyCircle":
		return GoClient{AveragelyByCircle{}}
	case strings.HasPrefix(name, "AllocateByConsistentHash"):
		s, err := NewGoConsistentHash(vnodes)
		require.NoError(t, err)
		return GoClient{s}
	}
	require.Equal(t, "AllocateByMachineRoom([roomA])", name)
	return GoClient{GoMachineRoom{[]string{"roomA"}}}
}

func TestGoDuplicateIDs(t *testing.T) {
	requireGrid(t, "go_client", "duplicateIds", 9, func(w []string) Strategy { return goStrategy(t, w[2], number(t, w[3])) })
}

func TestGoErrors(t *testing.T) {
	in, n, panics := readInputs(t), 0, 0
	for _, r := range section(t, "go_client", "errors") {
		n++
		w := r.parts[0]
		if w[3] == "AllocateByConsistentHash(0)" {
			panics++
			_, err := NewGoConsistentHash(0)
			requireFailure(t, r.at, r.text[1], ErrVirtualNodes, err)
			continue
		}
		require.Equal(t, "nil", r.text[1], r.at)
		s := goStrategy(t, w[3], 10)
		share, err := s.Allocate(group, unquote(t, w[0]), in.queueSet(t, w[1]), in.list(t, w[2]))
		require.NoError(t, err, r.at)
		require.Nil(t, share, r.at)
		indexes, err := AppendShare([]int32{7}, s, group, unquote(t, w[0]), in.queueSet(t, w[1]), in.list(t, w[2]))
		require.NoError(t, err, r.at)
		require.Equal(t, []int32{7}, indexes, r.at)
	}
	require.Equal(t, 45, n)
	require.Equal(t, 1, panics)
}

func TestGoRingHash(t *testing.T) {
	ring, err := NewGoRing(1)
	require.NoError(t, err)
	requireQueueKeys(t, "go_client", 64, ring)
	n := 0
	for _, r := range section(t, "go_client", "nodeKeys") {
		for k, want := range r.parts[0][1:] {
			key := fmt.Sprintf("%d%s", k, r.parts[0][0])
			require.Equal(t, want, strconv.FormatInt(ring.KeyPosition(key), 10), r.at)
			n++
		}
	}
	require.Equal(t, 90, n)
}
