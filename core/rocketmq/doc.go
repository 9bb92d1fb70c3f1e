// Package rocketmq plays a RocketMQ cluster: brokers with their maps
// (TopicConfigManager, ConsumerManager, ConsumerOffsetManager), a name server
// that hands out routes, producers, and push consumers that each compute their
// own share of the queues.
//
// Files are named after the parts of upstream that they play. Behaviour is that
// of Apache RocketMQ 5.3.3 as read in its source and as measured on real
// clusters; each rule names its class or setting. State is plain data held in
// slices and addressed by index, rules are methods on it, and everything that
// takes time is an event in one sim.Queue, so a run depends on its script alone.
package rocketmq
