package rocketmq

import (
	"time"

	"ringside/core/model"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
	"ringside/strategies"
)

// consumer is one consumer process: a DefaultMQPushConsumer and its
// MQClientInstance.
type consumer struct {
	index     int32
	name, id  string
	room      string
	group     int32
	set       script.Settings
	overrides []string
	strategy  strategies.Strategy
	idIndex   int32

	// client and mode are what its process was started with.
	client script.Client
	mode   script.Mode
	// polled: a Go client's pull consumer (see client_go_pull.go).
	polled bool

	state  model.ConsumerState
	frozen bool
	// life counts the process's incarnations; events of an earlier one are void.
	life     uint32
	deferred []sim.Event // what came while it was frozen

	// startedAt is when start() was called and the MQClientInstance made.
	startedAt sim.Time
	// cause is the stored event that the process's present doings come from (for "why").
	cause   int32
	changed sim.Time

	// nameServer is the one it asks (namesrvAddrChoosed).
	nameServer int32
	// taskBusy: a periodic task is under way; tasksDue wait for its thread.
	taskBusy bool
	tasksDue []sim.Event

	// conn is its channel to each broker, -1 none.
	conn   []int32
	routes []*route // by place in the group's subscription
	// subVersions are the SubscriptionData versions it has; beatVersions those of
	// the heartbeat round under way.
	subVersions, beatVersions []int64
	// masks are the tags by place, beatMasks as beatVersions; topics what it
	// subscribes to now, declared what a new process subscribes to; walk the places
	// in the order of the client's map.
	masks, beatMasks []uint64
	topics, declared []int32
	walk             []int32
	// broadcast: messageModel is BROADCASTING.
	broadcast bool
	// paused: suspend() was called. closing: shutdown() waits for the listeners.
	paused, closing bool
	// kept is the table of an old LocalFileOffsetStore.
	kept []int64

	beat beatRound
	rb   rebalanceRun
	// lastRebalance is RebalanceService.lastRebalanceTimestamp, firstRebalance the
	// first of this process, for the view.
	lastRebalance, firstRebalance sim.Time

	table    []int32 // its process queues, in the order taken
	threads  []thread
	idle     []int32 // free threads
	tasks    taskQueue
	draining bool // shutting down: the consume pool takes no work
	leaving  bool // it has begun to unregister

	// orderly: its listener is one (see orderly.go); order is what that needs.
	orderly bool
	order   orderState

	idList, workTime       sim.Stream
	failing, sendBackFails sim.Stream

	// lite and loop are the application of mode=lite and of mode=pull; app is what
	// it works on.
	lite liteApp
	loop pullLoop
	app  appWork
	// pops are its assignments in POP mode.
	pops     []popQueue
	popTasks popTasks

	del delivery
	consumerHarms

	completions, duplicates int64
	completedBefore, rate   int64

	// shownSet is what the view last put into words.
	shownSet struct {
		work    script.Dist
		commit  script.CommitMode
		persist time.Duration
	}
}

// beatRound is one sendHeartbeatToAllBrokerWithLock: broker after broker, the
// next when the answer is there.
type beatRound struct {
	busy    bool // the heartbeat lock is held
	brokers []int32
	purpose int
	sent    bool // there was a broker to send to
	failed  bool // one could not be reached
	// waiting are rounds that wait for the lock (Go); Java gives them up.
	waiting []int
}

const (
	beatForStart = iota
	beatForTimer
	beatForChange  // messageQueueChanged
	beatForChannel // a new channel became active
	beatForSubscribe
)

// act plays an action of the script.
func (c *Cluster) act(a *script.Action) {
	c.happens(a)
	switch a.Kind {
	case script.ActStart, script.ActStop, script.ActCut, script.ActHeal, script.ActScale, script.ActPerm:
		c.actOnServers(a)
	case script.ActKill, script.ActFreeze, script.ActThaw, script.ActRestart:
		if a.Consumer < 0 {
			c.actOnServers(a)
			return
		}
		c.actOnConsumer(a)
	case script.ActJoin:
		c.start(&c.consumers[a.Consumer], 0)
	case script.ActLeave:
		c.stop(&c.consumers[a.Consumer])
	case script.ActSet:
		c.change(a)
	case script.ActBurst:
		c.burst(a)
	case script.ActMeasure:
		c.measure(a.Target)
	case script.ActSuspend:
		c.suspend(&c.consumers[a.Consumer])
	case script.ActResume:
		c.resume(&c.consumers[a.Consumer])
	case script.ActSubscribe:
		c.subscribe(&c.consumers[a.Consumer], a)
	case script.ActUnsubscribe:
		c.unsubscribe(&c.consumers[a.Consumer], a)
	case script.ActResetOffset:
		c.resetOffset(a)
	case script.ActExpire:
		c.expire(a)
	case script.ActThrottle:
		c.throttle(a)
	case script.ActTruncate:
		c.truncate(a)
	}
}

