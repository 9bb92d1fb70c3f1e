package script

import "time"

// Scenario is a script read and checked: what the cluster looks like at the
// start, what happens to it, how long it runs and what is expected of it.
// Times count from the script's time 0.
type Scenario struct {
	// Title and Text hold the words for a reader by language, in the order written.
	Title, Text []Words
	// Protocol is the system played: "rocketmq".
	Protocol string
	// Seed feeds every random stream.
	Seed uint64
	// Net is the network between the processes.
	Net Net
	// Timers are the upstream intervals, each its default unless written.
	Timers Timers
	// NameServers in the order written; one called ns when none is.
	NameServers []NameServer
	// Brokers, Topics, Producers, Groups and Consumers in the order written.
	Brokers   []Broker
	Topics    []Topic
	Producers []Producer
	Groups    []Group
	Consumers []Consumer
	// Actions in order of time; those at the same time in the order written.
	Actions []Action
	// Run is how long the scenario lasts.
	Run time.Duration
	// Expects in the order written.
	Expects []Expect
}

// Words is a Text in one language, Lang ("en", "zh").
type Words struct{ Lang, Text string }

// Net is the network: one-way latencies between processes.
type Net struct {
	// Latency of every link that Links does not name.
	Latency time.Duration
	// Jitter is added to each message: uniform in [0, Jitter].
	Jitter time.Duration
	// Links have latencies of their own, in the order written.
	Links []Link
}

// Link is the latency between two named processes, both ways.
type Link struct {
	// A and B are the names of the processes.
	A, B string
	// Latency is one way.
	Latency time.Duration
}

// Group is a consumer group with the settings that its members share.
type Group struct {
	// Name is its consumerGroup.
	Name string
	// Topics subscribed to, in the order written.
	Topics []string
	// RetryRead is readQueueNums of %RETRY%group; RetryWrite is the group's
	// retryQueueNums, below which a broker picks the queue of a retry by chance.
	// Both are 1 unless retry-queues=READ[/WRITE] is written.
	RetryRead, RetryWrite int
	// Settings of each member that does not override them.
	Settings Settings
	// Pos is where it is declared.
	Pos Pos
}

// Consumer is a consumer process that starts at the script's time 0, or by a
// join action later (Joins).
type Consumer struct {
	// Name is the process's, Group its consumerGroup.
	Name, Group string
	// ID is the client id; "" in the text means 127.0.0.1@NAME, which is filled in here.
	ID string
	// Room is where it stands (machine room strategies), "" when not written.
	Room string
	// Topics it subscribes to where they are not its group's (topic=), else nil.
	Topics []string
	// Settings are the group's with this consumer's own overrides applied.
	Settings Settings
	// Overrides are the keys of the settings written for this consumer itself, in
	// the order written: what set GROUP leaves alone.
	Overrides []string
	// Joins: not started at time 0; a join action starts it.
	Joins bool
	// Pos is where it is declared.
	Pos Pos
}

