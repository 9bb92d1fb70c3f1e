package rocketmq_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/trace"
)

const orderlyBacklog = `broker a
topic T a:2
producer T rate=0/s
group g topic=T listener=orderly work=1s
at 10s burst T 600
`

// A client trusts a lock for 30 s (ProcessQueue.REBALANCE_LOCK_MAX_LIVE_TIME) after
// the last renewal that the broker granted; one that fails leaves it as it was. c1
// renews at 21 s and is cut off at 30 s with hundreds of messages cached: it works
// until 51 s, ends the message that it is at, and stands still until the link is
// mended at 80 s. It asks for the lock again each 3 s.
func TestALockThatCannotBeRenewedRunsOut(t *testing.T) {
	p := play(t, strings.Replace(orderlyBacklog, "a:2", "a:1", 1)+"consumer c1 group=g\nat 30s cut c1 a\nat 80s heal c1 a\nrun 2m")
	l := &p.ledger().Queues[0]
	// From 51 or 52 s to one or two questions of 1 s and 3 s after 80 s, and the
	// message's own second.
	assert.GreaterOrEqual(t, l.SilenceMax, 29*sec)
	assert.LessOrEqual(t, l.SilenceMax, 38*sec)
	assert.Greater(t, l.LastComplete, 118*sec, "and on from there")
	waits := p.events(trace.KindLockWait, "c1")
	require.NotEmpty(t, waits)
	assert.InDelta(t, 51*sec, waits[0].At, 1.1e9)
	assert.GreaterOrEqual(t, waits[0].A, 30*sec, "since the last renewal")
	assert.Zero(t, p.ledger().Duplicates+p.ledger().Disorder+p.ledger().JumpsAhead)
}

// The broker's lock of a frozen holder is more than 60 s old by the time the group
// hears of it, so the other takes the queue over at once. Then two listeners are at
// work on it: the frozen one's has not ended. After the thaw it ends, one message
// done twice and late; its own lock is too old, and a new one is refused.
func TestALockExpiresUnderAFrozenHolder(t *testing.T) {
	const text = orderlyBacklog + "consumer c1 group=g\nconsumer c2 group=g\nat 30s freeze c1\nat 200s thaw c1\n"
	p := play(t, text+"run 200.3s")
	q := p.queue("a/0")
	takes := p.events(trace.KindTake, "c2")
	at := int64(0)
	for _, e := range takes {
		if e.Queue == q {
			at = e.At
		}
	}
	require.Positive(t, at, "c2 has taken a/0")
	assert.Greater(t, at, 120*sec)
	assert.Less(t, at, 180*sec, "120 s after a heartbeat of 0 to 30 s, a scan each 10 s, a tick each 20 s")
	l := &p.ledger().Queues[q]
	assert.EqualValues(t, 1, l.Duplicates)
	assert.EqualValues(t, 1, l.ByCause[ledger.CauseOverlap])
	// All that c2 did beside the frozen listener overlapped, about one a second, and
	// the message that ended with the thaw stepped back.
	assert.InDelta(t, (200*sec-at)/sec, l.Disorder, 2)
	assert.Equal(t, l.Disorder, l.DisorderBy[ledger.CauseOverlap])
	assert.EqualValues(t, 1, l.StepsBack)
	refused := 0
	for _, e := range p.events(trace.KindLock, "c1") {
		if e.At > 200*sec && e.B < e.A {
			refused++
		}
	}
	assert.Positive(t, refused)

	// Whatever else the thaw brings, each completion out of order has a cause.
	p = play(t, text+"run 260s")
	g := p.ledger()
	assert.Equal(t, g.Disorder, sum(g.DisorderBy[:]))
	assert.Zero(t, g.DisorderBy[ledger.CauseNone])
	assert.Equal(t, g.Duplicates, sum(g.ByCause[:]))
	for _, e := range p.events(trace.KindDisorder, "") {
		assert.NotZero(t, e.Cause, "a stored event")
	}
}

func sum(counts []int64) (n int64) {
	for _, c := range counts {
		n += c
	}
	return n
}
