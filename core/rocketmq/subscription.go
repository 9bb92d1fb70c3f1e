package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/trace"
)

// A group keeps a table of topics, and each member what it subscribes to by
// place (slot) in that table: the SubscriptionData's version, 0 when it does not
// subscribe, and its tags.

// addSlot gives the group's table a topic that no member had so far.
func (c *Cluster) addSlot(g, t int32) int {
	gr := &c.groups[g]
	gr.topics = append(gr.topics, t)
	for i := range gr.at {
		gr.at[i].versions = append(gr.at[i].versions, 0)
		gr.at[i].masks = append(gr.at[i].masks, 0)
	}
	for _, m := range gr.members {
		co := &c.consumers[m]
		co.routes = append(co.routes, nil)
		co.subVersions = append(co.subVersions, 0)
		co.masks = append(co.masks, 0)
	}
	c.divide(int(g))
	// What lies in the topic is from now on to be consumed by the group.
	for q := range c.queues {
		if qu := &c.queues[q]; qu.topic == t {
			gr.ledger.StartAt(int32(q), qu.log.Min, false)
			if n := qu.log.End - qu.log.Min; n > 0 {
				gr.ledger.Append(int32(q), n)
			}
		}
	}
	return len(gr.topics) - 1
}

// divide has the group's ledger sum up its topics, in the order of View.Topics, when
// there are several.
func (c *Cluster) divide(g int) {
	var topics [][]int32
	for _, t := range c.groups[g].topics {
		if c.topics[t].retry {
			continue
		}
		var queues []int32
		for q := range c.queues {
			if c.queues[q].topic == t {
				queues = append(queues, int32(q))
			}
		}
		topics = append(topics, queues)
	}
	if len(topics) > 1 {
		c.groups[g].ledger.Divide(topics)
	}
}

// subscribeAll makes the subscription of a new process: its topics with its
// tags, and in CLUSTERING the group's retry topic (copySubscription).
func (c *Cluster) subscribeAll(co *consumer) {
	clear(co.subVersions)
	co.topics = append(co.topics[:0], co.declared...)
	for i, t := range c.groups[co.group].topics {
		switch {
		case c.topics[t].retry && !co.broadcast:
			co.masks[i] = allTags
		case !c.topics[t].retry && slices.Contains(co.topics, t):
			co.masks[i] = c.maskOf(co.set.Tags)
		default:
			continue
		}
		co.subVersions[i] = co.versionAt(c.now())
	}
	c.orderTopics(co)
}

// orderTopics is the order in which the client walks its subscriptionInner.
func (c *Cluster) orderTopics(co *consumer) {
	g := &c.groups[co.group]
	var names []string
	for _, t := range co.topics {
		names = append(names, c.topics[t].name)
	}
	if !co.broadcast {
		names = append(names, retryPrefix+g.name)
	}
	co.walk = co.walk[:0]
	for _, n := range javaMapOrder(names) {
		for i, t := range g.topics {
			if c.topics[t].name == n {
				co.walk = append(co.walk, int32(i))
			}
		}
	}
}

// topicOf is the topic with a name.
func (c *Cluster) topicOf(name string) int32 {
	return int32(slices.IndexFunc(c.topics, func(t topic) bool { return t.name == name }))
}

// subscribe is DefaultMQPushConsumerImpl.subscribe at run time: a heartbeat goes
// out at once; the route comes with the next rebalance, the queues with the one after.
func (c *Cluster) subscribe(co *consumer, a *script.Action) {
	t := c.topicOf(a.Topic)
	slot := c.groups[co.group].slot(t)
	if slot < 0 {
		slot = c.addSlot(co.group, t)
	}
	if !slices.Contains(co.topics, t) {
		co.topics = append(co.topics, t)
	}
	co.masks[slot] = c.maskOf(a.Tags)
	co.subVersions[slot] = co.versionAt(c.now())
	c.orderTopics(co)
	c.subscriptionEvent(co, trace.KindSubscribe, t)
	if co.mode == script.ModePullAll {
		c.askRoute(co, routeForLoop) // it subscribes at no broker; the loop asks for the queues
		return
	}
	c.beginBeat(co, beatForSubscribe, -1)
}

