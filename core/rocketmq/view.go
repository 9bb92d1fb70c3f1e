package rocketmq

import (
	"slices"
	"time"

	"ringside/core/model"
	"ringside/strategies"
)

// Tick lets the cluster take the figures that are shown per second; the facade
// calls it once a simulated second. Nothing in the run depends on it.
func (c *Cluster) Tick() {
	for i := range c.consumers {
		co := &c.consumers[i]
		co.rate, co.completedBefore = co.completions-co.completedBefore, co.completions
		co.del.rate, co.del.before = co.del.requests-co.del.before, co.del.requests
	}
	for i := range c.brokers {
		b := &c.brokers[i]
		b.rate, b.appendedBefore = b.appended-b.appendedBefore, b.appended
	}
	for q := range c.queues {
		qu := &c.queues[q] // a log that has lost its tail has appended nothing
		qu.rate, qu.endBefore = max(qu.log.End-qu.endBefore, 0), qu.log.End
	}
	for i := range c.groups {
		c.groups[i].ledger.Second()
	}
}

// Stored is the broker's offset of a queue for a group, -1 when there is none.
func (c *Cluster) Stored(g int, q int32) int64 { return c.groups[g].stored[q] }

// Members are the consumers that a broker lists for a group, in the order they registered.
func (c *Cluster) Members(g, b int) []int32 {
	var out []int32
	for _, ch := range c.groups[g].at[b].channels {
		out = append(out, c.channels[ch].consumer)
	}
	return out
}

// LogOf is the lowest and the next offset of a queue.
func (c *Cluster) LogOf(q int32) (lowest, next int64) {
	return c.queues[q].log.Min, c.queues[q].log.End
}

// View fills v with the state of now as one group sees it.
func (c *Cluster) View(v *model.View) {
	if v.Group < 0 || v.Group >= len(c.groups) {
		v.Group = 0
	}
	v.Now = time.Duration(c.now())
	v.Groups = v.Groups[:0]
	for i := range c.groups {
		v.Groups = append(v.Groups, c.groups[i].name)
	}
	g := &c.groups[v.Group]
	v.Topics = v.Topics[:0]
	for _, t := range g.topics {
		if !c.topics[t].retry {
			v.Topics = append(v.Topics, c.topics[t].name)
		}
	}
	c.viewBrokers(v, g)
	c.placeMembers(g)
	c.viewQueues(v, g)
	c.viewConsumers(v, g)
	c.viewOwners(v, g)
	c.viewPops(v, g)
	c.viewSharing(v, g)
	c.viewFiles(v, g)
	c.viewCounters(v, g)
	c.viewDelivery(v, g)
	c.viewRing(v, g)
	c.viewFlights(v, g)
	c.viewServers(v)
	c.viewProducers(v, g)
}

// grow gives a slice n elements and keeps what they hold, so that inner slices
// are used again.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		s = append(s[:cap(s)], make([]T, n-cap(s))...)
	}
	return s[:n]
}

func (c *Cluster) viewBrokers(v *model.View, g *group) {
	v.Brokers = grow(v.Brokers, len(c.brokers))
	for i := range c.brokers {
		b, bv := &c.brokers[i], &v.Brokers[i]
		s := &c.servers[c.brokerProcess(int32(i))]
		bv.Name, bv.Room, bv.Up, bv.Frozen, bv.Rate = b.name, b.room, s.up, s.frozen, int(b.rate)
		bv.Refuses = 0
		if code := c.throttleCode(int32(i)); code != codeFound {
			bv.Refuses = int(code)
		}
		bv.Master, bv.StateChanged = int(b.master), time.Duration(s.changed)
		bv.Changed = time.Duration(g.at[i].changed)
		bv.TopicConfigs = bv.TopicConfigs[:0]
		for _, t := range g.topics {
			if on := c.topics[t].configOf(int32(i)); on != nil {
				bv.TopicConfigs = append(bv.TopicConfigs, model.TopicConfigView{
					Topic: c.topics[t].name, Read: on.read, Write: on.write, Perm: permWords[on.perm&7], Changed: time.Duration(on.changed),
				})
			}
		}
		bv.Members = bv.Members[:0]
		for _, ch := range g.at[i].channels {
			chn := &c.channels[ch]
			bv.Members = append(bv.Members, model.MemberView{
				Consumer: slices.Index(g.members, chn.consumer), ID: c.consumers[chn.consumer].id,
				LastBeat: time.Duration(chn.lastBeat), Since: time.Duration(chn.since),
			})
		}
	}
}

// shows reports whether queue q belongs in the view: a topic of the group, and
// the one chosen if one is.
func (c *Cluster) shows(v *model.View, g *group, q int32) bool {
	t := c.queues[q].topic
	if c.topics[t].retry || !g.reads(t) {
		return false
	}
	return v.Topic < 0 || v.Topic >= len(v.Topics) || v.Topics[v.Topic] == c.topics[t].name
}

