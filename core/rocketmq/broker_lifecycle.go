package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// brokerStarts is BrokerController.start: the tables in memory are empty, the
// offsets are those of the last flush, the topics those of topics.json; the
// broker registers at every name server at once and then periodically.
func (c *Cluster) brokerStarts(b int32) {
	c.loadOffsets(b)
	c.preOnline(b)
	c.brokerTimers(b)
	c.register(b, -1)
	c.popsBegin(b)
	c.delaysBegin(b)
}

// brokerTimers sets a broker's periodic tasks.
func (c *Cluster) brokerTimers(b int32) {
	p := c.brokerProcess(b)
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerChannelScanFirst), Kind: evChannelScan, A: b})
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerLongPollCheck), Kind: evHoldCheck, A: b})
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerOffsetFlushFirst), Kind: evOffsetFlush, A: b})
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerRegisterFirst), Kind: evRegisterTimer, A: b})
	c.batchTimer(b, script.TimerNotifyBatchFirst)
	c.brokerBeatTimer(b, script.TimerBrokerHeartbeatFirst)
	c.deleteTimer(b, script.TimerDeleteCheckFirst)
	if c.brokers[b].master >= 0 {
		c.brokers[b].synced = c.now()
		c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerSlaveSyncCheck), Kind: evSlaveSync, A: b})
	}
}

// registerTimer repeats the registration: upstream keeps the period between
// 10 s and 60 s.
func (c *Cluster) registerTimer(b int32) {
	period := max(10*sim.Second, min(c.timer(script.TimerRegister), 60*sim.Second))
	c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + period, Kind: evRegisterTimer, A: b})
	c.register(b, -1)
}

// register tells all name servers of all topics of the broker (-1) or of one
// whose TopicConfig has changed.
func (c *Cluster) register(b, t int32) {
	p := c.brokerProcess(b)
	for n := range c.nameServers {
		c.betweenServers(p, int32(n), sim.Event{Kind: evRegister, A: b, B: t, N: int64(c.servers[p].life)})
	}
}

// brokerEnds is the end of a broker process. A clean stop unregisters at the
// name servers and writes the offsets; of a killed one the name servers and the
// clients see the sockets close.
func (c *Cluster) brokerEnds(b int32, killed bool) {
	p := c.brokerProcess(b)
	why := int64(trace.ForgotAsked)
	if killed {
		why = trace.ForgotClosed
	} else {
		c.flushOffsets(b)
	}
	for n := range c.nameServers {
		c.betweenServers(p, int32(n), sim.Event{Kind: evBrokerGone, A: b, M: why, N: int64(c.servers[p].life)})
	}
	for g := range c.groups {
		info := &c.groups[g].at[b]
		if len(info.channels) > 0 {
			info.channels = info.channels[:0]
			c.membersChanged(int32(g), b, c.servers[p].cause)
		}
		clear(info.versions)
		info.waiting.channels = info.waiting.channels[:0]
	}
	c.brokers[b].throttle = script.ThrottleOff
	for ch := range c.channels {
		chn := &c.channels[ch]
		if chn.broker != b {
			continue
		}
		chn.registered = false
		if chn.open {
			c.serverCloses(int32(ch))
		}
	}
	c.dropHolds(b)
	c.clearLocks(b)
	c.endPopsAt(b)
	for g := range c.groups {
		for q := range c.groups[g].reset {
			if c.queues[q].broker == b {
				c.groups[g].reset[q] = noOffset // in memory only
			}
		}
	}
}

// flushOffsets is ConsumerOffsetManager.persist: the offsets go to disk
// (consumerOffset.json).
func (c *Cluster) flushOffsets(b int32) {
	for g := range c.groups {
		gr := &c.groups[g]
		for q := range c.queues {
			if c.queues[q].broker == c.setOf(b) {
				gr.flushed[c.side(b)][q] = gr.offsets(c.side(b))[q]
			}
		}
	}
}

func (c *Cluster) flushTimer(b int32) {
	c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(script.TimerOffsetFlush), Kind: evOffsetFlush, A: b})
	c.flushOffsets(b)
}

// loadOffsets reads what was on disk: after a kill that is up to one flush
// period old, and the offsets go back.
func (c *Cluster) loadOffsets(b int32) {
	for g := range c.groups {
		gr := &c.groups[g]
		for q := range c.queues {
			if c.queues[q].broker != c.setOf(b) {
				continue
			}
			c.putOffset(int32(g), int32(q), b, gr.flushed[c.side(b)][q], -1, c.servers[c.brokerProcess(b)].cause)
		}
	}
}

// side is the place of a broker's offsets: 0 a master's, 1 a slave's.
func (c *Cluster) side(b int32) int {
	if c.brokers[b].master >= 0 {
		return 1
	}
	return 0
}

// slaveSync is SlaveSynchronize: a slave copies its master's offsets about every
// 60 s; a timer looks every 3 s whether that is due.
func (c *Cluster) slaveSync(b int32) {
	br := &c.brokers[b]
	p, master := c.brokerProcess(b), c.brokerProcess(br.master)
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerSlaveSyncCheck), Kind: evSlaveSync, A: b})
	if c.now()-br.synced <= c.timer(script.TimerSlaveSync) {
		return
	}
	br.synced = c.now()
	if m := &c.servers[master]; !m.up || m.frozen || c.net.IsCut(p, master) {
		return
	}
	br.acted = false
	for g := range c.groups {
		gr := &c.groups[g]
		for q := range c.queues {
			if c.queues[q].broker == br.master {
				c.putOffset(int32(g), int32(q), b, gr.stored[q], -1, 0)
			}
		}
	}
}

// setTopic is updateAndCreateTopic, deleteTopicInBroker or updateTopicPerm at
// one broker, which registers the change at once.
func (c *Cluster) setTopic(t, b int32, change func(on *topicConfig)) {
	for j := range c.topics[t].on {
		on := &c.topics[t].on[j]
		if on.broker != b {
			continue
		}
		change(on)
		on.changed = c.now()
		e := c.event(trace.KindTopicConfig)
		e.Topic, e.Broker, e.A, e.B, e.C = int16(t), int16(b), int64(on.read), int64(on.write), int64(on.perm)
		c.servers[c.brokerProcess(b)].cause = c.log.Add(e)
		c.register(b, t)
	}
}

// scale changes the queue numbers of a topic on a broker; none takes it off.
func (c *Cluster) scale(a *script.Action) {
	t, b := c.topicNamed(a.Target), c.brokerNamed(a.Queues.Broker)
	if s := &c.servers[c.brokerProcess(b)]; !s.up || s.frozen {
		return // the script has checked it; a frozen broker does not answer the admin tool
	}
	c.setTopic(t, b, func(on *topicConfig) {
		on.read, on.write = a.Queues.Read, a.Queues.Write
		if on.exists = on.read+on.write > 0; !on.exists || on.perm == 0 {
			on.perm = permRead | permWrite
		}
	})
}

func (c *Cluster) setPerm(a *script.Action) {
	t, b := c.topicNamed(a.Target), c.brokerNamed(a.Queues.Broker)
	if s := &c.servers[c.brokerProcess(b)]; s.up && !s.frozen {
		c.setTopic(t, b, func(on *topicConfig) { on.perm = a.Perm })
	}
}
