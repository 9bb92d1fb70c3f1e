package strategies

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawQueues draws a sorted list of distinct queues on a few brokers.
func drawQueues(t *rapid.T, most int) []Queue {
	brokers := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "broker-10", "roomA@a", "roomB@b"}), 1, 4, rapid.ID).Draw(t, "brokers")
	var queues []Queue
	for _, b := range brokers {
		for i := range rapid.IntRange(0, most/len(brokers)).Draw(t, "queues") {
			queues = append(queues, Queue{"orders", b, i})
		}
	}
	if len(queues) == 0 {
		queues = append(queues, Queue{"orders", brokers[0], 0})
	}
	SortQueues(queues)
	return queues
}

// drawIDs draws a sorted list of distinct client ids.
func drawIDs(t *rapid.T, most int) []string {
	numbers := rapid.SliceOfNDistinct(rapid.IntRange(0, 60), 1, most, rapid.ID).Draw(t, "ids")
	ids := make([]string, len(numbers))
	for i, n := range numbers {
		ids[i] = fmt.Sprintf("10.0.0.%d@%d", n%9, n)
	}
	SortIDs(ids)
	return ids
}

func drawRooms(t *rapid.T, queues []Queue, ids []string) RoomTable {
	room := rapid.SampledFrom([]string{"r1", "r2", "r3"})
	table := RoomTable{map[string]string{}, map[string]string{}}
	for _, q := range queues {
		if table.Brokers[q.Broker] == "" {
			table.Brokers[q.Broker] = room.Draw(t, "room of "+q.Broker)
		}
	}
	for _, id := range ids {
		table.Consumers[id] = room.Draw(t, "room of "+id)
	}
	return table
}

// wholeGroup are the strategies that leave no queue out, given one id each.
func wholeGroup(t *rapid.T, rooms MachineRoomResolver) []Strategy {
	vnodes := rapid.IntRange(1, 20).Draw(t, "virtual nodes")
	var list []Strategy
	for _, word := range []string{"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go",
		"machine-room-nearby:averagely", "machine-room-nearby:averagely-by-circle", "machine-room-nearby:consistent-hash",
		"machine-room-nearby:consistent-hash-go", "machine-room-nearby:machine-room-nearby:averagely"} {
		s, err := Parse(word, Options{VNodes: &vnodes, Rooms: rooms})
		require.NoError(t, err)
		list = append(list, s)
	}
	return list
}

// takers returns for each queue the ids whose share holds it, asking every id
// once, and checks that both forms of the strategy agree.
func takers(t require.TestingT, s Strategy, queues []Queue, ids []string) [][]string {
	owners := make([][]string, len(queues))
	for i, id := range ids {
		if slices.Index(ids, id) < i {
			continue
		}
		share, err := s.Allocate("g", id, queues, ids)
		require.NoError(t, err)
		indexes, err := AppendShare([]int32{}, s, "g", id, queues, ids)
		require.NoError(t, err)
		require.Equal(t, share, pick(queues, indexes), s.Name())
		for _, q := range indexes {
			owners[q] = append(owners[q], id)
		}
	}
	return owners
}

func TestEachQueueHasOneOwner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queues, ids := drawQueues(t, 24), drawIDs(t, 8)
		for _, s := range wholeGroup(t, drawRooms(t, queues, ids)) {
			for q, owners := range takers(t, s, queues, ids) {
				require.Len(t, owners, 1, "%s: %v", s.Name(), queues[q])
			}
		}
	})
}

func TestAverageSharesDifferByAtMostOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queues, ids := drawQueues(t, 40), drawIDs(t, 12)
		for _, s := range []Strategy{Averagely{}, AveragelyByCircle{}} {
			least, most := len(queues), 0
			for _, id := range ids {
				share, err := s.Allocate("g", id, queues, ids)
				require.NoError(t, err)
				least, most = min(least, len(share)), max(most, len(share))
			}
			require.LessOrEqual(t, most-least, 1, s.Name())
		}
	})
}

