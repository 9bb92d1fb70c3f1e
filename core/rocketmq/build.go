package rocketmq

import (
	"fmt"
	"slices"

	"ringside/core/ledger"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/strategies"
)

// retryPrefix begins the name of a group's retry topic (MixAll.RETRY_GROUP_TOPIC_PREFIX).
const retryPrefix = "%RETRY%"

// builder turns a scenario into a cluster.
type builder struct {
	sc *script.Scenario
	c  *Cluster
}

func (b *builder) build() error {
	b.brokers()
	b.topics()
	b.groups()
	b.net()
	if err := b.consumers(); err != nil {
		return err
	}
	b.producers()
	b.names()
	b.servers()
	c := b.c
	c.mark = make([]int32, len(c.queues))
	b.schedule()
	return nil
}

func (b *builder) brokers() {
	for _, br := range b.sc.Brokers {
		made := broker{
			name: br.Name, room: br.Room, slaveRead: br.SlaveRead, master: -1, slave: -1, notices: br.Notices, beyondEnd: br.BeyondEnd,
			retryPick: sim.NewStream(b.c.seed, br.Name, "retry queue"),
		}
		for _, t := range br.DelayLevels {
			made.delays = append(made.delays, delayQueue{wait: int64(t)})
		}
		b.c.brokers = append(b.c.brokers, made)
	}
	// Upstream keeps brokers in maps by name; by name is the one order that does
	// not depend on how the script was written.
	slices.SortStableFunc(b.c.brokers, func(x, y broker) int { return strategies.CompareIDs(x.name, y.name) })
	for _, br := range b.sc.Brokers {
		if br.Master == "" {
			continue
		}
		slave, master := b.brokerIndex(br.Name), b.brokerIndex(br.Master)
		b.c.brokers[slave].master, b.c.brokers[master].slave = master, slave
		b.c.brokers[slave].acting, b.c.brokers[master].acting = br.ActingMaster, br.ActingMaster
	}
}

func (b *builder) brokerIndex(name string) int32 {
	return int32(slices.IndexFunc(b.c.brokers, func(x broker) bool { return x.name == name }))
}

func (b *builder) topics() {
	for _, t := range b.sc.Topics {
		top := topic{name: t.Name, group: -1, producer: -1, aged: t.Aged}
		for _, bq := range t.Queues {
			top.on = append(top.on, topicConfig{broker: b.brokerIndex(bq.Broker), read: bq.Read, write: bq.Write, perm: permRead | permWrite, exists: true, changed: -1})
		}
		b.scales(&top)
		b.addTopic(top)
		for q := range b.c.queues {
			if qu := &b.c.queues[q]; int(qu.topic) == len(b.c.topics)-1 {
				qu.first = int64(t.First)
				qu.log.Min, qu.log.End, qu.endBefore = qu.first, qu.first, qu.first
			}
		}
	}
	for i, g := range b.sc.Groups {
		top := topic{name: retryPrefix + g.Name, retry: true, group: int32(i), producer: -1}
		for j := range b.c.brokers {
			if b.c.brokers[j].master >= 0 {
				continue // a slave copies its master's topics
			}
			// Made by a broker when the group's first heartbeat reaches it
			// (AbstractSendMessageProcessor's retry queues, perm 6).
			top.on = append(top.on, topicConfig{broker: int32(j), read: g.RetryRead, write: g.RetryWrite, perm: permRead | permWrite, changed: -1})
		}
		b.addTopic(top)
	}
}

func (b *builder) addTopic(t topic) {
	slices.SortStableFunc(t.on, func(x, y topicConfig) int { return int(x.broker - y.broker) })
	ti := int32(len(b.c.topics))
	for i := range t.on {
		t.on[i].first = int32(len(b.c.queues))
		t.on[i].most = max(t.on[i].read, t.on[i].write, t.on[i].most)
		for id := range t.on[i].most {
			b.c.queues = append(b.c.queues, queue{topic: ti, broker: t.on[i].broker, on: int32(i), id: id})
		}
	}
	b.c.topics = append(b.c.topics, t)
}

func (b *builder) topicIndex(name string) int32 {
	return int32(slices.IndexFunc(b.c.topics, func(x topic) bool { return x.name == name }))
}

