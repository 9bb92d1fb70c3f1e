package rocketmq

import (
	"ringside/core/script"
	"ringside/core/sim"
)

// The periodic tasks of a client share one thread
// (MQClientInstance.scheduledExecutorService): while one waits for a broker or
// name server, the others wait for it, so a hanging broker delays the persisting
// of offsets too.

// scheduled runs a periodic task, or puts it behind the one under way.
func (c *Cluster) scheduled(co *consumer, ev *sim.Event) {
	if co.taskBusy && !co.client.Go() { // which has a goroutine for each
		co.tasksDue = append(co.tasksDue, *ev)
		return
	}
	switch ev.Kind {
	case evRoutePoll:
		c.routePoll(co, ev.N)
	case evBeatTimer:
		c.beatTimer(co, ev.N)
	case evPersist:
		c.persistTimer(co, ev.N)
	}
}

// taskDone lets the next task run.
func (c *Cluster) taskDone(co *consumer) {
	co.taskBusy = false
	for !co.taskBusy && len(co.tasksDue) > 0 {
		ev := co.tasksDue[0]
		co.tasksDue = co.tasksDue[:copy(co.tasksDue, co.tasksDue[1:])]
		c.scheduled(co, &ev)
	}
}

// routePoll is the client's periodic route task. A changed route wakes nobody:
// the next rebalance uses it.
func (c *Cluster) routePoll(co *consumer, due sim.Time) {
	c.again(co, due, c.timer(script.TimerRoutePoll), evRoutePoll)
	co.taskBusy = true
	c.askRoute(co, routeForPoll)
}

func (c *Cluster) beatTimer(co *consumer, due sim.Time) {
	c.again(co, due, c.timer(script.TimerHeartbeat), evBeatTimer)
	// Marked before, since a round with nobody to ask is over at once.
	co.taskBusy = true
	if !c.beginBeat(co, beatForTimer, -1) {
		c.taskDone(co)
	}
}
