package strategies

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each test below runs every row of a section; the counts are those of the
// calls that upstream answered (rows of its tables, one per list or one per
// id in the errors).

// requireGrid runs a grid: queue set, id set, and what else a strategy needs.
func requireGrid(t *testing.T, file, name string, rows int, strategy func(words []string) Strategy) {
	in, n := readInputs(t), 0
	for _, r := range section(t, file, name) {
		n += each(r.parts[0], func(w []string) {
			requireRow(t, r.at, r.text[1], strategy(w), in.queueSet(t, w[0]), in.list(t, w[1]))
		})
	}
	require.Equal(t, rows, n)
}

// requireErrors runs the errors: current id, queue set, ids, settings.
func requireErrors(t *testing.T, file string, rows int, kind error, strategy func(words []string) Strategy) {
	in, n := readInputs(t), 0
	for _, r := range section(t, file, "errors") {
		w := r.parts[0]
		if len(w) < 3 {
			continue // the constructor's, tested apart
		}
		n++
		requireShare(t, r.at, r.text[1], strategy(w), unquote(t, w[0]), in.queueSet(t, w[1]), in.list(t, w[2]), kind)
	}
	require.Equal(t, rows, n)
}

// requireUnsorted runs the strategy on lists as they are, and on the lists as
// RebalanceImpl sorts them, which also tests the sorting.
func requireUnsorted(t *testing.T, file string, raw, sorted int, strategy func(words []string) Strategy) {
	in := readInputs(t)
	lists := map[string]row{}
	for _, r := range section(t, "inputs", "unsorted") {
		lists[r.parts[0][0]] = r
	}
	read := func(name string) ([]Queue, []string, row) {
		r := lists[name]
		set, places, _ := strings.Cut(r.parts[0][1], ":")
		var ids []string
		for _, i := range strings.Split(places, ",") {
			ids = append(ids, in.ids[set][number(t, i)])
		}
		return queuesOf(t, r.parts[1]), ids, r
	}
	rows := section(t, file, "unsortedRaw")
	require.Len(t, rows, raw)
	for _, r := range rows {
		queues, ids, _ := read(r.parts[0][0])
		requireRow(t, r.at, r.text[1], strategy(r.parts[0]), queues, ids)
	}
	rows = section(t, file, "unsortedPipeline")
	require.Len(t, rows, sorted)
	for _, r := range rows {
		queues, ids, list := read(r.parts[0][0])
		wantQueues := pick(queues, numbers(t, list.text[2]))
		var wantIDs []string
		for _, i := range numbers(t, list.text[3]) {
			wantIDs = append(wantIDs, ids[i])
		}
		SortQueues(queues)
		SortIDs(ids)
		require.Equal(t, wantQueues, queues, r.at)
		require.Equal(t, wantIDs, ids, r.at)
		requireRow(t, r.at, r.text[1], strategy(r.parts[0]), queues, ids)
	}
}

func only(s Strategy) func([]string) Strategy { return func([]string) Strategy { return s } }

func TestAveragely(t *testing.T) {
	s := only(Averagely{})
	require.Equal(t, "AVG", s(nil).Name())
	requireGrid(t, "averagely", "grid", 718, s)
	requireUnsorted(t, "averagely", 201, 201, s)
	requireGrid(t, "averagely", "duplicateIds", 84, s)
	requireErrors(t, "averagely", 64, nil, s)
}

func TestAveragelyByCircle(t *testing.T) {
	s := only(AveragelyByCircle{})
	require.Equal(t, "AVG_BY_CIRCLE", s(nil).Name())
	requireGrid(t, "averagely_by_circle", "grid", 718, s)
	requireUnsorted(t, "averagely_by_circle", 201, 201, s)
	requireGrid(t, "averagely_by_circle", "duplicateIds", 84, s)
	requireErrors(t, "averagely_by_circle", 64, nil, s)
}

// byVNodes returns one strategy value per number of virtual nodes, so that the
// rows also test what a value remembers from row to row.
func byVNodes(t *testing.T, word int) func([]string) Strategy {
	made := map[string]Strategy{}
	return func(w []string) Strategy {
		if made[w[word]] == nil {
			s, err := NewConsistentHash(number(t, w[word]))
			require.NoError(t, err)
			made[w[word]] = s
		}
		return made[w[word]]
	}
}