// actOnConsumer plays what happens to consumers and servers alike.
func (c *Cluster) actOnConsumer(a *script.Action) {
	co := &c.consumers[a.Consumer]
	switch a.Kind {
	case script.ActKill:
		c.kill(co)
	case script.ActFreeze:
		c.freeze(co)
	case script.ActThaw:
		c.thaw(co)
	case script.ActRestart:
		if a.Killed {
			c.kill(co)
		} else {
			c.stop(co)
		}
		c.queue.Post(sim.Event{At: c.now() + int64(a.Down), Kind: evJoinAfterDown, Actor: nobody, A: co.index, N: int64(co.cause)})
	}
}

// processEvent notes what the script did to a process and makes it the cause of
// what follows.
func (c *Cluster) processEvent(co *consumer, kind trace.Kind, cause int32) {
	e := c.event(kind)
	e.Consumer, e.Group, e.Cause = co.index, int16(co.group), cause
	co.cause = c.log.Add(e)
	co.changed = c.now()
}

// start is start() in a new process: the client instance is made, its timers
// are set, and after the time that start= names the first heartbeat goes out.
func (c *Cluster) start(co *consumer, cause int32) {
	if co.state == model.ConsumerStarting || co.state == model.ConsumerRunning {
		return
	}
	co.life++
	c.useClient(co)
	co.state, co.frozen, co.draining, co.leaving = model.ConsumerStarting, false, false, false
	co.startedAt = c.now()
	c.processEvent(co, trace.KindStart, cause)
	clear(co.routes)
	co.closing, co.paused = false, false
	c.subscribeAll(co)
	c.load(co)
	co.deferred = co.deferred[:0]
	co.taskBusy, co.tasksDue = false, co.tasksDue[:0]
	c.dropCalls(co)
	co.beat = beatRound{brokers: co.beat.brokers[:0], waiting: co.beat.waiting[:0]}
	co.rb = rebalanceRun{ids: co.rb.ids[:0], add: co.rb.add[:0], last: c.now()}
	co.lastRebalance, co.firstRebalance = -1, -1
	c.resetThreads(co)

	c.resetOrder(co)
	made := c.now()
	c.periodic(co, made+c.timer(script.TimerRoutePollFirst), evRoutePoll)
	c.periodic(co, made+c.timer(script.TimerHeartbeatFirst)+co.timersAfter(), evBeatTimer)
	c.periodic(co, made+c.timer(script.TimerPersistFirst), evPersist)
	c.periodic(co, made+c.timer(script.TimerConsumeTimeout), evSweep)
	if co.client.Go() {
		co.rb.wake = made + c.timer(script.TimerRebalanceWait)
		c.periodic(co, co.rb.wake, evRebalanceTick)
	} else {
		c.waitRebalance(co, c.timer(script.TimerRebalanceWait))
	}
	// The routes are fetched first; ask in time for the heartbeat to be punctual.
	way := 2 * c.net.Latency(co.nameServer, c.consumerProcess(co.index))
	c.clientTimer(co, sim.Event{At: made + max(int64(co.set.Start)-way, 0), Kind: evStartRoute})
}

// startBeat is the heartbeat at the end of start(). When the periodic one is
// under way (a start that took a second), start() ends without one and without
// timersAfter is by how much MQClientInstance's timers, set by start(), come after
// its RebalanceService, made by its constructor. It matters to a broadcasting
// client alone, whose first rebalance asks nobody for ids and would end while the
// heartbeat of the same time is under way; recorded are 11 to 113 ms
// (broadcasting).
func (co *consumer) timersAfter() sim.Time {
	if co.broadcast {
		return 50 * sim.Millisecond
	}
	return 0
}

// waking the rebalance. start() of the pull consumers sends none and wakes nothing.
func (c *Cluster) startBeat(co *consumer) {
	if !co.mode.Listens() {
		c.startApp(co)
		return
	}
	if !c.beginBeat(co, beatForStart, -1) {
		c.started(co, false)
	}
}

// started is the end of start(). It wakes the rebalance service if heartbeats
// were sent; a client that knows no broker waits for its first tick.
func (c *Cluster) started(co *consumer, sent bool) {
	e := c.event(trace.KindStarted)
	e.Consumer, e.Group, e.Cause = co.index, int16(co.group), co.cause
	c.log.Add(e)
	if sent {
		c.wakeRebalance(co)
	}
}

