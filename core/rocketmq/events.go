package rocketmq

import "ringside/core/sim"

// nobody is the actor of events that no client process owns: the work of
// brokers, the name server, producers and the script.
const nobody = -1

// Kinds of events. What A, B, N and M hold is said per kind.
const (
	evProduce     = iota // A producer, B its pacing
	evChannelScan        // A broker: ClientHousekeepingService
	evHoldCheck          // A broker: PullRequestHoldService
	evIdleCheck          // A channel: IdleStateHandler

	// Servers among themselves, and their timers. They belong to a server's process.
	evOffsetFlush   // A broker: ConsumerOffsetManager.persist
	evRegisterTimer // A broker
	evSlaveSync     // A broker, a slave: SlaveSynchronize
	evBrokerScan    // A name server's process: scanNotActiveBroker
	evRegister      // A broker, B topic or -1 all, N the broker's life
	evBrokerGone    // A broker, N its life, M why
	evLateSend      // A queue: a producer's message that lay in a frozen broker's socket
	evPopHold       // A group, B broker, N topic's slot: held POPs may have waited long enough
	evRevive        // A broker: PopReviveService
	evDelayPoll     // A broker, B level
	evLateDone      // A consumer, B queue, N offset: a listener ends after its consumer's shutdown
	evServerUp      // A process: the down time of restart is over
	evProducerPoll  // A producer: its route poll
	evNotifyBatch   // A broker: DefaultConsumerIdsChangeListener
	evBrokerBeat    // A broker: BROKER_HEARTBEAT is due
	evBrokerBeats   // A broker, N its life: it arrives at a name server
	evDeleteCheck   // A broker: CleanCommitLogService
	evProducerRoute // A producer, B name server's process, -1 no answer
	evSendAgain     // A producer, B broker that failed, N messages, M see sending.pack: the next try
	evSendOver      // A producer, B broker, N messages, M cause<<16|code: a send that waited fails

	// At a broker or name server. Sent by a client; they arrive even when it dies meanwhile.
	evPull       // A process queue, B its generation, N channel, M request number
	evCommit     // A consumer, B queue, N offset, M trace event
	evSockClosed // A channel, N trace event: the client's end is gone
	evUnlock     // A consumer, B queue
	evPop        // A consumer, B its assignment, N channel<<32|request, M life<<32|generation
	evAck        // A checkpoint, B its generation, N bits, M consumer
	evInvisible  // A checkpoint, B its generation, N message, M consumer<<44|delay

	// Requests that the client waits for: M is the call's token (call.go).
	evBeat       // A consumer, B broker, N channel
	evIDListAsk  // A consumer, B broker, N life
	evOffsetAsk  // A consumer, B queue, N life
	evMaxAsk     // A consumer, B queue, N life
	evCommitSync // A consumer, B queue, N offset
	evUnregister // A consumer, B broker, N channel
	evRouteAsk   // A consumer, N life
	evAssignAsk  // A consumer, B broker, N life
	evSearchAsk  // A consumer, B queue, N life
	// Of orderly consumers.
	evLockAsk      // A consumer, B queue, N life
	evRelockAsk    // A consumer, B broker, N life
	evUnlockAllAsk // A consumer, B broker, N life
	evRereadAsk    // A process queue, B generation, N life
	evRereadMax    // the same
	evSendBack     // A consumer, B queue, N offset|level<<48
	evSendBackLost // the same, and it fails at the broker

	// At a client: events with an actor. They count only in the life they were meant
	// for, and wait while it is frozen.
	evStartRoute // the first route query of start() is due
	evStartBeat  // the first heartbeat round of start() is due
	evRoutePoll  // N when it was due, as for the next two
	evBeatTimer
	evPersist
	evRebalance
	evPullDue       // A process queue, B generation
	evPullFailed    // A process queue, B generation, N request number, M trace.Failed…
	evWorkDone      // A thread
	evRebalanceTick // the Go client's ticker; N when it was due
	evNextRun       // the Go client's next rebalance that waited for its lock
	evAppWork       // the application of a pull consumer has done a message
	evLitePoll      // poll() has waited for its time; N its number
	evRound         // the loop of mode=pull is due
	evPopDue        // A assignment, B its generation
	evPopAnswer     // A assignment, B its generation, N answer or -1, M request
	evPopFailed     // A assignment, B its generation, N request
	evNotice        // A broker, N trace event
	evPullAnswer    // A process queue, B generation, N first offset, M count<<8|code; request number in the queue
	evChanClosed    // A channel: the broker closed it
	evChanActive    // A broker: a new connection was made
	evCallFailed    // A trace.Failed…, M token
	// Of orderly consumers.
	evRelock         // N when it was due
	evConsumeLock    // the wait for a listener's consume lock is over
	evRebalanceLater // rebalanceLater after a failed lock
	evUnlockDue      // B queue, N trace event
	evSubmit         // A process queue, B generation
	evLockDue        // A process queue, B generation, N queue
	evResubmit       // A process queue, B generation, N offset
	evSweep          // N when it was due
	evSendBackAgain  // A thread
	evAwaitOver      // awaitTerminationMillisWhenShutdown is over
	evJoinAfterDown  // restart: down time is over (actor: nobody's)

	// Answers to the requests above: M is the call's token.
	evRouteAnswer  // A the name server's process
	evBeatAnswer   // A broker
	evIDListAnswer // A broker, N members
	evOffsetAnswer // B queue, N offset
	evMaxAnswer    // B queue, N offset
	evCommitAck
	evUnregistered // A broker
	evAssignAnswer // A broker
	// To orderly consumers.
	evLockAnswer      // B queue, N granted
	evRelockAnswer    // A broker
	evUnlockedAll     // A broker
	evRereadAnswer    // A process queue, B generation, N offset
	evRereadMaxAnswer // the same
	evSendBackAnswer  // N 1: it failed

	firstRequest, lastRequest = evBeat, evSendBackLost
	firstAnswer, lastAnswer   = evRouteAnswer, evSendBackAnswer
)

