package view

// Keys of the words a Scene's labels use. The page's table has each of them in
// every language; the numbers in braces are the arguments' places and the
// English words are what is meant.
const (
	KeyRingTitle          = "stage.ring.title"          // Ownership ring
	KeyRingAbout          = "stage.ring.about"          // {0: topic} · {1: strategy}
	KeyRingAboutHash      = "stage.ring.about.hash"     // {0: topic} · {1: strategy} · {2} virtual nodes
	KeyRingAboutHashOne   = "stage.ring.about.hash-one" // {0: topic} · {1: strategy} · {2} virtual node
	KeyRingNodes          = "stage.ring.nodes"          // {0: topic and strategy} · {1} virtual nodes
	KeyRingNode           = "stage.ring.nodes.one"      // {0: topic and strategy} · {1} virtual node
	KeyRingAboutTopics    = "stage.ring.about.many"     // {0} topics · {1: strategy}
	KeyBeliefTitle        = "stage.belief.title"        // Belief and truth
	KeyBeliefNote         = "stage.belief.note"         // Each computes alone, from what it was told; nobody checks the sum.
	KeyBeliefAlike        = "stage.belief.alike"        // {0} +{1}: a consumer and how many compute the same
	KeySees1              = "stage.sees.1"              // sees {0}
	KeySees2              = "stage.sees.2"              // sees {0} {1}
	KeySees3              = "stage.sees.3"              // sees {0} {1} {2}
	KeySeesMany           = "stage.sees.many"           // sees {0} consumers
	KeyWalk               = "stage.walk"                // {0: queue} → {1: consumer}-{2: replica}
	KeyWalkNext           = "stage.walk.next"           // next node clockwise
	KeyWalkFrom           = "stage.walk.from"           // {0} → {1}: places on the ring
	KeyNode               = "stage.node"                // {0: consumer}-{1: replica}
	KeyQueueOne           = "stage.queues.one"          // {0} queue
	KeyQueues             = "stage.queues"              // {0} queues
	KeyConsumerOne        = "stage.consumers.one"       // {0} consumer
	KeyConsumers          = "stage.consumers"           // {0} consumers
	KeyChanging           = "stage.changing"            // {0} changing hands
	KeyNobody1            = "stage.nobody.1"            // {0}: no owner for {1} s
	KeyNobody2            = "stage.nobody.2"            // {0} {1}: no owner for {2} s
	KeyNobodyMany         = "stage.nobody.many"         // {0} {1} +{2}: no owner for {3} s
	KeyNobodyShort        = "stage.nobody.short"        // no owner for {0} s
	KeyNeverOwned         = "stage.nobody.yet"          // {0} not taken yet
	KeyTwice1             = "stage.twice.1"             // {0}: {1} owners
	KeyTwice2             = "stage.twice.2"             // {0} {1}: several owners
	KeyTwiceMany          = "stage.twice.many"          // {0} {1} +{2}: several owners
	KeyShared             = "stage.shared"              // shared by {0}: consumers that pop from each queue
	KeySharedRange        = "stage.shared.range"        // shared by {0} to {1}
	KeyEachReads          = "stage.all.each"            // each of {0} reads all
	KeyReadsAll           = "stage.all.one"             // reads all queues: a consumer
	KeyRingAboutAll       = "stage.ring.about.all"      // {0: topic} · nothing is divided
	KeyRingAboutAllTopics = "stage.ring.about.all-many" // {0} topics · nothing is divided
	KeySharedTitle        = "stage.shared.title"        // Who reads what: over the ring, where nobody owns
	KeyRingAboutPop       = "stage.ring.about.pop"      // {0: topic} · POP, shared
	KeyRingAboutPopTopics = "stage.ring.about.pop-many" // {0} topics · POP, shared
	KeyTold               = "stage.told"                // told by a broker: of a consumer that pops
	KeyBeliefPopNote      = "stage.belief.note-pop"     // A broker tells each from which queues it may pop.
	KeyBeliefAllNote      = "stage.belief.note-all"     // Each reads all queues; nothing is divided.
	KeyHeatShared         = "stage.heat.shared"         // shared
	KeyDuplicates         = "stage.duplicates"          // Duplicates
	KeyDuplicatesOf       = "stage.duplicates.of"       // {0} % of {1}
	KeyPaused             = "stage.paused"              // Paused queues
	KeyLongest            = "stage.longest"             // longest yet {0} s
	KeyBacklog            = "stage.backlog"             // Backlog
	KeyPeak               = "stage.peak"                // peak {0}
	KeyBrokersTitle       = "stage.brokers.title"       // Brokers and queues
	KeyBrokerAbout        = "stage.broker.about"        // room {0} · {1} msg/s
	KeyConfig             = "stage.config"              // read {0} · write {1} · {2: permission} · {3} msg/s
	KeyBrokerDown         = "stage.broker.down"         // down
	KeyRate               = "stage.rate"                // {0} msg/s
	KeySeconds            = "stage.seconds"             // {0} s
	KeySecondsShort       = "stage.seconds-short"       // {0}s: in a small space
	KeyBarCommitted       = "stage.bar.committed"       // committed {0: offset}
	KeyBarEnd             = "stage.bar.end"             // end {0: offset}
	KeyFlow               = "stage.flow"                // {0}/s: the rate of a stream, in a small space
	KeyRepeats            = "stage.repeats"             // +{0} dup
	KeyRepeatsShort       = "stage.repeats-short"       // +{0}
	KeyMore               = "stage.more"                // +{0}
	KeyLegendCommitted    = "stage.legend.committed"    // committed
	KeyLegendDone         = "stage.legend.done"         // done, not committed
	KeyLegendProcess      = "stage.legend.process"      // in process
	KeyLegendWaiting      = "stage.legend.waiting"      // waiting
	KeyLegendRepeated     = "stage.legend.repeated"     // repeated
	KeyZoomHint           = "stage.zoom.hint"           // Ctrl + wheel enlarges
	KeyPinchHint          = "stage.zoom.pinch"          // Tap or pinch to enlarge
	KeyQueuesShort        = "stage.queues-short"        // {0}: without room for the word
	KeyHeatBacklog        = "stage.heat.backlog"        // short, long backlog
	KeyHeatNobody         = "stage.heat.nobody"         // no owner
	KeyHeatTwice          = "stage.heat.twice"          // several owners
	KeyHeatNow            = "stage.heat.now"            // {0} queues without owner, the longest for {1} s
	KeyHeatNowOne         = "stage.heat.now-one"        // {0} queue without owner, for {1} s
	KeyHeatNowShort       = "stage.heat.now-short"      // {0} unowned, longest {1} s
	KeyHeatBacklogIn      = "stage.heat.backlog-in"     // backlog
	KeyNobody1Short       = "stage.nobody.1-short"      // {1} s nobody: {0}
	KeyNobody2Short       = "stage.nobody.2-short"      // {2} s nobody: {0} {1}
	KeyNobodyManyShort    = "stage.nobody.n-short"      // {3} s nobody: {0} {1} +{2}
	KeyTwice1Short        = "stage.twice.1-short"       // {0} ×{1}
	KeyTwice2Short        = "stage.twice.2-short"       // {0} {1} clash
	KeyTwiceManyShort     = "stage.twice.n-short"       // {0} {1} +{2} clash
	KeyPausedShort        = "stage.paused-short"        // Paused
	KeyWalkNextShort      = "stage.walk.next-short"     // next node
	KeyLongestShort       = "stage.longest-short"       // longest {0} s
	KeyConsumersTitle     = "stage.consumers.title"     // Consumers · group {0}
	KeyInProcess          = "stage.process"             // in process {0}
	KeyThreads            = "stage.threads"             // {0}/{1} threads
	KeyQueueCount         = "stage.count"               // {0} q: a consumer's number of queues, in a small space
	KeyNoQueue            = "stage.noqueue"             // no queue: of a consumer that lives and holds none
	KeyStateAbsent        = "stage.state.absent"        // not started
	KeyStateStarting      = "stage.state.starting"      // starting
	KeyStateRunning       = "stage.state.running"       // running
	KeyStateAckWait       = "stage.state.ackwait"       // waits for ACK
	KeyStateLockWait      = "stage.state.lockwait"      // waits for lock
	KeyStateCut           = "stage.state.cut"           // cut off
	KeyStateStopping      = "stage.state.stopping"      // stopping
	KeyStateSuspended     = "stage.state.suspended"     // suspended
	KeyStateFlow          = "stage.state.flow"          // flow control
	KeyDropped            = "stage.dropped"             // ({0}): a queue given up with a message still in the listener
	KeyBrokerFrozen       = "stage.broker.frozen"       // frozen
	KeyBrokerSlave        = "stage.broker.slave"        // slave of {0}
	KeyUnreadable         = "stage.unreadable"          // not readable
	KeyReadOnly           = "stage.readonly"            // read only
	KeyServerShort        = "stage.server.short"        // {0} {1}/{2}: a name server and how many of the brokers it knows
	KeyServer             = "stage.server"              // name server {0}
	KeyProducer           = "stage.producer"            // producer of {0}
	KeyStateFrozen        = "stage.state.frozen"        // frozen
	KeyStateStopped       = "stage.state.stopped"       // stopped
	KeyStateDead          = "stage.state.dead"          // killed
)

