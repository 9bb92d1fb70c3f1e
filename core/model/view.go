// Package model is what every simulated system has in common: the View that
// shows its state and the System interface that the facade plays.
package model

import (
	"time"

	"ringside/core/ledger"
)

// View is the state of a run at one instant, as plain values for whoever draws
// it. Sim.View fills it in place and reuses its slices, so a caller keeps one
// View and allocates nothing per frame. Indexes refer to the View's own slices.
type View struct {
	// Group selects the consumer group shown (index into Groups); set by the caller.
	Group int
	// Topic selects a topic (index into Topics); -1 shows all of the group's. Set by the caller.
	Topic int

	// Now is the instant shown, End the length of the run; both since the script's time 0.
	Now, End  time.Duration
	Groups    []string       // names, in the order of the script
	Topics    []string       // topics the group subscribes to, without its retry topic
	Strategy  string         // the group's strategy word
	VNodes    int            // its virtual nodes per member (virtualNodeCnt of AllocateMessageQueueConsistentHash)
	Brokers   []BrokerView   // in the order of the script, slaves included
	Queues    []QueueView    // in the order of MessageQueue.compareTo
	Consumers []ConsumerView // the group's, in the order of the script
	// Ring has the nodes of the consistent hash ring in ring order (that of the group's live
	// members); empty for the other strategies.
	Ring []RingNode
	// Flights are what is on its way now or has just arrived.
	Flights []Flight
	// NameServers in the script's order; Cuts are the links through which nothing
	// gets now.
	NameServers []NameServerView
	Cuts        []CutView
	// Producers are those of the group's topics, in the script's order.
	Producers []ProducerView
	// Spikes are the script's events so far and how the group's backlog answered each.
	Spikes []Spike
	// Delivery sums up the group's members.
	Delivery Delivery
	// Invisible is the number of popped messages that are not acknowledged; Revived
	// waits in the POP retry topics.
	Invisible, Revived int
	Counters
	// OfTopic has of the Counters what is known of the topic chosen; see Counted.
	OfTopic Counters
}

// OneTopic tells whether a topic is chosen, and the group has others.
func (v *View) OneTopic() bool {
	return v.Topic >= 0 && v.Topic < len(v.Topics) && len(v.Topics) > 1
}

// Counted are the figures of what is shown: of the topic chosen when the group has
// others (OneTopic), else the group's. What exists for a group only is the group's in
// both: RateMax, Recovery, Rebalances, Notices, Disorder, Failed, Retrying and what is
// said of idle consumers.
func (v *View) Counted() *Counters {
	if v.OneTopic() {
		return &v.OfTopic
	}
	return &v.Counters
}

// BrokerView is one broker and its three maps.
type BrokerView struct {
	// Name is its brokerName; Room is where it stands, "" when not written.
	Name, Room string
	// Up: its process runs. Frozen: it hangs.
	Up, Frozen bool
	// Master is the broker whose slave it is (an index), -1 for a master.
	Master int
	// StateChanged is when it last started, stopped, froze or thawed (negative: never).
	StateChanged time.Duration
	// Rate is messages per second appended over the last second.
	Rate int
	// Refuses is the response code with which it answers pulls now, 0 when it answers
	// them properly (the action throttle).
	Refuses int
	// TopicConfigs is TopicConfigManager's table, as far as it is about topics that the
	// group reads, its retry topic included.
	TopicConfigs []TopicConfigView
	// Members is ConsumerManager's channel table for the group, in order of registration.
	Members []MemberView
	// Changed is when the group's member table last changed (negative: never).
	Changed time.Duration
}

// NameServerView is a name server: what it would answer now.
type NameServerView struct {
	Name string // the script's
	// Up: its process runs. Frozen: it hangs.
	Up, Frozen bool
	// StateChanged is when it last started, stopped, froze or thawed (negative: never).
	StateChanged time.Duration
	// Brokers are those registered (indexes into View.Brokers).
	Brokers []int
	// Routes are its topics, retry topics left out.
	Routes []RouteView
}

