package trace

// Kind says what happened. The word in String is the one that the headless
// command and the page's tables use.
type Kind uint8

// Kinds that are stored: each is rare compared with messages.
const (
	KindNone Kind = iota // no event: the zero Kind

	// What the script did. Consumer or Topic names the target; Data is action-specific.
	KindStart   // start() called
	KindStarted // start() returned: first heartbeat round done
	KindStop    // shutdown() called
	KindStopped // shutdown() returned
	KindKill    // kill -9 of Consumer
	KindFreeze  // SIGSTOP of Consumer
	KindThaw    // SIGCONT of Consumer
	KindSet     // a setting changed
	KindBurst   // A = messages sent at once

	// Membership. Broker says where.
	KindHeartbeat   // Consumer's heartbeat reached Broker; A = 1 when it changed the group
	KindRegister    // Broker's ConsumerManager has a new channel of Consumer
	KindUnregister  // removed by UNREGISTER_CLIENT
	KindClose       // removed because the channel closed; A = 1 idle close
	KindExpire      // removed by the scan (no notice)
	KindMembers     // the list of Broker after a change; IDs in Data
	KindNotice      // NOTIFY_CONSUMER_IDS_CHANGED reached Consumer from Broker
	KindRoute       // Consumer's route poll answered; A = 1 when the route changed
	KindIDListError // Broker answered "no consumer for this group"

	// Rebalance.
	KindAllocate   // one topic's allocation: see Log.Allocation
	KindTake       // Consumer holds Queue from now; A = offset it starts at
	KindDrop       // Consumer gave Queue up; A = offset it persisted, -1 none
	KindOffsetRead // Broker answered Consumer's query for Queue; A = offset, -1 not found
	KindFirstPull  // first pull of Queue after a take; A = offset
	KindRefused    // a pull was refused; A = response code (25 SUBSCRIPTION_NOT_LATEST, …)

	// Progress and harm.
	KindCommit     // one-way offset update sent; pairs in Data (Log.Pairs); A = CommitBy…
	KindOffsetBack // a broker offset went back; A = from, B = to
	KindDuplicates // run of repeat completions with one cause; A = first offset, B = count so far, C = DuplicateCause
	KindSkipped    // offsets never delivered; A = first, B = count
	KindUnowned    // Queue has no live owner any more
	KindOwned      // Queue has an owner again; A = ns it was unowned
	KindDouble     // Queue has two live owners; A = consumer index of the other
	KindMeasure    // the delivery figures of Group begin anew
	KindAssign     // POP: Consumer may pop Queue of Broker, -1 any of Topic's; no single owner
	KindUnassign   // it may not any more
	KindRevive     // B popped messages from A on were not acknowledged by Consumer in time and come back

	// Orderly listeners.
	KindLock     // Broker answered Consumer's LOCK_BATCH_MQ; grants in Data (Log.Locks); A = queues asked for, B = granted
	KindUnlock   // Consumer sent UNLOCK_BATCH_MQ; queues in Data (Log.IDs); A = 1 by force, 2 at its shutdown
	KindLockWait // Consumer holds Queue and may not work on it: its lock is not valid; A = ns since it was last renewed
	KindRelease  // Consumer took a dropped Queue out of its table; A = 1 by force
	KindDisorder // run of completions out of order with one cause; A = first offset, B = count so far, C = ledger.Cause
	// Failing, filtering and starting points.
	KindSuspend      // suspend()
	KindResume       // resume()
	KindSubscribe    // subscribe(Topic); also when a tag changes
	KindUnsubscribe  // unsubscribe(Topic)
	KindSendBack     // run of messages that Broker took back for retry; A = first offset, B = count so far, C = delay level
	KindSendBackLost // run of send-backs that failed: tried again locally; A = first offset, B = count so far
	KindDead         // run of messages put into the dead letter queue; A = first offset, B = count so far
	KindRepair       // OFFSET_ILLEGAL: Consumer drops Queue and corrects its offset; A = from, B = to
	KindReset        // Broker's offset of Queue reset by an admin; A = from, B = to
	KindDeleted      // messages of Queue deleted; A = lowest offset from now on, B = lost by the group
	KindFiltered     // run of messages that a filter took out; A = first offset, B = count so far, C = 1 when no member wanted them
	KindSave         // offsets written to a broadcasting consumer's file; pairs in Data; A = CommitBy…

	// Servers, links, routes and failing requests. Where A or B names a process it
	// is an index into Log.Processes; Broker is set beside it when it is a broker.
	KindServerUp         // process A runs from now
	KindServerDown       // process A is gone; B = 1 killed, 0 stopped cleanly
	KindServerFreeze     // process A hangs
	KindServerThaw       // and goes on
	KindBrokerRegister   // name server A learned something new of Broker
	KindBrokerUnregister // name server A forgot Broker; B = Forgot…
	KindTopicConfig      // Topic has A read and B write queues on Broker, permission C (PermName's bits)
	KindCut              // the link between processes A and B is cut
	KindHeal             // and mended
	KindRouteError       // name server A answered Consumer that it knows no Topic (17)
	KindCallFailed       // Consumer's request to process A failed; B = Call…, C = Failed…
	KindStartFailed      // start() of Consumer threw: no name server could be reached
	KindSendFailed       // a run of failing sends to Topic (at Broker, -1: no route); A = code, B = count so far
	KindThrottle         // Broker answers pulls with code A from now, 0 properly
	KindTruncated        // Queue's log on Broker ends at A from now, C messages less, B of them lost by the group

	KindGiveUp // run of messages that Consumer failed on and will not try again, no dead letter; A = first offset, B = count so far, C = GaveUp…

	kindStored // marks the end of the stored kinds

	// Kinds that happen per message: hashed and handed to sinks, never stored.
	KindPull     // pull request reached Broker: A = offset, B = commit offset carried (-1 none)
	KindAnswer   // pull answer reached Consumer: A = first offset, B = count, C = code
	KindBegin    // listener entered: A = first offset, B = count
	KindComplete // listener done: A = first offset, B = count, C = Complete…
	KindRide     // Broker stored the offset that a pull or the commit of one batch carried: A = offset
	KindProduce  // Broker appended: A = offset
	KindCopy     // Broker appended a copy of a failed message to a retry topic: A = offset there, B = offset in its own queue, C = that queue | reconsumeTimes<<32
	KindFail     // listener failed: A = first offset, B = count, C = 1 when shutdown() interrupted it

	kindEnd
)

