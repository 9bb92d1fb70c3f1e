package script

import "time"

// Timer names one of the timers of upstream's clients, brokers and name
// servers. A script changes one with `timers NAME=DURATION`.
type Timer uint8

// The timers, each with its default and where upstream has it (5.3.3; package
// paths shortened: client = org.apache.rocketmq.client, and so on).
const (
	// TimerRebalanceWait is the wait between two rebalances of a client: 20 s,
	// RebalanceService.waitInterval (rocketmq.client.rebalance.waitInterval).
	TimerRebalanceWait Timer = iota
	// TimerRebalanceGap is the least time between two rebalances and the retry
	// wait of an unbalanced one: 1 s, RebalanceService.minInterval. 0, as in 4.9
	// (client=java4.9), is no minimum; then an unbalanced client waits as a balanced one.
	TimerRebalanceGap
	// TimerRebalanceLockRetry is the wake-up after a failed queue lock: 500 ms,
	// RebalanceImpl rebalanceLater(500).
	TimerRebalanceLockRetry
	// TimerFirstPull is the delay of the first pull after a queue is added:
	// 500 ms, RebalanceImpl dispatchPullRequest(list, 500). 0 is at once, as in 4.9.
	TimerFirstPull
	// TimerRoutePollFirst is the first route poll after the client's start: 10 ms,
	// MQClientInstance.startScheduledTask.
	TimerRoutePollFirst
	// TimerRoutePoll is the route poll's period: 30 s, ClientConfig.pollNameServerInterval.
	TimerRoutePoll
	// TimerHeartbeatFirst is the first periodic heartbeat: 1 s, MQClientInstance.startScheduledTask.
	TimerHeartbeatFirst
	// TimerHeartbeat is the heartbeat's period: 30 s, ClientConfig.heartbeatBrokerInterval.
	TimerHeartbeat
	// TimerPersistFirst is the first persist of offsets: 10 s, MQClientInstance.startScheduledTask.
	TimerPersistFirst
	// TimerPersist is the persist's period: 5 s, ClientConfig.persistConsumerOffsetInterval;
	// the default of commit=interval.
	TimerPersist
	// TimerAPITimeout is the RPC timeout of id list, heartbeat and route: 3 s,
	// ClientConfig.mqClientApiTimeout.
	TimerAPITimeout
	// TimerLockTimeout is the RPC timeout of lock and unlock: 1 s, RebalanceImpl.
	TimerLockTimeout
	// TimerOffsetTimeout is the RPC timeout of query and commit offset: 5 s, RemoteBrokerOffsetStore.
	TimerOffsetTimeout
	// TimerMaxOffsetTimeout is the RPC timeout of max, min and search offset: 6 s, MQAdminImpl.
	TimerMaxOffsetTimeout
	// TimerAssignmentTimeout is the RPC timeout of queryAssignment: 3 s, RebalanceImpl.
	TimerAssignmentTimeout
	// TimerSendBackTimeout is the RPC timeout of send back: 5 s, DefaultMQPushConsumerImpl.
	TimerSendBackTimeout
	// TimerConnectTimeout is the connect timeout: 3 s, NettySystemConfig.connectTimeoutMillis.
	TimerConnectTimeout
	// TimerPullRetry is the pull retry after an exception: 1 s,
	// ClientConfig.pullTimeDelayMillsWhenException.
	TimerPullRetry
	// TimerPullRetryCacheFull is the pull retry while the client's cache is full:
	// 50 ms, PULL_TIME_DELAY_MILLS_WHEN_CACHE_FLOW_CONTROL.
	TimerPullRetryCacheFull
	// TimerPullRetryFlowControl is the pull retry after the broker's FLOW_CONTROL:
	// 20 ms, PULL_TIME_DELAY_MILLS_WHEN_BROKER_FLOW_CONTROL.
	TimerPullRetryFlowControl
	// TimerPullRetrySuspended is the pull retry while suspended: 1 s,
	// DefaultMQPushConsumerImpl.PULL_TIME_DELAY_MILLS_WHEN_SUSPEND; for a paused
	// queue of a lite consumer DefaultLitePullConsumerImpl.PULL_TIME_DELAY_MILLS_WHEN_PAUSE.
	TimerPullRetrySuspended
	// TimerLongPoll is how long a push client asks the broker to hold a pull: 15 s,
	// BROKER_SUSPEND_MAX_TIME_MILLIS.
	TimerLongPoll
	// TimerLongPollTimeout is the timeout of such a request: 30 s, CONSUMER_TIMEOUT_MILLIS_WHEN_SUSPEND.
	TimerLongPollTimeout
	// TimerPullIdle is when a process queue without a pull is dropped: 120 s,
	// ProcessQueue.PULL_MAX_IDLE_TIME.
	TimerPullIdle
	// TimerClientLockLife is how long a queue lock counts at the client: 30 s,
	// ProcessQueue.REBALANCE_LOCK_MAX_LIVE_TIME.
	TimerClientLockLife
	// TimerRelockFirst is the first renewal of queue locks: 1 s, ConsumeMessageOrderlyService.start.
	TimerRelockFirst
	// TimerRelock is the renewal's period: 20 s, ProcessQueue.REBALANCE_LOCK_INTERVAL.
	TimerRelock
	// TimerBrokerLockLife is how long a queue lock counts at the broker: 60 s,
	// RebalanceLockManager.REBALANCE_LOCK_MAX_LIVE_TIME.
	TimerBrokerLockLife
	// TimerForcedUnlock is when a removed orderly queue is unlocked by force, after
	// its last renewal: 20 s, RebalancePushImpl.UNLOCK_DELAY_TIME_MILLS.
	TimerForcedUnlock
	// TimerChannelExpiry is when a broker forgets a silent client: 120 s,
	// BrokerConfig.channelExpiredTimeout.
	TimerChannelExpiry
	// TimerChannelScanFirst is the first scan for those: 10 s, ClientHousekeepingService.
	TimerChannelScanFirst
	// TimerChannelScan is the scan's period: 10 s, ClientHousekeepingService.
	TimerChannelScan
	// TimerIdleClose is when the server closes a channel without traffic: 120 s,
	// NettyServerConfig.serverChannelMaxIdleTimeSeconds.
	TimerIdleClose
	// TimerNotifyBatchFirst is the first batched notice, where notices are not sent
	// in real time: 30 s, DefaultConsumerIdsChangeListener.
	TimerNotifyBatchFirst
	// TimerNotifyBatch is the batched notices' period: 15 s, DefaultConsumerIdsChangeListener.
	TimerNotifyBatch
	// TimerOffsetFlushFirst is the broker's first flush of offsets to disk: 10 s, BrokerController.
	TimerOffsetFlushFirst
	// TimerOffsetFlush is that flush's period: 5 s, BrokerConfig.flushConsumerOffsetInterval.
	TimerOffsetFlush
	// TimerSlaveSync is how often a slave copies offsets, topics and groups: 60 s,
	// BrokerController (lastSyncTimeMs).
	TimerSlaveSync
	// TimerSlaveSyncCheck is the timer that looks whether that is due: 3 s, BrokerController.
	TimerSlaveSyncCheck
	// TimerLongPollCheck is the broker's check of held pulls: 5 s, PullRequestHoldService.
	TimerLongPollCheck
	// TimerRegisterFirst is the first repeat of a broker's registration: 10 s, BrokerController.start.
	TimerRegisterFirst
	// TimerRegister is the registration's period: 30 s, BrokerConfig.registerNameServerPeriod
	// (upstream keeps it between 10 s and 60 s).
	TimerRegister
	// TimerBrokerExpiry is when a name server forgets a silent broker: 120 s,
	// RouteInfoManager.DEFAULT_BROKER_CHANNEL_EXPIRED_TIME.
	TimerBrokerExpiry
	// TimerBrokerExpiryActingMaster is the same with slave-acting-master
	// heartbeats: 10 s, BrokerConfig.brokerNotActiveTimeoutMillis.
	TimerBrokerExpiryActingMaster
	// TimerBrokerHeartbeatFirst is a broker's first heartbeat to the name servers in
	// that mode: 1 s, BrokerController.scheduleSendHeartbeat.
	TimerBrokerHeartbeatFirst
	// TimerBrokerHeartbeat is its period: 1 s, BrokerConfig.brokerHeartbeatInterval.
	TimerBrokerHeartbeat
	// TimerBrokerScanFirst is the first scan for those: 5 s, NamesrvController.
	TimerBrokerScanFirst
	// TimerBrokerScan is the scan's period: 5 s (4.9: 10 s), NamesrvConfig.scanNotActiveBrokerInterval.
	TimerBrokerScan
	// TimerSendTimeout is the timeout of a producer's send, its retries included:
	// 3 s, DefaultMQProducer.sendMsgTimeout.
	TimerSendTimeout
	// TimerConsumeTimeout is how long a listener may take before its message is
	// sent back, and how often that is looked for: 15 min,
	// DefaultMQPushConsumer.consumeTimeout, ConsumeMessageConcurrentlyService.cleanExpireMsg.
	TimerConsumeTimeout
	// TimerResubmit is when messages that could not be sent back are given to the
	// listener again: 5 s, ConsumeMessageConcurrentlyService.submitConsumeRequestLater.
	TimerResubmit
	// TimerDelayPoll is how often a delay level is looked at: 100 ms,
	// ScheduleMessageService.DELAY_FOR_A_WHILE.
	TimerDelayPoll
	// TimerMessageLife is how long a message is kept: 72 h, MessageStoreConfig.fileReservedTime.
	TimerMessageLife
	// TimerDeleteCheckFirst is a broker's first look for older ones: 60 s,
	// DefaultMessageStore.addScheduleTask.
	TimerDeleteCheckFirst
	// TimerDeleteCheck is its period: 10 s, MessageStoreConfig.cleanResourceInterval.
	TimerDeleteCheck
	// TimerGoPullRetry is the Go client's pull retry after an error: 3 s,
	// push_consumer.go _PullDelayTimeWhenError.
	TimerGoPullRetry
	// TimerGoLongPoll is how long a Go client asks the broker to hold a pull: 20 s,
	// push_consumer.go SuspendTimeoutMillis.
	TimerGoLongPoll
	// TimerLiteLongPoll is how long a lite pull consumer asks the broker to hold a
	// pull: 20 s, DefaultLitePullConsumer.brokerSuspendMaxTimeMillis.
	TimerLiteLongPoll
	// TimerLitePoll is how long poll() waits for messages: 5 s,
	// DefaultLitePullConsumer.pollTimeoutMillis.
	TimerLitePoll
	// TimerLiteAutoCommit is the auto-commit's period: 5 s,
	// DefaultLitePullConsumer.autoCommitIntervalMillis.
	TimerLiteAutoCommit
	// TimerPopRevive is how often a broker looks for popped messages that were not
	// acknowledged: 1 s, BrokerConfig.reviveInterval.
	TimerPopRevive
	// TimerPopReviveAfter is how long after their invisible time they come back at
	// the earliest: 2 s, PopReviveService (PopAckConstants.ackTimeInterval + SECOND).
	TimerPopReviveAfter
	// TimerGoPullRetrySuspended is the Go client's pull retry while suspended: 30 s,
	// push_consumer.go _PullDelayTimeWhenSuspend.
	TimerGoPullRetrySuspended

	// NumTimers is the number of timers.
	NumTimers = int(iota)
)