// ProducerView is the producer of a topic.
type ProducerView struct {
	// Name is its process's, as in CutView: "producer:orders"; Topic what it sends to.
	Name, Topic string
	// Rate is in messages per 1,000 s. Errors counts messages that it could not send.
	Rate, Errors int64
	// Brokers have the topic as far as it knows (indexes into View.Brokers); none
	// when it has no route.
	Brokers []int
	// Waiting: a send hangs, so it sends nothing else.
	Waiting bool
}

// RouteView is a QueueData: a topic on a broker as a name server knows it, which is
// what the broker registered last and not what it has now.
type RouteView struct {
	Topic string // its name
	// Broker is an index into View.Brokers.
	Broker int
	// Read and Write are readQueueNums and writeQueueNums, Perm as in [TopicConfigView].
	Read, Write int
	Perm        string
}

// CutView is a link that is cut, by the names of its ends A and B: processes, as
// scripts call them.
type CutView struct{ A, B string }

// TopicConfigView is a TopicConfig of one broker.
type TopicConfigView struct {
	Topic string // topicName
	// Read and Write are readQueueNums and writeQueueNums.
	Read, Write int
	// Perm is "RW-", "R--" or "-W-" (PermName.perm2String without the inherit bit).
	Perm string
	// Changed is when the broker's entry was made or last changed; negative when it
	// is as the script declares it.
	Changed time.Duration
}

// MemberView is a ClientChannelInfo: a channel, its client id and its last heartbeat.
type MemberView struct {
	// Consumer is the process behind the channel (index into View.Consumers).
	Consumer int
	// ID is its clientId, which two processes may share.
	ID string
	// LastBeat is when its last heartbeat reached the broker (lastUpdateTimestamp),
	// Since when the one that registered the channel did. Neither is ever negative: a
	// channel without a heartbeat is no member.
	LastBeat, Since time.Duration
}

// QueueView is one queue as the group sees it.
type QueueView struct {
	Topic  string // its topic's name
	Broker int    // index into View.Brokers
	ID     int    // queueId, from 0 on each broker
	// Name is "broker/id", with "topic:" before it when more than one topic is shown.
	Name string
	// Offsets, as in a queue's log: Min <= Committed, Committed <= End. InProcess is the number of
	// messages cached or in listeners of live owners. Done counts messages completed above Committed (in doubt).
	Min, Committed, End int64
	// InFile: Committed is no broker's offset but the lowest of the broadcasting
	// members' offset files (LocalFileOffsetStore).
	InFile bool
	// Beyond is by how much the stored offset lies beyond End, where the broker has
	// lost the tail of its log; 0 else.
	Beyond int64
	// Highest is the highest completed offset + 1.
	Highest         int64
	InProcess, Done int
	// DuplicateFrom..DuplicateTo is the offset range of the latest repeat completions (for the bar).
	DuplicateFrom, DuplicateTo int64
	// Duplicates counts the completions that were repeats.
	Duplicates int64
	// Owners are live consumers that hold the queue (index into Consumers), frozen ones included.
	Owners []int
	// Shared says why several have it at once though none of them is one too many.
	Shared Sharing
	// LetGo is the consumer that let go of it last (index into Consumers), at LetGoAt; both are -1 when none has yet.
	LetGo   int
	LetGoAt time.Duration
	// UnownedFor is how long nobody has held it, 0 when owned or never owned yet;
	// UnownedMax the longest such time that has ended.
	UnownedFor, UnownedMax time.Duration
	// SilentFor is how long no message was completed though some wait.
	SilentFor time.Duration
	// Changed is when the owners last changed (negative: never); CommitChanged when the broker's offset did.
	Changed, CommitChanged time.Duration
	// Readable and Writable: the broker would let consumers read it and producers
	// write it now. One that is neither is shown when it has messages in the store or
	// somebody holds it.
	Readable, Writable bool
	// LockedBy is the consumer whose lock the queue's broker holds (index into
	// Consumers; of several processes with its client id the first that lives), -1
	// none; LockedUntil is when that lock expires if it is not renewed. LockValid: an owner
	// trusts its own lock and may work.
	LockedBy    int
	LockedUntil time.Duration
	LockValid   bool
	// Lock is the queue's entry in its broker's RebalanceLockManager, expired ones
	// too: upstream leaves them there until somebody else takes the queue.
	Lock LockView
	// Disorder counts completions out of order.
	Disorder int64
	// Position is the queue's place on the consistent hash ring.
	Position uint32
	// Rate is completions per second over the last second, RateMax the most.
	// Appended is messages per second appended over the last second.
	Rate, RateMax, Appended int
	// Harms is what the group's rebalances have cost the queue.
	Harms QueueHarms
	// Invisible is the number of messages popped and not acknowledged (POP).
	Invisible int
	// PutOff: flow control keeps an owner from pulling it now.
	PutOff bool
}

