package script

// NameServer is a name server; each is alone and knows what brokers tell it.
type NameServer struct {
	// Name is the process's.
	Name string
	// Absent: not running at time 0; a start action starts it.
	Absent bool
	// Pos is where it is declared.
	Pos Pos
}

// Broker is a broker process.
type Broker struct {
	// Name is its brokerName, Room where it stands (machine room strategies).
	Name, Room string
	// Master names the broker whose slave it is, "" for a master.
	Master string
	// SlaveRead is slaveReadEnable: a slave that answers pulls.
	SlaveRead bool
	// ActingMaster, of a slave, is enableSlaveActingMaster at it and its master and
	// supportActingMaster at the name servers.
	ActingMaster bool
	// Notices is how it tells members of a change of their group.
	Notices NoticeMode
	// BeyondEnd is where it sends pulls from beyond a queue's end.
	BeyondEnd EndRule
	// DelayLevels is messageDelayLevel: how long a failed message waits at each level.
	DelayLevels DelayLevels
	// Absent: not running at time 0; a start action starts it.
	Absent bool
	// Pos is where it is declared.
	Pos Pos
}

// ServerKind tells brokers and name servers apart.
type ServerKind uint8

// What an action's target is, where it is a server.
const (
	NoServer     ServerKind = iota // neither: a consumer, group or topic
	ServerBroker                   // a broker
	ServerName                     // a name server
)

// NoticeMode is how a broker tells the members of a group that it has changed
// (NOTIFY_CONSUMER_IDS_CHANGED).
type NoticeMode uint8

const (
	// NoticesRealTime: at once (BrokerConfig.realTimeNotifyConsumerChange, the default).
	NoticesRealTime NoticeMode = iota
	// NoticesBatched: with the next round of DefaultConsumerIdsChangeListener's timer
	// (realTimeNotifyConsumerChange=false).
	NoticesBatched
	// NoticesOff: not at all (BrokerConfig.notifyConsumerIdsChangedEnable=false).
	NoticesOff
)

var noticeWords = []string{"real-time", "batched", "off"}

// EndRule is where a broker sends a pull from beyond the end of a queue whose
// first message is still there (OFFSET_OVERFLOW_BADLY with minOffset 0).
type EndRule uint8

const (
	// EndLast: to the end of the queue (4.9.4 and later, the default).
	EndLast EndRule = iota
	// EndFirst: to 0 (4.9.3 and earlier, apache/rocketmq#2181).
	EndFirst
)

var endWords = []string{"last", "first"}

// Throttling is what a broker answers to every pull instead of processing it.
type Throttling uint8

const (
	// ThrottleOff: it processes them.
	ThrottleOff Throttling = iota
	// ThrottleBusy is SYSTEM_BUSY (2): its queue of pull requests is full
	// ([OVERLOAD], [TIMEOUT_CLEAN_QUEUE] of BrokerFastFailure).
	ThrottleBusy
	// ThrottleFlow is FLOW_CONTROL (215): the client's quota is used up.
	ThrottleFlow
)

// String is the word of throttle.
func (t Throttling) String() string { return throttleWords[t] }

var throttleWords = []string{"off", "busy", "flow-control"}

// Name is what the producer's process is called in cut and heal and in the trace.
func (p *Producer) Name() string { return ProducerPrefix + p.Topic }

// ProducerPrefix begins the name of a producer's process: producer:TOPIC. No other
// name has a colon.
const ProducerPrefix = "producer:"
