package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// thread is one of the consume pool's (consumeThreadMin = consumeThreadMax).
type thread struct {
	busy bool
	// ack: it waits for the answer to its commit.
	ack  bool
	gone bool // taken out by a smaller pool; ends with its work
	pq   int32
	gen  uint32
	// It works on the n messages of [from, to) that have a tag of mask.
	from, to int64
	n        int32
	mask     uint64
	// since is when the listener was entered, or when an orderly task took the
	// thread; until is when the present piece of the batch will be done, begun at
	// pieceAt. Of the batch toldN messages are done, up to the offset told.
	since, until, pieceAt sim.Time
	told                  int64
	toldN, pieceN         int32
	// back is the message being sent back, -1 none.
	back int64
	// waits: an orderly task waits for its turn on the queue.
	waits bool
	// listening: the ledger was told of the listener; overlaps is its answer.
	listening, overlaps bool
	// pop: it works on popped messages, pq being the assignment's place.
	pop   bool
	ck    int32
	ckGen uint32
	items []popMessage
}

// clear makes the thread ready for other work. It is done field by field, since a
// literal is built elsewhere and copied, and items passes the write barrier.
func (th *thread) clear() {
	th.busy, th.ack, th.gone, th.waits, th.listening, th.overlaps, th.pop = false, false, false, false, false, false, false
	th.pq, th.gen, th.n, th.ck, th.ckGen = 0, 0, 0, 0, 0
	th.from, th.to, th.mask, th.since, th.until, th.back = 0, 0, 0, 0, 0, 0
	th.told, th.toldN, th.pieceN, th.pieceAt = 0, 0, 0, 0
	th.items = th.items[:0]
}

// unbroken: no message between from and to was left out.
func (th *thread) unbroken() bool { return th.to-th.from == int64(th.n) }

// task is pulled messages that wait for a thread. Upstream cuts a pull into
// consumeMessageBatchMaxSize pieces at once; here a thread cuts off its piece
// when it takes it, which comes to the same.
type task struct {
	pq   int32
	gen  uint32
	next int64
	end  int64
	mask uint64 // of the tags that were let through
}

// taskQueue is the pool's unbounded first-in first-out queue, a ring buffer.
type taskQueue struct {
	buf     []task
	head, n int
}

func (t *taskQueue) push(k task) {
	if t.n == len(t.buf) {
		bigger := make([]task, max(16, 2*len(t.buf)))
		for i := range t.n {
			bigger[i] = t.buf[(t.head+i)&(len(t.buf)-1)]
		}
		t.buf, t.head = bigger, 0
	}
	t.buf[(t.head+t.n)&(len(t.buf)-1)] = k
	t.n++
}

func (t *taskQueue) front() *task { return &t.buf[t.head] }

func (t *taskQueue) pop() {
	t.head = (t.head + 1) & (len(t.buf) - 1)
	t.n--
}

// resetThreads ends all work at once: a new process, or one that is over.
func (c *Cluster) resetThreads(co *consumer) {
	for i := range co.threads {
		if co.threads[i].busy && !co.threads[i].pop {
			c.listenerGone(co, &co.threads[i])
			c.letGo(co.threads[i].pq)
		}
	}
	for ; co.tasks.n > 0; co.tasks.pop() {
		c.letGo(co.tasks.front().pq)
	}
	c.resetApp(co)
	co.popTasks.buf, co.popTasks.head = co.popTasks.buf[:0], 0
	co.threads = co.threads[:0]
	co.idle = co.idle[:0]
	for i := co.poolSize() - 1; i >= 0; i-- {
		co.idle = append(co.idle, int32(i))
	}
	for range co.poolSize() {
		co.threads = append(co.threads, thread{})
	}
}

// resizeThreads follows a changed number of threads (updateCorePoolSize).
func (c *Cluster) resizeThreads(co *consumer) {
	for len(co.threads) < co.poolSize() {
		co.threads = append(co.threads, thread{})
	}
	co.idle = co.idle[:0]
	for i := len(co.threads) - 1; i >= 0; i-- {
		th := &co.threads[i]
		th.gone = i >= co.poolSize()
		if !th.gone && !th.busy {
			co.idle = append(co.idle, int32(i))
		}
	}
	c.feed(co)
}

// working is a thread that something comes back to. It is nil when shutdown() has
// interrupted it meanwhile; the pool may then be smaller than it was.
func (co *consumer) working(k int32) *thread {
	if int(k) >= len(co.threads) || !co.threads[k].busy {
		return nil
	}
	return &co.threads[k]
}

// keep and letGo count references to a process queue's place.
func (c *Cluster) keep(i int32) { c.pqs[i].pending++ }

func (c *Cluster) letGo(i int32) {
	c.pqs[i].pending--
	c.release(i)
}

// submit is submitConsumeRequest.
func (c *Cluster) submit(co *consumer, i int32, from int64, n int, mask uint64) {
	if co.draining || co.closing {
		return
	}
	co.tasks.push(task{pq: i, gen: c.pqs[i].gen, next: from, end: from + int64(n), mask: mask})
	c.keep(i)
	c.feed(co)
}