// Sharing is how consumers have a queue together.
type Sharing uint8

const (
	// SharedNot: it belongs to one of them; with two owners it is Doubled.
	SharedNot Sharing = iota
	// SharedPop: those that a broker's answer lets pop from it, by popShareQueueNum
	// (QueryAssignmentProcessor.allocate4Pop); each message goes to one of them.
	SharedPop
	// SharedAll: those that read all queues, each every message: BROADCASTING, and
	// loops over DefaultMQPullConsumer.fetchSubscribeMessageQueues (mode=pull-all).
	SharedAll
)

// Doubled tells whether two consumers hold the queue as if it were theirs alone.
func (q *QueueView) Doubled() bool { return q.Shared == SharedNot && len(q.Owners) > 1 }

// LockView is a RebalanceLockManager.LockEntry of the group's lock table.
type LockView struct {
	// ID is its clientId, "" when there is no entry; Consumer the first process
	// with that id that lives (index into Consumers).
	ID       string
	Consumer int
	// At is its lastUpdateTimestamp. Expired: it is older than
	// REBALANCE_LOCK_MAX_LIVE_TIME, so whoever asks next gets the queue.
	At      time.Duration
	Expired bool
}

// ConsumerState is what a consumer process is doing.
type ConsumerState uint8

const (
	ConsumerAbsent   ConsumerState = iota // not started yet
	ConsumerStarting                      // start() called, no queues computed yet
	ConsumerRunning                       // it has computed its queues and works
	ConsumerAckWait                       // every busy thread waits for a commit's answer
	ConsumerFrozen                        // SIGSTOP: it hangs, its sockets stay
	ConsumerStopped                       // left cleanly
	ConsumerDead                          // killed
	// ConsumerLockWait: an orderly consumer was refused a queue's lock at its last
	// rebalance, or holds a queue whose lock is not valid any more.
	ConsumerLockWait
)

// ConsumerView is one consumer process.
type ConsumerView struct {
	// Name is the script's, ID the clientId, Room where it stands, "" when not written.
	Name, ID, Room string
	State          ConsumerState // what it is doing
	// Holds are the queues it believes it owns (index into Queues).
	Holds []int
	// Dropped are queues it gave up that are still in its table, and locked: a
	// message is in the listener (orderly consumers).
	Dropped []int
	// Listener is "concurrent" or "orderly".
	Listener string
	// Sees are the consumers it computed with at its last allocation (indexes; duplicates kept).
	Sees []int
	// Threads is the size of its consume pool, Busy how many of them are in a listener
	// or wait for a commit's answer.
	Threads, Busy int
	// Cached is the number of messages in its ProcessQueues, those in listeners included.
	Cached int
	Rate   int // completions per second over the last second, 0 when its process is gone
	// Rebalances counts its allocations (the retry topic's apart), Notices the
	// NOTIFY_CONSUMER_IDS_CHANGED that reached it. IdleFor is how long it has been
	// running without a queue, 0 when it is not; IdleMax the longest such time so far.
	Rebalances, Notices int64
	IdleFor, IdleMax    time.Duration
	Completions         int64         // messages its listener has finished, repeats included
	Duplicates          int64         // completions of it that were repeats
	LastRebalance       time.Duration // when this process last finished a rebalance (negative: not yet)
	NextRebalance       time.Duration // when its RebalanceService wakes by itself
	Changed             time.Duration // when its state or holdings last changed
	Strategy            string        // its strategy word, as written in a script
	// VNodes, IDCs and Config are what its strategy reads beside: virtual nodes of a
	// client id, the rooms of machine-room, the queues of by-config. They are not to be
	// changed.
	VNodes       int
	IDCs, Config []string
	// ServerSide: a broker allocates for it (QueryAssignmentProcessor). PopShare is
	// popShareQueueNum, 0 for its default.
	ServerSide bool
	PopShare   int
	Mode       string   // how it gets its messages, as written in a script
	Delivery   Delivery // what getting messages cost it
	Client     string   // the client library and its generation, as written in a script
	Commit     string   // "sync", "async", "interval:5s"
	Batch      int      // consumeMessageBatchMaxSize
	Work       string   // as written in a script
	Overrides  bool     // differs from its group
	Suspended  bool     // suspend() was called: it asks for no messages, and rebalances no more (a lite consumer does)
	Broadcast  bool     // it gets every message
	Topics     []string // topics it subscribes to, without its retry topic

	// Stopping: shutdown() has been called and has not returned. PutOff is the number
	// of its queues that flow control keeps from being pulled now.
	Stopping bool
	PutOff   int

	// FirstRebalance is when this process first finished a rebalance (negative: not yet).
	FirstRebalance time.Duration
}

