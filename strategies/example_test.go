package strategies_test

import (
	"errors"
	"fmt"
	"slices"

	"ringside/strategies"
)

// FirstTakesAll is a strategy by a reader of this page.
type FirstTakesAll struct{}

func (FirstTakesAll) Name() string { return "FIRST_TAKES_ALL" }

func (FirstTakesAll) Allocate(_, currentID string, queues []strategies.Queue, ids []string) ([]strategies.Queue, error) {
	if slices.Min(ids) == currentID {
		return queues, nil
	}
	return nil, nil
}

// A strategy of one's own takes two methods. It works wherever one of
// RocketMQ's does, also as the inner strategy of another, and can be asked why.
func Example_ownStrategy() {
	queues := []strategies.Queue{{Topic: "orders", Broker: "a", ID: 0}, {Topic: "orders", Broker: "b", ID: 0}}
	ids := []string{"10.0.0.1@7", "10.0.0.2@7"}
	rooms := strategies.RoomTable{
		Brokers:   map[string]string{"a": "room1", "b": "room2"},
		Consumers: map[string]string{"10.0.0.1@7": "room1", "10.0.0.2@7": "room2"},
	}
	nearby, err := strategies.NewMachineRoomNearby(FirstTakesAll{}, rooms)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range queues {
		alone, _ := strategies.Explain(FirstTakesAll{}, q, "billing", queues, ids)
		inRooms, _ := strategies.Explain(nearby, q, "billing", queues, ids)
		fmt.Println(q.Broker, alone.Owner, inRooms.Owner)
	}
	// Output:
	// a 10.0.0.1@7 10.0.0.1@7
	// b 10.0.0.1@7 10.0.0.2@7
}

// A third consumer joins a consistent-hash ring: what it has afterwards is all
// that moved.
func ExampleConsistentHash() {
	var queues []strategies.Queue
	for i := range 8 {
		queues = append(queues, strategies.Queue{Topic: "orders", Broker: "broker-a", ID: i})
	}
	ids := []string{"10.0.0.9@23", "10.0.0.7@4711"}
	strategies.SortIDs(ids) // as every client does before it allocates
	strategies.SortQueues(queues)

	ring, err := strategies.NewConsistentHash(strategies.DefaultVirtualNodes)
	if err != nil {
		fmt.Println(err)
		return
	}
	show := func(ids []string) {
		for _, id := range ids {
			share, err := ring.AppendShare(nil, "billing", id, queues, ids)
			fmt.Println(id, share, err)
		}
	}
	show(ids)
	fmt.Println("10.0.0.8@4711 joins")
	show([]string{"10.0.0.7@4711", "10.0.0.8@4711", "10.0.0.9@23"})
	// Output:
	// 10.0.0.7@4711 [0 2 3 4 5 6] <nil>
	// 10.0.0.9@23 [1 7] <nil>
	// 10.0.0.8@4711 joins
	// 10.0.0.7@4711 [0 2 3 5 6] <nil>
	// 10.0.0.8@4711 [4] <nil>
	// 10.0.0.9@23 [1 7] <nil>
}

// Bad input is an error that says what is wrong; its kind can be asked for.
func ExampleInputError() {
	_, err := strategies.Averagely{}.Allocate("billing", "10.0.0.7@4711", nil, []string{"10.0.0.7@4711"})
	fmt.Println(err)
	fmt.Println(errors.Is(err, strategies.ErrNoQueues))
	// Output:
	// AVG: there are no queues to allocate; give at least one (upstream: mqAll is null or mqAll empty)
	// true
}

// A script's word makes a strategy; a slip of the pen is named.
func ExampleParse() {
	s, err := strategies.Parse("averagely-by-circle", strategies.Options{})
	fmt.Println(s.Name(), err)
	_, err = strategies.Parse("averagly", strategies.Options{})
	fmt.Println(err)
	// Output:
	// AVG_BY_CIRCLE <nil>
	// unknown strategy `averagly`; did you mean `averagely`?
}

// Why does a queue go where it goes? The answer is data, for a picture or for
// words in any language.
func ExampleExplain() {
	queues := []strategies.Queue{{Topic: "orders", Broker: "a", ID: 0}, {Topic: "orders", Broker: "a", ID: 1}, {Topic: "orders", Broker: "a", ID: 2}}
	e, err := strategies.Explain(strategies.Averagely{}, queues[1], "billing", queues, []string{"10.0.0.1@7", "10.0.0.2@7"})
	fmt.Println(e.Owner, e.Reason, "from", e.BlockStart, "size", e.BlockSize, "rest", e.Remainder, err)
	// Output:
	// 10.0.0.1@7 block from 0 size 2 rest 1 <nil>
}
