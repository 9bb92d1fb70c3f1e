package core_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core"
)

// listed are the names of the consumers that each broker lists at the end.
func listed(t *testing.T, text string) (v core.View, list [][]string) {
	t.Helper()
	s, err := core.Load(text)
	require.NoError(t, err)
	s.Advance(s.End())
	v.Topic = -1
	s.View(&v)
	for i := range v.Brokers {
		var names []string
		for _, m := range v.Brokers[i].Members {
			names = append(names, v.Consumers[m.Consumer].Name)
		}
		list = append(list, names)
	}
	return v, list
}

// TestWhoLeavesIsForgotten: unregisterConsumer takes the group out of
// consumerTable before it tells the brokers, so the heartbeat that is due at one
// second, while c3's answer is on its way, is not sent. Nor does one stay that
// overtook the request: the broker forgets it with the channel. Else c5 would
// share with a dead member for the 120 s of its expiry.
func TestWhoLeavesIsForgotten(t *testing.T) {
	v, list := listed(t, `net latency=20ms
broker a
topic orders a:9
group g topic=orders strategy=averagely commit=sync work=exp:8ms batch=3 threads=4
consumer c3 group=g client=java4.9
consumer c5 group=g
at 983ms leave c3
run 53983ms
`)
	assert.Equal(t, [][]string{{"c5"}}, list)
	for i := range v.Queues {
		assert.Equal(t, []int{1}, v.Queues[i].Owners, v.Queues[i].Name)
	}
	_, list = listed(t, `seed 193
net latency=5ms jitter=40ms
broker a
broker b
broker c
topic orders a:1 b:1 c:6
producer orders rate=1/s size=16KiB
group g topic=orders strategy=consistent-hash-go commit=async work=1ms batch=3 threads=4 from=first
consumer c1 group=g
consumer c3 group=g client=java4.9 start=300ms
at 1222ms leave c1
run 60s
`)
	assert.Equal(t, [][]string{{"c3"}, {"c3"}, {"c3"}}, list)
}