func (b *builder) groups() {
	c := b.c
	for _, g := range b.sc.Groups {
		gr := group{name: g.Name, ledger: ledger.NewGroup(len(c.queues)), at: make([]consumerGroupInfo, len(c.brokers))}
		names := append(b.sc.TopicsOf(g.Name), retryPrefix+g.Name)
		gr.ledger.Clock = c.queue.Now
		gr.retryTopic = b.topicIndex(retryPrefix + g.Name)
		for _, n := range javaMapOrder(names) {
			gr.topics = append(gr.topics, b.topicIndex(n))
		}
		gr.stored = make([]int64, len(c.queues))
		gr.slaveStored = slices.Repeat([]int64{noOffset}, len(c.queues))
		gr.flushed = [2][]int64{slices.Clone(gr.slaveStored), slices.Clone(gr.slaveStored)}
		gr.changed = make([]int64, len(c.queues))
		gr.owned = make([]int64, len(c.queues))
		gr.repeat, gr.misorder = make([]repeatRun, len(c.queues)), make([]repeatRun, len(c.queues))
		gr.locks = [2][]queueLock{make([]queueLock, len(c.queues)), make([]queueLock, len(c.queues))}
		gr.runs = make([]queueRuns, len(c.queues))
		gr.reset = make([]int64, len(c.queues))
		gr.letGo, gr.letGoAt = make([]int32, len(c.queues)), make([]int64, len(c.queues))
		for q := range c.queues {
			gr.stored[q], gr.changed[q], gr.owned[q] = noOffset, -1, -1
			gr.letGo[q], gr.letGoAt[q] = -1, -1
			gr.reset[q] = noOffset
			gr.ledger.StartAt(int32(q), c.queues[q].log.Min, c.topics[c.queues[q].topic].retry)
		}
		for i := range gr.at {
			gr.at[i].versions = make([]int64, len(gr.topics))
			gr.at[i].masks = make([]uint64, len(gr.topics))
			gr.at[i].changed = -1
		}
		c.groups = append(c.groups, gr)
		c.divide(len(c.groups) - 1)
	}
}

func (b *builder) net() {
	c, n := b.c, b.sc.Net
	for _, ns := range b.sc.NameServers {
		c.nameServers = append(c.nameServers, nameServer{name: ns.Name})
		c.log.Processes = append(c.log.Processes, ns.Name)
	}
	for i := range c.brokers {
		c.log.Processes = append(c.log.Processes, c.brokers[i].name)
	}
	for _, co := range b.sc.Consumers {
		c.log.Processes = append(c.log.Processes, co.Name)
	}
	for i := range b.sc.Producers {
		c.log.Processes = append(c.log.Processes, b.sc.Producers[i].Name())
	}
	c.servers = make([]server, len(c.nameServers)+len(c.brokers))
	c.thawRace = sim.NewStream(c.seed, "brokers", "thaw")
	c.net = sim.NewNetwork(len(c.log.Processes), int64(n.Latency), int64(n.Jitter), b.sc.Seed)
	for _, l := range n.Links {
		c.net.SetLink(c.processNamed(l.A), c.processNamed(l.B), int64(l.Latency))
	}
}

// scales makes room for the most queues that the script's actions give a topic
// on a broker, so that queues keep their numbers.
func (b *builder) scales(t *topic) {
	for _, a := range b.sc.Actions {
		if a.Kind != script.ActScale || a.Target != t.name {
			continue
		}
		broker, most := b.brokerIndex(a.Queues.Broker), max(a.Queues.Read, a.Queues.Write)
		i := slices.IndexFunc(t.on, func(on topicConfig) bool { return on.broker == broker })
		if i < 0 {
			i = len(t.on)
			t.on = append(t.on, topicConfig{broker: broker, changed: -1})
		}
		t.on[i].most = max(t.on[i].most, most)
	}
}

// servers puts the name servers and brokers up that run at time 0. They have
// been running before, so each name server knows each broker.
func (b *builder) servers() {
	c := b.c
	for p := range c.servers {
		c.servers[p].changed = -1
	}
	for i := range c.nameServers {
		n := &c.nameServers[i]
		n.live, n.routes = make([]liveBroker, len(c.brokers)), make([]*route, len(c.topics))
		for t := range c.topics {
			n.topics = append(n.topics, make([]queueData, len(c.topics[t].on)))
		}
		if !b.sc.NameServers[i].Absent {
			c.servers[i].up = true
			c.nameServerStarts(int32(i))
		}
	}
	for _, br := range b.sc.Brokers {
		if !br.Absent {
			c.servers[c.brokerProcess(b.brokerIndex(br.Name))].up = true
		}
	}
	for i := range c.brokers {
		p := c.brokerProcess(int32(i))
		if !c.servers[p].up {
			continue
		}
		c.brokerTimers(int32(i))
		for n := range c.nameServers {
			if c.servers[n].up {
				c.nameServers[n].live[i].known = true
				for t := range c.topics {
					c.learn(&c.nameServers[n], int32(t), c.setOf(int32(i)), c.brokers[i].master < 0)
				}
			}
		}
	}
	for n := range c.nameServers {
		for t := range c.topics {
			c.nameServers[n].routes[t] = c.newRoute(&c.nameServers[n], int32(t))
		}
	}
}

