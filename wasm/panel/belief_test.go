package panel

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// dealt is a view of one broker's queues, four of topic t and two of u, and
// three consumers of a strategy.
func dealt(strategy string) *core.View {
	v := &core.View{Groups: []string{"g"}, Topics: []string{"t", "u"}, Brokers: []core.BrokerView{{Name: "a", Up: true}}}
	for i := range 6 {
		topic, id := "t", i
		if i >= 4 {
			topic, id = "u", i-4
		}
		v.Queues = append(v.Queues, core.QueueView{Topic: topic, ID: id})
	}
	for _, name := range []string{"c1", "c2", "c3"} {
		v.Consumers = append(v.Consumers, core.ConsumerView{Name: name, ID: name + "@1", Strategy: strategy, Sees: []int{0, 1, 2}})
	}
	return v
}

// TestBelieves: four queues among three are 2, 1 and 1 by averagely, and go
// round by circle; two among three leave the last with nothing.
func TestBelieves(t *testing.T) {
	for _, c := range []struct {
		strategy string
		sees     []int
		want     []int32
	}{
		{"averagely", []int{0, 1, 2}, []int32{0, 0, 1, 2, 0, 1}},
		{"averagely-by-circle", []int{0, 1, 2}, []int32{0, 1, 2, 0, 0, 1}},
		{"averagely", []int{1, 0}, []int32{0, 0, 1, 1, 0, 1}}, // sorted by id, whatever the order seen
		{"averagely", []int{2}, []int32{2, 2, 2, 2, 2, 2}},
	} {
		v := dealt(c.strategy)
		v.Consumers[2].Sees = c.sees
		got := make([]int32, 6)
		require.True(t, Believes(v, 2, got))
		assert.Equal(t, c.want, got, "%s, sees %v", c.strategy, c.sees)
	}
}

func TestBelievesNothing(t *testing.T) {
	v := dealt("averagely")
	v.Consumers[0].Sees = nil
	assert.False(t, Believes(v, 0, make([]int32, 6)), "has not computed yet")
	assert.False(t, Believes(dealt("averagly"), 0, make([]int32, 6)), "no such strategy")
}
