package panel

import "strings"

// TruthRow is one behaviour that is simulated: the key of its words, where
// upstream has it, and what proves that it is played as upstream does.
type TruthRow struct {
	Key     string   // of its words in the page's table
	Sources []string // classes and settings of Apache RocketMQ 5.3.3 unless named otherwise
	Proofs  []Proof  // the strictest first
}

// Proof is a kind of proof and what is of that kind, by name.
type Proof struct {
	Kind  string   // one of the keys below
	Names []string // of files, cases or tests, as the key says
}

// The kinds of proof, as keys of their words.
const (
	proofVectors    = "truth.vectors"    // files in strategies/testdata or core/rocketmq/testdata: results of upstream's own classes
	proofRecordings = "truth.recordings" // NAME.rec in core/recordings/testdata: what a real cluster did
	proofCases      = "truth.cases"      // public reports, RB-*.ringside in core/cases/testdata
	proofSwarm      = "truth.swarm"      // tests that draw scripts from a seed and check what must always be so
	proofTests      = "truth.tests"      // tests with values worked out from upstream's source
)

func vectors(names string) Proof    { return Proof{proofVectors, strings.Fields(names)} }
func recordings(names string) Proof { return Proof{proofRecordings, strings.Fields(names)} }
func cases(names string) Proof      { return Proof{proofCases, strings.Fields(names)} }
func swarms(names string) Proof     { return Proof{proofSwarm, strings.Fields(names)} }
func tests(names string) Proof      { return Proof{proofTests, strings.Fields(names)} }

func from(names ...string) []string { return names }