func (b *builder) consumers() error {
	c := b.c
	for i, sc := range b.sc.Consumers {
		g := int32(slices.IndexFunc(b.sc.Groups, func(x script.Group) bool { return x.Name == sc.Group }))
		co := consumer{
			index: int32(i), name: sc.Name, id: sc.ID, room: sc.Room, group: g, set: sc.Settings, overrides: sc.Overrides,
			conn: slices.Repeat([]int32{-1}, len(c.brokers)), consumerHarms: consumerHarms{idleTime: ledger.Never},
		}
		co.client, co.mode = sc.Settings.Client, sc.Settings.Mode
		co.idList = sim.NewStream(c.seed, sc.Name, "id list broker")
		co.workTime = sim.NewStream(c.seed, sc.Name, "work")
		if n := int64(len(c.nameServers)); n > 1 {
			stream := sim.NewStream(c.seed, sc.Name, "name server")
			co.nameServer = int32(stream.Below(n))
		}
		co.failing = sim.NewStream(c.seed, sc.Name, "fail")
		co.sendBackFails = sim.NewStream(c.seed, sc.Name, "send-back fail")
		co.broadcast = sc.Settings.Model == "broadcasting"
		topics := sc.Topics
		if topics == nil {
			topics = b.sc.Groups[g].Topics
		}
		for _, t := range topics {
			co.declared = append(co.declared, b.topicIndex(t))
		}
		co.routes = make([]*route, len(c.groups[g].topics))
		co.subVersions = make([]int64, len(c.groups[g].topics))
		co.masks = make([]uint64, len(c.groups[g].topics))
		co.idIndex = c.ids.add(sc.ID, int32(i))
		co.lastRebalance, co.firstRebalance, co.changed = -1, -1, -1
		c.consumers = append(c.consumers, co)
		c.groups[g].members = append(c.groups[g].members, int32(i))
	}
	for g := range c.groups {
		c.receivers(int32(g))
	}
	c.ids.rank()
	for i := range c.consumers {
		if err := c.useStrategy(&c.consumers[i]); err != nil {
			return fmt.Errorf("consumer %s: %w", c.consumers[i].name, err)
		}
	}
	return nil
}

func (b *builder) producers() {
	c := b.c
	for i, p := range b.sc.Producers {
		t := b.topicIndex(p.Topic)
		c.topics[t].producer = int32(i)
		b.tags(&p, t)
		c.producers = append(c.producers, producer{topic: t, rate: p.Rate, start: int64(p.Start), retries: p.Retries, open: make([]bool, len(c.brokers))})
		for q := range c.queues {
			if c.queues[q].topic == t {
				c.queues[q].size = int64(p.Size)
				if p.Size > 0 {
					c.queues[q].perPull = max(1, pullBytesMemory/int64(p.Size))
				}
			}
		}
	}
}

// names fills the trace's tables; queues as the recordings name them: broker/id,
// with the topic before it when there are several.
func (b *builder) names() {
	c, l := b.c, b.c.log
	several := len(b.sc.Topics) > 1
	for i := range c.brokers {
		l.Brokers = append(l.Brokers, c.brokers[i].name)
	}
	for i := range c.consumers {
		l.Consumers = append(l.Consumers, c.consumers[i].name)
	}
	for i := range c.topics {
		l.Topics = append(l.Topics, c.topics[i].name)
	}
	for i := range c.groups {
		l.Groups = append(l.Groups, c.groups[i].name)
	}
	for i := range c.queues {
		q := &c.queues[i]
		name := fmt.Sprintf("%s/%d", c.brokers[q.broker].name, q.id)
		switch t := &c.topics[q.topic]; {
		case t.retry && len(c.groups) > 1:
			name = "retry-" + c.groups[t.group].name + ":" + name
		case t.retry:
			name = "retry:" + name
		case several:
			name = t.name + ":" + name
		}
		l.Queues = append(l.Queues, name)
	}
}

// schedule puts in what happens by itself: the producers, the consumers that
// start at time 0, and the script's actions.
func (b *builder) schedule() {
	c := b.c
	for i := range c.producers {
		c.startProducer(int32(i))
	}
	for i, sc := range b.sc.Consumers {
		if !sc.Joins {
			c.Act(script.Action{Kind: script.ActJoin, Target: sc.Name, Consumer: i})
		}
	}
	for _, a := range b.sc.Actions {
		c.Act(a)
	}
}

func (c *Cluster) timer(t script.Timer) sim.Time { return int64(c.timers[t]) }
