package rocketmq

import (
	"math"
	"slices"
	"time"

	"ringside/core/ledger"
	"ringside/core/model"
	"ringside/core/script"
	"ringside/core/sim"
	"ringside/core/trace"
	"ringside/strategies"
)

// Cluster is a whole RocketMQ deployment being played. Make one with New.
type Cluster struct {
	queue  sim.Queue
	net    *sim.Network
	log    *trace.Log
	timers script.Timers
	seed   uint64

	topics  []topic
	queues  []queue
	brokers []broker
	// servers are the processes of the name servers and the brokers, as the network
	// numbers them; thawing is set while one takes up what lay in its sockets.
	nameServers []nameServer
	servers     []server
	thawing     bool
	thawRace    sim.Stream
	cutEvents   map[[2]int32]int32 // by link: the stored event of its cut
	calls       []call
	freeCalls   []int32
	producers   []producer
	groups      []group
	consumers   []consumer
	ids         idTable
	tagNames    []string
	channels    []channel
	// actions in order of time; the first acted of them have been played.
	actions []script.Action
	acted   int

	pqs     []processQueue
	freePQs []int32

	// POP: checkpoints and answers on their way, pools both.
	cks         []checkpoint
	popping     bool // somebody pops, or did
	freeCKs     []int32
	popAnswers  []popAnswer
	freeAnswers []int32
	// failing says for which popped messages a listener answers RECONSUME_LATER; nil: none.
	failing func(co *consumer, m popMessage) bool

	flights flightLog
	// ints and pairs are scratch for the numbers of trace events.
	ints []int64
	// mark and epoch make a set of queues without clearing.
	mark  []int32
	epoch int32
}

var _ model.System = (*Cluster)(nil)

// topic is a topic as the name server knows it: which brokers have it.
type topic struct {
	name string
	// retry: it is %RETRY%group; group is that group's index.
	retry bool
	group int32
	// on holds TopicConfigs, in the order of broker names.
	on []topicConfig
	// aged: message 0 has left the page cache. tagger gives messages their tags, nil none.
	aged   bool
	tagger *tagger
	// producer sends to it, -1 nobody.
	producer int32
}

// queue is one queue of a topic on a broker, in the cluster's numbering, which
// follows MessageQueue.compareTo within a topic.
type queue struct {
	topic, broker int32
	on            int32 // place of its TopicConfig in topic.on
	id            int
	log           ledger.Log
	size          int64 // bytes of one message
	rate          int64 // messages appended in the last second, endBefore the end before it
	endBefore     int64
	perPull       int64 // messages that one pull or POP may bring by their size, 0 any number
	held          []heldPull
	// stamps are the times at which its latest messages were stored.
	stamps stamps
	// first is the offset of the first message of the run; tags those of the
	// messages from there on, where there are any; times when they were stored.
	first int64
	tags  []uint8
	times []stamp
	// cuts are the truncations of its log.
	cuts []cutLog
	// copies are the messages of a retry topic.
	copies []retryCopy
}

// group is a consumer group: what its members share, and its ledger.
type group struct {
	name   string
	topics []int32 // subscribed, in the order of the client's subscriptionInner; the retry topic included
	ledger *ledger.Group
	// offset and members are per broker: see consumer_offset_manager.go and
	// consumer_manager.go; index by queue and broker.
	stored []int64
	// slaveStored is what slaves have, flushed what lies on disk (of masters, of slaves).
	slaveStored []int64
	flushed     [2][]int64
	at          []consumerGroupInfo
	locks       [2][]queueLock // of masters and of slaves, by queue: see rebalance_lock_manager.go
	// ordered: a member has had an orderly listener, so the order is judged.
	ordered bool
	// rebalances counts allocations, the retry topic's apart, notices the
	// NOTIFY_CONSUMER_IDS_CHANGED that reached a member.
	rebalances, notices int64
	members             []int32 // consumers of the group
	changed             []int64 // per queue: when the stored offset last changed
	owned               []int64 // per queue: when its owners last changed
	letGo               []int32 // per queue: the consumer that let go of it last, -1: none yet
	letGoAt             []int64 // per queue: when that was
	repeat              []repeatRun
	misorder            []repeatRun
	// pop is per topic and broker, nil until somebody pops.
	pop []popState
	// revived is per queue the latest stored event of a revival, nil until somebody pops.
	revived []int32
	runs    []queueRuns
	// reset is per queue the offset that an admin has set and no pull has fetched yet.
	reset []int64
	// files are the broadcasting members' offset files, by client id and queue.
	files      [][]int64
	retryTopic int32

	// For the view only: the queues and members by place in the view, the ring drawn.
	shown                []int32
	spikes               []ledger.Spike
	place, consumerPlace []int32
	ring                 *strategies.Ring
	ringWord             string
	ringVNodes           int
	ringIDs              []string
	ringMembers          []int32
}