// Settings of a consumer, all filled in; defaults are those of the client and
// mode: DefaultMQPushConsumer's, if nothing else is said.
type Settings struct {
	// Client is the client library and its generation.
	Client Client
	// Mode is how it gets its messages, and Every how often the loop of mode=pull
	// and mode=pull-all asks each queue.
	Mode  Mode
	Every time.Duration
	// Strategy is a word of package strategies, as written ("same-room:averagely").
	Strategy string
	// VNodes is the virtual node count of consistent hash (upstream default 10).
	VNodes int
	// IDCs is consumeridcs of the machine-room strategy; nil when not given.
	IDCs []string
	// Config is the fixed list of the by-config strategy ("a/0").
	Config []string
	// Commit is when it tells the broker how far it is.
	Commit CommitMode
	// Persist is persistConsumerOffsetInterval (commit=interval:5s).
	Persist time.Duration
	// Batch is consumeMessageBatchMaxSize.
	Batch int
	// Work is the processing time of one message.
	Work Dist
	// Threads is consumeThreadMin = consumeThreadMax.
	Threads int
	// PullBatch is pullBatchSize.
	PullBatch int
	// PullInterval is pullInterval.
	PullInterval time.Duration
	// PullThreshold is pullThresholdForQueue (messages).
	PullThreshold int
	// PullThresholdSize is pullThresholdSizeForQueue, in MiB.
	PullThresholdSize int
	// PullThresholdTopic is pullThresholdForTopic, PullThresholdSizeTopic
	// pullThresholdSizeForTopic (MiB); Unlimited, upstream's -1, leaves the queues' own.
	// Else each change of the queues (messageQueueChanged) sets the queues' thresholds to a
	// share of it, 1 at least.
	PullThresholdTopic, PullThresholdSizeTopic int
	// PullBatchSize is pullBatchSizeInBytes: a pull brings no more bytes, but one message at least.
	PullBatchSize int
	// Span is consumeConcurrentlyMaxSpan.
	Span int
	// From is consumeFromWhere: "last", "first", "timestamp".
	From string
	// Orderly: the listener is a MessageListenerOrderly, so the client locks its
	// queues at the broker and works on one message of a queue after the other;
	// else a MessageListenerConcurrently. Upstream takes the listener at start(),
	// so a change counts from the process's next start.
	Orderly bool
	// Suspend is suspendCurrentQueueTimeMillis: how long an orderly consumer leaves
	// a queue alone after its listener failed.
	Suspend time.Duration
	// Timestamp is consumeTimestamp as a time of the script (from=timestamp:TIME);
	// NoTimestamp is upstream's default, 30 minutes before the consumer was made.
	Timestamp time.Duration
	// Start is the time between start() and the first heartbeat.
	Start time.Duration
	// ClientRebalance: the client allocates (clientRebalance); else a broker does
	// (QUERY_ASSIGNMENT), as always with mode=pop.
	ClientRebalance bool
	// PopShare is popShareQueueNum of setMessageRequestMode; 0, as upstream's
	// default -1, lets every member pop from every queue.
	PopShare int
	// PopBatch is popBatchNums: the most that one POP brings.
	PopBatch int
	// Invisible is popInvisibleTime, PopThreshold popThresholdForQueue:
	// while a member has more messages of a queue unacknowledged, it pops none from it.
	Invisible    time.Duration
	PopThreshold int
	// Fail is the share of messages whose processing fails by chance, each try
	// anew (RECONSUME_LATER).
	Fail Share
	// FailEvery makes every Nth message of a topic fail at each try; 0 none.
	FailEvery int
	// OnFail is what the application of a pull consumer does with a message that it
	// fails on: "skip" it, "stay" at it (seek, or a pull from there), leave its batch's
	// commit out ("no-commit"), or "send-back" (DefaultMQPullConsumer.sendMessageBack).
	OnFail string
	// MaxReconsume is maxReconsumeTimes: after so many retries a message goes to
	// the dead letter queue. Unlimited, upstream's default -1, means 16 for a
	// concurrent listener and no end for an orderly one.
	MaxReconsume int
	// SendBackFail is the share of CONSUMER_SEND_MSG_BACK that fails, and with it
	// the send to the retry topic that the client tries instead.
	SendBackFail Share
	// Interrupt is what a listener does that shutdown() interrupts: "fail" (as a
	// blocking call does), or "finish" its work.
	Interrupt string
	// Await is awaitTerminationMillisWhenShutdown.
	Await time.Duration
	// Model is messageModel: "clustering", "broadcasting".
	Model string
	// OffsetFile is how LocalFileOffsetStore.persistAll writes a broadcasting
	// consumer's file: "merge" with what is in it (4.9.8, 5.2.0 and later), or only
	// what is "held" now (to 4.9.7, 5.0.0 to 5.1.4).
	OffsetFile string
	// Tags is the subscription expression "A||B" as a list; nil is "*".
	Tags []string
}

// Unlimited is the default of maxReconsumeTimes.
const Unlimited = -1

// NoTimestamp says that no consumeTimestamp was written.
const NoTimestamp = time.Duration(-1)

// Share is a part of a whole in millionths, so that 0.5% is exact.
type Share int

// WholeShare is 100%.
const WholeShare Share = 1_000_000

// CommitMode says when a consumer tells the broker how far it is.
type CommitMode uint8

const (
	// CommitInterval is RocketMQ's own way: a timer (persistConsumerOffsetInterval)
	// plus the offset that rides on each pull.
	CommitInterval CommitMode = iota
	// CommitSync sends the offset after each batch and waits for the broker's
	// answer before the thread goes on.
	CommitSync
	// CommitAsync sends the offset after each batch and goes on.
	CommitAsync
	// CommitLiteSync is DefaultLitePullConsumer with autoCommit off and commitSync()
	// after each polled batch, which only moves the value that the timer sends.
	CommitLiteSync
	// CommitLiteSyncPersist is commitSync(offsets, true) after each polled batch,
	// which sends it at once.
	CommitLiteSyncPersist
)

// DistKind is the shape of a distribution of durations.
type DistKind uint8

const (
	// DistFixed always gives Min.
	DistFixed DistKind = iota
	// DistUniform is uniform in [Min, Max] (written 2ms..8ms).
	DistUniform
	// DistExp is exponential with mean Min, cut at 20 times the mean (written exp:5ms).
	DistExp
)

// Dist is a distribution of durations; Kind says what Min and Max are in it.
type Dist struct {
	Kind     DistKind
	Min, Max time.Duration
}

// ActionKind is what an action does.
type ActionKind uint8

