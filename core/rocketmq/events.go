package rocketmq

import "ringside/core/sim"

// nobody is the actor of events that no client process owns: the work of
// brokers, the name server, producers and the script.
const nobody = -1

// Kinds of events. What A, B, N and M hold is said per kind.
const (
	evProduce     = iota // A producer
	evChannelScan        // A broker: ClientHousekeepingService
	evHoldCheck          // A broker: PullRequestHoldService
	evIdleCheck          // A channel: IdleStateHandler

	// At a broker or name server. Sent by a client; they arrive even when it dies meanwhile.
	evBeat       // A consumer, B broker, N channel
	evIDListAsk  // A consumer, B broker, N life
	evOffsetAsk  // A consumer, B queue, N life
	evMaxAsk     // A consumer, B queue, N life
	evPull       // A process queue, B its generation, N channel, M request number
	evCommit     // A consumer, B queue, N offset, M trace event
	evCommitSync // as evCommit, the thread waits: N offset, M thread<<32 | life
	evUnregister // A consumer, B broker, N channel
	evSockClosed // A channel, N trace event: the client's end is gone
	evRouteAsk   // A consumer, B purpose, N life
	// Orderly consumers.
	evLockAsk      // A consumer, B queue, N life, M request
	evRelockAsk    // A consumer, B broker, N life, M round
	evUnlock       // A consumer, B queue
	evUnlockAllAsk // A consumer, B broker, N life
	evRereadAsk    // A process queue, B generation, N life, M request number in the queue
	evRereadMax    // the same
	evAssignAsk    // A consumer, B broker, N life
	evPop          // A consumer, B its assignment, N channel<<32|request, M life<<32|generation
	evAck          // A checkpoint, B its generation, N bits, M consumer
	evPopHold      // A group, B broker, N topic's slot: held POPs may have waited long enough
	evRevive       // A broker: PopReviveService
	evInvisible    // A checkpoint, B its generation, N message, M consumer<<44|delay

	// Failing and starting points, still at a broker.
	evSendBack     // A consumer, B queue, N offset | delay level<<48, M thread<<32 | life; thread -1: nobody waits
	evSendBackLost // the same, and it fails
	evDelayPoll    // A broker, B delay level
	evLateDone     // A consumer, B queue, N offset: a listener's end after shutdown()
	evSearchAsk    // A consumer, B queue, N life, M time

	// At a client: events with an actor. They count only in the life they were meant
	// for, and wait while it is frozen.
	firstClientEvent
	evStartRoute // the first route query of start() is due
	evStartBeat  // the first heartbeat round of start() is due
	evRoutePoll  // N when it was due, as for the next two
	evBeatTimer
	evPersist
	evRebalance
	evPullDue       // A process queue, B generation
	evWorkDone      // A thread
	evNotice        // A broker, N trace event
	evPullAnswer    // A process queue, B generation, N first offset, M count<<8|code; request number in the queue
	evRouteAnswer   // B purpose
	evBeatAnswer    // A broker
	evIDListAnswer  // A broker, N members
	evOffsetAnswer  // B queue, N offset
	evMaxAnswer     // B queue, N offset
	evCommitAck     // A thread
	evUnregistered  // A broker
	evChanClosed    // A channel: the broker closed it
	evChanActive    // A broker: a new connection was made
	evRebalanceTick // the Go client's ticker; N when it was due
	evAppWork       // the application of a pull consumer has done a message
	evLitePoll      // poll() has waited for its time; N its number
	evRound         // the loop of mode=pull is due
	evAssignAnswer  // A broker
	evPopDue        // A assignment, B its generation
	evPopAnswer     // A assignment, B its generation, N answer or -1, M request
	// Orderly consumers.
	evRelock          // N when it was due
	evLockAnswer      // B queue, N granted, M request; also its time-out
	evRelockAnswer    // A broker, M round
	evUnlockedAll     // A broker; also its time-out
	evConsumeLock     // the wait for a listener's consume lock is over
	evRebalanceLater  // rebalanceLater after a failed lock
	evUnlockDue       // B queue, N trace event
	evSubmit          // A process queue, B generation
	evLockDue         // A process queue, B generation, N queue
	evRereadAnswer    // A process queue, B generation, N offset, M request number in the queue
	evRereadMaxAnswer // the same
	evRereadLost      // A process queue, B generation, M request number in the queue: its time-out
	// Failing.
	evSendBackAnswer // A thread, N 1: it failed
	evResubmit       // A process queue, B generation, N offset
	evSweep          // N when it was due
	evAwaitOver      // awaitTerminationMillisWhenShutdown is over
	evJoinAfterDown  // restart: down time is over (actor: nobody's)
)

