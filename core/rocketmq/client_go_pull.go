package rocketmq

import (
	"math"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// The pull consumer of rocketmq-client-go v2.1.2 (pull_consumer.go), mode=lite of
// client=go: each queue is pulled in the background, as by the push consumer but
// with its own subscription in each pull, no offset riding on it and no flow
// control; the application takes what one pull brought with Poll, and answers with
// ACK, which moves the offset, or sends all of it back (ConsumeRetryLater). Unlike
// Java's it subscribes to the retry topic.

// pollAhead is how many pulls' messages of a queue may wait: 32 in the process
// queue's msgCh and one with the goroutine that hands them on. The four places of
// consumeRequestCache are all queues' together and left out.
const pollAhead = 33

// poolSize is the number of threads that work on messages; an application that
// polls has one.
func (co *consumer) poolSize() int {
	if co.polled {
		return 1
	}
	return co.set.Threads
}

// batchSize is how many messages a thread gets at once: with Poll all of one pull.
func (co *consumer) batchSize() int64 {
	if co.polled {
		return math.MaxInt32
	}
	return int64(co.set.Batch)
}

// modeShown is the mode as scripts have it.
func (co *consumer) modeShown() script.Mode {
	if co.polled {
		return script.ModeLite
	}
	return co.mode
}

// stuckMessage is a message that a broadcasting Go client has failed on, and since
// when it was in its listener.
type stuckMessage struct {
	offset int64
	since  sim.Time
}

// stuckInGo is what push_consumer.go and pull_consumer.go do with a batch that
// failed in broadcasting: a line in the log says that it is dropped, and it is
// never tried again; but it is not taken out of the process queue, so that the
// offset stays below it, and once what is pulled lies further ahead of it than
// ConsumeConcurrentlyMaxSpan (push only), each pull waits for the cache to empty,
// until the consume time-out's sweep. More of them than pullThresholdForQueue stop
// the pulls of the push consumer altogether.
func (c *Cluster) stuckInGo(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	for o := th.from; o < th.to; o++ {
		if c.queues[pq.queue].matches(o, th.mask) && pq.Holds(o) {
			c.giveUp(co, pq.queue, c.nameOf(pq, pq.queue, o), trace.GaveUpBroadcasting)
			pq.stuck = append(pq.stuck, stuckMessage{o, th.since})
		}
	}
	pq.updateOffset(pq.commitOffset())
	c.freeThread(co, k)
}