// dispatch gives an event to its handler. Those that come with every message are
// named here, so that they take no way through the others.
func (c *Cluster) dispatch(ev *sim.Event) {
	switch {
	case ev.Actor < nobody:
		if s := &c.servers[serverProcess(ev.Actor)]; ev.Kind == evPull && s.up && s.life == ev.Life && !s.frozen {
			c.pullArrives(ev)
			return
		}
		c.arrives(ev)
		return
	case ev.Actor == nobody:
		if ev.Kind == evProduce {
			c.produce(ev.A, ev.B)
			return
		}
		c.serverEvent(ev)
		return
	}
	co := &c.consumers[ev.Actor]
	if co.life != ev.Life {
		c.unanswered(ev)
		return
	}
	if co.frozen {
		co.deferred = append(co.deferred, *ev)
		return
	}
	switch ev.Kind {
	case evPullAnswer:
		c.pullAnswered(co, ev)
	case evWorkDone:
		c.workDone(co, ev.A)
	case evPopAnswer:
		c.popAnswered(co, ev)
	default:
		c.clientEvent(co, ev)
	}
}

// serverEvent handles what happens outside the consumers.
func (c *Cluster) serverEvent(ev *sim.Event) {
	switch ev.Kind {
	case evPull:
		c.pullArrives(ev)
	case evPop:
		c.popArrives(ev)
	case evAck:
		c.ackArrives(ev)
	case evCommit:
		c.commitArrives(ev, int32(ev.M))
	case evCommitSync:
		c.commitSyncArrives(ev)
	case evBeat:
		c.beatArrives(ev.A, ev.B, int32(ev.N), ev.M)
	case evIDListAsk:
		c.idListAsked(ev.A, ev.B, uint32(ev.N), ev.M)
	case evOffsetAsk:
		c.offsetAsked(ev)
	case evMaxAsk:
		c.maxOffsetAsked(ev)
	case evUnregister:
		c.unregisterArrives(ev.A, ev.B, int32(ev.N), ev.M)
	case evSockClosed:
		c.socketClosed(ev.A, int32(ev.N))
	case evRouteAsk:
		c.routeAsked(ev)
	case evIdleCheck:
		c.checkIdle(ev.A)
	case evJoinAfterDown:
		c.start(&c.consumers[ev.A], int32(ev.N))
	default:
		c.serverTimer(ev)
	}
}

// serverTimer handles what servers do by themselves and among themselves.
func (c *Cluster) serverTimer(ev *sim.Event) {
	switch ev.Kind {
	case evChannelScan:
		c.scanChannels(ev.A)
	case evHoldCheck:
		c.checkHolds(ev.A)
	case evOffsetFlush:
		c.flushTimer(ev.A)
	case evRegisterTimer:
		c.registerTimer(ev.A)
	case evSlaveSync:
		c.slaveSync(ev.A)
	case evBrokerScan:
		c.scanBrokers(ev.A)
	case evRegister:
		c.registered(serverProcess(ev.Actor), ev.A, ev.B, uint32(ev.N))
	case evBrokerGone:
		c.forget(serverProcess(ev.Actor), ev.A, uint32(ev.N), ev.M)
	case evLateSend:
		c.append(ev.A, ev.N)
	case evServerUp:
		c.startServer(ev.A)
	case evProducerPoll:
		c.producerPoll(ev.A)
	case evProducerRoute:
		c.producerRoute(ev.A, ev.B)
	case evSendAgain:
		c.sendAgain(ev)
	case evSendOver:
		c.sendIsOver(ev)
	default:
		c.brokerTimer(ev)
	}
}