// dispatch gives an event to its handler.
func (c *Cluster) dispatch(ev *sim.Event) {
	if ev.Actor != nobody {
		co := &c.consumers[ev.Actor]
		if co.life != ev.Life {
			c.unanswered(ev)
			return
		}
		if co.frozen {
			co.deferred = append(co.deferred, *ev)
			return
		}
		c.clientEvent(co, ev)
		return
	}
	c.serverEvent(ev)
}

// serverEvent handles what happens outside the consumers.
func (c *Cluster) serverEvent(ev *sim.Event) {
	switch ev.Kind {
	case evProduce:
		c.produce(ev.A)
	case evPull:
		c.pullArrives(ev)
	case evCommit:
		c.commitArrives(ev.A, ev.B, ev.N, int32(ev.M))
	case evCommitSync:
		c.commitSyncArrives(ev)
	case evBeat:
		c.beatArrives(ev.A, ev.B, int32(ev.N))
	case evIDListAsk:
		c.idListAsked(ev.A, ev.B, uint32(ev.N))
	case evOffsetAsk:
		c.offsetAsked(ev.A, ev.B, uint32(ev.N))
	case evMaxAsk:
		c.maxOffsetAsked(ev.A, ev.B, uint32(ev.N))
	case evUnregister:
		c.unregisterArrives(ev.A, ev.B, int32(ev.N))
	case evSockClosed:
		c.socketClosed(ev.A, int32(ev.N))
	case evRouteAsk:
		c.routeAsked(ev.A, ev.B, uint32(ev.N))
	case evAssignAsk:
		c.assignmentAsked(ev.A, ev.B, uint32(ev.N))
	case evPop:
		c.popArrives(ev)
	case evAck:
		c.ackArrives(ev)
	case evPopHold:
		c.popHoldEnds(ev.A, ev.B, int(ev.N))
	case evRevive:
		c.reviveTick(ev.A)
	case evInvisible:
		c.invisibleArrives(ev)
	case evChannelScan:
		c.scanChannels(ev.A)
	case evHoldCheck:
		c.checkHolds(ev.A)
	case evIdleCheck:
		c.checkIdle(ev.A)
	case evJoinAfterDown:
		c.start(&c.consumers[ev.A], int32(ev.N))
	default:
		c.lockEvent(ev)
	}
}

// lockEvent handles what orderly consumers ask a broker.
func (c *Cluster) lockEvent(ev *sim.Event) {
	switch ev.Kind {
	case evLockAsk:
		c.lockAsked(ev.A, ev.B, uint32(ev.N), ev.M)
	case evRelockAsk:
		c.relockAsked(ev.A, ev.B, uint32(ev.N), ev.M)
	case evUnlock:
		c.unlockArrives(ev.A, ev.B)
	case evUnlockAllAsk:
		c.unlockAllAsked(ev.A, ev.B, uint32(ev.N))
	case evRereadAsk, evRereadMax:
		c.rereadAsked(ev, ev.Kind == evRereadMax)
	default:
		c.retryEvent(ev)
	}
}

// retryEvent handles what failing consumers ask a broker, and delays.
func (c *Cluster) retryEvent(ev *sim.Event) {
	switch ev.Kind {
	case evSendBack, evSendBackLost:
		c.sendBackArrives(ev)
	case evDelayPoll:
		c.delayPolled(ev.A, ev.B)
	case evLateDone:
		c.lateDone(ev.A, ev.B, ev.N)
	case evSearchAsk:
		c.offsetSearched(ev.A, ev.B, uint32(ev.N), ev.M)
	}
}