// beginBeat starts a heartbeat round to all brokers of the client's routes, or
// to one. It reports false when a round is under way already: then upstream
// gives up ("lock heartBeat, but failed").
func (c *Cluster) beginBeat(co *consumer, purpose int, only int32) bool {
	if co.beat.busy {
		if co.client.Go() {
			co.beat.waiting = append(co.beat.waiting, purpose)
			return true
		}
		return false
	}
	co.beat.brokers = co.beat.brokers[:0]
	for b := range c.brokers {
		// unregisterConsumer takes the group out of consumerTable first: the heartbeats
		// after it have nothing to tell, and are not sent.
		if co.leaving || only >= 0 && int32(b) != only {
			continue
		}
		if co.knows(c, int32(b)) {
			co.beat.brokers = append(co.beat.brokers, int32(b))
		}
	}
	co.beat.busy, co.beat.purpose = true, purpose
	co.beat.sent, co.beat.failed = len(co.beat.brokers) > 0, false
	co.beatVersions = append(co.beatVersions[:0], co.subVersions...)
	co.beatMasks = append(co.beatMasks[:0], co.masks...)
	c.unsubscribed(co)
	c.nextBeat(co)
	return true
}

func (c *Cluster) nextBeat(co *consumer) {
	if len(co.beat.brokers) == 0 {
		co.beat.busy = false
		switch co.beat.purpose {
		case beatForStart:
			c.started(co, co.beat.sent)
		case beatForTimer:
			c.taskDone(co)
		case beatForChange:
			c.nextTopic(co)
		case beatForChannel:
			if !co.beat.failed {
				c.wakeRebalance(co)
			}
		}
		if n := len(co.beat.waiting); n > 0 && !co.beat.busy {
			next := co.beat.waiting[0]
			co.beat.waiting = co.beat.waiting[:copy(co.beat.waiting, co.beat.waiting[1:])]
			c.beginBeat(co, next, -1)
		}
		return
	}
	b := co.beat.brokers[0]
	ch := c.connect(co, b)
	at := c.now()
	c.ask(co, trace.CallHeartbeat, c.brokerProcess(b), script.TimerAPITimeout, sim.Event{Kind: evBeat, A: co.index, B: b, N: int64(ch)}, b)
	c.flights.add(flightHeartbeat, -1, b, co.index, 1, at, at+c.net.Latency(c.consumerProcess(co.index), c.brokerProcess(b)), false)
}

func (c *Cluster) beatAnswered(co *consumer) {
	if !co.beat.busy || len(co.beat.brokers) == 0 {
		return
	}
	co.beat.brokers = co.beat.brokers[:copy(co.beat.brokers, co.beat.brokers[1:])]
	c.nextBeat(co)
}

// connect is the client's channel to a broker; it makes one when there is none,
// and gives -1 when none can be made: the broker is down, or the link cut. (A
// frozen broker's kernel still accepts.)
// A new channel tells the client (enableHeartbeatChannelEventListener):
// it sends a heartbeat on it and rebalances.
func (c *Cluster) connect(co *consumer, b int32) int32 {
	p := c.brokerProcess(b)
	s, cut := &c.servers[p], c.net.IsCut(c.consumerProcess(co.index), p)
	if ch := co.conn[b]; ch >= 0 {
		// A reset comes back on a channel that the broker does not know any more.
		if chn := &c.channels[ch]; cut || chn.brokerLife == s.life && s.up && !chn.unseen {
			return ch
		}
		c.forgetChannel(co, ch)
	}
	if cut || !s.up {
		return -1
	}
	ch := int32(len(c.channels))
	c.channels = append(c.channels, channel{consumer: co.index, broker: b, life: co.life, brokerLife: s.life, open: true, lastTraffic: c.now()})
	co.conn[b] = ch
	c.atServer(p, sim.Event{At: c.now() + c.timer(script.TimerIdleClose), Kind: evIdleCheck, A: ch})
	if co.client == script.ClientJava5 {
		// The listener runs in its own thread, after the request that made the channel;
		// where that is a heartbeat, it finds the lock taken and gives up.
		c.clientTimer(co, sim.Event{At: c.now(), Kind: evChanActive, A: b})
	}
	return ch
}

func (c *Cluster) channelActive(co *consumer, b int32) { c.beginBeat(co, beatForChannel, b) }

// channelClosed is the client's side of a channel that the broker closed:
// requests under way on it fail, pulls are tried again after 1 s
// (pullTimeDelayMillsWhenException).
func (c *Cluster) channelClosed(co *consumer, ch int32) {
	c.forgetChannel(co, ch)
	c.failFast(co, ch)
}

// forgetChannel makes the next request to the broker open a new channel.
func (c *Cluster) forgetChannel(co *consumer, ch int32) {
	if b := c.channels[ch].broker; co.conn[b] == ch {
		co.conn[b] = -1
	}
}

// noticed is NOTIFY_CONSUMER_IDS_CHANGED: the whole instance rebalances.
func (c *Cluster) noticed(co *consumer, b, cause int32) {
	e := c.event(trace.KindNotice)
	e.Consumer, e.Broker, e.Group, e.Cause = co.index, int16(b), int16(co.group), cause
	co.cause = c.log.Add(e)
	c.groups[co.group].notices++
	co.notices++
	c.wakeRebalance(co)
}
