package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/trace"
)

// A broadcasting consumer keeps its offsets in a file of its own,
// ~/.rocketmq_offsets/<clientId>/<group>/offsets.json (LocalFileOffsetStore). A
// process that comes back with the client id finds it.

// fileOf is the file's content by queue, noOffset where it has none.
func (c *Cluster) fileOf(co *consumer) []int64 {
	g := &c.groups[co.group]
	for int(co.idIndex) >= len(g.files) {
		g.files = append(g.files, nil)
	}
	for len(g.files[co.idIndex]) < len(c.queues) {
		g.files[co.idIndex] = append(g.files[co.idIndex], noOffset)
	}
	return g.files[co.idIndex]
}

// save writes the queue, offset pairs in c.ints. persistAll merges them with
// what the file has (4.9.8, 5.2.0 and later), or writes nothing else
// (offset-file=held); with nothing to write it leaves the file as it is.
// persist(mq), on a removal, writes that one, and nothing in the old versions.
func (c *Cluster) save(co *consumer, by int64, cause int32) {
	if len(c.ints) == 0 {
		return
	}
	file := c.fileOf(co)
	if co.writesHeld() {
		if by == trace.CommitByRemoval {
			return
		}
		for q := range file {
			file[q] = noOffset
		}
	}
	for i := 0; i < len(c.ints); i += 2 {
		file[c.ints[i]] = c.ints[i+1]
	}
	e := c.event(trace.KindSave)
	e.Consumer, e.Group, e.A, e.Cause = co.index, int16(co.group), by, cause
	c.log.Add(e, c.ints...)
}

// writesHeld: it is an old LocalFileOffsetStore. The Go client's writes its whole
// table, from which nothing is ever removed and which it loads at its start
// (offset_store.go), in all versions.
func (co *consumer) writesHeld() bool { return co.set.OffsetFile == "held" && !co.client.Go() }

// The old LocalFileOffsetStore loads the file at start() and never forgets an
// entry (removeOffset does nothing): what is persisted for a queue taken again is
// the old offset until a newer one comes.

func (c *Cluster) load(co *consumer) {
	co.kept = co.kept[:0]
	if co.broadcast && co.writesHeld() {
		co.kept = append(co.kept, c.fileOf(co)...)
	}
}

func (c *Cluster) remember(co *consumer, pq *processQueue) {
	if int(pq.queue) < len(co.kept) {
		co.kept[pq.queue] = pq.memory.Value
	}
}

func (co *consumer) remembered(q int32) int64 {
	if int(q) < len(co.kept) {
		return co.kept[q]
	}
	return noOffset
}

// allocateBroadcast is rebalanceByTopic in BROADCASTING: all queues of the route.
func (c *Cluster) allocateBroadcast(co *consumer) {
	r := co.routes[co.rb.slot]
	if r == nil {
		c.nextTopic(co)
		return
	}
	co.rb.share = append(co.rb.share[:0], r.queues...)
	slices.Sort(co.rb.share)
	if co.mode == script.ModePullAll {
		c.markBalanced(co)
		c.nextTopic(co)
		return
	}
	c.updateProcessQueueTable(co, r, co.cause)
}

// receivers tells the ledger which consumers of a group share its queues and
// which receive every message.
func (c *Cluster) receivers(g int32) {
	gr := &c.groups[g]
	receivers := slices.Repeat([]int32{-1}, len(c.consumers))
	var ids []int32
	shared := len(gr.members) == 0
	for _, i := range gr.members {
		co := &c.consumers[i]
		if !co.broadcast {
			shared = true
			continue
		}
		at := slices.Index(ids, co.idIndex)
		if at < 0 {
			at = len(ids)
			ids = append(ids, co.idIndex)
		}
		receivers[i] = int32(at)
	}
	if len(ids) > 0 {
		gr.ledger.Broadcast(receivers, shared)
	}
}