// A of a KindSendFailed, where it is no response code.
const (
	SendTimedOut     = -1 // no answer in sendMsgTimeout (RemotingTimeoutException)
	SendRefused      = -2 // nobody listens (RemotingConnectException)
	SendNoConnection = -3 // no connection in connectTimeoutMillis (RemotingConnectException)
)

// The bits of C of a KindComplete.
const (
	CompleteDiscarded = 1 // the result was ignored
	CompleteGone      = 2 // the broker has lost the messages meanwhile
)

// CommitBy says who sent a KindCommit.
const (
	CommitByTimer    = iota // persistAllConsumerOffset, each persistConsumerOffsetInterval
	CommitByRemoval         // removeUnnecessaryMessageQueue: the queue was given up
	CommitByShutdown        // persistConsumerOffset of shutdown()
	CommitBySync            // commitSync(offsets, true) of a broadcasting DefaultLitePullConsumer; a KindSave has it
	CommitByAsync           // no event has it: what goes to the broker after each batch is a KindRide
)

// Forgot says why a name server removed a broker.
const (
	ForgotAsked   = iota // unregisterBroker of a clean stop
	ForgotClosed         // its connection closed
	ForgotExpired        // found by the scan
)

// Call says what a failing request was for.
const (
	CallHeartbeat  = iota // HEART_BEAT (sendHeartbeatToBroker)
	CallIDList            // GET_CONSUMER_LIST_BY_GROUP (findConsumerIdList)
	CallOffset            // QUERY_CONSUMER_OFFSET of a queue that was just allocated
	CallMaxOffset         // GET_MAX_OFFSET, where the broker has no offset (computePullFromWhere)
	CallRoute             // GET_ROUTEINFO_BY_TOPIC, at a name server
	CallCommit            // UPDATE_CONSUMER_OFFSET whose answer is waited for (commit=sync)
	CallUnregister        // UNREGISTER_CLIENT, at a shutdown
	CallPull              // PULL_MESSAGE
	CallLock              // LOCK_BATCH_MQ of one queue (RebalanceImpl.lock)
	CallRelock            // LOCK_BATCH_MQ of all queues at a broker (lockAll)
	CallUnlock            // UNLOCK_BATCH_MQ, at a shutdown
	CallReread            // QUERY_CONSUMER_OFFSET again, once the lock is there
	CallAssign            // QUERY_ASSIGNMENT (clientRebalance=false, POP)
	CallSendBack          // CONSUMER_SEND_MSG_BACK
)

// Failed says how a request failed.
const (
	FailedRefused  = iota // nobody listens there
	FailedTimedOut        // no answer in time
	FailedClosed          // the connection closed before the answer
)

// GaveUp says why a message that failed is not tried again.
const (
	GaveUpBroadcasting = iota // a broadcasting consumer has no retry
	GaveUpPop                 // a POP client acknowledged it: tried too often, and too old
	GaveUpSkipped             // the application went on to the next
)

// Event is one thing that happened. Indexes are into the Log's name tables; -1 means none.
type Event struct {
	// ID counts stored events from 1; 0 for per-message events.
	ID int32
	// Cause is the ID of the stored event that made this one happen, 0 when none.
	Cause int32
	// At is simulated nanoseconds from the script's time 0.
	At       int64
	Kind     Kind
	Broker   int16 // index into Log.Brokers
	Consumer int32 // into Log.Consumers
	Queue    int32 // into Log.Queues
	Topic    int16 // into Log.Topics
	Group    int16 // into Log.Groups
	A, B, C  int64 // numbers, as Kind says
	// data is where variable-length numbers lie in the Log, off+1; 0 when none.
	data, dataLen int32
}
