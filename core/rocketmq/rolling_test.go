package rocketmq_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// rolled is a group of three whose members are upgraded one after the other, 40 s apart.
func rolled(t *testing.T, how string) *played {
	return play(t, "broker a\ntopic orders a:6\nproducer orders rate=60/s\ngroup g topic=orders work=1ms\n"+
		"consumer c1 group=g\nconsumer c2 group=g\nconsumer c3 group=g\n"+
		"at 43s restart c1 down=5s"+how+"\nat 83s restart c2 down=5s"+how+"\nat 123s restart c3 down=5s"+how+"\nrun 170s")
}

// A rolling upgrade of consumers, each stopped cleanly: shutdown() persists, so a
// take-over repeats at most what was in a listener, a message a queue.
func TestRollingUpgradeOfConsumers(t *testing.T) {
	p := rolled(t, "")
	assert.Len(t, p.events(trace.KindStop, ""), 3)
	assert.Empty(t, p.events(trace.KindKill, ""))
	l := p.ledger()
	assert.Zero(t, l.Skipped)
	// Each of the three stops and starts hands at most four queues on.
	assert.LessOrEqual(t, l.Duplicates, int64(3*2*4))
	assert.Zero(t, l.ByCause[ledger.CauseCrash])
}

// The same, killed: what each had completed since its timer's last persist, at most 5 s of
// its two queues' 20 messages a second, comes again; the offsets that rode on
// pulls make it less. The timer runs at 10, 15, … s after a start at 0: 43 s is 3 s
// after it.
func TestRollingUpgradeByKills(t *testing.T) {
	p := rolled(t, " how=kill")
	assert.Len(t, p.events(trace.KindKill, ""), 3)
	assert.Empty(t, p.events(trace.KindStop, ""))
	l := p.ledger()
	assert.Zero(t, l.Skipped)
	assert.Positive(t, l.Duplicates)
	assert.LessOrEqual(t, l.Duplicates, int64(3*5*20+3*4))
	for _, q := range p.view().Queues {
		require.Len(t, q.Owners, 1, "everything is owned once again")
	}
}

// A rolling upgrade of brokers: clients keep the queues of a broker that is away, so
// nothing is repeated; a clean stop unregisters, and senders that ask for a route
// afterwards do without.
func TestRollingUpgradeOfBrokers(t *testing.T) {
	for _, how := range []string{"", " how=kill"} {
		p := play(t, "broker a\nbroker b\nbroker d\ntopic orders a:2 b:2 d:2\nproducer orders rate=60/s\ngroup g topic=orders work=1ms\n"+
			"consumer c1 group=g\nconsumer c2 group=g\n"+
			"at 40s restart a down=10s"+how+"\nat 100s restart b down=10s"+how+"\nat 160s restart d down=10s"+how+"\nrun 240s")
		l := p.ledger()
		assert.Zero(t, l.Skipped, how)
		for _, q := range p.view().Queues {
			require.Len(t, q.Owners, 1, "%s: everything is owned once again", how)
			assert.LessOrEqual(t, q.End-q.Committed, int64(5*60/2), "%s: and read: 5 s of what two brokers' queues get at most", how)
		}
	}
}