func (c *Cluster) viewQueues(v *model.View, g *group) {
	g.shown = g.shown[:0]
	for _, t := range g.topics {
		for j := range c.topics[t].on {
			c.showQueues(v, g, &c.topics[t].on[j])
		}
	}
	if len(g.place) < len(c.queues) {
		g.place = make([]int32, len(c.queues))
	}
	for i := range g.place {
		g.place[i] = -1
	}
	v.Queues = grow(v.Queues, len(g.shown))
	for i, q := range g.shown {
		g.place[q] = int32(i)
		c.viewQueue(&v.Queues[i], g, q)
	}
}

func (c *Cluster) viewQueue(qv *model.QueueView, g *group, q int32) {
	qu, l := &c.queues[q], &g.ledger.Queues[q]
	now, committed := c.now(), max(c.committed(g, q), qu.log.Min)
	owners := qv.Owners[:0]
	*qv = model.QueueView{
		Topic: c.topics[qu.topic].name, Broker: int(qu.broker), ID: qu.id, Name: c.log.Queues[q],
		Min: qu.log.Min, Committed: min(committed, qu.log.End), Beyond: max(committed-qu.log.End, 0), End: qu.log.End, Highest: l.Highest,
		DuplicateFrom: l.DuplicateFrom, DuplicateTo: l.DuplicateTo, Duplicates: l.Duplicates,
		UnownedFor: time.Duration(l.UnownedFor(now)), UnownedMax: time.Duration(l.UnownedMax), Changed: time.Duration(g.owned[q]), CommitChanged: time.Duration(g.changed[q]),
		Rate: int(l.Rate()), Owners: owners, Disorder: l.Disorder, RateMax: int(l.RateMax()), Harms: c.queueHarms(q, l, now), LockedBy: -1, LetGo: -1, LetGoAt: time.Duration(g.letGoAt[q]),
	}
	if from := g.letGo[q]; from >= 0 {
		qv.LetGo = int(g.consumerPlace[from])
	}
	qv.Appended = int(qu.rate)
	qv.Readable, qv.Writable = c.readable(q), c.writable(q)
	qv.Done = l.DoneBetween(qv.Committed, l.Highest)
	if l.Low < qu.log.End && l.LastComplete >= 0 {
		qv.SilentFor = time.Duration(now - l.LastComplete)
	}
}

// placeMembers notes where in the view each member of the group stands.
func (c *Cluster) placeMembers(g *group) {
	if len(g.consumerPlace) < len(c.consumers) {
		g.consumerPlace = slices.Repeat([]int32{-1}, len(c.consumers))
	}
	for i, ci := range g.members {
		g.consumerPlace[ci] = int32(i)
	}
}

func (c *Cluster) viewConsumers(v *model.View, g *group) {
	v.Consumers = grow(v.Consumers, len(g.members))
	for i, ci := range g.members {
		c.viewConsumer(&v.Consumers[i], &c.consumers[ci], g)
	}
}

// rateNow is what was completed per second over the last second. A process that
// is gone completes nothing, though its last second had something.
func (co *consumer) rateNow() int {
	if !co.alive() {
		return 0
	}
	return int(co.rate)
}

func (c *Cluster) viewConsumer(cv *model.ConsumerView, co *consumer, g *group) {
	holds, sees, dropped := cv.Holds[:0], cv.Sees[:0], cv.Dropped[:0]
	work, commit, topics := cv.Work, cv.Commit, cv.Topics[:0]
	*cv = model.ConsumerView{
		Name: co.name, ID: co.id, Room: co.room, State: co.state, Threads: len(co.threads), Rate: co.rateNow(),
		Completions: co.completions, Duplicates: co.duplicates, LastRebalance: time.Duration(co.lastRebalance), FirstRebalance: time.Duration(co.firstRebalance),
		NextRebalance: time.Duration(co.rb.wake), Changed: time.Duration(co.changed), Strategy: co.set.Strategy, Client: co.client.String(), Mode: co.modeShown().String(),
		Batch: co.set.Batch, Overrides: len(co.overrides) > 0, Holds: holds, Sees: sees, Dropped: dropped, Work: work, Commit: commit,
		VNodes: co.set.VNodes, IDCs: co.set.IDCs, Config: co.set.Config, ServerSide: co.serverSide(), PopShare: co.set.PopShare,
		Listener: listenerWord(co.orderly), Suspended: co.paused, Stopping: co.draining || co.closing, Broadcast: co.broadcast, Topics: topics,
		Rebalances: co.rebalances, Notices: co.notices, IdleFor: time.Duration(co.idleTime.For(c.now())), IdleMax: time.Duration(co.idleTime.Longest(c.now())),
	}
	for _, t := range co.topics {
		cv.Topics = append(cv.Topics, c.topics[t].name)
	}
	if co.shownSet.work != co.set.Work || co.shownSet.commit != co.set.Commit || co.shownSet.persist != co.set.Persist || commit == "" {
		co.shownSet.work, co.shownSet.commit, co.shownSet.persist = co.set.Work, co.set.Commit, co.set.Persist
		cv.Work, cv.Commit = co.set.Work.String(), co.set.CommitWord()
	}
	waiting := 0
	for i := range co.threads {
		if co.threads[i].busy {
			cv.Busy++
		}
		if co.threads[i].ack {
			waiting++
		}
	}
	switch {
	case co.frozen:
		cv.State = model.ConsumerFrozen
	case waiting > 0 && waiting == cv.Busy:
		cv.State = model.ConsumerAckWait
	case cv.State == model.ConsumerRunning && c.waitsForLock(co):
		cv.State = model.ConsumerLockWait
	}
	for _, i := range co.table {
		pq := &c.pqs[i]
		cv.Cached += pq.Count
		p := g.place[pq.queue]
		if p >= 0 && !pq.dropped && !pq.asked && c.cacheFull(co, pq) {
			cv.PutOff++
		}
		switch {
		case p < 0 || !pq.owned:
		case pq.dropped:
			cv.Dropped = append(cv.Dropped, int(p))
		default:
			cv.Holds = append(cv.Holds, int(p))
		}
	}
	slices.Sort(cv.Holds)
	slices.Sort(cv.Dropped)
	for _, id := range co.rb.ids {
		cv.Sees = append(cv.Sees, int(g.consumerPlace[c.ids.first[id]]))
	}
}