// Truth is the table of what is simulated. The README shows the same; tests keep
// it so, and that every file, case and test named here exists.
var Truth = []TruthRow{
	{"truth.allocation", from("AllocateMessageQueue*", "ConsistentHashRouter", "MessageQueue.compareTo", "rocketmq-client-go: consumer/strategy.go"), []Proof{
		vectors("averagely averagely_by_circle by_config consistent_hash consistent_hash_unsorted go_client hash_ring machine_room machine_room_nearby machine_room_nearby_hash sort_order"),
		recordings("circle consistent-hash more-consumers-than-queues same-room mixed-strategies"), cases("RB-08 RB-09 RB-11 RB-12 RB-15 RB-16 RB-17")}},
	{"truth.rhythm", from("RebalanceService", "RebalanceImpl", "MQClientInstance"), []Proof{
		recordings("join leave kill rolling-restart two-brokers-join storm scale-50"), cases("RB-20"), tests("TestStartAndRhythm TestWakeUpsCoalesce TestTopicsAreRebalancedInJavaMapOrder")}},
	{"truth.membership", from("ConsumerManager", "ClientHousekeepingService", "DefaultConsumerIdsChangeListener"), []Proof{
		recordings("join leave kill freeze-short freeze-long same-client-id"), cases("RB-01 RB-03 RB-07 RB-27 RB-34 RB-55"), tests("TestFrozenRightAfterItsHeartbeatIsClosedAsIdle TestFrozenLongAfterItsHeartbeatExpiresInSilence TestBatchedNotices")}},
	{"truth.hand-over", from("RebalancePushImpl", "ProcessQueue", "ConsumeMessageConcurrentlyService"), []Proof{
		vectors("process_queue"), recordings("slow-listener kill-while-draining rolling-restart join-while-draining batch-kill-while-draining"), cases("RB-37 RB-58 RB-59"), tests("TestABatchIsWorkedOffMessageByMessage"), swarms("TestSwarm")}},
	{"truth.commit", from("RemoteBrokerOffsetStore", "ConsumerOffsetManager", "ControllableOffset"), []Proof{
		recordings("kill-duplicates kill-while-draining freeze-long commit-100ms-kill"), cases("RB-35 RB-40"), tests("TestMissedPersistsLeaveAtOnce"), swarms("TestSwarm")}},
	{"truth.pull", from("DefaultMQPushConsumerImpl", "PullMessageProcessor", "PullRequestHoldService", "BrokerFastFailure", "ResponseCode.FLOW_CONTROL"), []Proof{
		recordings("pull-interval slave flow-control"), cases("RB-48 RB-49 RB-50"), tests("TestLongPolling TestArrivalWakesTheHeldPull TestFlowControl TestThrottledBroker")}},
	{"truth.suspend", from("DefaultMQPushConsumer.suspend"), []Proof{
		recordings("suspend-resume"), cases("RB-52"), tests("TestSuspendThrowsTheOffsetBack TestSuspendStopsPushPopAndLite TestGoGoesOnUpToThirtySecondsAfterResume")}},
	{"truth.orderly", from("RebalanceLockManager", "ConsumeMessageOrderlyService", "RebalancePushImpl"), []Proof{
		recordings("orderly-join orderly-kill orderly-slow-join broker-restart-orderly"), cases("RB-25 RB-26"), tests("TestRebalanceLockManager TestForcedUnlockOverlaps TestSuspendKeepsTheOrder TestALockThatCannotBeRenewedRunsOut TestALockExpiresUnderAFrozenHolder")}},
	{"truth.retry", from("ConsumeMessageConcurrentlyService", "AbstractSendMessageProcessor.consumerSendMsgBack", "ScheduleMessageService"), []Proof{
		recordings("retry-and-dlq"), cases("RB-24 RB-36 RB-54"), tests("TestSixteenRetriesThenTheDeadLetterQueue TestTheConsumeTimeoutSweep TestAnOrderlyMessageThatFailsBlocksItsQueue TestDelayLevelsOfABroker TestWhatWasDoneOfAFailedBatchComesAgain"), swarms("TestFailureSwarm")}},
	{"truth.broadcasting", from("LocalFileOffsetStore", "RebalanceImpl"), []Proof{
		recordings("broadcasting"), cases("RB-43 RB-46"), tests("TestBroadcastingDropsWhatFails TestOrderlyBroadcastingLocksNothing TestTheConsumeTimeoutSweepOfABroadcastingConsumer TestGoBroadcastingKeepsWhatFailed"), swarms("TestFailureSwarm")}},
	{"truth.subscriptions", from("FilterAPI", "ConsumerGroupInfo.updateSubscription", "PullMessageProcessor"), []Proof{
		recordings("tags different-subscriptions subscribe-at-runtime"), cases("RB-05 RB-06 RB-98"), tests("TestRetriesPassTheFilter TestTagsOutsidePush TestDifferentTagsInAPopGroup"), swarms("TestFailureSwarm")}},
	{"truth.start", from("RebalancePushImpl.computePullFromWhere", "ConsumerManageProcessor.queryConsumerOffset"), []Proof{
		recordings("first-start-first first-start-last true-first-offset true-last-offset"), cases("RB-47"), tests("TestFromTimestamp")}},
	{"truth.repair", from("PULL_OFFSET_MOVED", "DefaultMQPushConsumerImpl: OFFSET_ILLEGAL", "ConsumerOffsetManager.queryThenEraseResetOffset"), []Proof{
		recordings("true-first-offset"), tests("TestDeletedUnderALaggingConsumer TestResetOffset"), swarms("TestFailureSwarm")}},
	{"truth.truncate", from("CommitLog.recoverAbnormally", "ConsumeQueue.truncateDirtyLogicFiles", "DefaultMessageStore.getMessage: OFFSET_OVERFLOW_BADLY, OFFSET_OVERFLOW_ONE"), []Proof{
		cases("RB-42"), tests("TestTruncatedTail TestTruncatedMessagesInTheCache TestTruncatedAndOvertaken TestBeyondTheEndBefore494"), swarms("TestTruncationKeepsTheBalance")}},
	{"truth.life", from("MessageStoreConfig.fileReservedTime", "DefaultMessageStore.CleanCommitLogService"), []Proof{
		tests("TestMessageLife TestMessageLifeOfRetries TestPopPassesOverWhatIsDeleted")}},
	{"truth.modes", from("DefaultLitePullConsumerImpl", "AssignedMessageQueue", "DefaultMQPullConsumer"), []Proof{
		recordings("lite-pull-auto lite-pull-sync lite-pull-sync-persist pull-interval"), tests("TestLitePullThreadsRunOut TestPullLoopsShareTheQueues TestPullAllReadsEverything TestBroadcastingOutsidePush TestOffsetsBehindWhatAFilterTookOut TestAnApplicationThatSkipsLosesWhatFails TestAnApplicationThatStaysBlocksItsQueue TestWhatAPullConsumerSendsBackWaitsForAPushMember"), swarms("TestSwarm")}},
	{"truth.pop", from("QueryAssignmentProcessor", "PopMessageProcessor", "PopReviveService", "ConsumeMessagePopConcurrentlyService"), []Proof{
		vectors("pop_assignment"), recordings("pop-join-leave"), tests("TestPopSlowerThanTheInvisibleTime TestPopThreshold TestPopFailureComesBackLaterEachTime TestServerSideAllocation TestAPoppedMessageIsGivenUpInTheEnd TestAPoppedMessageBeyondMaxReconsumeTimesGoesByItsAge"), swarms("TestSwarm")}},
	{"truth.clients", from("rocketmq-client-go v2.1.2", "Java client 4.9: RebalanceService, RebalancePushImpl"), []Proof{
		recordings("go-join-leave java-and-go-averagely java-and-go-hash"), cases("RB-08 RB-09 RB-12 RB-25 RB-26"), tests("TestGoClientStartsAtOnceAndTicksFromItsStart TestGoClientDropsAllWhenTheBrokerKnowsNobody TestJava49StartsAtOnce TestGoPullConsumerCommitsWhatIsAcknowledged TestGoPullConsumerFails")}},
	{"truth.servers", from("RouteInfoManager", "BrokerController", "NettyRemotingClient"), []Proof{
		recordings("namesrv-down broker-added"), cases("RB-21 RB-29"), tests("TestRouteDelays TestNameServerRestarts TestEachNameServerIsAlone"), swarms("TestSwarmOfServers")}},
	{"truth.brokers", from("BrokerController", "NettyRemotingAbstract", "ConsumerOffsetManager.persist"), []Proof{
		recordings("broker-restart broker-kill broker-freeze-join"), cases("RB-20 RB-41"), tests("TestBrokerStarts TestTimeOuts TestIDListOfADeadBrokerKeepsTheQueues TestOffsetQueryFails"), swarms("TestSwarmOfServers")}},
	{"truth.queues", from("TopicConfigManager", "PermName", "MQClientInstance.updateTopicRouteInfoFromNameServer"), []Proof{
		recordings("queues-out queues-in-at-once queues-in-careful"), cases("RB-21 RB-22 RB-30"), tests("TestRouteDelays"), swarms("TestSwarmOfServers")}},
	{"truth.slave", from("SlaveSynchronize", "BrokerConfig.slaveReadEnable"), []Proof{
		recordings("slave slave-read slave-orderly slave-read-orderly"), cases("RB-41"), tests("TestSlave TestSlaveOffsets TestOrderlyFaults TestSlaveOffsetsAreUpToAMinuteOld TestCommitAndReadAtTheSlave")}},
	{"truth.acting", from("BrokerConfig.enableSlaveActingMaster", "NamesrvConfig.supportActingMaster", "RouteInfoManager.pickupTopicRouteData", "BrokerPreOnlineService"), []Proof{
		tests("TestActingMasterExpiresSooner TestActingMasterIsReadOnly TestActingMasterGrantsLocks TestActingMasterHandsItsOffsetsBack")}},
	{"truth.producer", from("DefaultMQProducerImpl.sendDefaultImpl", "MQFaultStrategy"), []Proof{
		recordings("broker-kill broker-restart namesrv-down"),
		tests("TestSendErrors TestProducerCutFromABroker TestProducerCutRetriesAtAnotherBroker TestProducerCutFromTheNameServer TestProducerStartsWithoutANameServer"), swarms("TestSwarmOfServers")}},
	{"truth.ledger", from("Ringside: core/ledger"), []Proof{
		recordings("kill-duplicates kill-while-draining freeze-long"), tests("TestTheBalanceHoldsAlways TestTheBalanceHoldsWithRetries TestARetriedMessageIsTheSameMessage TestMixedMembersAreCountedTruthfully"), swarms("TestSwarm TestSwarmOfServers TestFailureSwarm TestSwarmOfMixtures")}},
	{"truth.harms", from("Ringside: core/ledger", "PullMessageProcessor", "RebalanceImpl.lock"), []Proof{
		recordings("join leave kill"), cases("RB-25 RB-26 RB-27 RB-50 RB-52"), tests("TestPausesOfAKill TestRecoveryOfABurst TestRecoveryOfEventsThatOverlap TestIdleConsumers TestFiguresOfQueuesAddUp"), swarms("TestSwarm TestSwarmOfServers TestFailureSwarm")}},
	{"truth.same", from("Ringside: core"), []Proof{
		tests("TestDigestsAreTheSameOnEveryPlatform TestSeekAndForkEqualARunStraightThere TestStepsOfAnySizeGiveTheSameRun TestNoMapOrderReachesBehaviour"), swarms("TestSwarm TestSwarmOfServers TestFailureSwarm TestSwarmOfMixtures")}},
}

// Simplified are the keys of what is not simulated, or simpler than it is.
var Simplified = []string{
	"truth.tail-simple", "truth.no-lag", "truth.acting-simple", "truth.life-simple", "truth.throttle-simple", "truth.no-controller", "truth.no-proxy", "truth.one-route", "truth.no-bandwidth", "truth.no-compute",
	"truth.in-memory", "truth.app-answer", "truth.pop-order", "truth.go-pull", "truth.together", "truth.textbook",
	"truth.producer-simple", "truth.no-race",
}

// Text is the proof in words.
func (p *Proof) Text(l Lang) string { return l.Text(p.Kind, "names", strings.Join(p.Names, ", ")) }