// brokerTimer handles the timers that only some scripts wake.
func (c *Cluster) brokerTimer(ev *sim.Event) {
	switch ev.Kind {
	case evNotifyBatch:
		c.notifyBatch(ev.A)
	case evBrokerBeat:
		c.brokerBeat(ev.A)
	case evBrokerBeats:
		c.brokerBeats(serverProcess(ev.Actor), ev.A, uint32(ev.N))
	case evDeleteCheck:
		c.deleteExpired(ev.A)
	default:
		c.lockEvent(ev)
	}
}

// lockEvent handles what orderly consumers ask a broker.
func (c *Cluster) lockEvent(ev *sim.Event) {
	switch ev.Kind {
	case evLockAsk:
		c.lockAsked(ev)
	case evRelockAsk:
		c.relockAsked(ev)
	case evUnlock:
		c.unlockArrives(ev.A, ev.B, serverProcess(ev.Actor))
	case evUnlockAllAsk:
		c.unlockAllAsked(ev)
	case evRereadAsk, evRereadMax:
		c.rereadAsked(ev, ev.Kind == evRereadMax)
	default:
		c.popEventAt(ev)
	}
}

// clientEvent handles what happens at a consumer.
func (c *Cluster) clientEvent(co *consumer, ev *sim.Event) {
	if isAnswer(ev.Kind) {
		c.callAnswered(co, ev)
		return
	}
	switch ev.Kind {
	case evPullDue:
		c.pullDue(co, ev.A, uint32(ev.B))
	case evPullFailed:
		c.pullGaveUp(co, ev)
	case evPopFailed:
		c.popGaveUp(co, ev)
	case evNotice:
		c.noticed(co, ev.A, int32(ev.N))
	case evRebalance:
		c.rebalanceDue(co)
	case evBeatTimer, evPersist, evRoutePoll:
		c.scheduled(co, ev)
	case evStartRoute:
		c.askRoute(co, routeForStart)
	case evStartBeat:
		c.startBeat(co)
	case evCallFailed:
		c.callFailed(co, ev.A, ev.M)
	case evChanClosed:
		c.channelClosed(co, ev.A)
	case evChanActive:
		c.channelActive(co, ev.A)
	case evRebalanceTick:
		c.rebalanceTick(co, ev.N)
	case evNextRun:
		c.wakeRebalance(co)
	case evAppWork:
		c.appWorkDone(co)
	case evLitePoll:
		c.pollEnds(co, ev.N)
	case evRound:
		c.round(co)
	case evPopDue:
		c.popDue(co, ev.A, uint32(ev.B))
	default:
		c.orderlyEvent(co, ev)
	}
}

// callAnswered gives an answer to whoever waits for it; one that comes after the
// time-out finds nobody.
func (c *Cluster) callAnswered(co *consumer, ev *sim.Event) {
	k, ok := c.endCall(ev.M)
	if !ok {
		return
	}
	switch ev.Kind {
	case evCommitAck:
		c.commitAcked(co, k.arg)
	case evIDListAnswer:
		c.idListAnswered(co, ev.A, ev.N)
	case evOffsetAnswer:
		c.offsetAnswered(co, ev.B, ev.N)
	case evMaxAnswer:
		c.startQueue(co, ev.B, ev.N)
	case evBeatAnswer:
		c.beatAnswered(co)
	case evRouteAnswer:
		c.routeAnswered(co, ev.A, k.arg)
	case evUnregistered:
		c.unregistered(co, ev.A)
	case evAssignAnswer:
		c.assignmentAnswered(co, ev.A)
	case evLockAnswer:
		c.lockAnswered(co, ev.B, ev.N != 0, k.aux, ev.M)
	case evRelockAnswer:
		c.relockAnswered(co, ev.A, k.aux)
	case evUnlockedAll:
		c.unlockedAll(co, ev.A)
	case evRereadAnswer, evRereadMaxAnswer:
		c.rereadAnswered(co, ev, k.aux)
	case evSendBackAnswer:
		c.sendBackAnswered(co, k.arg, ev.N == 1)
	}
}

// orderlyEvent handles what happens at an orderly consumer only.
func (c *Cluster) orderlyEvent(co *consumer, ev *sim.Event) {
	switch ev.Kind {
	case evRelock:
		c.relockDue(co, ev.N)
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
	case evResubmit:
		c.resubmitted(co, ev.A, ev.N)
	case evSweep:
		c.sweep(co, ev.N)
	case evAwaitOver:
		c.poolStopped(co)
	case evSendBackAgain:
		if th := co.working(ev.A); th != nil && th.back >= 0 {
			c.sendBackNext(co, ev.A)
		}
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
