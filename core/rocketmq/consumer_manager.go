package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
)

// consumerGroupInfo is ConsumerGroupInfo of one group at one broker: a table
// keyed by channel, so one client id may be listed more than once.
type consumerGroupInfo struct {
	// channels in the order they registered.
	channels []int32
	// versions is the subscriptionTable: subVersion per topic of the group, 0 none.
	versions []int64
	// masks are the topics' tags, as the newest version has them.
	masks []uint64
	// broadcast is the message model of the last heartbeat: then nobody is notified.
	broadcast bool
	// waiting is the notice that the next batch brings.
	waiting waitingNotice
	// changed is when the table last changed, -1 never.
	changed int64
}

// beatArrives is ClientManageProcessor.heartBeat → ConsumerManager.registerConsumer.
func (c *Cluster) beatArrives(i, b, ch int32, token int64) {
	chn := &c.channels[ch]
	if !chn.open && (!c.thawing || c.thawRace.Below(2) == 0) {
		return
	}
	co := &c.consumers[i]
	info := &c.groups[co.group].at[b]
	chn.lastTraffic = c.now()
	c.createRetryTopic(co.group, b)

	isNew := !chn.registered
	if isNew {
		chn.registered, chn.since = true, c.now()
		info.channels = append(info.channels, ch)
	}
	chn.lastBeat = c.now()
	info.broadcast = co.broadcast
	changed := info.updateSubscription(co.beatVersions, co.beatMasks) || isNew
	e := c.event(trace.KindHeartbeat)
	e.Consumer, e.Broker, e.Group, e.Cause = i, int16(b), int16(co.group), co.cause
	if changed {
		e.A = 1
	}
	beat := c.log.Add(e)
	if isNew {
		beat = c.memberEvent(trace.KindRegister, ch, beat, 0)
		c.membersChanged(co.group, b, beat)
	}
	if changed {
		c.notify(co.group, b, beat)
	}
	if co.life == chn.life {
		c.toClient(co, c.brokerProcess(b), sim.Event{Kind: evBeatAnswer, A: b, M: token})
	}
}

func (c *Cluster) memberEvent(kind trace.Kind, ch, cause int32, a int64) int32 {
	chn := &c.channels[ch]
	e := c.event(kind)
	e.Consumer, e.Broker, e.Group, e.Cause, e.A = chn.consumer, int16(chn.broker), int16(c.consumers[chn.consumer].group), cause, a
	return c.log.Add(e)
}

// membersChanged writes the broker's new list of client ids into the trace.
func (c *Cluster) membersChanged(g, b, cause int32) {
	info := &c.groups[g].at[b]
	info.changed = c.now()
	c.ints = c.ints[:0]
	for _, ch := range info.channels {
		c.ints = append(c.ints, int64(c.channels[ch].consumer))
	}
	e := c.event(trace.KindMembers)
	e.Broker, e.Group, e.Cause = int16(b), int16(g), cause
	c.log.Add(e, c.ints...)
}

// remove takes a channel out of the group's table.
func (c *Cluster) removeChannel(ch int32) {
	chn := &c.channels[ch]
	info := &c.groups[c.consumers[chn.consumer].group].at[chn.broker]
	if i := slices.Index(info.channels, ch); i >= 0 {
		info.channels = slices.Delete(info.channels, i, i+1)
	}
	chn.registered = false
	if len(info.channels) == 0 {
		// ConsumerManager drops the whole ConsumerGroupInfo with its last channel.
		clear(info.versions)
	}
}

// unregisterArrives is UNREGISTER_CLIENT: the rest of the group is told.
func (c *Cluster) unregisterArrives(i, b, ch int32, token int64) {
	co := &c.consumers[i]
	chn := &c.channels[ch]
	if chn.registered {
		c.removeChannel(ch)
		cause := c.memberEvent(trace.KindUnregister, ch, co.cause, 0)
		c.membersChanged(co.group, b, cause)
		c.notify(co.group, b, cause)
	}
	if co.life == chn.life {
		c.toClient(co, c.brokerProcess(b), sim.Event{Kind: evUnregistered, A: b, M: token})
	}
}

// socketClosed is ConsumerManager.doChannelCloseEvent: a socket that closes is
// seen at once, whatever the heartbeats, and the rest of the group is told.
func (c *Cluster) socketClosed(ch, cause int32) { c.closeChannel(ch, cause, 0) }

func (c *Cluster) closeChannel(ch, cause int32, idle int64) {
	chn := &c.channels[ch]
	if !chn.open {
		return
	}
	chn.open = false
	if !chn.registered {
		return
	}
	g := c.consumers[chn.consumer].group
	c.removeChannel(ch)
	ev := c.memberEvent(trace.KindClose, ch, cause, idle)
	c.membersChanged(g, chn.broker, ev)
	c.notify(g, chn.broker, ev)
}

// scanChannels is ConsumerManager.scanNotActiveChannel: a client that has not
// sent a heartbeat for 120 s is removed and its channel closed. Nobody is told;
// the others find out at their next rebalance.
func (c *Cluster) scanChannels(b int32) {
	c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(script.TimerChannelScan), Kind: evChannelScan, A: b})
	for g := range c.groups {
		channels := c.groups[g].at[b].channels
		for i := len(channels) - 1; i >= 0; i-- {
			ch := channels[i]
			chn := &c.channels[ch]
			if c.now()-chn.lastBeat <= c.timer(script.TimerChannelExpiry) {
				continue
			}
			c.removeChannel(ch)
			ev := c.memberEvent(trace.KindExpire, ch, 0, 0)
			c.membersChanged(int32(g), b, ev)
			c.serverCloses(ch)
		}
	}
}

// checkIdle closes a channel on which nothing was read or written for 120 s.
func (c *Cluster) checkIdle(ch int32) {
	chn := &c.channels[ch]
	if !chn.open {
		return
	}
	due := chn.lastTraffic + c.timer(script.TimerIdleClose)
	if c.now() < due {
		c.atServer(c.brokerProcess(chn.broker), sim.Event{At: due, Kind: evIdleCheck, A: ch})
		return
	}
	c.closeChannel(ch, 0, 1)
	c.serverCloses(ch)
}

// serverCloses ends a channel from the broker's side; the client learns of it.
func (c *Cluster) serverCloses(ch int32) {
	chn := &c.channels[ch]
	chn.open = false
	co := &c.consumers[chn.consumer]
	if co.life == chn.life {
		c.toClient(co, c.brokerProcess(chn.broker), sim.Event{Kind: evChanClosed, A: ch})
	}
}

// idListAsked is GET_CONSUMER_LIST_BY_GROUP: one id per channel, not
// deduplicated (ConsumerGroupInfo.getAllClientId).
func (c *Cluster) idListAsked(i, b int32, life uint32, token int64) {
	co := &c.consumers[i]
	if co.life != life || c.callOf(token) == nil {
		return
	}
	co.rb.ids = co.rb.ids[:0]
	for _, ch := range c.groups[co.group].at[b].channels {
		co.rb.ids = append(co.rb.ids, c.consumers[c.channels[ch].consumer].idIndex)
	}
	c.touch(co, b)
	c.toClient(co, c.brokerProcess(b), sim.Event{Kind: evIDListAnswer, A: b, N: int64(len(co.rb.ids)), M: token})
}

// touch notes traffic on the client's channel to a broker.
func (c *Cluster) touch(co *consumer, b int32) {
	if ch := co.conn[b]; ch >= 0 {
		c.channels[ch].lastTraffic = c.now()
	}
}