// feed gives waiting messages to idle threads.
func (c *Cluster) feed(co *consumer) {
	if co.orderly {
		c.feedOrderly(co)
		return
	}
	for len(co.idle) > 0 && co.tasks.n > 0 {
		t := co.tasks.front()
		pq := &c.pqs[t.pq]
		if pq.dropped {
			// ConsumeRequest.run: a dropped process queue is not worked on.
			i := t.pq
			co.tasks.pop()
			c.letGo(i)
			continue
		}
		from, to := t.next, min(t.next+co.batchSize(), t.end)
		n := int32(to - from)
		if t.mask != allTags {
			from, to, n = c.piece(t, pq.queue, co.batchSize())
		}
		if n == 0 { // nothing but what a filter took out is left
			i := t.pq
			co.tasks.pop()
			c.letGo(i)
			continue
		}
		k := co.idle[len(co.idle)-1]
		co.idle = co.idle[:len(co.idle)-1]
		th := &co.threads[k]
		th.clear()
		th.busy, th.pq, th.gen, th.from, th.to, th.n, th.mask, th.back = true, t.pq, t.gen, from, to, n, t.mask, -1
		th.since = c.now()
		pq.pending++
		c.begun(co, th, pq)
		c.handedOver(co, th, pq)
		if t.next = to; t.next == t.end {
			i := t.pq
			co.tasks.pop()
			c.letGo(i)
		}
		c.enter(co, k)
	}
	if !co.popTasks.empty() {
		c.feedPop(co)
	}
}

// piece cuts the next batch off a task when a filter took messages out:
// consumeMessageBatchMaxSize of those that are left.
func (c *Cluster) piece(t *task, q int32, batch int64) (from, to int64, n int32) {
	qu := &c.queues[q]
	from = t.next
	for from < t.end && !qu.matches(from, t.mask) {
		from++
	}
	for to = from; to < t.end && int64(n) < batch; to++ {
		if qu.matches(to, t.mask) {
			n++
		}
	}
	if int64(n) < batch {
		to = t.end
	}
	return from, to, n
}

// work is the time the listener takes for n messages.
func (co *consumer) work(n int32) sim.Time {
	if d := &co.set.Work; d.Kind == script.DistFixed {
		return int64(d.Min) * int64(n)
	}
	return co.drawWork(n)
}

func (co *consumer) drawWork(n int32) sim.Time {
	lo, hi := int64(co.set.Work.Min), int64(co.set.Work.Max)
	var sum sim.Time
	for range n {
		if co.set.Work.Kind == script.DistUniform {
			sum += co.workTime.Between(lo, hi)
		} else {
			sum += co.workTime.Exp(lo)
		}
	}
	return sum
}

// workDone is the end of a piece of a batch, and with the last one
// processConsumeResult: the result of a process queue that has been dropped
// meanwhile is ignored; else the messages leave the cache and the offset in memory
// moves to the smallest unfinished one.
func (c *Cluster) workDone(co *consumer, k int32) {
	th := co.working(k)
	if th == nil {
		return
	}
	if th.pop {
		c.popDone(co, k)
		return
	}
	failed, more := c.tellPiece(co, th)
	switch {
	case more:
		c.nextPiece(co, k)
	case failed:
		c.takenBack(co, th)
		c.listenerGone(co, th)
		if co.orderly {
			c.orderlyFailed(co, k)
			return
		}
		c.failed(co, k)
	case co.orderly:
		c.orderlyDone(co, k)
	default:
		c.succeeded(co, k)
	}
}

// succeeded is processConsumeResult for CONSUME_SUCCESS of a concurrent listener.
func (c *Cluster) succeeded(co *consumer, k int32) {
	th := &co.threads[k]
	pq := &c.pqs[th.pq]
	c.listenerGone(co, th)
	if pq.dropped {
		c.freeThread(co, k)
		return
	}
	if offset := pq.RemoveRange(th.from, int(th.to-th.from)); offset >= 0 {
		pq.updateOffset(offset)
	}
	commit := co.set.Commit
	if co.broadcast {
		commit = script.CommitInterval // there is nobody to send it to
	}
	switch commit {
	case script.CommitSync:
		th.ack = true
		c.ask(co, trace.CallCommit, c.brokerProcess(c.processFor(co, c.queues[pq.queue].broker)), script.TimerOffsetTimeout,
			sim.Event{Kind: evCommitSync, A: co.index, B: pq.queue, N: pq.memory.Value}, k)
		return
	case script.CommitAsync:
		c.sendCommit(co, pq.queue, pq.memory.Value, 0)
	}
	c.freeThread(co, k)
}

// freeThread lets a thread take its next work.
func (c *Cluster) freeThread(co *consumer, k int32) {
	th := &co.threads[k]
	if !th.busy {
		return
	}
	th.busy, th.ack = false, false
	if !th.pop {
		c.letGo(th.pq)
	}
	if !th.gone {
		co.idle = append(co.idle, k)
	}
	if co.tasks.n > 0 || !co.popTasks.empty() {
		c.feed(co)
	}
	if co.closing && co.tasks.n == 0 && len(co.idle) == co.poolSize() {
		c.poolStopped(co)
	}
}
