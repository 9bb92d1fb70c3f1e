package rocketmq

import (
	"slices"

	"ringside/core/ledger"
	"ringside/core/model"
	"ringside/core/script"
)

// Harms that are measured in time: what the ledger and the consumers are told of
// when a pause begins or ends, and when the script does something. Nothing in this
// file decides anything.

// consumerHarms are the figures of one consumer.
type consumerHarms struct {
	// held is how many queues it holds, see Cluster.holds; idleTime how long it had none.
	held                int
	idleTime            ledger.Span
	rebalances, notices int64
}

// happens tells the ledgers of an event of the script, which comes before it takes
// effect. What only changes how the run is counted is none, and at time 0 there is
// nothing before.
func (c *Cluster) happens(a *script.Action) {
	if a.Kind == script.ActMeasure || c.now() == 0 {
		return
	}
	for i := range c.groups {
		c.groups[i].ledger.Event()
	}
}

// accepted notes that the broker accepts a pull: PullMessageProcessor answers it,
// with messages or none, or holds it. It refuses one whose subscription is not the
// latest, that the topic's permission or queue number forbids, or whose offset is
// illegal.
func (c *Cluster) accepted(h *heldPull) {
	pq := &c.pqs[h.pq]
	if pq.gen != uint32(h.gen) || pq.dropped {
		return
	}
	pq.accepted = true
	c.groups[c.consumers[pq.consumer].group].ledger.Pulling(pq.queue, pq.consumer, c.now())
}

// lockValidity tells the ledger whether the owner of a queue trusts its lock.
func (c *Cluster) lockValidity(pq *processQueue, valid bool) {
	if pq.owned && !pq.dropped {
		c.groups[c.consumers[pq.consumer].group].ledger.Lock(pq.queue, pq.consumer, valid, c.now())
	}
}

// wants notes whether a rebalance was refused the lock of a queue of its share.
func (c *Cluster) wants(co *consumer, q int32, refused bool) {
	if i := slices.Index(co.order.wants, q); i >= 0 && !refused {
		co.order.wants = slices.Delete(co.order.wants, i, i+1)
	} else if i < 0 && refused {
		co.order.wants = append(co.order.wants, q)
	}
	c.groups[co.group].ledger.Want(q, co.index, refused, c.now())
}

// wantsOnly forgets the queues of a topic that a rebalance does not add any more;
// topic -1: all, the process being over.
func (c *Cluster) wantsOnly(co *consumer, add []int32, topic int32) {
	for i := len(co.order.wants) - 1; i >= 0; i-- {
		q := co.order.wants[i]
		if (topic < 0 || c.queues[q].topic == topic) && !slices.Contains(add, q) {
			c.wants(co, q, false)
		}
	}
}

// holds counts the queues that a consumer holds, those of the retry topic apart,
// and so tells when it is idle.
func (c *Cluster) holds(co *consumer, topic int32, more int) {
	if !c.topics[topic].retry {
		co.held += more
	}
	c.idles(co)
}

// idles notes whether a consumer is idle: its process runs, has rebalanced, and
// holds no queue of its group's topics.
func (c *Cluster) idles(co *consumer) {
	co.idleTime.Set(co.state == model.ConsumerRunning && !co.draining && co.held == 0, c.now())
}