// A member that joins or leaves a ring moves only queues to or from itself,
// except where two virtual nodes share a position, which the rings drawn here
// do not (the test checks that).
func TestConsistentHashMovesOnlyTheChangedMembersQueues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queues, ids := drawQueues(t, 60), drawIDs(t, 9)
		if len(ids) < 2 {
			return
		}
		vnodes := rapid.IntRange(1, 30).Draw(t, "virtual nodes")
		gone := rapid.IntRange(0, len(ids)-1).Draw(t, "who leaves")
		fewer := slices.Delete(slices.Clone(ids), gone, gone+1)
		java, err := NewConsistentHash(vnodes)
		require.NoError(t, err)
		golang, err := NewGoConsistentHash(vnodes)
		require.NoError(t, err)
		for _, s := range []interface {
			Strategy
			Ring([]string) (*Ring, error)
		}{java, golang} {
			ring, err := s.Ring(ids)
			require.NoError(t, err)
			if len(ring.Nodes()) < vnodes*len(ids) {
				continue
			}
			all, left := takers(t, s, queues, ids), takers(t, s, queues, fewer)
			for q := range queues {
				if all[q][0] != ids[gone] {
					require.Equal(t, all[q], left[q], "%s moved %v", s.Name(), queues[q])
				}
			}
		}
	})
}

// An explanation names those who take the queue, for every strategy and also
// with repeated ids.
func TestExplanationsNameTheTakers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queues, ids := drawQueues(t, 16), drawIDs(t, 6)
		table := drawRooms(t, queues, ids)
		list := wholeGroup(t, table)
		for _, inner := range []Strategy{Averagely{}, AveragelyByCircle{}} {
			s, err := NewSameRoom(inner, table)
			require.NoError(t, err)
			list = append(list, s)
		}
		idcs := rapid.SliceOf(rapid.SampledFrom([]string{"roomA", "roomB", "roomC"})).Draw(t, "idcs")
		list = append(list, MachineRoom{idcs}, ByConfig{queues[:1]})
		slices.Sort(idcs)
		list = append(list, GoMachineRoom{slices.Compact(slices.Clone(idcs))})
		if rapid.Bool().Draw(t, "repeat") {
			ids = append(ids, ids[rapid.IntRange(0, len(ids)-1).Draw(t, "whom")])
			SortIDs(ids)
		}
		for _, s := range list {
			owners := takers(t, s, queues, ids)
			for i, q := range queues {
				e, err := Explain(s, q, "g", queues, ids)
				require.NoError(t, err, s.Name())
				require.ElementsMatch(t, owners[i], e.takers(), "%s: %v", s.Name(), e)
				require.Equal(t, e.Owner == "", e.Nobody != SomebodyOwns, "%s: %v", s.Name(), e)
				if e.Owner != "" {
					require.Equal(t, e.Owner, ids[e.OwnerIndex], "%s: %v", s.Name(), e)
				}
			}
		}
	})
}

// What a value remembers never shows: one that served other lists before
// answers as a new one does.
func TestRememberedRingsDoNotShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vnodes := rapid.IntRange(0, 12).Draw(t, "virtual nodes")
		used, err := NewConsistentHash(vnodes)
		require.NoError(t, err)
		usedGo, err := NewGoConsistentHash(vnodes + 1)
		require.NoError(t, err)
		for range 6 {
			queues, ids := drawQueues(t, 12), drawIDs(t, 5)
			if rapid.Bool().Draw(t, "repeat") {
				ids = append(ids, ids[0], ids[len(ids)/2])
			}
			fresh, err := NewConsistentHash(vnodes)
			require.NoError(t, err)
			freshGo, err := NewGoConsistentHash(vnodes + 1)
			require.NoError(t, err)
			require.Equal(t, takers(t, fresh, queues, ids), takers(t, used, queues, ids))
			require.Equal(t, takers(t, freshGo, queues, ids), takers(t, usedGo, queues, ids))
			ring, err := used.Ring(ids[:1]) // a ring lent out and built for others
			require.NoError(t, err)
			require.NoError(t, ring.Build(ids[:len(ids)-1]))
		}
	})
}

// Strategies leave their arguments alone and never sort.
func TestArgumentsStayAsTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queues, ids := drawQueues(t, 16), drawIDs(t, 6)
		queues = rapid.Permutation(queues).Draw(t, "queues")
		ids = rapid.Permutation(ids).Draw(t, "ids")
		for _, s := range wholeGroup(t, drawRooms(t, queues, ids)) {
			queuesBefore, idsBefore := slices.Clone(queues), slices.Clone(ids)
			share, err := s.Allocate("g", ids[0], queues, ids)
			require.NoError(t, err)
			for i := range share {
				share[i].ID = -7
			}
			require.Equal(t, queuesBefore, queues, s.Name())
			require.Equal(t, idsBefore, ids, s.Name())
		}
	})
}

// CompareIDs is the order of UTF-16 units, the units spelled out.
func TestCompareIDsIsUTF16Order(t *testing.T) {
	text := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune{'a', 'b', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff}), rapid.Rune()))
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		require.Equal(t, slices.Compare(utf16Of(a), utf16Of(b)), CompareIDs(a, b))
		require.Zero(t, CompareIDs(a, a))
	})
}