// Shorter are the words that take a label's place where it does not fit: with
// the same arguments, the one that matters most at the front.
var Shorter = map[string]string{
	KeyNobody1: KeyNobody1Short, KeyNobody2: KeyNobody2Short, KeyNobodyMany: KeyNobodyManyShort,
	KeyTwice1: KeyTwice1Short, KeyTwice2: KeyTwice2Short, KeyTwiceMany: KeyTwiceManyShort,
	KeyPaused: KeyPausedShort, KeyWalkNext: KeyWalkNextShort, KeyHeatNow: KeyHeatNowShort, KeyHeatNowOne: KeyHeatNowShort,
	KeyHeatBacklog: KeyHeatBacklogIn, KeyLongest: KeyLongestShort, KeyQueues: KeyQueuesShort,
}

// KeyArgs tells each key's number of arguments, for tests of the table.
var KeyArgs = map[string]int{
	KeyRingTitle: 0, KeyRingAbout: 2, KeyRingAboutHash: 3, KeyRingAboutHashOne: 3, KeyRingNodes: 2, KeyRingNode: 2, KeyHeatNowOne: 2, KeySecondsShort: 1, KeyBarCommitted: 1, KeyBarEnd: 1, KeyRingAboutTopics: 2,
	KeyBeliefTitle: 0, KeyBeliefNote: 0, KeyBeliefAlike: 2, KeySees1: 1, KeySees2: 2, KeySees3: 3, KeySeesMany: 1,
	KeyWalk: 3, KeyWalkNext: 0, KeyWalkFrom: 2, KeyNode: 2,
	KeyQueueOne: 1, KeyQueues: 1, KeyConsumerOne: 1, KeyConsumers: 1, KeyChanging: 1,
	KeyNobody1: 2, KeyNobody2: 3, KeyNobodyMany: 4, KeyNobodyShort: 1, KeyNeverOwned: 1,
	KeyTwice1: 2, KeyTwice2: 2, KeyTwiceMany: 3,
	KeyDuplicates: 0, KeyDuplicatesOf: 2, KeyPaused: 0, KeyLongest: 1, KeyBacklog: 0, KeyPeak: 1,
	KeyShared: 1, KeySharedRange: 2, KeyEachReads: 1, KeyReadsAll: 0, KeyRingAboutAll: 1, KeyRingAboutAllTopics: 1,
	KeyTold: 0, KeySharedTitle: 0, KeyRingAboutPop: 1, KeyRingAboutPopTopics: 1, KeyBeliefPopNote: 0, KeyBeliefAllNote: 0, KeyHeatShared: 0,
	KeyBrokersTitle: 0, KeyBrokerAbout: 2, KeyConfig: 4, KeyBrokerDown: 0, KeyRate: 1, KeySeconds: 1, KeyFlow: 1, KeyRepeats: 1, KeyRepeatsShort: 1, KeyMore: 1,
	KeyLegendCommitted: 0, KeyLegendDone: 0, KeyLegendProcess: 0, KeyLegendWaiting: 0, KeyLegendRepeated: 0, KeyZoomHint: 0, KeyPinchHint: 0, KeyQueuesShort: 1, KeyHeatBacklog: 0, KeyHeatNobody: 0, KeyHeatTwice: 0,
	KeyHeatNow: 2, KeyHeatNowShort: 2, KeyHeatBacklogIn: 0, KeyNobody1Short: 2, KeyNobody2Short: 3, KeyNobodyManyShort: 4, KeyLongestShort: 1,
	KeyTwice1Short: 2, KeyTwice2Short: 2, KeyTwiceManyShort: 3, KeyPausedShort: 0, KeyWalkNextShort: 0,
	KeyConsumersTitle: 1, KeyInProcess: 1, KeyThreads: 2, KeyQueueCount: 1, KeyNoQueue: 0,
	KeyStateAbsent: 0, KeyStateStarting: 0, KeyStateRunning: 0, KeyStateAckWait: 0,
	KeyStateFrozen: 0, KeyStateLockWait: 0, KeyStateCut: 0, KeyDropped: 1, KeyBrokerFrozen: 0, KeyBrokerSlave: 1, KeyUnreadable: 0, KeyReadOnly: 0, KeyServer: 1, KeyServerShort: 3, KeyProducer: 1,
	KeyStateStopped: 0, KeyStateDead: 0, KeyStateStopping: 0, KeyStateSuspended: 0, KeyStateFlow: 0,
}
