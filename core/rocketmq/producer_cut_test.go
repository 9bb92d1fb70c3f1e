package rocketmq_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/model"
	"ringside/core/trace"
)

// Ten messages a second to a/0, a/1, b/0, b/1 in turn, k·100 ms for the k-th.
const cutProducer = `broker a
broker b
topic orders a:2 b:2
producer orders rate=10/s
group g topic=orders work=5ms
consumer c1 group=g
`

// produced are the next offsets of queues.
func (p *played) produced(queues ...string) (out []int64) {
	for _, q := range queues {
		_, next := p.LogOf(p.queue(q))
		out = append(out, next)
	}
	return out
}

// failures are, of each stored run of failed sends, the time in ms, the code and how many.
func (p *played) failures() (out [][3]int64) {
	for _, e := range p.events(trace.KindSendFailed, "") {
		out = append(out, [3]int64{e.At / 1e6, e.A, e.B})
	}
	return out
}

// becauseOfACut tells whether each failed send has a cut as its cause.
func (p *played) becauseOfACut() {
	for _, e := range p.events(trace.KindSendFailed, "") {
		why := p.Log().Event(e.Cause)
		require.NotNil(p.t, why)
		assert.Equal(p.t, trace.KindCut, why.Kind)
	}
}

// A producer cut off from one of two brokers: the send to it gets no answer and
// takes sendMsgTimeout, 3 s, with all its retries (sendDefaultImpl throws where
// timeout < costTime, before another broker is tried); MQFaultStrategy without
// latency faults forgets that, so the next send is to the next queue in turn. The
// k-th is due at k·100 ms: 50 at 5.0 s is b/0, before the cut of that instant,
// then b/1 at 5.1, a/0 at 5.2 s, which hangs until 8.2 s and closes the connection
// (clientCloseSocketIfTimeout). From then on none is made in connectTimeoutMillis,
// 3 s: a/1 until 11.2 s, b/0 at 11.2, b/1 at 11.3, a/0 at 11.4 until 14.4 s, a/1
// until 17.4 s, b/0 and b/1 at 17.4 and 17.5, a/0 at 17.6 until 20.6 s, although
// the link is mended at 18 s; then a/1 at 20.6, b/0, b/1, a/0, a/1 at 21.0 s.
func TestProducerCutFromABroker(t *testing.T) {
	p := play(t, cutProducer+"at 5s cut producer:orders a\nat 18s heal a producer:orders\nrun 21s\n")
	assert.Equal(t, [][3]int64{{8200, trace.SendTimedOut, 1}, {11200, trace.SendNoConnection, 4}}, p.failures())
	p.becauseOfACut()
	// 0 to 51 are 13 each; then those named above.
	assert.Equal(t, []int64{13 + 1, 13 + 2, 13 + 3, 13 + 3}, p.produced("a/0", "a/1", "b/0", "b/1"))
	cut := p.events(trace.KindCut, "")
	require.Len(t, cut, 1)
	assert.Equal(t, []string{"a", "producer:orders"}, []string{p.Log().Processes[cut[0].A], p.Log().Processes[cut[0].B]})
	var v model.View
	p.View(&v)
	assert.Equal(t, int64(5), v.SendErrors)
	assert.Empty(t, v.Cuts)
}

// Where making a connection gives up sooner than the send, there is time for
// another broker (selectOneMessageQueue with lastBrokerName): a/1 at 8.2 s gives up
// at 9.2 s and goes to b/0, then b/1 at 9.2, a/0 at 9.3 until 10.3 s, when a/1 is
// passed over for b/0, b/1 at 10.3, and so on, two each 1.1 s.
func TestProducerCutRetriesAtAnotherBroker(t *testing.T) {
	p := play(t, "timers connect-timeout=1s\n"+cutProducer+"at 5s cut producer:orders a\nrun 10.35s\n")
	assert.Equal(t, [][3]int64{{8200, trace.SendTimedOut, 1}}, p.failures())
	assert.Equal(t, []int64{13, 13, 13 + 2, 13 + 2}, p.produced("a/0", "a/1", "b/0", "b/1"))
	// Without retries it fails at 9.2 s, as do all others after 1 s: b/0 and b/1 at 9.2
	// and 9.3, a/0 at 9.4 until 10.4 s, a/1 until 11.4 s.
	none := strings.Replace(cutProducer, "rate=10/s", "rate=10/s retries=0", 1)
	p = play(t, "timers connect-timeout=1s\n"+none+"at 5s cut producer:orders a\nrun 11.4s\n")
	assert.Equal(t, [][3]int64{{8200, trace.SendTimedOut, 1}, {9200, trace.SendNoConnection, 3}}, p.failures())
}

// With no broker within reach a send makes up to 1 + retryTimesWhenSendFailed = 3
// tries, if the time is long enough: b/1 at 5.1 s hangs for sendMsgTimeout, here
// 3.5 s, until 8.6 s, a/0 until 12.1 s; the third, without connections, fails for
// want of tries, 1 s each, at 15.1 s, and the fourth at 18.1 s.
func TestProducerCutFromAllBrokers(t *testing.T) {
	p := play(t, "timers connect-timeout=1s send-timeout=3.5s\n"+cutProducer+
		"at 5s cut producer:orders a\nat 5s cut b producer:orders\nrun 19s\n")
	failed := p.failures()
	assert.Equal(t, []int64{8600, 12100, 15100}, []int64{failed[0][0], failed[1][0], failed[2][0]})
	sum := int64(0)
	for _, f := range failed {
		sum += f[2]
	}
	assert.Equal(t, int64(4), sum)
	assert.Equal(t, []int64{13, 13, 13, 13 - 1}, p.produced("a/0", "a/1", "b/0", "b/1"))
}

