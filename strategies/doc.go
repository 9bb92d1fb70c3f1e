// Package strategies says which consumer of a group reads which queue, as
// Apache RocketMQ's own classes decide it: one file per upstream strategy,
// under upstream's names.
//
// Every consumer of a RocketMQ group runs the strategy for itself, on the
// queues and client ids that it believes in; nobody hands out the result. So a
// strategy is a pure function of four values, [Strategy], and two members that
// pass different lists may both take a queue or both leave it.
//
// No strategy sorts. The client does (RebalanceImpl.rebalanceByTopic), with
// [SortQueues] and [SortIDs]; call them first to see what a real client sees.
//
// [Appender] is the allocation-free form of a strategy, [Explainer] says why a
// queue goes where it goes, [Ring] is the consistent-hash ring by itself, and
// [Parse] makes a strategy from the word used in scripts.
//
// The values hold scratch memory between calls (a ring, a list of hashes), so
// one value serves one goroutine at a time. What they return depends on their
// arguments only.
//
// Upstream means apache/rocketmq 5.3.3 (classes below
// client/src/main/java/org/apache/rocketmq/client/consumer/rebalance) and,
// where a name begins with Go, apache/rocketmq-client-go v2.1.2
// (consumer/strategy.go).
package strategies