// unsubscribe takes the topic off the client's list, no more: pulls of it stop,
// the queues go with the next rebalance, and the brokers hear of it by the next
// heartbeat.
func (c *Cluster) unsubscribe(co *consumer, a *script.Action) {
	t := c.topicOf(a.Topic)
	slot := c.groups[co.group].slot(t)
	i := slices.Index(co.topics, t)
	if slot < 0 || i < 0 {
		return
	}
	co.topics = slices.Delete(co.topics, i, i+1)
	co.subVersions[slot] = 0
	c.orderTopics(co)
	c.subscriptionEvent(co, trace.KindUnsubscribe, t)
}

// retag is subscribe() again with other tags, for all topics (set tag=). A loop
// over the pull consumer just pulls with other tags from then on.
func (c *Cluster) retag(co *consumer) {
	if !co.alive() {
		return
	}
	for _, t := range co.topics {
		slot := c.groups[co.group].slot(t)
		co.masks[slot] = c.maskOf(co.set.Tags)
		co.subVersions[slot] = co.versionAt(c.now())
		c.subscriptionEvent(co, trace.KindSubscribe, t)
	}
	if !co.mode.Pulls() {
		c.beginBeat(co, beatForSubscribe, -1)
	}
}

func (c *Cluster) subscriptionEvent(co *consumer, kind trace.Kind, t int32) {
	e := c.event(kind)
	e.Consumer, e.Group, e.Topic = co.index, int16(co.group), int16(t)
	co.cause = c.log.Add(e)
	co.changed = c.now()
}

// truncateNotMyTopic is truncateMessageQueueNotMyTopic at the end of a
// rebalance: queues of topics no longer subscribed are dropped, without persisting.
func (c *Cluster) truncateNotMyTopic(co *consumer) {
	kept := co.table[:0]
	for _, i := range co.table {
		if co.subVersions[c.pqs[i].slot] != 0 {
			kept = append(kept, i)
			continue
		}
		if c.pqs[i].dropped {
			c.letGo(i) // an orderly consumer's, not yet out of its table
			continue
		}
		c.drop(co, i, co.cause, false)
	}
	co.table = kept
	for i := range co.pops {
		if p := &co.pops[i]; p.active && co.subVersions[p.slot] == 0 {
			c.endPop(co, p, co.cause)
		}
	}
}

// suspend is suspend(): pulling stops, and so does rebalancing (each try counts
// as unbalanced, hence a try a second); the timers go on. With a lite consumer the
// application calls pause() for all queues that are assigned to it now, which
// leaves its rebalance alone, and queues that come later are not paused.
// DefaultMQPullConsumer has nothing of the kind.
func (c *Cluster) suspend(co *consumer) {
	if !co.alive() || co.paused || co.mode.Pulls() {
		return
	}
	c.processEvent(co, trace.KindSuspend, 0)
	co.paused = true
	if co.mode == script.ModeLite {
		for _, i := range co.table {
			c.pqs[i].paused = true
		}
	}
}

// suspended: the client neither asks for messages nor rebalances.
func (co *consumer) suspended() bool { return co.paused && co.mode.Listens() }

// resume is resume(): it runs the rebalance itself, at once; a lite consumer's
// clears the marks, no more.
func (c *Cluster) resume(co *consumer) {
	if !co.alive() || !co.paused {
		return
	}
	c.processEvent(co, trace.KindResume, 0)
	co.paused = false
	if co.mode == script.ModeLite {
		for _, i := range co.table {
			c.pqs[i].paused = false
		}
		return
	}
	if co.rb.running {
		co.rb.notified = true
		return
	}
	co.rb.direct = true
	c.runRebalance(co)
}

// updateSubscription is ConsumerGroupInfo.updateSubscription: the table holds the
// topics of the latest heartbeat. A topic that comes or goes is a change; a newer
// version replaces the older one silently.
func (info *consumerGroupInfo) updateSubscription(versions []int64, masks []uint64) (changed bool) {
	for t, v := range versions {
		switch old := info.versions[t]; {
		case v == 0 && old != 0:
			info.versions[t] = 0
			changed = true
		case v > old:
			info.versions[t], info.masks[t] = v, masks[t]
			changed = changed || old == 0
		}
	}
	return changed
}
