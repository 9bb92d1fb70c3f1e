package rocketmq_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringside/core/trace"
)

// A topic that no member had so far gets its places at the brokers when somebody
// subscribes to it, in POP mode as well: 5 messages a second from 0 s to 60 s are
// all read. (The offset of a topic whose message 0 is in memory begins at 0.)
func TestSubscribeInPopMode(t *testing.T) {
	p := play(t, "broker a\nbroker b\ntopic T a:1\ntopic U a:1 b:1\nproducer T rate=5/s\nproducer U rate=5/s\ngroup g topic=T mode=pop\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nat 20s subscribe c1 U\nat 21s subscribe c2 U\nrun 60s")
	assert.LessOrEqual(t, p.ledger().Backlog(), int64(2), "the messages of this instant")
	assert.EqualValues(t, 602, p.ledger().Produced)
	assert.Zero(t, p.ledger().Duplicates)
}

// The Go client queues RebalanceImmediately calls behind its lock. A broadcasting
// member asks nobody, so its runs end at once; each that waits is a run of its own
// and none calls the next from inside.
func TestGoBroadcastingRunsOneAfterTheOther(t *testing.T) {
	p := play(t, "broker a\nbroker b\ntopic T a:2 b:6/3\ntopic U a:2\nproducer T rate=10/s\ngroup g topic=T,U client=go model=broadcasting\n"+
		"consumer c3 group=g\nconsumer c4 group=g\nat 19356ms kill c4\nat 25s join c4\nrun 58s")
	assert.Zero(t, p.ledger().Unowned)
	// c3 holds all ten queues that can be read, once each.
	assert.Len(t, p.events(trace.KindTake, "c3"), 10)
	assert.Empty(t, p.events(trace.KindDrop, "c3"))
}