// Timers holds a value for each Timer.
type Timers [NumTimers]time.Duration

// timerRow is a row of the timers' table.
type timerRow struct {
	name   string
	value  time.Duration
	period bool // repeats: 0 would stop the clock
}

var timerTable = [NumTimers]timerRow{
	TimerRebalanceWait:            {"rebalance-wait", 20 * time.Second, true},
	TimerRebalanceGap:             {"rebalance-gap", time.Second, false},
	TimerRebalanceLockRetry:       {"rebalance-lock-retry", 500 * time.Millisecond, false},
	TimerFirstPull:                {"first-pull", 500 * time.Millisecond, false},
	TimerRoutePollFirst:           {"route-poll-first", 10 * time.Millisecond, false},
	TimerRoutePoll:                {"route-poll", 30 * time.Second, true},
	TimerHeartbeatFirst:           {"heartbeat-first", time.Second, false},
	TimerHeartbeat:                {"heartbeat", 30 * time.Second, true},
	TimerPersistFirst:             {"persist-first", 10 * time.Second, false},
	TimerPersist:                  {"persist", 5 * time.Second, true},
	TimerAPITimeout:               {"api-timeout", 3 * time.Second, true},
	TimerLockTimeout:              {"lock-timeout", time.Second, true},
	TimerOffsetTimeout:            {"offset-timeout", 5 * time.Second, true},
	TimerMaxOffsetTimeout:         {"max-offset-timeout", 6 * time.Second, true},
	TimerAssignmentTimeout:        {"assignment-timeout", 3 * time.Second, true},
	TimerSendBackTimeout:          {"send-back-timeout", 5 * time.Second, true},
	TimerConnectTimeout:           {"connect-timeout", 3 * time.Second, true},
	TimerPullRetry:                {"pull-retry", time.Second, true},
	TimerPullRetryCacheFull:       {"pull-retry-cache-full", 50 * time.Millisecond, true},
	TimerPullRetryFlowControl:     {"pull-retry-flow-control", 20 * time.Millisecond, true},
	TimerPullRetrySuspended:       {"pull-retry-suspended", time.Second, true},
	TimerLongPoll:                 {"long-poll", 15 * time.Second, true},
	TimerLongPollTimeout:          {"long-poll-timeout", 30 * time.Second, true},
	TimerPullIdle:                 {"pull-idle", 120 * time.Second, true},
	TimerClientLockLife:           {"client-lock-life", 30 * time.Second, true},
	TimerRelockFirst:              {"relock-first", time.Second, false},
	TimerRelock:                   {"relock", 20 * time.Second, true},
	TimerBrokerLockLife:           {"broker-lock-life", 60 * time.Second, true},
	TimerForcedUnlock:             {"forced-unlock", 20 * time.Second, false},
	TimerChannelExpiry:            {"channel-expiry", 120 * time.Second, true},
	TimerChannelScanFirst:         {"channel-scan-first", 10 * time.Second, false},
	TimerChannelScan:              {"channel-scan", 10 * time.Second, true},
	TimerIdleClose:                {"idle-close", 120 * time.Second, true},
	TimerNotifyBatchFirst:         {"notify-batch-first", 30 * time.Second, false},
	TimerNotifyBatch:              {"notify-batch", 15 * time.Second, true},
	TimerOffsetFlushFirst:         {"offset-flush-first", 10 * time.Second, false},
	TimerOffsetFlush:              {"offset-flush", 5 * time.Second, true},
	TimerSlaveSync:                {"slave-sync", 60 * time.Second, true},
	TimerSlaveSyncCheck:           {"slave-sync-check", 3 * time.Second, true},
	TimerLongPollCheck:            {"long-poll-check", 5 * time.Second, true},
	TimerRegisterFirst:            {"register-first", 10 * time.Second, false},
	TimerRegister:                 {"register", 30 * time.Second, true},
	TimerBrokerExpiry:             {"broker-expiry", 120 * time.Second, true},
	TimerBrokerExpiryActingMaster: {"broker-expiry-acting-master", 10 * time.Second, true},
	TimerBrokerHeartbeatFirst:     {"broker-heartbeat-first", time.Second, false},
	TimerBrokerHeartbeat:          {"broker-heartbeat", time.Second, true},
	TimerBrokerScanFirst:          {"broker-scan-first", 5 * time.Second, false},
	TimerBrokerScan:               {"broker-scan", 5 * time.Second, true},
	TimerSendTimeout:              {"send-timeout", 3 * time.Second, true},
	TimerConsumeTimeout:           {"consume-timeout", 15 * time.Minute, true},
	TimerResubmit:                 {"resubmit", 5 * time.Second, true},
	TimerDelayPoll:                {"delay-poll", 100 * time.Millisecond, true},
	TimerMessageLife:              {"message-life", 72 * time.Hour, true},
	TimerDeleteCheckFirst:         {"delete-check-first", 60 * time.Second, false},
	TimerDeleteCheck:              {"delete-check", 10 * time.Second, true},
	TimerGoPullRetry:              {"go-pull-retry", 3 * time.Second, true},
	TimerGoLongPoll:               {"go-long-poll", 20 * time.Second, true},
	TimerLiteLongPoll:             {"lite-long-poll", 20 * time.Second, true},
	TimerLitePoll:                 {"lite-poll", 5 * time.Second, true},
	TimerPopRevive:                {"pop-revive", time.Second, true},
	TimerPopReviveAfter:           {"pop-revive-after", 2 * time.Second, false},
	TimerLiteAutoCommit:           {"lite-auto-commit", 5 * time.Second, true},
	TimerGoPullRetrySuspended:     {"go-pull-retry-suspended", 30 * time.Second, true},
}

// String is the timer's name in scripts.
func (t Timer) String() string {
	if int(t) >= NumTimers {
		return "timer?"
	}
	return timerTable[t].name
}

// Default is upstream's value.
func (t Timer) Default() time.Duration { return timerTable[t].value }

// Min is the least value a script may give: 0 for a delay, 1 ms for what
// repeats or times out.
func (t Timer) Min() time.Duration {
	if timerTable[t].period {
		return time.Millisecond
	}
	return 0
}

// DefaultTimers returns upstream's values.
func DefaultTimers() Timers {
	var t Timers
	for i := range t {
		t[i] = timerTable[i].value
	}
	return t
}
