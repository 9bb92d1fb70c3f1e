package main

import (
	"fmt"
	"testing"

	"github.com/apache/rocketmq-client-go/v2/consumer"
	"github.com/apache/rocketmq-client-go/v2/primitive"

	"ringside/strategies"
)

// size is the shape of the lists.
type size struct{ queues, ids int }

var sizes = []size{{8, 3}, {64, 9}, {1000, 100}}

func (s size) String() string { return fmt.Sprintf("%d×%d", s.queues, s.ids) }

// lists are one input in both sides' types, sorted as a client sorts them.
type lists struct {
	ours   []strategies.Queue
	theirs []*primitive.MessageQueue
	ids    []string
}

const virtualNodes = strategies.DefaultVirtualNodes

var idcs = []string{"room0", "room1"}

// lists spreads the queues over three brokers named "room@broker", of which
// by machine room reads two.
func (s size) lists() lists {
	in := lists{ours: make([]strategies.Queue, s.queues), ids: make([]string, s.ids)}
	for i := range in.ours {
		in.ours[i] = strategies.Queue{Topic: "orders", Broker: fmt.Sprintf("room%d@broker-%d", i%3, i%3), ID: i / 3}
	}
	strategies.SortQueues(in.ours)
	for _, q := range in.ours {
		in.theirs = append(in.theirs, &primitive.MessageQueue{Topic: q.Topic, BrokerName: q.Broker, QueueId: q.ID})
	}
	for i := range in.ids {
		in.ids[i] = fmt.Sprintf("10.0.%d.%d@%d#81250347%06d", i/250, i%250, 4000+7*i, 119283+i)
	}
	strategies.SortIDs(in.ids)
	return in
}

// contest is one line of the table.
type contest struct {
	name    string
	theirs  consumer.AllocateStrategy // nil: nothing to compare with
	ours    strategies.Appender
	changed bool // the last consumer leaves or comes back before every operation
	counts  bool // in the mean
}

func contests() []contest {
	golang, err := strategies.NewGoConsistentHash(virtualNodes)
	if err != nil {
		panic(err) // the constant is a valid number
	}
	java := new(strategies.ConsistentHash)
	ring := consumer.AllocateByConsistentHash(virtualNodes)
	return []contest{
		{"averagely", consumer.AllocateByAveragely, strategies.Averagely{}, false, true},
		{"averagely by circle", consumer.AllocateByAveragelyCircle, strategies.AveragelyByCircle{}, false, true},
		{"by machine room", consumer.AllocateByMachineRoom(idcs), strategies.GoMachineRoom{ConsumerIDCs: idcs}, false, true},
		{"consistent hash, changed lists", ring, golang, true, true},
		{"(consistent hash, same lists)", ring, golang, false, false},
		{"(Java's consistent hash, changed lists)", nil, java, true, false},
		{"(Java's consistent hash, same lists)", nil, java, false, false},
		{"(Java's by machine room)", nil, strategies.MachineRoom{ConsumerIDCs: idcs}, false, false},
	}
}

// agree is an error unless both sides give every consumer the same share, in
// both our forms.
func (c contest) agree(in lists) error {
	for _, id := range in.ids {
		theirs := c.theirs("group", id, in.theirs, in.ids)
		ours, err := c.ours.Allocate("group", id, in.ours, in.ids)
		if err != nil {
			return err
		}
		indexes, err := c.ours.AppendShare(nil, "group", id, in.ours, in.ids)
		if err != nil {
			return err
		}
		if len(ours) != len(theirs) || len(indexes) != len(theirs) {
			return fmt.Errorf("%s: %s gets %d queues, %d from AppendShare, in rocketmq-client-go %d", c.name, id, len(ours), len(indexes), len(theirs))
		}
		for i, q := range theirs {
			want := strategies.Queue{Topic: q.Topic, Broker: q.BrokerName, ID: q.QueueId}
			if ours[i] != want || in.ours[indexes[i]] != want {
				return fmt.Errorf("%s: %s gets %v, in rocketmq-client-go %v", c.name, id, ours[i], want)
			}
		}
	}
	return nil
}

// results are the three timings of a contest, the fastest round of each.
type results struct{ theirs, allocate, appendShare testing.BenchmarkResult }

// measure takes the three in turn, round after round, so that whatever else the
// machine does meets all of them.
func (c contest) measure(in lists, rounds int) (r results) {
	dst := make([]int32, 0, len(in.ours))
	for range rounds {
		if c.theirs != nil {
			r.theirs = c.faster(r.theirs, in, func(id string, ids []string) error {
				c.theirs("group", id, in.theirs, ids)
				return nil
			})
		}
		r.allocate = c.faster(r.allocate, in, func(id string, ids []string) error {
			_, err := c.ours.Allocate("group", id, in.ours, ids)
			return err
		})
		r.appendShare = c.faster(r.appendShare, in, func(id string, ids []string) (err error) {
			dst, err = c.ours.AppendShare(dst[:0], "group", id, in.ours, ids)
			return err
		})
	}
	return r
}

// faster times ask once more, each consumer asking in turn, and returns the
// better result.
func (c contest) faster(best testing.BenchmarkResult, in lists, ask func(id string, ids []string) error) testing.BenchmarkResult {
	r := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			ids := in.ids
			if c.changed {
				ids = ids[:len(ids)-i%2]
			}
			if err := ask(ids[i%len(ids)], ids); err != nil {
				b.Fatal(err)
			}
		}
	})
	if best.N > 0 && perOp(best) <= perOp(r) {
		return best
	}
	return r
}
