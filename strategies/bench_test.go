package strategies

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// size is the shape of a benchmark: queues on three brokers, and consumers.
type size struct{ queues, ids int }

var sizes = []size{{8, 3}, {64, 9}, {1000, 100}}

// lists makes sorted lists of one size. Brokers are named "room@broker", so
// that every strategy has something to do; consumers stand in all three rooms.
func (s size) lists() ([]Queue, []string, RoomTable) {
	table := RoomTable{map[string]string{}, map[string]string{}}
	queues := make([]Queue, s.queues)
	for i := range queues {
		room := fmt.Sprintf("room%d", i%3)
		queues[i] = Queue{"orders", room + "@broker", i / 3}
		table.Brokers[queues[i].Broker] = room
	}
	ids := make([]string, s.ids)
	for i := range ids {
		ids[i] = fmt.Sprintf("10.0.%d.%d@%d#81250347%06d", i/250, i%250, 4000+7*i, 119283+i)
		table.Consumers[ids[i]] = fmt.Sprintf("room%d", i%3)
	}
	SortQueues(queues)
	SortIDs(ids)
	return queues, ids, table
}

// benchStrategies are all strategies in their usual settings.
func benchStrategies(t testing.TB, queues []Queue, rooms RoomTable) map[string]Strategy {
	opt := Options{Rooms: rooms, IDCs: []string{"room0", "room1"}, Config: queues[:len(queues)/2]}
	list := map[string]Strategy{"machine-room-go": GoMachineRoom{opt.IDCs}}
	for _, word := range Words() {
		inner := []string{""}
		if TakesInner(word) {
			inner = []string{":averagely", ":consistent-hash"}
		}
		for _, in := range inner {
			s, err := Parse(word+in, opt)
			require.NoError(t, err)
			list[word+in] = s
		}
	}
	return list
}

var benchOrder = []string{"averagely", "averagely-by-circle", "consistent-hash", "consistent-hash-go", "machine-room",
	"machine-room-go", "machine-room-nearby:averagely", "machine-room-nearby:consistent-hash", "same-room:averagely",
	"same-room:consistent-hash", "by-config"}

// BenchmarkAllocate is one consumer's share per operation, each consumer in turn.
func BenchmarkAllocate(b *testing.B) {
	for _, sz := range sizes {
		queues, ids, rooms := sz.lists()
		list := benchStrategies(b, queues, rooms)
		for _, name := range benchOrder {
			b.Run(fmt.Sprintf("%s/%dx%d", name, sz.queues, sz.ids), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if _, err := list[name].Allocate("g", ids[i%len(ids)], queues, ids); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkAppendShare is the allocation-free form of the same.
func BenchmarkAppendShare(b *testing.B) {
	for _, sz := range sizes {
		queues, ids, rooms := sz.lists()
		list := benchStrategies(b, queues, rooms)
		dst := make([]int32, 0, sz.queues)
		for _, name := range benchOrder {
			s, ok := list[name].(Appender)
			if !ok {
				continue // by config
			}
			b.Run(fmt.Sprintf("%s/%dx%d", name, sz.queues, sz.ids), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					var err error
					if dst, err = s.AppendShare(dst[:0], "g", ids[i%len(ids)], queues, ids); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkAppendShareAfterChange has a membership that differs from call to
// call: the last consumer leaves and comes back, so the rings are built anew.
func BenchmarkAppendShareAfterChange(b *testing.B) {
	for _, sz := range sizes {
		queues, ids, rooms := sz.lists()
		list := benchStrategies(b, queues, rooms)
		dst := make([]int32, 0, sz.queues)
		for _, name := range []string{"consistent-hash", "consistent-hash-go"} {
			s := list[name].(Appender)
			b.Run(fmt.Sprintf("%s/%dx%d", name, sz.queues, sz.ids), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					var err error
					if dst, err = s.AppendShare(dst[:0], "g", ids[0], queues, ids[:len(ids)-i%2]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkRingBuild hashes and places every virtual node of new consumers.
func BenchmarkRingBuild(b *testing.B) {
	for _, sz := range sizes {
		_, ids, _ := sz.lists()
		b.Run(fmt.Sprintf("%d", sz.ids), func(b *testing.B) {
			ring, err := NewRing(DefaultVirtualNodes, nil)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				ring.Reset()
				if err := ring.Build(ids); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAllocateForPop is the broker's assignment, with the shares of two
// more consumers.
func BenchmarkAllocateForPop(b *testing.B) {
	for _, sz := range sizes[1:] {
		queues, ids, _ := sz.lists()
		b.Run(fmt.Sprintf("%dx%d", sz.queues, sz.ids), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := AllocateForPop(Averagely{}, "g", ids[i%len(ids)], queues, ids, 2); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The allocation-free form is that, also when consumers come and go, with
// repeated ids, and when the queues change.
func TestAppendShareAllocatesNothing(t *testing.T) {
	queues, ids, rooms := sizes[1].lists()
	repeated := append([]string{ids[0]}, ids...)
	dst := make([]int32, 0, len(queues))
	for name, strategy := range benchStrategies(t, queues, rooms) {
		s, ok := strategy.(Appender)
		if !ok {
			continue
		}
		i := 0
		step := func() {
			i++
			who := [][]string{ids, ids[1:], ids[:len(ids)-1], repeated}[i%4]
			var err error
			if dst, err = s.AppendShare(dst[:0], "g", ids[2], queues[i/4%3:], who); err != nil {
				t.Fatal(err)
			}
		}
		for range 24 {
			step()
		}
		require.Zero(t, testing.AllocsPerRun(96, step), name)
	}
}
