package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
)

// broker is a broker. Its maps lie elsewhere: TopicConfigs with the
// topics, ConsumerGroupInfos and stored offsets with the groups.
type broker struct {
	name, room string
	// master is the one it is the slave of, slave its own slave; -1 none.
	master, slave int32
	// slaveRead is slaveReadEnable; synced is when it last copied its master's offsets.
	slaveRead bool
	synced    sim.Time
	// acting is enableSlaveActingMaster; notices and beyondEnd are as the script has
	// them, throttle what it answers to pulls now.
	acting bool
	// acted, of a slave: a client has committed there since it last copied its
	// master's offsets.
	acted     bool
	notices   script.NoticeMode
	beyondEnd script.EndRule
	throttle  script.Throttling
	throttled int32 // stored event of the latest throttle
	// appended counts messages, for the rate shown.
	appended, appendedBefore, rate int64
	// routes is its own route cache, for QUERY_ASSIGNMENT.
	routes []brokerRoute
	// hidden counts its POP checkpoints; reviving: PopReviveService has a tick to come.
	hidden    int
	reviving  bool
	popSeeded bool
	popStream sim.Stream

	// delays are the levels of SCHEDULE_TOPIC_XXXX (messageDelayLevel), level 1 first;
	// retryPick chooses the queue of a retry topic.
	delays    []delayQueue
	retryPick sim.Stream
}

// append writes n messages to a queue and wakes the pulls held on it
// (NotifyMessageArrivingListener).
func (c *Cluster) append(q int32, n int64) {
	qu := &c.queues[q]
	qu.stamps.add(qu.log.End, n, c.now(), c, q)
	qu.stampNow(c.now())
	if t := c.topics[qu.topic].tagger; t != nil {
		for range n {
			qu.tags = append(qu.tags, t.next())
		}
	}
	qu.log.End += n
	c.brokers[qu.broker].appended += n
	for i := range c.groups {
		if c.groups[i].reads(qu.topic) {
			c.groups[i].ledger.Append(q, n)
		}
	}
	if len(qu.held) > 0 {
		c.wakeHeld(q, n)
	}
	if c.popping {
		c.popsArrived(q, n)
	}
}

// reads reports whether the group subscribes to a topic.
func (g *group) reads(t int32) bool {
	for _, s := range g.topics {
		if s == t {
			return true
		}
	}
	return false
}

// slot is the place of topic t in the group's subscription.
func (g *group) slot(t int32) int {
	for i, s := range g.topics {
		if s == t {
			return i
		}
	}
	return -1
}

// channel is a connection between a consumer and a broker, as the broker sees it.
type channel struct {
	consumer, broker int32
	life             uint32
	// open: the broker has not seen it close.
	open bool
	// registered: it is in the group's channelInfoTable.
	registered bool
	// lastTraffic is when anything was last read or written (the all-idle timer of
	// NettyServerConfig.serverChannelMaxIdleTimeSeconds).
	lastTraffic sim.Time
	// lastBeat is ClientChannelInfo.lastUpdateTimestamp; since is when it registered.
	lastBeat, since sim.Time
	// brokerLife is the broker's incarnation that accepted it.
	brokerLife uint32
	// unseen: the client could not be told that the broker closed it.
	unseen bool
}