const (
	// ActJoin starts a consumer process (again, when it ran before).
	ActJoin ActionKind = iota
	// ActLeave is a clean shutdown().
	ActLeave
	// ActKill is kill -9: the process dies, its sockets close.
	ActKill
	// ActFreeze is SIGSTOP: the process hangs, its sockets stay.
	ActFreeze
	// ActThaw is SIGCONT.
	ActThaw
	// ActRestart is leave (Killed: kill), then join Down later; of a broker or
	// name server stop (kill), then start.
	ActRestart
	// ActSet changes a setting: of a group or consumer (Key=Value), or the rate of a topic's producer.
	ActSet
	// ActBurst makes the producer of a topic send N messages at once.
	ActBurst
	// ActStart starts a broker or name server.
	ActStart
	// ActStop stops a broker or name server cleanly.
	ActStop
	// ActCut cuts the network between Target and Other, both ways.
	ActCut
	// ActHeal mends it.
	ActHeal
	// ActScale sets the queues of topic Target on Queues.Broker (updateTopic); none
	// at all takes the topic off the broker (deleteTopicInBroker).
	ActScale
	// ActPerm sets the permission of topic Target on Queues.Broker (updateTopicPerm).
	ActPerm
	// ActMeasure begins the delivery figures of a group (requests, latency) anew.
	ActMeasure
	// ActSuspend is suspend() of a running consumer: it asks for no messages until
	// ActResume or its next start.
	ActSuspend
	// ActResume is resume() of a running consumer.
	ActResume
	// ActSubscribe is subscribe(Topic, Tags) of a running consumer.
	ActSubscribe
	// ActUnsubscribe is unsubscribe(Topic) of a running consumer.
	ActUnsubscribe
	// ActResetOffset is mqadmin resetOffsetByTime of group Target for Topic, to
	// Where (or to offset N, or to the time Timestamp).
	ActResetOffset
	// ActExpire deletes the messages of topic Target below offset N.
	ActExpire
	// ActThrottle makes broker Target answer pulls as Throttle says.
	ActThrottle
	// ActTruncate takes the tail of the log of broker Target away, which is down: the
	// last N messages of each queue, or (N = 0) what it stored in its last Lost.
	ActTruncate
)

// Action happens at a time.
type Action struct {
	// At is when, since the script's time 0; Kind what happens then.
	At   time.Duration
	Kind ActionKind
	// Target is the name of a consumer, group, topic, broker, name server or producer.
	Target string
	// Consumer is the index into Scenario.Consumers of the consumer that Target
	// names (join, leave, kill, freeze, thaw, restart, set CONSUMER), else -1.
	Consumer int
	// Server says whether Target is a broker or a name server (start, stop, kill,
	// freeze, thaw and restart of one).
	Server ServerKind
	// Other is the other end of a cut or heal.
	Other string
	// Queues are what scale sets; Queues.Broker is where perm applies.
	Queues BrokerQueues
	// Perm is a PermName of perm: 6 read and write, 4 read, 2 write.
	Perm int
	// Down is the time between the stop and the start of a restart; Killed: its
	// stop is a kill.
	Down   time.Duration
	Killed bool
	// Throttle of throttle. Lost of truncate: what was stored in so long a time
	// before the broker went down is gone.
	Throttle Throttling
	Lost     time.Duration
	// Key and Value of set, as written.
	Key, Value string
	// Apply is set's effect on the settings of a consumer of the target (nil for rate).
	// A set line with several keys gives one action per key, in the order written.
	// When Target is a group, consumers that override the key keep their own value;
	// when it is a consumer, the key is its own from then on.
	Apply func(*Settings)
	// Rate of set TOPIC rate=…, as Producer.Rate.
	Rate int64
	// N messages of a burst; the offset of reset-offset and expire.
	N int
	// Topic of subscribe, unsubscribe and reset-offset; Tags of subscribe, nil "*".
	Topic string
	Tags  []string
	// Where is "first", "last", "offset" or "timestamp", the last with Timestamp, a
	// time of the script.
	Where     string
	Timestamp time.Duration
	// Pos is where it is written.
	Pos Pos
}

// Expect is a claim about the run.
type Expect struct {
	// At is when it is judged; AtEnd: at the end of the run.
	At    time.Duration
	AtEnd bool
	// Subject is the figure's name ("owner", "duplicates", …) and Args what narrows it.
	Subject string
	Args    []string
	// Group is the consumer group meant: written (in GROUP), or the only one that
	// can be. "" means all groups together, which only counts and maxima allow.
	Group string
	// Op is one of = != < <= > >=.
	Op string
	// Value as written; for durations and counts also as a number, Duration and Count.
	Value string
	// List holds the names or queues ("a/0", or "orders/a/0") of a Value that is a
	// list, in the order written; nil for none.
	List     []string
	Duration time.Duration
	Count    int64
	// IsDuration: Value was a duration.
	IsDuration bool
	// Text is the line without "expect", and Pos where it is written.
	Text string
	Pos  Pos
}

// Pos is a place in a script; Line and Col count from 1, Col in characters (runes).
type Pos struct{ Line, Col int }
