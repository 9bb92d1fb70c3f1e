package rocketmq_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/ledger"
	"ringside/core/trace"
)

// pulled is a cluster whose producer tags one message of three A and two B.
func pulled(settings, rest string) string {
	return "broker a\ntopic t a:2\nproducer t rate=0/s tags=A:1,B:2\ngroup g topic=t work=1ms " + settings + "\n" + rest
}

// A pull consumer's sub-expression goes with each pull (pull(mq, subExpression,
// …)), a lite consumer's and a POP client's with each of its own: the broker
// filters by it, and the queues are read to their end.
func TestTagsOutsidePush(t *testing.T) {
	push := play(t, pulled("tag=A", "consumer c1 group=g\nat 10s burst t 2000\nrun 60s"))
	want := push.ledger().Distinct
	// 2,000 messages, a third of them A: 667 and three standard deviations of 21 each way.
	require.InDelta(t, 667, want, 63)
	for _, mode := range []string{"pull every=100ms", "pull-all every=100ms", "lite", "lite commit=lite-sync-persist", "pop"} {
		p := play(t, pulled("tag=A mode="+mode, "consumer c1 group=g\nat 10s burst t 2000\nrun 60s"))
		l := p.ledger()
		assert.EqualValues(t, want, l.Distinct, mode)
		assert.EqualValues(t, 2000-want, l.LostBy[ledger.LossUnwanted], mode)
		assert.Zero(t, l.Backlog()+l.Duplicates+l.Skipped, mode)
	}
}

// What NO_MATCHED_MSG does to the offset: an application's loop notes
// nextBeginOffset, so the broker hears the queue's end; poll() of a lite consumer
// commits what it has handed out, so the offset stays behind the last message of A.
func TestOffsetsBehindWhatAFilterTookOut(t *testing.T) {
	// The last message is an A in both queues with the default seed, in neither with this one.
	const rest = "consumer c1 group=g\nseed 5\nat 10s burst t 2000\nrun 60s"
	loop := play(t, pulled("tag=A mode=pull every=100ms", rest))
	assert.EqualValues(t, []int64{1000, 1000}, []int64{loop.Stored(0, 0), loop.Stored(0, 1)})
	lite := play(t, pulled("tag=A mode=lite", rest))
	behind := []int64{lite.ledger().Queues[0].Highest, lite.ledger().Queues[1].Highest}
	assert.Equal(t, behind, []int64{lite.Stored(0, 0), lite.Stored(0, 1)})
	assert.NotEqual(t, []int64{1000, 1000}, behind, "else this says nothing")
}

// DefaultMQPullConsumerImpl.subscriptions sends its topics for all tags with
// subVersion 0, which never replaces what a push member has subscribed to; each
// still gets its own tag. (Lite members' versions do, as pushing ones' do.)
func TestAPullLoopDoesNotChangeTheGroupsTags(t *testing.T) {
	p := play(t, pulled("", "consumer c1 group=g tag=A\nconsumer c2 group=g tag=B mode=pull every=100ms\nat 10s burst t 2000\nrun 60s"))
	l := p.ledger()
	// Each holds a queue of 1,000: of c1's the As, of c2's the Bs; what the other
	// member wants of them is filtered out.
	assert.Zero(t, l.Backlog()+l.LostBy[ledger.LossUnwanted])
	assert.EqualValues(t, 2000, l.Distinct+l.LostBy[ledger.LossFiltered])
	assert.InDelta(t, 333, l.Queues[0].Distinct, 45, "a third, three standard deviations")
	assert.InDelta(t, 667, l.Queues[1].Distinct, 45)
}

