package rocketmq

import (
	"slices"

	"ringside/core/script"
	"ringside/core/sim"
)

// actOnServers plays an action on a broker, a name server, a link or a topic.
func (c *Cluster) actOnServers(a *script.Action) {
	switch a.Kind {
	case script.ActCut, script.ActHeal:
		c.setCut(c.processNamed(a.Target), c.processNamed(a.Other), a.Kind == script.ActCut)
		return
	case script.ActScale:
		c.scale(a)
		return
	case script.ActPerm:
		c.setPerm(a)
		return
	}
	p := c.processNamed(a.Target)
	switch a.Kind {
	case script.ActStart:
		c.startServer(p)
	case script.ActStop:
		c.stopServer(p, false)
	case script.ActKill:
		c.stopServer(p, true)
	case script.ActFreeze:
		c.freezeServer(p)
	case script.ActThaw:
		c.thawServer(p)
	case script.ActRestart:
		c.stopServer(p, a.Killed)
		c.queue.Post(sim.Event{At: c.now() + int64(a.Down), Kind: evServerUp, Actor: nobody, A: p})
	}
}

func (c *Cluster) topicNamed(name string) int32 {
	return int32(slices.IndexFunc(c.topics, func(t topic) bool { return t.name == name }))
}

func (c *Cluster) brokerNamed(name string) int32 {
	return int32(slices.IndexFunc(c.brokers, func(b broker) bool { return b.name == name }))
}