// A burst puts a share on each queue; what goes to the broker beyond the cut fails
// after 3 s.
func TestBurstIntoACut(t *testing.T) {
	p := play(t, strings.Replace(cutProducer, "10/s", "0/s", 1)+"at 5s cut producer:orders a\nat 6s burst orders 100\nrun 10s\n")
	assert.Equal(t, []int64{0, 0, 25, 25}, p.produced("a/0", "a/1", "b/0", "b/1"))
	assert.Equal(t, [][3]int64{{9000, trace.SendTimedOut, 25}, {9000, trace.SendNoConnection, 25}}, p.failures())
	p.becauseOfACut()
}

// A producer that has its route goes on while it is cut off from the name server,
// but learns nothing. It polls at 10 ms + k·30 s (first poll, pollNameServerInterval):
// queues that are there from 6 s on it writes after 30.01 s, and after 60.01 s when
// the link is cut from 5 to 35 s.
func TestProducerCutFromTheNameServer(t *testing.T) {
	scaled := strings.Replace(cutProducer, "a:2 b:2", "a:2", 1) + "at 6s scale orders a:3\n"
	cut := scaled + "at 5s cut ns producer:orders\nat 35s heal producer:orders ns\n"
	// Round the two queues each 100 ms from 30.1 s on: a/0, a/1, a/2 at 30.3 s at the latest.
	assert.Zero(t, play(t, scaled+"run 30s\n").produced("a/2")[0])
	assert.Positive(t, play(t, scaled+"run 30.3s\n").produced("a/2")[0])
	p := play(t, cut+"run 60s\n")
	assert.Zero(t, p.produced("a/2")[0])
	assert.Empty(t, p.failures())
	assert.Equal(t, int64(601), p.produced("a/0")[0]+p.produced("a/1")[0], "it sends on")
	assert.Positive(t, play(t, cut+"run 60.3s\n").produced("a/2")[0])
}

// One that starts behind such a cut has no route: each send asks for it, for its
// topic's and then for that of TBW102, 3 s each without an answer, and fails
// (tryToFindTopicPublishInfo). From 10 s: until 16, until 22 s, though the link is
// mended at 20 s; at 22 s it gets the route and sends, 0 to 10 in the second to 23 s.
func TestProducerStartsWithoutANameServer(t *testing.T) {
	late := strings.Replace(cutProducer, "rate=10/s", "rate=10/s start=10s", 1)
	p := play(t, late+"at 5s cut producer:orders ns\nat 20s heal producer:orders ns\nrun 23s\n")
	assert.Equal(t, [][3]int64{{16000, 17, 2}}, p.failures())
	p.becauseOfACut()
	sum := int64(0)
	for _, n := range p.produced("a/0", "a/1", "b/0", "b/1") {
		sum += n
	}
	assert.Equal(t, int64(11), sum)
	// Of two name servers the next one is asked when the time of the first is over.
	p = play(t, "nameserver n1\nnameserver n2\n"+late+"at 5s cut producer:orders n1\nrun 13s\n")
	assert.Equal(t, [][3]int64{{13000, 17, 1}}, p.failures())
	assert.Equal(t, int64(1), p.produced("a/0")[0])
}

// The view shows producers: what they send, what they know, what they wait for. A
// send that will fail counts when it begins: the one at 5.2 s.
func TestProducersInTheView(t *testing.T) {
	p := play(t, cutProducer+"topic quiet a:1\nproducer quiet rate=1/s\nat 5s cut producer:orders a\nrun 6s\n")
	var v model.View
	p.View(&v)
	require.Len(t, v.Producers, 1, "those of the group's topics")
	assert.Equal(t, model.ProducerView{Name: "producer:orders", Topic: "orders", Rate: 10_000, Brokers: []int{0, 1}, Waiting: true, Errors: 1}, v.Producers[0])
	assert.Equal(t, []model.CutView{{A: "a", B: "producer:orders"}}, v.Cuts)
}

// While a try finds no connection the topic may become read-only; then there is no
// other queue to try. One a second in turn to a and b: 22 s is a, which hangs until
// 25 s; then b, and a at 26 s, which finds no connection until 28 s. The poll of
// 27.01 s brings a route without a queue to write, and so each later send fails.
func TestProducerCutWhileTheTopicCloses(t *testing.T) {
	p := play(t, "timers connect-timeout=2s route-poll=1s\n"+strings.NewReplacer("a:2 b:2", "a:1 b:1", "10/s", "1/s").Replace(cutProducer)+
		"at 20.5s cut producer:orders a\nat 26.5s perm orders a r\nat 26.5s perm orders b r\nrun 30s\n")
	assert.Equal(t, [][3]int64{{25000, trace.SendTimedOut, 1}, {28000, trace.SendNoConnection, 1}, {28000, 17, 3}}, p.failures())
}