// Members of a POP group with different tags: the group has one offset in each
// queue, and whoever pops passes over what the other wants, which is lost; so is
// what failed at one, when the other pops the retry topic.
func TestDifferentTagsInAPopGroup(t *testing.T) {
	p := play(t, pulled("mode=pop", "consumer c1 group=g tag=A\nconsumer c2 group=g tag=B\nat 10s burst t 2000\nrun 100s"))
	l := p.ledger()
	assert.Zero(t, l.Backlog()+l.LostBy[ledger.LossUnwanted])
	assert.EqualValues(t, 2000, l.Distinct+l.LostBy[ledger.LossFiltered])
	assert.Positive(t, l.LostBy[ledger.LossFiltered])

	// c2 pops the message of B at 10 s, fails and leaves. It comes back at 23 s; c1's
	// pop, which is held and not for it, ends within 15 s, and the next passes it over.
	p = play(t, "broker a\ntopic t a:1\nproducer t rate=0/s tags=A:0,B:1\ngroup g topic=t mode=pop work=1ms\n"+
		"consumer c2 group=g tag=B fail-every=1\nat 10s burst t 1\nat 12s leave c2\nat 13s join c1 group=g tag=A\nrun 40s")
	back := p.events(trace.KindRevive, "")
	require.Len(t, back, 1)
	assert.EqualValues(t, 23, back[0].At/sec)
	out := p.events(trace.KindFiltered, "c1")
	require.Len(t, out, 1)
	assert.Greater(t, out[0].At, back[0].At)
	assert.Less(t, out[0].At, back[0].At+15*sec)
	assert.EqualValues(t, 1, p.ledger().LostBy[ledger.LossUnwanted], "no member wants it any more")
	assert.Zero(t, p.view().Revived)
}

// MessageModel.BROADCASTING of DefaultMQPullConsumer and DefaultLitePullConsumer:
// every member all queues, offsets in a file of its own (LocalFileOffsetStore),
// nothing at the broker, no notices. A member that comes back goes on where its
// file stands. Their start() wakes no rebalance, and no notice does either, so that
// the first comes 20 s after it, once in the member's life with the file still empty:
// then it begins at the end. A loop over all queues needs no rebalance to begin.
func TestBroadcastingOutsidePush(t *testing.T) {
	for _, mode := range []string{"pull every=100ms", "pull-all every=100ms", "lite", "lite commit=lite-sync", "lite commit=lite-sync-persist"} {
		p := play(t, fmt.Sprintf("broker a\ntopic t a:2\nproducer t rate=20/s\ngroup g topic=t work=1ms model=broadcasting mode=%s\n"+
			"consumer c1 group=g\nconsumer c2 group=g\nat 60s leave c2\nat 70s join c2\nat 110s set t rate=0/s\nrun 150s", mode))
		l, v := p.ledger(), p.view()
		assert.Equal(t, []int{0, 1}, v.Consumers[0].Holds, mode)
		assert.Equal(t, []int{0, 1}, v.Consumers[1].Holds, mode)
		assert.Empty(t, p.events(trace.KindNotice, ""), mode)
		assert.EqualValues(t, -1, p.Stored(0, 0), mode)
		assert.Zero(t, l.Backlog()+l.Skipped, mode)
		from := 20.0
		if mode == "pull-all every=100ms" {
			from = 0.1
		}
		// Of 110 s with 20/s, each from its first start on; a poll, a route and a round late.
		assert.InDelta(t, 2*(110-from)*20, l.Distinct, 10, mode)
		// At a clean end the file is written; auto-commit has not copied the last up to
		// 5 s of polls to the store by then, at 20/s 100 messages. The batch in the
		// application's hands, one message, comes again with them.
		most := map[string]int64{"lite": 100}[mode]
		assert.LessOrEqual(t, l.Duplicates, most+1, mode)
	}
}

// As RB-43 says of pushing: to 5.1.4 each save holds what is saved then and no more.
// commitSync(offsets, true) saves one queue at a time, so a lite consumer that comes
// back finds one of its two queues, and misses the ten messages that came to the
// other meanwhile.
func TestAHeldOffsetFileOfALiteConsumerHasOneQueue(t *testing.T) {
	run := func(file string) *ledger.Group {
		return play(t, "broker a\ntopic t a:2\nproducer t rate=0/s\ngroup g topic=t work=1ms model=broadcasting mode=lite commit=lite-sync-persist offset-file="+file+
			"\nconsumer c1 group=g\nat 30.1s burst t 20\nat 31s kill c1\nat 33s burst t 20\nat 40s join c1\nrun 90s").ledger()
	}
	assert.EqualValues(t, 0, run("merge").LostBy[ledger.LossPassedOver])
	assert.EqualValues(t, 10, run("held").LostBy[ledger.LossPassedOver])
}
