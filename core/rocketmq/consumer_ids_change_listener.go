package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
)

// waitingNotice is an entry of DefaultConsumerIdsChangeListener.consumerChannelMap:
// the channels of a group as they were at its latest change. It is in memory only.
type waitingNotice struct {
	channels []int32
	cause    int32
}

// notify is DefaultConsumerIdsChangeListener for CHANGE: every channel of the
// group on this broker is told, the newcomer included. In real time, which is the
// default, at once; else with the timer's next round, and then once however often
// the group has changed.
func (c *Cluster) notify(g, b, cause int32) {
	info := &c.groups[g].at[b]
	switch c.brokers[b].notices {
	case script.NoticesRealTime:
		c.notifyChannels(g, b, info.channels, cause)
	case script.NoticesBatched:
		if !info.broadcast {
			info.waiting = waitingNotice{append(info.waiting.channels[:0], info.channels...), cause}
		}
	}
}

// notifyChannels sends NOTIFY_CONSUMER_IDS_CHANGED.
func (c *Cluster) notifyChannels(g, b int32, channels []int32, cause int32) {
	if c.groups[g].at[b].broadcast {
		return
	}
	for _, ch := range channels {
		chn := &c.channels[ch]
		co := &c.consumers[chn.consumer]
		if co.life != chn.life || !chn.open {
			continue // nobody is at the other end; the broker does not know yet
		}
		chn.lastTraffic = c.now()
		at := c.now()
		c.toClient(co, c.brokerProcess(b), sim.Event{Kind: evNotice, A: b, N: int64(cause)})
		c.flights.add(flightNotice, -1, b, co.index, 1, at, at+c.net.Latency(c.brokerProcess(b), c.consumerProcess(co.index)), false)
	}
}

// batchTimer sets the timer of a broker that batches its notices.
func (c *Cluster) batchTimer(b int32, wait script.Timer) {
	if c.brokers[b].notices == script.NoticesBatched {
		c.atServer(c.brokerProcess(b), sim.Event{At: c.now() + c.timer(wait), Kind: evNotifyBatch, A: b})
	}
}

// notifyBatch is the timer's round (notifyConsumerChange).
func (c *Cluster) notifyBatch(b int32) {
	c.batchTimer(b, script.TimerNotifyBatch)
	for g := range c.groups {
		w := &c.groups[g].at[b].waiting
		c.notifyChannels(int32(g), b, w.channels, w.cause)
		w.channels = w.channels[:0]
	}
}