// viewOwners fills in what the consumers' tables say of the queues.
func (c *Cluster) viewOwners(v *model.View, g *group) {
	for i, ci := range g.members {
		for _, p := range c.consumers[ci].table {
			pq := &c.pqs[p]
			if at := g.place[pq.queue]; at >= 0 && pq.owned && !pq.dropped {
				qv := &v.Queues[at]
				qv.LockValid = qv.LockValid || c.lockValid(pq)
				qv.Owners = append(qv.Owners, i)
				qv.PutOff = qv.PutOff || !pq.asked && c.cacheFull(&c.consumers[ci], pq)
				if c.consumers[ci].readsAll() { // each has its own copies
					qv.InProcess = max(qv.InProcess, pq.Count)
				} else {
					qv.InProcess += pq.Count
				}
			}
		}
	}
	c.viewLocks(v, g)
}

// viewRing fills the consistent-hash ring of the members that live now.
func (c *Cluster) viewRing(v *model.View, g *group) {
	v.Ring = v.Ring[:0]
	ring := g.ringFor(v.Strategy, v.VNodes)
	if ring == nil {
		return
	}
	g.ringIDs, g.ringMembers = g.ringIDs[:0], g.ringMembers[:0]
	for i, ci := range g.members {
		if co := &c.consumers[ci]; co.alive() && co.lastRebalance >= 0 {
			g.ringIDs = append(g.ringIDs, co.id)
			g.ringMembers = append(g.ringMembers, int32(i))
		}
	}
	if err := ring.Build(g.ringIDs); err != nil {
		return
	}
	for _, n := range ring.Nodes() {
		v.Ring = append(v.Ring, model.RingNode{Position: uint32(n.Position), Consumer: int(g.ringMembers[n.Index]), Replica: int(n.Replica)})
	}
	for i := range v.Queues {
		v.Queues[i].Position = uint32(ring.QueuePosition(c.strategiesQueue(g.shown[i])))
	}
}

// ringFor is the ring to draw for a strategy word, nil when it has none.
func (g *group) ringFor(word string, vnodes int) *strategies.Ring {
	if g.ring != nil && g.ringWord == word && g.ringVNodes == vnodes {
		return g.ring
	}
	var err error
	switch word {
	case "consistent-hash":
		g.ring, err = strategies.NewRing(vnodes, nil)
	case "consistent-hash-go":
		g.ring, err = strategies.NewGoRing(vnodes)
	default:
		return nil
	}
	if err != nil {
		g.ring = nil
		return nil
	}
	g.ringWord, g.ringVNodes = word, vnodes
	return g.ring
}

func (c *Cluster) viewFlights(v *model.View, g *group) {
	v.Flights = v.Flights[:0]
	c.flights.each(c.now(), func(f *flight) {
		if c.consumers[f.consumer].group != int32(v.Group) {
			return
		}
		q := -1
		if f.queue >= 0 {
			if q = int(g.place[f.queue]); q < 0 {
				return
			}
		}
		v.Flights = append(v.Flights, model.Flight{
			Kind: f.kind, Queue: q, Broker: int(f.broker), Consumer: int(g.consumerPlace[f.consumer]), Count: int(f.count),
			Sent: time.Duration(f.sent), Arrived: time.Duration(f.arrives), Duplicate: f.duplicate,
		})
	})
}
