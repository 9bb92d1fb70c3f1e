package rocketmq

import "ringside/core/trace"

// noIDList is an id list that could not be had: the queues are kept, the topic
// counts as balanced, and the next try comes in 20 s.
func (c *Cluster) noIDList(co *consumer, b int32) {
	if !co.rb.running {
		return
	}
	e := c.event(trace.KindIDListError)
	e.Consumer, e.Broker, e.Group, e.Cause = co.index, int16(b), int16(co.group), co.cause
	c.log.Add(e)
	c.nextTopic(co)
}

// noQueues is rebalanceByTopic with a null mqSet: nothing is allocated, but
// messageQueueChanged is called with empty sets.
func (c *Cluster) noQueues(co *consumer) {
	if c.topics[c.groups[co.group].topics[co.rb.slot]].retry {
		c.nextTopic(co)
		return
	}
	c.queuesChanged(co)
}

// noOffsetRead is a query that failed: computePullFromWhere gives -1, the queue
// is left out, and the client, not balanced, tries again in 1 s.
func (c *Cluster) noOffsetRead(co *consumer, q int32) {
	if !co.rb.running || len(co.rb.add) == 0 || co.rb.add[0] != q {
		return
	}
	co.rb.balanced = false
	co.rb.add = co.rb.add[:copy(co.rb.add, co.rb.add[1:])]
	c.addNext(co)
}
