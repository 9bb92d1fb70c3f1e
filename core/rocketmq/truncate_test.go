package rocketmq_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ringside/core/ledger"
	"ringside/core/rocketmq"
	"ringside/core/script"
	"ringside/core/trace"
)

const (
	lossExpired   = ledger.LossExpired
	lossTruncated = ledger.LossTruncated
	causeCrash    = ledger.CauseCrash
)

// A power failure loses what the broker stored in its last half second: at 100 a
// second those of 29.5 s to 30 s, 51 messages. The consumer had them already, so none is lost; its offset
// lies 51 beyond the end (OFFSET_OVERFLOW_BADLY), and it goes on at the end.
func TestTruncatedTail(t *testing.T) {
	p := play(t, group(1, "100/s", "work=1ms", "consumer c1 group=g\nat 30s kill a\nat 30s truncate a 500ms\nat 35s start a\nrun 60s"))
	cut := p.events(trace.KindTruncated, "")
	require.Len(t, cut, 1)
	assert.EqualValues(t, 51, cut[0].C)
	assert.EqualValues(t, 2950, cut[0].A, "3,001 messages from 0 s to 30 s")
	repair := p.events(trace.KindRepair, "c1")
	require.Len(t, repair, 1)
	assert.EqualValues(t, 3001, repair[0].A)
	l := p.ledger()
	// It is tried each second; what has been written since lies before the new end.
	assert.Less(t, repair[0].B-2950, int64(100))
	assert.Equal(t, repair[0].B-2950, l.LostBy[ledger.LossPassedOver])
	assert.Zero(t, l.Duplicates)
	assert.LessOrEqual(t, l.LostBy[lossTruncated], int64(1), "the one on its way to the consumer")
	assert.Equal(t, l.Produced, l.Distinct+l.Skipped+l.Backlog())
	assert.LessOrEqual(t, l.Backlog(), int64(2))
	assert.Greater(t, l.Queues[0].Highest, int64(4000), "the offsets were given out again")
}

// What a consumer has in its cache is not lost with the log: 40 of 100 messages
// are done when the broker dies and loses the last 50; the other 60 are worked off
// meanwhile. Then the same offsets come again with other messages.
func TestTruncatedMessagesInTheCache(t *testing.T) {
	p := play(t, group(1, "0/s", "work=100ms threads=1", "consumer c1 group=g\nat 5s burst orders 100\nat 9s kill a\nat 9s truncate a 50\nat 60s start a\nat 100s burst orders 100\nrun 130s"),
		func(c *rocketmq.Cluster) {
			if now := c.Now(); now > 9_100*nsPerMS && now < 9_200*nsPerMS {
				assert.InDelta(t, 49, c.Groups()[0].LostBy[lossTruncated], 2, "lost for all that the broker knows")
			}
		})
	l := p.ledger()
	assert.EqualValues(t, 200, l.Distinct)
	assert.Zero(t, l.Duplicates+l.Skipped+l.Backlog())
	assert.EqualValues(t, 150, l.Queues[0].Highest)
}

// The log grows beyond a stored offset before the consumer asks again: the pull is
// legal, and what was written below it is never read.
func TestTruncatedAndOvertaken(t *testing.T) {
	p := play(t, group(1, "0/s", "work=1ms", "consumer c1 group=g\nat 5s burst orders 100\nat 19s freeze c1\nat 20s kill a\nat 20s truncate a 50\nat 22s start a\nat 25s burst orders 80\nat 30s thaw c1\nrun 60s"))
	l := p.ledger()
	assert.Empty(t, p.events(trace.KindRepair, ""))
	assert.EqualValues(t, 50, l.LostBy[ledger.LossPassedOver], "50 to 99 of the second kind")
	assert.EqualValues(t, 130, l.Distinct)
	assert.EqualValues(t, 180, l.Produced)
	assert.Zero(t, l.Duplicates+l.Backlog())
}

// Nobody had them: they are lost, a figure of their own.
func TestTruncatedAndLost(t *testing.T) {
	p := play(t, group(2, "0/s", "from=first", "at 5s burst orders 100\nat 6s kill a\nat 6s truncate a 7\nat 7s start a\nat 8s join c1 group=g\nrun 30s"))
	l := p.ledger()
	assert.EqualValues(t, 14, l.LostBy[lossTruncated], "7 of each queue")
	assert.EqualValues(t, 14, l.Skipped)
	assert.EqualValues(t, 86, l.Distinct)
	assert.Zero(t, l.Backlog()+l.Duplicates)
}

// RB-42: up to 4.9.3 a pull from beyond the end of a queue that begins at 0 was
// sent to 0.
func TestBeyondTheEndBefore494(t *testing.T) {
	text := group(1, "0/s", "work=1ms", "consumer c1 group=g\nat 5s burst orders 1000\nat 20s kill a\nat 20s truncate a 1\nat 22s start a\nrun 60s")
	p := play(t, text)
	assert.Zero(t, p.ledger().Duplicates)
	assert.EqualValues(t, 999, p.Stored(0, 0))
	p = play(t, "broker b\n"+text[:len("broker a")]+" beyond-end=first"+text[len("broker a"):])
	assert.EqualValues(t, 999, p.ledger().Duplicates)
	assert.EqualValues(t, 999, p.ledger().ByCause[ledger.CauseOffsetBack])
}

// Whatever the mode and whenever the tail goes: distinct + duplicates =
// completions, each duplicate has a cause, and what was produced is done, lost or
// still to come.
func TestTruncationKeepsTheBalance(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		settings := rapid.SampledFrom([]string{"", "mode=pop", "mode=lite", "mode=pull", "listener=orderly", "model=broadcasting", "fail=20%", "fail=20% mode=pop", "client=go"}).Draw(r, "settings")
		rate := rapid.SampledFrom([]string{"0/s", "20/s", "200/s"}).Draw(r, "rate")
		work := rapid.SampledFrom([]string{"1ms", "50ms", "1s"}).Draw(r, "work")
		lost := rapid.SampledFrom([]string{"1", "30", "500", "200ms", "10s"}).Draw(r, "lost")
		text := group(2, rate, settings+" work="+work, "consumer c1 group=g\nconsumer c2 group=g\nat 5s burst orders 300\n"+
			rapid.SampledFrom([]string{"", "at 8s freeze c2\nat 40s thaw c2\n", "at 12s kill c2\nat 30s join c2\n"}).Draw(r, "member")+
			"at 10s kill a\nat 10s truncate a "+lost+"\nat 15s start a\nat 16s burst orders 100\n"+
			rapid.SampledFrom([]string{"", "at 30s stop a\nat 30s truncate a 20\nat 31s start a\nat 33s burst orders 50\n"}).Draw(r, "again")+"run 80s")
		s, err := script.Parse(text)
		require.NoError(r, err)
		c, err := rocketmq.New(s.Scenario())
		require.NoError(r, err)
		for c.Step(int64(s.Scenario().Run)) {
			l := c.Groups()[0]
			require.Equal(r, l.Completions, l.Distinct+l.Duplicates)
		}
		l := c.Groups()[0]
		var causes int64
		for _, n := range l.ByCause {
			causes += n
		}
		require.Equal(r, l.Duplicates, causes)
		require.Zero(r, l.ByCause[ledger.CauseNone])
		require.GreaterOrEqual(r, l.Backlog(), int64(0), text)
		var waiting int64
		for q := range l.Queues {
			waiting += l.Queues[q].Waiting()
		}
		require.Equal(r, l.Backlog(), waiting)
	})
}