// RingNode is a virtual node (ConsistentHashRouter's VirtualNode).
type RingNode struct {
	Position uint32 // its hash
	Consumer int    // whose it is (index into View.Consumers)
	Replica  int    // replicaIndex: which of that consumer's nodes, from 0
}

// FlightKind is what travels.
type FlightKind uint8

const (
	FlightMessages  FlightKind = iota // queue → consumer, Count messages
	FlightCommit                      // consumer → queue
	FlightNotice                      // broker → consumer
	FlightHeartbeat                   // consumer → broker
)

// Flight is something on its way. Since the network is fast compared with the eye, a flight is kept
// for a little while after it arrived; Sent and Arrived let the drawing stretch it.
type Flight struct {
	Kind      FlightKind    // what travels, and from where to where
	Queue     int           // index into View.Queues; -1 for notices and heartbeats
	Broker    int           // index into View.Brokers
	Consumer  int           // index into View.Consumers
	Count     int           // messages; 1 for what is no message
	Sent      time.Duration // when it left
	Arrived   time.Duration // when it arrives, which may lie ahead
	Duplicate bool          // the first of the messages has been completed before
}

// Counters sum up the group since time 0.
type Counters struct {
	// Produced messages were appended to the group's queues. Completions of them,
	// Distinct first ones and Duplicates, are Distinct + Duplicates. Skipped were lost
	// without anybody having asked for it (ledger.Loss.Skips).
	Produced, Distinct, Duplicates, Completions, Skipped int64
	// Backlog is the number of messages that are to be completed and neither have been
	// nor are lost, BacklogPeak the most so far.
	Backlog, BacklogPeak int64
	// Unowned and Double count queues now; UnownedMax and DoubleMax are the longest so far.
	Unowned, Double       int
	UnownedMax, DoubleMax time.Duration
	// FirstPull, LockWait and Paused count queues now, Idle consumers; FirstPullMax,
	// LockWaitMax, PauseMax and IdleMax are the longest so far, as SilentMax is, the time
	// in which nobody completed a message of a queue. See QueueHarms.
	FirstPull, LockWait, Paused, Idle                       int
	FirstPullMax, LockWaitMax, PauseMax, SilentMax, IdleMax time.Duration
	// Rate is completions per second over the last second, RateMax the most.
	Rate, RateMax int64
	// Recovery is the longest of View.Spikes.
	Recovery            time.Duration
	Moved               int64 // queues that changed hands
	Rebalances, Notices int64 // of all members, as in ConsumerView
	// Unreadable counts waiting messages on queues that are not Readable; SendErrors
	// messages that producers of the group's topics could not send.
	Unreadable, SendErrors int64
	ByCause                [ledger.NumCauses]int64 // duplicates
	Disorder               int64                   // completions out of order (orderly listeners)
	DisorderBy             [ledger.NumCauses]int64 // the same by cause
	// Failed counts tries that ended in failure, Retrying the messages that wait
	// for their next try, DeadLetters those given up. LostBy are the messages that
	// nobody will complete, by why.
	Failed, Retrying, DeadLetters int64
	LostBy                        [ledger.NumLosses]int64
}
