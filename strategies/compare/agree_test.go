package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/apache/rocketmq-client-go/v2/consumer"

	"ringside/strategies"
)

// Both sides agree on lists of every shape: unsorted, with repeated ids, and
// with ids whose virtual nodes have one key ("1"+"1x" and "11"+"x").
func TestAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	known := []string{"x", "1x", "11x", "10.0.0.7@4711", "10.0.0.8@4711", "10.0.0.9@23", "10.0.0.7@4711#5"}
	for range 300 {
		in := size{1 + rng.IntN(40), 3}.lists()
		rng.Shuffle(len(in.ours), func(i, j int) {
			in.ours[i], in.ours[j] = in.ours[j], in.ours[i]
			in.theirs[i], in.theirs[j] = in.theirs[j], in.theirs[i]
		})
		in.ids = in.ids[:0]
		for range 1 + rng.IntN(6) {
			in.ids = append(in.ids, known[rng.IntN(len(known))])
		}
		vnodes := 1 + rng.IntN(15)
		golang, err := strategies.NewGoConsistentHash(vnodes)
		if err != nil {
			t.Fatal(err)
		}
		rooms := [][]string{nil, {"room0"}, {"room2", "room1"}, {"none"}}[rng.IntN(4)]
		for _, c := range []contest{
			{name: "averagely", theirs: consumer.AllocateByAveragely, ours: strategies.Averagely{}},
			{name: "averagely by circle", theirs: consumer.AllocateByAveragelyCircle, ours: strategies.AveragelyByCircle{}},
			{name: "by machine room", theirs: consumer.AllocateByMachineRoom(rooms), ours: strategies.GoMachineRoom{ConsumerIDCs: rooms}},
			{name: "consistent hash", theirs: consumer.AllocateByConsistentHash(vnodes), ours: golang},
		} {
			if err := c.agree(in); err != nil {
				t.Fatalf("%v, for %q", err, in.ids)
			}
		}
	}
}

// The panics that are errors here: no virtual nodes, and a room named twice.
func TestPanics(t *testing.T) {
	in := size{2, 1}.lists()
	twice := []string{"room0", "room0", "room1", "room1"}
	for name, c := range map[string]struct {
		theirs consumer.AllocateStrategy
		ours   func() error
	}{
		"no virtual nodes": {consumer.AllocateByConsistentHash(0), func() error {
			_, err := strategies.NewGoConsistentHash(0)
			return err
		}},
		"a room twice": {consumer.AllocateByMachineRoom(twice), func() error {
			_, err := strategies.GoMachineRoom{ConsumerIDCs: twice}.Allocate("group", in.ids[0], in.ours, in.ids)
			return err
		}},
	} {
		upstream := panicOf(func() { c.theirs("group", in.ids[0], in.theirs, in.ids) })
		var input *strategies.InputError
		if err := c.ours(); upstream == "" || !errors.As(err, &input) || input.Upstream != upstream {
			t.Errorf("%s: upstream panics %q, here %v", name, upstream, err)
		}
	}
}

// panicOf is what f panics with, "" when it does not.
func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}