// clientEvent handles what happens at a consumer.
func (c *Cluster) clientEvent(co *consumer, ev *sim.Event) {
	switch ev.Kind {
	case evPullAnswer:
		c.pullAnswered(co, ev)
	case evWorkDone:
		c.workDone(co, ev.A)
	case evPullDue:
		c.pullDue(co, ev.A, uint32(ev.B))
	case evCommitAck:
		c.commitAcked(co, ev.A)
	case evNotice:
		c.noticed(co, ev.A, int32(ev.N))
	case evRebalance:
		c.rebalanceDue(co)
	case evIDListAnswer:
		c.idListAnswered(co, ev.A, ev.N)
	case evOffsetAnswer:
		c.offsetAnswered(co, ev.B, ev.N)
	case evMaxAnswer:
		c.startQueue(co, ev.B, ev.N)
	case evBeatAnswer:
		c.beatAnswered(co)
	case evBeatTimer:
		c.beatTimer(co, ev.N)
	case evPersist:
		c.persistTimer(co, ev.N)
	case evRoutePoll:
		c.routePoll(co, ev.N)
	case evRouteAnswer:
		c.routeAnswered(co, ev.B)
	case evStartRoute:
		c.askRoute(co, routeForStart)
	case evStartBeat:
		c.startBeat(co)
	case evUnregistered:
		c.unregistered(co, ev.A)
	case evChanClosed:
		c.channelClosed(co, ev.A)
	case evChanActive:
		c.channelActive(co, ev.A)
	case evRebalanceTick:
		c.rebalanceTick(co, ev.N)
	case evAppWork:
		c.appWorkDone(co)
	case evLitePoll:
		c.pollEnds(co, ev.N)
	case evRound:
		c.round(co)
	case evAssignAnswer:
		c.assignmentAnswered(co, ev.A)
	case evPopDue:
		c.popDue(co, ev.A, uint32(ev.B))
	case evPopAnswer:
		c.popAnswered(co, ev)
	default:
		c.orderlyEvent(co, ev)
	}
}

// orderlyEvent handles what happens at an orderly consumer only.
func (c *Cluster) orderlyEvent(co *consumer, ev *sim.Event) {
	switch ev.Kind {
	case evRelock:
		c.relockDue(co, ev.N)
	case evLockAnswer:
		c.lockAnswered(co, ev.B, ev.N != 0, ev.M)
	case evRelockAnswer:
		c.relockAnswered(co, ev.A, ev.M)
	case evUnlockedAll:
		c.unlockedAll(co, ev.A)
	case evConsumeLock:
		c.consumeLockTimeout(co)
	case evRebalanceLater:
		c.wakeRebalance(co)
	case evUnlockDue:
		c.unlockDue(co, ev.B, int32(ev.N))
	case evSubmit:
		c.submitDue(co, ev.A, uint32(ev.B))
	case evLockDue:
		c.lockDue(co, ev.A, uint32(ev.B), int32(ev.N))
	case evRereadAnswer, evRereadMaxAnswer:
		c.rereadAnswered(co, ev)
	case evRereadLost:
		c.rereadLost(co, ev.A, uint32(ev.B), ev.M)
	default:
		c.failureEvent(co, ev)
	}
}

// failureEvent handles what happens at a consumer whose messages fail, or that
// waits for its listeners.
func (c *Cluster) failureEvent(co *consumer, ev *sim.Event) {
	switch ev.Kind {
	case evSendBackAnswer:
		c.sendBackAnswered(co, ev.A, ev.N == 1)
	case evResubmit:
		c.resubmitted(co, ev.A, ev.N)
	case evSweep:
		c.sweep(co, ev.N)
	case evAwaitOver:
		c.poolStopped(co)
	}
}

// unanswered accounts for an answer that reaches no living process.
func (c *Cluster) unanswered(ev *sim.Event) {
	switch ev.Kind {
	case evPullAnswer:
		c.dropAnswer(ev)
	case evPopAnswer:
		c.freePopAnswer(int32(ev.N))
	case evResubmit:
		c.letGo(ev.A)
	}
}

// toClient schedules an event at a consumer after the way from a process.
func (c *Cluster) toClient(co *consumer, from int32, ev sim.Event) {
	ev.At = c.now() + c.net.Delay(from, c.consumerProcess(co.index))
	ev.Actor, ev.Life = co.index, co.life
	c.queue.Add(ev)
}

// toServer schedules an event at a broker or name server after the way from a consumer.
func (c *Cluster) toServer(co *consumer, to int32, ev sim.Event) {
	ev.At = c.now() + c.net.Delay(c.consumerProcess(co.index), to)
	ev.Actor = nobody
	c.queue.Add(ev)
}

// clientTimer schedules an event of the consumer's own.
func (c *Cluster) clientTimer(co *consumer, ev sim.Event) sim.Timer {
	ev.Actor, ev.Life = co.index, co.life
	return c.queue.Add(ev)
}

// periodic schedules the next round of a fixed-rate task
// (scheduleAtFixedRate). It keeps the time it is due, so that a process that
// stood still makes up for every round it missed.
func (c *Cluster) periodic(co *consumer, due sim.Time, kind uint16) {
	c.clientTimer(co, sim.Event{At: due, Kind: kind, N: due})
}