func TestConsistentHash(t *testing.T) {
	require.Equal(t, "CONSISTENT_HASH", new(ConsistentHash).Name())
	requireGrid(t, "consistent_hash", "grid", 2064, byVNodes(t, 2))
	requireGrid(t, "consistent_hash", "default", 3, only(new(ConsistentHash)))
	requireGrid(t, "consistent_hash", "zeroVirtualNodes", 2, byVNodes(t, 2))
	requireGrid(t, "consistent_hash", "duplicateIds", 252, byVNodes(t, 2))
	requireGrid(t, "consistent_hash", "collisions", 24, byVNodes(t, 2))
	requireUnsorted(t, "consistent_hash_unsorted", 201, 603, byVNodes(t, 1))
	requireErrors(t, "consistent_hash", 64, ErrEmptyMember, byVNodes(t, 3))
}

func TestConsistentHashConstructor(t *testing.T) {
	rows := section(t, "consistent_hash", "constructor")
	require.Len(t, rows, 2)
	for _, r := range rows {
		_, err := NewConsistentHash(number(t, r.parts[0][0]))
		requireFailure(t, r.at, r.text[1], ErrVirtualNodes, err)
	}
}

func TestConsistentHashCollidingRing(t *testing.T) {
	in := readInputs(t)
	for _, r := range section(t, "consistent_hash", "collisions") {
		w := r.parts[0]
		ring, err := NewRing(number(t, w[2]), nil)
		require.NoError(t, err)
		require.NoError(t, ring.Build(in.list(t, w[1])))
		require.Len(t, ring.Nodes(), number(t, w[5]), r.at)
		for _, key := range strings.Split(w[3], ",") {
			require.Equal(t, w[4], strconv.FormatInt(ring.KeyPosition(key), 10), r.at)
		}
	}
}

func position64(t *testing.T, word string) int64 {
	n, err := strconv.ParseInt(word, 10, 64)
	require.NoError(t, err)
	return n
}

func TestConsistentHashCustomFunction(t *testing.T) {
	rows := section(t, "consistent_hash", "customHash")
	require.Len(t, rows, 4)
	for _, r := range rows {
		table := map[string]int64{}
		for _, w := range strings.Split(r.parts[0][1], ",") {
			key, position, _ := strings.Cut(w, "=")
			table[key] = position64(t, position)
		}
		var queues []Queue
		for i, position := range strings.Split(r.parts[0][2], ",") {
			q := Queue{topic, "broker-a", i}
			queues = append(queues, q)
			table[q.String()] = position64(t, position)
		}
		s, err := NewConsistentHashFunc(1, func(key string) int64 { return table[key] })
		require.NoError(t, err)
		requireRow(t, r.at, r.text[1], s, queues, strings.Split(r.parts[0][0], ","))
	}
}

func TestMachineRoom(t *testing.T) {
	rooms := func(word int) func(w []string) Strategy {
		return func(w []string) Strategy { return MachineRoom{rooms(t, w[word])} }
	}
	require.Equal(t, "MACHINE_ROOM", MachineRoom{}.Name())
	requireGrid(t, "machine_room", "grid", 1980, rooms(2))
	requireGrid(t, "machine_room", "duplicateIds", 4, rooms(2))
	requireErrors(t, "machine_room", 66, ErrNilIDCs, rooms(3))

	rows := section(t, "machine_room", "unsortedRaw")
	require.Len(t, rows, 9)
	for _, r := range rows {
		requireRow(t, r.at, r.text[2], rooms(1)(r.parts[0]), queuesOf(t, r.parts[1]), strings.Split(r.parts[0][0], ","))
	}
}

func TestMachineRoomBrokerNames(t *testing.T) {
	in := readInputs(t)
	rows := section(t, "machine_room", "brokerNames")
	require.Len(t, rows, 13)
	var queues []Queue
	for _, name := range rows[0].parts[0][1:] {
		queues = append(queues, Queue{topic, unquote(t, name), 0})
	}
	for _, r := range rows[1:] {
		requireRow(t, r.at, r.text[1], MachineRoom{rooms(t, r.parts[0][1])}, queues, in.list(t, r.parts[0][0]))
	}
}