// repeatRun remembers the stored event that counts the present run of
// duplicates of a queue.
type repeatRun struct {
	event, cause, consumer int32
	kind                   ledger.Cause
}

// New builds the cluster of a scenario at time 0. The scenario must come from
// script.Parse, which has checked it.
func New(sc *script.Scenario) (*Cluster, error) {
	b := builder{sc: sc, c: &Cluster{log: trace.NewLog(), timers: sc.Timers, seed: sc.Seed, cutEvents: map[[2]int32]int32{}}}
	if err := b.build(); err != nil {
		return nil, err
	}
	return b.c, nil
}

// Now is the simulated time reached.
func (c *Cluster) Now() sim.Time { return c.queue.Now() }

// Log is the record of what happened.
func (c *Cluster) Log() *trace.Log { return c.log }

// Groups are the ledgers of the consumer groups in the script's order.
func (c *Cluster) Groups() []*ledger.Group {
	out := make([]*ledger.Group, len(c.groups))
	for i := range c.groups {
		out[i] = c.groups[i].ledger
	}
	return out
}

// Play plays the events due at or before limit, at most so many. An action of the
// script comes after everything else of its instant, so that a line applied to a
// run that has reached a time does the same as the line in the script.
func (c *Cluster) Play(limit sim.Time, most int) int {
	for n := 0; n < most; n++ {
		until := min(limit, c.nextAction())
		if ev := c.queue.Next(until); ev != nil {
			c.dispatch(ev)
			continue
		}
		c.queue.Idle(until)
		if until != c.nextAction() {
			return n
		}
		c.acted++
		c.act(&c.actions[c.acted-1])
	}
	return most
}

// nextAction is the time of the script's next action.
func (c *Cluster) nextAction() sim.Time {
	if c.acted == len(c.actions) {
		return math.MaxInt64
	}
	return int64(c.actions[c.acted].At)
}

// Step plays the next event due at or before limit and reports false when there
// is none; then the time is limit.
func (c *Cluster) Step(limit sim.Time) bool { return c.Play(limit, 1) == 1 }

// Act puts in an action of the script, after those of the same time.
func (c *Cluster) Act(a script.Action) {
	a.At = max(a.At, time.Duration(c.now()))
	i := len(c.actions)
	for i > c.acted && c.actions[i-1].At > a.At {
		i--
	}
	c.actions = slices.Insert(c.actions, i, a)
}

// now is short for the many places that need it.
func (c *Cluster) now() sim.Time { return c.queue.Now() }

// event is a trace event of now in which nothing is named.
func (c *Cluster) event(kind trace.Kind) trace.Event { return trace.None(kind, c.now()) }

// Processes are numbered for the network: the name servers, the brokers, the
// consumers, the producers.
func (c *Cluster) brokerProcess(b int32) int32   { return int32(len(c.nameServers)) + b }
func (c *Cluster) consumerProcess(i int32) int32 { return int32(len(c.servers)) + i }
func (c *Cluster) producerProcess(i int32) int32 { return int32(len(c.servers)+len(c.consumers)) + i }

// offsets are the stored offsets of masters (0) or slaves (1).
func (g *group) offsets(side int) []int64 {
	if side == 0 {
		return g.stored
	}
	return g.slaveStored
}

// strategiesQueue is the queue as the allocation strategies know it.
func (c *Cluster) strategiesQueue(q int32) strategies.Queue {
	qu := &c.queues[q]
	return strategies.Queue{Topic: c.topics[qu.topic].name, Broker: c.brokers[qu.broker].name, ID: qu.id}
}