func TestByConfig(t *testing.T) {
	in, n := readInputs(t), 0
	for _, r := range section(t, "by_config", "cases") {
		read := func(words []string) []Queue {
			switch words[0] {
			case "nil":
				return nil
			case "-":
				return []Queue{}
			}
			var list []Queue
			for _, w := range words {
				f := strings.Split(w, "/")
				list = append(list, Queue{f[0], f[1], number(t, f[2])})
			}
			return list
		}
		n += each(r.parts[0], func(w []string) {
			s := ByConfig{read(r.parts[1])}
			share, err := s.Allocate(group, unquote(t, w[0]), in.queueSet(t, w[1]), in.list(t, w[2]))
			require.NoError(t, err, r.at)
			require.Equal(t, read(r.parts[2]), share, r.at)
		})
	}
	require.Equal(t, 72, n)
	assert.Equal(t, "CONFIG", ByConfig{}.Name())
}

func TestSortOrder(t *testing.T) {
	rows := section(t, "sort_order", "queueSort")
	require.Len(t, rows, 8)
	for _, r := range rows {
		var list, want []Queue
		for _, w := range r.parts[0] {
			f := strings.Split(unquote(t, w), "/")
			list = append(list, Queue{f[0], f[1], number(t, f[2])})
		}
		for _, i := range r.parts[1] {
			want = append(want, list[number(t, i)])
		}
		SortQueues(list)
		require.Equal(t, want, list, r.at)
	}
	rows = section(t, "sort_order", "cidSort")
	require.Len(t, rows, 6)
	for _, r := range rows {
		var list, want []string
		for _, w := range r.parts[0] {
			list = append(list, unquote(t, w))
		}
		for _, i := range r.parts[1] {
			want = append(want, list[number(t, i)])
		}
		SortIDs(list)
		require.Equal(t, want, list, r.at)
	}
}

func TestQueueString(t *testing.T) {
	rows := section(t, "sort_order", "toString")
	require.Len(t, rows, 5)
	for _, r := range rows {
		w := r.parts[0]
		// Go has no null string: the row of nulls is that of a topic and broker named "null".
		topic, broker := strings.Trim(w[0], `"`), strings.Trim(w[1], `"`)
		require.Equal(t, unquote(t, w[3]), Queue{topic, broker, number(t, w[2])}.String(), r.at)
	}
}

func TestAllocateForPop(t *testing.T) {
	in, n := readInputs(t), 0
	strategies := map[string]Strategy{"AVG": Averagely{}, "AVG_BY_CIRCLE": AveragelyByCircle{}}
	for _, r := range section(t, "pop_assignment", "grid") {
		n += each(r.parts[0], func(w []string) {
			queues, ids := in.queueSet(t, w[0]), in.list(t, w[1])
			s, share := strategies[w[2]], number(t, w[3])
			callers := ids
			if len(ids) == 0 {
				callers = []string{"10.0.0.7@4711"}
			}
			for i, id := range callers {
				got, err := AllocateForPop(s, group, id, queues, ids, share)
				switch {
				case strings.HasPrefix(r.text[1], "!"):
					requireFailure(t, r.at, r.text[1], nil, err)
				case r.text[1] == "*":
					require.NoError(t, err, r.at)
					require.Len(t, got, len(queues), r.at)
					for k, q := range queues {
						require.Equal(t, Queue{q.Topic, q.Broker, AnyQueue}, got[k], r.at)
					}
				default:
					require.NoError(t, err, r.at)
					require.Equal(t, pick(queues, shares(t, r.text[1], len(ids))[i]), got, "%s: %s", r.at, id)
				}
			}
		})
	}
	require.Equal(t, 1208, n)

	rows := section(t, "pop_assignment", "unknownClient")
	require.Len(t, rows, 2)
	for _, r := range rows {
		w := r.parts[0]
		queues := in.queueSet(t, w[1])
		got, err := AllocateForPop(strategies[w[3]], group, unquote(t, w[0]), queues, in.list(t, w[2]), number(t, w[4]))
		require.NoError(t, err, r.at)
		require.Equal(t, pick(queues, numbers(t, r.text[1])), got, r.at)
	}
}
